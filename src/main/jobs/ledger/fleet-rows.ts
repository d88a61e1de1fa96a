import type { DatabaseSync } from 'node:sqlite'
import { jobStateSchema, type JobState } from '../../../shared/domain/job.ts'
import { earlierTotal } from '../../vault/fleet-membership.ts'
import { sequencesOf, statesInSql, type Row, type Sequences } from './rows.ts'
import { prepareReach } from './entries.ts'

/** This file reads what the fleet needs to know about jobs. It opens no sealed value. */

/** Makes the fleet's claim on a job new, so that the hub is asked before anything is sent. What the hub has of the job stays known. */
export function askHubAgain(database: DatabaseSync, sequence: number): void {
  database
    .prepare(
      "UPDATE fleet_job SET claim = 'new', word = NULL, sealed = NULL WHERE job_sequence = ? AND claim <> 'moved'",
    )
    .run(sequence)
}

/** `state`: undefined if this version does not know the job's state. */
export interface JobStanding {
  readonly sequence: number
  readonly id: string
  readonly connectionId: string
  readonly state: JobState | undefined
}

export function prepareStanding(database: DatabaseSync): (job: string | number) => JobStanding | undefined {
  const columns = 'SELECT sequence, id, connection_id, state FROM job'
  const byId = database.prepare(`${columns} WHERE id = ?`)
  const bySequence = database.prepare(`${columns} WHERE sequence = ?`)
  return (job) => {
    const row = typeof job === 'string' ? byId.get(job) : bySequence.get(job)
    return (
      row && {
        sequence: Number(row['sequence']),
        id: String(row['id']),
        connectionId: String(row['connection_id']),
        state: jobStateSchema.safeParse(row['state']).data,
      }
    )
  }
}

/** SQL for a mark that changes with the job. When the mark changes, the job is stored at the hub again. */
const mark = "j.state || ' ' || hex(substr(ifnull(j.mac, x''), 1, 12))"

