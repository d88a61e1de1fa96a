/** The training platform's file. The ledger is append-only, held by triggers. */
export const schema = `
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

/** Raised with every change of `schema`: a file of another version is not opened. */
export const storeVersion = 1
