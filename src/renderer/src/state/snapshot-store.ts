import { createStore } from 'zustand/vanilla'
import type { Bridge } from '../../../shared/bridge/bridge.ts'
import type { Connection } from '../../../shared/domain/connection/connection.ts'
import type { BridgeError } from '../../../shared/bridge/errors.ts'
import type { ConnectionView, Counts, Snapshot, VaultView, WhoView } from '../../../shared/bridge/snapshot.ts'
import { sumUnsent } from '../routes.ts'

/**
 * The last snapshot from the main process. `error` is set only if there has never been a snapshot. `hostError`: why no snapshots arrive now,
 * for example because the host was stopped.
 */
interface SnapshotState {
  readonly snapshot: Snapshot | undefined
  readonly error: BridgeError | undefined
  readonly hostError: BridgeError | undefined
}

export type SnapshotStore = ReturnType<typeof createSnapshotStore>

/** Creates the store of the snapshot. A snapshot that is pushed during a request is newer than the answer, so the answer is dropped. */
export function createSnapshotStore(bridge: Bridge) {
  const store = createStore<SnapshotState>(() => ({ snapshot: undefined, error: undefined, hostError: undefined }))
  let pushed = 0
  let shown = ''
  /** Shows a snapshot unless it is already shown. At the start, the same snapshot arrives twice: as an answer and as a push. */
  const show = (snapshot: Snapshot): void => {
    const text = JSON.stringify(snapshot)
    if (text === shown) return
    shown = text
    store.setState({ snapshot, error: undefined })
  }
  const refresh = async () => {
    const before = pushed
    const reply = await bridge.call('app.snapshot', {})
    if (pushed !== before) return
    if (reply.ok) show(reply.value)
    else store.setState({ error: reply.error })
  }
  return {
    ...store,
    refresh,
    /** Loads the snapshot and listens for pushes. Returns a function that stops listening. */
    follow: () => {
      const end = bridge.listen((event) => {
        if (event.name !== 'snapshot') return
        pushed += 1
        show(event.payload)
      })
      const endWatch = bridge.watchHost?.((hostError) => store.setState({ hostError }))
      void refresh()
      return () => {
        end()
        endWatch?.()
      }
    },
  }
}

/** Returns the active connection. Undefined before the first connection is set up. */
export function findActiveConnection({ connections, activeConnectionId }: Snapshot): ConnectionView | undefined {
  return connections.find(({ settings }) => settings.id === activeConnectionId)
}

/** Whether a connection is not set up yet, so that technicians would have to type the product or the hostname of every box. */
export const isBare = ({ kind, products, hostnames }: Connection): boolean =>
  kind === 'platform' && (products.length === 0 || hostnames.length === 0)

/** Whether the technician at this computer is the supervisor. True also if no technician is set up. */
export const isSupervised = ({ state, technicians, current }: WhoView): boolean =>
  state === 'nobody' || technicians.some(({ id, isSupervisor }) => id === current && isSupervisor)

/** Whether the user sees the fleet's other computers. The user must be supervisor, and the computer must have the supervisor role. */
export const seesFleet = ({ fleet, who }: Pick<Snapshot, 'fleet' | 'who'>): boolean =>
  fleet?.state === 'joined' && fleet.role === 'supervisor' && isSupervised(who)

/** Whether the stored work cannot be read now. */
export const isShut = ({ state }: VaultView): boolean => state !== 'open' && state !== 'new'

/** Whether the saved work can be read. A full disk only keeps new work from being saved. */
export const isUsable = ({ vault, storage }: Pick<Snapshot, 'vault' | 'storage'>): boolean =>
  vault.state === 'open' && (storage.state === 'ok' || storage.state === 'full')

/**
 * `held`: sending is paused or waits for a decision, Setdesk is locked, or the platform cannot be reached. `waiting`: each remaining job waits for a time
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
  /** Since when no job has been under way to the platform, milliseconds since 1970. Undefined while one is. */
  readonly idleSince: number | undefined
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
    idleSince: counts.sending + counts.checking > 0 ? undefined : isSame ? (drain.idleSince ?? now) : now,
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
  const { vault, storage, counts } = snapshot
  const link = findActiveConnection(snapshot)?.link.state
  if (findSendingStop(snapshot) !== undefined || vault.state !== 'open' || storage.state !== 'ok') return 'held'
  if (link === 'unreached' || link === 'token-refused' || link === 'same-answer') return 'held'
  return counts.saved + counts.sending + counts.checking === 0 ? 'waiting' : 'going'
}

const settledOf = ({ done, unconfirmed, needsYou, refused }: Counts): Drain['before'] => ({
  sent: done + unconfirmed,
  needsYou: needsYou + refused,
})

export type SendingStop = 'paused' | 'held' | 'held-imported'

/** What has stopped all sending until a technician ends it. Each has a banner. */
export function findSendingStop({ paused, maintenance }: Snapshot): SendingStop | undefined {
  if (maintenance.sendLocked) return maintenance.sendLock === 'imported' ? 'held-imported' : 'held'
  return paused ? 'paused' : undefined
}
