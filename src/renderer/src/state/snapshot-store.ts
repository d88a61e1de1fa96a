import { createStore } from 'zustand/vanilla'
import type { Bridge } from '../../../shared/bridge/bridge.ts'
import type { BridgeError } from '../../../shared/bridge/errors.ts'
import type { ConnectionView, Snapshot, VaultView, WhoView } from '../../../shared/bridge/snapshot.ts'

/** The last snapshot from the main process. `error` is set only if there has never been a snapshot. */
interface SnapshotState {
  readonly snapshot: Snapshot | undefined
  readonly error: BridgeError | undefined
}

export type SnapshotStore = ReturnType<typeof createSnapshotStore>

/** Creates the store of the snapshot. A snapshot that is pushed during a request is newer than the answer, so the answer is dropped. */
export function createSnapshotStore(bridge: Bridge) {
  const store = createStore<SnapshotState>(() => ({ snapshot: undefined, error: undefined }))
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
      void refresh()
      return end
    },
  }
}

/** Returns the active connection. Undefined before the first connection is set up. */
export function findActiveConnection({ connections, activeConnectionId }: Snapshot): ConnectionView | undefined {
  return connections.find(({ settings }) => settings.id === activeConnectionId)
}

/** Whether the technician at this computer is the supervisor. True also if no technician is set up. */
export const isSupervised = ({ state, technicians, current }: WhoView): boolean =>
  state === 'nobody' || technicians.some(({ id, isSupervisor }) => id === current && isSupervisor)

/** Whether the user sees the fleet's other computers. The user must be supervisor, and the computer must have the supervisor role. */
export const seesFleet = ({ fleet, who }: Pick<Snapshot, 'fleet' | 'who'>): boolean =>
  fleet?.state === 'joined' && fleet.role === 'supervisor' && isSupervised(who)

/** Whether the stored work cannot be read now. */
export const isShut = ({ state }: VaultView): boolean => state !== 'open' && state !== 'new'
