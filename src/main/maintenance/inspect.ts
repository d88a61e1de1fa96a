import { existsSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import type { RunApart } from '../ports.ts'
import { checkLarge } from '../jobs/ledger/check-ledger.ts'
import { checkIntegrity, openToRead, useOnce } from '../storage/database.ts'
import { readVersion, schemaVersion } from '../storage/migrations.ts'
import { countJobsIn } from '../jobs/ledger/maintenance-rows.ts'

/** The content of one of Setdesk's files, as far as it can be read without the key. */
interface Inspected {
  readonly version: number
  readonly jobs: number
  readonly unfinished: number
  readonly fact: (name: string) => string | undefined
}

export const inspect = (path: string): Inspected | 'damaged' | 'newer' => read(path, checkIntegrity)

export async function inspectAside(path: string, runApart: RunApart): Promise<Inspected | 'damaged' | 'newer'> {
  const isSound = await checkLarge(path, runApart)
  return read(path, isSound === undefined ? checkIntegrity : () => isSound)
}

function read(path: string, isSound: (database: DatabaseSync) => boolean): Inspected | 'damaged' | 'newer' {
  if (!existsSync(path)) return 'damaged'
  try {
    return useOnce(openToRead(path), (database) => {
      if (!isSound(database)) return 'damaged'
      const version = readVersion(database)
      if (version > schemaVersion) return 'newer'
      if (version === 0) return 'damaged'
      const rows = database.prepare('SELECT name, value FROM fact').all()
      const facts = new Map(rows.map(({ name, value }) => [String(name), String(value)]))
      return { version, ...countJobsIn(database), fact: (name: string) => facts.get(name) }
    })
  } catch {
    // Any SQLite error means that the file cannot be trusted.
    return 'damaged'
  }
}
