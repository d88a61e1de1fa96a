/** The median; for an even count the mean of the two values in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  const upper = sorted[Math.floor(middle)]
  const lower = sorted[Math.ceil(middle) - 1]
  if (upper === undefined || lower === undefined) throw new Error('There is no median of nothing')
  return (upper + lower) / 2
}

/** The smallest value that at least `part` (0 to 1) of the values do not exceed. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const found = sorted[Math.max(Math.ceil(sorted.length * part) - 1, 0)]
  if (found === undefined) throw new Error('There is no quantile of nothing')
  return found
}

/** An interval that contains the true median in `coverage` of all cases (0 to 1), for any distribution. */
export interface Interval {
  readonly low: number
  readonly high: number
  readonly coverage: number
}

/**
 * The narrowest interval between two sorted values, equally far from both ends, that covers 95 %. If no pair does, the two
 * outermost values with their coverage (five values: 93.75 %).
 */
export function medianInterval(values: readonly number[]): Interval {
  const sorted = values.toSorted((a, b) => a - b)
  let dropped = 0
  while (2 * (dropped + 2) <= sorted.length && coverageOf(sorted.length, dropped + 1) >= 0.95) dropped += 1
  const low = sorted[dropped]
  const high = sorted[sorted.length - 1 - dropped]
  if (low === undefined || high === undefined) throw new Error('There is no interval of nothing')
  return { low, high, coverage: coverageOf(sorted.length, dropped) }
}

/** How often the true median lies between the two values that remain after dropping `dropped` values at each end. */
function coverageOf(count: number, dropped: number): number {
  let outside = 0
  let ways = 1
  for (let index = 0; index <= dropped; index += 1) {
    outside += ways
    ways = (ways * (count - index)) / (index + 1)
  }
  return 1 - 2 * outside * 0.5 ** count
}
