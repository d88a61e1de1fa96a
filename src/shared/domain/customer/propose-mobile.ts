import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/mobile'
import { mobileSchema } from './customer.ts'

/**
 * A mobile number in international format for the typed text. It is only a proposal and is never used silently. `country`: the
 * two-letter code for national numbers; may be empty. Separate from the schema, because the number tables are large and are
 * needed only once a number is wrong.
 */
export function proposeMobile(typed: string, country: string): string | undefined {
  const text = typed.trim().replace(/^00/, '+')
  const parsed = parsePhoneNumberFromString(text, isSupportedCountry(country) ? country : undefined)
  if (parsed?.isPossible() !== true) return undefined
  return mobileSchema.safeParse(parsed.number).success ? parsed.number : undefined
}

/**
 * A local number for certain: a mobile one of the country's numbering plan. Used in place of what was typed, in sight and
 * with undo. `country`: two letters.
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
