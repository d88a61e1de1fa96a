import type { LearntScanner } from '../../../../../shared/domain/scanner.ts'

/** Statistics of the gaps between the keys of a run, in milliseconds. */
export interface Rhythm {
  /** The 10th percentile. */
  readonly least: number
  readonly median: number
  /** The 90th percentile. */
  readonly most: number
  readonly longest: number
}

type Pace = Partial<Pick<LearntScanner, 'shortestGap' | 'longestGap' | 'longestHold'>>

/** Tolerance for gaps and holds of a learnt scanner, in milliseconds. */
export const paceSlack = 6
/** In milliseconds. A scanner with longer gaps cannot be told from fast typing by its pace. */
export const slowestPlainGap = 60
/** In milliseconds. No typist releases every key of a code within this time. */
const shortestHandHold = 30

/** The rhythm of gaps; `Infinity` throughout if there are none. */
export function rhythmOf(gaps: readonly number[]): Rhythm {
  const share = shareOf(gaps)
  return { least: share(0.1), median: share(0.5), most: share(0.9), longest: Math.max(...gaps, gaps[0] ?? Infinity) }
}

/** Returns a function from a share (0 to 1) to that percentile of the gaps; `Infinity` if there are none. */
export function shareOf(gaps: readonly number[]): (part: number) => number {
  const sorted = gaps.toSorted((one, other) => one - other)
  return (part) => sorted[Math.floor(sorted.length * part)] ?? Infinity
}

/** The gaps between times that are in ascending order. */
export function gapsOf(times: readonly number[]): readonly number[] {
  return times.slice(1).map((at, index) => at - (times[index] ?? at))
}

/** Whether a run has the pace of the learnt scanner. Single longer gaps are allowed. */
export function keepsPace({ least, most, longest }: Rhythm, { shortestGap, longestGap }: Pace): boolean {
  if (shortestGap === undefined || longestGap === undefined) return false
  return (
    least >= shortestGap - paceSlack && most <= longestGap + paceSlack && longest <= 2 * longestGap + 10 * paceSlack
  )
}

/** The same for a run without prefix or AIM identifier: only a fast scanner counts, and no longer gaps are allowed. */
export function keepsPlainPace(rhythm: Rhythm, pace: Pace): boolean {
  const { longestGap = Infinity } = pace
  return longestGap <= slowestPlainGap && rhythm.longest <= longestGap + paceSlack && keepsPace(rhythm, pace)
}

/**
 * The same for a scanner as slow as typing, if each key was released as fast as the scanner does it. A fast and even
 * typist may match the pace, but holds the keys longer. `holds`: how long each key was down; undefined if its release
 * was not seen.
 */
export function keepsSlowPace(rhythm: Rhythm, holds: readonly (number | undefined)[], pace: Pace): boolean {
  const { shortestGap, longestGap, longestHold = null } = pace
  if (longestHold === null || shortestGap === undefined || longestGap === undefined) return false
  // Three scans do not show how much a wireless link varies the pace. The key holds decide.
  const wide = { shortestGap: 0.75 * shortestGap, longestGap: 1.25 * longestGap }
  return letGoAtOnce([longestHold]) && letGoAtOnce(holds, longestHold) && keepsPace(rhythm, wide)
}

/** Whether each key was released sooner than any typist does it, and no later than by the scanner. */
export function letGoAtOnce(holds: readonly (number | undefined)[], longestHold = Infinity): boolean {
  return holds.every((hold) => hold !== undefined && hold < shortestHandHold && hold <= longestHold + paceSlack)
}
