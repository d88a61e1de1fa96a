/** Scan batches: boxes that were scanned and are not saved as jobs yet. One sealed row per screen that scans. */
export const piles = `
CREATE TABLE pile (
  place  TEXT PRIMARY KEY,
  sealed BLOB NOT NULL
) STRICT, WITHOUT ROWID;
`
