import { hash, timingSafeEqual } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { statesOf } from '../../../shared/domain/job.ts'
import type { JobKind } from '../../../shared/domain/job-kinds.ts'
import { beforeCommit, readFact, setFact } from '../../storage/database.ts'
import { openColumn, type Sealing } from '../../vault/sealing.ts'
import {
  formerlySealedAs,
  newColumns,
  type NewRows,
  type Payload,
  type PlannedStep,
  type Row,
  sealedAs,
  textOf,
} from './rows.ts'
import type { JobKeys } from './job-keys.ts'

/** Thrown if a program other than Setdesk changed a job, a step or an entry. */
export class ChangedOutside extends Error {}

/** Columns that the MAC does not cover: the MAC itself, and the columns whose value is known only after the row was written. */
const leftOut: ReadonlySet<string> = new Set(['mac', 'sequence', 'id of a row', 'job_sequence', 'step_id'])

type Values = Readonly<Record<string, unknown>>

/**
 * A job may change between these states without a new MAC, because the MAC treats them as one state. When a process ends, or when it starts
 * without the key, it makes only changes of this kind.
 */
const restingStates: ReadonlySet<unknown> = new Set(statesOf('running'))
const atRest = (job: Values): Values =>
  restingStates.has(job['state']) ? { ...job, state: 'running', why: null, waits_until: null } : job

/** Replaces bytes by a short hash, because a sealed answer may be long. */
const writeValue = (value: unknown): unknown => (value instanceof Uint8Array ? hash('sha256', value, 'base64') : value)

/** The values of all columns that the MAC covers, in the table's order. A column that a later release adds is therefore covered too. */
const writeRow = (row: Values, id: string): readonly unknown[] =>
  Object.entries(row)
    .filter(([name]) => isWritten(name, id))
    .map(([, value]) => writeValue(value))

/** Whether the MAC covers a column. `id`: the name of the column with the row's number. */
const isWritten = (name: string, id: string): boolean => !leftOut.has(name === id ? 'id of a row' : name)

/**
 * Whether a job was erased with its connection. Such a job needs no MAC, because nothing is left to protect. An interrupted erasure is
 * finished without the key, and no MAC can be written without the key.
 */
const isErased = ({ id, draft_id, purged_at, sealed }: Row): boolean =>
  purged_at !== null && draft_id === `erased ${String(id)}` && sealed instanceof Uint8Array && sealed.length === 0

/**
 * The record of a job is its row, its steps and their entries. One MAC in the job's row covers the record, so a value that
 * another program changes, moves or removes is noticed. The MAC does not cover the row numbers that SQLite assigns.
 */
export function createRecords(database: DatabaseSync, sealing: Pick<Sealing, 'recordTag'>) {
  const jobRow = database.prepare('SELECT * FROM job WHERE sequence = ?')
  const setMac = database.prepare('UPDATE job SET mac = ? WHERE sequence = ?')
  const stepRows = database.prepare('SELECT * FROM step WHERE job_sequence = ? ORDER BY position')
  // The entries of all steps are read in one common order, so that the MAC also covers the order of entries of different steps.
  const entryRows = database.prepare(`SELECT e.*, s.position FROM step s JOIN entry e ON e.step_id = s.id
    WHERE s.job_sequence = ? ORDER BY e.sequence`)
  const macOf = (job: Row): Uint8Array => {
    const sequence = job['sequence'] ?? null
    const steps = stepRows.all(sequence).map((step) => writeRow(step, 'id'))
    const entries = entryRows.all(sequence).map((entry) => writeRow(entry, ''))
    return sealing.recordTag(JSON.stringify([writeRow(atRest(job), ''), steps, entries]))
  }
  return {
    renewMac(sequence: number): void {
      const job = jobRow.get(sequence)
      if (job !== undefined) setMac.run(macOf(job), sequence)
    },
    isAuthentic(sequence: number): boolean {
      const job = jobRow.get(sequence)
      if (job === undefined) return false
      const { mac } = job
      return isErased(job) || (mac instanceof Uint8Array && mac.length === 32 && timingSafeEqual(mac, macOf(job)))
    },
  }
}

export type Records = ReturnType<typeof createRecords>

/**
 * The fault of a record that is not authentic. `unreadable`: the job's sealed values do not open, so they may be sealed with another key.
 * `changed`: the sealed values open, so another program changed the record.
 */
