import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'

/** The schema of the training platform's file. Triggers keep the ledger append-only. */
const schema = `
CREATE TABLE products (
  id TEXT PRIMARY KEY, name TEXT NOT NULL, maxDevices INTEGER NOT NULL, currencies TEXT NOT NULL, trial INTEGER NOT NULL
) STRICT;
CREATE TABLE resellers (id TEXT PRIMARY KEY, name TEXT NOT NULL, type TEXT NOT NULL) STRICT;
CREATE TABLE hostnames (name TEXT PRIMARY KEY) STRICT;

CREATE TABLE customers (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  userid TEXT NOT NULL, password TEXT NOT NULL, mappingId TEXT NOT NULL,
  firstname TEXT NOT NULL, lastname TEXT NOT NULL, street TEXT NOT NULL, zipcode TEXT NOT NULL, city TEXT NOT NULL,
  state TEXT NOT NULL, country TEXT NOT NULL, phone TEXT NOT NULL, mobile TEXT NOT NULL, email TEXT NOT NULL,
  productid TEXT NOT NULL REFERENCES products (id), productMappingId TEXT NOT NULL,
  resellerId TEXT REFERENCES resellers (id), orderId TEXT NOT NULL,
  lengthInMonths INTEGER NOT NULL, lengthInDays INTEGER NOT NULL, renewalInterval INTEGER NOT NULL,
  startDate TEXT NOT NULL, endDate TEXT NOT NULL, createdAt INTEGER NOT NULL,
  startsAtFirstLogIn INTEGER NOT NULL, pending INTEGER NOT NULL, trial INTEGER NOT NULL, disabled INTEGER NOT NULL
) STRICT;
CREATE INDEX customersByUserid ON customers (userid);
CREATE INDEX customersByMappingId ON customers (mappingId);
CREATE INDEX customersByReseller ON customers (resellerId, id);

CREATE TABLE devices (
  id INTEGER PRIMARY KEY AUTOINCREMENT, customer INTEGER NOT NULL REFERENCES customers (id),
  key TEXT NOT NULL, uuid TEXT NOT NULL, model TEXT NOT NULL, boundAt INTEGER NOT NULL
) STRICT;
CREATE INDEX devicesByCustomer ON devices (customer);
CREATE INDEX devicesByKey ON devices (key);

CREATE TABLE hostnameBindings (
  id INTEGER PRIMARY KEY AUTOINCREMENT, hostname TEXT NOT NULL REFERENCES hostnames (name),
  key TEXT NOT NULL, macAddress TEXT NOT NULL, boundAt INTEGER NOT NULL
) STRICT;
CREATE INDEX hostnameBindingsByHostname ON hostnameBindings (hostname);
CREATE INDEX hostnameBindingsByKey ON hostnameBindings (key);

CREATE TABLE ledger (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, request INTEGER, operation TEXT, effect TEXT NOT NULL,
  userid TEXT, box TEXT, hostname TEXT, customer INTEGER, fingerprint TEXT NOT NULL, parameters TEXT NOT NULL,
  before TEXT, after TEXT
) STRICT;
CREATE TRIGGER ledgerIsNotRewritten BEFORE UPDATE ON ledger BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
CREATE TRIGGER ledgerIsNotCutShort BEFORE DELETE ON ledger BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;

CREATE TABLE requests (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, operation TEXT, method TEXT NOT NULL, userid TEXT, box TEXT,
  fingerprint TEXT, receivedAt INTEGER NOT NULL, finishedAt INTEGER, outcome TEXT, fault TEXT, status INTEGER
) STRICT;
`

/** Increased with every change of `schema`. A file of another version is not opened. */
const storeVersion = 1

export type Value = SQLInputValue
export type Values = Readonly<Record<string, Value>>

export type Store = ReturnType<typeof createStore>

/**
 * Opens the training platform's SQLite file. A new file gets its schema and what `seed` adds, or neither. Throws if the file has another
 * version or is damaged. Committed data survives the process. The store does not wait for the disk, because a training platform need not
 * survive a power cut.
 */
export function openStore(file: string, seed: (store: Store) => void): Store {
  const database = new DatabaseSync(file)
  try {
    database.exec('PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF;')
    const store = createStore(database)
    if (isNew(database))
      store.transaction(() => {
        database.exec(`${schema} PRAGMA user_version = ${storeVersion};`)
        seed(store)
      })
    return store
  } catch (error) {
    database.close()
    throw error
  }
}

/** SQLite's codes for what may pass: no permission, busy, locked, read-only, failed to read or write, full, not opened. */
const passing = new Set([3, 5, 6, 8, 10, 13, 14])

/** Whether a file that did not open never will, because it is damaged or has another version. */
export const isUnusable = (error: unknown): boolean =>
  !(error instanceof Error && 'errcode' in error && passing.has(Number(error.errcode) & 0xff))

/** Statements are prepared once; parameters are named. */
function createStore(database: DatabaseSync) {
  const statements = new Map<string, StatementSync>()
  const prepare = (sql: string): StatementSync => {
    const statement = statements.get(sql) ?? database.prepare(sql)
    statements.set(sql, statement)
    return statement
  }
  return {
    /** Rows have the schema's columns. The caller asserts the type of the rows. */
    all: (sql: string, values: Values = {}): readonly unknown[] => prepare(sql).all(values),
    get: (sql: string, values: Values = {}): unknown => prepare(sql).get(values),
    run: (sql: string, values: Values = {}): void => {
      prepare(sql).run(values)
    },
    /** Adds a row whose fields are named like the columns. Returns its id. */
    insert: (table: string, row: Values): number => {
      const columns = Object.keys(row).join(', ')
      const statement = prepare(`INSERT INTO ${table} (${columns}) VALUES (${columns.replace(/\w+/g, ':$&')})`)
      return Number(statement.run(row).lastInsertRowid)
    },
    update: (table: string, rowid: number, changes: Values): void => {
      const assignments = Object.keys(changes).map((column) => `${column} = :${column}`)
      prepare(`UPDATE ${table} SET ${assignments.join(', ')} WHERE rowid = :rowid`).run({ ...changes, rowid })
    },
    /** Commits all changes of the action, or none if the action throws. Must not be nested. */
    transaction: <T>(action: () => T): T => {
      database.exec('BEGIN IMMEDIATE')
      try {
        const result = action()
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

function isNew(database: DatabaseSync): boolean {
  const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version'])
  if (version !== 0 && version !== storeVersion)
    throw new Error(`The training platform's file is of version ${version}, not ${storeVersion}`)
  const found = database.prepare('PRAGMA quick_check(1)').get()?.['quick_check']
  if (found !== 'ok') throw new Error(`The training platform's file is damaged: ${String(found)}`)
  return version === 0
}
