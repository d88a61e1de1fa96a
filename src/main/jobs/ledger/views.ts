import type { DatabaseSync } from 'node:sqlite'
import type { Counts } from '../../../shared/bridge/snapshot.ts'
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
import { entryPayloadSchema } from './payload.ts'
import { ordinaryOf } from '../steps/console.ts'
import { readJob, readStep, sealedAs, textOf, type Job, type Row, type Step } from './rows.ts'
import { stepView, type StoredEntry } from './step-view.ts'

/** What is shown of a batch: jobs that were saved from one list. Found by their draft's id; opens no row. */
interface BatchViews {
  readonly count: (batch: string) => Readonly<Partial<Record<JobState, number>>>
  /** When the first of them was saved, milliseconds since 1970. */
  readonly firstSavedAt: (batch: string) => number | undefined
  /** By line, which grows. */
  readonly list: (
    batch: string,
    after: number,
    limit: number,
  ) => readonly { readonly line: number; readonly id: string }[]
}

/** Lines are written with leading zeros, so that they sort as numbers. */
const lineDigits = 8

/** The draft's id of a row: the same row of the same list is the same job, however often it is saved. */
export const draftIdOfRow = (batch: string, line: number): string =>
  `bulk.${batch}.${String(line).padStart(lineDigits, '0')}`

/** Past every row of a batch: a slash is the sign after the dot. */
const end = (batch: string): string => `bulk.${batch}/`

/** A row that cannot be opened: a person has to look at it. */
export const summaryOfUnreadable = (row: Row): JobSummary => ({
  ...bareSummary(row),
  why: { code: 'unreadable-record' },
})

/** Where the job came from, where that was not here. */
export const originOf = (row: Row): Pick<JobSummary, 'origin'> => {
  const origin = jobSummarySchema.shape.origin.safeParse(row['origin'] ?? undefined).data
  return origin === undefined ? {} : { origin }
}

/** What a screen is shown of the ledger; reads only. */
export interface JobViews {
  /** Jobs that are not at rest, and when the oldest was saved (milliseconds since 1970). Opens no row. */
  readonly unsent: (connectionId: string) => { readonly count: number; readonly oldest: number | undefined }
  /** Newest first; `before` is the sequence of the last row of the page before. */
  readonly list: (query: {
    readonly connectionId: string
    readonly states?: readonly JobState[] | undefined
    readonly before?: number | undefined
    readonly limit: number
  }) => readonly JobSummary[]
  /** Throws where the record cannot be read. */
  readonly detail: (id: string) => JobDetail | undefined
  /** A job's row in the list. */
  readonly summary: (id: string) => JobSummary | undefined
  /** There is such a job, and of it no more than its row in the list. */
  readonly isPurged: (id: string) => boolean
  /** Jobs with this box or customer that nobody gave up, newest first, at most ten. */
  readonly holding: (
    connectionId: string,
    by: { readonly boxKey: Uint8Array } | { readonly customerKey: Uint8Array },
  ) => readonly JobSummary[]
  /** The sequence of the newest job; 0 if there is none. */
  readonly newest: () => number
  /** Jobs on this customer whatever became of them, newest first, at most twenty. */
  readonly about: (connectionId: string, customerKey: Uint8Array) => readonly JobSummary[]
}

