import type { DatabaseSync } from 'node:sqlite'
import type { Clock } from '../ports.ts'
import { inTransaction } from '../storage/database.ts'
import { readFact, setFact } from './notes.ts'

const aDay = 86_400_000
/** So many jobs a transaction: work goes on between two. */
const batch = 200
/** A clock that jumps further than this between two sweeps is not believed at once. */
const longestAbsence = 40 * aDay

/**
 * Takes the payload out of jobs that ended before `days` days, a few at a time: kind, state, times, keyed hashes and how each
 * attempt ended stay. Gives how many it took this time; fewer than a batch means that nothing is left to do.
 */
export function purgeSome(database: DatabaseSync, clock: Clock, days: number): { count: number; isAll: boolean } {
  const now = clock.now()
  const due = database
    .prepare(`SELECT sequence FROM job WHERE purged_at IS NULL AND state IN ('done', 'unconfirmed', 'dropped') AND updated_at < ?
      ORDER BY sequence LIMIT ${batch}`)
    .all(now - days * aDay)
    .map((row) => Number(row['sequence']))
  // A task that was ticked off, or whose job never came to be, is personal too.
  database
    .prepare(
      'DELETE FROM task WHERE coalesce(done_at, created_at) < ? AND (done_at IS NOT NULL OR draft_id NOT IN (SELECT draft_id FROM job))',
    )
    .run(now - days * aDay)
  if (due.length > 0) inTransaction(database, () => due.forEach((sequence) => purge(database, sequence, now)))
  return { count: due.length, isAll: due.length < batch }
}

/** Deleted text stays in the write-ahead log until it is emptied. */
export const emptyLog = (database: DatabaseSync): void => database.exec('PRAGMA wal_checkpoint(TRUNCATE)')

/**
 * Whether the clock can be gone by today. One that was set years ahead would purge everything at once: after a leap only the
 * new time is noted, and the next sweep goes by it.
 */
export function isClockBelieved(database: DatabaseSync, clock: Clock): boolean {
  const now = clock.now()
  const last = Number(readFact(database, 'last-sweep') ?? now)
  setFact(database, 'last-sweep', String(now))
  return now - last < longestAbsence
}

function purge(database: DatabaseSync, sequence: number, now: number): void {
  database
    .prepare(`UPDATE entry SET sealed = NULL, fingerprint = NULL WHERE step_id IN (SELECT id FROM step WHERE job_sequence = ?)
      AND (sealed IS NOT NULL OR fingerprint IS NOT NULL)`)
    .run(sequence)
  database.prepare("UPDATE step SET sealed = x'' WHERE job_sequence = ?").run(sequence)
  database.prepare("UPDATE job SET sealed = x'', purged_at = ? WHERE sequence = ?").run(now, sequence)
}
