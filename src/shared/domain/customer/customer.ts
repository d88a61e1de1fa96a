import { z } from 'zod'

/** A mobile number in the form `+CCNNNNNNNN`: plus sign, country code, number, digits only (Resources and their fields, Customer). */
export const mobileSchema = z
  .string()
  .trim()
  .min(1, { error: 'required', abort: true })
  .regex(/^\+[1-9][0-9]{6,14}$/, 'mobile-format')

const text = z.string().trim().min(1, { error: 'required', abort: true }).max(200, 'text-long')

/** The personal fields of a customer, all required on creation, named as on the wire (Resources and their fields, Customer). */
export const customerSchema = z.object({
  firstname: text,
  lastname: text,
  street: text,
  zipcode: text,
  city: text,
  state: text,
  country: text,
  phone: text,
  mobile: mobileSchema,
  email: text.regex(z.regexes.email, 'email-format'),
})
export type Customer = z.infer<typeof customerSchema>

export type CustomerField = keyof Customer
export const customerFields = Object.keys(customerSchema.shape) as readonly CustomerField[]

const typed = z.string().max(500, 'too-long')

/** The personal fields as the user typed them. Each field may hold any text or be empty. */
export const customerInputSchema = z.object(
  Object.fromEntries(customerFields.map((field) => [field, typed])) as Record<CustomerField, typeof typed>,
)
export type CustomerInput = z.infer<typeof customerInputSchema>

/** The platform's name for a customer, only for display and never sent. An invalid name becomes undefined. */
export const toldNameSchema = z.string().trim().min(1).max(200).optional().catch(undefined)

/** A connection's values for a customer's empty fields. A missing field has no default. */
export const customerDefaultsSchema = customerInputSchema.partial()
export type CustomerDefaults = z.infer<typeof customerDefaultsSchema>

/**
 * Fills empty fields with a connection's defaults. An empty phone gets the mobile number. `filled`: the fields that were filled,
 * for display. A blank default counts as none.
 */
export function fillFromDefaults(
  input: CustomerInput,
  defaults: CustomerDefaults,
): { readonly customer: CustomerInput; readonly filled: readonly CustomerField[] } {
  const customer = { ...input }
  const filled: CustomerField[] = []
  const mobile = firstFilled(input.mobile, defaults.mobile)
  for (const field of customerFields) {
    if (customer[field].trim() !== '') continue
    const value = firstFilled(defaults[field], field === 'phone' ? mobile : undefined)
    if (value === '') continue
    customer[field] = value
    filled.push(field)
  }
  return { customer, filled }
}

const firstFilled = (...candidates: readonly (string | undefined)[]): string =>
  candidates.find((candidate) => candidate !== undefined && candidate.trim() !== '')?.trim() ?? ''

/** Status of a customer (States and transitions). */
export const customerStatuses = ['Active', 'Expired', 'Pending', 'Disabled', 'Trial'] as const
export const customerStatusSchema = z.enum(customerStatuses)
export type CustomerStatus = z.infer<typeof customerStatusSchema>

export const knownStatus = (word: string | undefined): CustomerStatus | undefined =>
  customerStatuses.find((status) => status.toLowerCase() === word?.trim().toLowerCase())
