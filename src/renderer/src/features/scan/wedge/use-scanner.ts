import { useEffectEvent, useLayoutEffect } from 'react'
import { useShallow } from 'zustand/react/shallow'
import type { Preferences } from '../../../../../shared/bridge/snapshot.ts'
import { useSnapshot } from '../../../state/desk.tsx'
import type { HearerRank, Listening } from './scan-desk.ts'
import type { ScannerTraits } from './scan-evidence.ts'
import { hearScans, retune } from './scan-watch.ts'

export interface ScannerOptions {
  readonly rank?: HearerRank
  /** Another scanner than the one of the settings. */
  readonly traits?: ScannerTraits | undefined
}

/** Hears whatever a scanner sends. The foremost screen gets it. */
export function useScanner(hearer: Listening['hearer'], { rank = 'screen', traits }: ScannerOptions = {}): void {
  const kept = useSnapshot(useShallow(({ preferences }) => traitsOf(preferences)))
  const current = traits ?? kept
  const listening = useEffectEvent((): Listening => ({ hearer, traits: current }))
  // Not later than the screen itself: a scan that came between the two would be for a screen that is gone.
  useLayoutEffect(() => hearScans(document, () => listening(), rank), [rank])
  // After each render: it costs nothing where the scanner is the same.
  useLayoutEffect(() => {
    retune(document)
  })
}

/** How the scanner of the settings sends. */
export function traitsOf({ scannerPrefix, scannerSuffix, scannerLearnt }: Preferences): ScannerTraits {
  return { prefix: withoutEndKey(scannerPrefix), suffix: withoutEndKey(scannerSuffix), ...scannerLearnt }
}

/** Enter and Tab are keys, not characters: a suffix that names them is what a scanner ends with anyway. */
function withoutEndKey(mark: string): string {
  return mark.replace(/[\r\n\t]+/g, '')
}
