import { createHash } from 'node:crypto'
import type { Answer } from '../../platform/answer.ts'
import type { StepState, WhyCode } from '../../shared/domain/job.ts'
import { isPortal, type PlatformAccess, type Showing } from './access.ts'
import type { Moment } from './ledger/history.ts'
import type { Job, Step } from './ledger/rows.ts'
import type { LogInMaking } from './steps/platform-credentials.ts'

/** The next action for a step. `until`: milliseconds since this process started. */
export type Decision =
  /** `isRenewed`: only the age of the last reading keeps the call from being sent. */
  | { readonly action: 'read'; readonly isRenewed?: true }
  | { readonly action: 'send' }
  /** Check that the read can show what exists, then decide again. */
  | { readonly action: 'verify-read-path' }
  /** Find out whether the company token or the customer's password was refused, then decide again. */
  | { readonly action: 'check-credentials' }
  | { readonly action: 'wait'; readonly until: number; readonly why: WhyCode }
  | { readonly action: 'settle'; readonly state: SettledState; readonly why?: WhyCode }

export type SettledState = Extract<StepState, 'done' | 'unconfirmed' | 'undecided' | 'refused'>

export interface Circumstances {
  /** Milliseconds since this process started. */
  readonly now: number
  /**
   * The start of this process. `sequence`: the last entry of an earlier process. `at`: the time of the start on this process's clock, or the
   * time of the last change of the connection's token or place.
   */
  readonly start: Moment
  /** The platform's longest processing time, in milliseconds. */
  readonly processingMs: number
  /**
   * When this run noted its last reading of the step, in milliseconds since this process started. A reading counts from its request, and a
   * slow platform may take long to answer. Absent if the last reading is of an earlier run.
   */
  readonly notedAt?: number
  /**
   * Whether the call creates a customer. The refusal of such a call is read back, because the user ID may already belong to another
   * customer, or a part of the customer may have been created.
   */
  readonly creates: boolean
  /** Who makes the credentials of a creation. Unless Setdesk makes them, a second call creates a second customer. */
  readonly logIn: LogInMaking
  /** Whether the call takes money, and whether the operator lets it be sent again if it had no effect. */
  readonly spends: 'no' | 'sent-again' | 'asked-first'
  /** Whether the last answer to the call asked for the customer's password. This is the reason that a technician sees after a refusal. */
  readonly asksPassword: boolean
  /**
   * Whether the call was refused, or may have been refused, because something is so already, and not because of another customer's box. A
   * proxy may have sent the call twice: the first copy took effect, and the second copy was refused. The platform's list may show the effect
   * only later. If an earlier reply was lost, a refusal because of a limit counts, too: the lost call may have used the last place.
   */
  readonly saysThere: boolean
  /**
   * How often this step's call reached the platform or may have reached it, in all revisions. Of the calls of this computer, only those with
   * the same values count. 0 if the call takes no money.
   */
  readonly timesSent: number
  /**
   * Whether the last reading shows the same subscription as the last one before the technician's choice. The finding may be the same
   * although the end date has moved once more.
   */
  readonly isUnmoved: boolean
  /** When the step was last sent before a correction. Absent if the step was not sent before a correction, or was sent again since. */
  readonly tried?: Moment
  /** When the platform last answered without failing, in milliseconds since this process started. */
  readonly answeredWellAt?: number
  /**
   * When an earlier step of this job was sent, if that step also has this step's effect. An example is a creation that binds the box. In
   * this case, an absence is believed only after the processing time, a refusal is read back, and the step is not sent while its effect
   * cannot be read.
   */
  readonly carried?: Moment
  /**
   * Whether the read is known to show what exists. `seen`: the same read, sent in the same way, has shown something known to exist.
   * `sought`: the control searched but found nothing that the read shows. `not-sought`: the control has not searched yet.
   */
  readonly control: 'seen' | 'sought' | 'not-sought'
  /** The last times in this process that this read showed something known to exist. */
  readonly showings: readonly Showing[]
}

/** SHA-256 of everything that a step sends except the token. The same call has the same hash with any token. */
export const fingerprintOf = (
  access: Pick<PlatformAccess, 'fingerprintText'>,
  { operation, payload }: Pick<Step, 'operation' | 'payload'>,
): Uint8Array => createHash('sha256').update(access.fingerprintText(operation, payload.send)).digest()

/**
 * After this many runs in a row without an answer, a job pauses and starts after the other jobs. The platform may fail only at its
 * question.
 */
export const failedOften = 3

/** Why a run of a job ended. `unreached` and `busy` concern the whole connection and not only the job. */
export type RunEnd =
  | { readonly end: 'stopped' | 'token-refused' }
  /**
   * `unknownWords`: the platform's words that were not understood, if the job was refused or cannot be decided. A job that waits with such
   * words was refused and is still being read back. `said`: the platform's answer in the form that a technician reads. `isIdle`: the job
   * waits for the policy or the fleet and asked the platform nothing, so it does not count among the jobs that start within a minute.
   */
  | { readonly end: 'waits' | 'rests'; readonly unknownWords?: string; readonly said?: string; readonly isIdle?: true }
  | { readonly end: 'unreached'; readonly failure: string }
  /** `isFromBetween`: something between this computer and the platform answered, so the platform itself may not be busy. */
  | { readonly end: 'busy'; readonly retryAfterMs: number | undefined; readonly isFromBetween?: true }

export function endWithout(answer: Answer): RunEnd {
  const { reach, retryAfterMs, failure = 'not-http' } = answer
  if (reach !== 'answered') return { end: 'unreached', failure }
  return { end: 'busy', retryAfterMs, ...(isPortal(answer) && { isFromBetween: true }) }
}

export interface StepContext {
  readonly job: Job
  readonly steps: readonly Step[]
  readonly step: Step
  readonly circumstances: Circumstances
  readonly stopping: AbortSignal
  /** The reads that the control of this run could not show to work. The next run searches again. */
  readonly soughtInVain: Set<string>
  readonly notedAt: Map<number, number>
  /** The kinds of calls about which this run has already asked the hub. */
  readonly answered: Set<'first' | 'later' | 'send'>
  /** How many runs of the job before this one ended in a row because the platform did not answer. */
  readonly failed: number
}
