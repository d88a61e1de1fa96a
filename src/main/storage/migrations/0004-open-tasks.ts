/**
 * What a person has to do by hand because the interface has no call for it: a row a task, beside the job of the same draft,
 * which it counts with; who and what is sealed.
 */
export const openTasks = `
CREATE TABLE task (
  draft_id      TEXT PRIMARY KEY,
  connection_id TEXT NOT NULL,
  customer_key  BLOB NOT NULL,
  created_at    INTEGER NOT NULL,
  done_at       INTEGER,
  sealed        BLOB NOT NULL
) STRICT;
CREATE INDEX task_by_customer ON task (connection_id, customer_key);
`
