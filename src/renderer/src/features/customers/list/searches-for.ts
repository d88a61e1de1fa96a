import type { CustomerFilter } from '../../../../../shared/domain/customer-view.ts'

type Filters = readonly [CustomerFilter, ...CustomerFilter[]]

/**
 * The filters by which a typed text is looked for, beside those that were chosen: digits are part of a mobile number or a
 * telephone number, one word is a last name, and then a first name,
 * several are a first and a last name. A field that was chosen by hand is not overwritten.
 */
export function searchesFor(text: string, chosen: CustomerFilter): Filters {
  const words = text
    .trim()
    .split(/\s+/)
    .filter((word) => word !== '')
  const [first, ...rest] = words
  if (first === undefined) return [chosen]
  if (/^\+?[\d\s()./-]{3,}$/.test(text.trim())) {
    const number = text.replaceAll(/[^\d+]/g, '')
    return [
      { mobile: number, ...chosen },
      { telephone: number, ...chosen },
    ]
  }
  const whole = words.join(' ')
  if (rest.length === 0)
    return [
      { lastname: whole, ...chosen },
      { firstname: whole, ...chosen },
    ]
  return [
    { firstname: first, lastname: rest.join(' '), ...chosen },
    { lastname: whole, ...chosen },
    { firstname: whole, ...chosen },
  ]
}

/** A text that may be a log-in, a mapping id or a box: one word with a digit in it. */
export const mayBeIdentifier = (text: string): boolean => /^\S{4,64}$/.test(text.trim()) && /\d/.test(text)

const separators = /[\s,;|"']+/

/** Log-ins from a pasted text or a file: one a line, or between commas, semicolons or blanks; each once, in their order. */
export function readUserids(text: string): readonly string[] {
  const all = text.split(separators).filter((part) => part !== '' && part.length <= 64 && part.isWellFormed())
  return [...new Set(all)]
}
