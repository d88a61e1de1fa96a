import { useEffectEvent, useLayoutEffect } from 'react'
import { useShallow } from 'zustand/react/shallow'
import type { Preferences } from '../../../../../shared/bridge/snapshot.ts'
import type { LabelCode } from '../../../../../shared/domain/label/label.ts'
import { useSnapshot } from '../../../state/services.tsx'
import { slowestPlainGap, type Scan, type ScannerTraits } from './scan-evidence.ts'
import { watchScans, type ScanListener } from './watch-scans.ts'

/** The longest pause between two codes of one label, in milliseconds. */
const gatherPause = 300

/** The longest wait after the last code or scanner key, in milliseconds. Keys that a person types do not make it longer. */
const longestWait = 1000

/** A `screen` gets scans before the `frame` around it. If there are several screens, the one that registered last gets the scans. */
export type ListenerRank = 'screen' | 'frame'

type CodesListener = (codes: readonly LabelCode[]) => void

interface CodeListener {
  readonly scanned: (code: LabelCode) => void
}

/** Handles labels, whose codes arrive one after the other. */
export interface LabelListener {
  /** Called for each code. `codes`: all codes of this label so far. */
  readonly heard: (codes: readonly LabelCode[], isFirst: boolean) => void
  /** Called when the label counts as complete: no other code has followed in time. */
  readonly gathered: CodesListener
  /** If true, the listener calls `tellObservers` itself, once it knows whether it accepts the label. */
  readonly tellsOutcome?: boolean | undefined
}

/** A listener of scans, and the traits of the scanner that the listener expects. */
export interface Listening {
  readonly listener: (CodeListener | LabelListener) & Pick<ScanListener, 'unread' | 'press' | 'release'>
  readonly traits: ScannerTraits
}

interface ScanRouter extends ScanListener {
  /** Registers a listener. `listening` is called for each scan, because its result may change. Returns a function to unregister it. */
  readonly hear: (listening: () => Listening, rank: ListenerRank) => () => void
  /** The traits that the foremost listener expects. Undefined without a listener. */
  readonly traits: () => ScannerTraits | undefined
  /** Drops the codes of an incomplete label. */
  readonly forget: () => void
}

interface Entry {
  readonly listening: () => Listening
  readonly rank: ListenerRank
}

/** The result of a scan: a code that is accepted, a text that is not, or a text in a field whose Enter has no effect. */
export type ScanOutcome = 'scanned' | 'unread' | 'held'
const observers = new Set<(outcome: ScanOutcome) => void>()

/** Calls `observer` for each scan, whatever listener takes the scan. Returns a function that ends these calls. */
export function observeScans(observer: (outcome: ScanOutcome) => void): () => void {
  observers.add(observer)
  return () => void observers.delete(observer)
}

/** Reports the result of a scan to each observer. */
export const tellObservers = (outcome: ScanOutcome): void => {
  for (const observer of observers) observer(outcome)
}

/** The scan watch of each document. A document has only one watch, however many screens listen. */
const watches = new WeakMap<
  Document,
  { readonly router: ScanRouter; readonly traits: ScannerTraits; readonly end: () => void }
>()

/** Receives everything that a scanner sends while this is the foremost screen. `traits` replaces the traits from the settings. */
export function useScanner(
  listener: Listening['listener'],
  { rank = 'screen', traits }: { readonly rank?: ListenerRank; readonly traits?: ScannerTraits | undefined } = {},
): void {
  const stored = useSnapshot(useShallow(({ preferences }) => traitsOf(preferences)))
  const listening = useEffectEvent((): Listening => ({ listener, traits: traits ?? stored }))
  // A layout effect runs at once. With a normal effect, a scan after the render could still go to the screen that has just closed.
  useLayoutEffect(() => hearScans(document, () => listening(), rank), [rank])
  // Runs after each render. If the traits are unchanged, this costs little.
  useLayoutEffect(() => retune(document))
}

export function traitsOf({ scannerPrefix, scannerSuffix, scannerLearnt }: Preferences): ScannerTraits {
  return { prefix: withoutEndKey(scannerPrefix), suffix: withoutEndKey(scannerSuffix), ...scannerLearnt }
}

/** Removes Enter and Tab from a mark. Enter and Tab are keys and not characters, and each is recognised as the end of a code anyway. */
const withoutEndKey = (mark: string): string => mark.replace(/[\r\n\t]+/g, '')

/** Listens for scans in a document. Returns a function that stops listening. */
export function hearScans(document: Document, listening: () => Listening, rank: ListenerRank): () => void {
  const router = watches.get(document)?.router ?? createScanRouter()
  const end = router.hear(listening, rank)
  tuneTo(document, router)
  return () => {
    end()
    tuneTo(document, router)
  }
}

/** Updates the watch of a document. To be called when the traits of a listener may have changed. */
export function retune(document: Document): void {
  const router = watches.get(document)?.router
  if (router !== undefined) tuneTo(document, router)
}

