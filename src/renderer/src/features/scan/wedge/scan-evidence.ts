import { readDeviceIdentifier } from '../../../../../shared/domain/device-identifier.ts'
import { namesItsValues, putRight } from '../../../../../shared/domain/label/sort-label.ts'
import type { LearntScanner } from '../../../../../shared/domain/scanner.ts'

/** How a scanner sends a code: the marks before and after the code, and what was learnt about the scanner. A mark may be empty. */
export interface ScannerTraits extends Partial<LearntScanner> {
  readonly prefix: string
  readonly suffix: string
}

export interface TimedKey {
  readonly key: string
  /** `event.code`, the physical key. Absent or empty if it is unknown. */
  readonly code?: string
  /** When the key went down, not when the page handled it. This is `event.timeStamp`, in milliseconds. */
  readonly at: number
  /** How long the key was down, in milliseconds. Absent until the key is released, or if the release was not seen. */
  readonly held?: number
}

/** A code that a scanner typed. `raw`: the text as the scanner sent it. `text`: the code without the scanner's marks. */
export interface Scan {
  readonly text: string
  readonly raw: string
  /** `text` before its keyboard layout was corrected. Absent if no correction was needed. */
  readonly sent?: string
  /** The symbology as an AIM identifier, such as `]C0`. Absent if the scanner sends none. */
  readonly aim?: string
  /** The evidence that distinguished the scan from typing. */
  readonly by: 'marks' | 'aim' | 'rhythm'
  /** `event.timeStamp` of the last key, in milliseconds. */
  readonly at: number
}

type ScanEvidence =
  | { readonly kind: 'scan'; readonly scan: Scan }
  /** A scanner typed the text, but the text names no box. `by`: as in `Scan`. `isPart`: the text may lack a part of its code. */
  | { readonly kind: 'unread'; readonly text: string; readonly by: Scan['by']; readonly isPart?: true }
  /** Text and end key came too fast for a typist, but the text is too short or too plain to be a scan for certain. */
  | { readonly kind: 'quick'; readonly text: string }
  | { readonly kind: 'typing' }

/**
 * What a text looks like. `mac`: an address, perhaps with typing errors or from another keyboard layout. `label`: a QR code or
 * GS1 code that names its values. `serial`: a text with a digit that may be a serial number. `other`: any other text.
 */
type Grammar = 'mac' | 'serial' | 'label' | 'other'

/** What came before and after a run. */
export interface RunPlace {
  readonly follows: boolean
  readonly isInner: boolean
  /** Whether the run ended in a text field. There, only characters count as the length of a text. */
  readonly intoText?: boolean
  /** The time of the end key. Absent without one. */
  readonly endedAt?: number | undefined
}

/** Statistics of the gaps between the keys of a run, in milliseconds. */
interface Rhythm {
  /** The 10th percentile. */
  readonly least: number
  readonly median: number
  /** The 90th percentile. */
  readonly most: number
  readonly longest: number
}

/** Stands in a run for a key or a click that is no character. What it means for a code is unknown. */
export const unreadable = '\uFFFD'

/** Tolerance in milliseconds when gaps and hold times are compared with those of the learnt scanner. A hold is the time a key is down. */
export const paceSlack = 6
/** The longest gap between keys, in milliseconds, that still distinguishes a scanner's pace from fast typing. */
export const slowestPlainGap = 60
/** A limit for the time that a key is down, in milliseconds. No typist releases every key of a code within this time. */
export const shortestHandHold = 30

/** The fewest keys whose pace tells a machine from a typist. A typist may press three keys almost at once. */
const fewestQuick = 4

/** The longest pause inside one code, in milliseconds. A longer pause starts a new run. */
export const longestPause = 300

