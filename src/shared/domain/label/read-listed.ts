import { plainText, readDeviceIdentifier, strayLetters, type IdentifierReading } from '../device-identifier.ts'
import { isGtin, matchPattern, type SerialPattern } from './label.ts'

/**
 * Reads the identifier of a box in a list. No technician checks each box of a list. So a text that is nearly a MAC address is a problem and
 * not only a caution. An article number is a problem, too, and so is a word such as "none". Exceptions are a text that is labelled as a
 * serial number, and a text that matches a known pattern.
 */
export const readListedIdentifier = (text: string, patterns?: readonly SerialPattern[]): IdentifierReading =>
  doubtListed(readDeviceIdentifier(text), patterns, text)

/** Applies the rules for lists to an existing reading. If `text` is empty, the checks for article numbers and for words are left out. */
export function doubtListed(
  reading: IdentifierReading,
  patterns: readonly SerialPattern[] = [],
  text = '',
): IdentifierReading {
  if (!reading.ok || reading.identifier.kind !== 'serial') return reading
  const { value } = reading.identifier
  const plain = plainText(text)
  const isNearlyMac = reading.cautions.includes('nearly-mac') && strayLetters(value) !== ''
  const problem = isNearlyMac
    ? 'nearly-mac'
    : isGtin(plain)
      ? 'article-number'
      : isFiller(plain)
        ? 'no-number'
        : undefined
  return problem === undefined || matchPattern(value, patterns) !== undefined ? reading : { ok: false, problem }
}

/** Whether a cleaned text stands for a missing number. A number has a digit other than 0. A label before it says that a word is meant. */
const isFiller = (plain: string): boolean => /^(?:\p{L}+|[0\-_/.]+)$/u.test(plain)
