import type { MemberParts } from '../hub-client.ts'
import { createHash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { HubRequest } from '../../../shared/fleet/hub-calls.ts'
import { readActivityNotes } from '../../maintenance/notes.ts'
import { inTransaction } from '../../storage/database.ts'
import {
  forgetAudit,
  lastOf,
  readAuditNotes,
  readAuditPlace,
  writeAuditNotes,
  writeAuditPlace,
  type AuditPlace,
  type Membership,
} from '../../vault/fleet-membership.ts'
import type { Sealing } from '../../vault/sealing.ts'
import { sealedAbout, sealFor } from '../fleet-keys.ts'
import { type ActivityRow, tellEvent, type ToldEvent } from '../../../shared/domain/activity/activity.ts'
import { entryRow, jobPartOf, prepareEventRows, savedRow } from '../../jobs/ledger/activity-log.ts'
import type { Row } from '../../jobs/ledger/rows.ts'

export type AuditEntry = HubRequest<'audit.append'>['entries'][number]

/** The number of ledger rows that are read at a time, and the number of lines that are sealed in one turn of the event loop. */
const [batchSize, sealedInATurn] = [50, 4]
/** The longest line that the hub takes, bytes. */
const longestLine = 16 * 1024
/** How many acknowledged lines stay here, in case the hub loses its latest ones. At 200 lines a day, they cover seven weeks. */
const keptLines = 10_000

/** The first line has no previous line, so the first line is chained to this hash. */
export const beginningOfChain = '0'.repeat(64)

export const hashOfLine = (previous: string, sealed: Uint8Array): string =>
  createHash('sha256').update(Buffer.from(previous, 'hex')).update(sealed).digest('hex')

/**
 * Begins this station's audit chain: from now on, each new event of the ledger gets a line. Changes nothing if the chain exists already.
 * Runs within the caller's transaction.
 */
export function beginAudit(database: DatabaseSync, sealing: Sealing, station: string): void {
  if (readAuditPlace(database)?.station === station) return
  forgetAudit(database)
  writeAuditPlace(database, {
    station,
    job: lastOf(database, 'job'),
    entry: lastOf(database, 'entry'),
    acknowledged: 0,
  })
  writeAuditNotes(
    database,
    readActivityNotes(database, sealing).map(({ key }) => key),
  )
}

interface LinesDeps extends Pick<MemberParts, 'database' | 'sealing' | 'connections'> {
  readonly membership: Pick<Membership, 'station' | 'fleetKey' | 'claimKey'>
}

export type AuditLines = ReturnType<typeof createAuditLines>

/**
 * The lines of this station's audit chain. A line and the position in the ledger are stored in one transaction, so no event gets two
 * lines. A line that the hub may already have is always sent again unchanged.
 */
export function createAuditLines({ database, sealing, membership, connections }: LinesDeps) {
  const { station, fleetKey } = membership
  inTransaction(database, () => beginAudit(database, sealing, station))
  const reader = createLedgerReader({ database, sealing, connections })
  const lastLine = database.prepare('SELECT sequence, hash FROM fleet_audit ORDER BY sequence DESC LIMIT 1')
  const insert = database.prepare('INSERT INTO fleet_audit (sequence, previous, hash, line) VALUES (?, ?, ?, ?)')
  const select = database.prepare(
    'SELECT sequence, previous, hash, line FROM fleet_audit WHERE sequence >= ? ORDER BY sequence LIMIT ?',
  )
  const remove = database.prepare('DELETE FROM fleet_audit WHERE sequence <= ?')

  const place = (): AuditPlace => {
    const stored = readAuditPlace(database)
    if (stored === undefined) throw new Error('The place in the audit chain is missing')
    return stored
  }
  const end = (): { readonly sequence: number; readonly hash: string } => {
    const row = lastLine.get()
    return row === undefined
      ? { sequence: 0, hash: beginningOfChain }
      : { sequence: Number(row['sequence']), hash: String(row['hash']) }
  }
  const seal = async (sequence: number, event: ToldEvent): Promise<Uint8Array> => {
    const about = sealedAbout.audit(station, sequence)
    const line = Buffer.from(await sealFor(fleetKey, membership, about, JSON.stringify(event)), 'base64')
    if (line.length <= longestLine) return line
    const { words: _, ...rest } = event
    return Buffer.from(await sealFor(fleetKey, membership, about, JSON.stringify({ ...rest, words: '…' })), 'base64')
  }
  const chain = async (events: readonly ToldEvent[], isOver: () => boolean) => {
    let { sequence, hash } = end()
    const lines: { sequence: number; previous: string; hash: string; line: Uint8Array }[] = []
    for (const event of events) {
      sequence += 1
      const line = await seal(sequence, event)
      const previous = hash
      hash = hashOfLine(previous, line)
      lines.push({ sequence, previous, hash, line })
      if (lines.length % sealedInATurn === 0) await nextTurn()
      if (isOver()) return undefined
    }
    return lines
  }
  /** Makes lines for some events. False if no events are left or `isOver` became true. */
  const makeSome = async (isOver: () => boolean): Promise<boolean> => {
    const from = place()
    const { events, reach, notes, isAll } = reader.next(from, () => readAuditNotes(database), batchSize)
    if (reach.job === from.job && reach.entry === from.entry && notes === undefined) return false
    // The events about the whole computer must not count as read until their lines are stored.
    if (notes !== undefined) reader.forgetNotes()
    const lines = await chain(events, isOver)
    if (lines === undefined) return false
    inTransaction(database, () => {
      for (const { sequence, previous, hash, line } of lines) insert.run(sequence, previous, hash, line)
      writeAuditPlace(database, { ...place(), ...reach })
      if (notes !== undefined) writeAuditNotes(database, notes)
    })
    return !isAll || notes !== undefined
  }

  return {
    /** Makes about `most` lines for events that have no line yet. Returns true if events without a line may be left. */
    async make(isOver: () => boolean, most = Number.POSITIVE_INFINITY): Promise<boolean> {
      const enough = end().sequence + most
      while (!isOver() && (await makeSome(isOver))) if (end().sequence >= enough) return true
      return false
    },
    place,
    /** The number of the last line; 0 if there is none. */
    last: () => end().sequence,
    read: (from: number, most: number): readonly AuditEntry[] =>
      select.all(from, most).map((row) => ({
        sequence: Number(row['sequence']),
        previous: String(row['previous']),
        hash: String(row['hash']),
        sealed: Buffer.from(row['line'] as Uint8Array).toString('base64'),
      })),
    /** Stores the hub's answer about the chain. Deletes lines that the hub acknowledged long ago, but never the last line. */
    note(said: Pick<AuditPlace, 'acknowledged' | 'forkedAt' | 'gapAt'>): void {
      inTransaction(database, () => {
        const { gapAt: _, ...rest } = place()
        writeAuditPlace(database, { ...rest, ...said })
        remove.run(Math.min(said.acknowledged - keptLines, end().sequence - 1))
      })
    },
  }
}

/** A ledger row that was read. `event` is undefined if the row belongs to a connection outside the fleet. */
interface ReadRow {
  readonly sequence: number
  readonly job: number
  readonly at: number
  readonly event: ToldEvent | undefined
}

/** Events that have no line yet. `reach`: the position in the ledger after these events. */
interface NextEvents {
  readonly events: readonly ToldEvent[]
  readonly reach: Pick<AuditPlace, 'job' | 'entry'>
  /** The keys of all events that concern the whole computer. Undefined if none of them is new. */
  readonly notes: readonly string[] | undefined
  readonly isAll: boolean
}

/** Reads the ledger forward, each event once. The event that saved a job always comes before the job's later events. */
function createLedgerReader({ database, sealing, connections }: Omit<LinesDeps, 'membership'>) {
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
    /** Reads at most `most` rows of the ledger. `told`: the keys of the events about the whole computer that already have a line. */
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
      // Moves past the ledger's last rows even if they are not events, so that they are not read again.
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
    /** Makes the reader check the events about the whole computer again, even if no such event was added. */
    forgetNotes() {
      notesRead = undefined
    },
  }
}

/** Whether the event that saved a job comes before an entry. Always true for the job's own entry, even if the clock was set back. */
const comesFirst = (job: Row, entry: Row): boolean =>
  Number(job['sequence']) <= Number(entry['job_sequence']) || Number(job['created_at']) <= Number(entry['at'])

const tell = (row: ActivityRow, connection?: string): ToldEvent => ({
  key: row.key,
  ...(connection !== undefined && { connection }),
  ...tellEvent(row),
})
