import { readDeviceIdentifier } from '../../../../../shared/domain/device-identifier.ts'
import { namesItsValues, putRight } from '../../../../../shared/domain/label/sort-label.ts'
import type { LearntScanner } from '../../../../../shared/domain/scanner.ts'
import { gapsOf, keepsPace, keepsPlainPace, keepsSlowPace, rhythmOf, type Rhythm } from './rhythm.ts'

/** How a scanner sends: the marks around a code (empty for none), and what was learnt of it, if anything. */
export interface ScannerTraits extends Partial<LearntScanner> {
  readonly prefix: string
  readonly suffix: string
}

/** A character of a run, with its `event.timeStamp` in milliseconds. */
export interface TimedCharacter {
  readonly character: string
  readonly at: number
  /** How long its key was down, in milliseconds; absent until it is released, or if unknown. */
  readonly held?: number
}

/** A code that a scanner typed. `raw` is the text as it came, `text` the code without the scanner's marks. */
export interface Scan {
  readonly text: string
  readonly raw: string
  /** `text` before its keyboard layout was corrected; absent if no correction was needed. */
  readonly sent?: string
  /** Symbology as AIM identifier, such as `]C0`; absent if the scanner sends none. */
  readonly aim?: string
  /** What distinguished it from typing. */
  readonly by: 'marks' | 'aim' | 'rhythm'
  /** `event.timeStamp` of its last key, in milliseconds. */
  readonly at: number
}

type ScanEvidence =
  | { readonly kind: 'scan'; readonly scan: Scan }
  /** A scanner typed it, but it names no box. */
  | { readonly kind: 'unread'; readonly text: string }
  | { readonly kind: 'typing' }

type Grammar = 'mac' | 'serial' | 'label' | 'other'

/** The longest pause inside one code, in milliseconds. After a longer one a new run begins. */
export const longestPause = 300

const aimIdentifier = /^\][A-Za-z][0-9A-Za-z]/
/** Fingers that roll over a row of keys are as fast as a scanner. */
const keyRows = ['1234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'azertyuiop', 'qsdfghjklm', 'qwertzuiop']

/** What came before a run. */
interface RunPlace {
  /** The run came right after a scan. */
  readonly follows?: boolean
  /**
   * Keys came before the run without the pause that precedes a scan. The gaps of a slow scanner do not separate
   * anything, or its codes would be cut short.
   */
  readonly isInner?: boolean
}

/**
 * Decides whether a finished run is a scan: by the scanner's marks, else by an AIM identifier, else by rhythm, and
 * always by the grammar of the text too. Rhythm alone proves nothing, except right after a scan (`follows`), where it
 * is the next code of the same label, whatever its text.
 */
export function judgeRun(
  run: readonly TimedCharacter[],
  traits: ScannerTraits,
  { follows = false, isInner = false }: RunPlace = {},
): ScanEvidence {
  const last = run.at(-1)
  if (last === undefined) return { kind: 'typing' }
  const raw = run.map((key) => key.character).join('')
  const marked = takeMarks(raw, traits)
  const inner = marked ?? raw
  const aim = aimIdentifier.exec(inner)?.[0]
  const sent = (aim === undefined ? inner : inner.slice(aim.length)).trim()
  const rhythm = rhythmOf(gapsOf(run.map(({ at }) => at)))
  const told = (marked !== undefined && traits.prefix !== '') || aim !== undefined
  const holds = run.map(({ held }) => held)
  const isSlow = (): boolean => !isInner && keepsSlowPace(rhythm, holds, traits)
  const isLearnt = told ? keepsPace(rhythm, traits) : keepsPlainPace(rhythm, traits) || isSlow()
  // A second scanner beside the learnt one may have this computer's layout, so the layout is corrected only for the
  // learnt one.
  const isItself = traits.prefix === '' ? isLearnt || keepsPace(rhythm, traits) : marked !== undefined
  const text = (isItself ? putRight(sent, traits.layouts ?? []) : undefined) ?? sent
  const grammar = grammarOf(text)
  const isMachine = isLearnt || (rhythm.median <= 20 && rhythm.longest <= 60)
  const judge = told ? isToldScan : isPlainScan
  if (judge(grammar, rhythm, text, isLearnt) || (follows && isMachine && text.length >= 3)) {
    const by = marked === undefined ? (aim === undefined ? 'rhythm' : 'aim') : 'marks'
    return {
      kind: 'scan',
      scan: { text, raw, by, at: last.at, ...(aim === undefined ? {} : { aim }), ...(text === sent ? {} : { sent }) },
    }
  }
  return isMachine && text.length >= 8 && !isRoll(text) ? { kind: 'unread', text } : { kind: 'typing' }
}

/** Whether a run may be judged without its Enter. A whole MAC address needs none. */
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

/** For a code announced by a mark. A typist who happens to type the mark is still slower or less steady. */
function isToldScan(grammar: Grammar, { median }: Rhythm, text: string, isLearnt: boolean): boolean {
  if (text.length < 4) return false
  if (grammar === 'mac') return isLearnt || median <= 120
  // A few keys in a row can be that steady by chance.
  if (isLearnt && grammar !== 'other' && text.length >= 8) return true
  return median <= (grammar === 'other' ? 30 : 60)
}

/**
 * For a code known only by rhythm and grammar: the weaker the grammar, the steadier the rhythm must be. A typist can
 * roll over single keys this fast, but not over half of a code within 20 ms each, nor over a whole address within 45 ms
 * each.
 */
function isPlainScan(grammar: Grammar, { median, most, longest }: Rhythm, text: string, isLearnt: boolean): boolean {
  if (grammar === 'mac') return isLearnt || median <= 20 || longest <= 45
  if (grammar === 'other' || text.length < 8 || isRoll(text)) return false
  if (isLearnt) return true
  if (grammar === 'label') return median <= 20 && longest <= 60
  return longest <= 90 && (median <= 20 || most <= 32)
}

/**
 * `mac`: also an address with typing errors or from another keyboard layout · `label`: a text that names its values ·
 * `serial`: may be a serial number and has a digit.
 */
function grammarOf(text: string): Grammar {
  const reading = readDeviceIdentifier(text)
  if (reading.ok) return reading.identifier.kind === 'mac' ? 'mac' : /[0-9]/.test(text) ? 'serial' : 'other'
  if (reading.proposal !== undefined) return 'mac'
  if (namesItsValues(text)) return 'label'
  return reading.problem === 'mac-length' || reading.problem === 'eui-64' ? 'serial' : 'other'
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
