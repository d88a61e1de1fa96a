import type { SQLOutputValue } from 'node:sqlite'
import { z } from 'zod'
import {
  jobKindSchema,
  jobStateSchema,
  stepKindSchema,
  stepStateSchema,
  whyCodes,
  type JobKind,
} from '../../../shared/domain/job.ts'
import { statesOf, type StateSet } from '../../../shared/domain/job-states.ts'
import { isOperationId } from '../../../platform/catalogue/catalogue.ts'
import type { Sealing } from '../../vault/sealing.ts'
import {
  entryPayloadSchema,
  payloadSchema,
  stepPayloadSchema,
  type EntryPayload,
  type Payload,
  type StepPayload,
} from './payload.ts'

export type Job = Readonly<ReturnType<typeof readJob>>
export type Step = Readonly<ReturnType<typeof readStep>>

export type Row = Readonly<Record<string, SQLOutputValue>>

export type Value = string | number | Uint8Array | null

export type Sequences = readonly number[]
export const sequencesOf = (rows: readonly Row[]): Sequences => rows.map((row) => Number(row['sequence']))

/** A set of job states as an SQL list: `('saved', 'sending')`. The order never changes, because a partial index needs the same text. */
export const statesInSql = (set: StateSet): string =>
  `(${statesOf(set)
    .map((state) => `'${state}'`)
    .join(', ')})`

/** The identity that a sealed row is bound to. */
export const sealedAs = {
  job: (id: string) => `record:${id}`,
  step: (jobId: string, position: number) => `step:${jobId}:${position}`,
  entry: (stepId: number, at: number, type: string) => `entry:${stepId}:${at}:${type}`,
} as const

/** The identity that earlier releases bound a sealed job to. Those releases did not authenticate the other columns. */
export const formerlySealedAs = { job: (id: string) => `job:${id}` } as const

/** The kind in a row. Earlier releases had a separate kind for a new customer without a box. */
export const storedKindSchema = z.preprocess((kind) => (kind === formerKind ? 'new-customer' : kind), jobKindSchema)

/** All texts that the kind column of a row may contain for these kinds. A search by kind needs all of them. */
export const kindsInRows = (kinds: readonly JobKind[]): readonly string[] =>
  kinds.flatMap((kind) => (kind === 'new-customer' ? [kind, formerKind] : [kind]))

const formerKind = 'customer-alone'

/**
 * Opens a job's row. `createdAt` and `updatedAt` are in milliseconds since 1970, `waitsUntil` in milliseconds since this process started.
 * Throws if the row cannot be opened or understood.
 */
export function readJob(row: Row, sealing: Sealing) {
  const id = textOf(row['id'])
  return {
    sequence: Number(row['sequence']),
    id,
    connectionId: textOf(row['connection_id']),
    kind: storedKindSchema.parse(row['kind']),
    state: jobStateSchema.parse(row['state']),
    why: whyCodes.find((code) => code === row['why']),
    waitsUntil: row['waits_until'] === null ? undefined : Number(row['waits_until']),
    revision: Number(row['revision']),
    createdAt: Number(row['created_at']),
    updatedAt: Number(row['updated_at']),
    payload: payloadSchema.parse(JSON.parse(sealing.open(sealedAs.job(id), blob(row['sealed'])))),
  }
}

/** Opens a step's row. Throws if the row cannot be opened or understood. */
export function readStep(row: Row, jobId: string, sealing: Sealing) {
  const position = Number(row['position'])
  const operation = textOf(row['operation'])
  if (!isOperationId(operation)) throw new Error('A stored step of an unknown operation')
  return {
    id: Number(row['id']),
    position,
    kind: stepKindSchema.parse(row['kind']),
    operation,
    state: stepStateSchema.parse(row['state']),
    payload: stepPayloadSchema.parse(JSON.parse(sealing.open(sealedAs.step(jobId, position), blob(row['sealed'])))),
  }
}

/** Opens the sealed part of an entry. Undefined if the entry has none. Throws if that part cannot be opened or understood. */
export function readSeen(row: Row, stepId: number, sealing: Sealing): EntryPayload | undefined {
  const sealed = row['sealed']
  if (!(sealed instanceof Uint8Array)) return undefined
  const identity = sealedAs.entry(stepId, Number(row['at']), textOf(row['type']))
  return entryPayloadSchema.parse(JSON.parse(sealing.open(identity, sealed)))
}

export const sealJob = (sealing: Sealing, id: string, payload: Payload): Uint8Array =>
  sealing.seal(sealedAs.job(id), JSON.stringify(payload))

export const sealStep = (sealing: Sealing, jobId: string, position: number, payload: StepPayload): Uint8Array =>
  sealing.seal(sealedAs.step(jobId, position), JSON.stringify(payload))

/** The values of a new job's rows, still without the MAC. */
export interface NewRows {
  readonly columns: readonly [
    id: string,
    draftId: string,
    connectionId: string,
    kind: string,
    customerKey: Uint8Array | null,
    boxKey: Uint8Array | null,
    createdAt: number,
    updatedAt: number,
    sealed: Uint8Array,
  ]
  readonly steps: readonly (readonly [position: number, kind: string, operation: string, sealed: Uint8Array])[]
}

/** The names of the values in `NewRows`, in order. */
export const newColumns = {
  job: ['id', 'draft_id', 'connection_id', 'kind', 'customer_key', 'box_key', 'created_at', 'updated_at', 'sealed'],
  step: ['position', 'kind', 'operation', 'sealed'],
} as const

export function textOf(value: SQLOutputValue | undefined): string {
  if (typeof value !== 'string') throw new Error('A stored row without its text')
  return value
}

export function blob(value: SQLOutputValue | undefined): Uint8Array {
  if (!(value instanceof Uint8Array)) throw new Error('A stored row without its sealed part')
  return value
}
