import { describe, expect, it } from 'vitest'
import { chooseServer } from '../../../src/hub/database/postgres.ts'

const primary = { url: 'a', isStandby: false, timeline: 3 }
const standby = { url: 'b', isStandby: true, timeline: 0 }
const promoted = { url: 'b', isStandby: false, timeline: 4 }

describe('choosing a server', () => {
  it('takes the one that is no standby', () => {
    expect(chooseServer([standby, primary], 0)).toBe(primary)
    expect(chooseServer([standby], 0)).toBeUndefined()
  })

  it('takes the promoted one if both accept writes', () => {
    expect(chooseServer([primary, promoted], 0)).toBe(promoted)
  })

  it('never goes back to a server that was replaced', () => {
    expect(chooseServer([primary], 4)).toBeUndefined()
    expect(chooseServer([promoted], 4)).toBe(promoted)
  })
})
