import { z } from 'zod'

/**
 * Values as text, as they go to the platform. The interface document shows formats for mobile and password alone; the
 * rest is what this app holds itself to. Each schema's message is the problem's code.
 */

/** Any text that can be percent-encoded: a lone surrogate cannot. */
export const wireTextSchema = z
  .string()
  .min(1, 'required')
  .max(2000, 'too-long')
  .refine((text) => text.isWellFormed(), 'not-sendable')

/** Allowed characters of a password, `0` for "none" among them (Limits). Strength is judged where one is chosen. */
export const wirePasswordSchema = z.string().regex(/^[A-Za-z0-9!#@=()_$+-]{1,200}$/, 'password-characters')

/** A count of months or days; 0 means that the other of the two is used. */
export const wireLengthSchema = z.string().regex(/^(?:0|[1-9][0-9]{0,3})$/, 'whole-number')

/** Months, at least 1 (Limits). */
export const wireRenewalIntervalSchema = z.string().regex(/^[1-9][0-9]{0,3}$/, 'renewal-interval')

/** A page number, from 1 (Limits). */
export const wirePageSchema = z.string().regex(/^[1-9][0-9]{0,8}$/, 'page-number')

/** A MAC address in any writing, or a serial number. A colon is only in a MAC address, so a cut-off one is seen. */
export const wireDeviceSchema = z
  .string()
  .regex(/^(?:[0-9A-Fa-f]{2}(?::[0-9A-Fa-f]{2}){5}|[!-9;-~]{4,40})$/, 'device-format')

/** A day of the calendar, yyyy-MM-dd. */
export const wireDateSchema = z.iso.date('date-format')

/** Booleans travel in lower case. */
export const wireFlagSchema = z.enum(['true', 'false'], 'flag-value')
