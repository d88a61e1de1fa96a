import type { Checked } from '../../../shared/bridge/contract.ts'
import { defined } from '../../../shared/defined.ts'
import type { Connection } from '../../../shared/domain/connection/connection.ts'
import type { Preferences } from '../../../shared/bridge/snapshot.ts'
import { openPolicy, type Policy, type PolicyView } from '../../../shared/domain/policy.ts'
import type { PolicyMark, SettingsStore } from '../../ports.ts'

export type SettingsRepository = ReturnType<typeof createSettings>

/**
 * The preferences and connections, held in memory. Each change is written to disk at once, then `onChange` is called. `technician` returns
 * the name of the signed-in technician, which replaces the stored name, or undefined if no technician is set up. `policyView` returns the
 * operator's policy. A setting that the policy forbids is read as if it had never been set, but stays stored.
 */
export function createSettings(
  store: SettingsStore,
  onChange: () => void,
  technician?: () => string | undefined,
  policyView: () => PolicyView = () => ({ state: 'none', rules: openPolicy }),
) {
  let settings = store.read()
  const write = (changed: Partial<typeof settings>): void => {
    const fresh = { ...settings, ...changed }
    // If the write throws, the former settings stay in memory, too.
    store.write(fresh)
    settings = fresh
    onChange()
  }
  const policy = (): Policy => policyView().rules
  const ruled = (): readonly Connection[] =>
    policy().plainHttp ? settings.connections : settings.connections.map((one) => ({ ...one, allowsPlainHttp: false }))
  const find = (id: string | undefined): Connection | undefined => ruled().find((one) => one.id === id)
  return {
    preferences: (): Preferences => ({
      ...settings.preferences,
      ...defined({ technician: technician?.() }),
      lockAfterMinutes: atMost(policy().lockMinutes, settings.preferences.lockAfterMinutes),
      retentionDays: atMost(policy().retentionDays, settings.preferences.retentionDays),
    }),
    policy,
    /** The name of the policy that tokens are sealed for. Empty if there is no policy. */
    policyName: (): string => {
      const { state, fingerprint = '', serial = 0 } = policyView()
      return state === 'none' ? '' : `${fingerprint} ${serial}`
    },
    policyMark: () => settings.policyMark,
    markPolicy: (policyMark: PolicyMark) => write({ policyMark }),
    connections: ruled,
    connection: find,
    active: () => find(settings.activeConnectionId),
    savePreferences: (changed: Checked<'preferences.save'>) =>
      write({ preferences: { ...settings.preferences, ...defined(changed) } }),
    saveConnection(connection: Connection) {
      const isKnown = find(connection.id) !== undefined
      const connections = isKnown
        ? settings.connections.map((one) => (one.id === connection.id ? connection : one))
        : [...settings.connections, connection]
      write({ connections, activeConnectionId: settings.activeConnectionId ?? connection.id })
    },
    /** Changes the sandbox's address only in memory, because the sandbox has another address after the next start. */
    placeTraining(id: string, baseUrl: string) {
      settings = {
        ...settings,
        connections: settings.connections.map((one) => (one.id === id ? { ...one, baseUrl } : one)),
      }
      onChange()
    },
    select: (id: string) => write({ activeConnectionId: id }),
    /** Forgets the settings after their file was deleted. Writes nothing. */
    forget() {
      store.forget()
      settings = store.read()
      onChange()
    },
    /** Removes a connection. If the removed connection was active, the first of the remaining connections becomes active. */
    removeConnection(id: string) {
      const connections = settings.connections.filter((one) => one.id !== id)
      const isActive = settings.activeConnectionId === id
      write({ connections, activeConnectionId: isActive ? connections[0]?.id : settings.activeConnectionId })
    },
  }
}

/** Limits a chosen number to the operator's limit. A chosen 0 means "no limit", so it becomes the operator's limit. */
const atMost = (limit: number | null, chosen: number): number =>
  limit === null ? chosen : chosen === 0 ? limit : Math.min(limit, chosen)
