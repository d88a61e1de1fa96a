import { expect, test } from 'vitest'
import { createStatistics } from '../../../../../src/main/handlers/activity/activity-handlers.ts'
import type { JobFacts } from '../../../../../src/main/jobs/ledger/views.ts'
import type { JobState } from '../../../../../src/shared/domain/job.ts'

const day = 86_400_000

interface Changed extends Partial<Omit<JobFacts, 'summary'>> {
  readonly state?: JobState
  readonly at?: number
  readonly seconds?: number
  readonly by?: string
}

const job = ({ state = 'done', at = 0, seconds = 10, by = 'Sam Lee', ...rest }: Changed = {}): JobFacts => ({
  summary: {
    id: 'a',
    sequence: 1,
    connectionId: 'north',
    kind: 'new-customer',
    state,
    technician: by,
    createdAt: at,
    updatedAt: at + seconds * 1000,
  },
  isCorrected: false,
  isDecided: false,
  refusals: [],
  ...rest,
})

function count(jobs: readonly JobFacts[], edges: readonly number[] = [0, day]) {
  const statistics = createStatistics(edges)
  for (const one of jobs) statistics.add(one)
  return statistics.read()
}

test.each([
  ['done', 'done'],
  ['unconfirmed', 'done'],
  ['saved', 'underWay'],
  ['sending', 'underWay'],
  ['checking', 'underWay'],
  ['waiting', 'underWay'],
  ['needs-you', 'needsYou'],
  ['refused', 'needsYou'],
  ['dropped', 'dropped'],
] as const)('the statistics count a job in the state "%s" as "%s"', (state, place) => {
  const { total } = count([job({ state })])
  expect(total).toMatchObject({ done: 0, underWay: 0, needsYou: 0, dropped: 0, jobs: 1, [place]: 1 })
})

test('the statistics count a job at midnight for the day that begins, and show no median for a day without jobs', () => {
  const { periods } = count([job({ at: 5 }), job({ at: day }), job({ at: 2 * day - 1 })], [0, day, 2 * day, 3 * day])
  expect(periods.map(({ jobs }) => jobs)).toEqual([1, 2, 0])
  expect(periods[2]?.medianSeconds).toBeUndefined()
})

test('the statistics count a job as right the first time only if it is done without a refusal, correction or decision', () => {
  const jobs = [
    job(),
    job({ isCorrected: true }),
    job({ isDecided: true }),
    job({ refusals: ['Unknown product'] }),
    job({ state: 'refused', refusals: ['Unknown product'] }),
    job({ state: 'waiting' }),
  ]
  expect(count(jobs).total).toMatchObject({ jobs: 6, done: 4, firstTimeRight: 1 })
})

test('the statistics list the technicians with the most jobs first', () => {
  const { technicians } = count([job({ by: 'Zoé' }), job(), job(), job({ by: 'Ann', state: 'refused' })])
  expect(technicians.map(({ name, jobs, done }) => [name, jobs, done])).toEqual([
    ['Sam Lee', 2, 2],
    ['Ann', 1, 0],
    ['Zoé', 1, 1],
  ])
})

const refused = (...refusals: readonly string[]) => job({ state: 'refused', refusals })

test('the statistics treat refusals that differ only in a user ID, number or box as one reason', () => {
  const { reasons } = count([
    refused('User 4820913775 exists', 'User 4820913775 exists'),
    refused("User '99120' exists"),
    refused('User 1234567 exists'),
    refused('Mac 00:1A:79:AB:12:CD is not in stock'),
    refused(''),
  ])
  expect(reasons).toEqual([
    { words: 'User … exists', jobs: 2 },
    { words: '', jobs: 1 },
    { words: 'Mac … is not in stock', jobs: 1 },
    { words: "User '…' exists", jobs: 1 },
  ])
})

test('the statistics group jobs by the time from saving to done, and the median is the time of one of the jobs', () => {
  const { waits, total } = count([59, 60, 299, 900, 4000].map((seconds) => job({ seconds })))
  expect(waits).toEqual([1, 2, 0, 1, 1])
  expect(total.medianSeconds).toBe(299)
  expect(count([job({ seconds: 4 }), job({ seconds: 8 })]).total.medianSeconds).toBe(4)
})

test('the statistics show no negative time if the clock was set back during a job', () => {
  expect(count([job({ seconds: -50 })]).total.medianSeconds).toBe(0)
})
