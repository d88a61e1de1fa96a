import { randomBytes, randomInt } from 'node:crypto'
import type { Random } from '../../src/main/ports.ts'

/** Real randomness, for what no test may foretell. */
export const trulyRandom: Random = {
  bytes: (count) => new Uint8Array(randomBytes(count)),
  below: (bound) => randomInt(bound),
}
