import { randomBytes, randomFillSync } from 'node:crypto'
import type { Random } from '../ports.ts'

/** One more than the highest 32-bit number. */
const range = 2 ** 32

/**
 * Cryptographic random values. Numbers come from bytes that are fetched many at a time, because a new customer needs fifty numbers, and
 * a list has thousands of customers. A number is erased from the store when it is drawn.
 */
export function createSystemRandom(): Random {
  const store = new Uint32Array(1024)
  let used = store.length
  const draw = (): number => {
    if (used === store.length) {
      randomFillSync(store)
      used = 0
    }
    const drawn = store[used] ?? 0
    store[used] = 0
    used += 1
    return drawn
  }
  return {
    bytes: (count) => new Uint8Array(randomBytes(count)),
    below(bound) {
      if (!Number.isInteger(bound) || bound < 1 || bound > range) throw new RangeError(`No number is below ${bound}`)
      // Numbers from `end` on are drawn again. If they were used, the lower results would be more likely.
      const end = range - (range % bound)
      for (;;) {
        const drawn = draw()
        if (drawn < end) return drawn % bound
      }
    },
  }
}
