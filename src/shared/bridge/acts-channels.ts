import { z } from 'zod'
import { knownUseridSchema } from '../domain/log-in.ts'
import { taskSchema } from '../domain/task.ts'

/** What a person does by hand after an act: kept, and ticked off. */
export const actsChannels = {
  /** Of the active connection, oldest first; of one customer where a log-in is given. */
  'task.list': {
    request: z.object({ userid: knownUseridSchema.optional() }),
    response: z.object({ tasks: z.array(taskSchema) }),
  },
  /** Ticks a task off, or takes the tick back. */
  'task.tick': { request: z.object({ id: z.string().min(8).max(64), isDone: z.boolean() }), response: z.object({}) },
} as const satisfies Record<string, { readonly request: z.ZodType; readonly response: z.ZodType }>
