import { defined } from '../../../shared/defined.ts'
import type { AttemptOutcome } from '../../../shared/domain/job.ts'

/**
 * What a reading of the platform found for its step. `present`: the step's effect is there, by this job. `somebody-else`: the
 * user ID is another customer's. `several`: more than one customer could be this job's. `absent`: the platform's list was read,
 * and the effect is not there. `cannot-tell`: read and understood, but it looks the same with the effect and without it.
 * `no-customer`: the platform says that it has no customer to whom this could be done.
 * `earlier-effect`: what was sent before a correction took effect. `earlier-unclear`: perhaps it did. `unclear`: answered, not
 * understood. `unreached`: no trustworthy answer came; ask again. `credentials`: the customer's password or the company token
 * was rejected.
 */
export type Finding = (typeof findings)[number]
export const findings = [
  'present',
  'somebody-else',
  'several',
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
 * What a technician decided about a step. `go-on-anyway`: although another computer of the fleet has the box or the customer.
 * `send-without-asking`: although the fleet cannot be asked.
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
 * When something happened. `at`: milliseconds of the process that wrote it, so it is compared only within one process.
 * `sequence` tells which process that was, and what came first.
 */
export interface Moment {
  readonly sequence: number
  readonly at: number
}

/** One committed entry of a step, in the order of `sequence`. The moment of a reading is when it was requested. */
export type Entry = Moment &
  /** `isAssumed`: it may have been made by another computer or after a backup; nothing is known about it. */
  (
    | { readonly type: 'attempt'; readonly isAssumed?: boolean }
    /**
     * `byWords`: a refusal in words or fields alone; its HTTP status was a success. `isTurnedAway`: the platform had too many
     * requests and took none.
     */
    | {
        readonly type: 'verdict'
        readonly result: VerdictResult
        readonly byWords?: boolean
        readonly isTurnedAway?: boolean
      }
    /** `isAnswered`: the platform answered, with whatever. */
    | { readonly type: 'reading'; readonly result: Finding; readonly isAnswered?: boolean }
    | { readonly type: 'choice'; readonly result: Choice }
  )

/** All entries of a step in the job's present revision, oldest first. */
export type History = readonly Entry[]

type Reading = Extract<Entry, { readonly type: 'reading' }>
/** `open`: without a verdict so far. */
type LastAttempt = Moment & {
  readonly result: VerdictResult | 'open'
  readonly byWords?: boolean
  readonly isTurnedAway?: boolean
}

export type HistorySummary = ReturnType<typeof summarizeHistory>

/** The history as the rules need it. */
export function summarizeHistory(history: History) {
  let attempts = 0
  let last: LastAttempt | undefined
  /** It is not known whether the last attempt was made at all. */
  let isAssumed = false
  /** An attempt before the last ended unknown, or has no verdict. */
  let earlierUnknown = false
  /** An attempt reached the platform, or may have: what is there may come from this job. */
  let mayHaveArrived = false
  /** Attempts without a trustworthy answer since the technician's last choice. */
  let lostReplies = 0
  /** Readings since the last attempt ended, and since the technician's last choice. */
  let readings: Omit<Reading, 'type'>[] = []
  /** The technician's choice since the last attempt. An attempt that did not reach the platform does not count. */
  let choice: Choice | undefined
  let choiceBefore: Choice | undefined
  let seen: Finding | undefined
  /** The last finding before that choice. */
  let seenAtChoice: Finding | undefined
  for (const entry of history) {
    const { sequence, at } = entry
    switch (entry.type) {
      case 'attempt':
        earlierUnknown ||= isUnknown(last)
        mayHaveArrived ||= hasArrived(last)
        attempts += 1
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
        lostReplies = 0
        readings = []
        break
    }
  }
  mayHaveArrived ||= hasArrived(last)
  const told = defined({ last, choice, seenAtChoice })
  return { attempts, isAssumed, earlierUnknown, mayHaveArrived, lostReplies, readings, ...told }
}

const isUnknown = (last: LastAttempt | undefined): boolean => last?.result === 'unknown' || last?.result === 'open'

const hasArrived = (last: LastAttempt | undefined): boolean =>
  isUnknown(last) || last?.result === 'accepted' || last?.result === 'refused'
