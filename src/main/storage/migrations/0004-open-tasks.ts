/**
 * Work that a technician does by hand because the platform's interface has no call for this work. One row per task, beside the job of the
 * same draft; a task counts once that job is saved. The customer and the text of the task are sealed.
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
