/**
 * A file with boxes that is being worked through: a row a connection with how it is read and what was mended in it, and its
 * bytes, in parts. All of it is sealed; only when it was kept is not, so that its time can be over without the key.
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
