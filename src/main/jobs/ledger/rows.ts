import type { SQLOutputValue } from 'node:sqlite'
import { z } from 'zod'
import {
  jobKindSchema,
  jobStateSchema,
  type StateSet,
  statesOf,
  stepKindSchema,
  stepStateSchema,
  whyCodes,
} from '../../../shared/domain/job.ts'
import type { JobKind, StepKind } from '../../../shared/domain/job-kinds.ts'
import { isOperationId } from '../../../platform/catalogue/catalogue.ts'
import type { Sealing } from '../../vault/sealing.ts'
import { intentSchema, readFormerKind } from '../../../shared/domain/activation.ts'
import { platformCredentialsSchema } from '../../../shared/domain/customer/customer.ts'

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
  const { plannedSteps, ...payload } = sealedJobSchema.parse(
    JSON.parse(sealing.open(sealedAs.job(id), blob(row['sealed']))),
  )
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
    payload,
    plannedSteps,
  }
}

interface JobOfStep {
  readonly id: string
  readonly plannedSteps: readonly unknown[] | undefined
}

/** Opens a step's row. Throws if the row cannot be opened or understood. */
export function readStep(row: Row, job: JobOfStep, sealing: Sealing) {
  const position = Number(row['position'])
  const operation = textOf(row['operation'])
  if (!isOperationId(operation)) throw new Error('A stored step of an unknown operation')
  return {
    id: Number(row['id']),
    position,
    kind: stepKindSchema.parse(row['kind']),
    operation,
    state: stepStateSchema.parse(row['state']),
    payload: stepPayloadSchema.parse(readStepPayload(blob(row['sealed']), position, job, sealing)),
  }
}

/** A step that did not change since the job was saved has no sealed values of its own. Its values are sealed with the job. */
const readStepPayload = (
  sealed: Uint8Array,
  position: number,
  { id, plannedSteps }: JobOfStep,
  sealing: Sealing,
): unknown =>
  sealed.length === 0
    ? plannedSteps?.[position]
    : (JSON.parse(sealing.open(sealedAs.step(id, position), sealed)) as unknown)

/** Opens the sealed part of an entry. Undefined if the entry has none. Throws if that part cannot be opened or understood. */
export function readSeen(row: Row, stepId: number, sealing: Sealing): EntryPayload | undefined {
  const sealed = row['sealed']
  if (!(sealed instanceof Uint8Array)) return undefined
  const identity = sealedAs.entry(stepId, Number(row['at']), textOf(row['type']))
  return entryPayloadSchema.parse(JSON.parse(sealing.open(identity, sealed)))
}

/** The planned steps stay with the job, because steps without sealed values of their own need them. */
export const sealJob = (sealing: Sealing, { id, plannedSteps }: JobOfStep, payload: Payload): Uint8Array =>
  sealing.seal(sealedAs.job(id), JSON.stringify({ ...payload, plannedSteps }))

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
  /** The payloads of new steps are sealed with the job. */
  readonly steps: readonly (readonly [position: number, kind: string, operation: string])[]
}

/** The names of the values in `NewRows`, in order. */
export const newColumns = {
  job: ['id', 'draft_id', 'connection_id', 'kind', 'customer_key', 'box_key', 'created_at', 'updated_at', 'sealed'],
  step: ['position', 'kind', 'operation'],
} as const

export function textOf(value: SQLOutputValue | undefined): string {
  if (typeof value !== 'string') throw new Error('A stored row without its text')
  return value
}

export function blob(value: SQLOutputValue | undefined): Uint8Array {
  if (!(value instanceof Uint8Array)) throw new Error('A stored row without its sealed part')
  return value
}

const storedIntentSchema = z.preprocess(readFormerKind, intentSchema)

/** What a job is to do: the intent with every identifier that was chosen for it. */
export const payloadSchema = z.object({
  intent: storedIntentSchema,
  /** Setdesk's own mapping id, unique by construction. Absent if the job creates no customer. */
  customermappingid: z.string().optional(),
  technician: z.string(),
  productName: z.string().optional(),
})
export type Payload = z.infer<typeof payloadSchema>

/** The sealed part of a job: its payload, and the payloads of its steps as they were planned when the job was saved. */
const sealedJobSchema = payloadSchema.extend({ plannedSteps: z.array(z.unknown()).optional() })

/** The values of a call by their names on the wire. They include everything except the token, so that a call sent again is identical. */
const parametersSchema = z.record(z.string(), z.union([z.string(), z.boolean()]))
export type Parameters = z.infer<typeof parametersSchema>

/** A customer's subscription, in the platform's own words. */
export const subscriptionSeenSchema = z.object({
  status: z.string().optional(),
  endDate: z.string().optional(),
  product: z.string().optional(),
  startDate: z.string().optional(),
})
export type SubscriptionSeen = z.infer<typeof subscriptionSeenSchema>

/** What a step sent before a correction, how to read it back, and the subscription before its first attempt. `sentOn`: days since 1970. */
const triedSchema = z.object({
  intent: storedIntentSchema,
  send: parametersSchema,
  read: parametersSchema,
  before: subscriptionSeenSchema.optional(),
  sentOn: z.number(),
})
export type Tried = z.infer<typeof triedSchema>

/**
 * What a step sends and how its effect is read, sealed in the step's row or with its job. Within a revision these values change at most
 * once, when credentials from the platform are filled in. A step that awaits credentials is not sent until then.
 */
export const stepPayloadSchema = z.object({
  send: parametersSchema,
  read: parametersSchema,
  awaitsLogIn: z.boolean().optional(),
  /** The calls before corrections, oldest first. Absent if the step was not sent before a correction. */
  tried: z.array(triedSchema).optional(),
  /** How often other computers sent this call before the job came here, so that it reached the platform or may have reached it. */
  sentElsewhere: z.int().min(0).optional(),
  /** The revision with the step's first entries, if a correction kept the step and a technician then asked for a check. */
  entriesSince: z.int().min(1).optional(),
})
export type StepPayload = z.infer<typeof stepPayloadSchema>

export interface PlannedStep {
  readonly kind: StepKind
  readonly operation: string
  readonly payload: StepPayload
}

/** The sealed part of an entry. For a call or a reading, it contains the redacted answer. */
export const entryPayloadSchema = z.object({
  message: z.string().optional(),
  raw: z.string().optional(),
  /** The subscription as the platform returned it. For an attempt: as it was read before the attempt. */
  ...subscriptionSeenSchema.shape,
  failure: z.string().optional(),
  /** Words of the platform that were not understood, without digits. */
  unknownWords: z.string().optional(),
  asksPassword: z.boolean().optional(),
  /** The stored text means something else than the answer, because the mask hides words. Entries of earlier versions do not say so. */
  hidesWords: z.boolean().optional(),
  before: z.string().optional(),
  logIn: platformCredentialsSchema.optional(),
  /** The name of the technician who decided, as it was at that time. */
  by: z.string().optional(),
  /** The computer that the job moved to. Entries of earlier versions have it in `message`. */
  to: z.string().optional(),
  /** The day of an attempt, in days since 1970. */
  sentOn: z.number().optional(),
})
export type EntryPayload = z.infer<typeof entryPayloadSchema>
