import { z } from 'zod'
import { creationOptionsSchema } from './customer/creation.ts'
import {
  chosenPasswordSchema,
  knownPasswordSchema,
  knownUseridSchema,
  lengthFields,
  platformCredentialsSchema,
  productid,
  toldNameSchema,
  useridSchema,
} from './customer/customer.ts'

/** When a renewal or a product change starts: at the end of the paid period or today (parameter fromExpireDate). */
export const countsFrom = ['end-date', 'today'] as const
export type CountsFrom = (typeof countsFrom)[number]

/** The customer that an action applies to. Unknown values are absent. */
const knownCustomer = {
  userid: knownUseridSchema,
  password: knownPasswordSchema.optional(),
  customermappingid: z.string().trim().max(100, 'too-long').optional(),
  customerName: toldNameSchema,
}

const isOneLength = ({ months, days }: { months: number; days: number }): boolean => months > 0 !== days > 0
const oneLength = { error: 'months-or-days', path: ['months'] }

export const creationParts = {
  /** Typed by the technician; missing values are generated when the job is saved. */
  logIn: z.object({ userid: useridSchema.optional(), password: chosenPasswordSchema.optional() }),
  /** The technician's options. Absent if the connection asks for none. */
  options: creationOptionsSchema.optional(),
  /** The credentials that the platform issued instead of `logIn`. Only the job sets this field, after the platform's reply. */
  made: platformCredentialsSchema.optional(),
}

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
      /** Only the asynchronous call (changeCustomerProductAsync) sends this flag. */
      keepExtraPackages: z.boolean(),
    })
    .refine(isOneLength, oneLength),
  z.object({ kind: z.literal('disable'), ...knownCustomer }),
  z.object({ kind: z.literal('enable'), ...knownCustomer }),
] as const
export const knownCustomerActionSchema = z.discriminatedUnion('kind', [...knownCustomerActionOptions])
export type KnownCustomerAction = z.infer<typeof knownCustomerActionSchema>
