import { defined } from '../../../shared/defined.ts'
import type { AttemptOutcome } from '../../../shared/domain/job.ts'

/**
 * What a reading of the platform found for its step. `present`: the step's effect is there, and a created customer is this job's own.
 * `somebody-else`: the user ID belongs to another customer, or the subscription changed, but not as the job asked. `several`:
 * several customers could be the customer of this job. `other-user-id`: the job's customer is there, under a user ID that the job did not ask
 * for. `absent`: the platform's list was read and does not show the effect. `cannot-tell`:
 * the answer was understood but looks the same with and without the effect. `no-customer`: the platform says that the customer does not
 * exist. `earlier-effect`: the call before a correction took effect. `earlier-unclear`: that call may have taken effect. `unclear`: the
 * answer was not understood. `unreached`: no trustworthy answer came, so the platform must be asked again. `credentials`: the customer's
 * password or the company token was rejected.
 */
export type Finding = (typeof findings)[number]
export const findings = [
  'present',
  'somebody-else',
  'several',
  'other-user-id',
  'absent',
  'cannot-tell',
  'no-customer',
  'earlier-effect',
  'earlier-unclear',
  'unclear',
  'unreached',
  'credentials',
] as const

/** How an attempt ended. `token-refused`: the company token was refused, which says nothing about the job. */
export type VerdictResult = AttemptOutcome | 'token-refused'

/**
 * A technician's decision about a step. `go-on-anyway`: continue although another computer of the fleet has the box or the
 * customer. `send-without-asking`: send although the fleet cannot be asked.
 */
export type Choice = (typeof choices)[number]
export const choices = [
  'check-again',
  'it-is-there',
  'send-again',
  'drop',
  'go-on-anyway',
  'send-without-asking',
] as const

/**
 * When something happened. `at`: milliseconds since the start of the process that wrote the entry. Times of different processes cannot be
 * compared. `sequence`: gives the order, and shows which process wrote the entry.
 */
export interface Moment {
  readonly sequence: number
  readonly at: number
}

/** One committed entry of a step. Entries are in the order of `sequence`. For a reading, `at` is the time of its request. */
export type Entry = Moment &
  /** `isAssumed`: the attempt may never have been made. Perhaps another computer made it, or this computer after the backup was made. */
  (
    | { readonly type: 'attempt'; readonly isAssumed?: boolean }
    /**
     * `byWords`: a refusal in words or fields alone; the HTTP status was a success. `isTurnedAway`: the platform had too many requests and
     * refused this request for that reason. `isUnclear`: the platform's own answer, with the HTTP status of a success or 409, that was not understood.
     */
    | {
        readonly type: 'verdict'
        readonly result: VerdictResult
        readonly byWords?: boolean
        readonly isTurnedAway?: boolean
        readonly isUnclear?: boolean
      }
    /** `isAnswered`: the platform sent an answer of any kind. */
    | { readonly type: 'reading'; readonly result: Finding; readonly isAnswered?: boolean }
    | { readonly type: 'choice'; readonly result: Choice }
  )

/** All entries of a step in the job's present revision, oldest first. */
export type History = readonly Entry[]

type Reading = Extract<Entry, { readonly type: 'reading' }>
/** The last attempt. `open`: the attempt has no verdict yet. */
type LastAttempt = Moment & {
  readonly result: VerdictResult | 'open'
  readonly byWords?: boolean
  readonly isTurnedAway?: boolean
}

export type HistorySummary = ReturnType<typeof summarizeHistory>

export function summarizeHistory(history: History) {
  let attempts = 0
  let last: LastAttempt | undefined
  let isAssumed = false
  /** Whether an attempt other than the last one has the verdict `unknown` or no verdict. */
  let earlierUnknown = false
  /** Whether an attempt reached the platform or may have reached it. If so, an effect may come from this job. */
  let mayHaveArrived = false
  /** Like `mayHaveArrived`, but only for attempts that were really made. An attempt with an answer was made, even on another computer. */
  let wasSent = false
  /** The number of attempts without a trustworthy answer, counted since the technician's last choice. */
  let lostReplies = 0
  /** How many of `lostReplies` were unclear answers with a success status or 409. */
  let unclearAnswers = 0
  /** The readings after the last attempt and after the technician's last choice. */
  let readings: Omit<Reading, 'type'>[] = []
  /** The technician's choice since the last attempt. Attempts that did not reach the platform are ignored. */
  let choice: Choice | undefined
  let choiceBefore: Choice | undefined
  /** Whether a technician said that the effect is there, and has not chosen "send again" since. */
  let isMarkedPresent: true | undefined
  let seen: Finding | undefined
  let seenAtChoice: Finding | undefined
  for (const entry of history) {
    const { sequence, at } = entry
    switch (entry.type) {
      case 'attempt':
        earlierUnknown ||= isUnknown(last)
        mayHaveArrived ||= hasArrived(last)
        wasSent ||= hasArrived(last) && (!isAssumed || !isUnknown(last))
        attempts += 1
        isMarkedPresent = undefined
        isAssumed = entry.isAssumed === true
        last = { result: 'open', sequence, at }
        readings = []
        choiceBefore = choice
        choice = undefined
        break
      case 'verdict':
        last = {
          result: entry.result,
          sequence,
          at,
          ...(entry.byWords === true && { byWords: true }),
          ...(entry.isTurnedAway === true && { isTurnedAway: true }),
        }
        if (entry.result === 'unknown') lostReplies += 1
        if (entry.isUnclear === true) unclearAnswers += 1
        if (entry.result === 'not-sent' || entry.result === 'token-refused') choice ??= choiceBefore
        readings = []
        break
      case 'reading':
        readings.push({ result: entry.result, sequence, at, ...(entry.isAnswered === true && { isAnswered: true }) })
        seen = entry.result
        break
      case 'choice':
        choice = entry.result
        seenAtChoice = seen
        if (entry.result !== 'check-again') lostReplies = unclearAnswers = 0
        if (entry.result === 'it-is-there') isMarkedPresent = true
        if (entry.result === 'send-again') isMarkedPresent = undefined
        readings = []
        break
    }
  }
  mayHaveArrived ||= hasArrived(last)
  wasSent ||= hasArrived(last) && (!isAssumed || !isUnknown(last))
  const told = defined({ last, choice, seenAtChoice, isMarkedPresent })
  return {
    attempts,
    isAssumed,
    earlierUnknown,
    mayHaveArrived,
    wasSent,
    lostReplies,
    unclearAnswers,
    readings,
    ...told,
  }
}

const isUnknown = (last: LastAttempt | undefined): boolean => last?.result === 'unknown' || last?.result === 'open'

const hasArrived = (last: LastAttempt | undefined): boolean =>
  isUnknown(last) || last?.result === 'accepted' || last?.result === 'refused'
