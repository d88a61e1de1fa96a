import { closeSync, copyFileSync, existsSync, openSync, readSync, rmSync, statfsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { errcodeOf, isDiskFull } from './files.ts'
import { migrate, readVersion, schemaVersion } from './migrations.ts'

/** Why the file was not opened. `newer`: a newer Setdesk wrote it. `unsafe`: the SQLite in use is too old. */
export type StorageProblem = 'newer' | 'damaged' | 'unsafe'

export type Opened =
  | { readonly ok: true; readonly database: DatabaseSync }
  | { readonly ok: false; readonly problem: StorageProblem }

/** The first SQLite version that fixes a fault in the reset of the write-ahead log. */
const safeSqlite = [3, 51, 3] as const

export interface Opening {
  /** The result of SQLite's integrity check, if the caller has already run it. */
  readonly isSound?: boolean | undefined
  /** Whether the file contains everything that it should contain. A file that does not counts as damaged. */
  readonly isComplete?: ((database: DatabaseSync) => boolean) | undefined
  readonly sqliteVersion?: string
}

/**
 * Opens the ledger's file, or says why it must not be opened. Then the file and its journals stay byte-identical. If a kill interrupted a
 * change of the file, SQLite undoes this change.
 */
export function openDatabase(path: string, opening: Opening = {}): Opened {
  if (!isSafe(opening.sqliteVersion ?? readSqliteVersion())) return { ok: false, problem: 'unsafe' }
  const header = readHeader(path)
  // A journal may still give the file its header back.
  if (header === 'not-sqlite' && !existsSync(`${path}-journal`)) return { ok: false, problem: 'damaged' }
  if (typeof header === 'number' && header > schemaVersion) return { ok: false, problem: 'newer' }
  let database: DatabaseSync | undefined
  try {
    const problem = header === 'none' ? undefined : lookInto(path, opening)
    if (problem !== undefined) return { ok: false, problem }
    database = new DatabaseSync(path, { enableForeignKeyConstraints: true, timeout: 5000 })
    setPragmas(database)
    migrate(database)
    // The file's header now has the version, even if this process is killed. An older Setdesk reads the version from the header.
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    return { ok: true, database }
  } catch (error) {
    database?.close()
    if (isCorruption(error)) return { ok: false, problem: 'damaged' }
    throw error
  }
}

/** Asks SQLite itself, because Electron does not list SQLite's version in `process.versions`. */
const readSqliteVersion = (): string =>
  useOnce(new DatabaseSync(':memory:'), (memory) =>
    String(memory.prepare('SELECT sqlite_version() AS version').get()?.['version']),
  )

export function useOnce<T>(database: DatabaseSync, use: (database: DatabaseSync) => T): T {
  try {
    return use(database)
  } finally {
    database.close()
  }
}

/** Opens a file only for reading. Its write-ahead log is read as well. */
export const openToRead = (path: string): DatabaseSync => new DatabaseSync(path, { readOnly: true, timeout: 5000 })

/** The endings of a database file and of the two journals that belong to its content. */
const contentEndings = ['', '-journal', '-wal'] as const

/** Deletes a database file with everything that SQLite stores beside it. */
export function removeDatabase(path: string): void {
  for (const end of [...contentEndings, '-shm']) rmSync(path + end, { force: true })
}

/** The name of the copy in which SQLite undoes an interrupted change. */
export const undoneName = '.setdesk-undone.db'

export interface OpenedToRead {
  readonly database: DatabaseSync
  readonly close: () => void
}

/**
 * Opens a file to read it without changing it. After a kill in the middle of a change, SQLite reads the file only if it may undo the change.
 * It then undoes the change in a copy, and the copy is opened. A journal that SQLite does not recognise has no effect.
 */
export function openUnchanged(path: string): OpenedToRead {
  const file = openToRead(path)
  try {
    // The first read shows whether a change must be undone.
    readVersion(file)
    return { database: file, close: () => file.close() }
  } catch (error) {
    file.close()
    if (errcodeOf(error) !== readonlyRollback) throw error
  }
  const copy = join(dirname(path), undoneName)
  try {
    removeDatabase(copy)
    for (const end of contentEndings) if (existsSync(path + end)) copyFileSync(path + end, copy + end)
    const database = new DatabaseSync(copy, { timeout: 5000 })
    return {
      database,
      close() {
        database.close()
        removeDatabase(copy)
      },
    }
  } catch (error) {
    removeDatabase(copy)
    throw error
  }
}

function readUnchanged<T>(path: string, read: (database: DatabaseSync) => T): T {
  const { database, close } = openUnchanged(path)
  try {
    return read(database)
  } finally {
    close()
  }
}

/** SQLITE_READONLY_ROLLBACK: a change must be undone, but the file is open only for reading. */
const readonlyRollback = 776

/** Whether SQLite found a file damaged, or found that it is no database. */
export function isCorruption(error: unknown): boolean {
  const code = errcodeOf(error) & 0xff
  // SQLITE_CORRUPT and SQLITE_NOTADB.
  return code === 11 || code === 26
}

/** Whether the disk has room again. Writes more than a job needs, and removes it again. */
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

/** Whether the disk has room for twice the file. That much is needed to write all rows again and then to copy the file. */
export function hasRoomToRewrite(path: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(dirname(path))
    const bytes = [path, `${path}-wal`].map((one) => statSync(one, { throwIfNoEntry: false })?.size ?? 0)
    return bavail * bsize >= 2 * bytes.reduce((sum, one) => sum + one, 0)
  } catch {
    return false
  }
}

