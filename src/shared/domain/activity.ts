import { z } from 'zod'
import { deviceIdentifierSchema } from './device-identifier.ts'
import { attemptOutcomeSchema, jobKindSchema, jobStateSchema, stepKindSchema } from './job.ts'

/**
 * What is an act: a job was `saved`, a step of it was `sent`, a person decided about it (`check-again`, `it-is-there`,
 * `send-again`, `drop`), or something happened to this computer's work as a whole.
 */
export const activityActs = [
  'saved',
  'sent',
  'check-again',
  'it-is-there',
  'send-again',
  'drop',
  'handed-over',
  'taken-over',
  'restored',
  'copied',
  'started-afresh',
] as const
export const activityActSchema = z.enum(activityActs)

/** One act. What the technician typed, what the platform said; never a password or a token. */
export const activityRowSchema = z.object({
  /** Its own among all acts of this computer. */
  key: z.string(),
  /** Milliseconds since 1970. */
  at: z.number(),
  act: activityActSchema,
  /** The technician's name as it stood then; empty where none was given, or it was purged. */
  by: z.string(),
  job: z.object({ id: z.string(), kind: jobKindSchema, state: jobStateSchema }).optional(),
  box: deviceIdentifierSchema.optional(),
  model: z.string().optional(),
  customerName: z.string().optional(),
  userid: z.string().optional(),
  hostname: z.string().optional(),
  step: stepKindSchema.optional(),
  operation: z.string().optional(),
  /** What was sent came to this. */
  outcome: attemptOutcomeSchema.optional(),
  /** Nothing is known of it: it may have been sent elsewhere, or after a backup. */
  isAssumed: z.boolean().optional(),
  status: z.int().optional(),
  /** The platform's own words, redacted, or a person's reason. */
  words: z.string().optional(),
  /** How many jobs, where it is about several. */
  jobs: z.int().optional(),
  /** The other computer, or the name of a file. */
  other: z.string().optional(),
  isPurged: z.boolean().optional(),
})
export type ActivityRow = z.infer<typeof activityRowSchema>

/** What acts can be narrowed to by how they ended. */
export const activityOutcomes = ['saved', 'accepted', 'refused', 'unknown', 'not-sent', 'decided', 'drop'] as const
export type ActivityOutcome = (typeof activityOutcomes)[number]

export const activityFilterSchema = z.object({
  /** Milliseconds since 1970: from, and up to but not including. */
  from: z.number().optional(),
  to: z.number().optional(),
  technician: z.string().trim().max(80).optional(),
  kind: jobKindSchema.optional(),
  outcome: z.enum(activityOutcomes).optional(),
  /** Each of its words is somewhere in the act. */
  text: z.string().trim().max(200).optional(),
})
export type ActivityFilter = z.infer<typeof activityFilterSchema>

/** Where a page ends: what comes after it is older than these. */
export const activityCursorSchema = z.object({ job: z.int(), entry: z.int(), note: z.int() })
export type ActivityCursor = z.infer<typeof activityCursorSchema>
