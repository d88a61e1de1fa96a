import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/mobile'
import { mobileSchema } from './customer.ts'

/**
 * A local number for certain: a mobile one of the country's numbering plan. Used in place of what was typed, in sight and
 * with undo. `country`: the two-letter code for national numbers; may be empty. Separate from the schema, because the number
 * tables are large and are needed only once a number is wrong.
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
