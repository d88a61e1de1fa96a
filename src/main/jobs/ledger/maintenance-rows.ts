import type { DatabaseSync } from 'node:sqlite'
import type { WhyCode } from '../../../shared/domain/job.ts'
import { putEntry } from './entries.ts'
import { askHubAgain } from './fleet-rows.ts'
import { sequencesOf, statesInSql, type Row, type Sequences, type Value } from './rows.ts'

/**
 * SQL for jobs that are purged or erased, and for jobs that move between files: transfer to another computer, restore of a backup, a copied
 * data folder. No function of this file opens a sealed value. The caller puts calls that belong together into one transaction.
 */

/**
 * The jobs that still have personal values and have not changed since `before`, oldest first. `purgeable`: jobs that have ended.
 * `expiring`: jobs that wait for a decision. `before` is in milliseconds since 1970.
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

/**
 * Whether the file contains work (also forms, scan batches and tasks), tokens, technicians or a fleet membership, which only the key opens
 * that sealed them.
 */
export const hasSealedRows = (database: DatabaseSync): boolean =>
  database
    .prepare(`SELECT EXISTS (SELECT 1 FROM job WHERE purged_at IS NULL) OR EXISTS (SELECT 1 FROM token)
      OR EXISTS (SELECT 1 FROM technicians) OR EXISTS (SELECT 1 FROM fleet) OR EXISTS (SELECT 1 FROM list)
      OR EXISTS (SELECT 1 FROM pile) OR EXISTS (SELECT 1 FROM draft) OR EXISTS (SELECT 1 FROM task) AS found`)
    .get()?.['found'] === 1

/** Deletes the personal values of a job. Kind, state, times, keyed hashes and outcomes stay. */
export function purgeJob(database: DatabaseSync, sequence: number, now: number): void {
  database
    .prepare(`UPDATE entry SET sealed = NULL, fingerprint = NULL
      WHERE step_id IN (SELECT id FROM step WHERE job_sequence = ?) AND (sealed IS NOT NULL OR fingerprint IS NOT NULL)`)
    .run(sequence)
  database.prepare("UPDATE step SET sealed = x'' WHERE job_sequence = ?").run(sequence)
  database.prepare("UPDATE job SET sealed = x'', purged_at = ? WHERE sequence = ?").run(now, sequence)
}

/** Drops and purges a job that waited too long for a decision, and records this in the job's history. Returns the job's id. */
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
 * Deletes everything personal from jobs of a connection, including keyed hashes, and drops the unfinished jobs. The rows stay, because a
 * ledger with fewer rows than the note beside the file says counts as damaged. Returns the number of jobs erased now, at most `limit`; 0
 * once all jobs are erased.
 */
