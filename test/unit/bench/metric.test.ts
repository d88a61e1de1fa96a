import { expect, test } from 'vitest'
import { passes, summarise } from '../../bench/metric.ts'

test('a gate of a benchmark is judged by the less favourable end of the interval', () => {
  expect(passes({ low: 50, high: 90 }, { atLeast: 50 })).toBe(true)
  expect(passes({ low: 49, high: 90 }, { atLeast: 50 })).toBe(false)
  expect(passes({ low: 1, high: 2 }, { atMost: 2 })).toBe(true)
  expect(passes({ low: 1, high: 2.1 }, { atMost: 2 })).toBe(false)
})

test('measurements are summarized by their median and its confidence interval', () => {
  const measured = summarise([5, 1, 4, 2, 3], ['all rows are there'])

  expect(measured).toMatchObject({ value: 3, low: 1, high: 5 })
  expect(measured.notes).toEqual(['5 measurements; the interval covers 93.8 %', 'all rows are there'])
})
