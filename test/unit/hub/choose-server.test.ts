import { describe, expect, it } from 'vitest'
import { choosePrimary, chooseServer } from '../../../src/hub/database/postgres.ts'

const primary = { url: 'postgres://setdesk_owner:secret@a:5433/setdesk', isStandby: false, timeline: 3, startedAt: '1' }
const standby = { url: 'postgres://b/setdesk', isStandby: true, timeline: 0, startedAt: '2' }
const promoted = { url: 'postgres://b/setdesk', isStandby: false, timeline: 4, startedAt: '2' }

describe('the choice of a database server', () => {
  it('is the server that is not a standby', () => {
    expect(chooseServer([standby, primary], 0)).toBe(primary)
    expect(chooseServer([standby], 0)).toBeUndefined()
  })

  it('is the promoted server if both accept writes', () => {
    expect(chooseServer([primary, promoted], 0)).toBe(promoted)
  })

  it('is never a server that was replaced', () => {
    expect(chooseServer([primary], 4)).toBeUndefined()
    expect(chooseServer([promoted], 4)).toBe(promoted)
  })
})

describe('a command of the database owner', () => {
  it('goes to the only primary server, wherever that server is in the list', () => {
    expect(choosePrimary([standby, primary], [])).toEqual({ ok: true, value: primary })
    expect(choosePrimary([promoted], ['a: connect ECONNREFUSED'])).toEqual({ ok: true, value: promoted })
  })

  it('is refused if there are two primary servers, and the error names both without the password', () => {
    const chosen = choosePrimary([primary, promoted], [])
    const words = chosen.ok ? '' : chosen.error
    expect(words).toContain('2 servers say that they are the primary')
    expect(words).toContain('a:5433, timeline 3\n  b, timeline 4')
    expect(words).not.toContain('secret')
  })

  it('treats one server under two names as one server', () => {
    const again = { ...primary, url: 'postgres://alias/setdesk' }
    expect(choosePrimary([primary, again], [])).toEqual({ ok: true, value: primary })
  })

  it('is refused with the reason if there is no primary server', () => {
    expect(choosePrimary([standby], ['a: connect ECONNREFUSED'])).toEqual({
      ok: false,
      error: 'The servers that answer are standbys.\na: connect ECONNREFUSED',
    })
  })
})
