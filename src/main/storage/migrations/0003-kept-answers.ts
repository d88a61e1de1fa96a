/**
 * What was looked up on the platform and stays readable while it is not reached: one row a question, found by a keyed hash;
 * what was answered is sealed.
 */
export const keptAnswers = `
CREATE TABLE kept_answer (
  id            INTEGER PRIMARY KEY,
  connection_id TEXT NOT NULL,
  question      BLOB NOT NULL UNIQUE,
  kind          TEXT NOT NULL,
  at            INTEGER NOT NULL,
  sealed        BLOB NOT NULL
) STRICT;
CREATE INDEX kept_answer_by_age ON kept_answer (connection_id, kind, at);
`
