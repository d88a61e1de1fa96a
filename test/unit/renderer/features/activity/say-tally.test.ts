import { expect, test } from 'vitest'
import {
  sayDuration,
  sayPart,
  sayPartShortly,
  sayTally,
} from '../../../../../src/renderer/src/features/activity/tally-table.tsx'

const none = { jobs: 0, done: 0, underWay: 0, needsYou: 0, dropped: 0, firstTimeRight: 0 }

test('the summary of jobs leaves out the states that no job has', () => {
  expect(sayTally({ ...none, jobs: 14, done: 12, needsYou: 2 })).toBe('14 jobs: 12 done, 2 need you')
  expect(sayTally({ ...none, jobs: 1, underWay: 1 })).toBe('1 job: 1 under way')
  expect(sayTally(none)).toBe('0 jobs')
})

test.each([
  [0, '1 sec'],
  [40, '40 sec'],
  [89, '89 sec'],
  [120, '2 min'],
  [5399, '90 min'],
  [7200, '2 hr'],
])('a duration of %i seconds is shown as %s', (seconds, words) => {
  expect(sayDuration(seconds)).toMatch(new RegExp(`^${words}s?$`))
})

test('each part of a period is named by its day, week or month', () => {
  const [from, to] = [new Date(2026, 10, 16).getTime(), new Date(2026, 10, 23).getTime()]
  expect(sayPart(from, to, 'day')).toMatch(/Mon.*16|16.*Mon/)
  expect(sayPart(from, to, 'week')).toMatch(/16.*22/)
  expect(sayPart(from, to, 'month')).toMatch(/November 2026/)
  expect(sayPartShortly(from, 'day')).toBe('16')
})
