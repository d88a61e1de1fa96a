import type { StatementSync } from 'node:sqlite'
import type { Row } from './rows.ts'

/** What one call may still look through. */
export interface Budget {
  /** Stretches of a table that are read. */
  stretches: number
  /** Rows that are opened. */
  rows: number
}

/** Rows of a table from a place downwards, a stretch at a time, so that no call reads more than its budget. */
export interface ActivityStream {
  /** The next row; `stalled` where the budget does not reach to it. */
  readonly peek: () => Row | 'stalled' | undefined
  readonly take: () => void
  /** All that comes after is below it. */
  readonly place: () => number
}

/** Sequences that one reading covers, and rows that it brings at the most. */
const stretch = 5000
const most = 200

/** `read` takes the place above the stretch, the first of the stretch, how many rows, and what narrows it. */
export function createActivityStream(
  read: StatementSync,
  narrowing: readonly (string | number)[],
  from: number,
  budget: Budget,
): ActivityStream {
  let buffer: readonly Row[] = []
  let next = 0
  let place = from
  /** Everything from here on upwards is in the buffer, or was. */
  let covered = from

  const fill = (): void => {
    while (next >= buffer.length && covered > 1 && budget.stretches > 0) {
      budget.stretches -= 1
      const low = Math.max(1, covered - stretch)
      buffer = read.all(covered, low, ...narrowing, most)
      next = 0
      covered = buffer.length === most ? sequenceOf(buffer.at(-1)) : low
      if (buffer.length === 0) place = covered
    }
  }
  return {
    peek() {
      fill()
      return buffer[next] ?? (covered > 1 ? 'stalled' : undefined)
    },
    take() {
      const row = buffer[next]
      next += 1
      place = next >= buffer.length ? covered : sequenceOf(row)
    },
    place: () => place,
  }
}

const sequenceOf = (row: Row | undefined): number => Number(row?.['sequence'] ?? 1)
