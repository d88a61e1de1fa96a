import { createStore } from 'zustand/vanilla'
import type { Counts, Snapshot } from '../../../shared/bridge/snapshot.ts'
import { sumUnsent } from '../routes.ts'
import { findActiveConnection, type SnapshotStore } from './snapshot-store.ts'

/**
 * `held`: sending is paused, Setdesk is locked, or the platform cannot be reached. `waiting`: each remaining job waits for a time
 * or for another job.
 */
type DrainStatus = 'going' | 'waiting' | 'held'

/** One run of sending saved jobs to the platform, from the first job sent until no job is left. */
export interface Drain {
  readonly connectionId: string
  /** Start of the run, milliseconds since 1970. */
  readonly since: number
  /** When the jobs were counted, milliseconds since 1970. */
  readonly at: number
  /** Jobs done since the start, confirmed or not. */
  readonly sent: number
  /** Jobs that have needed a technician since the start. */
  readonly needsYou: number
  /** Jobs that are not settled yet. */
  readonly open: number
  readonly status: DrainStatus
  /** Jobs that were settled before the start. */
  readonly before: { readonly sent: number; readonly needsYou: number }
}

/** Returns the drain after this snapshot. Undefined if no job is left or sending has not begun. `now`: milliseconds since 1970. */
export function followDrain(
  drain: Drain | undefined,
  snapshot: Snapshot,
  now: number,
  previous?: Snapshot,
): Drain | undefined {
  const { counts, activeConnectionId: connectionId } = snapshot
  const open = sumUnsent(counts)
  if (connectionId === undefined || open === 0) return undefined
  const status = statusOf(snapshot)
  const isSame = drain?.connectionId === connectionId
  if (!isSame && status !== 'going') return undefined
  const settled = settledOf(counts)
  const begun = isSame ? drain.before : settledBefore(previous, connectionId)
  // A job that a technician sends again is no longer settled. A smaller `before` makes the job count when it settles again.
  const before = {
    sent: Math.min(begun?.sent ?? settled.sent, settled.sent),
    needsYou: Math.min(begun?.needsYou ?? settled.needsYou, settled.needsYou),
  }
  return {
    connectionId,
    since: isSame ? drain.since : now,
    at: now,
    before,
    sent: settled.sent - before.sent,
    needsYou: settled.needsYou - before.needsYou,
    open,
    status,
  }
}

/** Counts the jobs settled before the drain, from the previous snapshot. The drain's first snapshot may already include sent jobs. */
const settledBefore = (previous: Snapshot | undefined, connectionId: string): Drain['before'] | undefined =>
  previous?.activeConnectionId === connectionId && sumUnsent(previous.counts) > 0
    ? settledOf(previous.counts)
    : undefined

/** Updates the drain with every snapshot while the window is open. */
export function createDrainStore(snapshots: SnapshotStore, now: () => number) {
  const store = createStore((): { readonly drain: Drain | undefined } => ({ drain: undefined }))
  snapshots.subscribe(({ snapshot }, previous) => {
    if (snapshot === undefined) return
    store.setState({ drain: followDrain(store.getState().drain, snapshot, now(), previous.snapshot) })
  })
  return store
}

function statusOf(snapshot: Snapshot): DrainStatus {
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
