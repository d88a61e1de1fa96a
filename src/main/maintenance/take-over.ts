import type { DatabaseSync } from 'node:sqlite'
import type { NewJob } from '../jobs/ledger/ledger.ts'
import { sealedAs } from '../jobs/ledger/rows.ts'
import type { Clock } from '../ports.ts'
import { inTransaction } from '../storage/database.ts'
import type { Sealing } from '../vault/sealing.ts'
import type { TravellingJob } from './hand-over-file.ts'
import { addNotice } from './notes.ts'
import { readBackFirst } from './read-back-first.ts'

/** A job that came from another computer, and the connection here that it belongs to. */
export interface Incoming extends Pick<NewJob, 'connectionId' | 'customerKey' | 'boxKey'> {
  readonly job: TravellingJob
}

export interface TakeOverDeps {
  readonly database: DatabaseSync
  readonly sealing: Sealing
  readonly clock: Clock
}

/** `taken`: new here. `known`: here already, and left as they are. */
export interface TakenOver {
  readonly taken: readonly string[]
  readonly known: number
}

/**
 * Takes work in, in one transaction: jobs that are here already stay as they are, and each other one is read back before
 * anything is sent for it. A file is taken in once. A job that this computer handed over itself comes back by a later file.
 */
export function takeOver(
  deps: TakeOverDeps,
  incoming: readonly Incoming[],
  from: { readonly source: string; readonly fileId?: string },
): TakenOver {
  const { database, sealing, clock } = deps
  return inTransaction(database, () => {
    if (from.fileId !== undefined) {
      const { changes } = database
        .prepare(`INSERT INTO hand_over (id, direction, other, jobs, at) VALUES (?, 'in', ?, ?, ?)
          ON CONFLICT (id) DO NOTHING`)
        .run(from.fileId, from.source, incoming.length, clock.now())
      if (changes === 0) return { taken: [], known: incoming.length }
    }
    const mayReturn = from.fileId !== undefined
    const taken = incoming.flatMap((one) => {
      const sequence = putIn(deps, one, mayReturn)
      return sequence === undefined ? [] : [{ sequence, id: one.job.id }]
    })
    if (taken.length > 0) {
      readBackFirst(
        database,
        sealing,
        clock,
        'taken-over',
        taken.map(({ sequence }) => sequence),
      )
      addNotice(database, { kind: 'taken-over', at: clock.now(), jobs: taken.length, from: from.source })
    }
    return { taken: taken.map(({ id }) => id), known: incoming.length - taken.length }
  })
}

/** The job's sequence here; nothing where it was here already. */
function putIn(deps: TakeOverDeps, incoming: Incoming, mayReturn: boolean): number | undefined {
  const { database, sealing, clock } = deps
  const { job } = incoming
  const present = database.prepare('SELECT sequence, state, why FROM job WHERE id = ?').get(job.id)
  const isAway = present?.['state'] === 'dropped' && present['why'] === 'handed-over'
  if (present !== undefined && !(mayReturn && isAway)) return undefined
  const state = job.state === 'refused' ? 'refused' : 'waiting'
  const sealed = sealing.seal(sealedAs.job(job.id), JSON.stringify(job.payload))
  const row = database
    .prepare(`INSERT INTO job
      (id, draft_id, connection_id, kind, state, why, revision, customer_key, box_key, created_at, updated_at, sealed, origin)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'taken-over')
      ON CONFLICT (id) DO UPDATE SET connection_id = excluded.connection_id, state = excluded.state, why = excluded.why,
        revision = excluded.revision, customer_key = excluded.customer_key, box_key = excluded.box_key,
        updated_at = excluded.updated_at, sealed = excluded.sealed, origin = excluded.origin
      RETURNING sequence`)
    .get(
      job.id,
      `taken over ${job.id}`,
      incoming.connectionId,
      job.payload.intent.kind,
      state,
      job.why ?? null,
      job.revision,
      incoming.customerKey ?? null,
      incoming.boxKey ?? null,
      job.createdAt,
      clock.now(),
      sealed,
    )
  const sequence = Number(row?.['sequence'])
  for (const [position, step] of job.steps.entries()) putStepIn(deps, incoming, sequence, position, step)
  return sequence
}

function putStepIn(
  { database, sealing, clock }: TakeOverDeps,
  { job }: Incoming,
  sequence: number,
  position: number,
  step: TravellingJob['steps'][number],
): void {
  const row = database
    .prepare(`INSERT INTO step (job_sequence, position, kind, operation, state, sealed) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT (job_sequence, position) DO UPDATE SET kind = excluded.kind, operation = excluded.operation,
        state = excluded.state, sealed = excluded.sealed
      RETURNING id`)
    .get(
      sequence,
      position,
      step.kind,
      step.operation,
      step.state,
      sealing.seal(sealedAs.step(job.id, position), JSON.stringify(step.payload)),
    )
  const id = Number(row?.['id'])
  const insert = database.prepare(
    `INSERT INTO entry (step_id, revision, type, at, lived, operation, result, status, sealed) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const lastAttempt = step.entries.findLastIndex(({ type }) => type === 'attempt')
  for (const [index, { type, at, operation, result, status }] of step.entries.entries()) {
    const before = index === lastAttempt ? step.before : undefined
    const sealed = before && sealing.seal(sealedAs.entry(id, at, type), JSON.stringify(before))
    // As if it had happened now: how long ago it was on another computer's clock tells nothing here.
    insert.run(id, job.revision, type, at, clock.elapsed(), operation, result ?? null, status ?? null, sealed ?? null)
  }
}
