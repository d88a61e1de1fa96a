import type { DatabaseSync } from 'node:sqlite'
import { createEntries } from '../jobs/ledger/entries.ts'
import { readJob, readStep } from '../jobs/ledger/rows.ts'
import type { Clock } from '../ports.ts'
import type { Sealing } from '../vault/sealing.ts'
import { handOverContentSchema, type TravellingJob } from './hand-over-file.ts'

/** What a job may be in to be handed to another computer: not over, and nothing of it under way. */
export const travellingStates = `('saved', 'checking', 'waiting', 'needs-you', 'refused')`

/** The same of a computer that is gone: nothing of it is under way any more. */
export const leftBehindStates = `('saved', 'sending', 'checking', 'waiting', 'needs-you', 'refused')`

/** Reads jobs as they travel; those that cannot be opened or understood are left out. No token is among it. */
export function readTravelling(
  database: DatabaseSync,
  sealing: Sealing,
  clock: Clock,
  sequences: readonly number[],
): readonly TravellingJob[] {
  const entries = createEntries(database, sealing, clock)
  const jobRow = database.prepare('SELECT * FROM job WHERE sequence = ?')
  const stepRows = database.prepare('SELECT * FROM step WHERE job_sequence = ? ORDER BY position')
  const entryRows = database.prepare(
    'SELECT type, at, operation, result, status FROM entry WHERE step_id = ? AND revision = ? ORDER BY sequence',
  )
  const readOne = (sequence: number): TravellingJob => {
    const row = jobRow.get(sequence)
    if (row === undefined) throw new Error('There is no such job')
    const job = readJob(row, sealing)
    const steps = stepRows.all(sequence).map((stepRow) => {
      const step = readStep(stepRow, job.id, sealing)
      const { id, kind, operation, state, payload } = step
      const before = entries.lastSeen(step, job.revision, 'attempt')
      return {
        kind,
        operation,
        state,
        payload,
        entries: entryRows.all(id, job.revision).map((entry) => definedOf({ ...entry })),
        ...(before !== undefined && { before }),
      }
    })
    const { id, connectionId, state, why, revision, createdAt, payload } = job
    const shape = handOverContentSchema.shape.jobs.element
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

/** A column that is empty is no value. */
const definedOf = (row: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))
