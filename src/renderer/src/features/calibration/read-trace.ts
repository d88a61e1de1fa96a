import type { ScannerEnd } from '../../../../shared/domain/scanner.ts'
import { gapsOf, letGoAtOnce, shareOf } from '../scan/wedge/rhythm.ts'
import { isCharacter, type KeyTrace } from './key-trace.ts'

/** Why nothing can be learnt from a scan. */
export type TraceProblem =
  /** As slowly or unevenly as a hand. */
  | { readonly kind: 'by-hand' }
  | { readonly kind: 'too-short' }
  /** Lines end in the middle of it. */
  | { readonly kind: 'several-lines' }
  /** A key that only makes a character together with the next one: the keyboard layouts differ. */
  | { readonly kind: 'dead-key' }
  /** A key that is no character and no end that can be waited for. */
  | { readonly kind: 'odd-key'; readonly key: string }

/** One scan, taken apart. `times`: of its characters, in milliseconds. */
export interface ReadTrace {
  readonly text: string
  readonly times: readonly number[]
  /** How long each key was down, in milliseconds; absent where one was not seen to go up. */
  readonly holds: readonly (number | undefined)[]
  readonly end: ScannerEnd
}

/** A shorter code says too little of the pace. */
const shortestText = 6
/** No scanner is slower than this from key to key, in milliseconds. */
const slowest = 150
/** A hand rolls over some keys as quickly, but not over half of them, milliseconds; and pauses in between. */
const quickMedian = 30
const quickMost = 62
/** How uneven a scanner may be: what parts the shortest one gap in ten from the longest two, by the median. */
const unevenness = { oneScan: 0.65, allScans: 0.4 }

/** Takes a scan apart, or says what is wrong with it. */
export function readTrace(trace: KeyTrace): ReadTrace | TraceProblem {
  const characters = trace.filter(({ key }) => isCharacter(key))
  const others = trace.filter(({ key }) => !isCharacter(key)).map(({ key }) => key)
  if (others.includes('Dead')) return { kind: 'dead-key' }
  const odd = others.find((key) => key !== 'Enter' && key !== 'Tab')
  if (odd !== undefined) return { kind: 'odd-key', key: odd }
  const body = trace.slice(0, characters.length)
  if (body.some(({ key }) => !isCharacter(key))) return { kind: 'several-lines' }
  if (characters.length < shortestText) return { kind: 'too-short' }
  const times = characters.map(({ at }) => at)
  const holds = characters.map(({ held }) => held)
  if (isByHand(gapsOf(times), holds, unevenness.oneScan)) return { kind: 'by-hand' }
  const [end = 'none'] = others as readonly ScannerEnd[]
  return { text: characters.map(({ key }) => key).join(''), times, holds, end }
}

/** Whether scans that look like a scanner's one by one are as uneven as a hand together. */
export function areByHand(traces: readonly ReadTrace[]): boolean {
  return isByHand(
    traces.flatMap(({ times }) => gapsOf(times)),
    traces.flatMap(({ holds }) => holds),
    unevenness.allScans,
  )
}

function isByHand(gaps: readonly number[], holds: readonly (number | undefined)[], mostUneven: number): boolean {
  const share = shareOf(gaps)
  const median = share(0.5)
  if (median <= quickMedian || share(0.8) <= quickMost) return false
  if (median <= slowest && letGoAtOnce(holds)) return false
  return median > slowest || share(0.8) - share(0.1) > mostUneven * median
}
