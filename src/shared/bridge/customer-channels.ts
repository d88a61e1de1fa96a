import { z } from 'zod'
import {
  customerFilterSchema,
  customerListSchema,
  customerPageSchema,
  customerRowSchema,
  hostnameLightsSchema,
} from '../domain/customer-view.ts'
import { deviceIdentifierSchema } from '../domain/device-identifier.ts'
import { jobSummarySchema } from '../domain/job.ts'
import { customerStatusSchema } from '../domain/status.ts'
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

/** Who asks: a later question of the same slot cancels the one before, down to the network. */
const slot = z.string().min(1).max(40)
const sendable = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .refine((value) => value.isWellFormed(), 'not-sendable')
const userid = sendable(64)

/** So many log-ins go into one question by list. */
export const idsAtOnce = 200

/** Finding customers, and everything about one (Customer retrieval; Customer status). Reads only. */
export const customerChannels = {
  'customers.find': {
    request: z.object({ slot, filter: customerFilterSchema, cursor: z.string().min(1).max(300).optional() }),
    response: customerListSchema,
  },
  'customers.by-reseller': {
    request: z.object({
      slot,
      /** `0` for the customers of no reseller. */
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
    /** Log-ins that the platform does not know are no row of it. */
    response: customerListSchema,
  },
  /** One customer by log-in or mapping id as they stand, and what is known here about a box: the interface looks up none. */
  'customers.direct': {
    request: z.object({ slot, text: sendable(64).pipe(z.string().min(1)) }),
    response: z.object({
      customer: customerRowSchema.optional(),
      by: z.enum(['userid', 'customermappingid']).optional(),
      box: deviceIdentifierSchema.optional(),
      jobs: z.array(jobSummarySchema),
      /** Customers who had this box when they were last looked up here. */
      holders: z.array(customerRowSchema),
      /** The platform was not asked, or not reached. */
      isLocal: z.boolean(),
    }),
  },
  'customers.read': {
    /** One of the two may be empty. */
    request: z.object({ slot, userid, customermappingid: sendable(100) }),
    response: customerPageSchema,
  },
  'customers.lights': {
    request: z.object({ slot, userid, boxes: z.array(z.string().min(1).max(300)).min(1).max(50) }),
    response: hostnameLightsSchema,
  },
  /** Work of this computer on this customer, newest first. */
  'customers.jobs': { request: z.object({ userid }), response: z.object({ jobs: z.array(jobSummarySchema) }) },
  'customers.cancel': { request: z.object({ slot }), response: z.object({}) },
} as const satisfies Record<string, { readonly request: z.ZodType; readonly response: z.ZodType }>
