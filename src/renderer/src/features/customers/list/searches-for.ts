import type { CustomerFilter } from '../../../../../shared/domain/customer-view.ts'

type Filters = readonly [CustomerFilter, ...CustomerFilter[]]

/**
 * The filters for a typed text, combined with the chosen ones. Digits are searched in mobile numbers, then telephone
 * numbers. One word is searched as a last name, then as a first name. Several words are first and last name. A filter
 * chosen by hand is not overwritten.
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

/** Whether a text may be a user ID, a mapping ID or a box: one word with a digit in it. */
export const mayBeIdentifier = (text: string): boolean => /^\S{4,64}$/.test(text.trim()) && /\d/.test(text)

const separators = /[\s,;|"']+/

/** User IDs from a pasted text or a file, separated by line ends, commas, semicolons or spaces. Each once, in order. */
export function readUserids(text: string): readonly string[] {
  const all = text.split(separators).filter((part) => part !== '' && part.length <= 64 && part.isWellFormed())
  return [...new Set(all)]
}
