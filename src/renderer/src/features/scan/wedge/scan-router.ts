import type { LabelCode } from '../../../../../shared/domain/label/label.ts'
import type { Scan, ScannerTraits } from './scan-evidence.ts'
import type { ScanHearer } from './watch-scans.ts'

/** In milliseconds. Codes that come within this time of each other belong to one label. */
const gatherPause = 300

/** In milliseconds. The longest wait for a code that is still being typed. */
const longestWait = 1000

interface GatheringHearer {
  /** A code has come. `codes`: all codes of this label so far. */
  readonly heard: (codes: readonly LabelCode[]) => void
  /** No further code has come. */
  readonly gathered: (codes: readonly LabelCode[]) => void
}

interface LabelGatherer {
  readonly add: (code: LabelCode) => void
  /** Adds a code that names nothing by itself. It is used only if another code of the label names a box. */
  readonly note: (code: LabelCode) => void
  /** A key was pressed that may belong to the next code. */
  readonly wait: () => void
  readonly stop: () => void
}

/** A `screen` gets scans before the `frame` around it. Of several screens, the last registered one gets them. */
export type HearerRank = 'screen' | 'frame'

/** Handles each code by itself. */
interface CodeHearer {
  readonly scanned: (code: LabelCode) => void
  /** A scanner sent a text that names no box. */
  readonly unread: (text: string) => void
}

/** Handles labels, whose codes come one after the other. */
interface LabelHearer {
  /** A code has come. `codes`: all codes of this label so far. */
  readonly heard: (codes: readonly LabelCode[], isFirst: boolean) => void
  /** No further code has come. */
  readonly gathered: (codes: readonly LabelCode[]) => void
  readonly unread: (text: string) => void
}

/** A hearer and the traits of the scanner it expects. */
export interface Listening {
  readonly hearer: (CodeHearer | LabelHearer) & Pick<ScanHearer, 'press' | 'release'>
  readonly traits: ScannerTraits
}

/** Passes each scan to one hearer. */
export interface ScanRouter extends ScanHearer {
  /**
   * Registers a hearer. `listening` is called for each scan, because it changes with each render. Returns a function
   * that unregisters it.
   */
  readonly hear: (listening: () => Listening, rank: HearerRank) => () => void
  /** The traits that the foremost hearer expects; undefined without a hearer. */
  readonly traits: () => ScannerTraits | undefined
  /** Drops the codes of a label that is not complete. */
  readonly forget: () => void
}

interface Entry {
  readonly listening: () => Listening
  readonly rank: HearerRank
}

/**
 * Creates a router without hearers. The codes of a label are collected here and not by a hearer, because the screen may
 * change while they come. They then go to the hearer that is foremost at the end.
 */
export function createScanRouter(now?: () => number): ScanRouter {
  let entries: readonly Entry[] = []
  /** The hearer that has received the first codes of the current label. */
  let told: Entry | undefined
  const foremost = (): Entry | undefined => entries.findLast(({ rank }) => rank === 'screen') ?? entries.at(-1)
  const hearer = (): Listening['hearer'] | undefined => foremost()?.listening().hearer
  const gatherer = createLabelGatherer(
    {
      heard: (codes) => {
        const one = hearer()
        const isFirst = told !== foremost()
        told = foremost()
        if (one !== undefined && 'heard' in one) one.heard(codes, isFirst)
      },
      gathered: (codes) => {
        const one = hearer()
        told = undefined
        if (one === undefined) return
        if ('gathered' in one) one.gathered(codes)
        else for (const code of codes) one.scanned(code)
      },
    },
    now,
  )
  return {
    hear(listening, rank) {
      const entry = { listening, rank }
      entries = [...entries, entry]
      return () => {
        entries = entries.filter((one) => one !== entry)
      }
    },
    traits: () => foremost()?.listening().traits,
    scanned: (scan) => {
      const one = hearer()
      if (one === undefined) return
      if ('scanned' in one) one.scanned(codeOf(scan))
      else gatherer.add(codeOf(scan))
    },
    unread: (text) => {
      const one = hearer()
      if (one !== undefined && 'gathered' in one) gatherer.note({ text })
      one?.unread(text)
    },
    typing: gatherer.wait,
    press: (press) => hearer()?.press?.(press),
    release: (release) => hearer()?.release?.(release),
    forget: () => {
      gatherer.stop()
      told = undefined
    },
  }
}

const codeOf = ({ text, aim, sent }: Scan): LabelCode => ({
  text,
  ...(aim === undefined ? {} : { aim }),
  ...(sent === undefined ? {} : { sent }),
})

/** Collects the codes of one label, each once. A pause ends the label. */
export function createLabelGatherer(
  hearer: GatheringHearer,
  now: () => number = () => performance.now(),
): LabelGatherer {
  let codes: readonly LabelCode[] = []
  let isHeard = false
  let latest = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const end = (): void => {
    const found = codes
    const isWorth = isHeard
    reset()
    if (isWorth) hearer.gathered(found)
  }
  const reset = (): void => {
    clearTimeout(timer)
    timer = undefined
    codes = []
    isHeard = false
  }
  const waitAgain = (): void => {
    clearTimeout(timer)
    timer = setTimeout(end, gatherPause)
  }
  const keep = (code: LabelCode): void => {
    if (!codes.some(({ text }) => text === code.text)) codes = [...codes, code]
    latest = now()
    waitAgain()
  }
  return {
    add(code) {
      keep(code)
      isHeard = true
      hearer.heard(codes)
    },
    note: keep,
    wait() {
      if (timer !== undefined && now() - latest < longestWait) waitAgain()
    },
    stop: reset,
  }
}
