import type { LabelCode } from '../../../../../shared/domain/label/label.ts'
import type { Scan, ScannerTraits } from './scan-evidence.ts'
import type { ScanHearer } from './watch-scans.ts'

/** Codes that come within this of each other, in milliseconds, are of one label. */
const gatherPause = 300

/** A code that is being typed is waited for no longer than this. */
const longestWait = 1000

interface GatheringHearer {
  /** A code came: all codes of this label so far. */
  readonly heard: (codes: readonly LabelCode[]) => void
  /** No further code came. */
  readonly gathered: (codes: readonly LabelCode[]) => void
}

interface LabelGatherer {
  readonly add: (code: LabelCode) => void
  /** A code that says nothing by itself: of use only where another one of the label names a box. */
  readonly note: (code: LabelCode) => void
  /** A key came, which may be of the next code. */
  readonly wait: () => void
  readonly stop: () => void
}

/** A `screen` hears scans before the `frame` around it; of several screens the one that came last. */
export type HearerRank = 'screen' | 'frame'

/** Makes something of each code by itself. */
export interface CodeHearer {
  readonly scanned: (code: LabelCode) => void
  /** A scanner sent something that names no box. */
  readonly unread: (text: string) => void
}

/** Makes something of labels, whose codes come one after the other. */
export interface LabelHearer {
  /** A code came: all codes of this label so far. */
  readonly heard: (codes: readonly LabelCode[], isFirst: boolean) => void
  /** No further code came. */
  readonly gathered: (codes: readonly LabelCode[]) => void
  readonly unread: (text: string) => void
}

/** Who listens, and how the scanner sends that is listened to. */
export interface Listening {
  readonly hearer: (CodeHearer | LabelHearer) & Pick<ScanHearer, 'press' | 'release'>
  readonly traits: ScannerTraits
}

/** Hands each scan to one hearer. */
export interface ScanDesk extends ScanHearer {
  /** `listening` is asked each time, as it changes with its screen. Returns the function that ends the hearing. */
  readonly hear: (listening: () => Listening, rank: HearerRank) => () => void
  /** How the scanner sends that the foremost hearer listens to; absent while nobody listens. */
  readonly traits: () => ScannerTraits | undefined
  /** Forgets the codes that wait for more of their label. */
  readonly forget: () => void
}

interface Entry {
  readonly listening: () => Listening
  readonly rank: HearerRank
}

/**
 * A desk where nobody listens yet. A label's codes are gathered here and not by a hearer: a screen may go while they come, and
 * then they are for whoever is foremost once they have come.
 */
export function createScanDesk(now?: () => number): ScanDesk {
  let entries: readonly Entry[] = []
  /** Who has heard of the label that is being gathered. */
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

/** Puts the codes of one label together, each once; it begins anew when none has come for a while. */
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
