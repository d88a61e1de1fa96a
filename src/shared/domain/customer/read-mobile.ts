import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/mobile'
import { mobileSchema } from './customer.ts'

/**
 * Reads a typed number as a mobile number. Undefined unless the country's numbering plan makes the reading certain. The form shows the
 * change and offers undo. `country`: the two-letter code for national numbers; may be empty. This file is separate from the schema, because
 * the number tables are large and are needed only once a number is wrong.
 */
export function readMobile(
  typed: string,
  country: string,
): { readonly mobile: string; readonly country: string } | undefined {
  const text = typed.trim().replace(/^00/, '+')
  const parsed = parsePhoneNumberFromString(text, isSupportedCountry(country) ? country : undefined)
  if (parsed?.isValid() !== true || !mobileSchema.safeParse(parsed.number).success) return undefined
  return { mobile: parsed.number, country: parsed.country ?? country }
}
