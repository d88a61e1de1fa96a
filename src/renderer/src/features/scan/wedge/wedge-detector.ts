import { paceSlack } from './rhythm.ts'
import {
  endsByItself,
  judgeRun,
  longestPause,
  type Scan,
  type ScannerTraits,
  type TimedCharacter,
} from './scan-evidence.ts'

/** The parts of a keydown event that the detector uses. */
export interface KeyPress {
  /** `event.key`. */
  readonly key: string
  /** `event.code`: the physical key; absent or empty if unknown. */
  readonly code?: string
  /** `event.timeStamp` in milliseconds: when the key went down, not when the page handled it. */
  readonly at: number
  /** A repeat of a held key, part of an input method's composition, or a command with a modifier. */
  readonly ignored: boolean
  /** The focus is where characters become text. Elsewhere they may press or select something. */
  readonly intoText: boolean
}

/** The parts of a keyup event that the detector uses. */
export type KeyRelease = Pick<KeyPress, 'key' | 'code' | 'at'>

/** The result of a key press. */
export type WedgeVerdict =
  | { readonly kind: 'nothing' }
  /** The key is part of a code and must have no other effect. */
  | { readonly kind: 'swallow' }
  | {
      readonly kind: 'scan'
      readonly scan: Scan
      /** How many of the latest characters reached the page before the scan was recognized. */
      readonly leaked: number
      /** The same label was read twice in a row. */
      readonly again: boolean
    }
  /** A scanner typed it outside a text field and it names no box. Its Enter must have no other effect. */
  | { readonly kind: 'unread'; readonly text: string }

export interface WedgeDetector {
  /** The wait after the last character of a scanner that sends no Enter, in milliseconds. */
  readonly settlePause: number
  readonly press: (press: KeyPress) => WedgeVerdict
  /** How long keys are held distinguishes a slow scanner from typing. */
  readonly release: (release: KeyRelease) => void
  /** Checks at `now` whether a code has ended without an Enter. */
  readonly settle: (now: number) => WedgeVerdict
  /** Call after a paste or a click: the collected keys count as typing. */
  readonly forget: () => void
}

/** In milliseconds. Enter and Tab within this time after a code belong to it. */
const trailingPause = 200
/** In milliseconds. A scanner that reads one label twice starts again within this time. */
const repeatPause = 300
/** In milliseconds. A character this soon after another, outside a text field, comes from a scanner. */
const quick = 35
/** In milliseconds. A pause this long may separate typing from a scan. */
const partingPause = 90
/** In characters. Longer than any code. */
export const longestRun = 2000
const endKeys: ReadonlySet<string> = new Set(['Enter', 'Tab'])
const modifierKeys: ReadonlySet<string> = new Set([
  'Shift',
  'CapsLock',
  'AltGraph',
  'Alt',
  'Control',
  'Meta',
  'NumLock',
])
/** A character of the run with its key. */
type TimedKey = TimedCharacter & Pick<KeyPress, 'key' | 'code'>

const nothing: WedgeVerdict = { kind: 'nothing' }

/** Adds the hold to the key that was released. Its character may differ from the keydown if Shift was released first. */
export function releasedOf<Key extends KeyRelease & { readonly held?: number }>(
  keys: readonly Key[],
  { key, code = '', at }: KeyRelease,
): readonly Key[] {
  const index = keys.findLastIndex((one) =>
    code === '' || (one.code ?? '') === '' ? one.key.toLowerCase() === key.toLowerCase() : one.code === code,
  )
  const found = keys[index]
  return found === undefined || found.held !== undefined ? keys : keys.with(index, { ...found, held: at - found.at })
}

/** Whether a key only changes what other keys type. */
export const isModifier = (key: string): boolean => modifierKeys.has(key)

/**
 * Distinguishes a keyboard-wedge scanner from a user, key by key. While nothing is certain, characters reach the page.
 * Once a scan is certain they are counted as leaked, and the key that ends the code is swallowed.
 */
