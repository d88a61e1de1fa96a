import { z } from 'zod'
import { bindingStatusSchema } from '../job.ts'
import { customerStatusSchema } from './customer.ts'

const told = z.string().max(300).optional()

/** A customer as the platform's answer shows it, in the platform's own words and without the password. */
export const customerFactsSchema = z.object({
  userid: told,
  customermappingid: told,
  firstname: told,
  lastname: told,
  street: told,
  postal: told,
  city: told,
  state: told,
  country: told,
  phone: told,
  mobile: told,
  email: told,
  status: told,
  startDate: told,
  endDate: told,
  product: told,
  reseller: told,
  createdAt: told,
  deviceLimit: told,
})
export type CustomerFacts = z.infer<typeof customerFactsSchema>

export const customerRowSchema = customerFactsSchema.extend({
  /** Time of the answer, milliseconds since 1970. Present only if it differs from the list's time. */
  at: z.number().optional(),
  /** True if the platform was asked for this user ID and returned no customer. */
  isUnknown: z.boolean().optional(),
})
export type CustomerRow = z.infer<typeof customerRowSchema>

const text = z
  .string()
  .trim()
  .min(1)
  .max(100, 'too-long')
  .refine((value) => value.isWellFormed(), 'not-sendable')
  .optional()
const day = z.iso.date('date-format').optional()

/** The filters of getCustomers, named as on the wire. `extra`: the filter that the connection names (Customer retrieval). */
export const customerFilterSchema = z.object({
  status: customerStatusSchema.optional(),
  firstname: text,
  lastname: text,
  street: text,
  postal: text,
  city: text,
  state: text,
  country: text,
  telephone: text,
  mobile: text,
  extra: text,
  subscription_start_date: day,
  subscription_end_date: day,
  customer_created_from: day,
  customer_created_to: day,
})
export type CustomerFilter = z.infer<typeof customerFilterSchema>
export type FilterName = keyof CustomerFilter

/** `at`: when the platform answered, milliseconds since 1970. `isCached`: a stored answer, because the platform is not reached. */
const toldWhen = { at: z.number(), isCached: z.boolean() }

/** The platform's answer could not be read. `raw`: the redacted answer as received. */
const unread = z.object({ kind: z.literal('unread'), raw: z.string(), status: z.int().optional() })
/** This request has no answer, because it was cancelled or because a later request with the same slot replaced it. */
const superseded = z.object({ kind: z.literal('superseded') })

export const customerListSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('page'),
    rows: z.array(customerRowSchema),
    next: z.string().optional(),
    /** True if the list is not complete, because the platform's cursor could not be read. */
    isCut: z.boolean(),
    /** True if the rows come from several stored answers and not from one answer of the platform. */
    isGathered: z.boolean(),
    ...toldWhen,
  }),
  unread,
  superseded,
])
export type CustomerList = z.infer<typeof customerListSchema>
export type CustomerListPage = Extract<CustomerList, { kind: 'page' }>

export const customerDeviceSchema = z.object({
  id: z.string().max(300),
  /** Further identifiers of the same box. */
  also: z.array(z.string().max(300)).optional(),
  model: z.string().max(300).optional(),
})
export type CustomerDevice = z.infer<typeof customerDeviceSchema>

export const rawAnswerSchema = z.object({ operation: z.string(), status: z.int().optional(), raw: z.string() })
export type RawAnswer = z.infer<typeof rawAnswerSchema>

export const customerPageSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('customer'),
    facts: customerFactsSchema,
    /** Absent if the platform's list of boxes could not be read. */
    devices: z.array(customerDeviceSchema).optional(),
    answers: z.array(rawAnswerSchema),
    ...toldWhen,
  }),
  z.object({ kind: z.literal('absent') }),
  unread,
  superseded,
])
export type CustomerPageAnswer = z.infer<typeof customerPageSchema>
export type ShownCustomer = Extract<CustomerPageAnswer, { kind: 'customer' }>

/** Whether a box is bound to a hostname of the connection; `not-asked-for` if the connection has no hostnames. */
export const boxBindingSchema = z.object({
  id: z.string(),
  light: bindingStatusSchema,
  hostname: z.string().optional(),
})
export type BoxBinding = z.infer<typeof boxBindingSchema>

export const hostnameBindingsSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('bindings'), boxes: z.array(boxBindingSchema), ...toldWhen }),
  superseded,
])
export type HostnameBindings = z.infer<typeof hostnameBindingsSchema>
