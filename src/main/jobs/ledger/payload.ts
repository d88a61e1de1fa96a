import { z } from 'zod'
import { intentSchema, readFormerKind } from '../../../shared/domain/activation.ts'
import { stepKindSchema } from '../../../shared/domain/job.ts'
import { platformCredentialsSchema } from '../../../shared/domain/customer/log-in.ts'

const storedIntentSchema = z.preprocess(readFormerKind, intentSchema)

/** The sealed part of a job's row: the intent with every identifier that was chosen for it. */
export const payloadSchema = z.object({
  intent: storedIntentSchema,
  /** Setdesk's own mapping id, unique by construction. Absent if the job creates no customer. */
  customermappingid: z.string().optional(),
  technician: z.string(),
  productName: z.string().optional(),
})
export type Payload = z.infer<typeof payloadSchema>

/** The values of a call by their names on the wire. They include everything except the token, so that a call sent again is identical. */
export const parametersSchema = z.record(z.string(), z.union([z.string(), z.boolean()]))
export type Parameters = z.infer<typeof parametersSchema>

/** A customer's subscription, in the platform's own words. */
export const subscriptionSeenSchema = z.object({
  status: z.string().optional(),
  endDate: z.string().optional(),
  product: z.string().optional(),
  startDate: z.string().optional(),
})
export type SubscriptionSeen = z.infer<typeof subscriptionSeenSchema>

/**
 * What a step sent before a correction, how to read its effect, and the subscription before the first attempt. `sentOn`: days since 1970.
 */
const triedSchema = z.object({
  intent: storedIntentSchema,
  send: parametersSchema,
  read: parametersSchema,
  before: subscriptionSeenSchema.optional(),
  sentOn: z.number(),
})
export type Tried = z.infer<typeof triedSchema>

/**
 * What a step sends and how its effect is read, sealed in the step's row. Within a revision this changes at most once, when credentials
 * from the platform are filled in. A step that awaits credentials is not sent until then.
 */
export const stepPayloadSchema = z.object({
  send: parametersSchema,
  read: parametersSchema,
  awaitsLogIn: z.boolean().optional(),
  /** The calls before corrections, oldest first. Absent if the step was not sent before a correction. */
  tried: z.array(triedSchema).optional(),
})
export type StepPayload = z.infer<typeof stepPayloadSchema>

export const plannedStepSchema = z.object({ kind: stepKindSchema, operation: z.string(), payload: stepPayloadSchema })
export type PlannedStep = z.infer<typeof plannedStepSchema>

/** The sealed part of an entry. For a call or a reading, it contains the redacted answer. */
export const entryPayloadSchema = z.object({
  message: z.string().optional(),
  raw: z.string().optional(),
  /** The subscription as the platform returned it. For an attempt: as it was read before the attempt. */
  ...subscriptionSeenSchema.shape,
  /** The network failure, if no answer came. */
  failure: z.string().optional(),
  /** Words of the platform that were not understood, without digits. */
  unknownWords: z.string().optional(),
  before: z.string().optional(),
  /** The credentials that the platform issued, if this answer contains them. */
  logIn: platformCredentialsSchema.optional(),
  /** The name of the technician who decided, as it was at that time. */
  by: z.string().optional(),
  /** The day of an attempt, in days since 1970. */
  sentOn: z.number().optional(),
})
export type EntryPayload = z.infer<typeof entryPayloadSchema>
