/**
 * The unfinished list of a connection. The row of a list says how the list's file is read and which values were corrected; the file's bytes
 * are stored in parts. Both are sealed. `kept_at` is not sealed, so that an old list can be deleted without the key.
 */
export const keptLists = `
CREATE TABLE list (
  connection_id TEXT PRIMARY KEY,
  kept_at       INTEGER NOT NULL,
  sealed        BLOB NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE list_part (
  connection_id TEXT NOT NULL REFERENCES list (connection_id) ON DELETE CASCADE,
  position      INTEGER NOT NULL,
  sealed        BLOB NOT NULL,
  PRIMARY KEY (connection_id, position)
) STRICT;
`
