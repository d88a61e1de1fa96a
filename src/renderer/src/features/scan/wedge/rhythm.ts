import type { LearntScanner } from '../../../../../shared/domain/scanner.ts'

/** The gaps between the keys of a run, in milliseconds. */
export interface Rhythm {
  /** Nine gaps in ten are no shorter. */
  readonly least: number
  readonly median: number
  /** Nine gaps in ten are no longer. */
  readonly most: number
  readonly longest: number
}

type Pace = Partial<Pick<LearntScanner, 'shortestGap' | 'longestGap' | 'longestHold'>>

/** A gap may be off by this from what a scanner was seen to take, in milliseconds. */
export const paceSlack = 6
/** A hand that is in a hurry is as quick as a scanner that is slower than this from key to key, in milliseconds. */
export const slowestPlainGap = 60
/** No hand lets go of each key of a code within so long, however lightly it types, in milliseconds. */
const shortestHandHold = 30

/** The rhythm of gaps; `Infinity` throughout where there is none. */
export function rhythmOf(gaps: readonly number[]): Rhythm {
  const share = shareOf(gaps)
  return { least: share(0.1), median: share(0.5), most: share(0.9), longest: Math.max(...gaps, gaps[0] ?? Infinity) }
}

/** Gives for a part of the gaps, 0 up to 1, the one that so many are shorter than; `Infinity` where there is none. */
export function shareOf(gaps: readonly number[]): (part: number) => number {
  const sorted = gaps.toSorted((one, other) => one - other)
  return (part) => sorted[Math.floor(sorted.length * part)] ?? Infinity
}

/** From each key to the next, by their times, which are in order. */
export function gapsOf(times: readonly number[]): readonly number[] {
  return times.slice(1).map((at, index) => at - (times[index] ?? at))
}

/** Whether a run is as steady and as quick as the scanner that was learnt, but for a hiccup. */
export function keepsPace({ least, most, longest }: Rhythm, { shortestGap, longestGap }: Pace): boolean {
  if (shortestGap === undefined || longestGap === undefined) return false
  return (
    least >= shortestGap - paceSlack && most <= longestGap + paceSlack && longest <= 2 * longestGap + 10 * paceSlack
  )
}

/** The same where nothing but its pace tells it from a hand: of a slow scanner nothing is believed then, and no hiccup. */
export function keepsPlainPace(rhythm: Rhythm, pace: Pace): boolean {
  const { longestGap = Infinity } = pace
  return longestGap <= slowestPlainGap && rhythm.longest <= longestGap + paceSlack && keepsPace(rhythm, pace)
}

/**
 * The same for a scanner that is as slow as a hand, where each key went up as soon as a scanner's does: a quick and even hand keeps
 * the pace now and then, but its fingers stay on the keys. `holds`: how long each key was down, absent where it was not seen to go up.
 */
export function keepsSlowPace(rhythm: Rhythm, holds: readonly (number | undefined)[], pace: Pace): boolean {
  const { shortestGap, longestGap, longestHold = null } = pace
  if (longestHold === null || shortestGap === undefined || longestGap === undefined) return false
  // Three scans show less of what the air does to a pace than there is; the keys tell.
  const wide = { shortestGap: 0.75 * shortestGap, longestGap: 1.25 * longestGap }
  return letGoAtOnce([longestHold]) && letGoAtOnce(holds, longestHold) && keepsPace(rhythm, wide)
}

/** Whether each key went up sooner than a hand lets go of it, and no later than the scanner's do. */
export function letGoAtOnce(holds: readonly (number | undefined)[], longestHold = Infinity): boolean {
  return holds.every((hold) => hold !== undefined && hold < shortestHandHold && hold <= longestHold + paceSlack)
}