/** Rows are opened as they are asked for. */
export function createJobViews(database: DatabaseSync, sealing: Sealing, clock: Clock): JobViews {
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
  /** Work on one customer or box is serial: what is saved waits while an older job on it is not over. */
  const whyOf = (row: Row): Pick<JobSummary, 'why'> => {
    if (row['state'] !== 'saved') return {}
    const keys = [row['customer_key'] ?? null, row['box_key'] ?? null]
    const needsYou = before.get(row['connection_id'] ?? null, row['sequence'] ?? null, ...keys)?.['needsYou']
    if (typeof needsYou !== 'number') return {}
    return { why: { code: needsYou === 1 ? 'behind-needs-you' : 'sending-order' } }
  }
  const openEntry = (row: Row, stepId: number): StoredEntry => {
    const at = Number(row['at'])
    const type = textOf(row['type'])
    const sealed = row['sealed']
    const seen =
      sealed instanceof Uint8Array
        ? entryPayloadSchema.parse(JSON.parse(sealing.open(sealedAs.entry(stepId, at, type), sealed)))
        : {}
    return {
      at,
      type,
      operation: textOf(row['operation']),
      result: typeof row['result'] === 'string' ? row['result'] : undefined,
      status: typeof row['status'] === 'number' ? row['status'] : undefined,
      isAssumed: row['fingerprint'] === null,
      seen,
    }
  }
  /** One row that cannot be opened hides no other: it is shown by what is not sealed. */
  const summarise = (row: Row): JobSummary => {
    if (row['purged_at'] !== null) return summaryOfPurged(row)
    try {
      return inTime({ ...summaryOf(readJob(row, sealing)), ...whyOf(row), ...originOf(row) })
    } catch {
      return summaryOfUnreadable(row)
    }
  }
  /** Waiting is measured by the life of this process; a screen shows the time on the wall. */
  const inTime = (summary: JobSummary): JobSummary =>
    summary.waitsUntil === undefined
      ? summary
      : { ...summary, waitsUntil: Math.round(clock.now() + summary.waitsUntil - clock.elapsed()) }

  return {
    list({ connectionId, states, before, limit }) {
      const wanted = states ?? []
      const marks = wanted.map(() => '?').join(', ')
      const rows = database
        .prepare(`SELECT * FROM job WHERE connection_id = ? ${before === undefined ? '' : 'AND sequence < ?'}
          ${wanted.length === 0 ? '' : `AND state IN (${marks})`} ORDER BY sequence DESC LIMIT ?`)
        .all(connectionId, ...(before === undefined ? [] : [before]), ...wanted, limit)
      return rows.map(summarise)
    },
    detail(id) {
      const row = jobById.get(id)
      if (row === undefined) return undefined
      const job = readJob(row, sealing)
      const steps = stepsOf.all(job.sequence).map((one) => {
        const step = readStep(one, job.id, sealing)
        return { ...step, entries: entriesOf.all(step.id).map((entry) => openEntry(entry, step.id)) }
      })
      const detail = detailOf(job, steps)
      return { ...detail, summary: inTime({ ...detail.summary, ...whyOf(row), ...originOf(row) }) }
    },
    summary(id) {
      const row = jobById.get(id)
      return row && summarise(row)
    },
    isPurged: (id) => typeof jobById.get(id)?.['purged_at'] === 'number',
    unsent: (connectionId) => ({
      count: Number(
        database.prepare(`SELECT count(*) AS count FROM job WHERE ${isUnsent}`).get(connectionId)?.['count'] ?? 0,
      ),
      oldest: findOldestUnsent(database, connectionId),
    }),
    holding(connectionId, by) {
      const rows =
        'boxKey' in by ? holdingBox.all(by.boxKey, connectionId) : holdingCustomer.all(by.customerKey, connectionId)
      return rows.map(summarise)
    },
    newest: () => Number(newest.get()?.['last'] ?? 0),
    about: (connectionId, customerKey) =>
      database
        .prepare('SELECT * FROM job WHERE customer_key = ? AND connection_id = ? ORDER BY sequence DESC LIMIT 20')
        .all(customerKey, connectionId)
        .map(summarise),
  }
}

const isUnsent = `connection_id = ? AND state IN ${statesInSql('running')}`

/** When the oldest job of a connection that is not at rest was saved; opens no row, as `countJobs`. */
export function findOldestUnsent(database: DatabaseSync, connectionId: string): number | undefined {
  const oldest = database.prepare(`SELECT min(created_at) AS at FROM job WHERE ${isUnsent}`).get(connectionId)?.['at']
  return typeof oldest === 'number' ? oldest : undefined
}

/** How many jobs of a connection are in each state; opens no row, so it can be asked while the vault is locked. */
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
  const intent = ordinaryOf(job.payload.intent)
  const { customerName, userid } = customerOf(intent)
  const box = 'box' in intent ? intent.box : undefined
  const hostname = 'hostname' in intent ? intent.hostname : undefined
  return {
    id: job.id,
    sequence: job.sequence,
    connectionId: job.connectionId,
    kind: job.kind,
    state: job.state,
    ...(why && { why }),
    ...(job.waitsUntil !== undefined && { waitsUntil: job.waitsUntil }),
    ...(box !== undefined && { box: box.identifier }),
    ...(box !== undefined && box.model !== '' && { model: box.model }),
    ...(customerName !== undefined && { customerName }),
    ...(userid !== undefined && { userid }),
    ...(hostname !== undefined && { hostname }),
    ...(productName !== undefined && { productName }),
    technician,
    createdAt: job.createdAt,
    updatedAt: job.updatedAt,
  }
}

