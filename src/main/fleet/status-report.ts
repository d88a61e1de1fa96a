import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { z } from 'zod'
import type { StationStatus } from '../../shared/fleet/hub-calls.ts'
import { countJobs, findOldestUnsent } from '../jobs/ledger/views.ts'
import type { Clock } from '../ports.ts'
import type { RoundPart } from './fleet-worker.ts'
import type { HubClient, MemberParts } from './hub-client.ts'
import { createCountedJobs } from '../jobs/ledger/fleet-rows.ts'
import { readJob, type Row } from '../jobs/ledger/rows.ts'
import { inTransaction } from '../storage/database.ts'
import { earlierTotal } from '../vault/fleet-membership.ts'
import { openColumnAs, type Sealing } from '../vault/sealing.ts'
import { aDay } from '../../shared/durations.ts'

/** The shortest time between two reports, milliseconds. */
const pace = 10_000
const mostTotals = 500
/** Jobs that are counted in one turn of the event loop, and in one round. */
const [countedInATurn, countedInARound] = [25, 500]
/** Rows of jobs that are checked in one turn without being opened. */
const lookedAtInATurn = 2000

interface ReportDeps extends Pick<MemberParts, 'database' | 'clock' | 'log' | 'connections'> {
  readonly client: Pick<HubClient, 'call'>
  readonly totals: DayTotals
  readonly version: string
  /** Starts another round with the hub soon. */
  readonly wake: () => void
}

/** Reports this station's status to the hub, soon after a change and at a limited pace. Nothing waits for a report. */
export function createStatusReport({ database, clock, log, client, totals, version, connections, wake }: ReportDeps) {
  const changed = new Set<number>()
  let comparedTo: number | undefined = 0
  let mayReportAt = Number.NEGATIVE_INFINITY
  let told = ''
  let cancelWake: (() => void) | undefined

  const wakeIn = (ms: number): void => {
    cancelWake?.()
    cancelWake = clock.after(ms, wake)
  }
  const countChanged = async (isOver: () => boolean): Promise<void> => {
    for (let counted = 0; changed.size > 0 && counted < countedInARound && !isOver(); counted += countedInATurn) {
      const some = [...changed].slice(0, countedInATurn)
      totals.count(some)
      for (const sequence of some) changed.delete(sequence)
      await nextTurn()
    }
  }
  /** Finds jobs not counted in their present state, because they changed before the start or before this computer joined the fleet. */
  const compare = async (isOver: () => boolean): Promise<void> => {
    const ids = connections().map(({ id }) => id)
    const newest = totals.newest()
    while (comparedTo !== undefined && changed.size < countedInARound && !isOver()) {
      const last = Math.min(newest, comparedTo + lookedAtInATurn)
      for (const sequence of totals.uncounted(ids, comparedTo, last)) changed.add(sequence)
      comparedTo = last < newest ? last : undefined
      await nextTurn()
    }
  }
  const readStatus = (): Omit<StationStatus, 'totals'> => {
    const ids = connections().map(({ id }) => id)
    const counts = { unsent: 0, sending: 0, needsYou: 0, refused: 0 }
    for (const id of ids) {
      const { saved, waiting, sending, checking, needsYou, refused } = countJobs(database, id)
      counts.unsent += saved + waiting
      counts.sending += sending + checking
      counts.needsYou += needsYou
      counts.refused += refused
    }
    const oldest = Math.min(...ids.map((id) => findOldestUnsent(database, id) ?? Number.POSITIVE_INFINITY))
    // If the clock was far off when a job was saved, the job's time may be outside the range of dates that can be written.
    const isWritable = oldest >= 0 && oldest <= Date.UTC(9999, 0)
    return {
      version: version.slice(0, 40),
      counts,
      ...(isWritable && { oldestJobAt: new Date(oldest).toISOString() }),
    }
  }

  const report: RoundPart = async (isOver) => {
    await compare(isOver)
    await countChanged(isOver)
    if (isOver()) return true
    if (changed.size > 0 || comparedTo !== undefined) wake()
    const wait = mayReportAt - clock.elapsed()
    if (wait > 0) {
      wakeIn(wait)
      return true
    }
    const [status, untold] = [readStatus(), totals.untold(mostTotals)]
    const text = JSON.stringify(status)
    if (text === told && untold.length === 0) return true
    const reply = await client.call('status.put', { ...status, totals: untold.map(({ total }) => total) })
    if (isOver()) return true
    if (!reply.ok && reply.error.is === 'unreached') return false
    mayReportAt = clock.elapsed() + pace
    // A refused report is only logged, because the hub would refuse the same report again.
    if (!reply.ok) log.problem('fleet-status', { kind: reply.error.is === 'refused' ? reply.error.code : '' })
    else {
      told = text
      totals.noteTold(untold)
      if (untold.length === mostTotals) wakeIn(pace)
    }
    return true
  }
  return {
    report,
    note: (sequence: number) => void changed.add(sequence),
    /** Makes the next report repeat everything, because the hub may have lost earlier reports. */
    tellAgain() {
      told = ''
      totals.doubtTold()
    },
    /** Makes the next round search for jobs that are not counted yet, because a new connection may have brought such jobs. */
    compareAgain() {
      comparedTo = 0
    },
    stop: () => cancelWake?.(),
  }
}

/** Jobs that were saved more than this many days ago are not counted. This limits the first report after the computer joined a fleet. */
const countedDays = 90
/** The end of the year 9999, milliseconds since 1970. */
const lastTime = 253_402_300_799_999

export const totalSealedAs = (id: number): string => `fleet total:${id}`

