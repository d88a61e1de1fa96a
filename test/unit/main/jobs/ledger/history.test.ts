import { expect, test } from 'vitest'
import { summarizeHistory, type VerdictResult } from '../../../../../src/main/jobs/ledger/history.ts'
import { attempt, choice, makeHistory, reading, verdict, type Happening } from '../make-history.ts'

test('the summary of a step without ledger entries says that nothing was sent', () => {
  expect(summarizeHistory([])).toEqual({
    attempts: 0,
    isAssumed: false,
    earlierUnknown: false,
    mayHaveArrived: false,
    wasSent: false,
    lostReplies: 0,
    unclearAnswers: 0,
    readings: [],
  })
})

test('an attempt without a verdict is open and may have arrived', () => {
  expect(summarizeHistory(makeHistory(reading('absent', 1), attempt(2)))).toEqual({
    attempts: 1,
    isAssumed: false,
    last: { result: 'open', sequence: 2, at: 2 },
    earlierUnknown: false,
    mayHaveArrived: true,
    wasSent: true,
    lostReplies: 0,
    unclearAnswers: 0,
    readings: [],
  })
})

test('only the readings since the last verdict count', () => {
  const history = makeHistory(
    reading('absent', 1),
    attempt(2),
    reading('unclear', 3),
    verdict('unknown', 4),
    reading('absent', 5),
  )
  expect(summarizeHistory(history).readings).toEqual([{ result: 'absent', sequence: 5, at: 5 }])
})

test("a technician's choice makes older readings obsolete, and a new attempt makes the choice obsolete", () => {
  const chosen = makeHistory(attempt(1), verdict('unknown', 2), reading('absent', 3), choice('send-again', 4))
  expect(summarizeHistory(chosen)).toMatchObject({ choice: 'send-again', readings: [] })
  const sent = makeHistory(attempt(1), verdict('unknown', 2), choice('send-again', 4), attempt(5))
  expect(summarizeHistory(sent)).not.toHaveProperty('choice')
})

test.each<[VerdictResult, boolean]>([
  ['accepted', true],
  ['refused', true],
  ['unknown', true],
  ['not-sent', false],
  ['token-refused', false],
])('after the verdict "%s" the platform may have made the change: %s', (result, mayHaveArrived) => {
  expect(summarizeHistory(makeHistory(attempt(1), verdict(result, 2)))).toMatchObject({
    mayHaveArrived,
    earlierUnknown: false,
  })
})

test.each([
  ['had no answer', [attempt(1), verdict('unknown', 2)]],
  ['lost its verdict', [attempt(1)]],
])('an attempt that %s still counts after later ones that were not sent or whose token was refused', (_, first) => {
  const history = makeHistory(...first, attempt(3), verdict('not-sent', 4), attempt(5), verdict('token-refused', 6))
  expect(summarizeHistory(history)).toMatchObject({ attempts: 3, earlierUnknown: true, mayHaveArrived: true })
})

const wasSentElsewhere = (result: VerdictResult) =>
  summarizeHistory(makeHistory({ type: 'attempt', at: 1, isAssumed: true }, verdict(result, 2))).wasSent

test('an attempt of another computer counts as sent if it had an answer, and as assumed if it had none', () => {
  const results = ['accepted', 'refused', 'unknown', 'not-sent'] as const
  expect(results.map(wasSentElsewhere)).toEqual([true, true, false, false])
})

const assumed = { ...attempt(1), isAssumed: true }
test.each([
  ['a call whose reply was lost', true, [attempt(1), verdict('unknown', 2)]],
  ['a call that was answered', true, [attempt(1), verdict('refused', 2)]],
  ['a call that another computer made, with its answer', true, [assumed, verdict('accepted', 2)]],
  ['a call that perhaps was never made', false, [assumed]],
  ['a call that did not reach the platform', false, [attempt(1), verdict('not-sent', 2)]],
] as const)('%s counts as sent (%s), also after another call that did not reach the platform', (_, wasSent, begin) => {
  expect(summarizeHistory(makeHistory(...begin)).wasSent).toBe(wasSent)
  expect(summarizeHistory(makeHistory(...begin, attempt(3), verdict('not-sent', 4))).wasSent).toBe(wasSent)
})

test('only a call without a trustworthy answer counts as a lost reply', () => {
  const results = ['accepted', 'refused', 'not-sent', 'token-refused', 'unknown'] as const
  const history = makeHistory(...results.flatMap((result) => [attempt(1), verdict(result, 2)]))
  expect(summarizeHistory(history).lostReplies).toBe(1)
})

const isMarked = (...happenings: readonly Happening[]) => summarizeHistory(makeHistory(...happenings)).isMarkedPresent
test('only a technician’s word marks the effect as present, and a demand for one more call takes the mark away', () => {
  expect(isMarked(choice('check-again'))).toBeUndefined()
  expect(isMarked(choice('it-is-there'), choice('check-again'))).toBe(true)
  expect(isMarked(choice('it-is-there'), choice('send-again'))).toBeUndefined()
})
