import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { makeFolder } from './folder.ts'

/**
 * Leaves a database file as a kill in the middle of `change` leaves it: half of the change is in the file, and a rollback journal beside it
 * undoes this half. `change` must not fit into SQLite's cache of ten pages.
 */
export function leaveHalfChanged(path: string, change: string): void {
  const live = join(makeFolder(), 'live.db')
  copyFileSync(path, live)
  const database = new DatabaseSync(live)
  database.exec(`PRAGMA journal_mode = DELETE; PRAGMA cache_size = 10; BEGIN IMMEDIATE; ${change}`)
  for (const end of ['', '-journal']) copyFileSync(live + end, path + end)
  database.close()
}