const aimIdentifier = /^\][A-Za-z][0-9A-Za-z]/
/** The rows of keys on common keyboards. Fingers that roll along such a row are as fast as a scanner. */
const keyRows = ['1234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'azertyuiop', 'qsdfghjklm', 'qwertzuiop']

/**
 * Decides whether a finished run of keys is a scan. The evidence is the scanner's marks, or else an AIM identifier, or else the rhythm. The
 * grammar of the text must fit, too. `follows`: the run comes right after a scan, so it is probably the next code of the same label. In
 * that case the rhythm alone is enough. `isInner`: earlier keys came directly before the run. In that case the pace of a slow scanner does
 * not count as evidence, because the run may lack the beginning of its code.
 */
export function judgeRun(
  run: readonly TimedKey[],
  traits: ScannerTraits,
  { follows, isInner, intoText = false, endedAt }: RunPlace,
): ScanEvidence {
  const last = run.at(-1)
  if (last === undefined) return { kind: 'typing' }
  const raw = run.map(({ key }) => key).join('')
  const marked = takeMarks(raw, traits)
  const inner = marked ?? raw
  const aim = aimIdentifier.exec(inner)?.[0]
  const sent = (aim === undefined ? inner : inner.slice(aim.length)).trim()
  const rhythm = rhythmOf(gapsOf(run.map(({ at }) => at)))
  const told = (marked !== undefined && traits.prefix !== '') || aim !== undefined
  const holds = run.map(({ held }) => held)
  const isSlow = (): boolean => !isInner && keepsSlowPace(rhythm, holds, traits)
  const isLearnt = told ? keepsPace(rhythm, traits) : keepsPlainPace(rhythm, traits) || isSlow()
  // The keyboard layout is corrected only for a scan of the learnt scanner, because another scanner may have this computer's layout.
  const isItself = traits.prefix === '' ? isLearnt || keepsPace(rhythm, traits) : marked !== undefined
  const text = (isItself ? putRight(sent, traits.layouts ?? []) : undefined) ?? sent
  const grammar = grammarOf(text)
  const isMachine = isLearnt || (rhythm.median <= 20 && rhythm.longest <= 60)
  const judge = told ? isToldScan : isPlainScan
  const by = marked === undefined ? (aim === undefined ? 'rhythm' : 'aim') : 'marks'
  if (judge(grammar, rhythm, text, isLearnt) || (follows && isMachine && text.length >= 3)) {
    return {
      kind: 'scan',
      scan: { text, raw, by, at: last.at, ...(aim === undefined ? {} : { aim }), ...(text === sent ? {} : { sent }) },
    }
  }
  const { length } = intoText ? text.replaceAll(unreadable, '') : text
  if (isMachine && length >= 8 && !isRoll(text)) return { kind: 'unread', text, by }
  if (endedAt === undefined || run.length < fewestQuick) return { kind: 'typing' }
  const whole = rhythmOf(gapsOf([...run.map(({ at }) => at), endedAt]))
  const isQuick =
    whole.longest <= 25 ||
    (whole.median <= 20 && whole.longest <= 90) ||
    keepsPlainPace(whole, traits) ||
    (!isInner && keepsSlowPace(whole, holds, traits))
  return isQuick ? { kind: 'quick', text } : { kind: 'typing' }
}

/** Whether a scan is complete without an Enter. That is the case only for a whole MAC address. */
export function endsByItself(evidence: ScanEvidence): boolean {
  return evidence.kind === 'scan' && grammarOf(evidence.scan.text) === 'mac'
}

function takeMarks(raw: string, { prefix, suffix }: ScannerTraits): string | undefined {
  if (prefix === '' && suffix === '') return undefined
  if (!raw.endsWith(suffix)) return undefined
  const body = suffix === '' ? raw : raw.slice(0, -suffix.length)
  if (prefix === '') return body
  return body.startsWith(prefix) ? body.slice(prefix.length) : undefined
}

/** Judges a code with a prefix or an AIM identifier. A typist who happens to type the same is slower or less steady. */
function isToldScan(grammar: Grammar, { median }: Rhythm, text: string, isLearnt: boolean): boolean {
  if (text.length < 4) return false
  if (grammar === 'mac') return isLearnt || median <= 120
  // The text must be long enough, because a few keys in a row can be steady by chance.
  if (isLearnt && grammar !== 'other' && text.length >= 8) return true
  return median <= (grammar === 'other' ? 30 : 60)
}

/**
 * Judges a code only by rhythm and grammar. The weaker the grammar, the steadier the rhythm must be. A typist can press a few keys
 * this fast by rolling the fingers. But no typist keeps gaps of 20 ms for half of a code, or of 45 ms for a whole address.
 */
function isPlainScan(grammar: Grammar, { median, most, longest }: Rhythm, text: string, isLearnt: boolean): boolean {
  if (grammar === 'mac') return isLearnt || median <= 20 || longest <= 45
  if (grammar === 'other' || text.length < 8 || isRoll(text)) return false
  if (isLearnt) return true
  if (grammar === 'label') return median <= 20 && longest <= 60
  return longest <= 90 && (median <= 20 || most <= 32)
}

function grammarOf(text: string): Grammar {
  const reading = readDeviceIdentifier(text)
  if (reading.ok) return reading.identifier.kind === 'mac' ? 'mac' : /[0-9]/.test(text) ? 'serial' : 'other'
  if (reading.proposal !== undefined) return 'mac'
  if (namesItsValues(text)) return 'label'
  const isLikeSerial = readDeviceIdentifier(text, 'serial').ok && /[0-9]/.test(text)
  return isLikeSerial || reading.problem === 'mac-length' || reading.problem === 'eui-64' ? 'serial' : 'other'
}

/** Whether most of the text runs along a row of keys, in either direction. */
function isRoll(text: string): boolean {
  const lower = text.toLowerCase()
  const neighbours = keyRows.map((row) => {
    const there = row + Array.from(row).toReversed().join('')
    return Array.from(lower).filter(
      (character, index) => index > 0 && there.includes(`${lower[index - 1]}${character}`),
    ).length
  })
  return Math.max(...neighbours) >= (lower.length - 1) * 0.7
}

/** Returns the rhythm of gaps. All values are `Infinity` if there are no gaps. */
function rhythmOf(gaps: readonly number[]): Rhythm {
  const share = shareOf(gaps)
  return { least: share(0.1), median: share(0.5), most: share(0.9), longest: Math.max(...gaps, gaps[0] ?? Infinity) }
}

/** Returns a function that computes a percentile of the gaps, for a share from 0 to 1. It returns `Infinity` if there are no gaps. */
export function shareOf(gaps: readonly number[]): (part: number) => number {
  const sorted = gaps.toSorted((one, other) => one - other)
  return (part) => sorted[Math.floor(sorted.length * part)] ?? Infinity
}

/** Returns the gaps between successive times. The times must be in ascending order. */
export function gapsOf(times: readonly number[]): readonly number[] {
  return times.slice(1).map((at, index) => at - (times[index] ?? at))
}

/** Whether a run has the pace of the learnt scanner. A few gaps may be longer, up to a limit. */
function keepsPace({ least, most, longest }: Rhythm, { shortestGap, longestGap }: Partial<LearntScanner>): boolean {
  if (shortestGap === undefined || longestGap === undefined) return false
  return (
    least >= shortestGap - paceSlack && most <= longestGap + paceSlack && longest <= 2 * longestGap + 10 * paceSlack
  )
}

/**
 * Whether a run without prefix or AIM identifier has the pace of the learnt scanner. The scanner must be fast, and no gap of the run
 * may be longer than the scanner's gaps.
 */
function keepsPlainPace(rhythm: Rhythm, pace: Partial<LearntScanner>): boolean {
  const { longestGap = Infinity } = pace
  return longestGap <= slowestPlainGap && rhythm.longest <= longestGap + paceSlack && keepsPace(rhythm, pace)
}

/**
 * Whether a run has the pace of a learnt scanner that is as slow as typing. A fast and even typist may have the same pace, but holds
 * each key longer. So each key must also be released as fast as the scanner releases it. `holds`: how long each key was down, in
 * milliseconds. Undefined for a key whose release was not seen.
 */
function keepsSlowPace(rhythm: Rhythm, holds: readonly (number | undefined)[], pace: Partial<LearntScanner>): boolean {
  const { shortestGap, longestGap, longestHold = null } = pace
  if (longestHold === null || shortestGap === undefined || longestGap === undefined) return false
  // The limits are wide, because the pace of a wireless scanner may vary more than the three calibration scans show.
  const wide = { shortestGap: 0.75 * shortestGap, longestGap: 1.25 * longestGap }
  return letGoAtOnce([longestHold]) && letGoAtOnce(holds, longestHold) && keepsPace(rhythm, wide)
}

/** Whether each key was released sooner than any typist would release it, and about as soon as the learnt scanner releases it. */
export function letGoAtOnce(holds: readonly (number | undefined)[], longestHold = Infinity): boolean {
  return holds.every((hold) => hold !== undefined && hold < shortestHandHold && hold <= longestHold + paceSlack)
}
