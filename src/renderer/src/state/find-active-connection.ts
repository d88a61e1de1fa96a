import type { ConnectionView, Snapshot } from '../../../shared/bridge/snapshot.ts'

/** The active connection; absent before the first one is set up. */
export function findActiveConnection(snapshot: Snapshot): ConnectionView | undefined {
  return snapshot.connections.find(({ settings }) => settings.id === snapshot.activeConnectionId)
}