/** Finds jobs by the hub's answers about them, which are in the table `fleet_job`. Sequences are returned in ascending order. */
export function createClaimedJobs(database: DatabaseSync) {
  const originOf = database.prepare('SELECT origin FROM job WHERE sequence = ?')
  const isOpen = `j.state IN ${statesInSql('unfinished')}`
  const ofUnknown = `FROM job j LEFT JOIN fleet_job f ON f.job_sequence = j.sequence
    WHERE j.connection_id IN (SELECT value FROM json_each(?)) AND ${isOpen} AND f.job_sequence IS NULL`
  const unknown = database.prepare(`SELECT j.sequence ${ofUnknown} AND j.sequence > ? ORDER BY j.sequence LIMIT ?`)
  const countUnknown = database.prepare(`SELECT count(*) AS unknown ${ofUnknown}`)
  const due =
    database.prepare(`SELECT f.job_sequence AS sequence FROM fleet_job f JOIN job j ON j.sequence = f.job_sequence
    WHERE (f.claim = 'new' OR (${isOpen} AND (f.asked_at <= :askedBefore OR f.asked_at > :now) AND f.claim IN ('held', 'own', 'conflict')
        AND (f.claim <> 'conflict' OR f.word = 'go-on')))
      AND f.job_sequence > :after ORDER BY f.job_sequence LIMIT :limit`)
  const isInCare = `j.connection_id IN (SELECT value FROM json_each(:connections)) AND j.state IN ${statesInSql('leftBehind')}`
  const markOf = database.prepare(`SELECT ${mark} AS mark FROM job j WHERE j.sequence = ?`)
  const unlike = database.prepare(`SELECT j.sequence FROM job j LEFT JOIN fleet_job f ON f.job_sequence = j.sequence
    WHERE j.sequence > :after AND ((${isInCare} AND f.mark IS NOT ${mark}) OR (f.mark IS NOT NULL AND NOT (${isInCare})))
    ORDER BY j.sequence LIMIT :limit`)
  const held = database.prepare(`SELECT j.id FROM fleet_job f JOIN job j ON j.sequence = f.job_sequence
    WHERE f.claim <> 'moved' AND (f.mark IS NOT NULL OR f.claim = 'held' OR (f.claim = 'conflict' AND ${isOpen}))`)
  const count = database.prepare(`SELECT
      count(*) FILTER (WHERE f.claim = 'new') AS unchecked,
      count(*) FILTER (WHERE f.claim = 'conflict' AND f.word IS NULL AND j.state <> 'dropped') AS conflicts
    FROM fleet_job f JOIN job j ON j.sequence = f.job_sequence WHERE f.claim IN ('new', 'conflict')`)
  const ended =
    database.prepare(`SELECT f.job_sequence AS sequence FROM fleet_job f JOIN job j ON j.sequence = f.job_sequence
    WHERE (f.claim IN ('held', 'own') OR (f.claim = 'conflict' AND f.fence > 0 AND j.state = 'dropped')) AND NOT (${isOpen}) ORDER BY f.job_sequence LIMIT ?`)
  const known = database.prepare(`SELECT job_sequence AS sequence FROM fleet_job
    WHERE claim <> 'moved' AND (claim <> 'over' OR mark IS NOT NULL) ORDER BY job_sequence`)
  const doubtful = database.prepare(`SELECT j.sequence FROM fleet_job f JOIN job j ON j.sequence = f.job_sequence
    WHERE f.claim <> 'moved' AND (f.claim = 'held' OR f.mark IS NOT NULL) AND f.word IS NOT 'unasked'
      AND j.state IN ('saved', 'waiting') ORDER BY j.sequence`)
  const sharing = database.prepare(`SELECT o.sequence FROM job j JOIN job o ON o.connection_id = j.connection_id
      AND o.sequence <> j.sequence AND (o.box_key = j.box_key OR o.customer_key = j.customer_key)
    WHERE j.sequence = ? AND o.state IN ${statesInSql('claiming')} ORDER BY o.sequence`)
  const settleUnopened = database.prepare(`UPDATE fleet_job SET claim = 'over'
    WHERE job_sequence = ? AND claim = 'new' AND EXISTS (SELECT 1 FROM job j WHERE j.sequence = job_sequence AND NOT (${isOpen}))`)
  return {
    /** Notes that the hub need not be asked about a job that is settled and whose record was purged or is damaged. */
    settleUnopened: (sequence: number): void => void settleUnopened.run(sequence),
    isTakenOver: (sequence: number): boolean => originOf.get(sequence)?.['origin'] === 'taken-over',
    isRestored: (sequence: number): boolean => originOf.get(sequence)?.['origin'] === 'restored',
    /** Whether the job came from another computer or from a backup. Its calls may be missing in this file. */
    isFromElsewhere: (sequence: number): boolean => typeof originOf.get(sequence)?.['origin'] === 'string',
    /** Other jobs of the same box or customer that bind their box or have bound it. */
    sharing: (sequence: number): Sequences => sequencesOf(sharing.all(sequence)),
    /**
     * The jobs after the sequence `after` whose copy at the hub is outdated. Either a job of these connections differs from its copy or has
     * no copy, or the hub has a copy that is no longer needed.
     */
    unlike: (connections: readonly string[], after: number, limit: number): Sequences =>
      sequencesOf(unlike.all({ connections: JSON.stringify(connections), after, limit })),
    /**
     * The unfinished jobs of these connections that come after the sequence `after` and about which the hub was never asked. These jobs
     * have no row in `fleet_job`.
     */
    unknown: (connections: readonly string[], after: number, limit: number): Sequences =>
      sequencesOf(unknown.all(JSON.stringify(connections), after, limit)),
    /**
     * The jobs after the sequence `after` about which the hub has to be asked. Either the hub has not answered yet, or it was last asked
     * before `askedBefore`. A job that was last asked about later than `now` is also due, because the clock was set back since then. Times
     * in milliseconds since 1970.
     */
    due: (wish: Readonly<Record<'askedBefore' | 'now' | 'after' | 'limit', number>>): Sequences =>
      sequencesOf(due.all({ ...wish })),
    markOf: (sequence: number): string => String(markOf.get(sequence)?.['mark']),
    /** Jobs about which the hub may have news: claimed by this station, stored by the hub, or in conflict with another station. */
    askableIds: (): readonly string[] => held.all().map((row) => String(row['id'])),
    /**
     * `unchecked`: jobs about which the hub has not answered, or was not asked yet. `conflicts`: jobs whose conflict no technician has decided
     * yet. `connections`: the connections whose jobs the hub checks.
     */
    count(connections: readonly string[]) {
      const row = count.get()
      const unknown = countUnknown.get(JSON.stringify(connections))?.['unknown']
      return {
        unchecked: Number(row?.['unchecked'] ?? 0) + Number(unknown ?? 0),
        conflicts: Number(row?.['conflicts'] ?? 0),
      }
    },
    /** Finished jobs that the hub still believes to be unfinished. */
    ended: (limit: number): Sequences => sequencesOf(ended.all(limit)),
    /** Jobs that the hub may believe to be unfinished jobs of this station. */
    known: (): Sequences => sequencesOf(known.all()),
    /**
     * Jobs that wait to be sent here, and that a supervisor may have moved to another computer. A job is left out if a technician decided to
     * send it without the hub's answer.
     */
    doubtful: (): Sequences => sequencesOf(doubtful.all()),
  }
}

