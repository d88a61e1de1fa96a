import { createContext, use } from 'react'
import { useStore } from 'zustand'
import type { Bridge } from '../../../shared/bridge/bridge.ts'
import type { PilePlace } from '../../../shared/bridge/pile-channels.ts'
import type { ConnectionView, Snapshot } from '../../../shared/bridge/snapshot.ts'
import { createDrainStore, type DrainStore } from './drain-store.ts'
import { findActiveConnection } from './find-active-connection.ts'
import { createPileStore, type PileStore } from './pile-store.ts'
import { createSnapshotStore, type SnapshotStore } from './snapshot-store.ts'
import { createVendorStore, type VendorStore } from './vendor-store.ts'
import { createViewStore, type ViewStore } from './view-store.ts'

/** What every screen stands on. */
export interface Desk {
  readonly bridge: Bridge
  readonly snapshots: SnapshotStore
  readonly view: ViewStore
  readonly drains: DrainStore
  readonly vendors: VendorStore
  readonly otherWindows: OtherWindows
  readonly piles: Readonly<Record<PilePlace, PileStore>>
}

/** The stores over one bridge. */
export function createDesk(bridge: Bridge): Desk {
  const snapshots = createSnapshotStore(bridge)
  return {
    bridge,
    snapshots,
    view: createViewStore(),
    drains: createDrainStore(snapshots, Date.now),
    vendors: createVendorStore(),
    otherWindows: createOtherWindows(),
    piles: { bulk: createPileStore(bridge, 'bulk'), hostnames: createPileStore(bridge, 'hostnames') },
  }
}

const DeskContext = createContext<Desk | undefined>(undefined)

/** Gives the desk to all screens under it. */
export const DeskProvider = DeskContext.Provider

/** The desk. */
export function useDesk(): Desk {
  const desk = use(DeskContext)
  if (desk === undefined) throw new Error('A screen stands outside of its desk.')
  return desk
}

/** A part of the snapshot; screens under the frame are shown only once there is one. */
export function useSnapshot<T>(select: (snapshot: Snapshot) => T): T {
  return useStore(useDesk().snapshots, ({ snapshot }) => {
    if (snapshot === undefined) throw new Error('A screen is shown before the first snapshot.')
    return select(snapshot)
  })
}

/** The connection that is worked with; absent before the first one. */
export function useActiveConnection(): ConnectionView | undefined {
  return useSnapshot(findActiveConnection)
}

/** What the windows of one browser tell each other: that the one draft of this computer was changed. Electron has one window. */
interface OtherWindows {
  readonly tell: () => void
  /** Hears the other windows, never this one; returns the function that ends the listening. */
  readonly listen: (heard: () => void) => () => void
}

/** Opens its channel when it is first used, and one for the whole window: a form that goes is not another window to the next. */
export function createOtherWindows(open = () => new BroadcastChannel('setdesk-draft')): OtherWindows {
  let channel: BroadcastChannel | undefined
  const opened = (): BroadcastChannel => (channel ??= open())
  return {
    tell: () => {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel takes none: it reaches its own origin alone
      opened().postMessage('changed')
    },
    listen: (heard) => {
      const here = opened()
      here.addEventListener('message', heard)
      return () => {
        here.removeEventListener('message', heard)
      }
    },
  }
}
