import { expect, it } from 'vitest'
import { readAllRows } from '../../../../../../src/renderer/src/features/bulk/list/list-client.ts'

it.each([0, 1, 250, 500, 1100])('all of %i rows are read in small pieces', async (count) => {
  const rows = Array.from({ length: count }, (_, index) => index)
  const asked: number[] = []
  const ask = async (from: number, most: number): Promise<readonly number[]> => {
    asked.push(most)
    return rows.slice(from, from + most)
  }
  expect(await readAllRows(ask)).toEqual(rows)
  expect(Math.max(...asked)).toBeLessThanOrEqual(250)
})
