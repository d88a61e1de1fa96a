import type { Circumstances, Decision } from './step-context.ts'
import type { HistorySummary, Finding, Moment } from './ledger/history.ts'

/** After this many readings that were not understood, the platform's list counts as unreadable. */
const unclearEnough = 3
/** After this many failed readings over at least `failingTimes` processing times, a technician is asked. */
const failingEnough = 6
const failingTimes = 5
/**
 * If the failures began in an earlier process, a technician is asked after this many failures. Their duration is not known, because the
 * times of two processes cannot be compared. The number is high, because a computer that restarts often also reads often.
 */
const failingByAnyClock = 30

/**
 * Whether the platform has failed at this step's question for so long that waiting does not help. A platform that fails at every question
 * does not count: then the platform is down, and all work waits.
 */
export function keepsFailing(
  { readings }: HistorySummary,
  { start, now, processingMs, answeredWellAt }: Circumstances,
): boolean {
  const well = readings.findLastIndex(({ result }) => result !== 'unreached')
  // A reading without any answer in between says nothing about the platform.
  const failing = readings.slice(well + 1).filter(({ isAnswered }) => isAnswered === true)
  const [first] = failing
  if (first === undefined || failing.length < failingEnough || answeredWellAt === undefined) return false
  if (first.sequence <= start.sequence) return failing.length >= failingByAnyClock
  return now - first.at >= failingTimes * processingMs && answeredWellAt > first.at
}

/**
 * The decision to read again, now or later. Undefined once two readings past the processing time have shown that the effect is absent.
 * `since`: when the processing time began.
 */
export function absentLongEnough(
  summary: HistorySummary,
  circumstances: Circumstances,
  since = lastEnd(summary),
): Decision | undefined {
  const late = findLate(summary, circumstances, since, 'absent')
  if (late.length >= 2) return undefined
  const first = late[0]
  if (first !== undefined) return lookAgain(circumstances, first.at + Math.min(5000, circumstances.processingMs / 20))
  return lookAgain(circumstances, nextLookBefore(summary, circumstances, since))
}

/** The two readings of a proof may lie this far apart, in milliseconds, even if the processing time is shorter. */
const leastSpan = 10_000
/** After this many readings of an absence without a proof, a technician decides. On a slow line no proof may be quick enough. */
const unprovedEnough = 10

/**
 * Undefined if an absence is proved: the read showed something between two readings that did not find the effect, or the customer. Otherwise
 * what to do next: look for something that the read can show, or read again. Without the proof, the platform's lists may be empty for a
 * while, and a call that is sent again could take effect twice. `otherwise`: if the read can show nothing, or ten readings brought no proof.
 */
export function lacksProof(
  summary: HistorySummary,
  circumstances: Circumstances,
  otherwise: Decision,
  since = lastEnd(summary),
  absence: 'absent' | 'no-customer' = 'absent',
): Decision | undefined {
  if (circumstances.control === 'sought') return otherwise
  const late = findLate(summary, circumstances, since, absence)
  const last = late.at(-1)
  const longest = Math.max(leastSpan, circumstances.processingMs)
  // Lists that were empty at two readings far apart may have been filled in between.
  const first = late.find(({ at }) => last !== undefined && last.at - at < longest)
  // A request may wait for its turn, so the times of two requests do not say which came first.
  const later = first && circumstances.showings.filter(({ asked }) => asked.sequence >= first.sequence)
  // A reading without the effect may itself show something, such as the customer with the former end date.
  if (later?.some(({ asked, notedAt }) => notedAt <= (last?.at ?? 0) || asked.at === last?.at) === true)
    return undefined
  if (late.length >= unprovedEnough) return otherwise
  return later === undefined || later.length === 0 ? { action: 'verify-read-path' } : { action: 'read' }
}

/** Decides after a reading that looks the same with and without the effect. Reads again until the processing time is over. */
export function cannotTell(summary: HistorySummary, circumstances: Circumstances): Decision {
  const since = lastEnd(summary)
  return findLate(summary, circumstances, since, 'cannot-tell').length > 0
    ? { action: 'settle', state: 'undecided', why: 'cannot-tell' }
    : lookAgain(circumstances, nextLookBefore(summary, circumstances, since))
}

/** Findings that say nothing about the effect. */
const tellsNothing: readonly Finding[] = ['unclear', 'earlier-unclear', 'no-customer']

/**
 * Decides to read again until the processing time is over and several readings were unclear. Then returns `otherwise`. Unclear readings
 * within the processing time prove nothing.
 */
export function giveUpReading(
  summary: HistorySummary,
  circumstances: Circumstances,
  otherwise: Decision,
  since = lastEnd(summary),
): Decision {
  const unclear = summary.readings.filter(({ result }) => tellsNothing.includes(result)).length
  const isLate = tellsNothing.some((result) => findLate(summary, circumstances, since, result).length > 0)
  return isLate && unclear >= unclearEnough
    ? otherwise
    : lookAgain(circumstances, nextLookBefore(summary, circumstances, since))
}

/** The readings since the start with the result `result` that were requested after the end of the processing time. */
function findLate(
  summary: HistorySummary,
  circumstances: Circumstances,
  since: Moment,
  result: Finding,
): HistorySummary['readings'] {
  const from = believableFrom(circumstances, since)
  return summary.readings.filter(
    (reading) => reading.result === result && isSinceStart(reading, circumstances) && reading.at >= from,
  )
}

/**
 * The time from which an absence can be believed. If `since` is before the start, the processing time counts from the start.
 */
const believableFrom = (circumstances: Circumstances, since: Moment): number =>
  (isSinceStart(since, circumstances) ? since.at : circumstances.start.at) + circumstances.processingMs

function lookAgain({ now }: Circumstances, at: number): Decision {
  return now >= at ? { action: 'read' } : { action: 'wait', until: at, why: 'processing-time' }
}

/** The time of the next reading. It is at the latest the end of the processing time, unless that end has passed. */
function nextLookBefore(summary: HistorySummary, circumstances: Circumstances, since: Moment): number {
  const [next, believable] = [nextLook(summary, circumstances), believableFrom(circumstances, since)]
  return circumstances.now < believable ? Math.min(next, believable) : next
}

/** The time of the next reading. The pauses grow up to a quarter of the processing time. */
function nextLook(summary: HistorySummary, circumstances: Circumstances): number {
  const last = summary.readings.at(-1)
  if (last === undefined || !isSinceStart(last, circumstances)) return circumstances.now
  const { processingMs } = circumstances
  return last.at + Math.min(processingMs / 4, (processingMs / 240) * 3 ** (summary.readings.length - 1))
}

/**
 * Whether this process wrote the entry, and under the present token. Only the times of such entries can be compared with the present time,
 * and another token may see other customers.
 */
export const isSinceStart = ({ sequence, at }: Moment, { start }: Circumstances): boolean =>
  sequence > start.sequence && at >= start.at

const lastEnd = (summary: HistorySummary): Moment => summary.last ?? { sequence: 0, at: 0 }
