import type { DatabaseSync } from 'node:sqlite'
import type { Counts } from '../../../shared/bridge/snapshot.ts'
import { defined } from '../../../shared/defined.ts'
import { logInOf, type Intent } from '../../../shared/domain/activation.ts'
import {
  type JobDetail,
  type JobState,
  type JobSummary,
  type BindingStatus,
  type Why,
  type WhyCode,
  jobKindSchema,
  jobStateSchema,
  jobSummarySchema,
  whyCodes,
} from '../../../shared/domain/job.ts'
import type { Clock } from '../../ports.ts'
import { statesInSql } from '../../storage/states-in-sql.ts'
import type { Sealing } from '../../vault/sealing.ts'
import { actionsFor } from './actions.ts'
import { ordinaryOf } from '../steps/console.ts'
import { ChangedOutside, guardRecords } from './records.ts'
import { readJob, readStep, textOf, type Job, type Row, type Step } from './rows.ts'
import { openEntry, stepView, type StoredEntry } from './step-view.ts'

/** Lines are written with leading zeros, so that they sort as numbers. */
const lineDigits = 8

/** The draft's id of a row: the same row of the same list is the same job, however often it is saved. */
export const draftIdOfRow = (batch: string, line: number): string =>
  `bulk.${batch}.${String(line).padStart(lineDigits, '0')}`

/** After every row of a batch: in ASCII the slash follows the dot. */
const end = (batch: string): string => `bulk.${batch}/`

/** A row that cannot be opened needs the technician. */
export const summaryOfUnreadable = (row: Row): JobSummary => ({
  ...bareSummary(row),
  why: { code: row['why'] === 'changed-outside' ? 'changed-outside' : 'unreadable-record' },
})

/** Where the job came from, if it was not made in this file. */
export const originOf = (row: Row): Pick<JobSummary, 'origin'> =>
  defined({ origin: jobSummarySchema.shape.origin.safeParse(row['origin'] ?? undefined).data })

