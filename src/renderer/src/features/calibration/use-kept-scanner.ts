import { useState } from 'react'
import type { Preferences } from '../../../../shared/bridge/snapshot.ts'
import type { BridgeError } from '../../../../shared/bridge/errors.ts'
import { useCall } from '../../bridge/use-call.ts'
import { useSnapshot } from '../../state/desk.tsx'
import type { ScannerTraits } from '../scan/wedge/scan-evidence.ts'

type KeptScanner = Pick<Preferences, 'scannerPrefix' | 'scannerSuffix' | 'scannerLearnt'>

const noScanner: KeptScanner = { scannerPrefix: '', scannerSuffix: '', scannerLearnt: null }

/** The scanner of the settings, and the way back from the latest change of it. */
export interface KeepingScanner {
  readonly learnt: Preferences['scannerLearnt']
  /** Whether this is the scanner of the settings. */
  readonly holds: (traits: ScannerTraits) => boolean
  readonly keep: (traits: Required<ScannerTraits>) => void
  readonly forget: () => void
  /** Puts back what was there before the latest change; absent where there was none, or it was put back. */
  readonly goBack: (() => void) | undefined
  readonly isBusy: boolean
  readonly error: BridgeError | undefined
}

const isSame = (one: ScannerTraits, other: ScannerTraits): boolean => inOrder(one) === inOrder(other)

const inOrder = (traits: ScannerTraits): string =>
  JSON.stringify(Object.entries(traits).toSorted(([name], [next]) => (name < next ? -1 : 1)))

/** Keeps a scanner in the settings. */
export function useKeptScanner(): KeepingScanner {
  const { scannerPrefix, scannerSuffix, scannerLearnt } = useSnapshot(({ preferences }) => preferences)
  const [before, setBefore] = useState<KeptScanner>()
  const save = useCall('preferences.save')
  const change = async (next: KeptScanner, back: KeptScanner | undefined): Promise<void> => {
    const reply = await save.run(next)
    if (reply.ok) setBefore(back)
  }
  const now: KeptScanner = { scannerPrefix, scannerSuffix, scannerLearnt }
  return {
    learnt: scannerLearnt,
    holds: (traits) => isSame(traits, { prefix: scannerPrefix, suffix: scannerSuffix, ...scannerLearnt }),
    keep: ({ prefix, suffix, ...scannerLearnt }) =>
      void change({ scannerPrefix: prefix, scannerSuffix: suffix, scannerLearnt }, now),
    forget: () => void change(noScanner, now),
    goBack: before === undefined ? undefined : () => void change(before, undefined),
    isBusy: save.isBusy,
    error: save.error,
  }
}