export function findTrouble(database: DatabaseSync, sealing: Sealing, sequence: number): 'changed' | 'unreadable' {
  const { id, sealed } = database.prepare('SELECT id, sealed FROM job WHERE sequence = ?').get(sequence) ?? {}
  const isPurged = sealed instanceof Uint8Array && sealed.length === 0
  const opens = isPurged || openColumn(sealing, sealedAs.job(String(id)), sealed) !== undefined
  return opens ? 'changed' : 'unreadable'
}

/** The initial values of every new job. They are in the form that `atRest` gives to a running job. */
const newJob: Values = atRest({ state: 'saved', revision: 1 })
const newStep: Values = { state: 'open', sealed: new Uint8Array() }

/** Returns a function that makes the MAC of a new job before its rows are written. */
function createNewRecordMac(database: DatabaseSync, sealing: Pick<Sealing, 'recordTag'>): (job: NewRows) => Uint8Array {
  /** Builds a faster `writeRow` for new rows. It finds the source of each column only once, because a long list makes many new rows. */
  const writerOf = (table: string, given: readonly string[], begun: Values, id: string) => {
    const parts = database
      .prepare('SELECT name FROM pragma_table_info(?)')
      .all(table)
      .map(({ name }) => String(name))
      .filter((name) => isWritten(name, id))
      .map((name) => ({ at: given.indexOf(name), begun: writeValue(begun[name] ?? null) }))
    return (values: readonly unknown[]) => parts.map(({ at, begun }) => (at < 0 ? begun : writeValue(values[at])))
  }
  const writeJob = writerOf('job', newColumns.job, newJob, '')
  const writeStep = writerOf('step', newColumns.step, newStep, 'id')
  return ({ columns, steps }) => sealing.recordTag(JSON.stringify([writeJob(columns), steps.map(writeStep), []]))
}

export interface SealedJob extends NewRows {
  readonly mac: Uint8Array
}

export function createJobWriter(database: DatabaseSync, sealing: Pick<Sealing, 'seal' | 'recordTag'>) {
  const macOf = createNewRecordMac(database, sealing)
  const jobOfDraft = database.prepare('SELECT id FROM job WHERE draft_id = ?')
  const putJob = database.prepare(`INSERT INTO job
    (id, draft_id, connection_id, kind, state, revision, customer_key, box_key, created_at, updated_at, sealed, mac)
    VALUES (?, ?, ?, ?, 'saved', 1, ?, ?, ?, ?, ?, ?) ON CONFLICT (draft_id) DO NOTHING`)
  const jobOfCustomer = database.prepare('SELECT 1 FROM job WHERE customer_key = ? LIMIT 1')
  const jobOfBox = database.prepare('SELECT 1 FROM job WHERE box_key = ? LIMIT 1')
  const putStep = database.prepare(`INSERT INTO step (job_sequence, position, kind, operation, state, sealed)
    VALUES (?, ?, ?, ?, 'open', x'')`)
  return {
    ofDraft: (draftId: string): string | undefined => jobOfDraft.get(draftId)?.['id']?.toString(),
    hasCustomer: ({ columns: [, , , , key] }: SealedJob): boolean =>
      key !== null && jobOfCustomer.get(key) !== undefined,
    hasBox: ({ columns: [, , , , , key] }: SealedJob): boolean => key !== null && jobOfBox.get(key) !== undefined,
    /** Returns the sealed rows of a job, and the MAC that authenticates them. Neither reads nor writes the database. */
    seal({ id, draftId, connectionId, kind, savedAt, ...job }: NewJobText): SealedJob {
      const [customerKey, boxKey] = [bytes(job.customerKey), bytes(job.boxKey)]
      const sealed = sealing.seal(sealedAs.job(id), job.payload)
      const rows: NewRows = {
        columns: [id, draftId, connectionId, kind, customerKey, boxKey, savedAt, savedAt, sealed],
        steps: job.steps.map(({ kind, operation }, at) => [at, kind, operation]),
      }
      return { ...rows, mac: macOf(rows) }
    },
    /** Writes a job within the caller's transaction. Returns false and writes nothing if the draft was already made into a job. */
    put(rows: SealedJob): boolean {
      const { changes, lastInsertRowid } = putJob.run(...rows.columns, rows.mac)
      if (changes === 0) return false
      for (const step of rows.steps) putStep.run(lastInsertRowid, ...step)
      return true
    },
  }
}

const bytes = (key: string | null): Uint8Array | null => (key === null ? null : Buffer.from(key, 'hex'))

/**
 * These triggers are temporary, so they exist only in this database connection. Other programs and other releases do not need the functions
 * that the triggers call.
 */
