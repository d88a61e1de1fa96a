/**
 * The technicians of this computer with their PINs, as one sealed list, so that an attacker cannot remove or put back a single technician.
 * The second table has the sign-in events for Activity. Names are sealed.
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
