import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Counts, Snapshot } from '../../../shared/bridge/snapshot.ts'
import { sumUnsent } from '../routes.ts'
import { findActiveConnection } from './find-active-connection.ts'
import type { SnapshotStore } from './snapshot-store.ts'

/** `held`: sending is paused, locked, or has no way to the platform. `waiting`: all that is left waits for something. */
export type DrainStanding = 'going' | 'waiting' | 'held'

/** Saved work on its way to the platform, from when it began to go out until nothing is left. */
export interface Drain {
  readonly connectionId: string
  /** When it began, milliseconds since 1970. */
  readonly since: number
  /** Done since then, confirmed or not. */
  readonly sent: number
  /** Came to need a person since then. */
  readonly needsYou: number
  /** Not settled yet. */
  readonly open: number
  readonly standing: DrainStanding
  /** What was settled before it began. */
  readonly before: { readonly sent: number; readonly needsYou: number }
}

export type DrainStore = StoreApi<{ readonly drain: Drain | undefined }>

/** How the drain goes on with this snapshot; nothing where nothing is left, or nothing has begun to go out. */
export function followDrain(drain: Drain | undefined, snapshot: Snapshot, now: number): Drain | undefined {
  const { counts, activeConnectionId: connectionId } = snapshot
  const open = sumUnsent(counts)
  if (connectionId === undefined || open === 0) return undefined
  const standing = standingOf(snapshot)
  const settled = settledOf(counts)
  if (drain?.connectionId !== connectionId)
    return standing === 'going'
      ? { connectionId, since: now, sent: 0, needsYou: 0, open, standing, before: settled }
      : undefined
  // What a person sends again leaves the settled ones: it is counted anew.
  const before = {
    sent: Math.min(drain.before.sent, settled.sent),
    needsYou: Math.min(drain.before.needsYou, settled.needsYou),
  }
  return {
    ...drain,
    before,
    sent: settled.sent - before.sent,
    needsYou: settled.needsYou - before.needsYou,
    open,
    standing,
  }
}

/** Follows the snapshots as long as the window lives. */
export function createDrainStore(snapshots: SnapshotStore, now: () => number): DrainStore {
  const store = createStore<{ readonly drain: Drain | undefined }>(() => ({ drain: undefined }))
  snapshots.subscribe(({ snapshot }) => {
    if (snapshot !== undefined) store.setState({ drain: followDrain(store.getState().drain, snapshot, now()) })
  })
  return store
}

function standingOf(snapshot: Snapshot): DrainStanding {
  const { paused, vault, storage, counts } = snapshot
  const link = findActiveConnection(snapshot)?.link.state
  if (paused || vault.state !== 'open' || storage.state !== 'ok') return 'held'
  if (link === 'unreached' || link === 'token-refused' || link === 'same-answer') return 'held'
  return counts.saved + counts.sending + counts.checking === 0 ? 'waiting' : 'going'
}

const settledOf = ({ done, unconfirmed, needsYou, refused }: Counts): Drain['before'] => ({
  sent: done + unconfirmed,
  needsYou: needsYou + refused,
})
