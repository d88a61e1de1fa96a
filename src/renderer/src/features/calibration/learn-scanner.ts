import { readDeviceIdentifier } from '../../../../shared/domain/device-identifier.ts'
import {
  type LayoutPair,
  listAddressLayouts,
  listOtherLayouts,
  listPairs,
} from '../../../../shared/domain/label/keyboard-layout.ts'
import { namesItsValues } from '../../../../shared/domain/label/sort-label.ts'
import { longestGap, longestMark, type ScannerEnd } from '../../../../shared/domain/scanner.ts'
import { gapsOf, letGoAtOnce, shareOf, type ScannerTraits, type TimedKey } from '../scan/wedge/scan-evidence.ts'
import { createWedgeDetector, isCharacter, isEndKey } from '../scan/wedge/wedge-detector.ts'

/** The number of scans of one code that are needed. */
export const scansToLearn = 3

/** The keys of one scan in the order in which they arrived, including the end keys. */
export type KeyTrace = readonly TimedKey[]

/**
 * Why a scan cannot be used. `by-hand`: the scan is as slow or uneven as typing. `several-lines`: an end key, such as Enter, stands between
 * characters of the scan. `dead-key`: the scan contains an accent key that needs a second key, so the keyboard layouts differ. `odd-key`:
 * the scan contains a key that is neither a character nor a known end key.
 */
type TraceProblem =
  | { readonly kind: 'by-hand' | 'too-short' | 'several-lines' | 'dead-key' }
  | { readonly kind: 'odd-key'; readonly key: string }

/** Why nothing can be learnt. `scan` is the index of the scan with the problem. Undefined if the problem is in all scans together. */
export type LearnProblem =
  | (TraceProblem & { readonly scan: number | undefined })
  /** The text or the end key differs from the first scan. */
  | { readonly kind: 'differs' | 'ends-otherwise'; readonly scan: number }
  /** The scanner did not send the printed text that the technician typed. */
  | { readonly kind: 'not-printed'; readonly scan: undefined }

interface SplitCode {
  readonly prefix: string
  /** The AIM identifier, such as `]C0`. Absent if the scanner sends none. */
  readonly aim?: string
  readonly code: string
  readonly suffix: string
  /**
   * The code that the scanner meant, if the scanner's keyboard layout differs from this computer's. Empty if the layouts probably differ
   * but the code cannot be worked out: the text has characters that no code has. Absent if nothing suggests that the layouts differ.
   */
  readonly meant?: string
  /**
   * The pairs of keyboard layouts, one of this computer and one of the scanner, that turn the text into `meant`. Empty if the layouts are
   * equal or unknown.
   */
  readonly layouts: readonly LayoutPair[]
}

export interface ScannerLesson extends SplitCode {
  readonly traits: Required<ScannerTraits>
  /** Whether the detector recognizes every scan with these traits. If not, the scanner cannot be distinguished from typing. */
  readonly isHeard: boolean
}

export type Learning =
  | { readonly ok: true; readonly lesson: ScannerLesson }
  | { readonly ok: false; readonly problem: LearnProblem }

export function findProblem(traces: readonly KeyTrace[]): LearnProblem | undefined {
  const read = readAll(traces)
  return 'problem' in read ? read.problem : undefined
}

/**
 * Learns from several scans of one code how a scanner sends codes. `printed`: the printed text of the code, as typed by the
 * technician. If `printed` is empty, the code is guessed from its characters.
 */
export function learnScanner(traces: readonly KeyTrace[], printed = ''): Learning {
  const read = readAll(traces)
  if ('problem' in read) return { ok: false, problem: read.problem }
  const [first] = read.scans
  const split = first === undefined ? undefined : splitCode(first.text, printed)
  if (first === undefined || split === undefined)
    return { ok: false, problem: { kind: 'not-printed', scan: undefined } }
  const share = shareOf(read.scans.flatMap(({ gaps }) => gaps))
  // Keyboard layouts are learnt only if it is known which code the scanner meant.
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
  return { ok: true, lesson: { ...split, traits, isHeard: traces.every((trace) => isHeard(trace, traits)) } }
}