const triggers = `
CREATE TEMP TRIGGER IF NOT EXISTS record_job_made AFTER INSERT ON main.job BEGIN SELECT record_made(new.sequence); END;
CREATE TEMP TRIGGER IF NOT EXISTS record_job_changes BEFORE UPDATE ON main.job WHEN old.mac IS new.mac
  BEGIN SELECT record_changes(old.sequence); END;
CREATE TEMP TRIGGER IF NOT EXISTS record_step_made BEFORE INSERT ON main.step BEGIN SELECT record_changes(new.job_sequence); END;
CREATE TEMP TRIGGER IF NOT EXISTS record_step_changes BEFORE UPDATE ON main.step BEGIN SELECT record_changes(old.job_sequence); END;
CREATE TEMP TRIGGER IF NOT EXISTS record_entry_made BEFORE INSERT ON main.entry
  BEGIN SELECT record_changes((SELECT job_sequence FROM step WHERE id = new.step_id)); END;
CREATE TEMP TRIGGER IF NOT EXISTS record_entry_changes BEFORE UPDATE ON main.entry
  BEGIN SELECT record_changes((SELECT job_sequence FROM step WHERE id = old.step_id)); END;
`

/**
 * After this call, every record that this database connection changes in a transaction gets a new MAC at the end of the transaction. A
 * change outside a transaction looks like a change by another program. A record that another program has changed never gets a new MAC, so
 * that the change stays visible.
 */
export function guardRecords(database: DatabaseSync, sealing: Sealing): Records {
  const present = guarded.get(database)
  if (present?.sealing === sealing) return present.records
  const stored = createRecords(database, sealing)
  /** The jobs that this transaction has changed, by sequence. The value: whether the record was authentic before the transaction. */
  const changed = new Map<number, boolean>()
  const isAuthentic = (sequence: number): boolean => changed.get(sequence) ?? stored.isAuthentic(sequence)
  const records: Records = { ...stored, isAuthentic }
  guarded.set(database, { sealing, records })
  database.function('record_made', (sequence) => {
    if (database.isTransaction) changed.set(Number(sequence), true)
    return null
  })
  database.function('record_changes', (sequence) => {
    const number = Number(sequence)
    if (database.isTransaction) changed.set(number, isAuthentic(number))
    return null
  })
  database.exec(triggers)
  beforeCommit(database, {
    finish() {
      for (const [sequence, wasAuthentic] of changed) if (wasAuthentic) stored.renewMac(sequence)
      if (changed.size > 0) advanceTally(database, sealing)
      changed.clear()
    },
    forget: () => changed.clear(),
  })
  return records
}

const guarded = new WeakMap<DatabaseSync, { readonly sealing: Sealing; readonly records: Records }>()

/**
 * Adds a MAC to the records of an earlier release, once, within the caller's transaction. The seal of a job proves that an earlier release
 * wrote the record, because later releases seal a job in another way. A purged job has no seal, so it is accepted only while no record of
 * the file has a MAC.
 */
export function takeInEarlierRecords(database: DatabaseSync, sealing: Sealing): void {
  // This function makes the first tally of a file. So a tally shows that the file's records were already accepted.
  if (readFact(database, tallyFact) !== undefined) return
  const records = createRecords(database, sealing)
  const rows = database.prepare('SELECT sequence, id, sealed FROM job WHERE mac IS NULL').all()
  const isFirst = database.prepare('SELECT 1 FROM job WHERE mac IS NOT NULL LIMIT 1').get() === undefined
  if (isFirst) renewTally(database, sealing, 0)
  // Each statement sets the MAC itself, so the triggers ignore these changes.
  const setSealed = database.prepare("UPDATE job SET sealed = ?, mac = x'00' WHERE sequence = ?")
  for (const row of rows) {
    const [sequence, id] = [Number(row['sequence']), textOf(row['id'])]
    const plain = openColumn(sealing, formerlySealedAs.job(id), row['sealed'])
    const isPurged = row['sealed'] instanceof Uint8Array && row['sealed'].length === 0
    if (plain === undefined && !(isPurged && isFirst)) continue
    if (plain !== undefined) setSealed.run(sealing.seal(sealedAs.job(id), plain), sequence)
    records.renewMac(sequence)
  }
}

export const countRecords = (database: DatabaseSync): number =>
  Number(database.prepare('SELECT count(*) AS count FROM job').get()?.['count'])

/** Removes all MACs, before the records get MACs of another key. */
export const forgetMacs = (database: DatabaseSync): void => database.exec('UPDATE job SET mac = NULL')

