/** Cached answers of the platform, to be read while it is offline. One row per question, found by a keyed hash. The answer is sealed. */
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
