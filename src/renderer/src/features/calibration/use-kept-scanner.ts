import { useState } from 'react'
import type { Preferences } from '../../../../shared/bridge/snapshot.ts'
import type { BridgeError } from '../../../../shared/bridge/errors.ts'
import { useCall } from '../../bridge/use-call.ts'
import { useSnapshot } from '../../state/desk.tsx'
import type { ScannerTraits } from '../scan/wedge/scan-evidence.ts'

type KeptScanner = Pick<Preferences, 'scannerPrefix' | 'scannerSuffix' | 'scannerLearnt'>

const noScanner: KeptScanner = { scannerPrefix: '', scannerSuffix: '', scannerLearnt: null }

/** The scanner in the settings, with an undo for its latest change. */
export interface KeepingScanner {
  readonly learnt: Preferences['scannerLearnt']
  /** Whether the settings hold exactly this scanner. */
  readonly holds: (traits: ScannerTraits) => boolean
  readonly keep: (traits: Required<ScannerTraits>) => void
  readonly forget: () => void
  /** Restores the scanner before the latest change; undefined if there is nothing to undo. */
  readonly goBack: (() => void) | undefined
  readonly isBusy: boolean
  readonly error: BridgeError | undefined
}

const isSame = (one: ScannerTraits, other: ScannerTraits): boolean => inOrder(one) === inOrder(other)

const inOrder = (traits: ScannerTraits): string =>
  JSON.stringify(Object.entries(traits).toSorted(([name], [next]) => (name < next ? -1 : 1)))

/** Reads and saves the scanner in the settings. */
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