export function eraseJobs(database: DatabaseSync, connection: string, now: number, limit: number): number {
  const due = sequencesOf(
    database
      .prepare(`SELECT sequence FROM job WHERE connection_id = ? AND draft_id <> 'erased ' || id
        ORDER BY sequence LIMIT ?`)
      .all(connection, limit),
  )
  // The draft id is replaced too, because it may end in a keyed hash of a box.
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

/**
 * Deletes tasks that were ticked off before `before`. Also deletes open tasks that were created before `before` and whose job was never
 * saved or was purged. `before` is in milliseconds since 1970. Returns the number of deleted tasks.
 */
export const purgeTasks = (database: DatabaseSync, before: number): number =>
  Number(
    database
      .prepare(`DELETE FROM task WHERE coalesce(done_at, created_at) < ? AND (done_at IS NOT NULL
        OR draft_id NOT IN (SELECT draft_id FROM job WHERE purged_at IS NULL))`)
      .run(before).changes,
  )

/**
 * Corrects the time of the last change of jobs after the clock was wrong. A job that has an entry after the sequence `after` changed at the
 * time `at` or later, in milliseconds since 1970. If the stored time is earlier, `at` replaces it.
 */
export const mendTimes = (database: DatabaseSync, { after, at }: Record<'after' | 'at', number>): void =>
  void database
    .prepare(
      `UPDATE job SET updated_at = ? WHERE updated_at < ? AND purged_at IS NULL AND sequence IN
        (SELECT s.job_sequence FROM entry e JOIN step s ON s.id = e.step_id WHERE e.sequence > ?)`,
    )
    .run(at, at, after)

/**
 * Counts the jobs that wait for a decision and have not changed since `before`. `first`: when the first of these jobs changed, or 0 if
 * there is none. Times in milliseconds since 1970.
 */
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

export const purgeStationNames = (database: DatabaseSync): number =>
  Number(
    database
      .prepare(`UPDATE fleet_job SET sealed = NULL WHERE sealed IS NOT NULL
        AND job_sequence IN (SELECT sequence FROM job WHERE purged_at IS NOT NULL)`)
      .run().changes,
  )

const dropAs = (why: WhyCode) => `state = 'dropped', why = '${why}', waits_until = NULL, updated_at = :now`

export function listTransferable(database: DatabaseSync, connection: string, ids?: readonly string[]): Sequences {
  const among = ids === undefined ? '' : 'AND id IN (SELECT value FROM json_each(:ids))'
  return sequencesOf(
    database
      .prepare(`SELECT sequence FROM job WHERE connection_id = :connection
        AND state IN ${statesInSql('transferable')} ${among} ORDER BY sequence`)
      .all({ connection, ...(ids !== undefined && { ids: JSON.stringify(ids) }) }),
  )
}

/** The unfinished and refused jobs of a connection in another computer's backup. */
export const listLeftBehind = (database: DatabaseSync, connection: string): Sequences =>
  sequencesOf(
    database
      .prepare(
        `SELECT sequence FROM job WHERE connection_id = ? AND state IN ${statesInSql('leftBehind')} ORDER BY sequence`,
      )
      .all(connection),
  )

/**
 * Drops a job because another computer has the job now. Returns the job's first step. `why`: `exported` if the job moved in a file,
 * `moved-away` if it moved through the fleet.
 */
export function dropTransferred(
  database: DatabaseSync,
  id: string,
  now: number,
  why: 'exported' | 'moved-away',
): { readonly id: number; readonly operation: string } | undefined {
  database
    .prepare("UPDATE job SET state = 'dropped', why = :why, waits_until = NULL, updated_at = :now WHERE id = :id")
    .run({ id, now, why })
  const step = database
    .prepare(`SELECT s.id, s.operation FROM step s JOIN job j ON j.sequence = s.job_sequence
      WHERE j.id = ? ORDER BY s.position LIMIT 1`)
    .get(id)
  return step && { id: Number(step['id']), operation: String(step['operation']) }
}

/** Drops the jobs that are not done, because they were exported to another computer. Jobs that were already dropped stay unchanged. */
export function dropUndone(database: DatabaseSync, ids: Iterable<string>, now: number): void {
  const drop = database.prepare(`UPDATE job SET ${dropAs('exported')}
    WHERE id = :id AND state NOT IN ('done', 'unconfirmed', 'dropped')`)
  for (const id of ids) drop.run({ id, now })
}

/** Drops the unfinished jobs of a copied folder, because the original continues with them. Returns the ids of the dropped jobs. */
export const dropCopied = (database: DatabaseSync, now: number): readonly string[] =>
  database
    .prepare(`UPDATE job SET ${dropAs('left-to-original')} WHERE origin = 'copied'
      AND state IN ${statesInSql('unfinished')} RETURNING id`)
    .all({ now })
    .map(({ id }) => String(id))

/** Drops imported jobs that a technician does not want to send. Returns the ids of the dropped jobs. */
export const dropImported = (database: DatabaseSync, sequences: Sequences, now: number): readonly string[] =>
  database
    .prepare(
      `UPDATE job SET ${dropAs('import-dropped')} WHERE sequence IN (SELECT value FROM json_each(:sequences))
        AND state IN ${statesInSql('leftBehind')} RETURNING id`,
    )
    .all({ sequences: JSON.stringify(sequences), now })
    .map(({ id }) => String(id))

const chosen = (only: Sequences | undefined) => ({
  condition: only === undefined ? '' : 'AND j.sequence IN (SELECT value FROM json_each(:only))',
  values: only === undefined ? {} : { only: JSON.stringify(only) },
})

/** The steps of unfinished jobs that still have to be done, each with its job's present revision. `only`: by default all jobs. */
export function listOpenSteps(
  database: DatabaseSync,
  only: Sequences | undefined,
): readonly { readonly id: number; readonly operation: string; readonly revision: number }[] {
  const { condition, values } = chosen(only)
  return database
    .prepare(`SELECT s.id, s.operation, j.revision FROM job j JOIN step s ON s.job_sequence = j.sequence
      WHERE j.state IN ${statesInSql('unfinished')} ${condition} AND s.state NOT IN ('done', 'unconfirmed', 'skipped')`)
    .all(values)
    .map((row) => ({ id: Number(row['id']), operation: String(row['operation']), revision: Number(row['revision']) }))
}

/**
 * How the last attempt of a step ended in this revision, or what a technician chose after it. "Check again" does not count: if this revision
 * has nothing else, the last revision before it counts. Undefined if the last attempt has not ended, or without an attempt and a choice.
 */
export function lastOutcome(database: DatabaseSync, stepId: number, revision: number): string | undefined {
  const last = database
    .prepare(`SELECT result FROM entry WHERE step_id = :id AND type <> 'reading' AND result IS NOT 'check-again' AND (revision = :now
      OR EXISTS (SELECT 1 FROM entry WHERE step_id = :id AND revision = :now AND result = 'check-again')) ORDER BY sequence DESC LIMIT 1`)
    .get({ id: stepId, now: revision })?.['result']
  return typeof last === 'string' ? last : undefined
}

export const setReadBack = (database: DatabaseSync, stepId: number): void =>
  void database.prepare("UPDATE step SET state = 'read-back' WHERE id = ?").run(stepId)

/** Makes unfinished jobs wait for a read-back. Returns their number. `only`: the jobs, by default all. `origin`: by default as it was. */
export function waitForReadBack(
  database: DatabaseSync,
  wish: { readonly origin: string | undefined; readonly now: number; readonly only: Sequences | undefined },
): number {
  const { condition, values } = chosen(wish.only)
  const { changes } = database
    .prepare(`UPDATE job AS j SET state = 'waiting', why = 'read-back-first', waits_until = NULL,
      origin = coalesce(:origin, origin), updated_at = :now WHERE j.state IN ${statesInSql('unfinished')} ${condition}`)
    .run({ ...values, origin: wish.origin ?? null, now: wish.now })
  return Number(changes)
}

export function openRows(database: DatabaseSync) {
  const job = database.prepare('SELECT * FROM job WHERE sequence = ?')
  const steps = database.prepare('SELECT * FROM step WHERE job_sequence = ? ORDER BY position')
  const entries = database.prepare(
    'SELECT type, at, operation, result, status FROM entry WHERE step_id = ? AND revision BETWEEN ? AND ? ORDER BY sequence',
  )
  return {
    job: (sequence: number): Row | undefined => job.get(sequence),
    steps: (sequence: number): readonly Row[] => steps.all(sequence),
    entries: (stepId: number, from: number, to: number): readonly Row[] => entries.all(stepId, from, to),
  }
}

/** A FROM clause that gives every step its job's id as `job_id`, because the step's sealed part is bound to that id. */
export const stepsWithJobIds = '(SELECT s.*, j.id AS job_id FROM step s JOIN job j ON j.sequence = s.job_sequence)'

/**
 * Whether a job is on this computer. `moved-away`: the fleet moved it. `not-here`: it was exported, was left to the computer from which the
 * folder was copied, or was dropped after its import. Undefined if this file does not contain the job.
 */
export function findStatus(database: DatabaseSync, id: string): 'here' | 'not-here' | 'moved-away' | undefined {
  const row = database.prepare('SELECT state, why FROM job WHERE id = ?').get(id)
  if (row === undefined) return undefined
  const why = row['state'] === 'dropped' ? String(row['why']) : ''
  if (why === 'moved-away') return why
  return ['exported', 'left-to-original', 'import-dropped', 'handed-over'].includes(why) ? 'not-here' : 'here'
}

/** Writes a job from another computer, in place of its old row if this computer once transferred it. Returns its sequence. */
export function putJob(
  database: DatabaseSync,
  row: Readonly<
    Record<
      | 'id'
      | 'draft_id'
      | 'connection_id'
      | 'kind'
      | 'state'
      | 'why'
      | 'revision'
      | 'customer_key'
      | 'box_key'
      | 'created_at'
      | 'updated_at'
      | 'sealed',
      Value
    >
  >,
): number {
  const put = database.prepare(`INSERT INTO job
    (id, draft_id, connection_id, kind, state, why, revision, customer_key, box_key, created_at, updated_at, sealed, origin)
    VALUES (:id, :draft_id, :connection_id, :kind, :state, :why, :revision, :customer_key, :box_key, :created_at, :updated_at,
      :sealed, 'taken-over')
    ON CONFLICT (id) DO UPDATE SET connection_id = excluded.connection_id, state = excluded.state, why = excluded.why,
      revision = excluded.revision, customer_key = excluded.customer_key, box_key = excluded.box_key,
      updated_at = excluded.updated_at, sealed = excluded.sealed, origin = excluded.origin, purged_at = NULL,
      draft_id = CASE WHEN job.draft_id = 'erased ' || job.id THEN excluded.draft_id ELSE job.draft_id END
    RETURNING sequence`)
  const sequence = Number(put.get(row)?.['sequence'])
  // If the fleet's hub said that the old row was moved away or over, that is no longer true. The hub is asked again.
  database.prepare("DELETE FROM fleet_job WHERE job_sequence = ? AND claim IN ('moved', 'over')").run(sequence)
  askHubAgain(database, sequence)
  return sequence
}

/** Writes a step of a job from another computer. An older step of that job at the same position is replaced. Returns the step's id. */
export function putStep(
  database: DatabaseSync,
  row: Readonly<Record<'job_sequence' | 'position' | 'kind' | 'operation' | 'state' | 'sealed', Value>>,
): number {
  const put = database.prepare(`INSERT INTO step (job_sequence, position, kind, operation, state, sealed)
    VALUES (:job_sequence, :position, :kind, :operation, :state, :sealed)
    ON CONFLICT (job_sequence, position) DO UPDATE SET kind = excluded.kind, operation = excluded.operation,
      state = excluded.state, sealed = excluded.sealed
    RETURNING id`)
  return Number(put.get(row)?.['id'])
}

/**
 * Skips the steps of a job from a position on, because the job's plan from another computer ends there. These steps remain from an earlier
 * time of the job on this computer. `sealedAt`: the new sealed part of the step at a position.
 */
export function skipStepsFrom(
  database: DatabaseSync,
  jobSequence: number,
  from: number,
  sealedAt: (position: number) => Uint8Array,
): void {
  const left = database.prepare('SELECT id, position FROM step WHERE job_sequence = ? AND position >= ?')
  const skip = database.prepare("UPDATE step SET state = 'skipped', sealed = ? WHERE id = ?")
  for (const { id, position } of left.all(jobSequence, from)) skip.run(sealedAt(Number(position)), Number(id))
}

/** The ids and sealed values of the newest jobs that were not purged. */
export const newestSealed = (database: DatabaseSync, limit: number): readonly Row[] =>
  database.prepare("SELECT id, sealed FROM job WHERE sealed <> x'' ORDER BY sequence DESC LIMIT ?").all(limit)

/** Counts the jobs of all connections that were set aside, because their records cannot be read or were changed from outside. */
export function countSetAside(database: DatabaseSync): number {
  // Each reason has its own index. SQLite uses such an index only if the query contains exactly the index's condition, so each reason is
  // counted separately.
  const count = (why: string): number =>
    Number(
      database.prepare(`SELECT count(*) AS count FROM job WHERE why = '${why}' AND state = 'needs-you'`).get()?.[
        'count'
      ],
    )
  return count('unreadable-record') + count('changed-outside')
}

/** The ids of the unfinished jobs. Jobs in states that this version does not know are not among them. */
export const listUnfinishedIds = (database: DatabaseSync): readonly string[] =>
  database
    .prepare(`SELECT id FROM job WHERE state IN ${statesInSql('unfinished')}`)
    .all()
    .map(({ id }) => String(id))

/** How many of these ids no job of the file has. */
export const countMissing = (database: DatabaseSync, ids: readonly string[]): number =>
  ids.length === 0
    ? 0
    : Number(
        database
          .prepare('SELECT count(*) AS count FROM json_each(?) WHERE value NOT IN (SELECT id FROM job)')
          .get(JSON.stringify(ids))?.['count'],
      )

export function countJobsIn(
  database: DatabaseSync,
  connectionId?: string,
): { readonly jobs: number; readonly unfinished: number } {
  const row = database
    .prepare(`SELECT count(*) AS jobs, count(*) FILTER (WHERE state IN ${statesInSql('unfinished')}) AS unfinished FROM job
      WHERE connection_id = :id OR :id IS NULL`)
    .get({ id: connectionId ?? null })
  return { jobs: Number(row?.['jobs']), unfinished: Number(row?.['unfinished']) }
}
