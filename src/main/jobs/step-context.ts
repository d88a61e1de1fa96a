import type { Job, Step } from './ledger/rows.ts'
import type { Retrieval } from '../../platform/transport/request.ts'
import { createHash } from 'node:crypto'
import type { PlatformAccess } from './access.ts'
import type { Circumstances } from './circumstances.ts'

/** SHA-256 over all that a step sends but the token: the same call has the same, whoever's token it goes out with. */
export const fingerprintOf = (
  access: Pick<PlatformAccess, 'fingerprintText'>,
  { operation, payload }: Pick<Step, 'operation' | 'payload'>,
): Uint8Array => createHash('sha256').update(access.fingerprintText(operation, payload.send)).digest()

/** How a step's reads travel, as a key of what was ever shown by them. */
export const wayOf = ({ payload }: Pick<Step, 'payload'>, retrieval: Retrieval): string =>
  payload.read['password'] === '0' ? wayWithoutPassword(retrieval) : retrieval

/** A read that shows something without a password shows it with the right one, too; not the other way round. */
export const wayWithoutPassword = (retrieval: Retrieval): string => `${retrieval} without password`

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
