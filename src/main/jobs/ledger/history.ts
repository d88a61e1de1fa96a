import type { AttemptOutcome } from '../../../shared/domain/job.ts'

/**
 * What a reading of the platform found, seen from the step it was made for. `present`: the step's effect is there, and it is
 * this job's. `somebody-else`: the userid is another customer's. `several`: more than one could be this job's. `absent`: the platform's list was read, and it is not there.
 * `cannot-tell`: read and understood, but it would look the same with the effect and without it. `earlier-effect`: what was
 * sent before a correction took effect. `earlier-unclear`: whether it did cannot be told. `unclear`: answered, not understood.
 * `unreached`: no trustworthy answer came; ask again. `credentials`: the customer's password or the company token was not taken.
 */
export type Finding = (typeof findings)[number]
export const findings = [
  'present',
  'somebody-else',
  'several',
  'absent',
  'cannot-tell',
  'earlier-effect',
  'earlier-unclear',
  'unclear',
  'unreached',
  'credentials',
] as const

/** How an attempt ended; `token-refused` is a refusal of the company token, which says nothing about the job. */
export type VerdictResult = AttemptOutcome | 'token-refused'

/** What a person decided about a step. */
export type Choice = 'check-again' | 'it-is-there' | 'send-again' | 'drop'

/**
 * When something happened. `at`: milliseconds that the writing process had lived through, so it is compared only within one
 * process; which process that was, and what came first, is told by `sequence`.
 */
export interface Moment {
  readonly sequence: number
  readonly at: number
}

/** One committed happening of a step, in the order of `sequence`. A reading's moment is when it was asked for. */
export type Entry = Moment &
  /** `isAssumed`: it may have been made by another computer or after a backup; nothing is known of it. */
  (
    | { readonly type: 'attempt'; readonly isAssumed?: boolean }
    /** `byWords`: a refusal in words or fields alone, its HTTP status was one of success. */
    | { readonly type: 'verdict'; readonly result: VerdictResult; readonly byWords?: boolean }
    /** `isAnswered`: the platform answered, whatever the answer was worth. */
    | { readonly type: 'reading'; readonly result: Finding; readonly isAnswered?: boolean }
    | { readonly type: 'choice'; readonly result: Choice }
  )

/** All happenings of a step in the job's present revision, oldest first. */
export type History = readonly Entry[]

/** What the history comes down to, in the terms the rules are written in. */
export interface HistorySummary {
  /** Attempts so far. */
  readonly attempts: number
  /** How the last attempt ended; `open` while it has no verdict; absent where there was none. */
  readonly last?: Moment & { readonly result: VerdictResult | 'open'; readonly byWords?: boolean }
  /** Whether the last attempt was made at all is not known. */
  readonly isAssumed: boolean
  /** An attempt before the last ended unknown, or has no verdict. */
  readonly earlierUnknown: boolean
  /** An attempt reached the platform, or may have: what is there may be this job's doing. */
  readonly mayHaveArrived: boolean
  /** Attempts since a person's last choice that got no trustworthy answer. */
  readonly lostReplies: number
  /** Readings since the last attempt ended, or all of them where nothing was sent; since a person's last choice. */
  readonly readings: readonly Reading[]
  /** What a person chose since the last attempt. A call that did not reach the platform leaves the choice before it as it was. */
  readonly choice?: Choice
  /** The last finding that the person had in sight when choosing. */
  readonly seenAtChoice?: Finding
}

/** A reading of the platform. */
type Reading = Moment & { readonly result: Finding; readonly isAnswered?: boolean }

/** Reads the history once, from its oldest entry. */
export function summarizeHistory(history: History): HistorySummary {
  let attempts = 0
  let last: HistorySummary['last']
  let isAssumed = false
  let earlierUnknown = false
  let mayHaveArrived = false
  let lostReplies = 0
  let readings: Reading[] = []
  let choice: Choice | undefined
  let choiceBefore: Choice | undefined
  let seen: Finding | undefined
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
        last = { result: entry.result, sequence, at, ...(entry.byWords === true && { byWords: true }) }
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
  return {
    attempts,
    isAssumed,
    earlierUnknown,
    mayHaveArrived,
    lostReplies,
    readings,
    ...(last && { last }),
    ...(choice && { choice }),
    ...(seenAtChoice && { seenAtChoice }),
  }
}

const isUnknown = (last: HistorySummary['last']): boolean => last?.result === 'unknown' || last?.result === 'open'

const hasArrived = (last: HistorySummary['last']): boolean =>
  isUnknown(last) || last?.result === 'accepted' || last?.result === 'refused'
