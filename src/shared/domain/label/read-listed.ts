import { readDeviceIdentifier, strayLetters, type IdentifierReading } from '../device-identifier.ts'
import { isGtin, matchPattern, type SerialPattern } from './label.ts'

/**
 * Reads a box in a list, where no technician checks each box. So a text that is nearly a MAC address, or an article number, is a problem
 * here and not only a caution. The exceptions are texts that are labelled as a serial number or match a known pattern.
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