/** Drops the remaining codes of the label being scanned. To be called when the user has decided about the label. */
export function forgetLabel(document: Document): void {
  watches.get(document)?.router.forget()
}

/** Handles a text like a scanned code, for example from the label of a practice box on the screen. */
export function giveScan(document: Document, text: string): void {
  watches.get(document)?.router.scanned({ text, raw: text, by: 'marks', at: performance.now() })
}

/** Watches the document with the traits of the foremost listener. Stops the watch if there is no listener. */
function tuneTo(document: Document, router: ScanRouter): void {
  const there = watches.get(document)
  const traits = router.traits()
  // Unchanged traits need no new watch. A new watch would lose a code that is half received.
  if (traits !== undefined && JSON.stringify(traits) === JSON.stringify(there?.traits)) return
  there?.end()
  if (traits === undefined) {
    router.forget()
    watches.delete(document)
  } else watches.set(document, { router, traits, end: watchScans(document, traits, router) })
}

/**
 * Creates a router without listeners. The router collects the codes of a label, because the screen may change between two codes. The complete
 * label goes to the listener that is foremost when the label is complete.
 */
export function createScanRouter(): ScanRouter {
  let entries: readonly Entry[] = []
  /** The entry that was foremost when the latest code of the label arrived. Undefined before the label's first code. */
  let told: Entry | undefined
  const foremost = (): Entry | undefined => entries.findLast(({ rank }) => rank === 'screen') ?? entries.at(-1)
  const listener = (): Listening['listener'] | undefined => foremost()?.listening().listener
  const traits = (): ScannerTraits | undefined => foremost()?.listening().traits
  const gatherer = createLabelGatherer({
    heard: (codes) => {
      const one = listener()
      const isFirst = told !== foremost()
      told = foremost()
      if (one !== undefined && 'heard' in one) one.heard(codes, isFirst)
    },
    gathered: (codes) => {
      const one = listener()
      told = undefined
      if (one === undefined) return
      if ('gathered' in one) one.gathered(codes)
      else for (const code of codes) one.scanned(code)
    },
  })
  return {
    hear(listening, rank) {
      const entry = { listening, rank }
      entries = [...entries, entry]
      return () => {
        entries = entries.filter((one) => one !== entry)
      }
    },
    traits,
    scanned: (scan) => {
      const one = listener()
      if (one === undefined) return
      if (!tellsOutcome(one)) tellObservers('scanned')
      if ('scanned' in one) one.scanned(codeOf(scan))
      else gatherer.add(codeOf(scan))
    },
    unread: (text, isPart) => {
      const one = listener()
      if (one === undefined) return
      if (!tellsOutcome(one)) tellObservers('unread')
      if ('gathered' in one && isPart !== true) gatherer.note({ text })
      one.unread(text)
    },
    held: () => tellObservers('held'),
    typing: () => gatherer.wait(traits()?.longestGap),
    press: (press) => listener()?.press?.(press),
    release: (release) => listener()?.release?.(release),
    forget: () => {
      gatherer.stop()
      told = undefined
    },
  }
}

const tellsOutcome = (listener: Listening['listener']): boolean =>
  'gathered' in listener && listener.tellsOutcome === true

const codeOf = ({ text, aim, sent }: Scan): LabelCode => ({
  text,
  ...(aim === undefined ? {} : { aim }),
  ...(sent === undefined ? {} : { sent }),
})

/** Collects the codes of one label without duplicates. After a pause, `gathered` is called, unless all codes came through `note`. */
export function createLabelGatherer(
  listener: { readonly heard: CodesListener; readonly gathered: CodesListener },
  now: () => number = () => performance.now(),
) {
  let codes: readonly LabelCode[] = []
  let isHeard = false
  /** The time of the last code, or of the last key that a scanner may have sent. */
  let latest = 0
  let latestKey = -Infinity
  let timer: ReturnType<typeof setTimeout> | undefined

  const stop = (): void => {
    clearTimeout(timer)
    timer = undefined
    codes = []
    isHeard = false
  }
  const end = (): void => {
    const found = codes
    const isWorth = isHeard
    stop()
    if (isWorth) listener.gathered(found)
  }
  const waitAgain = (): void => {
    clearTimeout(timer)
    timer = setTimeout(end, gatherPause)
  }
  /** Adds a code that names no box by itself. Such codes count only if another code of the label comes through `add`. */
  const note = (code: LabelCode): void => {
    if (!codes.some(({ text }) => text === code.text)) codes = [...codes, code]
    latest = now()
    waitAgain()
  }
  return {
    note,
    stop,
    add(code: LabelCode): void {
      note(code)
      isHeard = true
      listener.heard(codes)
    },
    /** Waits longer, because a key was pressed that may belong to the next code. `longestGap`: between two keys of the learnt scanner. */
    wait: (longestGap = 0): void => {
      const at = now()
      if (at - latestKey <= Math.max(longestGap, slowestPlainGap)) latest = at
      latestKey = at
      if (timer !== undefined && at - latest < longestWait) waitAgain()
    },
  }
}
