import { useEffect } from 'react'
import { useStore } from 'zustand'
import { useServices, type Services } from '../../state/services.tsx'
import { findActiveConnection } from '../../state/snapshot-store.ts'
import type { BulkState, BulkStore } from './bulk-state.ts'
import { createBulkStore } from './bulk-store.ts'
import { createListClient } from './list/list-client.ts'

/** What the form of a bad row needs. The same object on every render. */
export type RowForms = Pick<BulkStore, 'fixing' | 'type' | 'fix'>

/** The list of this connection and its actions. */
export interface Bulk
  extends BulkState, Omit<BulkStore, 'getState' | 'setState' | 'subscribe' | 'getInitialState' | 'come' | 'leave'> {
  /** Good rows that no save has handled: fixed later, or left when saving stopped. */
  readonly unsaved: number
  readonly forms: RowForms
}

const stores = new WeakMap<Services, Map<string, BulkStore>>()

/** The store outlives its screen, so that saving continues while another screen is open. */
function storeOf(services: Services, connectionId: string): BulkStore {
  const ofServices = stores.get(services) ?? new Map<string, BulkStore>()
  stores.set(services, ofServices)
  const store =
    ofServices.get(connectionId) ??
    createBulkStore({
      bridge: services.bridge,
      connectionId,
      connection: () => {
        const { snapshot } = services.snapshots.getState()
        const settings = snapshot && findActiveConnection(snapshot)?.settings
        return settings?.id === connectionId ? settings : undefined
      },
      createClient: createListClient,
      patterns: () => services.snapshots.getState().snapshot?.preferences.serialPatterns ?? [],
    })
  ofServices.set(connectionId, store)
  return store
}

/** The list of a connection for the screen. The work is done in a worker and by main. */
export function useBulk(connectionId: string): Bulk {
  const store = storeOf(useServices(), connectionId)
  const state = useStore(store)
  useEffect(() => {
    void store.come()
    return () => void store.leave()
  }, [store])
  return { ...store, ...state, forms: store, unsaved: (state.progress?.good ?? 0) - (state.saving?.seen ?? 0) }
}
