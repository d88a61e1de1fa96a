import type { DatabaseSync } from 'node:sqlite'
import { listPurgeable, purgeJob, purgeTasks } from '../jobs/ledger/job-rows.ts'
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
  const due = listPurgeable(database, now - days * aDay, batch)
  // A task is personal too.
  purgeTasks(database, now - days * aDay)
  if (due.length > 0) inTransaction(database, () => due.forEach((sequence) => purgeJob(database, sequence, now)))
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
