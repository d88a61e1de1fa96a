import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { defined } from '../../../shared/defined.ts'
import type { Counts } from '../../../shared/bridge/snapshot.ts'
import {
  type FleetCheck,
  type JobDetail,
  type JobState,
  jobStateSchema,
  type JobSummary,
} from '../../../shared/domain/job.ts'
import type { JobKind } from '../../../shared/domain/job-kinds.ts'
import type { Clock } from '../../ports.ts'
import type { Sealing } from '../../vault/sealing.ts'
import { detailOf, openEntry, originOf, summaryOf, summaryOfPurged, summaryOfUnreadable } from './job-view.ts'
import { ChangedOutside, guardRecords } from './records.ts'
import { kindsInRows, readJob, readSeen, readStep, sequencesOf, statesInSql, type Row, type Sequences } from './rows.ts'

/** The number of digits of a line number in a draft id. With leading zeros, line numbers sort correctly as text. */
const lineDigits = 8

/** The draft id of a list's row. Each row of a list has its own draft id, so saving the row again makes no second job. */
export const draftIdOfRow = (batch: string, line: number): string =>
  `bulk.${batch}.${String(line).padStart(lineDigits, '0')}`

/** The end of a batch's draft ids. It sorts after every row of the batch, because in ASCII the slash follows the dot. */
const end = (batch: string): string => `bulk.${batch}/`

/** Which jobs a list shows. Times are milliseconds since 1970, `from` inclusive, `to` exclusive. */
export interface WantedJobs {
  readonly connectionId: string
  readonly states?: readonly JobState[] | undefined
  readonly kinds?: readonly JobKind[] | undefined
  readonly from?: number | undefined
  readonly to?: number | undefined
  /** The sequence of the previous page's last row. */
  readonly before?: number | undefined
  /** Only jobs with these sequences. */
  readonly among?: readonly number[] | undefined
  readonly limit: number
}

export interface JobFacts {
  readonly summary: JobSummary
  readonly isCorrected: boolean
  readonly isDecided: boolean
  /** The platform's words in each refusal. A refusal without words has an empty text. */
  readonly refusals: readonly string[]
}

/** Returns what the fleet's hub said about a job. Undefined if there is nothing to show. */
export type FleetCheckOf = (job: Pick<JobSummary, 'sequence' | 'connectionId' | 'state'>) => FleetCheck | undefined

export type JobViews = ReturnType<typeof createJobViews>

