import { useSnapshot } from '../../state/services.tsx'

/** The hostnames that the boxes of a connection need; without its id, those of the active connection. */
export const useHostnames = (connectionId?: string): readonly string[] | undefined =>
  useSnapshot(
    ({ connections, activeConnectionId }) =>
      connections.find(({ settings }) => settings.id === (connectionId ?? activeConnectionId))?.settings.hostnames,
  )
