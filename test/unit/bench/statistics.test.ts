import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { median, medianInterval, quantile } from '../../bench/statistics.ts'

test('the median of an odd count is the value in the middle', () => {
  expect(median([9, 1, 5])).toBe(5)
})

test('the median of an even count is the mean of the two in the middle', () => {
  expect(median([10, 1, 2, 4])).toBe(3)
})

test('the median sorts its values as numbers, not as text', () => {
  expect(median([100, 9, 20])).toBe(20)
})

test('a quantile is the smallest value that the given share of values does not exceed', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index)
  expect([quantile(hundred, 0.99), quantile(hundred, 0.5), quantile(hundred, 1)]).toEqual([99, 50, 100])
  expect(quantile([7], 0.99)).toBe(7)
})

test('an empty list has no median, no quantile and no interval', () => {
  expect(() => quantile([], 0.5)).toThrow()
  expect(() => median([])).toThrow()
  expect(() => medianInterval([])).toThrow()
})

test('the interval of fifteen values goes from the fourth lowest to the fourth highest, and covers 96.5 %', () => {
  const values = Array.from({ length: 15 }, (_, index) => index + 1)

  const { low, high, coverage } = medianInterval(values)

  expect([low, high]).toEqual([4, 12])
  expect(coverage).toBeCloseTo(0.9648, 4)
})

test('the interval of five values goes from the lowest to the highest, and its coverage is reported as below 95 %', () => {
  expect(medianInterval([3, 1, 2, 5, 4])).toEqual({ low: 1, high: 5, coverage: 0.9375 })
})

test('the interval of one value is that value and covers nothing', () => {
  expect(medianInterval([7])).toEqual({ low: 7, high: 7, coverage: 0 })
})

test('the lowest and the highest of fifteen values move neither end of the interval, however extreme they are', () => {
  const calm = Array.from({ length: 13 }, (_, index) => 10 + index)
  const { low, high } = medianInterval([9, ...calm, 23])

  expect([low, high]).toEqual([12, 20])
  for (const [lowest, highest] of [
    [9, 1e9],
    [-1e9, 23],
    [-1e9, 1e9],
  ] as const)
    expect(medianInterval([highest, ...calm, lowest])).toMatchObject({ low, high })
})

test('the interval goes from one measured value to another around the median, and covers 95 % from six values on', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ noNaN: true, min: 0, max: 1e6 }), { minLength: 1, maxLength: 40 }), (values) => {
      const { low, high, coverage } = medianInterval(values)
      expect(values).toContain(low)
      expect(values).toContain(high)
      expect(low).toBeLessThanOrEqual(median(values))
      expect(high).toBeGreaterThanOrEqual(median(values))
      if (values.length >= 6) expect(coverage).toBeGreaterThanOrEqual(0.95)
    }),
  )
})