/** Reads what the screens show of the ledger. Writes nothing. */
export function createJobViews(
  database: DatabaseSync,
  sealing: Sealing,
  clock: Clock,
  fleetCheck: FleetCheckOf = () => undefined,
) {
  const records = guardRecords(database, sealing)
  const entriesOf = database.prepare(
    'SELECT at, revision, type, operation, result, status, fingerprint, sealed FROM entry WHERE step_id = ? ORDER BY sequence',
  )
  const stepsOf = database.prepare('SELECT * FROM step WHERE job_sequence = ? ORDER BY position')
  const jobById = database.prepare('SELECT * FROM job WHERE id = ?')
  const holding = (column: 'box_key' | 'customer_key', end = 'ORDER BY sequence DESC LIMIT 10') =>
    database.prepare(`SELECT * FROM job WHERE ${column} = ? AND connection_id = ?
      AND state IN ${statesInSql('claiming')} ${end}`)
  const tellingOf = database.prepare(`SELECT s.job_sequence, e.step_id, e.at, e.type, e.sealed
    FROM step s JOIN entry e ON e.step_id = s.id
    WHERE s.job_sequence BETWEEN ? AND ? AND (e.type = 'choice' OR (e.type = 'verdict' AND e.result = 'refused'))
    ORDER BY e.sequence`)
  const newest = database.prepare('SELECT max(sequence) AS last FROM job')
  const olderPage = database.prepare('SELECT * FROM job WHERE sequence < ? ORDER BY sequence DESC LIMIT ?')
  const newerPage = database.prepare('SELECT * FROM job WHERE sequence > ? ORDER BY sequence LIMIT ?')
  const ofBox = holding('box_key')
  const ofCustomer = holding('customer_key')
  const creating = holding('customer_key', 'AND kind IN (SELECT value FROM json_each(?)) ORDER BY sequence DESC')
  const aboutCustomer = database.prepare(`WITH own AS (SELECT * FROM job WHERE customer_key = ? AND connection_id = ?)
    SELECT * FROM own WHERE sequence IN (SELECT sequence FROM own ORDER BY sequence DESC LIMIT 20) OR sequence = (SELECT max(sequence) FROM own
    WHERE purged_at IS NULL AND state NOT IN ('refused', 'dropped') AND kind IN (SELECT value FROM json_each(?))) ORDER BY sequence DESC`)
  const before = database.prepare(`SELECT max(state = 'needs-you') AS needsYou FROM job
    WHERE connection_id = ? AND sequence < ? AND (customer_key = ? OR box_key = ?)
      AND state NOT IN ${statesInSql('settled')}`)
  /** The reason why a saved job waits. Only one job per customer or box is in work at a time, so a saved job waits for older jobs. */
  const whyOf = (row: Row): Pick<JobSummary, 'why'> => {
    if (row['state'] !== 'saved') return {}
    const keys = [row['customer_key'] ?? null, row['box_key'] ?? null]
    const needsYou = before.get(row['connection_id'] ?? null, row['sequence'] ?? null, ...keys)?.['needsYou']
    if (typeof needsYou !== 'number') return {}
    return { why: { code: needsYou === 1 ? 'behind-needs-you' : 'sending-order' } }
  }
  const moreOf = (row: Row): Partial<JobSummary> => ({
    ...whyOf(row),
    ...originOf(row),
    ...defined({
      fleet: fleetCheck({
        sequence: Number(row['sequence']),
        connectionId: String(row['connection_id']),
        state: jobStateSchema.parse(row['state']),
      }),
    }),
  })
  const wordsOf = (entry: Row): string => {
    try {
      return readSeen(entry, Number(entry['step_id']), sealing)?.message ?? ''
    } catch {
      return ''
    }
  }
  /** Summarises a row. If the row cannot be opened, its unsealed columns are shown, so that the rest of the list is still shown. */
  const summarise = (row: Row): JobSummary => {
    if (row['purged_at'] !== null) return summaryOfPurged(row)
    try {
      return inTime({ ...summaryOf(readJob(row, sealing)), ...moreOf(row) })
    } catch {
      return summaryOfUnreadable(row)
    }
  }
  /** Converts the waiting time from milliseconds since this process started, as the ledger stores it, to milliseconds since 1970. */
  const inTime = (summary: JobSummary): JobSummary =>
    summary.waitsUntil === undefined
      ? summary
      : { ...summary, waitsUntil: Math.round(clock.now() + summary.waitsUntil - clock.elapsed()) }

  return {
    list: (wanted: WantedJobs): readonly JobSummary[] => findWanted(database, wanted).map(summarise),
    /** Returns jobs of all connections: the jobs before a sequence, newest first, or the jobs after a sequence, oldest first. */
    page: (
      from: ({ readonly before: number } | { readonly after: number }) & { readonly limit: number },
    ): readonly JobSummary[] =>
      ('before' in from ? olderPage.all(from.before, from.limit) : newerPage.all(from.after, from.limit)).map(
        summarise,
      ),
    facts(wanted: WantedJobs): readonly JobFacts[] {
      const rows = findWanted(database, wanted)
      const told = Map.groupBy(
        tellingOf.all(Number(rows.at(-1)?.['sequence'] ?? 0), Number(rows[0]?.['sequence'] ?? 0)),
        (entry) => Number(entry['job_sequence']),
      )
      return rows.map((row) => {
        const entries = told.get(Number(row['sequence'])) ?? []
        return {
          summary: summarise(row),
          isCorrected: Number(row['revision']) > 1,
          isDecided: entries.some((entry) => entry['type'] === 'choice'),
          refusals: entries.filter((entry) => entry['type'] === 'verdict').map(wordsOf),
        }
      })
    },
    /** Returns a job with its whole history. Throws `ChangedOutside` if another program changed it, another error if it is unreadable. */
    detail(id: string): JobDetail | undefined {
      const row = jobById.get(id)
      if (row === undefined) return undefined
      const job = readJob(row, sealing)
      const steps = stepsOf.all(job.sequence).map((one) => {
        const step = readStep(one, job, sealing)
        return { ...step, entries: entriesOf.all(step.id).map((entry) => openEntry(entry, step.id, sealing)) }
      })
      if (!records.isAuthentic(job.sequence)) throw new ChangedOutside()
      const detail = detailOf(job, steps)
      return { ...detail, summary: inTime({ ...detail.summary, ...moreOf(row) }) }
    },
    summary(id: string): JobSummary | undefined {
      const row = jobById.get(id)
      return row && summarise(row)
    },
    isPurged: (id: string) => typeof jobById.get(id)?.['purged_at'] === 'number',
    /** The unsent jobs of a connection. `oldest`: when the oldest of them was saved, in milliseconds since 1970. Opens no row. */
    unsent: (connectionId: string) => ({
      count: Number(
        database.prepare(`SELECT count(*) AS count FROM job WHERE ${isUnsent}`).get(connectionId)?.['count'] ?? 0,
      ),
      oldest: findOldestUnsent(database, connectionId),
    }),
    /** The jobs for this box or customer that were neither refused nor dropped, newest first, at most ten. */
    holding: (
      connectionId: string,
      by: { readonly boxKey: Uint8Array } | { readonly customerKey: Uint8Array },
    ): readonly JobSummary[] =>
      ('boxKey' in by ? ofBox.all(by.boxKey, connectionId) : ofCustomer.all(by.customerKey, connectionId)).map(
        summarise,
      ),
    /** As `holding`, but only and all the jobs that may create the customer. A job from the console may be any work. */
    creating: (connectionId: string, customerKey: Uint8Array) =>
      creating.all(customerKey, connectionId, JSON.stringify(kindsInRows(['new-customer', 'console']))).map(summarise),
    newest: () => Number(newest.get()?.['last'] ?? 0),
    /** The newest jobs of a customer, always with the one that created the customer, because it has the password. */
    about: (connectionId: string, customerKey: Uint8Array) =>
      aboutCustomer.all(customerKey, connectionId, JSON.stringify(kindsInRows(['new-customer']))).map(summarise),
  }
}

