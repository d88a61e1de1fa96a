import { readDeviceIdentifier, strayLetters, type IdentifierReading } from '../device-identifier.ts'
import type { SerialPattern } from './label.ts'
import { matchPattern } from './match-pattern.ts'

/**
 * Reads a box of a list, where nobody looks at each. What is as long as a MAC address and nearly one is a problem there, and
 * not only a caution, unless it is said to be a serial number or follows a known pattern of one.
 */
export function readListedIdentifier(text: string, patterns: readonly SerialPattern[] = []): IdentifierReading {
  const reading = readDeviceIdentifier(text)
  if (!reading.ok || !reading.cautions.includes('nearly-mac')) return reading
  const { value } = reading.identifier
  return strayLetters(value) === '' || matchPattern(value, patterns) !== undefined
    ? reading
    : { ok: false, problem: 'nearly-mac' }
}
