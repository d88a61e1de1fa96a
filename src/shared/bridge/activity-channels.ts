import { z } from 'zod'
import { activityCursorSchema, activityFilterSchema, activityRowSchema } from '../domain/activity.ts'

/** Who did what, when, to which box, and what the platform answered. */
export const activityChannels = {
  /** Newest first, from where `after` left off. Each call looks through a bounded number of acts. */
  'activity.list': {
    request: z.object({
      filter: activityFilterSchema,
      after: activityCursorSchema.optional(),
      limit: z.int().min(1).max(200),
    }),
    response: z.object({
      rows: z.array(activityRowSchema),
      /** Absent where nothing is left to look through. */
      next: activityCursorSchema.optional(),
      /** How far back was looked so far, milliseconds since 1970. */
      back: z.number().optional(),
    }),
  },
  /** A part of the same as CSV. On a host whose page keeps no downloads it is also written into a file, part by part. */
  'activity.export': {
    request: z.object({
      filter: activityFilterSchema,
      after: activityCursorSchema.optional(),
      /** The name that the first part was answered with. */
      name: z
        .string()
        .regex(/^activity-[0-9T]{15}\.csv$/)
        .optional(),
    }),
    response: z.object({
      name: z.string(),
      /** Where the file lies; absent where the page keeps it. */
      folder: z.string().optional(),
      text: z.string(),
      rows: z.int(),
      next: activityCursorSchema.optional(),
    }),
  },
} as const satisfies Record<string, { readonly request: z.ZodType; readonly response: z.ZodType }>
