import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { defined } from '../../shared/defined.ts'
import { preferencesSchema, type Preferences } from '../../shared/bridge/snapshot.ts'
import { connectionSchema, type Connection } from '../../shared/domain/connection/connection.ts'
import { updateRules } from '../../shared/domain/update.ts'
import type { Log, Settings, SettingsStore } from '../ports.ts'
import Conf from 'conf'
import { readJson } from '../storage/files.ts'

export const defaultPreferences: Preferences = {
  technician: '',
  stationName: '',
  appearance: 'system',
  language: 'system',
  scannerPrefix: '',
  scannerSuffix: '',
  scannerLearnt: null,
  serialPatterns: [],
  labelHabits: [],
  handoutPaper: 'a5',
  handoutLanguage: 'screen',
  retentionDays: 30,
  lockAfterMinutes: 5,
  sounds: true,
  notifications: false,
  missions: { done: [] },
}

const noSettings: Settings = { preferences: defaultPreferences, connections: [], activeConnectionId: undefined }

/** The file is read only once, so compiling the schema would gain nothing. */
const once = { jitless: true }

const storedSchema = z.object({
  preferences: z.record(z.string(), z.unknown()).default({}),
  connections: z.array(z.unknown()).default([]),
  activeConnectionId: z.string().optional(),
  // A mark in any form shows that a policy was accepted. A damaged mark must not read as "none".
  policyMark: z
    .object({ fingerprint: z.string(), serial: z.int(), updates: z.enum(updateRules).optional().catch(undefined) })
    .optional()
    .catch({ fingerprint: '', serial: 0 }),
})

/**
 * Preferences and connections in `settings.json` of the data folder. If the file cannot be read completely, it is copied aside
 * before it is overwritten, and its readable parts are used.
 */
export function createSettingsStore(dataFolder: string, log: Log, openFile: OpenStoredFile): SettingsStore {
  const file = join(dataFolder, 'settings.json')
  const { settings, whole } = readSettings(file)
  if (!whole) {
    // The copy is named after its content, so repeated starts make only one copy.
    const copy = `settings.unreadable-${createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 8)}.json`
    copyFileSync(file, join(dataFolder, copy))
    log.problem('settings.unreadable', { filename: copy, connections: settings.connections.length })
  }
  let current = settings
  let kept: StoredFile | undefined

  return {
    read: () => current,
    write: (settings) => {
      kept ??= openFile(dataFolder, 'settings')
      kept.store = defined(settings)
      current = settings
    },
    forget: () => void (current = noSettings),
  }
}

function readSettings(file: string): { readonly settings: Settings; readonly whole: boolean } {
  if (!existsSync(file)) return { settings: noSettings, whole: true }
  const stored = storedSchema.safeParse(parseObject(readFileSync(file, 'utf8')), once)
  if (!stored.success) return { settings: noSettings, whole: false }

  const { preferences, connections, activeConnectionId, policyMark } = stored.data
  const known = readPreferences(preferences)
  const read = connections.map((connection) => connectionSchema.safeParse(connection, once))
  const usable = read.flatMap((result): Connection[] => (result.success ? [result.data] : []))
  const active = usable.some(({ id }) => id === activeConnectionId) ? activeConnectionId : usable[0]?.id
  return {
    settings: {
      preferences: known.preferences,
      connections: usable,
      activeConnectionId: active,
      ...defined({ policyMark }),
    },
    whole: known.whole && usable.length === connections.length,
  }
}

/** Reads each field separately, so that an unreadable field does not affect the others. */
function readPreferences(stored: Readonly<Record<string, unknown>>) {
  const fields = Object.entries(preferencesSchema.shape).map(([name, schema]) => {
    const value = schema.safeParse(stored[name], once)
    return { name, value, sound: value.success || stored[name] === undefined }
  })
  const sound = fields.flatMap(({ name, value }) => (value.success ? [[name, value.data] as const] : []))
  const preferences: Preferences = { ...defaultPreferences, ...Object.fromEntries(sound) }
  return { preferences, whole: fields.every((field) => field.sound) }
}

/**
 * One JSON file of the data folder. Reading `store` gives `{}` if the file is missing or holds no JSON object; setting it
 * replaces the file in one step. Both throw the file system's error if the disk fails.
 */
export interface StoredFile {
  store: Record<string, unknown>
}

/** Opens `<name>.json` of `folder`, an absolute path. Electron uses `electron-store`, loopback uses its engine `conf`. */
export type OpenStoredFile = (folder: string, name: string) => StoredFile

/**
 * The options for both packages. `deserialize` accepts any text, so that neither package clears a file by itself. No `schema`
 * is given: the packages would compile it to code at run time. Setdesk's own schemas parse the data instead.
 */
export const describeStoredFile = (folder: string) => ({
  cwd: folder,
  configFileMode: 0o600,
  deserialize: (text: string) => parseObject(text) ?? {},
})

export const openConfFile: OpenStoredFile = (folder, name) =>
  new Conf({ ...describeStoredFile(folder), configName: name })

const parseObject = (text: string): Record<string, unknown> | undefined => readJson(text, objectSchema)

const objectSchema = z.record(z.string(), z.unknown())