function longestHoldOf(holds: readonly (number | undefined)[]): number | null {
  const seen = holds.filter((hold) => hold !== undefined)
  return seen.length < holds.length ? null : Math.min(Math.ceil(Math.max(...seen)), longestGap)
}

/** A parsed scan. `gaps`: the times between its characters, in milliseconds. */
interface ReadTrace {
  readonly text: string
  readonly gaps: readonly number[]
  /** How long each key was down, in milliseconds. Undefined for a key whose release was not seen. */
  readonly holds: readonly (number | undefined)[]
  readonly end: ScannerEnd
}

/** The shortest code, in characters, whose pace is reliable. */
const shortestText = 6

/** How uneven a scanner may be: the spread of the gaps from the 10th to the 80th percentile, divided by the median gap. */
const unevenness = { oneScan: 0.65, allScans: 0.4 }

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
  // Each scan alone can be even enough for a scanner, although all scans together are as uneven as typing.
  const isTyped = scans.length >= scansToLearn && areByHand(scans, unevenness.allScans)
  return isTyped ? { problem: { kind: 'by-hand', scan: undefined } } : { scans }
}

/** Whether the detector recognizes this scan with these traits, outside a text field. */
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

function readTrace(trace: KeyTrace): ReadTrace | TraceProblem {
  const characters = trace.filter(({ key }) => isCharacter(key))
  const others = trace.filter(({ key }) => !isCharacter(key)).map(({ key }) => key)
  if (others.includes('Dead')) return { kind: 'dead-key' }
  const odd = others.find((key) => !isEndKey(key))
  if (odd !== undefined) return { kind: 'odd-key', key: odd }
  const body = trace.slice(0, characters.length)
  if (body.some(({ key }) => !isCharacter(key))) return { kind: 'several-lines' }
  if (characters.length < shortestText) return { kind: 'too-short' }
  const [end = 'none'] = others as readonly ScannerEnd[]
  const scan = {
    text: characters.map(({ key }) => key).join(''),
    gaps: gapsOf(characters.map(({ at }) => at)),
    holds: characters.map(({ held }) => held),
    end,
  }
  return areByHand([scan], unevenness.oneScan) ? { kind: 'by-hand' } : scan
}

/** The longest gap between keys of a scanner, in milliseconds. */
const slowest = 150

/**
 * Limits for the gaps between keys, in milliseconds. Of a typist's gaps, fewer than half are as short as `quickMedian`, and fewer than 80 %
 * are as short as `quickMost`.
 */
const quickMedian = 30
const quickMost = 62

function areByHand(scans: readonly ReadTrace[], mostUneven: number): boolean {
  const share = shareOf(scans.flatMap(({ gaps }) => gaps))
  const median = share(0.5)
  if (median <= quickMedian || share(0.8) <= quickMost) return false
  if (median <= slowest && letGoAtOnce(scans.flatMap(({ holds }) => holds))) return false
  return median > slowest || share(0.8) - share(0.1) > mostUneven * median
}

const aimAtBegin = /^\][A-Za-z][0-9A-Za-z]/
const aimAtEnd = /\][A-Za-z][0-9A-Za-z]$/

/**
 * Matches a text that can be a whole code. Such a text begins and ends with a letter, a digit, or a character that encloses or ends values.
 */
