import { expect, it } from 'vitest'
import { readPieces } from '../../../../../../src/renderer/src/features/bulk/list/list-client.ts'
const numbers = Array.from({ length: 1100 }, (_, index) => index)

it.each([
  ['the requested part of the rows', 40, 700, numbers.slice(40, 740)],
  ['the remaining rows if more are requested than there are', 900, 2000, numbers.slice(900)],
  ['all rows', 0, Infinity, numbers],
  ['no rows after the last row', 1100, 10, []],
])('reading rows in small parts returns %s', async (_, from, count, expected) => {
  const asked: number[] = []
  const ask = async (at: number, some: number): Promise<readonly number[]> => {
    asked.push(some)
    return numbers.slice(at, at + some)
  }
  expect(await readPieces(ask, from, count)).toEqual(expected)
  expect(Math.max(...asked)).toBeLessThanOrEqual(250)
})
