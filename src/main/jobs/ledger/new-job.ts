import type { DatabaseSync } from 'node:sqlite'
import type { JobKind } from '../../../shared/domain/job.ts'
import type { Sealing } from '../../vault/sealing.ts'
import type { JobKeys } from './job-keys.ts'
import type { Payload, PlannedStep } from './payload.ts'
import { createNewRecordMac } from './records.ts'
import { sealedAs, type NewRows } from './rows.ts'

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

export interface SealedJob extends NewRows {
  readonly mac: Uint8Array
}

/** Seals and writes new jobs. Statements are prepared once. */
export function createJobWriter(database: DatabaseSync, sealing: Pick<Sealing, 'seal' | 'recordTag'>) {
  const macOf = createNewRecordMac(database, sealing)
  const jobOfDraft = database.prepare('SELECT id FROM job WHERE draft_id = ?')
  const putJob = database.prepare(`INSERT INTO job
    (id, draft_id, connection_id, kind, state, revision, customer_key, box_key, created_at, updated_at, sealed, mac)
    VALUES (?, ?, ?, ?, 'saved', 1, ?, ?, ?, ?, ?, ?) ON CONFLICT (draft_id) DO NOTHING`)
  const putStep = database.prepare(`INSERT INTO step (job_sequence, position, kind, operation, state, sealed)
    VALUES (?, ?, ?, ?, 'open', ?)`)
  return {
    /** The id of the job that was made from a draft. Undefined if there is none. */
    ofDraft: (draftId: string): string | undefined => jobOfDraft.get(draftId)?.['id']?.toString(),
    /** The rows of a job, and the MAC that authenticates them. Reads and writes nothing. */
    seal({ id, draftId, connectionId, kind, savedAt, ...job }: NewJobText): SealedJob {
      const [customerKey, boxKey] = [bytes(job.customerKey), bytes(job.boxKey)]
      const sealed = sealing.seal(sealedAs.job(id), job.payload)
      const rows: NewRows = {
        columns: [id, draftId, connectionId, kind, customerKey, boxKey, savedAt, savedAt, sealed],
        steps: job.steps.map((step, at) => [
          at,
          step.kind,
          step.operation,
          sealing.seal(sealedAs.step(id, at), step.payload),
        ]),
      }
      return { ...rows, mac: macOf(rows) }
    },
    /** Writes a job within the caller's transaction. False if its draft was already a job; then nothing is written. */
    put(rows: SealedJob): boolean {
      const { changes, lastInsertRowid } = putJob.run(...rows.columns, rows.mac)
      if (changes === 0) return false
      for (const step of rows.steps) putStep.run(lastInsertRowid, ...step)
      return true
    },
  }
}

const hex = (key: Uint8Array | undefined): string | null =>
  key === undefined ? null : Buffer.from(key).toString('hex')
const bytes = (key: string | null): Uint8Array | null => (key === null ? null : Buffer.from(key, 'hex'))
