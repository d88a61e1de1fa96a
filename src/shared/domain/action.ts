import { z } from 'zod'
import { creationOptionsSchema } from './customer/creation.ts'
import { toldNameSchema } from './customer/customer.ts'
import {
  chosenPasswordSchema,
  knownPasswordSchema,
  knownUseridSchema,
  platformCredentialsSchema,
  useridSchema,
} from './customer/log-in.ts'
import { lengthFields, productid } from './customer/plan.ts'

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

const isOneLength = ({ months, days }: { months: number; days: number }): boolean => months > 0 !== days > 0
const oneLength = { error: 'months-or-days', path: ['months'] }

/** How the log-in of a new customer is chosen, and what its creation is asked for. */
export const creationParts = {
  /** Typed by the technician; missing values are generated when the job is saved. */
  logIn: z.object({ userid: useridSchema.optional(), password: chosenPasswordSchema.optional() }),
  /** What the technician chose besides the connection's own settings; absent if the connection asks for nothing. */
  options: creationOptionsSchema.optional(),
  /** The credentials that the platform issued instead, once it has returned them; set only by the job. */
  made: platformCredentialsSchema.optional(),
}

/** The actions on an existing customer; each becomes a job of its own kind. */
export const knownCustomerActionOptions = [
  z
    .object({ kind: z.literal('renewal'), ...knownCustomer, ...lengthFields, from: z.enum(countsFrom) })
    .refine(isOneLength, oneLength),
  z
    .object({
      kind: z.literal('product-change'),
      ...knownCustomer,
      productid,
      ...lengthFields,
      from: z.enum(countsFrom),
      /** Sent only by the Async variant. */
      keepExtraPackages: z.boolean(),
    })
    .refine(isOneLength, oneLength),
  z.object({ kind: z.literal('disable'), ...knownCustomer }),
  z.object({ kind: z.literal('enable'), ...knownCustomer }),
] as const
export const knownCustomerActionSchema = z.discriminatedUnion('kind', [...knownCustomerActionOptions])
export type KnownCustomerAction = z.infer<typeof knownCustomerActionSchema>