const isUnsent = `connection_id = ? AND state IN ${statesInSql('running')}`

/** When the oldest unsent job of a connection was saved, milliseconds since 1970. Opens no row, so it works with a locked vault. */
export function findOldestUnsent(database: DatabaseSync, connectionId: string): number | undefined {
  const oldest = database.prepare(`SELECT min(created_at) AS at FROM job WHERE ${isUnsent}`).get(connectionId)?.['at']
  return typeof oldest === 'number' ? oldest : undefined
}

/** How many jobs of a connection are in each state. Opens no row, so it works while the vault is locked. */
export const countJobs = (database: DatabaseSync, connectionId: string): Counts =>
  countStates(
    database
      .prepare('SELECT state, count(*) AS count FROM job WHERE connection_id = ? GROUP BY state')
      .all(connectionId),
  )

/** Like `countJobs`, for all connections but `except`, also one that this computer no longer knows. Erased jobs do not count. */
export const countAllJobs = (database: DatabaseSync, except: string): Counts =>
  countStates(
    database
      .prepare(`SELECT state, count(*) AS count FROM job WHERE draft_id <> 'erased ' || id AND connection_id <> ?
        GROUP BY state`)
      .all(except),
  )

const countStates = (rows: readonly Row[]): Counts =>
  countBy((state) => Number(rows.find((row) => row['state'] === state)?.['count'] ?? 0))

const countBy = (count: (state: JobState) => number): Counts => ({
  saved: count('saved'),
  sending: count('sending'),
  checking: count('checking'),
  waiting: count('waiting'),
  needsYou: count('needs-you'),
  refused: count('refused'),
  unconfirmed: count('unconfirmed'),
  done: count('done'),
  dropped: count('dropped'),
})

