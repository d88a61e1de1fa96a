/**
 * The fleet. `fleet`: this computer's keys and its membership, sealed. `fleet_job`: what the hub said about a job, and what the hub has
 * stored of the job. The hub was never asked about a job without a row. `asked_at`, `until`: by this computer's clock, in milliseconds
 * since 1970. `fleet_audit`: this station's audit lines, sealed to the fleet's key: the lines that the hub has not acknowledged, and the
 * latest lines before these.
 */
export const fleet = `
CREATE TABLE fleet (
  id     INTEGER PRIMARY KEY CHECK (id = 1),
  sealed BLOB NOT NULL
) STRICT;
CREATE TABLE fleet_job (
  job_sequence INTEGER PRIMARY KEY REFERENCES job (sequence),
  claim        TEXT NOT NULL,
  fence        INTEGER NOT NULL,
  asked_at     INTEGER,
  until        INTEGER,
  word         TEXT,
  version      INTEGER NOT NULL,
  mark         TEXT,
  sealed       BLOB
) STRICT;
CREATE INDEX fleet_job_by_claim ON fleet_job (claim, until);
CREATE TABLE fleet_audit (
  sequence INTEGER PRIMARY KEY,
  previous TEXT NOT NULL,
  hash     TEXT NOT NULL,
  line     BLOB
) STRICT;
`
