/**
 * The technicians of this computer with their PINs, as one sealed list: a single technician cannot be taken out of it or put
 * back. Beside it, what happened at the sign-in, for the activity log. Names are sealed.
 */
export const technicians = `
CREATE TABLE technicians (
  id     INTEGER PRIMARY KEY CHECK (id = 1),
  sealed BLOB NOT NULL
) STRICT;
CREATE TABLE sign_in_event (
  id     TEXT PRIMARY KEY,
  at     INTEGER NOT NULL,
  sealed BLOB NOT NULL
) STRICT, WITHOUT ROWID;
`
