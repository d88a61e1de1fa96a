import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { mobileSchema } from './mobile.ts'

/**
 * A mobile number in international format made of what was typed, to be offered, never taken silently.
 * `country` is the two-letter code that a national writing is read by; empty where nobody named one. Kept apart from the
 * schema, since the tables of the world's numbers are large and wanted only once a number is wrong.
 */
export function proposeMobile(typed: string, country: string): string | undefined {
  const text = typed.trim().replace(/^00/, '+')
  const parsed = parsePhoneNumberFromString(text, isSupportedCountry(country) ? country : undefined)
  if (parsed?.isPossible() !== true) return undefined
  return mobileSchema.safeParse(parsed.number).success ? parsed.number : undefined
}
