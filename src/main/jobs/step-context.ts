import type { Circumstances } from './circumstances.ts'
import type { Job, Step } from './ledger/rows.ts'

/** Why a run of a job ended. `unreached` and `busy` say something of the whole connection, not of the job alone. */
export type RunEnd =
  | { readonly end: 'waits' | 'stopped' | 'token-refused' }
  /**
   * `unknownWords`: it was refused, or cannot be decided, and these words of the platform were not understood. `said`: the
   * answer they are from, as a technician reads it.
   */
  | { readonly end: 'rests'; readonly unknownWords?: string; readonly said?: string }
  | { readonly end: 'unreached'; readonly failure: string }
  | { readonly end: 'busy'; readonly retryAfterMs: number | undefined }

/** A step of a job to be carried on, and what its run remembers until it ends. */
export interface StepContext {
  readonly job: Job
  readonly steps: readonly Step[]
  readonly step: Step
  readonly circumstances: Circumstances
  readonly stopping: AbortSignal
  /** Reads for which a control was sought in vain in this run; the next run seeks again. */
  readonly soughtInVain: Set<string>
}
