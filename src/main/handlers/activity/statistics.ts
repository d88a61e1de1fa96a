import { setImmediate as nextTurn } from 'node:timers/promises'
import { defined } from '../../../shared/defined.ts'
import { isIn } from '../../../shared/domain/job-states.ts'
import { waitBounds, type JobStatistics, type Tally } from '../../../shared/domain/activity/job-statistics.ts'
import { succeed } from '../../../shared/result.ts'
import type { JobFacts } from '../../jobs/ledger/views.ts'
import { problem } from '../session/problem.ts'
import type { SessionHandlers } from '../session/session.ts'
import { isBy } from '../../jobs/ledger/job-search.ts'

/** The largest number of jobs that one request opens, and how many it opens in one turn of the event loop (about five milliseconds). */
const [mostCounted, countedInATurn] = [50_000, 50]
const mostReasons = 8

/** Counts the active connection's jobs for a supervisor. */
export const statisticsHandlers: SessionHandlers<'activity.statistics'> = {
  'activity.statistics': async ({ settings, queue: { views }, database }, { edges, technician = '', kinds }) => {
    const connection = settings.active()
    if (connection === undefined) return problem('no-connection', 'There is no connection whose jobs could be counted')
    const counts = createStatistics(edges)
    const which = { connectionId: connection.id, from: edges[0], to: edges.at(-1), kinds }
    let before: number | undefined
    let isCut = false
    for (let opened = 0; database.isOpen; opened += countedInATurn) {
      isCut = opened >= mostCounted
      if (isCut) break
      const facts = views.facts({ ...which, before, limit: countedInATurn })
      for (const one of facts) if (isBy(one.summary, technician)) counts.add(one)
      if (facts.length < countedInATurn) break
      before = facts.at(-1)?.summary.sequence
      await nextTurn()
    }
    return succeed({ ...counts.read(), isCut })
  },
}

/** Counts jobs. `edges` are the borders between the periods, in milliseconds since 1970. A period lasts from one border to the next. */
export function createStatistics(edges: readonly number[]) {
  const total = createTally()
  const periods = edges.slice(1).map(createTally)
  const technicians = new Map<string, ReturnType<typeof createTally>>()
  const reasons = new Map<string, number>()
  const waits = Array.from({ length: waitBounds.length + 1 }, () => 0)

  const technicianOf = (name: string): ReturnType<typeof createTally> => {
    const known = technicians.get(name) ?? createTally()
    technicians.set(name, known)
    return known
  }
  return {
    add(job: JobFacts): void {
      const { createdAt, technician } = job.summary
      const period = periods[edges.findLastIndex((edge) => edge <= createdAt)]
      for (const tally of [total, period, technicianOf(technician)]) tally?.add(job)
      for (const words of new Set(job.refusals.map(withoutValues))) reasons.set(words, (reasons.get(words) ?? 0) + 1)
      const seconds = secondsToDone(job)
      if (seconds === undefined) return
      const place = waitBounds.findIndex((bound) => seconds < bound)
      const index = place < 0 ? waitBounds.length : place
      waits[index] = (waits[index] ?? 0) + 1
    },
    read: (): Omit<JobStatistics, 'isCut'> => ({
      total: total.read(),
      periods: periods.map((period) => period.read()),
      technicians: [...technicians]
        .map(([name, tally]) => ({ name, ...tally.read() }))
        .sort((one, other) => other.jobs - one.jobs || one.name.localeCompare(other.name)),
      reasons: [...reasons]
        .map(([words, jobs]) => ({ words, jobs }))
        .sort((one, other) => other.jobs - one.jobs || one.words.localeCompare(other.words))
        .slice(0, mostReasons),
      waits,
    }),
  }
}

function createTally() {
  const counts = { jobs: 0, done: 0, underWay: 0, needsYou: 0, refused: 0, dropped: 0, firstTimeRight: 0 }
  const seconds: number[] = []
  return {
    add(job: JobFacts): void {
      counts.jobs += 1
      counts[placeOf(job)] += 1
      if (isFirstTimeRight(job)) counts.firstTimeRight += 1
      const took = secondsToDone(job)
      if (took !== undefined) seconds.push(took)
    },
    read: (): Tally => ({ ...counts, ...defined({ medianSeconds: medianOf(seconds) }) }),
  }
}

const isDone = ({ summary: { state } }: JobFacts): boolean => state === 'done' || state === 'unconfirmed'

function placeOf(job: JobFacts): 'done' | 'underWay' | 'needsYou' | 'refused' | 'dropped' {
  const { state } = job.summary
  if (isDone(job)) return 'done'
  if (isIn('running', state)) return 'underWay'
  return state === 'refused' || state === 'dropped' ? state : 'needsYou'
}

const isFirstTimeRight = (job: JobFacts): boolean =>
  isDone(job) && !job.isCorrected && !job.isDecided && job.refusals.length === 0

const secondsToDone = (job: JobFacts): number | undefined =>
  isDone(job) ? Math.max(0, job.summary.updatedAt - job.summary.createdAt) / 1000 : undefined

/** Replaces user IDs, numbers, addresses and boxes with …, so that the same refusal for two customers counts as one reason. */
const withoutValues = (words: string): string =>
  words.replace(/[^\s"'(),;]*(?:@|\d)[^\s"'(),;]*/gu, (part) => (part.length < 4 ? part : '…'))

/** Returns the median. Of two middle values it returns the lower one, so that the median is the time of a real job. */
const medianOf = (numbers: readonly number[]): number | undefined =>
  numbers.toSorted((one, other) => one - other)[Math.floor((numbers.length - 1) / 2)]
