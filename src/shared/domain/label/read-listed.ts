import { readDeviceIdentifier, strayLetters, type IdentifierReading } from '../device-identifier.ts'
import { isGtin, matchPattern, type SerialPattern } from './label.ts'

/**
 * Reads the identifier of a box in a list. No technician checks each box of a list. So a text that is nearly a MAC address is a problem and
 * not only a caution. An article number is a problem, too. Exceptions are a text that is labelled as a serial number, and a text that
 * matches a known pattern.
 */
export const readListedIdentifier = (text: string, patterns?: readonly SerialPattern[]): IdentifierReading =>
  doubtListed(readDeviceIdentifier(text), patterns, text)

/** Applies the rules for lists to an existing reading. If `text` is empty, the check for article numbers is left out. */
export function doubtListed(
  reading: IdentifierReading,
  patterns: readonly SerialPattern[] = [],
  text = '',
): IdentifierReading {
  if (!reading.ok || reading.identifier.kind !== 'serial') return reading
  const { value } = reading.identifier
  const isNearlyMac = reading.cautions.includes('nearly-mac') && strayLetters(value) !== ''
  const problem = isNearlyMac ? 'nearly-mac' : isGtin(text.trim()) ? 'article-number' : undefined
  return problem === undefined || matchPattern(value, patterns) !== undefined ? reading : { ok: false, problem }
}
