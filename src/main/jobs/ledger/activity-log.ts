import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { defined } from '../../../shared/defined.ts'
import {
  type ActivityCursor,
  type ActivityFilter,
  type ActivityRow,
  activityActionSchema,
} from '../../../shared/domain/activity/activity.ts'
import type { Connection } from '../../../shared/domain/connection/connection.ts'
import { plain } from '../../../shared/domain/activity/fits-text.ts'
import { type Sealing, openColumnAs } from '../../vault/sealing.ts'
import { entryPayloadSchema, kindsInRows, readJob, type Row, sealedAs, storedKindSchema, textOf } from './rows.ts'
import { attemptOutcomes, jobStateSchema, stepKindSchema } from '../../../shared/domain/job.ts'
import { subjectOf } from './job-view.ts'
import { prepareReach } from './entries.ts'

/** How much one call may still read. `stretches`: ranges of sequence numbers to query. `rows`: rows to open. */
export interface Budget {
  stretches: number
  rows: number
}

/** How many sequence numbers one query covers. Such a range is a stretch. */
const stretch = 5000
const most = 200

const sequenceOf = (row: Row | undefined): number => Number(row?.['sequence'] ?? 1)

type JobPart = Pick<ActivityRow, 'job' | 'by' | 'box' | 'model' | 'customerName' | 'userid' | 'hostname' | 'isPurged'>

export const savedRow = (row: Row, part: JobPart): ActivityRow => ({
  ...part,
  key: `job-${String(row['sequence'])}`,
  at: Number(row['created_at']),
  action: 'saved',
})

/** CROSS JOIN makes SQLite read entry by entry, and then look up the step and the job of each entry. */
const selectEntries = `SELECT e.*, s.kind AS step_kind, s.job_sequence, j.connection_id, (j.purged_at IS NULL AND
    (SELECT a.fingerprint IS NULL FROM entry a WHERE a.step_id = e.step_id AND a.sequence < e.sequence AND a.type = 'attempt'
      ORDER BY a.sequence DESC LIMIT 1)) AS assumed
  FROM entry e CROSS JOIN step s ON s.id = e.step_id CROSS JOIN job j ON j.sequence = s.job_sequence`

interface Sources {
  readonly database: DatabaseSync
  readonly sealing: Sealing
  /** Events that concern no single job, oldest first. */
  readonly notes: readonly ActivityRow[]
}

export type ActivityLog = ReturnType<typeof createActivityLog>

const perCall: Budget = { stretches: 60, rows: 1000 }

/**
 * Creates a reader of the events of one connection's jobs, which are in the ledger. The reader also returns the `notes`, which are events
 * that concern all work of this computer. A page never costs more than its budget, however long the ledger is.
 */