export const noJobs = countBy(() => 0)

/** How many jobs of all connections are in each state, including states that this version does not know. */
export const countByState = (database: DatabaseSync): ReadonlyMap<string, number> =>
  new Map(
    database
      .prepare('SELECT state, count(*) AS count FROM job GROUP BY state')
      .all()
      .map(({ state, count }) => [String(state), Number(count)]),
  )

export const hasJobOf = (database: DatabaseSync, ids: readonly string[], connectionId: string): boolean =>
  database
    .prepare('SELECT 1 FROM job WHERE connection_id = ? AND id IN (SELECT value FROM json_each(?)) LIMIT 1')
    .get(connectionId, JSON.stringify(ids)) !== undefined

/** A refused job counts as open, because it may be corrected and sent. */
const isOpen = `(state IN ${statesInSql('unfinished')} OR state = 'refused')`

/** Whether any of the jobs with these ids is not finished. */
export const hasOpenJob = (database: DatabaseSync, ids: readonly string[]): boolean =>
  database
    .prepare(`SELECT 1 FROM job WHERE id IN (SELECT value FROM json_each(?)) AND ${isOpen} LIMIT 1`)
    .get(JSON.stringify(ids)) !== undefined

/** Counts the jobs of all connections that are not finished, and names their connections. */
export function countOpenJobs(database: DatabaseSync): { readonly jobs: number; readonly connectionIds: string[] } {
  const rows = database
    .prepare(`SELECT connection_id AS id, count(*) AS count FROM job WHERE ${isOpen} GROUP BY connection_id`)
    .all()
  return {
    jobs: rows.reduce((sum, { count }) => sum + Number(count), 0),
    connectionIds: rows.map(({ id }) => String(id)),
  }
}

const countRows = (counts: StatementSync, batch: string): Readonly<Partial<Record<JobState, number>>> =>
  Object.fromEntries(
    counts.all(`bulk.${batch}.`, end(batch)).map((row) => [String(row['state']), Number(row['count'])]),
  )

/** Finds the jobs that were saved from one list, by their draft ids. Opens no row. */
export function createBatchViews(database: DatabaseSync) {
  const range = 'draft_id > ? AND draft_id < ?'
  const counts = database.prepare(`SELECT state, count(*) AS count FROM job WHERE ${range} GROUP BY state`)
  // Console jobs are left out, because their engineer chose the operation that binds the box.
  const boundAlone = database.prepare(`SELECT state, count(*) AS count FROM job WHERE ${range} AND kind <> 'console'
    AND EXISTS (SELECT 1 FROM step WHERE job_sequence = job.sequence AND kind = 'bind-user')
    AND NOT EXISTS (SELECT 1 FROM step WHERE job_sequence = job.sequence AND kind = 'bind-hostname')
    GROUP BY state`)
  const first = database.prepare(`SELECT min(created_at) AS at FROM job WHERE ${range}`)
  const page = database.prepare(`SELECT draft_id, id FROM job WHERE ${range} ORDER BY draft_id LIMIT ?`)
  return {
    count: (batch: string) => countRows(counts, batch),
    /** Counts the list's jobs that bind a box to a customer but to no hostname. */
    countWithoutHostname: (batch: string) => countRows(boundAlone, batch),
    /** When the first job of the list was saved, in milliseconds since 1970. */
    firstSavedAt(batch: string) {
      const at = first.get(`bulk.${batch}.`, end(batch))?.['at']
      return typeof at === 'number' ? at : undefined
    },
    list: (batch: string, after: number, limit: number) =>
      page.all(draftIdOfRow(batch, after), end(batch), limit).map((row) => ({
        line: Number(String(row['draft_id']).slice(-lineDigits)),
        id: String(row['id']),
      })),
  }
}

/** The unfinished jobs, including those in states that this version does not know. */
export const listUnfinished = (database: DatabaseSync): Sequences =>
  sequencesOf(
    database
      // Every known state is unfinished or settled, so this query finds the jobs in unfinished or unknown states. Without an ORDER BY,
      // SQLite reads an index and not every row.
      .prepare(`SELECT sequence FROM job WHERE state NOT IN ${statesInSql('settled')}`)
      .all(),
  )

