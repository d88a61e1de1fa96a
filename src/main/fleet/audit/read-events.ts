import type { DatabaseSync } from 'node:sqlite'
import type { ActivityRow } from '../../../shared/domain/activity/activity.ts'
import { tellEvent, type ToldEvent } from '../../../shared/domain/activity/activity-cells.ts'
import type { Connection } from '../../../shared/domain/connection/connection.ts'
import { entryRow, jobPartOf, prepareEventRows, savedRow } from '../../jobs/ledger/activity-log.ts'
import type { Row } from '../../jobs/ledger/rows.ts'
import { readActivityNotes } from '../../maintenance/activity-notes.ts'
import { lastOf, type AuditPlace } from '../../vault/audit-place.ts'
import type { Sealing } from '../../vault/sealing.ts'

/** A row of the ledger that was read. `event`: undefined for a connection that the fleet does not care for. */
interface ReadRow {
  readonly sequence: number
  /** The number of the job that it belongs to. */
  readonly job: number
  readonly at: number
  readonly event: ToldEvent | undefined
}

/** Events that have no line so far, and how far the ledger is read with them. */
export interface NextEvents {
  readonly events: readonly ToldEvent[]
  readonly reach: Pick<AuditPlace, 'job' | 'entry'>
  /** All events of the whole computer; undefined if none of them is new. */
  readonly notes: readonly string[] | undefined
  readonly isAll: boolean
}

interface ReaderDeps {
  readonly database: DatabaseSync
  readonly sealing: Sealing
  /** The connections that the fleet cares for. */
  readonly connections: () => readonly Connection[]
}

/** Reads the ledger forward, as `activity.export-trail` tells it: each event once, in its order, a job's saving before what came of it. */
export function createLedgerReader({ database, sealing, connections }: ReaderDeps) {
  const rows = prepareEventRows(database)
  const countNotes = database.prepare(`SELECT (SELECT count(*) || '-' || ifnull(max(id), '') FROM sign_in_event)
    || '-' || (SELECT count(*) FROM hand_over) || '-' || ifnull((SELECT value FROM fact WHERE name = 'past-notices'), '') AS state`)
  let notesRead: string | undefined

  const nameOf = (row: Row): string | undefined => connections().find(({ id }) => id === row['connection_id'])?.name
  const readJob = (row: Row): ReadRow => {
    const connection = nameOf(row)
    const sequence = Number(row['sequence'])
    const event = connection === undefined ? undefined : tell(savedRow(row, jobPartOf(row, sealing)), connection)
    return { sequence, job: sequence, at: Number(row['created_at']), event }
  }
  const readEntry = (row: Row): ReadRow => {
    const connection = nameOf(row)
    const job = Number(row['job_sequence'])
    const whose = connection === undefined ? undefined : rows.job(job)
    return {
      sequence: Number(row['sequence']),
      job,
      at: Number(row['at']),
      event: whose && tell(entryRow(row, jobPartOf(whose, sealing), sealing), connection),
    }
  }

  return {
    /** At most `most` rows of the ledger. `told`: keys of the events of the whole computer that have their line. */
    next(place: Pick<AuditPlace, 'job' | 'entry'>, told: () => readonly string[], most: number): NextEvents {
      const jobs = rows.jobs(place.job, most)
      const entries = rows.entries(place.entry, most)
      const reach = { job: place.job, entry: place.entry }
      const events: ToldEvent[] = []
      let [job, entry] = [0, 0]
      while (job + entry < most) {
        const [aJob, anEntry] = [jobs[job], entries[entry]]
        if (aJob === undefined && anEntry === undefined) break
        const isJobNext = aJob !== undefined && (anEntry === undefined || comesFirst(aJob, anEntry))
        const read = isJobNext ? readJob(aJob) : readEntry(anEntry ?? {})
        if (isJobNext) job += 1
        else entry += 1
        reach[isJobNext ? 'job' : 'entry'] = read.sequence
        if (read.event !== undefined) events.push(read.event)
      }
      const isAll = job === jobs.length && entry === entries.length && Math.max(job, entry) < most
      // What is no event is not read again.
      if (isAll && job + entry > 0) reach.entry = Math.max(reach.entry, lastOf(database, 'entry'))
      const state = String(countNotes.get()?.['state'])
      if (!isAll || state === notesRead) return { events, reach, isAll, notes: undefined }
      const known = new Set(told())
      const notes = readActivityNotes(database, sealing)
      const fresh = notes.filter(({ key }) => !known.has(key))
      notesRead = state
      return {
        events: [...events, ...fresh.map((row) => tell(row))],
        reach,
        isAll,
        notes: fresh.length === 0 ? undefined : notes.map(({ key }) => key),
      }
    },
    /** The events of the whole computer are looked at again, although none was added. */
    forgetNotes() {
      notesRead = undefined
    },
  }
}

/** A job is saved before anything comes of it, whatever the clock says. */
const comesFirst = (job: Row, entry: Row): boolean =>
  Number(job['sequence']) <= Number(entry['job_sequence']) || Number(job['created_at']) <= Number(entry['at'])

const tell = (row: ActivityRow, connection?: string): ToldEvent => ({
  key: row.key,
  ...(connection !== undefined && { connection }),
  ...tellEvent(row),
})
