import { z } from 'zod'
import { replacedBoxSchema } from './activation.ts'
import { jobStateSchema } from './job.ts'

/**
 * A replaced box that the operator must unbind in the platform's own console, because the interface has no call for it. The task
 * stays until it is ticked off. `jobState`: the state of the job for the new box.
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
