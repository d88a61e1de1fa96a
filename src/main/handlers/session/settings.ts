import type { Request } from '../../../shared/bridge/contract.ts'
import type { Preferences } from '../../../shared/bridge/snapshot.ts'
import type { Connection } from '../../../shared/domain/connection/connection.ts'
import type { SettingsStore } from '../../ports.ts'

/** Preferences and connections. Held in memory; each change is written to disk at once. */
export interface SettingsRepository {
  readonly preferences: () => Preferences
  readonly connections: () => readonly Connection[]
  readonly connection: (id: string) => Connection | undefined
  readonly active: () => Connection | undefined
  readonly savePreferences: (changed: Request<'preferences.save'>) => void
  /** Adds a connection, or replaces the one with the same id. */
  readonly saveConnection: (connection: Connection) => void
  readonly select: (id: string) => void
  /** Removes a connection. If it was the active one, the first of the others becomes active. */
  readonly removeConnection: (id: string) => void
}

/** `onChange` is called after each write. */
export function createSettings(store: SettingsStore, onChange: () => void): SettingsRepository {
  let settings = store.read()
  const write = (changed: Partial<typeof settings>): void => {
    settings = { ...settings, ...changed }
    store.write(settings)
    onChange()
  }
  const find = (id: string | undefined): Connection | undefined => settings.connections.find((one) => one.id === id)
  return {
    preferences: () => settings.preferences,
    connections: () => settings.connections,
    connection: find,
    active: () => find(settings.activeConnectionId),
    savePreferences: (changed) => write({ preferences: { ...settings.preferences, ...definedOf(changed) } }),
    saveConnection(connection) {
      const isKnown = find(connection.id) !== undefined
      const connections = isKnown
        ? settings.connections.map((one) => (one.id === connection.id ? connection : one))
        : [...settings.connections, connection]
      write({ connections, activeConnectionId: settings.activeConnectionId ?? connection.id })
    },
    select: (id) => write({ activeConnectionId: id }),
    removeConnection(id) {
      const connections = settings.connections.filter((one) => one.id !== id)
      const isActive = settings.activeConnectionId === id
      write({ connections, activeConnectionId: isActive ? connections[0]?.id : settings.activeConnectionId })
    },
  }
}

/** Leaves out absent fields, so that they keep their values. */
const definedOf = (changed: Request<'preferences.save'>): Partial<Preferences> =>
  Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined))
