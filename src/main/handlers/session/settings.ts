import type { Request } from '../../../shared/bridge/contract.ts'
import { defined } from '../../../shared/defined.ts'
import type { Connection } from '../../../shared/domain/connection/connection.ts'
import type { SettingsStore } from '../../ports.ts'

export type SettingsRepository = ReturnType<typeof createSettings>

/**
 * Preferences and connections. Held in memory; each change is written to disk at once, then `onChange` is called.
 * `technician`: the name of who is signed in, which stands in place of the stored one; undefined if nobody signs in here.
 */
export function createSettings(store: SettingsStore, onChange: () => void, technician?: () => string | undefined) {
  let settings = store.read()
  const write = (changed: Partial<typeof settings>): void => {
    settings = { ...settings, ...changed }
    store.write(settings)
    onChange()
  }
  const find = (id: string | undefined): Connection | undefined => settings.connections.find((one) => one.id === id)
  return {
    preferences: () => ({ ...settings.preferences, ...defined({ technician: technician?.() }) }),
    connections: () => settings.connections,
    connection: find,
    active: () => find(settings.activeConnectionId),
    /** Absent fields keep their values. */
    savePreferences: (changed: Request<'preferences.save'>) =>
      write({ preferences: { ...settings.preferences, ...defined(changed) } }),
    /** Adds a connection, or replaces the one with the same id. */
    saveConnection(connection: Connection) {
      const isKnown = find(connection.id) !== undefined
      const connections = isKnown
        ? settings.connections.map((one) => (one.id === connection.id ? connection : one))
        : [...settings.connections, connection]
      write({ connections, activeConnectionId: settings.activeConnectionId ?? connection.id })
    },
    select: (id: string) => write({ activeConnectionId: id }),
    /** After their file was deleted. Nothing is written. */
    forget() {
      store.forget()
      settings = store.read()
      onChange()
    },
    /** If the removed connection was the active one, the first of the others becomes active. */
    removeConnection(id: string) {
      const connections = settings.connections.filter((one) => one.id !== id)
      const isActive = settings.activeConnectionId === id
      write({ connections, activeConnectionId: isActive ? connections[0]?.id : settings.activeConnectionId })
    },
  }
}
