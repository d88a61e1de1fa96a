import {
  endsByItself,
  gapsOf,
  judgeRun,
  longestPause,
  paceSlack,
  shortestHandHold,
  type RunPlace,
  type Scan,
  type ScannerTraits,
  type TimedKey,
  unreadable,
} from './scan-evidence.ts'

/** The parts of a keyup event that the detector uses. */
export type KeyRelease = Omit<TimedKey, 'held'>

/** The parts of a keydown event that the detector uses. */
export interface KeyPress extends KeyRelease {
  /** Whether the event is a repeat of a held key, a part of an input method's composition, or a command with a modifier. */
  readonly ignored: boolean
  /** Whether the focus is where characters become text. Elsewhere characters may press or select something. */
  readonly intoText: boolean
}

export type WedgeVerdict =
  | { readonly kind: 'nothing' }
  /** The key is part of a code and must have no other effect. */
  | { readonly kind: 'swallow' }
  | {
      readonly kind: 'scan'
      readonly scan: Scan
      /** How many of the latest characters reached the page before the scan was recognized. */
      readonly leaked: number
      /** Whether the same label was read twice in a row. */
      readonly again: boolean
    }
  /**
   * A scanner typed a text that names no box. The Enter of the scan must have no other effect. `leaked`: as for a scan. `isPart`: the text may
   * lack a part of its code.
   */
  | { readonly kind: 'unread'; readonly text: string; readonly leaked: number; readonly isPart?: true }
  /**
   * The Enter must have no effect, but the text stays in its text field: a scanner may have typed it, or a program for the user. Another
   * Enter counts.
   */
  | { readonly kind: 'held' }

export type WedgeDetector = ReturnType<typeof createWedgeDetector>

/** Milliseconds after a code. Enter and Tab within this time belong to the code, of a slow scanner also a little later. */
const shortestTrail = 200
/** Milliseconds after a code. A scanner that reads a label twice sends the code again within this time. */
const repeatPause = 300
/** A gap in milliseconds. Outside a text field, a character that follows another within this gap comes from a scanner. */
const quick = 35
/** `quick` for a blank, in milliseconds. A blank presses a button, and no user presses one this soon after a character. */
const quickBlank = 120
/** A pause in milliseconds. Only a longer pause may separate typing from a scan. */
const partingPause = 90
/** The longest pause, in milliseconds, after which a scanner may still go on with a code that it has begun. */
const longestStall = 1000
/** The number of keys before a code that are kept. Their pace shows whether a person typed them. */
const mostBefore = 9
/** The limit of a run in characters. No code is this long. */
export const longestRun = 2000

const nothing: WedgeVerdict = { kind: 'nothing' }

/**
 * Adds to the released key how long the key was down. Compares keys by `code`, because Shift may be released before the key and change
 * `key`.
 */
export function releasedOf<Key extends TimedKey>(
  keys: readonly Key[],
  { key, code = '', at }: KeyRelease,
): readonly Key[] {
  const index = keys.findLastIndex((one) =>
    code === '' || (one.code ?? '') === '' ? one.key.toLowerCase() === key.toLowerCase() : one.code === code,
  )
  const found = keys[index]
  return found === undefined || found.held !== undefined ? keys : keys.with(index, { ...found, held: at - found.at })
}

export const isCharacter = (key: string): boolean => Array.from(key).length === 1

/** Whether a key only changes what other keys type. */
export const isModifier = (key: string): boolean => /^(Shift|CapsLock|AltGraph|Alt|Control|Meta|NumLock)$/.test(key)

export const isEndKey = (key: string): boolean => key === 'Enter' || key === 'Tab'

/**
 * Distinguishes a keyboard-wedge scanner from a user, key by key. Characters reach the page until a scan is certain. The verdict of
 * the scan then counts these characters in `leaked`. The key that ends the code does not reach the page.
 */
