import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { openToRead, useOnce } from '../../../src/main/storage/database.ts'

/** The files of a data folder, read from outside. Bytes. */
export interface FileSizes {
  /** Everything committed, also what is only in the write-ahead log so far. */
  readonly database: number
  readonly wal: number
  /** The log and its predecessor. */
  readonly log: number
  readonly backups: number
  readonly backupCount: number
}

export function measureFiles(folder: string): FileSizes {
  const sizes = { database: measureDatabase(join(folder, 'setdesk.db')), wal: 0, log: 0, backups: 0, backupCount: 0 }
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const kind = kindOf(path)
    // A finished backup may be deleted meanwhile.
    const stats = statSync(join(folder, path), { throwIfNoEntry: false })
    if (kind === undefined || stats?.isFile() !== true) continue
    sizes[kind] += stats.size
    if (kind === 'backups') sizes.backupCount += 1
  }
  return sizes
}

function measureDatabase(path: string): number {
  return useOnce(openToRead(path), (database) => {
    const ask = (name: string): number => Number(Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0])
    return ask('page_count') * ask('page_size')
  })
}

function kindOf(path: string): 'wal' | 'log' | 'backups' | undefined {
  if (path === 'setdesk.db-wal') return 'wal'
  if (/^log[/\\]/.test(path)) return 'log'
  return /^backups[/\\]/.test(path) ? 'backups' : undefined
}
