import type { SQLOutputValue } from 'node:sqlite'
import {
  jobKindSchema,
  jobStateSchema,
  stepKindSchema,
  stepStateSchema,
  whyCodes,
  type JobKind,
  type JobState,
  type StepKind,
  type StepState,
  type WhyCode,
} from '../../../shared/domain/job.ts'
import { isOperationId, type OperationId } from '../../../platform/catalogue/catalogue.ts'
import type { Sealing } from '../../vault/sealing.ts'
import {
  entryPayloadSchema,
  payloadSchema,
  stepPayloadSchema,
  type EntryPayload,
  type Payload,
  type StepPayload,
} from './payload.ts'

/** A job as it is stored, opened. Times: milliseconds since 1970. */
export interface Job {
  readonly sequence: number
  readonly id: string
  readonly connectionId: string
  readonly kind: JobKind
  readonly state: JobState
  readonly why: WhyCode | undefined
  readonly waitsUntil: number | undefined
  readonly revision: number
  readonly createdAt: number
  readonly updatedAt: number
  readonly payload: Payload
}

/** A step as it is stored, opened. */
export interface Step {
  readonly id: number
  readonly position: number
  readonly kind: StepKind
  readonly operation: OperationId
  readonly state: StepState
  readonly payload: StepPayload
}

export type Row = Readonly<Record<string, SQLOutputValue>>

/** The identity that a sealed row is bound to. */
export const sealedAs = {
  job: (id: string) => `job:${id}`,
  step: (jobId: string, position: number) => `step:${jobId}:${position}`,
  entry: (stepId: number, at: number, type: string) => `entry:${stepId}:${at}:${type}`,
} as const

/** Throws if the row cannot be opened or understood. */
export function readJob(row: Row, sealing: Sealing): Job {
  const id = textOf(row['id'])
  return {
    sequence: Number(row['sequence']),
    id,
    connectionId: textOf(row['connection_id']),
    kind: jobKindSchema.parse(row['kind']),
    state: jobStateSchema.parse(row['state']),
    why: whyCodes.find((code) => code === row['why']),
    waitsUntil: row['waits_until'] === null ? undefined : Number(row['waits_until']),
    revision: Number(row['revision']),
    createdAt: Number(row['created_at']),
    updatedAt: Number(row['updated_at']),
    payload: payloadSchema.parse(JSON.parse(sealing.open(sealedAs.job(id), blob(row['sealed'])))),
  }
}

/** Throws if the row cannot be opened or understood. */
export function readStep(row: Row, jobId: string, sealing: Sealing): Step {
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

/** The sealed part of an entry. Undefined if it has none; throws if that cannot be opened or understood. */
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

/** A text column; throws for anything else. */
export function textOf(value: SQLOutputValue | undefined): string {
  if (typeof value !== 'string') throw new Error('A stored row without its text')
  return value
}

/** A blob column; throws for anything else. */
export function blob(value: SQLOutputValue | undefined): Uint8Array {
  if (!(value instanceof Uint8Array)) throw new Error('A stored row without its sealed part')
  return value
}
