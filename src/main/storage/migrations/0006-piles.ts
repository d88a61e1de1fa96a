/** Boxes that were scanned one after the other and are not saved yet: a row a place where that is done, sealed. */
export const piles = `
CREATE TABLE pile (
  place  TEXT PRIMARY KEY,
  sealed BLOB NOT NULL
) STRICT, WITHOUT ROWID;
`
