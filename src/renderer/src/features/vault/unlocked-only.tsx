import { lazy, type ReactNode } from 'react'
import { useSnapshot } from '../../state/desk.tsx'

const LockedScreen = lazy(async () => ({ default: (await import('./locked-screen.tsx')).LockedScreen }))

/** Shows a screen of the work only while the work is open; else how to open it. */
export function UnlockedOnly({ children }: { readonly children: ReactNode }) {
  const isLocked = useSnapshot(({ vault }) => vault.state === 'locked' || vault.state === 'unavailable')
  return isLocked ? <LockedScreen /> : children
}
