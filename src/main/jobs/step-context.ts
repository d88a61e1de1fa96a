import type { Job, Step } from './ledger/rows.ts'
import type { Retrieval } from '../../platform/transport/request.ts'
import { createHash } from 'node:crypto'
import type { PlatformAccess } from './access.ts'
import type { Circumstances } from './circumstances.ts'

/** SHA-256 of all that a step sends except the token, so that the same call has the same hash with any token. */
export const fingerprintOf = (
  access: Pick<PlatformAccess, 'fingerprintText'>,
  { operation, payload }: Pick<Step, 'operation' | 'payload'>,
): Uint8Array => createHash('sha256').update(access.fingerprintText(operation, payload.send)).digest()

/** How a step's reads travel. The key under which it is known what they have shown. */
export const wayOf = ({ payload }: Pick<Step, 'payload'>, retrieval: Retrieval): string =>
  payload.read['password'] === '0' ? wayWithoutPassword(retrieval) : retrieval

/** A read that shows something without a password also shows it with the right one, but not the other way round. */
export const wayWithoutPassword = (retrieval: Retrieval): string => `${retrieval} without password`

/** Why a run of a job ended. `unreached` and `busy` concern the whole connection, not only the job. */
export type RunEnd =
  | { readonly end: 'waits' | 'stopped' | 'token-refused' }
  /**
   * `unknownWords`: the job was refused or cannot be decided, and these words of the platform were not understood. `said`:
   * their answer, as a technician reads it.
   */
  | { readonly end: 'rests'; readonly unknownWords?: string; readonly said?: string }
  | { readonly end: 'unreached'; readonly failure: string }
  | { readonly end: 'busy'; readonly retryAfterMs: number | undefined }

/** A step under way, and what its run remembers until it ends. */
export interface StepContext {
  readonly job: Job
  readonly steps: readonly Step[]
  readonly step: Step
  readonly circumstances: Circumstances
  readonly stopping: AbortSignal
  /** Reads for which this run found no control. The next run looks again. */
  readonly soughtInVain: Set<string>
}
