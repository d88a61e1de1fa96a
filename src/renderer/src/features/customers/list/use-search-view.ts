import { useCallback, useState } from 'react'
import { useDesk, useSnapshot } from '../../../state/desk.tsx'
import { firstView, type SearchView } from './search-view.ts'

/** What is typed and chosen, of each connection its own; it is there again when the screen is come back to. */
export function useSearchView(): readonly [SearchView, (changed: Partial<SearchView>) => void] {
  const { kept } = useDesk().view
  const key = `customers ${useSnapshot((snapshot) => snapshot.activeConnectionId) ?? ''}`
  const [, redraw] = useState(0)
  const view = viewIn(kept, key)
  const change = useCallback(
    (changed: Partial<SearchView>) => {
      kept.set(key, { ...viewIn(kept, key), ...changed })
      redraw((count) => count + 1)
    },
    [kept, key],
  )
  return [view, change]
}

/** The key stands for the shape. */
const viewIn = (kept: ReadonlyMap<string, unknown>, key: string): SearchView =>
  (kept.get(key) as SearchView | undefined) ?? firstView
