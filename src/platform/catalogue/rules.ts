import { z } from 'zod'
import { mobileSchema } from '../../shared/domain/customer.ts'
import { customerStatusSchema } from '../../shared/domain/status.ts'
import type { RuleName } from './operation.ts'

/**
 * Values as text, as sent to the platform. The interface document shows formats only for mobile and password; the other rules
 * are Setdesk's own. Each schema's message is the code of the problem.
 */

/** Any text that can be percent-encoded: a lone surrogate cannot. */
export const wireTextSchema = z
  .string()
  .min(1, 'required')
  .max(2000, 'too-long')
  .refine((text) => text.isWellFormed(), 'not-sendable')

/** Allowed characters of a password, including `0` for "none" (Limits). Strength is checked where a password is chosen. */
export const wirePasswordSchema = z.string().regex(/^[A-Za-z0-9!#@=()_$+-]{1,200}$/, 'password-characters')

/** A count of months or days; 0 means that the other of the two is used. */
const wireLengthSchema = z.string().regex(/^(?:0|[1-9][0-9]{0,3})$/, 'whole-number')

/** Months, at least 1 (Limits). */
const wireRenewalIntervalSchema = z.string().regex(/^[1-9][0-9]{0,3}$/, 'renewal-interval')

/** A page number, from 1 (Limits). */
const wirePageSchema = z.string().regex(/^[1-9][0-9]{0,8}$/, 'page-number')

/** A MAC address in any notation, or a serial number. Only a MAC address has a colon, so an incomplete one is noticed. */
export const wireDeviceSchema = z
  .string()
  .regex(/^(?:[0-9A-Fa-f]{2}(?::[0-9A-Fa-f]{2}){5}|[!-9;-~]{4,40})$/, 'device-format')

/** A calendar day, yyyy-MM-dd. */
export const wireDateSchema = z.iso.date('date-format')

/** Booleans are sent in lower case. */
const wireFlagSchema = z.enum(['true', 'false'], 'flag-value')

/** The schema of each rule, applied to the value as sent: text in the query, a list of texts in a JSON body. */
export const rules = {
  text: wireTextSchema,
  mobile: mobileSchema,
  email: z.email('email-format'),
  months: wireLengthSchema,
  days: wireLengthSchema,
  'renewal-interval': wireRenewalIntervalSchema,
  password: wirePasswordSchema,
  uuid: wireDeviceSchema,
  'mac-address': wireDeviceSchema,
  status: customerStatusSchema,
  page: wirePageSchema,
  date: wireDateSchema,
  flag: wireFlagSchema,
  'user-ids': z.array(wireTextSchema).min(1, 'required'),
} as const satisfies Readonly<Record<RuleName, z.ZodType<string | readonly string[]>>>