export function createWedgeDetector(traits: ScannerTraits) {
  let run: readonly TimedKey[] = []
  /** The keys that came before the run, without an end key since. The run may be the rest of their code. */
  let before: readonly TimedKey[] = []
  let latest: Scan | undefined
  let trailingUntil = -Infinity
  /** Whether the scanner has already ended a code with an end key. From then on, codes without an end key are not expected. */
  let sendsEnd = false
  /**
   * The wait after the last character of a scanner that sends no Enter, in milliseconds. The wait is longer than the scanner's gaps between
   * keys, but too short for a user to notice.
   */
  const settlePause = Math.min(
    Math.max(3 * (traits.longestGap ?? 0), traits.end === 'none' ? 60 : 120),
    longestPause - 20,
  )
  /** Replaces `quick` after a prefix, in milliseconds. This gap is longer than `quick`, because the prefix announces a code. */
  const quickTold = Math.max(quick, (traits.longestGap ?? 0) + paceSlack)
  /** How soon after a character this key comes from a scanner. */
  const quickFor = (key: string): number => {
    if (key === ' ') return Math.max(quickBlank, quickTold)
    return traits.prefix !== '' && textFrom(run, 0).startsWith(traits.prefix) ? quickTold : quick
  }

  const trailingPause = Math.max(shortestTrail, 2 * (traits.longestGap ?? 0) + paceSlack)

  const forget = (): void => {
    run = []
    before = []
  }

  /** Marks the place in a code where something came that is no character. Without a code, the collected keys are forgotten. */
  const interrupt = (at: number): void => {
    const last = run.at(-1)
    if (last === undefined || at - last.at > longestPause) forget()
    else run = [...run, { key: unreadable, at, held: 0 }].slice(-longestRun)
  }

  const judge = (place: Omit<RunPlace, 'isInner'>) => judgeEveryStart(run, before, traits, place)

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

  const end = ({ key, at, intoText }: KeyPress): WedgeVerdict => {
    const last = run.at(-1)
    if (last === undefined) return at <= trailingUntil ? { kind: 'swallow' } : nothing
    const found = at - last.at <= longestPause ? judge({ follows: follows(), intoText, endedAt: at }) : undefined
    if (found?.evidence.kind === 'scan') {
      sendsEnd = true
      return accept(found.evidence.scan, found.length)
    }
    const isMarked = found !== undefined && tellsScanner(found.evidence)
    if (isMarked) sendsEnd = true
    forget()
    if (found === undefined || found.evidence.kind === 'typing') return nothing
    // Inside a text field, the text stays if only the rhythm tells a scanner, because a program may type into the field for the user.
    const isUnread = isMarked || !intoText
    if (!isUnread && at - last.at > trailingPause) return nothing
    // A scanner may send two end keys.
    trailingUntil = last.at + trailingPause
    if (!isUnread && key === 'Tab') return nothing
    return isUnread ? unreadOf(found.evidence, found.length) : { kind: 'held' }
  }

  const add = ({ key, code, at, intoText }: KeyPress): WedgeVerdict => {
    const last = run.at(-1)
    if (last !== undefined && at - last.at > longestPause) {
      before = at - last.at > longestStall ? [] : [...before, ...run].filter(isReadable).slice(-mostBefore)
      run = []
    }
    run = [...run, { key, ...(code === undefined ? {} : { code }), at }].slice(-longestRun)
    if (traits.suffix.endsWith(key)) {
      const { evidence, length } = judge({ follows: false })
      if (evidence.kind === 'scan' && evidence.scan.by === 'marks') return accept(evidence.scan, length)
    }
    const isQuick = last !== undefined && at - last.at <= (isReadable(last) ? quickFor(key) : quick)
    return isQuick && !intoText ? { kind: 'swallow' } : nothing
  }

  return {
    settlePause,
    /** To be called after a paste or a click. The collected keys then name no box. */
    forget(at = Infinity): void {
      interrupt(at)
      // The user has done something since the last scan, so the same label counts as a new scan.
      latest = undefined
    },
    press(press: KeyPress): WedgeVerdict {
      if (isModifier(press.key)) return nothing
      if (!press.ignored && isEndKey(press.key)) return end(press)
      if (!press.ignored && isCharacter(press.key)) return add(press)
      interrupt(press.at)
      return nothing
    },
    /** To be called for each keyup. The time that a key was down distinguishes a slow scanner from typing. */
    release(release: KeyRelease): void {
      run = releasedOf(run, release)
    },
    /** Checks at `now` whether a code has ended without an Enter. */
    settle(now: number): WedgeVerdict {
      const last = run.at(-1)
      const isEndless = traits.end === 'none'
      if ((sendsEnd && !isEndless) || last === undefined || now - last.at < settlePause) return nothing
      const { evidence, length } = judge({ follows: isEndless && follows() })
      if (evidence.kind === 'scan' && (isEndless || endsByItself(evidence))) return accept(evidence.scan, length)
      // A code with a suffix may go on, with the suffix as one of its characters. So it counts only now, after a pause.
      if (evidence.kind !== 'unread' || !tellsScanner(evidence)) return nothing
      forget()
      return unreadOf(evidence, length)
    },
  }
}

