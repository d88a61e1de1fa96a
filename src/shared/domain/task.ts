import { z } from 'zod'
import { replacedBoxSchema } from './activation.ts'
import { jobStateSchema } from './job.ts'

/**
 * A box that a person unbinds from its customer in the platform's own console: the interface has no call for it. Kept until
 * it is ticked off. `jobState`: how the box that takes its place stands.
 */
export const taskSchema = z.object({
  id: z.string(),
  userid: z.string(),
  box: replacedBoxSchema,
  /** Milliseconds since 1970. */
  createdAt: z.number(),
  doneAt: z.number().optional(),
  jobId: z.string(),
  jobState: jobStateSchema,
})
export type Task = z.infer<typeof taskSchema>
