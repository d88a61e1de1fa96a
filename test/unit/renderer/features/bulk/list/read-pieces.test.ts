import { expect, it } from 'vitest'
import { readPieces } from '../../../../../../src/renderer/src/features/bulk/list/list-client.ts'
const numbers = Array.from({ length: 1100 }, (_, index) => index)

it.each([
  ['a part of the rows', 40, 700, numbers.slice(40, 740)],
  ['what is left of them', 900, 2000, numbers.slice(900)],
  ['all of them', 0, Infinity, numbers],
  ['none past the last', 1100, 10, []],
])('reading rows in small parts returns %s', async (_, from, count, expected) => {
  const asked: number[] = []
  const ask = async (at: number, some: number): Promise<readonly number[]> => {
    asked.push(some)
    return numbers.slice(at, at + some)
  }
  expect(await readPieces(ask, from, count)).toEqual(expected)
  expect(Math.max(...asked)).toBeLessThanOrEqual(250)
})