const unreadOf = (
  { text, isPart }: { readonly text: string; readonly isPart?: true },
  leaked: number,
): WedgeVerdict => ({
  kind: 'unread',
  text,
  leaked,
  ...(isPart && { isPart }),
})

/** Whether more than the rhythm tells that a scanner typed a text which names no box. */
const tellsScanner = (evidence: ReturnType<typeof judgeRun>): boolean =>
  evidence.kind === 'unread' && evidence.by !== 'rhythm'

/** Judges a run from each key that follows a pause or begins a mark, because the user may have typed just before the scan. */
function judgeEveryStart(
  run: readonly TimedKey[],
  before: readonly TimedKey[],
  traits: ScannerTraits,
  place: Omit<RunPlace, 'isInner'>,
) {
  const prefixed = run.findLastIndex(
    (_, index) => traits.prefix !== '' && textFrom(run, index).startsWith(traits.prefix),
  )
  const starts = run.map((_, index) => index).filter((index) => index === 0 || index === prefixed || begins(run, index))
  const found = starts.map((start) => ({
    evidence: wholeOnly(
      judgeRun(run.slice(start), traits, { ...place, follows: place.follows && start === 0, isInner: start > 0 }),
      [...before, ...run.slice(0, start)],
      run.slice(start),
      traits,
    ),
    length: run.slice(start).filter(isReadable).length,
  }))
  return (
    found.find(({ evidence }) => evidence.kind === 'scan' && evidence.scan.by === 'marks') ??
    found.find(({ evidence }) => endsByItself(evidence)) ??
    found.find(({ evidence }) => evidence.kind === 'scan') ??
    found.find(({ evidence }) => evidence.kind === 'unread') ??
    found.find(({ evidence }) => evidence.kind === 'quick') ?? { evidence: { kind: 'typing' as const }, length: 0 }
  )
}

/** Turns a scan into an unread text if it may be only a part of a code. Such a part may name another box. */
function wholeOnly(
  evidence: ReturnType<typeof judgeRun>,
  before: readonly TimedKey[],
  run: readonly TimedKey[],
  traits: ScannerTraits,
): ReturnType<typeof judgeRun> {
  if (evidence.kind !== 'scan') return evidence
  const { text, by, aim } = evidence.scan
  const isBegun = aim !== undefined || (by === 'marks' && traits.prefix !== '')
  const isAlone =
    isByHand(before, run) || (before.every(isReadable) && (endsByItself(evidence) || hasEnded(before, traits)))
  return run.every(isReadable) && (isBegun || isAlone) ? evidence : { kind: 'unread', text, by, isPart: true }
}

/** Whether keys are a whole code. The codes of a scanner without an end key end with a pause. */
const hasEnded = (keys: readonly TimedKey[], { suffix, end }: ScannerTraits): boolean =>
  keys.length === 0 || end === 'none' || (suffix !== '' && textFrom(keys, 0).endsWith(suffix))

const isReadable = ({ key }: TimedKey): boolean => key !== unreadable

/** Whether a person typed the keys `before` the code `run`. A person pauses longer between two keys than the scanner, or holds a key longer. */
function isByHand(before: readonly TimedKey[], run: readonly TimedKey[]): boolean {
  const keys = before.slice(-mostBefore)
  const slower = Math.max(...gapsOf(run.map(({ at }) => at))) + paceSlack
  const longer = gapsOf(keys.map(({ at }) => at)).filter((gap) => gap > slower)
  return longer.length > 1 || longestHoldOf(keys) > Math.max(shortestHandHold, longestHoldOf(run) + paceSlack)
}

const longestHoldOf = (keys: readonly TimedKey[]): number => Math.max(...keys.map(({ held = 0 }) => held))

function begins(run: readonly TimedKey[], index: number): boolean {
  const before = run[index - 1]
  const here = run[index]
  if (before === undefined || here === undefined) return false
  return here.key === ']' || !isReadable(before) || here.at - before.at > partingPause
}

function textFrom(run: readonly TimedKey[], index: number): string {
  return run
    .slice(index)
    .map(({ key }) => key)
    .join('')
}
