import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Conf from 'conf'
import { z } from 'zod'
import { preferencesSchema, type Preferences } from '../../shared/bridge/snapshot.ts'
import { connectionSchema, type Connection } from '../../shared/domain/connection/connection.ts'
import type { Log, Settings, SettingsStore } from '../ports.ts'

/** What a new data folder starts from. */
export const defaultPreferences: Preferences = {
  technician: '',
  stationName: '',
  appearance: 'system',
  language: 'en',
  scannerPrefix: '',
  scannerSuffix: '',
  scannerLearnt: null,
  serialPatterns: [],
  labelHabits: [],
  retentionDays: 30,
}

const storedSchema = z.object({
  preferences: z.record(z.string(), z.unknown()).default({}),
  connections: z.array(z.unknown()).default([]),
  activeConnectionId: z.string().optional(),
})

/**
 * Preferences and connections in `settings.json` of the data folder, written whole and atomically by `conf`. A file that
 * cannot be read in full is copied aside before anything is written over it; what of it can be read is used.
 */
export function createSettingsStore(dataFolder: string, log: Log): SettingsStore {
  const file = join(dataFolder, 'settings.json')
  const { settings, whole } = readSettings(file)
  if (!whole) {
    // Named for its content: starting again and again keeps one copy.
    const kept = `settings.unreadable-${createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 8)}.json`
    copyFileSync(file, join(dataFolder, kept))
    log.problem('settings.unreadable', { filename: kept, connections: settings.connections.length })
  }
  let current = settings
  let conf: Conf | undefined

  return {
    read: () => current,
    write: (settings) => {
      // Made at the first write, when the damaged file is safe: conf throws at one, and would wipe it if it were told to.
      conf ??= new Conf({ cwd: dataFolder, configName: 'settings', configFileMode: 0o600, ...(whole ? {} : blank) })
      const { activeConnectionId, ...rest } = settings
      conf.store = { ...rest, ...(activeConnectionId === undefined ? {} : { activeConnectionId }) }
      current = settings
    },
  }
}

/** Reads nothing of the file that was copied aside. */
const blank = { deserialize: () => ({}) }

function readSettings(file: string): { readonly settings: Settings; readonly whole: boolean } {
  const none: Settings = { preferences: defaultPreferences, connections: [], activeConnectionId: undefined }
  if (!existsSync(file)) return { settings: none, whole: true }
  const stored = storedSchema.safeParse(parseJson(readFileSync(file, 'utf8')))
  if (!stored.success) return { settings: none, whole: false }

  const { preferences, connections, activeConnectionId } = stored.data
  const known = readPreferences(preferences)
  const read = connections.map((connection) => connectionSchema.safeParse(connection))
  const usable = read.flatMap((result): Connection[] => (result.success ? [result.data] : []))
  const active = usable.some(({ id }) => id === activeConnectionId) ? activeConnectionId : usable[0]?.id
  return {
    settings: { preferences: known.preferences, connections: usable, activeConnectionId: active },
    whole: known.whole && usable.length === connections.length,
  }
}

/** Field by field: one that cannot be read leaves the others as they are. */
function readPreferences(stored: Readonly<Record<string, unknown>>) {
  const fields = Object.entries(preferencesSchema.shape).map(([name, schema]) => {
    const value = schema.safeParse(stored[name])
    return { name, value, sound: value.success || stored[name] === undefined }
  })
  const sound = fields.flatMap(({ name, value }) => (value.success ? [[name, value.data] as const] : []))
  const preferences: Preferences = { ...defaultPreferences, ...Object.fromEntries(sound) }
  return { preferences, whole: fields.every((field) => field.sound) }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
