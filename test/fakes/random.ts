import { randomBytes, randomInt } from 'node:crypto'
import type { Random } from '../../src/main/ports.ts'

/** Real randomness, for values that a test must not predict. */
export const trulyRandom: Random = {
  bytes: (count) => new Uint8Array(randomBytes(count)),
  below: (bound) => randomInt(bound),
}
