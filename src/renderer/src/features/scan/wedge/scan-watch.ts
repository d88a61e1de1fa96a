import { useEffectEvent, useLayoutEffect } from 'react'
import { useShallow } from 'zustand/react/shallow'
import type { Preferences } from '../../../../../shared/bridge/snapshot.ts'
import { useSnapshot } from '../../../state/services.tsx'
import { type HearerRank, type Listening, createScanRouter, type ScanRouter } from './scan-router.ts'
import type { ScannerTraits } from './scan-evidence.ts'
import { watchScans } from './watch-scans.ts'

interface Watch {
  readonly router: ScanRouter
  readonly traits: ScannerTraits
  readonly end: () => void
}

/** One watch per document, however many screens listen. */
const watches = new WeakMap<Document, Watch>()

/** Listens for scans in a document. Returns a function that stops listening. */
export function hearScans(document: Document, listening: () => Listening, rank: HearerRank): () => void {
  const router = watches.get(document)?.router ?? createScanRouter()
  const end = router.hear(listening, rank)
  tuneTo(document, router)
  return () => {
    end()
    tuneTo(document, router)
  }
}

/** Call when the traits of a hearer may have changed. */
export function retune(document: Document): void {
  const router = watches.get(document)?.router
  if (router !== undefined) tuneTo(document, router)
}

const isSame = (one: ScannerTraits, other: ScannerTraits): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Call when the user has decided about the label being scanned: its remaining codes are dropped. */
export function forgetLabel(document: Document): void {
  watches.get(document)?.router.forget()
}

/** Watches with the traits of the foremost hearer; stops without a hearer. */
function tuneTo(document: Document, router: ScanRouter): void {
  const there = watches.get(document)
  const traits = router.traits()
  // A new watch would lose a code that is half received.
  if (traits !== undefined && there !== undefined && isSame(traits, there.traits)) return
  there?.end()
  if (traits === undefined) {
    router.forget()
    watches.delete(document)
  } else watches.set(document, { router, traits, end: watchScans(document, traits, router) })
}

interface ScannerOptions {
  readonly rank?: HearerRank
  /** Traits other than those in the settings. */
  readonly traits?: ScannerTraits | undefined
}

/** Receives everything a scanner sends, if this is the foremost screen. */
export function useScanner(hearer: Listening['hearer'], { rank = 'screen', traits }: ScannerOptions = {}): void {
  const kept = useSnapshot(useShallow(({ preferences }) => traitsOf(preferences)))
  const current = traits ?? kept
  const listening = useEffectEvent((): Listening => ({ hearer, traits: current }))
  // A layout effect, because a scan between render and effect would go to the screen that has just closed.
  useLayoutEffect(() => hearScans(document, () => listening(), rank), [rank])
  // After each render. Cheap if the traits are unchanged.
  useLayoutEffect(() => retune(document))
}

/** The scanner traits from the settings. */
function traitsOf({ scannerPrefix, scannerSuffix, scannerLearnt }: Preferences): ScannerTraits {
  return { prefix: withoutEndKey(scannerPrefix), suffix: withoutEndKey(scannerSuffix), ...scannerLearnt }
}

/** Enter and Tab are keys, not characters. A suffix with them adds nothing to the end key. */
function withoutEndKey(mark: string): string {
  return mark.replace(/[\r\n\t]+/g, '')
}
