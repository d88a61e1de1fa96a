import type { StepState, WhyCode } from '../../shared/domain/job.ts'
import type { Moment } from './ledger/history.ts'
import type { LogInMaking } from './steps/platform-credentials.ts'

/** What is to be done next for a step. `until`: milliseconds that this process will have lived through. */
export type Decision =
  | { readonly action: 'read' }
  | { readonly action: 'send' }
  /** Look for proof that the read can show what exists, then decide again. */
  | { readonly action: 'verify-read-path' }
  /** Find out whether the company token or the customer's password was refused, then decide again. */
  | { readonly action: 'check-credentials' }
  | { readonly action: 'wait'; readonly until: number; readonly why: WhyCode }
  | { readonly action: 'settle'; readonly state: SettledState; readonly why?: WhyCode }

export type SettledState = Extract<StepState, 'done' | 'unconfirmed' | 'undecided' | 'refused'>

/** What the rules weigh besides the history. */
export interface Circumstances {
  /** Milliseconds that this process has lived through. */
  readonly now: number
  /** When this process began: the last sequence that an earlier one wrote, and the time on this one's own clock. */
  readonly start: Moment
  /** The platform's longest processing time, milliseconds. */
  readonly processingMs: number
  /**
   * A call that makes a customer. Its userid is its own, so somebody else's customer can stand in its place, and it may be
   * made in part: its refusal is read back.
   */
  readonly creates: boolean
  /** Who makes the log-in of a creation: unless it is ours, a second call makes a second customer. */
  readonly logIn: LogInMaking
  /** A call that takes money, and whether the operator lets it be sent again where it did not take effect. */
  readonly spends: 'no' | 'sent-again' | 'asked-first'
  /** How often this very call of this step reached the platform, or may have; whatever the revision. */
  readonly timesSent: number
  /** When the step last tried before it was corrected; absent where it was never sent before, or has been sent since. */
  readonly tried?: Moment
  /** When the platform last answered anything without failing, milliseconds that this process had lived through. */
  readonly answeredWellAt?: number
  /**
   * When an earlier step of this job carried this step's effect along (a creation that binds the box). Its absence is
   * believed only past the processing time, where it cannot be read it is not done twice, and its refusal is read back.
   */
  readonly carried?: Moment
  /** This connection has seen the same read, sent the same way, show something known to exist. `sought`: none was found. */
  readonly control: 'seen' | 'sought' | 'not-sought'
}
