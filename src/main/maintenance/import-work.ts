import type { DatabaseSync } from 'node:sqlite'
import { findStatus, putJob, putStep, skipStepsFrom } from '../jobs/ledger/maintenance-rows.ts'
import { createElsewhere } from '../jobs/ledger/ledger.ts'
import { createEntries, putEntry } from '../jobs/ledger/entries.ts'
import type { NewJob } from '../jobs/ledger/records.ts'
import { type Payload, sealedAs, sealStep, type StepPayload } from '../jobs/ledger/rows.ts'
import type { Clock } from '../ports.ts'
import { inTransaction } from '../storage/database.ts'
import type { Sealing } from '../vault/sealing.ts'
import type { TransferredJob } from './transfer-file.ts'
import { addNotice, keyOfFile, keyOfNotice } from './notes.ts'
import { type Actor, addActor } from '../vault/technicians.ts'
import { lockImported } from './send-lock.ts'
import { defined } from '../../shared/defined.ts'
import type { Connection } from '../../shared/domain/connection/connection.ts'
import { type Result, succeed } from '../../shared/result.ts'
import { keysOf } from '../jobs/ledger/job-keys.ts'
import { replan, type StrayStep } from '../jobs/plans.ts'
import { productIdOf } from '../jobs/steps/console-steps.ts'

/** A job from another computer, and the connection of this computer that the job belongs to. */
export interface Incoming extends Pick<NewJob, 'connectionId' | 'customerKey' | 'boxKey'> {
  readonly job: TransferredJob
}

export interface ImportDeps {
  readonly database: DatabaseSync
  readonly sealing: Sealing
  readonly clock: Clock
}

/** `taken`: the ids of new jobs. `known`: how many jobs this computer already had. Known jobs stay unchanged. */
export interface ImportedWork {
  readonly taken: readonly string[]
  readonly known: number
}

/**
 * `isOfFleet`: a supervisor moved the work here, and a fleet member sealed it. No technician has to allow its sending. `takenBackFrom`: this
 * computer exported the work to that computer, and now takes it back from its own file.
 */
interface ImportSource {
  readonly source: string
  readonly fileId?: string
  readonly isOfFleet?: boolean
  readonly takenBackFrom?: string
  /** The technician who imports the work. Absent for work that a supervisor moved here. */
  readonly actor?: Actor
}

/**
 * Imports work in one transaction. Jobs that this computer already has stay unchanged. Every other job is read back before anything is sent
 * for it. The same transaction locks sending, unless a member of the fleet sealed the work. A file can be imported only once. A job that
 * this computer itself transferred can come back with a later file, from the fleet, or with the own file that took it away.
 */
export function importWork(deps: ImportDeps, incoming: readonly Incoming[], from: ImportSource): ImportedWork {
  const { database, sealing, clock } = deps
  return inTransaction(database, () => {
    const isTakenBack = from.takenBackFrom !== undefined
    if (from.fileId !== undefined && !isTakenBack) {
      const { changes } = database
        .prepare(`INSERT INTO hand_over (id, direction, other, jobs, at) VALUES (?, 'in', ?, ?, ?)
          ON CONFLICT (id) DO NOTHING`)
        .run(from.fileId, from.source, incoming.length, clock.now())
      if (changes === 0) return { taken: [], known: incoming.length }
    }
    const mayReturn = from.fileId !== undefined || from.isOfFleet === true
    const taken = incoming.flatMap((one) => {
      const sequence = putIn(deps, one, mayReturn)
      return sequence === undefined ? [] : [{ sequence, id: one.job.id }]
    })
    if (taken.length > 0) {
      const sequences = taken.map(({ sequence }) => sequence)
      createElsewhere(database, sealing, clock).readBackFirst('taken-over', sequences)
      if (from.isOfFleet !== true) lockImported(database, sequences, isTakenBack ? undefined : from.fileId)
      const told = isTakenBack
        ? ({ kind: 'taken-back', from: from.takenBackFrom } as const)
        : ({ kind: 'taken-over', from: from.source } as const)
      const at = clock.now()
      addNotice(database, { ...told, at, jobs: taken.length })
      const of = from.fileId === undefined || isTakenBack ? keyOfNotice({ ...told, at }) : keyOfFile(from.fileId)
      if (from.actor !== undefined) addActor(database, sealing, from.actor, { of, at })
    }
    return { taken: taken.map(({ id }) => id), known: incoming.length - taken.length }
  })
}