export function createActivityLog({ database, sealing, notes }: Sources, { id }: Pick<Connection, 'id'>) {
  const readJobs = database.prepare(`SELECT * FROM job WHERE sequence < ? AND sequence >= ? AND connection_id = ?
    AND created_at >= ? AND created_at < ? AND (kind IN (SELECT value FROM json_each(?)) OR ? = '[]') ORDER BY sequence DESC LIMIT ?`)
  const readEntries = database.prepare(`${selectEntries}
    WHERE e.sequence < ? AND e.sequence >= ? AND j.connection_id = ? AND e.at >= ? AND e.at < ?
      AND (j.kind IN (SELECT value FROM json_each(?)) OR ? = '[]')
      AND e.type IN (SELECT value FROM json_each(?)) AND e.result IN (SELECT value FROM json_each(?))
    ORDER BY e.sequence DESC LIMIT ?`)
  const jobBySequence = database.prepare('SELECT * FROM job WHERE sequence = ?')
  const reach = prepareReach(database)

  const begin = (): ActivityCursor => ({
    job: 1 + reach().jobs,
    entry: 1 + reach().entries,
    note: notes.length,
  })

  return {
    /**
     * Returns the matching events, newest first. `next`: the cursor of the next page; absent after the last page. `back`: the time of the
     * oldest event that was read, in milliseconds since 1970.
     */
    page(filter: ActivityFilter, after: ActivityCursor | undefined, limit: number) {
      const budget = { ...perCall }
      const from = after ?? begin()
      const { types, results, withJobs, withNotes } = narrow(filter)
      const { from: since = 0, to: until = Number.MAX_SAFE_INTEGER, kind } = filter
      const kinds = JSON.stringify(kindsInRows(kind === undefined ? [] : [kind]))
      const within = [id, since, until, kinds, kinds]
      const jobs = createActivityStream(readJobs, within, withJobs ? from.job : 1, budget)
      const entries = createActivityStream(
        readEntries,
        [...within, JSON.stringify(types), JSON.stringify(results)],
        types.length > 0 ? from.entry : 1,
        budget,
      )
      let note = withNotes ? Math.min(from.note, notes.length) : 0
      const parts = new Map<number, JobPart>()
      const partOf = (row: Row): JobPart => {
        const sequence = Number(row['job_sequence'] ?? row['sequence'])
        const known = parts.get(sequence)
        if (known !== undefined) return known
        const part = jobPartOf(row['job_sequence'] === undefined ? row : (jobBySequence.get(sequence) ?? row), sealing)
        parts.set(sequence, part)
        return part
      }

      const rows: ActivityRow[] = []
      let back: number | undefined
      while (rows.length < limit && budget.rows > 0) {
        const job = jobs.peek()
        const entry = entries.peek()
        if (job === 'stalled' || entry === 'stalled') break
        const aNote = notes[note - 1]
        const last = Math.max(timeOf(job, 'created_at'), timeOf(entry, 'at'), aNote?.at ?? -1)
        if (last < 0) break
        budget.rows -= 1
        back = last
        // The events of a job are listed above the event that saved the job, even if all have the same time.
        let row: ActivityRow | undefined
        if (aNote?.at === last) {
          row = aNote.at >= since && aNote.at < until ? aNote : undefined
          note -= 1
        } else if (entry !== undefined && timeOf(entry, 'at') === last) {
          row = entryRow(entry, partOf(entry), sealing)
          entries.take()
        } else if (job !== undefined) {
          row = savedRow(job, partOf(job))
          jobs.take()
        }
        if (row !== undefined && fitsActivity(row, filter)) rows.push(row)
      }
      const isAll = jobs.peek() === undefined && entries.peek() === undefined && note === 0
      const next = { job: jobs.place(), entry: entries.place(), note }
      return defined({ rows, next: isAll ? undefined : next, back })
    },
  }
}

const timeOf = (row: Row | undefined, column: 'at' | 'created_at'): number =>
  row === undefined ? -1 : Math.max(0, Number(row[column]))

/** Reads the events of all connections, oldest first: at most `limit` rows after the sequence `after` per call. */
export function prepareEventRows(database: DatabaseSync) {
  const jobs = database.prepare('SELECT * FROM job WHERE sequence > ? ORDER BY sequence LIMIT ?')
  const entries = database.prepare(`${selectEntries}
    WHERE e.sequence > ? AND e.type IN (SELECT value FROM json_each(?)) AND e.result IN (SELECT value FROM json_each(?))
    ORDER BY e.sequence LIMIT ?`)
  const job = database.prepare('SELECT * FROM job WHERE sequence = ?')
  const [types, results] = [JSON.stringify(everything.types), JSON.stringify(everything.results)]
  return {
    jobs: (after: number, limit: number): readonly Row[] => jobs.all(after, limit),
    entries: (after: number, limit: number): readonly Row[] => entries.all(after, types, results, limit),
    job: (sequence: number): Row | undefined => job.get(sequence),
  }
}

const verdicts = ['accepted', 'refused', 'token-refused', 'not-sent', 'unknown'] as const
const decisions = ['check-again', 'it-is-there', 'send-again', 'go-on-anyway', 'send-without-asking'] as const

interface Sought {
  readonly types: readonly string[]
  readonly results: readonly string[]
}

const sought: Readonly<Record<NonNullable<ActivityFilter['outcome']>, Sought>> = {
  saved: { types: [], results: [] },
  decided: { types: ['choice'], results: decisions },
  drop: { types: ['choice'], results: ['drop', 'expired'] },
  refused: { types: ['verdict'], results: ['refused', 'token-refused'] },
  accepted: { types: ['verdict'], results: ['accepted'] },
  unknown: { types: ['verdict'], results: ['unknown'] },
  'not-sent': { types: ['verdict'], results: ['not-sent'] },
}

