import { useEffect } from 'react'
import type { Preferences } from '../../../../shared/bridge/snapshot.ts'

/** Sets light or dark on the page; `system` leaves the choice to the system. */
export function useAppearance(appearance: Preferences['appearance'] | undefined): void {
  useEffect(() => {
    const root = document.documentElement
    if (appearance === undefined || appearance === 'system') delete root.dataset['appearance']
    else root.dataset['appearance'] = appearance
  }, [appearance])
}
