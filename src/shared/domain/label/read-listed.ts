import { readDeviceIdentifier, strayLetters, type IdentifierReading } from '../device-identifier.ts'
import { matchPattern, type SerialPattern } from './label.ts'

/**
 * Reads a box in a list, where no technician checks each one. A text that is nearly a MAC address is a problem there, and not
 * only a caution, unless it is labelled as a serial number or matches a known pattern.
 */
export const readListedIdentifier = (text: string, patterns?: readonly SerialPattern[]): IdentifierReading =>
  doubtListed(readDeviceIdentifier(text), patterns)

/** The same for a text that was read before. */
export function doubtListed(reading: IdentifierReading, patterns: readonly SerialPattern[] = []): IdentifierReading {
  if (!reading.ok || !reading.cautions.includes('nearly-mac')) return reading
  const { value } = reading.identifier
  return strayLetters(value) === '' || matchPattern(value, patterns) !== undefined
    ? reading
    : { ok: false, problem: 'nearly-mac' }
}
