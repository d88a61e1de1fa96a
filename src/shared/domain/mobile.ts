import { z } from 'zod'

/** `+CCNNNNNNNN`: plus sign, country code, number, digits only (Resources and their fields, Customer). */
export const mobileSchema = z
  .string()
  .trim()
  .min(1, { error: 'required', abort: true })
  .regex(/^\+[1-9][0-9]{6,14}$/, 'mobile-format')
