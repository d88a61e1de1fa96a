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
  isHeard: true,
  isSaidMoved: false,
  mayAsk: false,
  isRevoked: false,
}
const held: ClaimRow = { claim: 'held', fence: 1, askedAt: now - aMinute, until: now + 60 * aMinute, isInCare: true }
const judge = (row: ClaimRow | undefined, changed: Partial<ClaimCircumstances> = {}) =>
  judgeClaim(row, { ...circumstances, ...changed }).claim

describe('while the hub can be asked,', () => {
  const asking = { mayAsk: true }

  test('it is asked before the first call of a new job, and before every changing call', () => {
    expect(judge(undefined, { ...asking, before: 'first' })).toBe('ask')
    expect(judge(undefined, asking)).toBe('ask')
    expect(judge(held, asking)).toBe('ask')
    expect(judge(held, { ...asking, spends: true })).toBe('ask')
  })

  test('it is not asked twice for one call, nor before a reading if it has just answered about that job', () => {
    expect(judge(held, { ...asking, isAsked: true })).toBe('free')
    expect(judge(held, { ...asking, before: 'first' })).toBe('free')
    expect(judge(held, { ...asking, before: 'later' })).toBe('free')
  })

  test('it is asked again about a conflict before the job stops', () => {
    const conflict: ClaimRow = { claim: 'conflict', fence: 0, other: { station: 'Van 3' } }
    expect(judge(conflict, asking)).toBe('ask')
    expect(judge(conflict, { ...asking, isAsked: true })).toBe('conflict')
  })

  test('it is asked after a start about a job that was sent before', () => {
    const earlier = { ...asking, isHeard: false }
    expect(judge(held, { ...earlier, before: 'later' })).toBe('ask')
    expect(judge(held, { ...earlier, before: 'first' })).toBe('ask')
  })
})

describe('while the hub cannot be asked,', () => {
  test('a job waits if the hub said in the answer to another call that another computer has it', () => {
    const said = { isSaidMoved: true }
    expect(judge(held, said)).toBe('wait')
    expect(judge({ ...held, word: 'unasked' }, { ...said, spends: true })).toBe('wait')
    expect(judge(held, { ...said, before: 'first' })).toBe('free')
    expect(judge(held, { ...said, mayAsk: true })).toBe('ask')
    expect(judge(held, { ...said, mayAsk: true, isAsked: true })).toBe('wait')
  })

  test('work goes on with new jobs and with those that the hub answered about recently', () => {
    for (const before of ['first', 'later', 'send'] as const)
      for (const spends of [false, true]) {
        expect(judge(undefined, { before, spends })).toBe('free')
        expect(judge({ claim: 'new', fence: 0 }, { before, spends })).toBe('free')
        expect(judge(held, { before, spends })).toBe('free')
      }
  })

  test('a job that another computer has stays stopped, unless the technician let it go on', () => {
    const conflict: ClaimRow = { claim: 'conflict', fence: 0, other: { station: 'Van 3' } }
    expect(judge(conflict)).toBe('conflict')
    expect(judge({ ...conflict, word: 'go-on' })).toBe('free')
  })

  const doubtful: readonly { what: string; row: ClaimRow; changed?: Partial<ClaimCircumstances> }[] = [
    { what: 'the hub has a copy and never answered about it', row: { claim: 'new', fence: 0, isInCare: true } },
    { what: 'it claims nothing, but the hub has a copy', row: { claim: 'over', fence: 0, isInCare: true } },
    { what: 'its claim ran out', row: { ...held, until: now } },
    { what: 'the hub said nothing about it for ten minutes', row: { ...held, askedAt: now - 10 * aMinute } },
    { what: 'the computer was started since then', row: held, changed: { isHeard: false } },
    { what: 'the clock was set back since then', row: { ...held, askedAt: now + 1 } },
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
  test('reads back or holds the jobs that the hub had, and sends new ones', () => {
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