/** What a screen shows of the ledger. Only reads. */
export function createJobViews(database: DatabaseSync, sealing: Sealing, clock: Clock) {
  const records = guardRecords(database, sealing)
  const entriesOf = database.prepare(
    'SELECT at, type, operation, result, status, fingerprint, sealed FROM entry WHERE step_id = ? ORDER BY sequence',
  )
  const stepsOf = database.prepare('SELECT * FROM step WHERE job_sequence = ? ORDER BY position')
  const jobById = database.prepare('SELECT * FROM job WHERE id = ?')
  const holding = (column: 'box_key' | 'customer_key') =>
    database.prepare(`SELECT * FROM job WHERE ${column} = ? AND connection_id = ?
      AND state IN ${statesInSql('claiming')} ORDER BY sequence DESC LIMIT 10`)
  const newest = database.prepare('SELECT max(sequence) AS last FROM job')
  const holdingBox = holding('box_key')
  const holdingCustomer = holding('customer_key')
  const before = database.prepare(`SELECT max(state = 'needs-you') AS needsYou FROM job
    WHERE connection_id = ? AND sequence < ? AND (customer_key = ? OR box_key = ?)
      AND state NOT IN ${statesInSql('settled')}`)
  /** Work on one customer or box is serial: a saved job waits until each older job on it is over. */
  const whyOf = (row: Row): Pick<JobSummary, 'why'> => {
    if (row['state'] !== 'saved') return {}
    const keys = [row['customer_key'] ?? null, row['box_key'] ?? null]
    const needsYou = before.get(row['connection_id'] ?? null, row['sequence'] ?? null, ...keys)?.['needsYou']
    if (typeof needsYou !== 'number') return {}
    return { why: { code: needsYou === 1 ? 'behind-needs-you' : 'sending-order' } }
  }
  /** A row that cannot be opened is shown by its unsealed columns, and hides no other row. */
  const summarise = (row: Row): JobSummary => {
    if (row['purged_at'] !== null) return summaryOfPurged(row)
    try {
      return inTime({ ...summaryOf(readJob(row, sealing)), ...whyOf(row), ...originOf(row) })
    } catch {
      return summaryOfUnreadable(row)
    }
  }
  /** Stored waiting times are milliseconds of this process; a screen shows the time of day. */
  const inTime = (summary: JobSummary): JobSummary =>
    summary.waitsUntil === undefined
      ? summary
      : { ...summary, waitsUntil: Math.round(clock.now() + summary.waitsUntil - clock.elapsed()) }

  return {
    /** Newest first; `before` is the sequence of the last row of the page before. */
    list({
      connectionId,
      states: wanted = [],
      before,
      limit,
    }: {
      readonly connectionId: string
      readonly states?: readonly JobState[] | undefined
      readonly before?: number | undefined
      readonly limit: number
    }): readonly JobSummary[] {
      const marks = wanted.map(() => '?').join(', ')
      const rows = database
        .prepare(`SELECT * FROM job WHERE connection_id = ? ${before === undefined ? '' : 'AND sequence < ?'}
          ${wanted.length === 0 ? '' : `AND state IN (${marks})`} ORDER BY sequence DESC LIMIT ?`)
        .all(connectionId, ...(before === undefined ? [] : [before]), ...wanted, limit)
      return rows.map(summarise)
    },
    /** Throws `ChangedOutside` if another program changed the record, and another error if it cannot be read. */
    detail(id: string): JobDetail | undefined {
      const row = jobById.get(id)
      if (row === undefined) return undefined
      const job = readJob(row, sealing)
      const steps = stepsOf.all(job.sequence).map((one) => {
        const step = readStep(one, job.id, sealing)
        return { ...step, entries: entriesOf.all(step.id).map((entry) => openEntry(entry, step.id, sealing)) }
      })
      if (!records.isAuthentic(job.sequence)) throw new ChangedOutside()
      const detail = detailOf(job, steps)
      return { ...detail, summary: inTime({ ...detail.summary, ...whyOf(row), ...originOf(row) }) }
    },
    summary(id: string): JobSummary | undefined {
      const row = jobById.get(id)
      return row && summarise(row)
    },
    /** Whether the job exists, and only its row in the list is left. */
    isPurged: (id: string) => typeof jobById.get(id)?.['purged_at'] === 'number',
    /** Jobs that are not at rest, and when the oldest was saved, milliseconds since 1970. Opens no row. */
    unsent: (connectionId: string) => ({
      count: Number(
        database.prepare(`SELECT count(*) AS count FROM job WHERE ${isUnsent}`).get(connectionId)?.['count'] ?? 0,
      ),
      oldest: findOldestUnsent(database, connectionId),
    }),
    /** Jobs on this box or customer that were not dropped, newest first, at most ten. */
    holding(
      connectionId: string,
      by: { readonly boxKey: Uint8Array } | { readonly customerKey: Uint8Array },
    ): readonly JobSummary[] {
      const rows =
        'boxKey' in by ? holdingBox.all(by.boxKey, connectionId) : holdingCustomer.all(by.customerKey, connectionId)
      return rows.map(summarise)
    },
    /** The sequence of the newest job; 0 if there is none. */
    newest: () => Number(newest.get()?.['last'] ?? 0),
    /** All jobs on this customer, newest first, at most twenty. */
    about: (connectionId: string, customerKey: Uint8Array): readonly JobSummary[] =>
      database
        .prepare('SELECT * FROM job WHERE customer_key = ? AND connection_id = ? ORDER BY sequence DESC LIMIT 20')
        .all(customerKey, connectionId)
        .map(summarise),
  }
}

const isUnsent = `connection_id = ? AND state IN ${statesInSql('running')}`

/** When the oldest job of a connection that is not at rest was saved. Opens no row, so it works while the vault is locked. */
export function findOldestUnsent(database: DatabaseSync, connectionId: string): number | undefined {
  const oldest = database.prepare(`SELECT min(created_at) AS at FROM job WHERE ${isUnsent}`).get(connectionId)?.['at']
  return typeof oldest === 'number' ? oldest : undefined
}

/** How many jobs of a connection are in each state. Opens no row, so it works while the vault is locked. */
export function countJobs(database: DatabaseSync, connectionId: string): Counts {
  const rows = database
    .prepare('SELECT state, count(*) AS count FROM job WHERE connection_id = ? GROUP BY state')
    .all(connectionId)
  return countBy((state) => Number(rows.find((row) => row['state'] === state)?.['count'] ?? 0))
}

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

