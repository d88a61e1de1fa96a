import { z } from 'zod'

/** A text without the characters that a copied text brings along unseen. A line break or a tab becomes a blank. */
const typedText = z
  .string()
  .overwrite((text) => text.replaceAll(/[\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g, ''))
  .overwrite((text) => text.replaceAll(/\p{Cc}+/gu, ' '))
  .trim()

/** A mobile number in the form `+CCNNNNNNNN`: plus sign, country code, number, digits only (Resources and their fields, Customer). */
export const mobileFormat = /^\+[1-9][0-9]{6,14}$/

/** A mobile number as it is typed: blanks around it are left out. */
export const mobileSchema = typedText.min(1, { error: 'required', abort: true }).regex(mobileFormat, 'mobile-format')

const requiredText = typedText.min(1, { error: 'required', abort: true }).max(200, 'text-long')

/** The personal fields of a customer, all required on creation, named as on the wire (Resources and their fields, Customer). */
export const customerSchema = z.object({
  firstname: requiredText,
  lastname: requiredText,
  street: requiredText,
  zipcode: requiredText,
  city: requiredText,
  state: requiredText,
  country: requiredText,
  phone: requiredText,
  mobile: mobileSchema,
  email: requiredText.regex(z.regexes.email, 'email-format'),
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

const wholeNumber = z.int('whole-number').min(0, 'whole-number')

export const productid = z.string().trim().min(1, 'required').max(100, 'too-long')

/** The length of a subscription in months or days. The unit that is not used is 0 (Limits, Subscription length). */
export const lengthFields = {
  months: wholeNumber.max(120, 'too-long-a-time'),
  days: wholeNumber.max(3660, 'too-long-a-time'),
}
const renewalinterval = z.int('whole-number').min(1, 'renewal-interval').max(120, 'too-long-a-time')

/** Exactly one of months and days must be above 0. The renewal interval is at least 1 month (Limits). */
export const planSchema = z
  .object({ productid: productid, ...lengthFields, renewalinterval })
  .superRefine((plan, context) => {
    if (plan.months > 0 !== plan.days > 0) return
    const message = plan.months > 0 ? 'months-and-days' : 'months-or-days'
    context.addIssue({ code: 'custom', path: ['months'], message })
  })
export type Plan = z.infer<typeof planSchema>

/** A product that a connection offers, with its usual length. Months and days are both 0 if the product has no usual length. */
export const productSchema = z
  .object({
    productid: productid,
    name: z.string().trim().min(1, 'required').max(100, 'too-long'),
    ...lengthFields,
    renewalinterval,
  })
  .refine((product) => product.months === 0 || product.days === 0, { path: ['months'], error: 'months-and-days' })
export type Product = z.infer<typeof productSchema>

/** The platform reads the password `0` as "none", so no customer can have it (MAC addresses, Product change). */
const password = z.string().refine((text) => text !== '0', { error: 'password-zero', abort: true })

/**
 * A password that the technician chooses. The platform takes letters, digits and `! # @ = ( ) _ $ + -` (Resources and their
 * fields, Customer). The minimum of four characters is Setdesk's own rule.
 */
export const chosenPasswordSchema = password
  .regex(/^[A-Za-z0-9!#@=()_$+-]*$/, { error: 'password-characters', abort: true })
  .min(4, 'password-short')
  .max(64, 'password-long')

/** The password of an existing customer. The minimum of four characters does not apply, because another tool may have set the password. */
export const knownPasswordSchema = password
  .regex(/^[A-Za-z0-9!#@=()_$+-]+$/, 'password-characters')
  .max(200, 'password-long')

export const useridSchema = z
  .string()
  .min(1, { error: 'required', abort: true })
  .max(64, 'userid-long')
  .regex(/^[A-Za-z0-9._@+-]+$/, 'userid-characters')

/** The user ID of an existing customer. Any text without blanks is valid, because another tool may have created the user ID. */
export const knownUseridSchema = z
  .string()
  .trim()
  .min(1, { error: 'required', abort: true })
  .max(64, 'userid-long')
  .regex(/^[^\s\p{C}]+$/u, 'userid-characters')

/** Credentials that the platform issued and returned. A user ID may have one blank. Newer platforms never return the password. */
export const platformCredentialsSchema = z.object({
  userid: z
    .string()
    .trim()
    .max(64)
    .regex(/^[^\s\p{C}]+(?:\p{Zs}[^\s\p{C}]+)?$/u),
  password: z.string().min(1).max(200, 'password-long').optional(),
})
export type PlatformCredentials = z.infer<typeof platformCredentialsSchema>

/** The operator's pattern: literal text with `{digits:N}` (N random digits) and `{mobile}` (the digits of the mobile number). */
export const logInPatternSchema = z
  .string()
  .max(60)
  .regex(/^(?:[A-Za-z0-9._@+-]|\{digits:(?:[4-9]|1[0-9])\}|\{mobile\})+$/, 'pattern')
  .refine((pattern) => pattern.includes('{'), 'pattern-fixed')
  .refine((pattern) => longestUserid(pattern) <= 64, 'pattern-long')

/** The longest user ID that a pattern can produce. A mobile number has at most fifteen digits. */
function longestUserid(pattern: string): number {
  return pattern
    .replace(/\{digits:(\d+)\}/g, (_, count: string) => '0'.repeat(Number(count)))
    .replaceAll('{mobile}', '0'.repeat(15)).length
}

/** Returns a uniformly random whole number from 0 up to `bound`, exclusive. The number is cryptographically random except in tests. */
export type RandomBelow = (bound: number) => number

/** The characters of generated passwords. Characters that are easily confused in speech or on a handout are left out. */
const readable = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Makes a user ID by the operator's pattern. The default is ten digits, which can be typed with a remote control. */
export function makeUserid(pattern: string, mobile: string, below: RandomBelow): string {
  return pattern
    .replace(/\{digits:(\d+)\}/g, (_, count: string) => randomDigits(Number(count), below))
    .replaceAll('{mobile}', mobile.replace(/\D/g, ''))
}

/** Makes a password of ten characters that can be read aloud. The password has about 49 random bits. */
export const makePassword = (below: RandomBelow): string =>
  Array.from({ length: 10 }, () => readable[below(readable.length)]).join('')

/** Makes random digits. The first digit is never 0, because some input fields for remote controls drop a leading 0. */
const randomDigits = (count: number, below: RandomBelow): string =>
  Array.from({ length: count }, (_, index) => (index === 0 ? 1 + below(9) : below(10))).join('')

/** A user ID in the form in which two of them are compared: a platform may ignore case, and show a user ID as a number without its leading zeros. */
export const plainUserid = (userid: string): string =>
  userid
    .trim()
    .replace(/^0+(?=.)/, '')
    .toLowerCase()
