import { paceSlack } from './rhythm.ts'
import {
  endsByItself,
  judgeRun,
  longestPause,
  type Scan,
  type ScannerTraits,
  type TimedCharacter,
} from './scan-evidence.ts'

/** A key going down, as far as the detector cares. */
export interface KeyPress {
  /** `event.key`. */
  readonly key: string
  /** `event.code`: which key it is; absent or empty where nobody tells. */
  readonly code?: string
  /** `event.timeStamp`, in milliseconds: when the key went down, not when the page got round to it. */
  readonly at: number
  /** Held down, part of an input method's composition, or with a modifier that makes it a command. */
  readonly ignored: boolean
  /** Characters are text where the focus is; elsewhere they may press or choose something. */
  readonly intoText: boolean
}

/** The same key going up again. */
export type KeyRelease = Pick<KeyPress, 'key' | 'code' | 'at'>

/** What a key press turned out to be. */
export type WedgeVerdict =
  | { readonly kind: 'nothing' }
  /** Part of a code: it must do nothing else. */
  | { readonly kind: 'swallow' }
  | {
      readonly kind: 'scan'
      readonly scan: Scan
      /** How many of the latest characters reached the page before this was certain. */
      readonly leaked: number
      /** The same label, read twice in one go. */
      readonly again: boolean
    }
  /** A machine typed it where there is no text field, and it names no box; its Enter must do nothing else. */
  | { readonly kind: 'unread'; readonly text: string }

export interface WedgeDetector {
  /** A scanner that sends no Enter is waited for this long, in milliseconds. */
  readonly settlePause: number
  readonly press: (press: KeyPress) => WedgeVerdict
  /** How long a key is held tells a slow scanner from a hand. */
  readonly release: (release: KeyRelease) => void
  /** Asks at `now` whether a code came that no Enter will end. */
  readonly settle: (now: number) => WedgeVerdict
  /** Something else happened, a paste or a click: what was gathered is typing. */
  readonly forget: () => void
}

/** Enter and Tab this long after a code belong to it. */
const trailingPause = 200
/** A scanner that reads one label twice begins again within this time. */
const repeatPause = 300
/** Quicker than this, a character beside a text field is a scanner's. */
const quick = 35
/** A pause that may part typing from a scan. */
const partingPause = 90
/** Longer than any code that a scanner sends. */
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

/** Which of the keys that went down goes up; a sign may have changed meanwhile, as Shift went up first. */
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

/** Whether a key changes what others make, and makes nothing itself. */
export const isModifier = (key: string): boolean => modifierKeys.has(key)

/**
 * Tells a keyboard-wedge scanner from a person, key by key. Characters are let through while nothing is certain, and counted
 * as leaked once it is; the key that ends a code is swallowed.
 */
export function createWedgeDetector(traits: ScannerTraits): WedgeDetector {
  let run: readonly TimedKey[] = []
  let latest: Scan | undefined
  let trailingUntil = -Infinity
  /** A scanner that ends its codes with a key is not guessed at in between. */
  let sendsEnd = false
  const settlePause = settlePauseOf(traits)
  /** Quicker than this, a character beside a text field is of a code that the scanner has announced. */
  const quickTold = Math.max(quick, (traits.longestGap ?? 0) + paceSlack)

  const forget = (): void => {
    run = []
  }

  /** Whether the run came right after a scan: a label's next code. */
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
    // In a text field it may as well be a program that types for a person: the text stays, and so does its Enter.
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
      // A person did something in between, so the same label is meant once more.
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

/** Longer than the scanner pauses in a code, and not so long that a person waits. */
function settlePauseOf({ end, longestGap = 0 }: ScannerTraits): number {
  return Math.min(Math.max(3 * longestGap, end === 'none' ? 60 : 120), longestPause - 20)
}

/** A person may have typed just before: every pause and every mark may be where the code begins. */
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
