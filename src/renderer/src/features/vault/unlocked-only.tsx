import { lazy, type ReactNode } from 'react'
import { useSnapshot } from '../../state/desk.tsx'
import { isShut } from '../../state/is-shut.ts'

const LockedScreen = lazy(async () => ({ default: (await import('./locked-screen.tsx')).LockedScreen }))

/** Shows a screen of the work only while the work is open; else how to open it. */
export function UnlockedOnly({ children }: { readonly children: ReactNode }) {
  const isLocked = useSnapshot(({ vault }) => isShut(vault))
  return isLocked ? <LockedScreen /> : children
}
