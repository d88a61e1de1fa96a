/**
 * `origin`: where a job came from if it was not saved in this file: `restored`, `copied` or `taken-over`. `purged_at`: when a
 * finished job's payload was purged. `hand_over`: the transfer files that this computer exported or imported. The only change
 * allowed to an entry is to clear its sealed part and its fingerprint.
 */
export const keeping = `
ALTER TABLE job ADD COLUMN origin TEXT;
ALTER TABLE job ADD COLUMN purged_at INTEGER;
CREATE INDEX job_set_aside ON job (state) WHERE why = 'unreadable-record';

CREATE TABLE hand_over (
  id        TEXT PRIMARY KEY,
  direction TEXT NOT NULL,
  other     TEXT NOT NULL,
  jobs      INTEGER NOT NULL,
  at        INTEGER NOT NULL
) STRICT;

DROP TRIGGER entry_is_never_changed;
CREATE TRIGGER entry_is_never_changed BEFORE UPDATE ON entry
  WHEN NOT (new.sealed IS NULL AND (new.fingerprint IS NULL OR new.fingerprint IS old.fingerprint)
    AND new.sequence = old.sequence AND new.result IS old.result AND new.at = old.at AND new.type = old.type
    AND new.step_id = old.step_id AND new.revision = old.revision AND new.lived = old.lived
    AND new.operation = old.operation AND new.status IS old.status)
  BEGIN SELECT raise(ABORT, 'an entry is never changed'); END;
`