const codeEnds = /^[\p{L}\p{N}([{<"].*[\p{L}\p{N})\]}>";]$/su

/** The shortest printed text, in characters. A shorter text is treated as incomplete. */
const shortestPrint = 4

/**
 * Splits a scan into the code and the characters that the scanner adds around it. `printed`, as typed by the technician, decides where the
 * code is. Undefined if the scan does not contain `printed`. If `printed` is empty, as few characters as possible are cut off both ends
 * until the rest names a box. Letters and digits are never cut off. If no cut helps, nothing is cut off.
 */
export function splitCode(text: string, printed: string): SplitCode | undefined {
  return printed.trim() === '' ? splitByLook(text) : splitByPrint(text, printed.trim())
}

const range = (most: number): Iterable<number> => Array.from({ length: Math.min(most, longestMark) + 1 }).keys()

function splitByLook(text: string): SplitCode {
  const before = /^[^\p{L}\p{N}]*/u.exec(text)?.[0].length ?? 0
  const after = /[^\p{L}\p{N}]*$/u.exec(text)?.[0].length ?? 0
  const splits = [...range(before)].flatMap((first) => [...range(after)].map((last) => [first, last] as const))
  const found = splits
    .toSorted((one, other) => one[0] + one[1] - other[0] - other[1])
    .map(([first, last]) => splitAt(text, first, text.length - last))
    .find(namesSomething)
  return found ?? splitAt(text, 0, text.length)
}

function splitByPrint(text: string, printed: string): SplitCode | undefined {
  const here = findPrinted(text, printed)
  if (here !== undefined) return splitAt(text, ...here, false)
  const readings = listOtherLayouts(text, true)
    .flatMap((reading) => {
      const there = findPrinted(reading.meant, printed)
      const meant = reading.meant.slice(...(there ?? [0, 0]))
      return there === undefined || meant.includes('\0') ? [] : [{ pair: reading.pair, there, meant }]
    })
    .toSorted((one, other) => Number(other.meant.includes(printed)) - Number(one.meant.includes(printed)))
  const [best] = readings
  if (best === undefined) return undefined
  const layouts = listPairs(readings.filter(({ meant }) => meant === best.meant))
  return { ...splitAt(text, ...best.there, false), meant: best.meant, layouts }
}

/** Finds where `printed` begins and ends in a text. The punctuation and the case of letters may differ between the two texts. */
function findPrinted(text: string, printed: string): readonly [number, number] | undefined {
  const exact = text.indexOf(printed)
  if (exact >= 0) return within(text, exact, exact + printed.length)
  const signs = [...text.matchAll(/[\p{L}\p{N}]/gu)]
  const wanted = printed.replaceAll(/[^\p{L}\p{N}]/gu, '').toLowerCase()
  if (wanted === '') return undefined
  const plain = signs.map(([sign]) => sign.toLowerCase()).join('')
  const at = plain.indexOf(wanted)
  const [first, last] = [signs[at], signs[at + wanted.length - 1]]
  return first === undefined || last === undefined ? undefined : within(text, first.index, last.index + 1)
}

/**
 * Returns `begin` and `end`: where the printed text stands in the scanned text. Undefined if the printed text is too short. Also
 * undefined if more characters stand before or after the printed text than a scanner adds, because then the code itself is longer than
 * the printed text.
 */
function within(text: string, begin: number, end: number): readonly [number, number] | undefined {
  const before = text.slice(0, begin).replace(aimAtEnd, '').length
  if (end - begin < shortestPrint || before > longestMark || text.length - end > longestMark) return undefined
  return [begin, end]
}

function splitAt(text: string, begin: number, end: number, looks = true): SplitCode {
  const inner = text.slice(begin, end)
  const aim = aimAtBegin.exec(inner)?.[0] ?? aimAtEnd.exec(text.slice(0, begin))?.[0]
  const isInner = aim !== undefined && inner.startsWith(aim)
  const code = isInner ? inner.slice(aim.length) : inner
  const prefix = aim === undefined || isInner ? text.slice(0, begin) : text.slice(0, begin - aim.length)
  const meant = looks ? meantBy(code) : undefined
  return {
    prefix,
    code,
    suffix: text.slice(end),
    layouts: looks ? listAddressLayouts(code) : [],
    ...(aim === undefined ? {} : { aim }),
    ...(meant === undefined ? {} : { meant }),
  }
}

function meantBy(code: string): string | undefined {
  const reading = readDeviceIdentifier(code)
  if (!reading.ok && reading.problem === 'keyboard-layout') return reading.proposal
  return !reading.ok && /[^ -~\s]/.test(code) ? '' : undefined
}

function namesSomething({ code, meant = '' }: SplitCode): boolean {
  return meant !== '' || (codeEnds.test(code) && (readDeviceIdentifier(code).ok || namesItsValues(code)))
}
