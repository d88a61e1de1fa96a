import type { DatabaseSync } from 'node:sqlite'
import { createEntries } from '../jobs/ledger/entries.ts'
import { openRows } from '../jobs/ledger/maintenance-rows.ts'
import { readJob, readStep } from '../jobs/ledger/rows.ts'
import type { Clock } from '../ports.ts'
import type { Sealing } from '../vault/sealing.ts'
import { transferContentSchema, type TransferredJob } from './transfer-file.ts'

/** Reads jobs for a transfer. Jobs that cannot be opened or understood are left out. The result contains no token. */
export function readTransferredJobs(
  database: DatabaseSync,
  sealing: Sealing,
  clock: Clock,
  sequences: readonly number[],
): readonly TransferredJob[] {
  const entries = createEntries(database, sealing, clock)
  const rows = openRows(database)
  const readOne = (sequence: number): TransferredJob => {
    const row = rows.job(sequence)
    if (row === undefined) throw new Error('There is no such job')
    const job = readJob(row, sealing)
    const steps = rows.steps(sequence).map((stepRow) => {
      const step = readStep(stepRow, job.id, sealing)
      const { id, kind, operation, state, payload } = step
      const before = entries.lastSeen(step, job.revision, 'attempt')
      return {
        kind,
        operation,
        state,
        payload,
        entries: rows.entries(id, job.revision).map((entry) => definedOf({ ...entry })),
        ...(before !== undefined && { before }),
      }
    })
    const { id, connectionId, state, why, revision, createdAt, payload } = job
    const shape = transferContentSchema.shape.jobs.element
    return shape.parse({ id, connectionId, state, ...(why && { why }), revision, createdAt, payload, steps })
  }
  return sequences.flatMap((sequence) => {
    try {
      return [readOne(sequence)]
    } catch {
      return []
    }
  })
}

const definedOf = (row: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))
