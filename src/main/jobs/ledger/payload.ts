import { z } from 'zod'
import { intentSchema } from '../../../shared/domain/activation.ts'
import { stepKindSchema } from '../../../shared/domain/job.ts'
import { platformCredentialsSchema } from '../../../shared/domain/log-in.ts'

/** What is sealed in a job's row: the intent with every identifier that was chosen for it. */
export const payloadSchema = z.object({
  intent: intentSchema,
  /** Made by this app, so unique by construction; absent where no customer is made. */
  customermappingid: z.string().optional(),
  technician: z.string(),
  productName: z.string().optional(),
})
export type Payload = z.infer<typeof payloadSchema>

/** Values by the names of the wire; everything but the token, so that a resend is the same to the letter. */
export const parametersSchema = z.record(z.string(), z.union([z.string(), z.boolean()]))
export type Parameters = z.infer<typeof parametersSchema>

/** How a customer stands, in the platform's own words. */
export const subscriptionSeenSchema = z.object({
  status: z.string().optional(),
  endDate: z.string().optional(),
  product: z.string().optional(),
  startDate: z.string().optional(),
})
export type SubscriptionSeen = z.infer<typeof subscriptionSeenSchema>

/**
 * What a step sent before it was corrected, how its effect is asked for, and how the customer stood before the first attempt.
 * `sentOn`: days since 1970.
 */
const triedSchema = z.object({
  intent: intentSchema,
  send: parametersSchema,
  read: parametersSchema,
  before: subscriptionSeenSchema.optional(),
  sentOn: z.number(),
})
export type Tried = z.infer<typeof triedSchema>

/**
 * What a step sends, and how its effect is asked for; sealed in the step's row. Within a revision it changes once at the most:
 * where the platform makes the log-in, that is filled in as soon as it is known. Until then nothing is sent of it.
 */
export const stepPayloadSchema = z.object({
  send: parametersSchema,
  read: parametersSchema,
  awaitsLogIn: z.boolean().optional(),
  /** Oldest first; absent where the step was never sent before a correction. */
  tried: z.array(triedSchema).optional(),
})
export type StepPayload = z.infer<typeof stepPayloadSchema>

export const plannedStepSchema = z.object({ kind: stepKindSchema, operation: z.string(), payload: stepPayloadSchema })
export type PlannedStep = z.infer<typeof plannedStepSchema>

/** What is sealed with an entry of the ledger: what came back, redacted. */
export const entryPayloadSchema = z.object({
  message: z.string().optional(),
  raw: z.string().optional(),
  /** Of the customer, as the platform said; with an attempt: as it was read before. */
  ...subscriptionSeenSchema.shape,
  /** Why no answer came: a network failure. */
  failure: z.string().optional(),
  /** What the platform said that was not understood, figures left out. */
  unknownWords: z.string().optional(),
  /** What the platform had before the attempt, as it was read. */
  before: z.string().optional(),
  /** With a reply or a reading that told which log-in the platform made. */
  logIn: platformCredentialsSchema.optional(),
  /** Who decided: the technician's name as it stood then. */
  by: z.string().optional(),
  /** The day of an attempt, days since 1970. */
  sentOn: z.number().optional(),
})
export type EntryPayload = z.infer<typeof entryPayloadSchema>