const everything: Sought = {
  types: ['verdict', 'choice'],
  results: [...verdicts, ...decisions, 'drop', 'expired'],
}

const narrow = ({ outcome, kind }: ActivityFilter) => ({
  ...(outcome === undefined ? everything : sought[outcome]),
  withJobs: outcome === undefined || outcome === 'saved',
  withNotes: outcome === undefined && kind === undefined,
})

/** The fields that all events of a job share. If the row was purged or cannot be opened, only the unsealed fields are returned. */
export function jobPartOf(row: Row, sealing: Sealing): JobPart {
  const job = {
    id: textOf(row['id']),
    kind: storedKindSchema.safeParse(row['kind']).data ?? 'new-customer',
    state: jobStateSchema.safeParse(row['state']).data ?? 'needs-you',
  }
  if (row['purged_at'] !== null) return { job, by: '', isPurged: true }
  try {
    const { intent, technician } = readJob(row, sealing).payload
    return { job, by: technician, ...subjectOf(intent) }
  } catch {
    return { job, by: '' }
  }
}

export function entryRow(row: Row, part: JobPart, sealing: Sealing): ActivityRow {
  const identity = sealedAs.entry(Number(row['step_id']), Number(row['at']), textOf(row['type']))
  const seen = openColumnAs(sealing, identity, row['sealed'], entryPayloadSchema) ?? {}
  const step = stepKindSchema.safeParse(row['step_kind']).data
  const isSent = row['type'] === 'verdict'
  const outcome = attemptOutcomes.find((one) => one === row['result']) ?? 'refused'
  return {
    ...part,
    key: `entry-${String(row['sequence'])}`,
    at: Number(row['at']),
    action: isSent ? 'sent' : activityActionSchema.parse(row['result']),
    operation: textOf(row['operation']),
    ...(isSent ? { outcome } : { by: seen.by ?? '' }),
    ...(isSent && row['assumed'] === 1 && { isAssumed: true }),
    ...(typeof row['status'] === 'number' && { status: row['status'] }),
    ...defined({ step, words: seen.message, other: seen.to }),
  }
}

/** Whether an event matches the technician and every typed word. A box matches in any notation. */
export function fitsActivity(row: ActivityRow, { technician = '', text: typed = '' }: ActivityFilter): boolean {
  if (!plain(row.by).includes(plain(technician))) return false
  const { box, model, customerName, userid, hostname, operation, words, by, other } = row
  const ground = plain([box?.value, model, customerName, userid, hostname, operation, words, by, other].join(' '))
  return plain(typed)
    .split(/\s/)
    .every((word) => ground.includes(word) || ground.includes(word.replace(/[:.-]/g, '')))
}

export type ActivityStream = ReturnType<typeof createActivityStream>

/**
 * Reads the rows of a table below the sequence `from`, newest first. It reads them in stretches, so that no call reads more than its
 * budget. `read` takes the sequence above the stretch, the lowest sequence of the stretch, the filter values, and the limit.
 */
export function createActivityStream(
  read: StatementSync,
  narrowing: readonly (string | number)[],
  from: number,
  budget: Budget,
) {
  let buffer: readonly Row[] = []
  let next = 0
  let place = from
  /** All matching rows from this sequence upwards were already read into the buffer. */
  let covered = from

  const fill = (): void => {
    while (next >= buffer.length && covered > 1 && budget.stretches > 0) {
      budget.stretches -= 1
      const low = Math.max(1, covered - stretch)
      buffer = read.all(covered, low, ...narrowing, most)
      next = 0
      covered = buffer.length === most ? sequenceOf(buffer.at(-1)) : low
      if (buffer.length === 0) place = covered
    }
  }
  return {
    /** The next row. `stalled` if the budget is used up before that row. Undefined after the last row. */
    peek(): Row | 'stalled' | undefined {
      fill()
      return buffer[next] ?? (covered > 1 ? 'stalled' : undefined)
    },
    take() {
      const row = buffer[next]
      next += 1
      place = next >= buffer.length ? covered : sequenceOf(row)
    },
    /** All rows that were not taken yet are below this sequence. */
    place: () => place,
  }
}
