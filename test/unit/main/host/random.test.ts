import { describe, expect, test } from 'vitest'
import { createSystemRandom } from '../../../../src/main/host/host-ports.ts'

describe('the random numbers below a bound', () => {
  test('are whole numbers from 0 on, and all of them occur', () => {
    const { below } = createSystemRandom()
    const drawn = new Set(Array.from({ length: 5000 }, () => below(31)))
    expect([...drawn].sort((a, b) => a - b)).toEqual(Array.from({ length: 31 }, (_, number) => number))
  })

  test('are spread evenly', () => {
    const { below } = createSystemRandom()
    const counts = Array<number>(10).fill(0)
    for (let draw = 0; draw < 100_000; draw += 1) counts[below(10)]! += 1
    // Ten thousand are expected of each, with a standard deviation of 95.
    for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(95 * 6)
  })

  test('are also spread evenly if the bound is not a divisor of 2^32', () => {
    const { below } = createSystemRandom()
    const bound = 3 * 2 ** 30
    let low = 0
    for (let draw = 0; draw < 30_000; draw += 1) if (below(bound) < 2 ** 30) low += 1
    // Without drawing again it would be 15,000.
    expect(Math.abs(low - 10_000)).toBeLessThan(82 * 6)
  })

  test('can have a bound as large as 2^32', () => {
    const { below } = createSystemRandom()
    expect(below(1)).toBe(0)
    expect(Array.from({ length: 100 }, () => below(2 ** 32)).some((drawn) => drawn >= 2 ** 31)).toBe(true)
  })

  test('differ between two sources', () => {
    const [one, other] = [createSystemRandom(), createSystemRandom()].map(({ below }) =>
      Array.from({ length: 20 }, () => below(2 ** 32)),
    )
    expect(one).not.toEqual(other)
  })

  test.each([0, -1, 1.5, NaN, 2 ** 32 + 1])('are refused for the bound %d', (bound) => {
    expect(() => createSystemRandom().below(bound)).toThrow(RangeError)
  })
})

test('as many random bytes are returned as were requested', () => {
  const { bytes } = createSystemRandom()
  expect(bytes(32)).toHaveLength(32)
  expect(bytes(32)).not.toEqual(bytes(32))
})
