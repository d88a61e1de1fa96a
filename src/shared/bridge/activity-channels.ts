import { z } from 'zod'
import { activityCursorSchema, activityFilterSchema, activityRowSchema } from '../domain/activity.ts'

/** The audit events: who did what, when, to which box, and what the platform answered. */
export const activityChannels = {
  /** Newest first, continuing after `after`. Each call reads a bounded number of events. */
  'activity.list': {
    request: z.object({
      filter: activityFilterSchema,
      after: activityCursorSchema.optional(),
      limit: z.int().min(1).max(200),
    }),
    response: z.object({
      rows: z.array(activityRowSchema),
      /** Absent at the end. */
      next: activityCursorSchema.optional(),
      /** Time of the oldest event that was read so far, milliseconds since 1970. */
      back: z.number().optional(),
    }),
  },
  /** One part of the list as CSV. If the host's page cannot download, the host also writes the parts to a file. */
  'activity.export': {
    request: z.object({
      filter: activityFilterSchema,
      after: activityCursorSchema.optional(),
      /** The name in the answer to the first part. */
      name: z
        .string()
        .regex(/^activity-[0-9T]{15}\.csv$/)
        .optional(),
    }),
    response: z.object({
      name: z.string(),
      /** Folder of the file; absent if the page downloads it. */
      folder: z.string().optional(),
      text: z.string(),
      rows: z.int(),
      next: activityCursorSchema.optional(),
    }),
  },
} as const satisfies Record<string, { readonly request: z.ZodType; readonly response: z.ZodType }>