/** Who a job is about, as far as it says. */
export function customerOf(intent: Intent): { readonly customerName?: string; readonly userid?: string } {
  if ('customer' in intent) {
    const { customer } = intent
    const { userid } = logInOf(intent)
    const customerName = `${customer.firstname} ${customer.lastname}`
    return { customerName, ...(userid !== undefined && { userid }) }
  }
  if (!('userid' in intent)) return {}
  const { userid, customerName } = intent
  return { ...(customerName !== undefined && { customerName }), userid }
}

/** A step with all that happened to it. */
type Told = Step & { readonly entries: readonly StoredEntry[] }

function detailOf(job: Job, steps: readonly Told[]): JobDetail {
  const all = steps.flatMap(({ entries }) => entries)
  const told = all.findLast(tellsOfOwnCustomer)?.seen
  const words = wordsFor(job, steps)
  const why = job.why && { code: job.why, ...(words !== undefined && tellsWords.has(job.state) && { detail: words }) }
  return {
    summary: summaryOf(job, why),
    intent: job.payload.intent,
    ...(job.payload.customermappingid !== undefined && { customermappingid: job.payload.customermappingid }),
    revision: job.revision,
    steps: steps.map((step) => stepView(step, step.entries)),
    customerBinding: bindingOf(steps, 'bind-user'),
    hostnameBinding: bindingOf(steps, 'bind-hostname'),
    ...(told?.status !== undefined && { customerStatus: told.status }),
    ...(told?.endDate !== undefined && { endDate: told.endDate }),
    actions: [...actionsFor(job, steps)],
  }
}

/** Whether an entry shows this job's own customer: a reading of another one, such as who has the log-in, tells nothing of them. */
const tellsOfOwnCustomer = ({ type, result, seen }: StoredEntry): boolean =>
  type === 'reading' && result === 'present' && (seen.status !== undefined || seen.endDate !== undefined)

/** The platform's own words explain these. */
const tellsWords: ReadonlySet<JobState> = new Set(['refused', 'needs-you', 'waiting', 'unconfirmed', 'dropped'])

/** The words of the call that brought the job where it is; those of a reading only where the reading itself is the reason. */
function wordsFor({ why }: Job, steps: readonly Told[]): string | undefined {
  const [all, last] = [steps.flatMap(({ entries }) => entries), steps.findLast(({ entries }) => entries.length > 0)]
  const explains = (why && explaining[why]) ?? (({ type }: StoredEntry) => type === 'verdict')
  return (why === 'person-dropped' || why === 'handed-over' ? all : (last?.entries ?? [])).findLast(
    (entry) => entry.type !== 'attempt' && entry.seen.message !== undefined && explains(entry),
  )?.seen.message
}

/** What brings a job where it is, other than its last call. */
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
  // A list that did not come says nothing: until something went out the box is not there yet, from then on nobody knows.
  const wentOut = step.entries.some(({ type }) => type === 'attempt')
  return wentOut && (last === 'unreached' || last === 'credentials') ? 'unread' : 'not-yet'
}

/** A row whose payload has had its time: how it ended is left. */
export function summaryOfPurged(row: Row): JobSummary {
  const code = whyCodes.find((one) => one === row['why'])
  return { ...bareSummary(row), ...(code && { why: { code } }), ...originOf(row), isPurged: true }
}

/** What a row tells that is not opened. One that is damaged here, too, is shown as what a person has to look at. */
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

/** Reads by the index of the draft's id. */
export function createBatchViews(database: DatabaseSync): BatchViews {
  const range = 'draft_id > ? AND draft_id < ?'
  const counts = database.prepare(`SELECT state, count(*) AS count FROM job WHERE ${range} GROUP BY state`)
  const first = database.prepare(`SELECT min(created_at) AS at FROM job WHERE ${range}`)
  const page = database.prepare(`SELECT draft_id, id FROM job WHERE ${range} ORDER BY draft_id LIMIT ?`)
  return {
    count: (batch) =>
      Object.fromEntries(
        counts.all(`bulk.${batch}.`, end(batch)).map((row) => [String(row['state']), Number(row['count'])]),
      ),
    firstSavedAt(batch) {
      const at = first.get(`bulk.${batch}.`, end(batch))?.['at']
      return typeof at === 'number' ? at : undefined
    },
    list: (batch, after, limit) =>
      page.all(draftIdOfRow(batch, after), end(batch), limit).map((row) => ({
        line: Number(String(row['draft_id']).slice(-lineDigits)),
        id: String(row['id']),
      })),
  }
}
