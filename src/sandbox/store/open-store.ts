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

export type Store = ReturnType<typeof openStore>

/**
 * Opens or creates the training platform's SQLite file. Throws if the file has another version. Committed data survives the
 * process. The store does not wait for the disk, because a training platform need not survive a power cut. Statements are prepared
 * once; parameters are named.
 */
export function openStore(file: string) {
  const database = new DatabaseSync(file)
  database.exec('PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF;')
  const isNew = makeSchema(database)
  const statements = new Map<string, StatementSync>()
  const prepare = (sql: string): StatementSync => {
    const statement = statements.get(sql) ?? database.prepare(sql)
    statements.set(sql, statement)
    return statement
  }
  return {
    /** Whether this call created the file. A new file must be seeded. */
    isNew,
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

function makeSchema(database: DatabaseSync): boolean {
  const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version'])
  if (version === storeVersion) return false
  if (version !== 0) throw new Error(`The training platform's file is of version ${version}, not ${storeVersion}`)
  database.exec(`BEGIN; ${schema} PRAGMA user_version = ${storeVersion}; COMMIT;`)
  return true
}
