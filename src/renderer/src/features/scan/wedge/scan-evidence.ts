import type { LearntScanner } from '../../../../../shared/domain/scanner.ts'
import { readDeviceIdentifier } from '../../../../../shared/domain/device-identifier.ts'
import { namesItsValues, putRight } from '../../../../../shared/domain/label/sort-label.ts'
import { gapsOf, keepsPace, keepsPlainPace, keepsSlowPace, rhythmOf, type Rhythm } from './rhythm.ts'

/** How the scanner sends: what it puts around a code, empty for nothing, and what was learnt of it, absent where nothing was. */
export interface ScannerTraits extends Partial<LearntScanner> {
  readonly prefix: string
  readonly suffix: string
}

/** One character of a run, with its `event.timeStamp` in milliseconds. */
export interface TimedCharacter {
  readonly character: string
  readonly at: number
  /** How long its key was down, in milliseconds; absent while it is, and where that is not told. */
  readonly held?: number
}

/** A code that a scanner typed. `raw` holds what came, `text` the code without the scanner's own marks. */
export interface Scan {
  readonly text: string
  readonly raw: string
  /** What `text` was before the scanner's keyboard layout put it right; absent where nothing had to be. */
  readonly sent?: string
  /** Symbology by its AIM identifier, such as `]C0`; absent where the scanner sends none. */
  readonly aim?: string
  /** What told it from typing. */
  readonly by: 'marks' | 'aim' | 'rhythm'
  /** `event.timeStamp` of its last key, in milliseconds. */
  readonly at: number
}

export type ScanEvidence =
  | { readonly kind: 'scan'; readonly scan: Scan }
  /** A machine typed it, but it names no box. */
  | { readonly kind: 'unread'; readonly text: string }
  | { readonly kind: 'typing' }

type Grammar = 'mac' | 'serial' | 'label' | 'other'

/** The longest pause inside one code, in milliseconds; a longer one begins another run. */
export const longestPause = 300

const aimIdentifier = /^\][A-Za-z][0-9A-Za-z]/
/** Fingers that roll over a row of keys are as quick as a scanner. */
const keyRows = ['1234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'azertyuiop', 'qsdfghjklm', 'qwertzuiop']

/** What came before a run. */
export interface RunPlace {
  /** It came right after a scan. */
  readonly follows?: boolean
  /** Keys came before it without the pause that a scan begins with. A slow scanner's own gaps part nothing: it would be cut short. */
  readonly isInner?: boolean
}

/**
 * Judges a run of characters that has ended: first by the marks the scanner was told to send, then by an AIM identifier, then
 * by rhythm, and every time by the payload's grammar too. Rhythm alone proves nothing; but right after a scan (`follows`) it is
 * the same label's next code, whatever that says.
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
  // Another scanner beside the one that was learnt may have this computer's layout.
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

/** Whether a run may be judged without its Enter: a whole MAC address ends by itself. */
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

/** The scanner said where its code begins; a hand that happens to type the mark is still slower, or less steady. */
function isToldScan(grammar: Grammar, { median }: Rhythm, text: string, isLearnt: boolean): boolean {
  if (text.length < 4) return false
  if (grammar === 'mac') return isLearnt || median <= 120
  // A few keys in a row are as steady by chance.
  if (isLearnt && grammar !== 'other' && text.length >= 8) return true
  return median <= (grammar === 'other' ? 30 : 60)
}

/**
 * Nothing but rhythm and grammar: the weaker the grammar, the steadier the rhythm has to be. Hands roll over single keys as
 * quickly, but not over half of a code within 20 ms each, nor over all of an address within 45.
 */
function isPlainScan(grammar: Grammar, { median, most, longest }: Rhythm, text: string, isLearnt: boolean): boolean {
  if (grammar === 'mac') return isLearnt || median <= 20 || longest <= 45
  if (grammar === 'other' || text.length < 8 || isRoll(text)) return false
  if (isLearnt) return true
  if (grammar === 'label') return median <= 20 && longest <= 60
  return longest <= 90 && (median <= 20 || most <= 32)
}

/** `mac` also for an address with slips or of another keyboard layout; `label` says what its values are; `serial` may be one and holds a digit. */
function grammarOf(text: string): Grammar {
  const reading = readDeviceIdentifier(text)
  if (reading.ok) return reading.identifier.kind === 'mac' ? 'mac' : /[0-9]/.test(text) ? 'serial' : 'other'
  if (reading.proposal !== undefined) return 'mac'
  if (namesItsValues(text)) return 'label'
  return reading.problem === 'mac-length' || reading.problem === 'eui-64' ? 'serial' : 'other'
}

/** Most of the text runs along a row of keys, one way or the other. */
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