/** Stores a job. Returns the sequence that the job gets on this computer, or undefined if this computer already had the job. */
function putIn(deps: ImportDeps, incoming: Incoming, mayReturn: boolean): number | undefined {
  const { database, sealing, clock } = deps
  const { job } = incoming
  const status = findStatus(database, job.id)
  if (status === 'here' || (status !== undefined && !mayReturn)) return undefined
  const state = job.state === 'refused' ? 'refused' : 'waiting'
  const sealed = sealing.seal(sealedAs.job(job.id), JSON.stringify(job.payload))
  const sequence = putJob(database, {
    id: job.id,
    draft_id: `taken over ${job.id}`,
    connection_id: incoming.connectionId,
    kind: job.payload.intent.kind,
    state,
    why: job.why ?? null,
    revision: job.revision,
    customer_key: incoming.customerKey ?? null,
    box_key: incoming.boxKey ?? null,
    created_at: job.createdAt,
    updated_at: clock.now(),
    sealed,
  })
  for (const [position, step] of job.steps.entries()) putStepIn(deps, incoming, { sequence, position, step })
  const nothing: StepPayload = { send: {}, read: {} }
  skipStepsFrom(database, sequence, job.steps.length, (position) => sealStep(sealing, job.id, position, nothing))
  return sequence
}

function putStepIn(
  { database, sealing, clock }: ImportDeps,
  { job }: Incoming,
  where: {
    readonly sequence: number
    readonly position: number
    readonly step: TransferredJob['steps'][number]
  },
): void {
  const { sequence, position, step } = where
  const { kind, operation, state } = step
  const { sentElsewhere = 0 } = step.payload
  // A job that comes back still has the calls of this computer here. Of these, `sentElsewhere` counts the calls that the other computer knew.
  const known = new Set(step.entries.flatMap(({ type, at }) => (type === 'attempt' ? [at] : [])))
  const sentHere =
    sentElsewhere === 0
      ? 0
      : createEntries(database, sealing, clock)
          .sentHereAt({ sequence, revision: job.revision }, position)
          .filter((at) => known.has(at)).length
  const payload =
    sentHere === 0 ? step.payload : { ...step.payload, sentElsewhere: Math.max(0, sentElsewhere - sentHere) }
  const id = putStep(database, {
    job_sequence: sequence,
    position,
    kind,
    operation,
    state,
    sealed: sealStep(sealing, job.id, position, payload),
  })
  const lastAttempt = step.entries.findLastIndex(({ type }) => type === 'attempt')
  for (const [index, entry] of step.entries.entries()) {
    const { type, at, operation } = entry
    const before = index === lastAttempt ? step.before : undefined
    const sealed = before && sealing.seal(sealedAs.entry(id, at, type), JSON.stringify(before))
    // `lived` gets this computer's present value, because another computer's running time means nothing on this computer.
    putEntry(database, {
      step_id: id,
      revision: job.revision,
      type,
      at,
      lived: clock.elapsed(),
      operation,
      result: entry.result ?? null,
      status: entry.status ?? null,
      sealed: sealed ?? null,
    })
  }
}

/** Plans another computer's job again for a connection here. Refuses steps that would send anything else than the intent shows. */
export function admitJob(job: TransferredJob, connection: Connection, sealing: Sealing): Result<Incoming, StrayStep> {
  const steps = replan(job, connection)
  if (!steps.ok) return steps
  return succeed({
    job: { ...job, payload: nameProduct(job.payload, connection), steps: [...steps.value] },
    connectionId: connection.id,
    ...keysOf(sealing, connection, job.payload.intent),
  })
}

/** Replaces the product's name by the name in this computer's connection, because the other computer may have sent any name. */
function nameProduct(payload: Payload, { products }: Connection): Payload {
  const { productName: _, ...rest } = payload
  const productid = productIdOf(payload.intent)
  return { ...rest, ...defined({ productName: products.find((one) => one.productid === productid)?.name }) }
}