/** The outcome that the fleet's board counts. A job that was moved counts at the computer that has it now. */
const outcome = `CASE WHEN EXISTS (SELECT 1 FROM fleet_job f WHERE f.job_sequence = j.sequence AND f.claim = 'moved') THEN NULL
  WHEN j.state IN ('done', 'unconfirmed') THEN 'done' WHEN j.state = 'refused' THEN 'refused' END`

/** Finds jobs by what was counted for them, which is in the table `fleet_counted`. */
export function createCountedJobs(database: DatabaseSync) {
  const jobOf = database.prepare(`SELECT j.*, ${outcome} AS outcome FROM job j WHERE j.sequence = ?`)
  const uncounted = database.prepare(`SELECT j.sequence FROM job j
    LEFT JOIN fleet_counted c ON c.job_sequence = j.sequence
    WHERE j.sequence > :after AND j.sequence <= :last AND j.connection_id IN (SELECT value FROM json_each(:connections))
      AND (c.outcome IS NOT ${outcome} OR c.revision <> j.revision) AND (c.outcome IS NOT NULL OR j.created_at >= :since)
    ORDER BY j.sequence`)
  const reach = prepareReach(database)
  return {
    /** The row of a job, with its `outcome`: `done`, `refused` or null. */
    rowOf: (sequence: number): Row | undefined => jobOf.get(sequence),
    /**
     * The jobs of these connections whose count is outdated. Only jobs after the sequence `after` and up to `last` are returned. A job that
     * was never counted is left out if it was saved before `since`, in milliseconds since 1970.
     */
    uncounted: (
      connections: readonly string[],
      wish: Readonly<Record<'after' | 'last' | 'since', number>>,
    ): Sequences => sequencesOf(uncounted.all({ ...wish, connections: JSON.stringify(connections) })),
    newest: (): number => reach().jobs,
  }
}

/** Forgets the jobs that an earlier station counted and that were saved before this time, in milliseconds since 1970. */
export const forgetEarlierCounts = (database: DatabaseSync, before: number): void =>
  void database
    .prepare(
      'DELETE FROM fleet_counted WHERE total_id = ? AND job_sequence IN (SELECT sequence FROM job WHERE created_at < ?)',
    )
    .run(earlierTotal, before)

/** The totals that the hub was told or will be told. They survive a restore, because the hub's totals must not fall. */
export interface KeptTotals {
  readonly totals: readonly Row[]
  /** Jobs are named by their ids, because a restored file may give their sequences to other jobs. */
  readonly counted: readonly Row[]
}

export const keepTotals = (database: DatabaseSync): KeptTotals => ({
  totals: database.prepare('SELECT id, day, done, refused, is_told, sealed FROM fleet_total').all(),
  counted: database
    .prepare(
      'SELECT j.id, c.total_id, c.outcome, c.revision FROM fleet_counted c JOIN job j ON j.sequence = c.job_sequence',
    )
    .all(),
})

/** Puts the totals of the present file into a restored file. A job that only the restored file has counted is not counted again. */
export function putTotals(database: DatabaseSync, { totals, counted }: KeptTotals): void {
  database.exec(`DELETE FROM fleet_total; UPDATE fleet_counted SET total_id = ${earlierTotal}`)
  const put = database.prepare(
    'INSERT INTO fleet_total (id, day, done, refused, is_told, sealed) VALUES (?, ?, ?, ?, ?, ?)',
  )
  for (const { id = null, day = null, done = null, refused = null, is_told: isTold = null, sealed = null } of totals)
    put.run(id, day, done, refused, isTold, sealed)
  const count = database.prepare(`INSERT OR REPLACE INTO fleet_counted (job_sequence, total_id, outcome, revision)
    SELECT sequence, ?, ?, ? FROM job WHERE id = ?`)
  for (const { id = null, total_id: total = null, outcome = null, revision = null } of counted)
    count.run(total, outcome, revision, id)
}
