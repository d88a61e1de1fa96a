import { useEffect } from 'react'
import { useStore } from 'zustand'
import { findActiveConnection } from '../../state/find-active-connection.ts'
import { useDesk, type Desk } from '../../state/desk.tsx'
import type { BulkState, BulkStore } from './bulk-state.ts'
import { createBulkStore } from './bulk-store.ts'
import { createListClient } from './list/list-client.ts'

/** What the form of a row with faults is worked by; the same object however often the screen is drawn. */
export type RowForms = Pick<BulkStore, 'typed' | 'type' | 'mend'>

/** The list of this connection, and what can be done with it. */
export interface Bulk
  extends BulkState, Omit<BulkStore, 'getState' | 'setState' | 'subscribe' | 'getInitialState' | 'come' | 'leave'> {
  /** Good rows that no save has seen: mended since the last one, or what it did not come to. */
  readonly unsaved: number
  readonly forms: RowForms
}

const stores = new WeakMap<Desk, Map<string, BulkStore>>()

/** A list that is being saved goes on while its screen is gone: its store outlives the screen. */
function storeOf(desk: Desk, connectionId: string): BulkStore {
  const ofDesk = stores.get(desk) ?? new Map<string, BulkStore>()
  stores.set(desk, ofDesk)
  const store =
    ofDesk.get(connectionId) ??
    createBulkStore({
      bridge: desk.bridge,
      connectionId,
      connection: () => {
        const { snapshot } = desk.snapshots.getState()
        const settings = snapshot && findActiveConnection(snapshot)?.settings
        return settings?.id === connectionId ? settings : undefined
      },
      createClient: createListClient,
      patterns: () => desk.snapshots.getState().snapshot?.preferences.serialPatterns ?? [],
    })
  ofDesk.set(connectionId, store)
  return store
}

/** The state of the screen for lists. What goes on in it goes on in a worker and on the other side of the bridge. */
export function useBulk(connectionId: string): Bulk {
  const store = storeOf(useDesk(), connectionId)
  const state = useStore(store)
  useEffect(() => {
    void store.come()
    return () => void store.leave()
  }, [store])
  return { ...store, ...state, forms: store, unsaved: (state.progress?.good ?? 0) - (state.saving?.seen ?? 0) }
}
