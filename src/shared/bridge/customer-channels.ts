import { z } from 'zod'
import { replacedBoxSchema } from '../domain/activation.ts'
import {
  customerFilterSchema,
  customerListSchema,
  customerPageSchema,
  customerRowSchema,
  hostnameBindingsSchema,
} from '../domain/customer/customer-view.ts'
import { deviceIdentifierSchema } from '../domain/device-identifier-schema.ts'
import { jobStateSchema, jobSummarySchema } from '../domain/job.ts'
import { customerStatusSchema, knownUseridSchema } from '../domain/customer/customer.ts'

/**
 * A replaced box that the operator must unbind in the platform's own console, because the platform's interface has no call that unbinds a
 * box. The task stays until a technician ticks it off. `jobState`: the state of the job for the new box.
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

export const actionsChannels = {
  'task.list': {
    request: z.object({ userid: knownUseridSchema.optional() }),
    response: z.object({ tasks: z.array(taskSchema) }),
  },
  'task.tick': { request: z.object({ id: z.string().min(8).max(64), isDone: z.boolean() }), response: z.object({}) },
} as const satisfies Record<string, { readonly request: z.ZodType; readonly response: z.ZodType }>

/** A name that the caller gives its requests. A later request with the same slot cancels the earlier request. */
const slot = z.string().min(1).max(40)
/** Text for a request to the platform. The text must be well-formed, because a URL cannot hold half of a surrogate pair. */
export const sendable = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .refine((value) => value.isWellFormed(), 'not-sendable')
const userid = sendable(64)

export const idsAtOnce = 200

/** Channels that find customers and read one customer (Customer retrieval; Customer status). They change nothing on the platform. */
export const customerChannels = {
  'customers.find': {
    request: z.object({ slot, filter: customerFilterSchema, cursor: z.string().min(1).max(2000).optional() }),
    response: customerListSchema,
  },
  'customers.by-reseller': {
    request: z.object({
      slot,
      /** `0` selects the customers without a reseller. */
      resellerId: sendable(100).pipe(z.string().min(1)),
      status: customerStatusSchema.optional(),
      page: z.int().min(1).max(999_999_999),
    }),
    response: customerListSchema,
  },
  'customers.by-ids': {
    request: z.object({
      slot,
      userids: z
        .array(userid.pipe(z.string().min(1)))
        .min(1)
        .max(idsAtOnce),
    }),
    /** The list has no rows for user IDs that the platform does not know. */
    response: customerListSchema,
  },
  /**
   * Finds a customer by user ID or mapping id. For a box, the answer has only what this computer knows about the box, because the
   * platform's interface cannot search for boxes.
   */
  'customers.direct': {
    request: z.object({ slot, text: sendable(64).pipe(z.string().min(1)) }),
    response: z.object({
      customer: customerRowSchema.optional(),
      by: z.enum(['userid', 'customermappingid']).optional(),
      box: deviceIdentifierSchema.optional(),
      jobs: z.array(jobSummarySchema),
      /** The customers who had this box when they were last read on this computer. */
      holders: z.array(customerRowSchema),
      /** True if the answer comes only from this computer, because the platform was not asked or not reached. */
      isLocal: z.boolean(),
    }),
  },
  'customers.read': {
    /** `userid` or `customermappingid` may be empty. */
    request: z.object({ slot, userid, customermappingid: sendable(100) }),
    response: customerPageSchema,
  },
  'customers.bindings': {
    request: z.object({ slot, userid, boxes: z.array(z.string().min(1).max(300)).min(1).max(50) }),
    response: hostnameBindingsSchema,
  },
  'customers.jobs': { request: z.object({ userid }), response: z.object({ jobs: z.array(jobSummarySchema) }) },
  'customers.cancel': { request: z.object({ slot }), response: z.object({}) },
} as const satisfies Record<string, { readonly request: z.ZodType; readonly response: z.ZodType }>
