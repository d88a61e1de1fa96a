import type { LayoutPair } from '../../../../shared/domain/label/keyboard-layout.ts'
import { longestGap, type ScannerEnd } from '../../../../shared/domain/scanner.ts'
import { gapsOf, shareOf, letGoAtOnce } from '../scan/wedge/rhythm.ts'
import type { ScannerTraits } from '../scan/wedge/scan-evidence.ts'
import { createWedgeDetector } from '../scan/wedge/wedge-detector.ts'
import { type KeyTrace, isCharacter } from './key-trace.ts'
import { splitCode, type SplitCode } from './split-code.ts'

/** Why nothing can be learnt from a scan. */
type TraceProblem =
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
interface ReadTrace {
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

/** So many scans of one code are learnt from. */
export const scansToLearn = 3

/** Why nothing can be learnt from scans: of the one that is at fault, or of all together where none is. */
export type LearnProblem =
  | (TraceProblem & { readonly scan: number | undefined })
  /** Another text than the first scan's, or another key at its end. */
  | { readonly kind: 'differs' | 'ends-otherwise'; readonly scan: number }
  /** What a person says is printed is not in what was sent. */
  | { readonly kind: 'not-printed'; readonly scan: undefined }

/** What was learnt of a scanner. */
export interface ScannerLesson extends SplitCode {
  readonly traits: Required<ScannerTraits>
  /** Half of the gaps between its keys are shorter, milliseconds. */
  readonly usualGap: number
  /** With these traits each of the scans would have been heard; otherwise the scanner is as slow as a hand and sends nothing to tell it by. */
  readonly isHeard: boolean
}

export type Learning =
  | { readonly ok: true; readonly lesson: ScannerLesson }
  | { readonly ok: false; readonly problem: LearnProblem }

/** What is wrong with the scans so far, the first fault first; absent where there is nothing. */
export function findProblem(traces: readonly KeyTrace[]): LearnProblem | undefined {
  const read = readAll(traces)
  return 'problem' in read ? read.problem : undefined
}

/** Learns how a scanner sends from scans of one code. `printed`: what a person says the code is; empty to go by its look. */
export function learnScanner(traces: readonly KeyTrace[], printed = ''): Learning {
  const read = readAll(traces)
  if ('problem' in read) return { ok: false, problem: read.problem }
  const [first] = read.scans
  const split = first === undefined ? undefined : splitCode(first.text, printed)
  if (first === undefined || split === undefined)
    return { ok: false, problem: { kind: 'not-printed', scan: undefined } }
  const gaps = read.scans.flatMap(({ times }) => gapsOf(times))
  const share = shareOf(gaps)
  // Those of a code that may have been meant in two ways are no knowledge.
  const layouts: LayoutPair[] = split.meant === undefined || split.meant === '' ? [] : [...split.layouts]
  const traits = {
    prefix: split.prefix,
    suffix: split.suffix,
    end: first.end,
    shortestGap: Math.min(Math.round(share(0.05)), longestGap),
    longestGap: Math.min(Math.round(share(0.95)), longestGap),
    longestHold: longestHoldOf(read.scans.flatMap(({ holds }) => holds)),
    layouts,
  }
  return {
    ok: true,
    lesson: {
      ...split,
      traits,
      usualGap: Math.round(share(0.5)),
      isHeard: traces.every((trace) => isHeard(trace, traits)),
    },
  }
}

function longestHoldOf(holds: readonly (number | undefined)[]): number | null {
  const seen = holds.filter((hold) => hold !== undefined)
  return seen.length < holds.length ? null : Math.min(Math.ceil(Math.max(...seen)), longestGap)
}

function readAll(
  traces: readonly KeyTrace[],
): { readonly scans: readonly ReadTrace[] } | { readonly problem: LearnProblem } {
  const scans: ReadTrace[] = []
  for (const [scan, trace] of traces.entries()) {
    const one = readTrace(trace)
    if ('kind' in one) return { problem: { ...one, scan } }
    const [first] = scans
    if (first !== undefined && one.text !== first.text) return { problem: { kind: 'differs', scan } }
    if (first !== undefined && one.end !== first.end) return { problem: { kind: 'ends-otherwise', scan } }
    scans.push(one)
  }
  if (scans.length >= scansToLearn && areByHand(scans)) return { problem: { kind: 'by-hand', scan: undefined } }
  return { scans }
}

/** Whether a scanner with these traits would have been known by this scan, where nothing is typed into text. */
function isHeard(trace: KeyTrace, traits: ScannerTraits): boolean {
  const detector = createWedgeDetector(traits)
  const verdicts = trace.map(({ key, code = '', at, held }) => {
    const verdict = detector.press({ key, code, at, ignored: false, intoText: false })
    if (held !== undefined) detector.release({ key, code, at: at + held })
    return verdict
  })
  const last = detector.settle((trace.at(-1)?.at ?? 0) + detector.settlePause)
  return [...verdicts, last].some(({ kind }) => kind === 'scan' || kind === 'unread')
}

/** Takes a scan apart, or says what is wrong with it. */
function readTrace(trace: KeyTrace): ReadTrace | TraceProblem {
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
function areByHand(traces: readonly ReadTrace[]): boolean {
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
