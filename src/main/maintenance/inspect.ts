import { existsSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import type { RunApart } from '../ports.ts'
import { checkLarge } from '../jobs/ledger/check-ledger.ts'
import { checkIntegrity, hasOwnSchema, openToRead, useOnce } from '../storage/database.ts'
import { readVersion, schemaVersion } from '../storage/migrations.ts'
import { countJobsIn, countMissing } from '../jobs/ledger/maintenance-rows.ts'

/** The content of one of Setdesk's files, as far as it can be read without the key. */
export interface Inspected {
  readonly version: number
  readonly jobs: number
  readonly unfinished: number
  readonly fact: (name: string) => string | undefined
  /** How many of the jobs that were asked for are not in the file. */
  readonly missing: number
}

/** Reads a file after SQLite's check of the whole file, which takes seconds for a large file. */
export const inspect = (path: string): Inspected | 'damaged' | 'newer' => read(path, checkIntegrity, [])

/**
 * Reads a file without the check of the whole file. Finds another schema, a cut file and damage of the pages that it reads; other damage stays
 * unseen. `wanted`: ids of jobs that are looked for in the file.
 */
export const glance = (path: string, wanted: readonly string[] = []): Inspected | 'damaged' | 'newer' =>
  read(path, () => true, wanted)

/** Like `inspect`, but checks a large file in a separate process. */
export async function inspectAside(path: string, runApart: RunApart): Promise<Inspected | 'damaged' | 'newer'> {
  const isSound = await checkLarge(path, runApart)
  return read(path, isSound === undefined ? checkIntegrity : () => isSound, [])
}

function read(
  path: string,
  isSound: (database: DatabaseSync) => boolean,
  wanted: readonly string[],
): Inspected | 'damaged' | 'newer' {
  if (!existsSync(path)) return 'damaged'
  try {
    return useOnce(openToRead(path), (database) => {
      const version = readVersion(database)
      if (version > schemaVersion) return 'newer'
      if (version === 0 || !hasOwnSchema(database) || !isSound(database)) return 'damaged'
      const rows = database.prepare('SELECT name, value FROM fact').all()
      const facts = new Map(rows.map(({ name, value }) => [String(name), String(value)]))
      const missing = countMissing(database, wanted)
      return { version, ...countJobsIn(database), fact: (name: string) => facts.get(name), missing }
    })
  } catch {
    // Any SQLite error means that the file cannot be trusted.
    return 'damaged'
  }
}