/** The counts without a connection. */
export const noJobs = countBy(() => 0)

function summaryOf(job: Job, why: Why | undefined = job.why && { code: job.why }): JobSummary {
  const { technician, productName } = job.payload
  const { id, sequence, connectionId, kind, state, waitsUntil, createdAt, updatedAt } = job
  return {
    ...defined({ id, sequence, connectionId, kind, state, why, waitsUntil, productName }),
    ...subjectOf(job.payload.intent),
    technician,
    createdAt,
    updatedAt,
  }
}

type Subject = Pick<JobSummary, 'box' | 'model' | 'customerName' | 'userid' | 'hostname'>

/** The box, the customer and the hostname of a job, as far as the intent names them. */
export function subjectOf(asked: Intent): Subject {
  const intent = ordinaryOf(asked)
  const box = 'box' in intent ? intent.box : undefined
  return defined({
    box: box?.identifier,
    model: box?.model || undefined,
    customerName: customerNameOf(intent),
    userid: logInOf(intent).userid,
    hostname: 'hostname' in intent ? intent.hostname : undefined,
  })
}

function customerNameOf(intent: Intent): string | undefined {
  if ('customer' in intent) return `${intent.customer.firstname} ${intent.customer.lastname}`
  return 'customerName' in intent ? intent.customerName : undefined
}

type Told = Step & { readonly entries: readonly StoredEntry[] }

function detailOf(job: Job, steps: readonly Told[]): JobDetail {
  const all = steps.flatMap(({ entries }) => entries)
  const told = all.findLast(tellsOfOwnCustomer)?.seen
  const words = wordsFor(job, steps)
  const why = job.why && { code: job.why, ...(tellsWords.has(job.state) && defined({ detail: words })) }
  const { intent, customermappingid } = job.payload
  return {
    summary: summaryOf(job, why),
    ...defined({ intent, customermappingid, customerStatus: told?.status, endDate: told?.endDate }),
    revision: job.revision,
    steps: steps.map((step) => stepView(step, step.entries)),
    customerBinding: bindingOf(steps, 'bind-user'),
    hostnameBinding: bindingOf(steps, 'bind-hostname'),
    actions: [...actionsFor(job, steps)],
  }
}

/** Whether an entry shows this job's own customer. A reading may also show another one, who has the user ID. */
const tellsOfOwnCustomer = ({ type, result, seen }: StoredEntry): boolean =>
  type === 'reading' && result === 'present' && (seen.status !== undefined || seen.endDate !== undefined)

/** States that the platform's own words explain. */
const tellsWords: ReadonlySet<JobState> = new Set(['refused', 'needs-you', 'waiting', 'unconfirmed', 'dropped'])

/** The words of the call that led to the job's state. The words of a reading only if the reading itself is the reason. */
function wordsFor({ why }: Job, steps: readonly Told[]): string | undefined {
  const [all, last] = [steps.flatMap(({ entries }) => entries), steps.findLast(({ entries }) => entries.length > 0)]
  const explains = (why && explaining[why]) ?? (({ type }: StoredEntry) => type === 'verdict')
  return (why === 'person-dropped' || why === 'handed-over' ? all : (last?.entries ?? [])).findLast(
    (entry) => entry.type !== 'attempt' && entry.seen.message !== undefined && explains(entry),
  )?.seen.message
}

/** The entries that explain a reason, if that is not the last call. */
const explaining: Partial<Readonly<Record<WhyCode, (entry: StoredEntry) => boolean>>> = {
  'person-dropped': ({ type }) => type === 'choice',
  'handed-over': ({ type }) => type === 'choice',
  'platform-refused': ({ result }) => result === 'refused',
  'platform-busy': ({ result }) => result === 'unreached' || result === 'unknown',
  'keeps-failing': ({ result }) => result === 'unreached' || result === 'unknown',
  'password-asked': ({ result }) => result === 'credentials' || result === 'refused',
}

