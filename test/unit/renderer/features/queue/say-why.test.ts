import { describe, expect, it } from 'vitest'
import { sayNext, sayWhy } from '../../../../../src/renderer/src/features/queue/say-job.tsx'

describe("the reason of a job's state", () => {
  it('is undefined if no reason is known', () => {
    expect(sayWhy({})).toBeUndefined()
  })

  it('includes the platform’s own words', () => {
    expect(sayWhy({ why: { code: 'platform-refused', detail: 'Limit <b>reached</b>' } })).toBe(
      'The platform refused: “Limit <b>reached</b>”',
    )
  })

  it("introduces the technician's words as the reason for dropping the job", () => {
    expect(sayWhy({ why: { code: 'person-dropped', detail: 'moved out' } })).toBe(
      'Dropped by a technician. Reason: moved out',
    )
  })

  it('says who has the box: another job of this computer, another computer, or now the job itself', () => {
    const stopped = { kind: 'new-customer', state: 'needs-you', why: { code: 'claimed-elsewhere' } } as const
    const own = { ...stopped, fleet: { state: 'conflict', station: 'Van 12', isOwn: true } } as const
    expect(sayWhy(own)).toBe('Another job on this computer already has this box or customer.')
    expect(sayNext(own)).toContain('Find the other job')
    const freed = { ...stopped, fleet: { state: 'freed', station: 'Van 12' } } as const
    expect(sayWhy(freed)).toBe('Another job had this box or customer. The fleet has given it to this job.')
    expect(sayNext(freed)).toContain('check again')
    const others = { ...stopped, fleet: { state: 'conflict', station: 'Van 12' } } as const
    expect(sayWhy(others)).toBe('Another computer of your fleet is working on this box or customer.')
    expect(sayNext(others)).toContain('Ask the other computer’s technician')
  })

  it('says that the other job is finished, if it is, and not that somebody is working on it', () => {
    const stopped = { kind: 'new-customer', state: 'needs-you', why: { code: 'claimed-elsewhere' } } as const
    const others = { ...stopped, fleet: { state: 'conflict', station: 'Van 12', isDone: true } } as const
    expect(sayWhy(others)).toBe('Another computer of your fleet has already finished a job for this box or customer.')
    expect(sayNext(others)).toContain('If that job did the work, drop this one.')
    const own = { ...stopped, fleet: { ...others.fleet, isOwn: true } } as const
    expect(sayWhy(own)).toBe('This computer has already finished another job for this box or customer.')
    expect(sayNext(own)).toContain('Find the other job')
  })

  it('has advice about a presence for work that creates something, and about an effect for work that changes something', () => {
    const why = { code: 'reply-lost-unreadable' } as const
    const stopped = { state: 'needs-you', why } as const
    expect(sayNext({ ...stopped, kind: 'new-customer' })).toMatch(/answer whether it is there\.$/)
    for (const kind of ['renewal', 'product-change', 'disable', 'enable'] as const)
      expect(sayNext({ ...stopped, kind })).toMatch(/answer whether it has taken effect\.$/)
  })

  it('says how long the job waits', () => {
    const at = new Date(2026, 0, 15, 14, 5).getTime()
    // Another sentence may follow, and the platform does not ask for a pause in a 500 answer.
    expect(sayWhy({ why: { code: 'platform-busy' }, waitsUntil: at })).toBe(
      'The platform did not answer, is busy, or asked for a pause. Not before 14:05.',
    )
  })
})
