import type { JobKind } from '../../../shared/domain/job.ts'
import type { JobKeys } from './job-keys.ts'
import type { Payload, PlannedStep } from './payload.ts'

export interface NewJob extends JobKeys {
  readonly id: string
  readonly draftId: string
  readonly connectionId: string
  readonly payload: Payload
  readonly steps: readonly PlannedStep[]
}

/** A new job in a form that can be sent to a thread. Its payloads are JSON. */
export interface NewJobText {
  readonly id: string
  readonly draftId: string
  readonly connectionId: string
  readonly kind: JobKind
  /** Keyed hashes, hexadecimal. */
  readonly customerKey: string | null
  readonly boxKey: string | null
  /** Milliseconds since 1970. */
  readonly savedAt: number
  readonly payload: string
  readonly steps: readonly { readonly kind: string; readonly operation: string; readonly payload: string }[]
}

export const writeOut = (job: NewJob, savedAt: number): NewJobText => ({
  id: job.id,
  draftId: job.draftId,
  connectionId: job.connectionId,
  kind: job.payload.intent.kind,
  customerKey: hex(job.customerKey),
  boxKey: hex(job.boxKey),
  savedAt,
  payload: JSON.stringify(job.payload),
  steps: job.steps.map(({ kind, operation, payload }) => ({ kind, operation, payload: JSON.stringify(payload) })),
})

const hex = (key: Uint8Array | undefined): string | null =>
  key === undefined ? null : Buffer.from(key).toString('hex')
