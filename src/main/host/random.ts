import { randomBytes, randomInt } from 'node:crypto'
import type { Random } from '../ports.ts'

export const createSystemRandom = (): Random => ({
  bytes: (count) => new Uint8Array(randomBytes(count)),
  below: (bound) => randomInt(bound),
})
