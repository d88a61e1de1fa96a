import type { DatabaseSync } from 'node:sqlite'
import { inTransaction } from '../storage/database.ts'

/** When a process begins nothing is under way, and times that an earlier one waited for mean nothing. Opens no row. */
export function restJobs(database: DatabaseSync): void {
  inTransaction(database, () => {
    database.exec("UPDATE job SET state = 'waiting', why = 'network' WHERE state IN ('sending', 'checking')")
    database.exec('UPDATE job SET waits_until = NULL WHERE waits_until IS NOT NULL')
  })
}
