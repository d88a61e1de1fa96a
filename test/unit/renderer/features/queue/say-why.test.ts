import { describe, expect, it } from 'vitest'
import { sayWhy } from '../../../../../src/renderer/src/features/queue/say-why.ts'

describe("the reason of a job's state", () => {
  it('is undefined if nothing is known', () => {
    expect(sayWhy({})).toBeUndefined()
  })

  it('includes the platform’s own words', () => {
    expect(sayWhy({ why: { code: 'platform-refused', detail: 'Limit <b>reached</b>' } })).toBe(
      'The platform refused: “Limit <b>reached</b>”',
    )
  })

  it("introduces the technician's words as a reason", () => {
    expect(sayWhy({ why: { code: 'person-dropped', detail: 'moved out' } })).toBe(
      'Dropped by a technician. Reason: moved out',
    )
  })

  it('says until when the job waits', () => {
    const at = new Date(2026, 0, 15, 14, 5).getTime()
    // Another sentence may follow, and the platform does not ask for a pause in a 500 answer.
    expect(sayWhy({ why: { code: 'platform-busy' }, waitsUntil: at })).toBe(
      'The platform is busy, or asked for a pause. Not before 14:05.',
    )
  })
})
