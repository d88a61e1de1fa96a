import type { StepState, WhyCode } from '../../shared/domain/job.ts'
import type { Moment } from './ledger/history.ts'
import type { LogInMaking } from './steps/platform-credentials.ts'

/** What is done next for a step. `until`: milliseconds of this process. */
export type Decision =
  | { readonly action: 'read' }
  | { readonly action: 'send' }
  /** Check that the read can show what exists, then decide again. */
  | { readonly action: 'verify-read-path' }
  /** Find out whether the company token or the customer's password was refused, then decide again. */
  | { readonly action: 'check-credentials' }
  | { readonly action: 'wait'; readonly until: number; readonly why: WhyCode }
  | { readonly action: 'settle'; readonly state: SettledState; readonly why?: WhyCode }

export type SettledState = Extract<StepState, 'done' | 'unconfirmed' | 'undecided' | 'refused'>

/** What the rules need besides the history. */
export interface Circumstances {
  /** Milliseconds since this process started. */
  readonly now: number
  /** When this process started: the last sequence of an earlier process, and the time on this one's clock. */
  readonly start: Moment
  /** The platform's longest processing time, milliseconds. */
  readonly processingMs: number
  /**
   * The call makes a customer. Another customer may have the user ID, and a refused call may have made a part, so its
   * refusal is read back.
   */
  readonly creates: boolean
  /** Who makes the log-in of a creation. Unless it is ours, a second call makes a second customer. */
  readonly logIn: LogInMaking
  /** Whether the call takes money, and whether the operator lets it be sent again if it had no effect. */
  readonly spends: 'no' | 'sent-again' | 'asked-first'
  /** How often the same call of this step reached the platform, or may have, in any revision. */
  readonly timesSent: number
  /** When the step last tried before a correction. Absent if it was not sent before the correction, or was sent since. */
  readonly tried?: Moment
  /** When the platform last answered without failing, milliseconds of this process. */
  readonly answeredWellAt?: number
  /**
   * When an earlier step of this job had this step's effect too (a creation that binds the box). Its absence is believed
   * only after the processing time, its refusal is read back, and if it cannot be read, it is not done twice.
   */
  readonly carried?: Moment
  /** `seen`: the same read, sent the same way, has shown something known to exist. `sought`: nothing to show was found. */
  readonly control: 'seen' | 'sought' | 'not-sought'
}
