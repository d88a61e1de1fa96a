import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { schema, storeVersion } from './schema.ts'

export type Value = SQLInputValue
export type Values = Readonly<Record<string, Value>>

/** The training platform's SQLite file. Statements are prepared once; parameters are named. */
export interface Store {
  /** Whether the file was made by this call: then it is to be seeded. */
  readonly isNew: boolean
  /** Rows are as the schema has them: the caller names their type. */
  readonly all: (sql: string, values?: Values) => readonly unknown[]
  readonly get: (sql: string, values?: Values) => unknown
  /** Returns the id of the inserted row. */
  readonly run: (sql: string, values?: Values) => number
  /** All of it or, when it throws, nothing of it. Not to be nested. */
  readonly transaction: <T>(act: () => T) => T
  readonly close: () => void
}

/**
 * Opens or makes the file; throws where it is another version's. What was committed outlives the process, which is all that a
 * training platform promises: it does not wait for the disk.
 */
export function openStore(file: string): Store {
  const database = new DatabaseSync(file)
  database.exec('PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF;')
  const isNew = makeSchema(database)
  const statements = new Map<string, ReturnType<DatabaseSync['prepare']>>()
  const prepare = (sql: string): ReturnType<DatabaseSync['prepare']> => {
    const statement = statements.get(sql) ?? database.prepare(sql)
    statements.set(sql, statement)
    return statement
  }
  return {
    isNew,
    all: (sql, values = {}) => prepare(sql).all(values),
    get: (sql, values = {}) => prepare(sql).get(values),
    run: (sql, values = {}) => Number(prepare(sql).run(values).lastInsertRowid),
    transaction: (act) => {
      database.exec('BEGIN IMMEDIATE')
      try {
        const result = act()
        database.exec('COMMIT')
        return result
      } catch (error) {
        database.exec('ROLLBACK')
        throw error
      }
    },
    close: () => database.close(),
  }
}

function makeSchema(database: DatabaseSync): boolean {
  const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version'])
  if (version === storeVersion) return false
  if (version !== 0) throw new Error(`The training platform's file is of version ${version}, not ${storeVersion}`)
  database.exec(`BEGIN; ${schema} PRAGMA user_version = ${storeVersion}; COMMIT;`)
  return true
}