function bindingOf(steps: readonly Told[], kind: Step['kind']): BindingStatus {
  const step = steps.find((one) => one.kind === kind && one.state !== 'skipped')
  if (step === undefined) return 'not-asked-for'
  if (step.state === 'done') return 'on'
  if (step.state === 'unconfirmed') return 'unread'
  const last = step.entries.findLast(({ type }) => type === 'reading')?.result
  if (last === 'absent') return 'off'
  if (last === 'unclear' || step.state === 'undecided') return 'unread'
  // Without a list: before the first attempt the box is not there yet, and after it nobody knows.
  const wentOut = step.entries.some(({ type }) => type === 'attempt')
  return wentOut && (last === 'unreached' || last === 'credentials') ? 'unread' : 'not-yet'
}

/** A row whose personal data was purged. Its outcome is left. */
export function summaryOfPurged(row: Row): JobSummary {
  const code = whyCodes.find((one) => one === row['why'])
  return { ...bareSummary(row), ...(code && { why: { code } }), ...originOf(row), isPurged: true }
}

/** The unsealed columns of a row. If these are damaged too, the row is shown as one that needs the technician. */
function bareSummary(row: Row): JobSummary {
  return {
    id: textOf(row['id']),
    sequence: Number(row['sequence']),
    connectionId: textOf(row['connection_id']),
    kind: jobKindSchema.safeParse(row['kind']).data ?? 'new-customer',
    state: jobStateSchema.safeParse(row['state']).data ?? 'needs-you',
    technician: '',
    createdAt: Number(row['created_at']),
    updatedAt: Number(row['updated_at']),
  }
}

/** The jobs that were saved from one list, found by their draft's id. Opens no row. */
export function createBatchViews(database: DatabaseSync) {
  const range = 'draft_id > ? AND draft_id < ?'
  const counts = database.prepare(`SELECT state, count(*) AS count FROM job WHERE ${range} GROUP BY state`)
  const first = database.prepare(`SELECT min(created_at) AS at FROM job WHERE ${range}`)
  const page = database.prepare(`SELECT draft_id, id FROM job WHERE ${range} ORDER BY draft_id LIMIT ?`)
  return {
    count: (batch: string): Readonly<Partial<Record<JobState, number>>> =>
      Object.fromEntries(
        counts.all(`bulk.${batch}.`, end(batch)).map((row) => [String(row['state']), Number(row['count'])]),
      ),
    /** When the first of them was saved, milliseconds since 1970. */
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

/** How many jobs of all connections are in each state, also in one that this version does not know. */
export const countByState = (database: DatabaseSync): ReadonlyMap<string, number> =>
  new Map(
    database
      .prepare('SELECT state, count(*) AS count FROM job GROUP BY state')
      .all()
      .map(({ state, count }) => [String(state), Number(count)]),
  )

export const countJobsOf = (database: DatabaseSync, connectionId: string): number =>
  Number(database.prepare('SELECT count(*) AS jobs FROM job WHERE connection_id = ?').get(connectionId)?.['jobs'])

/** Whether any of the jobs with these ids belongs to the connection. */
export const hasJobOf = (database: DatabaseSync, ids: readonly string[], connectionId: string): boolean =>
  database
    .prepare('SELECT 1 FROM job WHERE connection_id = ? AND id IN (SELECT value FROM json_each(?)) LIMIT 1')
    .get(connectionId, JSON.stringify(ids)) !== undefined

/** Whether any of the jobs with these ids is not over: a refused one may be corrected and sent. */
export const hasOpenJob = (database: DatabaseSync, ids: readonly string[]): boolean =>
  database
    .prepare(`SELECT 1 FROM job WHERE id IN (SELECT value FROM json_each(?))
      AND (state IN ${statesInSql('unfinished')} OR state = 'refused') LIMIT 1`)
    .get(JSON.stringify(ids)) !== undefined

/** The ids and sealed values of the newest jobs that were not purged. */
export const newestSealed = (database: DatabaseSync, limit: number): readonly Row[] =>
  database.prepare("SELECT id, sealed FROM job WHERE sealed <> x'' ORDER BY sequence DESC LIMIT ?").all(limit)

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