/** The tasks of a connection that are open or were ticked off after `since`, each with its job, oldest first. */
export function listTaskRows(
  database: DatabaseSync,
  wish: {
    readonly connection: string
    readonly since: number
    readonly customer?: Uint8Array | undefined
    readonly limit: number
  },
): readonly Row[] {
  const { connection, since, customer, limit } = wish
  return database
    .prepare(`SELECT t.draft_id, t.created_at, t.done_at, t.sealed, j.id AS job_id, j.state FROM task t
      JOIN job j ON j.draft_id = t.draft_id
      WHERE t.connection_id = :connection AND (t.done_at IS NULL OR t.done_at > :since)
        ${customer === undefined ? '' : 'AND t.customer_key = :customer'}
      ORDER BY t.created_at LIMIT :limit`)
    .all({ connection, since, limit, ...(customer && { customer }) })
}

type Part = readonly [sql: string, ...values: (string | number)[]]

/** The states of a connection's jobs, including states that this version does not know. Each state costs one look-up in the index. */
const heldStates = `WITH RECURSIVE held (state) AS (
  SELECT min(state) FROM job WHERE connection_id = ?1
  UNION ALL SELECT (SELECT min(state) FROM job WHERE connection_id = ?1 AND state > held.state) FROM held WHERE state IS NOT NULL)
  SELECT state FROM held WHERE state IS NOT NULL`

/**
 * The rows of the wanted jobs, newest first. The index has the order connection, state, sequence. The query takes the newest rows of each
 * state from the index, and the newest of these form the page. Otherwise SQLite would read every row of the connection for each page.
 */
export function findWanted(database: DatabaseSync, wanted: WantedJobs): readonly Row[] {
  const { connectionId, among, limit } = wanted
  const all = (sql: string, parts: readonly Part[]): readonly Row[] =>
    database.prepare(sql).all(...parts.flatMap(([, ...values]) => values))
  const states = wanted.states ?? []
  const which =
    states.length > 0
      ? states
      : database
          .prepare(heldStates)
          .all(connectionId)
          .map(({ state }) => String(state))
  if (which.length === 0) return []
  const more = conditionsOf(wanted)
  if (among !== undefined) {
    const conditions: readonly Part[] = [
      ['sequence IN (SELECT value FROM json_each(?))', JSON.stringify(among)],
      // The plus sign keeps SQLite from using the index, because the sequence numbers lead to fewer rows.
      ['+connection_id = ?', connectionId],
      [`+state IN (${which.map(() => '?').join(', ')})`, ...which],
      ...more,
    ]
    return all(`SELECT * FROM job WHERE ${join(conditions)} ORDER BY sequence DESC LIMIT ?`, [
      ...conditions,
      ['', limit],
    ])
  }
  const newest = which.map((state): readonly Part[] => [
    ['connection_id = ?', connectionId],
    ['state = ?', state],
    ...more,
    ['', limit],
  ])
  const found = newest.map(
    (conditions) => `SELECT * FROM (SELECT sequence FROM job INDEXED BY job_by_state
      WHERE ${join(conditions.slice(0, -1))} ORDER BY sequence DESC LIMIT ?)`,
  )
  return all(`SELECT * FROM job WHERE sequence IN (${found.join(' UNION ALL ')}) ORDER BY sequence DESC LIMIT ?`, [
    ...newest.flat(),
    ['', limit],
  ])
}

const join = (conditions: readonly Part[]): string => conditions.map(([condition]) => condition).join(' AND ')

function conditionsOf({ kinds = [], from, to, before }: WantedJobs): readonly Part[] {
  const inRows = kindsInRows(kinds)
  return [
    ...(before === undefined ? [] : [['sequence < ?', before] as const]),
    ...(inRows.length === 0 ? [] : [[`kind IN (${inRows.map(() => '?').join(', ')})`, ...inRows] as const]),
    ...(from === undefined ? [] : [['created_at >= ?', from] as const]),
    ...(to === undefined ? [] : [['created_at < ?', to] as const]),
  ]
}
