import { useEffect } from 'react'
import { useStore } from 'zustand'
import { useDesk, type Desk } from '../../state/desk.tsx'
import { findActiveConnection } from '../../state/find-active-connection.ts'
import type { BulkState, BulkStore } from './bulk-state.ts'
import { createBulkStore } from './bulk-store.ts'
import { createListClient } from './list/list-client.ts'

/** What the form of a bad row needs. The same object on every render. */
export type RowForms = Pick<BulkStore, 'mending' | 'type' | 'mend'>

/** The list of this connection and its actions. */
export interface Bulk
  extends BulkState, Omit<BulkStore, 'getState' | 'setState' | 'subscribe' | 'getInitialState' | 'come' | 'leave'> {
  /** Good rows that no save has handled: fixed later, or left when saving stopped. */
  readonly unsaved: number
  readonly forms: RowForms
}

const stores = new WeakMap<Desk, Map<string, BulkStore>>()

/** The store outlives its screen, so that saving continues while another screen is open. */
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

/** The list of a connection for the screen. The work is done in a worker and by main. */
export function useBulk(connectionId: string): Bulk {
  const store = storeOf(useDesk(), connectionId)
  const state = useStore(store)
  useEffect(() => {
    void store.come()
    return () => void store.leave()
  }, [store])
  return { ...store, ...state, forms: store, unsaved: (state.progress?.good ?? 0) - (state.saving?.seen ?? 0) }
}
