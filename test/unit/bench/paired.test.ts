import { expect, test } from 'vitest'
import { inTurn, mustBe } from '../../bench/paired.ts'

test('two compared programs run in turn, and the first pair is only a warm-up', async () => {
  const order: string[] = []
  let count = 0
  const run = (name: string) => async () => {
    order.push(name)
    count += 1
    return count
  }

  const figures = await inTurn(2, run('a'), run('b'))

  expect(order.join('')).toBe('ababab')
  expect(figures).toEqual([
    [3, 4],
    [5, 6],
  ])
})

test('a wrong result ends the benchmark', () => {
  expect(() => mustBe('jobs', 2, 2)).not.toThrow()
  expect(() => mustBe('jobs', 1, 2)).toThrow('jobs: 1 instead of 2')
})
