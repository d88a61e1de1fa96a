import { describe, expect, test } from 'vitest'
import type { ClaimRow } from '../../../../src/main/fleet/claim-rows.ts'
import { judgeClaim, type ClaimCircumstances } from '../../../../src/main/fleet/judge-claim.ts'

const aMinute = 60_000
const now = 1_000 * aMinute
const circumstances: ClaimCircumstances = {
  before: 'send',
  spends: false,
  isAsked: false,
  now,
  heardAgo: aMinute,
  isSaidMoved: false,
  mayAsk: false,
  isRevoked: false,
}
const held: ClaimRow = { claim: 'held', fence: 1, askedAt: now - aMinute, until: now + 60 * aMinute, isInCare: true }
const judge = (row: ClaimRow | undefined, changed: Partial<ClaimCircumstances> = {}) =>
  judgeClaim(row, { ...circumstances, ...changed }).claim

describe('while the hub is reachable,', () => {
  const asking = { mayAsk: true }

  test('the hub is asked before the first call of a new job, and before every changing call', () => {
    expect(judge(undefined, { ...asking, before: 'first' })).toBe('ask')
    expect(judge(undefined, asking)).toBe('ask')
    expect(judge(held, asking)).toBe('ask')
    expect(judge(held, { ...asking, spends: true })).toBe('ask')
  })

  test('the hub is asked only once about a call, and not about a reading soon after it answered about the job', () => {
    expect(judge(held, { ...asking, isAsked: true })).toBe('free')
    expect(judge(held, { ...asking, before: 'first' })).toBe('free')
    expect(judge(held, { ...asking, before: 'later' })).toBe('free')
  })

  test('the hub is asked about a conflict once more before the job stops', () => {
    const conflict: ClaimRow = { claim: 'conflict', fence: 0, other: { station: 'Van 3' } }
    expect(judge(conflict, asking)).toBe('ask')
    expect(judge(conflict, { ...asking, isAsked: true })).toBe('conflict')
  })

  test('the hub is asked about a claimed job after a restart, even before a reading', () => {
    const earlier = { ...asking, heardAgo: undefined }
    expect(judge(held, { ...earlier, before: 'later' })).toBe('ask')
    expect(judge(held, { ...earlier, before: 'first' })).toBe('ask')
  })
})

describe('while the hub cannot be asked,', () => {
  test('a job sends nothing if the hub said in the answer to another call that another computer has the job', () => {
    const said = { isSaidMoved: true }
    expect(judge(held, said)).toBe('wait')
    expect(judge({ ...held, word: 'unasked' }, { ...said, spends: true })).toBe('wait')
    expect(judge(held, { ...said, before: 'first' })).toBe('free')
    expect(judge(held, { ...said, mayAsk: true })).toBe('ask')
    expect(judge(held, { ...said, mayAsk: true, isAsked: true })).toBe('wait')
  })

  test('new jobs go on, and so do jobs about which the hub answered recently', () => {
    for (const before of ['first', 'later', 'send'] as const)
      for (const spends of [false, true]) {
        expect(judge(undefined, { before, spends })).toBe('free')
        expect(judge({ claim: 'new', fence: 0 }, { before, spends })).toBe('free')
        expect(judge(held, { before, spends })).toBe('free')
      }
  })

  test('a job in conflict with another computer stays stopped unless a technician lets it continue', () => {
    const conflict: ClaimRow = { claim: 'conflict', fence: 0, other: { station: 'Van 3' } }
    expect(judge(conflict)).toBe('conflict')
    expect(judge({ ...conflict, word: 'go-on' })).toBe('free')
  })

  const doubtful: readonly { what: string; row: ClaimRow; changed?: Partial<ClaimCircumstances> }[] = [
    { what: 'the hub has a copy and never answered about the job', row: { claim: 'new', fence: 0, isInCare: true } },
    { what: 'the job claims nothing, but the hub has a copy', row: { claim: 'over', fence: 0, isInCare: true } },
    { what: 'the claim has expired', row: { ...held, until: now } },
    { what: 'the hub has said nothing about the job for ten minutes', row: { ...held, askedAt: now - 10 * aMinute } },
    { what: 'Setdesk was restarted since the answer of the hub', row: held, changed: { heardAgo: undefined } },
    {
      what: 'the clock was set back to just after the answer of the hub',
      row: held,
      changed: { heardAgo: 10 * aMinute },
    },
    { what: 'the clock was set back since the answer of the hub', row: { ...held, askedAt: now + 1 } },
    {
      what: 'another job of this computer has the box, but the hub has a copy',
      row: { claim: 'own', fence: 0, askedAt: now - 10 * aMinute, isInCare: true },
    },
  ]
  test.each(doubtful)(
    'a job that may have been moved is read back first, and waits if it costs money: $what',
    ({ row, changed }) => {
      const judgeIt = (word: Pick<ClaimRow, 'word'>, call: Partial<ClaimCircumstances> = {}) =>
        judge({ ...row, ...word }, { ...changed, ...call })
      expect(judgeIt({})).toBe('read-back')
      expect(judgeIt({}, { before: 'first' })).toBe('read-back')
      expect(judgeIt({ word: 'read-back' })).toBe('free')
      expect(judgeIt({}, { spends: true })).toBe('wait')
      // A read costs no money.
      expect(judgeIt({}, { spends: true, before: 'first' })).toBe('free')
      expect(judgeIt({ word: 'read-back' }, { spends: true })).toBe('wait')
      expect(judgeIt({ word: 'unasked' }, { spends: true })).toBe('free')
    },
  )
})

describe('a station that was expelled', () => {
  test('sends new jobs, but reads back a job that the hub knew, or lets it wait if it costs money', () => {
    const expelled = { isRevoked: true }
    expect(judge(held, expelled)).toBe('read-back')
    expect(judge(held, { ...expelled, spends: true })).toBe('wait')
    expect(judge({ claim: 'new', fence: 0, isInCare: true }, { ...expelled, spends: true })).toBe('wait')
    expect(judge(undefined, expelled)).toBe('free')
    expect(judge({ claim: 'new', fence: 0 }, { ...expelled, spends: true })).toBe('free')
  })
})

test('a job that was moved to another computer is never sent here again, whatever else is known', () => {
  const moved: ClaimRow = { claim: 'moved', fence: 2, other: { station: 'Office' }, word: 'go-on' }
  for (const before of ['first', 'later', 'send'] as const)
    for (const mayAsk of [false, true])
      expect(judgeClaim(moved, { ...circumstances, before, mayAsk })).toEqual({ claim: 'moved', to: 'Office' })
})
