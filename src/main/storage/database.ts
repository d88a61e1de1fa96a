import { closeSync, existsSync, openSync, readSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { migrate, readVersion, schemaVersion } from './migrations.ts'

/** Why the file is left alone: nothing in it was changed. */
export type StorageProblem = 'newer' | 'damaged' | 'unsafe'

export type Opened =
  | { readonly ok: true; readonly database: DatabaseSync }
  | { readonly ok: false; readonly problem: StorageProblem }

/** The first SQLite with the mended write-ahead log reset. */
const safeSqlite = [3, 51, 3] as const

export interface Opening {
  /** What SQLite's check of the file has found, where it was made aside. */
  readonly isSound?: boolean | undefined
  readonly sqliteVersion?: string
}

/** Opens the ledger's file, or says why it must not be touched. A file of a newer Setdesk stays byte-identical. */
export function openDatabase(path: string, { isSound, sqliteVersion = readSqliteVersion() }: Opening = {}): Opened {
  if (!isSafe(sqliteVersion)) return { ok: false, problem: 'unsafe' }
  const header = readHeader(path)
  if (header === 'not-sqlite') return { ok: false, problem: 'damaged' }
  if (header !== 'none' && header > schemaVersion) return { ok: false, problem: 'newer' }
  let database: DatabaseSync | undefined
  try {
    const problem = header === 'none' ? undefined : lookInto(path, isSound)
    if (problem !== undefined) return { ok: false, problem }
    database = new DatabaseSync(path, { enableForeignKeyConstraints: true, timeout: 5000 })
    setPragmas(database)
    migrate(database)
    // The header carries the version from here on, even if this process is killed: an older Setdesk reads it there.
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    return { ok: true, database }
  } catch (error) {
    database?.close()
    if (isCorruption(error)) return { ok: false, problem: 'damaged' }
    throw error
  }
}

/** Asked of SQLite itself: Electron does not list it among the versions of its process. */
function readSqliteVersion(): string {
  const memory = new DatabaseSync(':memory:')
  try {
    return String(memory.prepare('SELECT sqlite_version() AS version').get()?.['version'])
  } finally {
    memory.close()
  }
}

/** SQLITE_CORRUPT and SQLITE_NOTADB. */
function isCorruption(error: unknown): boolean {
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0
  return code === 11 || code === 26
}

/** Whether a failed write found no room on the disk (SQLITE_FULL). */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === 13
}

/** Whether something can be written again: tried with more than a job needs, and taken back. */
export function hasRoom(database: DatabaseSync): boolean {
  if (database.isTransaction) return false
  try {
    inTransaction(database, () => {
      database.exec("INSERT INTO fact (name, value) VALUES ('room', hex(zeroblob(32768)))")
      database.exec("DELETE FROM fact WHERE name = 'room'")
    })
    return true
  } catch (error) {
    if (isDiskFull(error)) return false
    throw error
  }
}

/** A check before anything is written: it opens read-only, and sees what only the write-ahead log holds yet. */
function lookInto(path: string, isSound: boolean | undefined): StorageProblem | undefined {
  const database = new DatabaseSync(path, { readOnly: true, timeout: 5000 })
  try {
    // The quick check does not compare rows with their indexes: a job under another key would be in no list.
    if (!(isSound ?? checkIntegrity(database))) return 'damaged'
    const version = readVersion(database)
    if (version > schemaVersion) return 'newer'
    // A file of this app has its number from the moment it has a table.
    const tables = Number(database.prepare('SELECT count(*) AS count FROM sqlite_schema').get()?.['count'])
    if (version === 0 && tables > 0) return 'damaged'
    return version === schemaVersion && readSchema(database) !== freshSchema() ? 'damaged' : undefined
  } finally {
    database.close()
  }
}

/** SQLite's own check of the whole file: of a large one it takes seconds. */
export const checkIntegrity = (database: DatabaseSync): boolean =>
  database.prepare('PRAGMA integrity_check(1)').get()?.['integrity_check'] === 'ok'

/** The tables, indexes and triggers in their own words: what no check of SQLite's holds against anything. */
const readSchema = (database: DatabaseSync): string =>
  JSON.stringify(
    database
      .prepare("SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY name")
      .all(),
  )

function freshSchema(): string {
  const database = new DatabaseSync(':memory:')
  try {
    migrate(database)
    return readSchema(database)
  } finally {
    database.close()
  }
}

const pragmas: readonly (readonly [name: string, wanted: string | number, set: string])[] = [
  ['journal_mode', 'wal', 'WAL'],
  ['synchronous', 2, 'FULL'],
  ['secure_delete', 1, 'ON'],
  ['foreign_keys', 1, 'ON'],
  ['busy_timeout', 5000, '5000'],
  // Keys lie all over their indexes: with less room a long list would read and write the same pages again and again.
  ['cache_size', -8192, '-8192'],
  ['wal_autocheckpoint', 8000, '8000'],
  ['fullfsync', process.platform === 'darwin' ? 1 : 0, process.platform === 'darwin' ? 'ON' : 'OFF'],
]

function setPragmas(database: DatabaseSync): void {
  for (const [name, wanted, set] of pragmas) {
    database.exec(`PRAGMA ${name} = ${set}`)
    const is = Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0]
    if (is !== wanted) throw new Error(`The database did not take ${name} = ${set}`)
  }
}

/**
 * Writes what is in the log into the file. SQLite does so by itself, within a commit, once the log is long. Whoever commits
 * much does it sooner, in a turn of its own, so that no turn is long.
 */
export const checkpointLog = (database: DatabaseSync): void => database.exec('PRAGMA wal_checkpoint(PASSIVE)')

/** The schema number in the file's header (bytes 60 to 63), read without SQLite so that nothing is touched. */
export function readHeader(path: string): number | 'none' | 'not-sqlite' {
  if (!existsSync(path)) return 'none'
  const header = Buffer.alloc(100)
  const file = openSync(path, 'r')
  try {
    const count = readSync(file, header, 0, 100, 0)
    if (count === 0) return 'none'
    if (count < 100 || header.toString('latin1', 0, 16) !== 'SQLite format 3\0') return 'not-sqlite'
    return header.readUInt32BE(60)
  } finally {
    closeSync(file)
  }
}

function isSafe(version: string): boolean {
  const parts = version.split('.').map(Number)
  for (const [index, least] of safeSqlite.entries()) {
    const part = parts[index] ?? 0
    if (part !== least) return part > least
  }
  return true
}

/**
 * Runs `act` in one transaction: all of it is on disk when this returns, or none of it. Within another it becomes a part of
 * that one, and is on disk with it.
 */
export function inTransaction<T>(database: DatabaseSync, act: () => T): T {
  if (database.isTransaction) return act()
  database.exec('BEGIN IMMEDIATE')
  try {
    const result = act()
    database.exec('COMMIT')
    committed.get(database)?.()
    return result
  } catch (error) {
    // A full disk may have ended the transaction already.
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}

const committed = new WeakMap<DatabaseSync, () => void>()

/** Calls `act`, which must not throw, after each transaction of `inTransaction`. */
export function onCommit(database: DatabaseSync, act: () => void): void {
  committed.set(database, act)
}
