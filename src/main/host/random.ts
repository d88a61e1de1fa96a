import { randomBytes, randomInt } from 'node:crypto'
import type { Random } from '../ports.ts'

/** The operating system's cryptographic randomness. */
export function createSystemRandom(): Random {
  return { bytes: (count) => new Uint8Array(randomBytes(count)), below: (bound) => randomInt(bound) }
}