const cellSchema = z.object({ technician: z.string(), product: z.string() })
type Cell = z.infer<typeof cellSchema>

interface UntoldTotal {
  readonly id: number
  readonly total: StationStatus['totals'][number]
}

/** The day of a time in this computer's time zone, yyyy-MM-dd. */
function dayOf(time: number): string {
  const date = new Date(time)
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()]
  return parts.map((part, index) => String(part).padStart(index === 0 ? 4 : 2, '0')).join('-')
}

/** A text that the hub's database can store, cut to `longest` characters. */
const plain = (text: string, longest: number): string => text.replaceAll('\u0000', '').slice(0, longest).toWellFormed()

/**
 * Counts finished and refused jobs by the day of saving, the technician and the product. A job is opened only when its outcome changes,
 * so a purged job stays counted.
 */
export function createDayTotals(database: DatabaseSync, sealing: Sealing, clock: Pick<Clock, 'now'>) {
  const jobs = createCountedJobs(database)
  const countedOf = database.prepare('SELECT total_id, outcome, revision FROM fleet_counted WHERE job_sequence = ?')
  const addTo = {
    done: database.prepare('UPDATE fleet_total SET done = done + ?, is_told = 0 WHERE id = ?'),
    refused: database.prepare('UPDATE fleet_total SET refused = refused + ?, is_told = 0 WHERE id = ?'),
  }
  const forget = database.prepare('DELETE FROM fleet_counted WHERE job_sequence = ?')
  const put = database.prepare(
    'INSERT INTO fleet_counted (job_sequence, total_id, outcome, revision) VALUES (?, ?, ?, ?)',
  )
  const totalsOf = database.prepare('SELECT id, sealed FROM fleet_total WHERE day = ?')
  const begin = database.prepare(
    "INSERT INTO fleet_total (day, done, refused, is_told, sealed) VALUES (?, 0, 0, 0, x'')",
  )
  const seal = database.prepare('UPDATE fleet_total SET sealed = ? WHERE id = ?')
  const untold = database.prepare('SELECT * FROM fleet_total WHERE is_told = 0 ORDER BY id LIMIT ?')
  const setTold = database.prepare('UPDATE fleet_total SET is_told = 1 WHERE id = ? AND done = ? AND refused = ?')
  const doubtTold = database.prepare('UPDATE fleet_total SET is_told = 0 WHERE day >= ?')
  const since = (): number => clock.now() - countedDays * aDay

  const cellOf = (row: Row): Cell => {
    try {
      const { technician, productName = '' } = readJob(row, sealing).payload
      return { technician: plain(technician, 80), product: plain(productName, 120) }
    } catch {
      // The record was purged or does not open, but the job is still counted.
      return { technician: '', product: '' }
    }
  }
  const openCell = ({ id, sealed }: Row): Cell | undefined =>
    openColumnAs(sealing, totalSealedAs(Number(id)), sealed, cellSchema)
  const totalIdOf = (day: string, wanted: Cell): number => {
    const known = totalsOf.all(day).find((row) => {
      const cell = openCell(row)
      return cell?.technician === wanted.technician && cell.product === wanted.product
    })
    if (known !== undefined) return Number(known['id'])
    const id = Number(begin.run(day).lastInsertRowid)
    seal.run(sealing.seal(totalSealedAs(id), JSON.stringify(wanted)), id)
    return id
  }
  const countOne = (sequence: number): void => {
    const row = jobs.rowOf(sequence)
    const counted = countedOf.get(sequence)
    const outcome = z.enum(['done', 'refused']).safeParse(row?.['outcome']).data
    if (row === undefined || (counted?.['outcome'] === outcome && counted?.['revision'] === row['revision'])) return
    const createdAt = Number(row['created_at'])
    // The hub has this job in the counts of an earlier station, which nobody can change any more.
    if (counted?.['total_id'] === earlierTotal) return
    if (counted === undefined && (createdAt < since() || createdAt > lastTime)) return
    if (counted !== undefined) {
      addTo[counted['outcome'] === 'refused' ? 'refused' : 'done'].run(-1, Number(counted['total_id']))
      forget.run(sequence)
    }
    if (outcome === undefined) return
    const id = totalIdOf(dayOf(createdAt), cellOf(row))
    addTo[outcome].run(1, id)
    put.run(sequence, id, outcome, Number(row['revision']))
  }

  return {
    count: (sequences: readonly number[]): void => inTransaction(database, () => sequences.forEach(countOne)),
    /** The jobs of these connections, between two sequence numbers, whose count is outdated. The search opens no job. */
    uncounted: (connections: readonly string[], after: number, last: number) =>
      jobs.uncounted(connections, { after, last, since: since() }),
    newest: jobs.newest,
    untold: (limit: number): readonly UntoldTotal[] =>
      untold.all(limit).map((row) => {
        const { technician, product } = openCell(row) ?? { technician: '', product: '' }
        const [done, refused] = [Math.max(0, Number(row['done'])), Math.max(0, Number(row['refused']))]
        return { id: Number(row['id']), total: { day: String(row['day']), technician, product, done, refused } }
      }),
    /** Marks totals as unknown to the hub, because the hub may have lost them. */
    doubtTold: (): void => void doubtTold.run(dayOf(since())),
    /** Marks totals as known to the hub, unless they have changed since. */
    noteTold: (told: readonly UntoldTotal[]): void =>
      inTransaction(database, () => {
        for (const { id, total } of told) setTold.run(id, total.done, total.refused)
      }),
  }
}

type DayTotals = ReturnType<typeof createDayTotals>