/** Checks the file before anything is written. Rows that are only in the write-ahead log are checked, too. */
function lookInto(path: string, { isSound, isComplete = () => true }: Opening): StorageProblem | undefined {
  return readUnchanged(path, (database) => {
    if (readVersion(database) > schemaVersion) return 'newer'
    if (!hasOwnSchema(database)) return 'damaged'
    // SQLite's quick check does not compare rows with their indexes. A job with a wrong index key would be missing from every list.
    if (!(isSound ?? checkIntegrity(database))) return 'damaged'
    return isComplete(database) ? undefined : 'damaged'
  })
}

/** SQLite's own check of the whole file. For a large file it takes seconds. */
export const checkIntegrity = (database: DatabaseSync): boolean =>
  database.prepare('PRAGMA integrity_check(1)').get()?.['integrity_check'] === 'ok'

/**
 * Whether the tables, indexes and triggers are exactly those of the file's version. SQLite's own checks do not verify their text. A trigger,
 * a view or a computed column of a stranger could run without end, so this is checked before any row is read or changed.
 */
export const hasOwnSchema = (database: DatabaseSync): boolean =>
  readSchema(database) === schemaOf(readVersion(database))

/**
 * Whether the table of facts is exactly Setdesk's. Then its facts may be read, also in a file of a newer version, whose other tables are
 * unknown.
 */
export const hasOwnFacts = (database: DatabaseSync): boolean =>
  factTableIn(readSchema(database)) === factTableIn(schemaOf(schemaVersion))

const factTableIn = (schema: string): unknown =>
  (JSON.parse(schema) as readonly { readonly name: string; readonly sql: unknown }[]).find(
    ({ name }) => name === 'fact',
  )?.sql

const readSchema = (database: DatabaseSync): string =>
  JSON.stringify(database.prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name').all())

const schemas = new Map<number, string>()

function schemaOf(version: number): string {
  const known = schemas.get(version)
  if (known !== undefined) return known
  const schema = useOnce(new DatabaseSync(':memory:'), (database) => {
    migrate(database, version)
    return readSchema(database)
  })
  schemas.set(version, schema)
  return schema
}

/** The SQLite settings of every database connection that writes to the ledger. `wanted`: the value that SQLite must report afterwards. */
export const pragmas: readonly (readonly [name: string, wanted: string | number, set: string])[] = [
  ['journal_mode', 'wal', 'WAL'],
  ['synchronous', 2, 'FULL'],
  ['secure_delete', 1, 'ON'],
  ['foreign_keys', 1, 'ON'],
  ['busy_timeout', 5000, '5000'],
  // The cache size in kilobytes. It is small, because an idle process keeps this cache, and the system caches the file's pages as well.
  ['cache_size', -2048, '-2048'],
  ['wal_autocheckpoint', 16000, '16000'],
  ['fullfsync', process.platform === 'darwin' ? 1 : 0, process.platform === 'darwin' ? 'ON' : 'OFF'],
]

function setPragmas(database: DatabaseSync): void {
  for (const [name, wanted, set] of pragmas) {
    database.exec(`PRAGMA ${name} = ${set}`)
    const is = Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0]
    if (is !== wanted) throw new Error(`The database did not take ${name} = ${set}`)
  }
}

/** The schema number in the file's header (bytes 60 to 63). It is read without SQLite, so that the file stays untouched. */
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

/** Runs `action` in one transaction. All writes are on disk when the outermost call returns, or none if it throws. Nested calls join it. */
export function inTransaction<T>(database: DatabaseSync, action: () => T): T {
  if (database.isTransaction) return action()
  database.exec('BEGIN IMMEDIATE')
  try {
    const result = action()
    ending.get(database)?.finish()
    database.exec('COMMIT')
    noteCommit(database)
    return result
  } catch (error) {
    ending.get(database)?.forget()
    // A full disk may have ended the transaction already.
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}

interface Ending {
  /** The last writes of a transaction. If this throws, nothing of the transaction is written. */
  readonly finish: () => void
  /** Called if the transaction failed. */
  readonly forget: () => void
}
const ending = new WeakMap<DatabaseSync, Ending>()

/** Sets the actions that end every transaction of this database connection. */
export const beforeCommit = (database: DatabaseSync, actions: Ending): void => void ending.set(database, actions)

const committed = new WeakMap<DatabaseSync, () => void>()

/** Runs the action of `onCommit`. Other modules call this after a commit by another connection to the same file. */
export const noteCommit = (database: DatabaseSync): void => committed.get(database)?.()

/** Calls `action`, which must not throw, after each commit of `inTransaction` and each commit reported by `noteCommit`. */
export function onCommit(database: DatabaseSync, action: () => void): void {
  committed.set(database, action)
}

/** A fact that the ledger stores about itself, by name. */
export const readFact = (database: DatabaseSync, name: string): string | undefined =>
  database.prepare('SELECT value FROM fact WHERE name = ?').get(name)?.['value']?.toString()

export function setFact(database: DatabaseSync, name: string, value: string): void {
  database
    .prepare('INSERT INTO fact (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value')
    .run(name, value)
}

export const removeFact = (database: DatabaseSync, name: string): void =>
  void database.prepare('DELETE FROM fact WHERE name = ?').run(name)