export function createWedgeDetector(traits: ScannerTraits): WedgeDetector {
  let run: readonly TimedKey[] = []
  let latest: Scan | undefined
  let trailingUntil = -Infinity
  /** Once a scanner has ended a code with a key, codes without an end key are not expected. */
  let sendsEnd = false
  const settlePause = settlePauseOf(traits)
  /** In milliseconds. The limit of `quick` after a prefix, which announces a code. */
  const quickTold = Math.max(quick, (traits.longestGap ?? 0) + paceSlack)

  const forget = (): void => {
    run = []
  }

  /** Whether the run came right after a scan, as the next code of a label. */
  const follows = (): boolean => latest !== undefined && (run[0]?.at ?? Infinity) - latest.at <= repeatPause

  const accept = (scan: Scan, leaked: number): WedgeVerdict => {
    const begun = run.at(-leaked)?.at ?? scan.at
    const again = latest !== undefined && latest.text === scan.text && begun - latest.at <= repeatPause
    forget()
    latest = scan
    trailingUntil = scan.at + trailingPause
    return { kind: 'scan', scan, leaked, again }
  }

  const end = ({ at, intoText }: KeyPress): WedgeVerdict => {
    const last = run.at(-1)
    if (last === undefined) return at <= trailingUntil ? { kind: 'swallow' } : nothing
    const found = at - last.at <= longestPause ? judgeEveryStart(run, traits, follows()) : undefined
    if (found?.evidence.kind === 'scan') {
      sendsEnd = true
      return accept(found.evidence.scan, found.length)
    }
    forget()
    // A program may type into a text field for the user, so text and Enter stay.
    return found?.evidence.kind === 'unread' && !intoText ? { kind: 'unread', text: found.evidence.text } : nothing
  }

  const add = ({ key, code, at, intoText }: KeyPress): WedgeVerdict => {
    const last = run.at(-1)
    if (last !== undefined && at - last.at > longestPause) forget()
    run = [...run, { character: key, key, ...(code === undefined ? {} : { code }), at }].slice(-longestRun)
    if (traits.suffix.endsWith(key)) {
      const { evidence, length } = judgeEveryStart(run, traits)
      if (evidence.kind === 'scan' && evidence.scan.by === 'marks') return accept(evidence.scan, length)
    }
    const isTold = traits.prefix !== '' && textFrom(run, 0).startsWith(traits.prefix)
    const isQuick = last !== undefined && at - last.at <= (isTold ? quickTold : quick)
    return isQuick && !intoText ? { kind: 'swallow' } : nothing
  }

  return {
    settlePause,
    forget() {
      forget()
      // The user did something in between, so the same label is a new scan.
      latest = undefined
    },
    press(press) {
      if (isModifier(press.key)) return nothing
      if (!press.ignored && endKeys.has(press.key)) return end(press)
      if (!press.ignored && Array.from(press.key).length === 1) return add(press)
      forget()
      return nothing
    },
    release(release) {
      run = releasedOf(run, release)
    },
    settle(now) {
      const last = run.at(-1)
      const isEndless = traits.end === 'none'
      if ((sendsEnd && !isEndless) || last === undefined || now - last.at < settlePause) return nothing
      const { evidence, length } = judgeEveryStart(run, traits, isEndless && follows())
      return evidence.kind === 'scan' && (isEndless || endsByItself(evidence)) ? accept(evidence.scan, length) : nothing
    },
  }
}

/** Longer than the scanner's gaps, but too short for a user to notice. */
function settlePauseOf({ end, longestGap = 0 }: ScannerTraits): number {
  return Math.min(Math.max(3 * longestGap, end === 'none' ? 60 : 120), longestPause - 20)
}

/** The user may have typed just before the scan, so every pause and mark may be the start of the code. */
function judgeEveryStart(run: readonly TimedCharacter[], traits: ScannerTraits, follows = false) {
  const prefixed = run.findLastIndex(
    (_, index) => traits.prefix !== '' && textFrom(run, index).startsWith(traits.prefix),
  )
  const starts = run.map((_, index) => index).filter((index) => index === 0 || index === prefixed || begins(run, index))
  const found = starts.map((start) => ({
    evidence: judgeRun(run.slice(start), traits, {
      follows: follows && start === 0,
      isInner: start > 0,
    }),
    length: run.length - start,
  }))
  return (
    found.find(({ evidence }) => evidence.kind === 'scan' && evidence.scan.by === 'marks') ??
    found.find(({ evidence }) => endsByItself(evidence)) ??
    found.find(({ evidence }) => evidence.kind === 'scan') ??
    found.find(({ evidence }) => evidence.kind === 'unread') ?? { evidence: { kind: 'typing' as const }, length: 0 }
  )
}

function begins(run: readonly TimedCharacter[], index: number): boolean {
  const before = run[index - 1]
  const here = run[index]
  if (before === undefined || here === undefined) return false
  return here.character === ']' || here.at - before.at > partingPause
}

function textFrom(run: readonly TimedCharacter[], index: number): string {
  return run
    .slice(index)
    .map((key) => key.character)
    .join('')
}
