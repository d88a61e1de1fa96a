import type { DatabaseSync } from 'node:sqlite'
import { statesInSql } from '../../storage/states-in-sql.ts'
import { putEntry } from './entries.ts'
import { sequencesOf, type Sequences } from './rows.ts'

/** What goes when its time is over, or when its connection is removed. Nothing here opens a sealed value. */

/**
 * Jobs that still have their personal values, oldest first: those that ended before `before`, milliseconds since 1970, or for
 * `expiring` those about which nobody has decided since then.
 */
export const listPurgeable = (
  database: DatabaseSync,
  states: 'purgeable' | 'expiring',
  before: number,
  limit: number,
): Sequences =>
  sequencesOf(
    database
      .prepare(`SELECT sequence FROM job WHERE purged_at IS NULL AND state IN ${statesInSql(states)}
        AND updated_at < ? ORDER BY sequence LIMIT ?`)
      .all(before, limit),
  )

/** Deletes the personal values of a job. Its kind, state, times, keyed hashes and outcomes stay. */
export function purgeJob(database: DatabaseSync, sequence: number, now: number): void {
  database
    .prepare(`UPDATE entry SET sealed = NULL, fingerprint = NULL
      WHERE step_id IN (SELECT id FROM step WHERE job_sequence = ?) AND (sealed IS NOT NULL OR fingerprint IS NOT NULL)`)
    .run(sequence)
  database.prepare("UPDATE step SET sealed = x'' WHERE job_sequence = ?").run(sequence)
  database.prepare("UPDATE job SET sealed = x'', purged_at = ? WHERE sequence = ?").run(now, sequence)
}

/** Drops and purges a job about which nobody decided, and adds that to its history. Gives its id. */
export function expireJob(
  database: DatabaseSync,
  sequence: number,
  { now, lived }: Record<'now' | 'lived', number>,
): string {
  purgeJob(database, sequence, now)
  const { id, revision } =
    database
      .prepare(`UPDATE job SET state = 'dropped', why = 'not-decided', waits_until = NULL, updated_at = ?
        WHERE sequence = ? RETURNING id, revision`)
      .get(now, sequence) ?? {}
  const step = database
    .prepare('SELECT id, operation FROM step WHERE job_sequence = ? ORDER BY position LIMIT 1')
    .get(sequence)
  if (step !== undefined)
    putEntry(database, {
      step_id: Number(step['id']),
      revision: Number(revision),
      type: 'choice',
      at: now,
      lived,
      operation: String(step['operation']),
      result: 'expired',
      status: null,
      sealed: null,
    })
  return String(id)
}

/**
 * Deletes all that is personal of jobs of a connection, their keyed hashes too, and drops those that are not over. The rows stay:
 * the note beside the file counts them. Gives how many, at most `limit`; none once all are erased.
 */
export function eraseJobs(database: DatabaseSync, connection: string, now: number, limit: number): number {
  const due = sequencesOf(
    database
      .prepare(`SELECT sequence FROM job WHERE connection_id = ? AND draft_id <> 'erased ' || id
        ORDER BY sequence LIMIT ?`)
      .all(connection, limit),
  )
  // A draft's id may end in a keyed hash of its box.
  const erase =
    database.prepare(`UPDATE job SET customer_key = NULL, box_key = NULL, mac = NULL, draft_id = 'erased ' || id,
    waits_until = NULL, why = CASE WHEN state IN ${statesInSql('purgeable')} THEN why ELSE 'person-dropped' END,
    state = CASE WHEN state IN ${statesInSql('purgeable')} THEN state ELSE 'dropped' END WHERE sequence = ?`)
  for (const sequence of due) {
    purgeJob(database, sequence, now)
    erase.run(sequence)
  }
  return due.length
}

/** Deletes tasks from before `before` that were ticked off, whose job was never saved, or whose job was purged. */
export const purgeTasks = (database: DatabaseSync, before: number): number =>
  Number(
    database
      .prepare(`DELETE FROM task WHERE coalesce(done_at, created_at) < ? AND (done_at IS NOT NULL
        OR draft_id NOT IN (SELECT draft_id FROM job WHERE purged_at IS NULL))`)
      .run(before).changes,
  )

/** The number of the newest entry. */
export const lastEntry = (database: DatabaseSync): number =>
  Number(database.prepare('SELECT max(sequence) AS last FROM entry').get()?.['last'] ?? 0)

/**
 * Jobs that something happened to after the entry `after`, and thus after the time `at`, milliseconds since 1970. Where their time
 * of change is earlier, the clock was wrong, and `at` takes its place.
 */
export const mendTimes = (database: DatabaseSync, { after, at }: Record<'after' | 'at', number>): void =>
  void database
    .prepare(
      `UPDATE job SET updated_at = ? WHERE updated_at < ? AND purged_at IS NULL AND sequence IN
        (SELECT s.job_sequence FROM entry e JOIN step s ON s.id = e.step_id WHERE e.sequence > ?)`,
    )
    .run(at, at, after)

/** How many jobs nobody has decided about since `before`, milliseconds since 1970, and when the first of them changed, milliseconds since 1970. */
export function countExpiringRows(
  database: DatabaseSync,
  before: number,
): { readonly count: number; readonly first: number } {
  const row = database
    .prepare(`SELECT count(*) AS count, min(updated_at) AS first FROM job
      WHERE purged_at IS NULL AND state IN ${statesInSql('expiring')} AND updated_at < ?`)
    .get(before)
  return { count: Number(row?.['count']), first: Number(row?.['first']) }
}
