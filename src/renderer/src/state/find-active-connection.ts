import type { ConnectionView, Snapshot } from '../../../shared/bridge/snapshot.ts'

/** The connection that is worked with; absent before the first one. */
export function findActiveConnection(snapshot: Snapshot): ConnectionView | undefined {
  return snapshot.connections.find(({ settings }) => settings.id === snapshot.activeConnectionId)
}
