/**
 * Jobs, their steps, and one append-only list of entries: attempts, verdicts, readings and the technician's choices, in the
 * order of their commits. `at` is wall-clock time; `lived` is the elapsed time of the writing process. `waits_until` is in
 * elapsed time too, and is cleared when a process starts. Personal and secret data is in the `sealed` columns.
 */
export const ledger = `
CREATE TABLE job (
  sequence      INTEGER PRIMARY KEY AUTOINCREMENT,
  id            TEXT NOT NULL UNIQUE,
  draft_id      TEXT NOT NULL UNIQUE,
  connection_id TEXT NOT NULL,
  kind          TEXT NOT NULL,
  state         TEXT NOT NULL,
  why           TEXT,
  waits_until   INTEGER,
  revision      INTEGER NOT NULL,
  customer_key  BLOB,
  box_key       BLOB,
  created_at    INTEGER NOT NULL,
  updated_at    INTEGER NOT NULL,
  sealed        BLOB NOT NULL
) STRICT;
CREATE INDEX job_to_run ON job (connection_id, sequence) WHERE state IN ('saved', 'sending', 'checking', 'waiting');
CREATE INDEX job_by_state ON job (connection_id, state, sequence);
CREATE INDEX job_by_customer ON job (customer_key, sequence) WHERE customer_key IS NOT NULL;
CREATE INDEX job_by_box ON job (box_key, sequence) WHERE box_key IS NOT NULL;

CREATE TABLE step (
  id           INTEGER PRIMARY KEY AUTOINCREMENT,
  job_sequence INTEGER NOT NULL REFERENCES job (sequence),
  position     INTEGER NOT NULL,
  kind         TEXT NOT NULL,
  operation    TEXT NOT NULL,
  state        TEXT NOT NULL,
  sealed       BLOB NOT NULL,
  UNIQUE (job_sequence, position)
) STRICT;

CREATE TABLE entry (
  sequence    INTEGER PRIMARY KEY AUTOINCREMENT,
  step_id     INTEGER NOT NULL REFERENCES step (id),
  revision    INTEGER NOT NULL,
  type        TEXT NOT NULL,
  at          INTEGER NOT NULL,
  lived       REAL NOT NULL,
  operation   TEXT NOT NULL,
  result      TEXT,
  status      INTEGER,
  fingerprint BLOB,
  sealed      BLOB
) STRICT;
CREATE INDEX entry_by_step ON entry (step_id, sequence);
CREATE TRIGGER entry_is_never_changed BEFORE UPDATE ON entry
  WHEN NOT (new.sealed IS NULL AND new.sequence = old.sequence AND new.result IS old.result AND new.at = old.at AND new.type = old.type
    AND new.step_id = old.step_id AND new.revision = old.revision AND new.lived = old.lived
    AND new.operation = old.operation AND new.status IS old.status AND new.fingerprint IS old.fingerprint)
  BEGIN SELECT raise(ABORT, 'an entry is never changed'); END;
CREATE TRIGGER entry_is_never_deleted BEFORE DELETE ON entry
  BEGIN SELECT raise(ABORT, 'an entry is never deleted'); END;

CREATE TABLE draft (
  id     INTEGER PRIMARY KEY CHECK (id = 1),
  sealed BLOB NOT NULL
) STRICT;

CREATE TABLE token (
  connection_id TEXT PRIMARY KEY,
  sealed        BLOB NOT NULL
) STRICT;

CREATE TABLE knowledge (
  connection_id TEXT NOT NULL,
  subject       TEXT NOT NULL,
  value         TEXT NOT NULL,
  at            INTEGER NOT NULL,
  PRIMARY KEY (connection_id, subject)
) STRICT;

CREATE TABLE fact (
  name  TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT;
`
