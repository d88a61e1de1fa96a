import { z } from 'zod'
import { creationOptionsSchema } from './creation.ts'
import { customerSchema, toldNameSchema } from './customer.ts'
import {
  chosenPasswordSchema,
  knownPasswordSchema,
  knownUseridSchema,
  platformCredentialsSchema,
  useridSchema,
} from './log-in.ts'
import { planSchema } from './plan.ts'

/** When a renewal or a product change starts: at the end of the paid period, or today (fromExpireDate). */
export const countsFrom = ['end-date', 'today'] as const
export type CountsFrom = (typeof countsFrom)[number]

/** An existing customer; unknown values are absent. */
const knownCustomer = {
  userid: knownUseridSchema,
  password: knownPasswordSchema.optional(),
  customermappingid: z.string().trim().max(100, 'too-long').optional(),
  customerName: toldNameSchema,
}

/** Exactly one of months and days is above 0 (Limits, Subscription length). */
const length = {
  months: z.int('whole-number').min(0, 'whole-number').max(120, 'too-long-a-time'),
  days: z.int('whole-number').min(0, 'whole-number').max(3660, 'too-long-a-time'),
}
const isOneLength = ({ months, days }: { months: number; days: number }): boolean => months > 0 !== days > 0
const oneLength = { error: 'months-or-days', path: ['months'] }

const customerAloneSchema = z.object({
  kind: z.literal('customer-alone'),
  customer: customerSchema,
  plan: planSchema,
  /** Typed by the technician; missing values are generated when the job is saved. */
  logIn: z.object({ userid: useridSchema.optional(), password: chosenPasswordSchema.optional() }),
  /** What the technician chose besides the connection's own settings; absent if the connection asks for nothing. */
  options: creationOptionsSchema.optional(),
  /** The credentials that the platform issued instead, once it has returned them; set only by the job. */
  made: platformCredentialsSchema.optional(),
})

const knownCustomerActionOptions = [
  z
    .object({ kind: z.literal('renewal'), ...knownCustomer, ...length, from: z.enum(countsFrom) })
    .refine(isOneLength, oneLength),
  z
    .object({
      kind: z.literal('product-change'),
      ...knownCustomer,
      productid: z.string().trim().min(1, 'required').max(100, 'too-long'),
      ...length,
      from: z.enum(countsFrom),
      /** Sent only by the Async variant. */
      keepExtraPackages: z.boolean(),
    })
    .refine(isOneLength, oneLength),
  z.object({ kind: z.literal('disable'), ...knownCustomer }),
  z.object({ kind: z.literal('enable'), ...knownCustomer }),
] as const
/** The actions on an existing customer. */
export const knownCustomerActionSchema = z.discriminatedUnion('kind', [...knownCustomerActionOptions])
export type KnownCustomerAction = z.infer<typeof knownCustomerActionSchema>

/** The actions on a customer without a box; each becomes a job of its own kind. */
export const customerActionOptions = [customerAloneSchema, ...knownCustomerActionOptions] as const
export const customerActionSchema = z.discriminatedUnion('kind', [...customerActionOptions])
export type CustomerAction = z.infer<typeof customerActionSchema>
