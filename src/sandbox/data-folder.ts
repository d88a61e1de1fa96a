import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Where the training platform stores what must survive a restart. */
export interface DataFolder {
  /** SQLite file, or `:memory:`. */
  readonly databaseFile: string
  /** Company token, one per folder, in a file that only its owner can read. */
  readonly authToken: string
}

/** Opens or creates a data folder; `:memory:` stores nothing. */
export function openDataFolder(folder: string, makeToken: () => string): DataFolder {
  if (folder === ':memory:') return { databaseFile: ':memory:', authToken: makeToken() }
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const tokenFile = join(folder, 'company-token')
  if (!existsSync(tokenFile)) writeFileSync(tokenFile, makeToken(), { mode: 0o600, flag: 'wx' })
  return { databaseFile: join(folder, 'training-platform.sqlite'), authToken: readFileSync(tokenFile, 'utf8').trim() }
}
