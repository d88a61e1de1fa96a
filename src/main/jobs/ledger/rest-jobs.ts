import type { DatabaseSync } from 'node:sqlite'
import { inTransaction } from '../../storage/database.ts'

/** The condition of the index `job_to_run`, word for word: only so SQLite need not look at every job that is over. */
const mayRun = "state IN ('saved', 'sending', 'checking', 'waiting')"

/** When a process begins nothing is under way, and times that an earlier one waited for mean nothing. Opens no row. */
export function restJobs(database: DatabaseSync): void {
  inTransaction(database, () => {
    database.exec(
      `UPDATE job SET state = 'waiting', why = 'network' WHERE ${mayRun} AND state IN ('sending', 'checking')`,
    )
    database.exec(`UPDATE job SET waits_until = NULL WHERE ${mayRun} AND waits_until IS NOT NULL`)
  })
}
