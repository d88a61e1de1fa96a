import { useEffectEvent, useLayoutEffect } from 'react'
import { useShallow } from 'zustand/react/shallow'
import type { Preferences } from '../../../../../shared/bridge/snapshot.ts'
import { useSnapshot } from '../../../state/desk.tsx'
import type { HearerRank, Listening } from './scan-desk.ts'
import type { ScannerTraits } from './scan-evidence.ts'
import { hearScans, retune } from './scan-watch.ts'

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
  useLayoutEffect(() => {
    retune(document)
  })
}

/** The scanner traits from the settings. */
function traitsOf({ scannerPrefix, scannerSuffix, scannerLearnt }: Preferences): ScannerTraits {
  return { prefix: withoutEndKey(scannerPrefix), suffix: withoutEndKey(scannerSuffix), ...scannerLearnt }
}

/** Enter and Tab are keys, not characters. A suffix with them adds nothing to the end key. */
function withoutEndKey(mark: string): string {
  return mark.replace(/[\r\n\t]+/g, '')
}