/** The sequence numbers of all jobs, read in pieces. Reading all of them at once would block the process for a tenth of a second. */
export function* eachRecord(database: DatabaseSync): Generator<number, void> {
  const next = database.prepare('SELECT sequence FROM job WHERE sequence > ? ORDER BY sequence LIMIT 500')
  for (let last = 0; ;) {
    const found = next.all(last).map(({ sequence }) => Number(sequence))
    if (found.length === 0) return
    yield* found
    last = found.at(-1) ?? last
  }
}

/** The number of jobs, and the sequence number of the newest one. Both are authenticated, so a removed job is noticed. */
interface Tally {
  readonly newest: number
  readonly count: number
}
const tallyFact = 'record-tally'
const writeTally = ({ newest, count }: Tally, sealing: Sealing): string => {
  const text = `${newest} ${count}`
  return `${text} ${Buffer.from(sealing.recordTag(`tally ${text}`)).toString('hex')}`
}

/** Reads the tally. Undefined if it was removed or changed. */
function readTally(database: DatabaseSync, sealing: Sealing): Tally | undefined {
  const stored = readFact(database, tallyFact)
  if (stored === undefined) return undefined
  const [newest, count] = stored.split(' ').map(Number)
  const tally = { newest: newest ?? 0, count: count ?? 0 }
  return writeTally(tally, sealing) === stored ? tally : undefined
}

const putTally = (database: DatabaseSync, sealing: Sealing, tally: Tally): void =>
  setFact(database, tallyFact, writeTally(tally, sealing))

const countAfter = (database: DatabaseSync, after: number): Tally => {
  const row = database
    .prepare('SELECT max(sequence) AS newest, count(*) AS count FROM job WHERE sequence > ?')
    .get(after)
  return { newest: Number(row?.['newest'] ?? after), count: Number(row?.['count']) }
}

/** Adds the new jobs to the tally. A tally that was changed from outside stays as it is. */
function advanceTally(database: DatabaseSync, sealing: Sealing): void {
  const tally = readTally(database, sealing)
  if (tally === undefined) return
  const added = countAfter(database, tally.newest)
  if (added.count > 0) putTally(database, sealing, { newest: added.newest, count: tally.count + added.count })
}

/** How many jobs were removed from outside. Returns 1 if the tally is not valid, because then the number is unknown. */
export function countRemoved(database: DatabaseSync, sealing: Sealing): number {
  const tally = readTally(database, sealing)
  if (tally === undefined) return 1
  const row = database.prepare('SELECT count(*) AS count FROM job WHERE sequence <= ?').get(tally.newest)
  return Math.max(0, tally.count - Number(row?.['count']))
}

/**
 * Counts all jobs again, at the first use of the tally and after a change of key. `removed`: the number of jobs that were missing before.
 * They stay in the count, so that the new tally still shows them as missing.
 */
export function renewTally(database: DatabaseSync, sealing: Sealing, removed: number): void {
  const { newest, count } = countAfter(database, 0)
  putTally(database, sealing, { newest, count: count + removed })
}

export interface NewJob extends JobKeys {
  readonly id: string
  readonly draftId: string
  readonly connectionId: string
  readonly payload: Payload
  readonly steps: readonly PlannedStep[]
}

/** A new job in a form that can be sent to a thread. Its payloads are JSON. */
export interface NewJobText {
  readonly id: string
  readonly draftId: string
  readonly connectionId: string
  readonly kind: JobKind
  /** Keyed hashes, hexadecimal. */
  readonly customerKey: string | null
  readonly boxKey: string | null
  /** Milliseconds since 1970. */
  readonly savedAt: number
  /** With the payloads of the steps. */
  readonly payload: string
  readonly steps: readonly { readonly kind: string; readonly operation: string }[]
}

export const writeOut = (job: NewJob, savedAt: number): NewJobText => ({
  id: job.id,
  draftId: job.draftId,
  connectionId: job.connectionId,
  kind: job.payload.intent.kind,
  customerKey: hex(job.customerKey),
  boxKey: hex(job.boxKey),
  savedAt,
  payload: JSON.stringify({ ...job.payload, plannedSteps: job.steps.map(({ payload }) => payload) }),
  steps: job.steps.map(({ kind, operation }) => ({ kind, operation })),
})

const hex = (key: Uint8Array | undefined): string | null =>
  key === undefined ? null : Buffer.from(key).toString('hex')

/** The draft that became this job. */
export const draftOfJob = (database: DatabaseSync, id: string): string =>
  String(database.prepare('SELECT draft_id FROM job WHERE id = ?').get(id)?.['draft_id'])
