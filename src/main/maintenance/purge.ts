import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import {
  expireJob,
  listPurgeable,
  mendTimes,
  purgeJob,
  purgeStationNames,
  purgeTasks,
  countExpiringRows,
} from '../jobs/ledger/maintenance-rows.ts'
import { forgetEarlierCounts } from '../jobs/ledger/fleet-rows.ts'
import { hasOpenJob } from '../jobs/ledger/views.ts'
import { prepareReach } from '../jobs/ledger/entries.ts'
import type { Clock } from '../ports.ts'
import { deleteAged } from '../storage/data-files.ts'
import { deleteFiles } from '../storage/erase-folder.ts'
import { inTransaction, openToRead, useOnce, readFact, removeFact, setFact } from '../storage/database.ts'
import { readJson, syncFolder } from '../storage/files.ts'
import { backupFolder, listOwnBackups } from './backup-files.ts'
import { transferEnding } from './export-work.ts'
import { readTransferHeader } from './transfer-file.ts'
import { aDay } from '../../shared/durations.ts'

/** How many jobs one transaction purges. Other work continues between two transactions. */
const batch = 200
/** The longest believable time between two sweeps, in milliseconds. After a longer time, the clock may be wrong. */
const longestAbsence = 40 * aDay
/** How long the totals of a day are stored, in milliseconds. Then all its jobs are purged, so none can be counted any more. */
const totalsLast = 120 * aDay
/** The fact about the last sweep: its time in milliseconds since 1970, and the sequence of the newest entry at that time. */
const sweepFact = 'last-sweep-at'
/** The fact with the clock's leaps, oldest first: the clock after (`at`) and before (`from`) a leap, milliseconds since 1970. */
const leapFact = 'clock-leap'
const mostLeaps = 20

/** Undecided work, and everything without its own retention period, is deleted after this many retention periods. */
export const longerPeriods = 2

/**
 * Deletes the payload of jobs that ended more than `days` days ago. Jobs that have waited for a decision for twice that time are dropped
 * and purged. One call handles at most `batch` jobs. Kind, state, times, keyed hashes and the outcome of each attempt stay. Returns how
 * many jobs it handled, whether no more are left, and the ids of the dropped jobs.
 */
export function purgeSome(
  database: DatabaseSync,
  clock: Clock,
  days: number,
): { readonly count: number; readonly isAll: boolean; readonly expired: readonly string[] } {
  const now = clock.now()
  const ended = listPurgeable(database, 'purgeable', now - days * aDay, batch)
  const longer = longerPeriods * days * aDay
  const undecided = isSteady(database, now, longer)
    ? listPurgeable(database, 'expiring', now - longer, batch - ended.length)
    : []
  const count = ended.length + undecided.length
  if (count === 0) return { count, isAll: true, expired: [] }
  const expired = inTransaction(database, () => {
    for (const sequence of ended) purgeJob(database, sequence, now)
    return undecided.map((sequence) => expireJob(database, sequence, { now, lived: clock.elapsed() }))
  })
  return { count, isAll: count < batch, expired }
}

/**
 * How many refused or undecided jobs are older than `days` days. These jobs are deleted after one more retention period. `nextAt`: when
 * the first of these jobs will be deleted, milliseconds since 1970.
 */
export function countExpiring(database: DatabaseSync, clock: Clock, days: number): { count: number; nextAt?: number } {
  const { count, first } = countExpiringRows(database, clock.now() - days * aDay)
  return count === 0 ? { count } : { count, nextAt: Math.max(first, leapOf(database)) + longerPeriods * days * aDay }
}

/**
 * Deletes outdated data beside the jobs: lists, tasks, sign-ins, forms, scan batches, the fleet's totals, and other computers' names in
 * purged jobs. Returns whether anything was deleted.
 */
export function purgeBeside(database: DatabaseSync, clock: Clock, days: number): boolean {
  const now = clock.now()
  const lists = database.prepare('DELETE FROM list WHERE kept_at < ?').run(now - days * aDay)
  const tasks = purgeTasks(database, now - days * aDay)
  const { changes } = database.prepare('DELETE FROM sign_in_event WHERE at < ?').run(now - longerPeriods * days * aDay)
  const named = purgeStationNames(database)
  const totals = isSteady(database, now, totalsLast) ? purgeTotals(database, now - totalsLast) : 0
  return (
    Number(lists.changes) +
      tasks +
      totals +
      Number(changes) +
      named +
      purgeUntouched(database, now, longerPeriods * days) >
    0
  )
}

function purgeTotals(database: DatabaseSync, before: number): number {
  const day = new Date(before).toISOString().slice(0, 10)
  return inTransaction(database, () => {
    const old = 'SELECT id FROM fleet_total WHERE day < ?'
    database.prepare(`DELETE FROM fleet_counted WHERE total_id IN (${old})`).run(day)
    forgetEarlierCounts(database, before)
    return Number(database.prepare('DELETE FROM fleet_total WHERE day < ?').run(day).changes)
  })
}

const untouchedSchema = z.record(z.string(), z.object({ digest: z.string(), since: z.number() }))
const untouchedFact = 'untouched'

/**
 * Deletes an abandoned form or scan batch. No time is stored with a form or scan batch, but its sealed bytes differ each time it is stored.
 * So if the bytes are the same as `days` days ago, the user has not continued.
 */
function purgeUntouched(database: DatabaseSync, now: number, days: number): number {
  const before = readJson(readFact(database, untouchedFact), untouchedSchema) ?? {}
  const rows = database
    .prepare("SELECT 'draft' AS name, sealed FROM draft UNION ALL SELECT 'pile ' || place, sealed FROM pile")
    .all()
  const noted = rows.map(({ name, sealed }) => {
    const digest = createHash('sha256')
      .update(sealed as Uint8Array)
      .digest('base64url')
    const known = before[String(name)]
    return [String(name), { digest, since: known?.digest === digest ? known.since : now }] as const
  })
  const old = noted
    .filter(([, { since }]) => since < now - days * aDay && isSteady(database, now, days * aDay))
    .map(([name]) => name)
  const left = Object.fromEntries(noted.filter(([name]) => !old.includes(name)))
  inTransaction(database, () => {
    for (const name of old)
      if (name === 'draft') database.exec('DELETE FROM draft WHERE id = 1')
      else database.prepare("DELETE FROM pile WHERE 'pile ' || place = ?").run(name)
    setFact(database, untouchedFact, JSON.stringify(left))
  })
  return old.length
}

/** Empties the write-ahead log, because deleted text stays in the log until then. */
export const emptyLog = (database: DatabaseSync): void => database.exec('PRAGMA wal_checkpoint(TRUNCATE)')

/** Notes the present time, so that a leap of the clock is noticed even before the first sweep. */
export function beginClock(database: DatabaseSync, clock: Clock): void {
  if (readFact(database, sweepFact) === undefined) noteSweep(database, clock.now(), [])
}

/**
 * Whether the clock can be trusted today. With a clock that is wrong by years, everything would be purged at once, so a day must pass after
 * a leap. Call this function once for each sweep, because it also notes the time of the sweep. `canMend`: whether the session is open. Without
 * its key, a corrected record would look as if another program had changed it, so the next sweep with the key corrects it.
 */
export function isClockBelieved(database: DatabaseSync, clock: Clock, canMend: boolean): boolean {
  const now = clock.now()
  inTransaction(database, () => {
    const last: z.infer<typeof sweepSchema> = readJson(readFact(database, sweepFact), sweepSchema) ?? {
      at: now,
      entry: prepareReach(database)().entries,
    }
    const points = [...(last.unmended ?? []), { at: last.at, entry: last.entry }]
    // A job with an entry since a sweep was changed after that sweep. If the job's stored time is before that sweep, the clock was
    // behind, and the stored time is corrected.
    if (canMend) for (const { at, entry } of points) mendTimes(database, { at, after: entry })
    noteSweep(database, now, canMend ? [] : points)
    const leaps = leapsAt(now, readLeaps(database))
    if (now - last.at >= longestAbsence) leaps.push({ at: now, from: last.at })
    if (leaps.length === 0) removeFact(database, leapFact)
    else setFact(database, leapFact, JSON.stringify(leaps.slice(-mostLeaps)))
  })
  return isSteady(database, now, aDay)
}

const pointSchema = z.object({ at: z.number(), entry: z.int() })
type Point = z.infer<typeof pointSchema>
/** `unmended`: the earlier sweeps after which the times of jobs are still to be corrected. */
const sweepSchema = pointSchema.extend({ unmended: z.array(pointSchema).optional() })
function noteSweep(database: DatabaseSync, at: number, points: readonly Point[]): void {
  const { entries } = prepareReach(database)()
  // A sweep without an entry after it is superseded by this one.
  const unmended = points.filter(({ entry }) => entry < entries).slice(-mostLeaps)
  setFact(database, sweepFact, JSON.stringify({ at, entry: entries, unmended }))
}

const leapSchema = z.object({ at: z.number(), from: z.number() })
type Leap = z.infer<typeof leapSchema>

/** Earlier releases stored only the time after the last leap. */
const leapsSchema = z.array(leapSchema).or(z.number().transform((at): Leap[] => [{ at, from: 0 }]))

const readLeaps = (database: DatabaseSync): readonly Leap[] => readJson(readFact(database, leapFact), leapsSchema) ?? []
const leapOf = (database: DatabaseSync): number => readLeaps(database).at(-1)?.at ?? Number.NEGATIVE_INFINITY

/**
 * The leaps that still count. If the clock was set back to about its time before a leap, the leap was a mistake. If the clock was set back
 * by less, it may still be wrong, so the time since the leap starts again.
 */
function leapsAt(now: number, leaps: readonly Leap[]): Leap[] {
  const standing = leaps.filter(({ at, from }) => now >= at || now - from >= longestAbsence)
  return standing.map(({ at, from }) => ({ at: Math.min(at, now), from }))
}

/** Whether the clock has had no leap for `period` milliseconds. After a leap, the age of waiting work is unknown. */
const isSteady = (database: DatabaseSync, now: number, period: number): boolean => now - leapOf(database) >= period

/**
 * Deletes files that hold a second copy of work and are older than `days` days at `now`: transfer files, ledgers that were set aside,
 * backups of other computers, exported lists, copies of keys and settings. A transfer file stays while the restore of a backup could send
 * its jobs again. A file that another program has open stays until the next sweep. `own`: the ids this installation has had. Returns the
 * number of deleted files.
 */
export function purgeFiles(dataFolder: string, now: number, days: number, own: readonly string[]): number {
  const before = now - days * aDay
  const others = purgeOtherBackups(dataFolder, before, own)
  const backups = backupsIn(dataFolder)
  const gone = deleteAged(
    dataFolder,
    before,
    (path) => path.endsWith(transferEnding) && isNeeded(join(dataFolder, path), backups),
  )
  if (gone.length > 0) syncFolder(dataFolder)
  return gone.length + others
}

const backupsIn = (dataFolder: string): readonly string[] => {
  try {
    const folder = backupFolder(dataFolder)
    return readdirSync(folder).map((name) => join(folder, name))
  } catch {
    return []
  }
}

/**
 * Deletes old files in the backup folder that this computer did not make, and returns how many. This computer's own backups stay.
 * Unfinished backups, whose names begin with a dot, stay until the next backup. A copied file keeps the time of its last write, so its age
 * begins when it was put into the folder.
 */
function purgeOtherBackups(dataFolder: string, before: number, own: readonly string[]): number {
  const folder = backupFolder(dataFolder)
  const kept = new Set(listOwnBackups(folder, own).map(({ name }) => name))
  const old = backupsIn(dataFolder).filter((path) => {
    const stats = statSync(path, { throwIfNoEntry: false })
    if (stats?.isFile() !== true || Math.max(stats.mtimeMs, stats.ctimeMs) >= before) return false
    return !kept.has(basename(path)) && !basename(path).startsWith('.')
  })
  const names = old.map((path) => basename(path))
  return deleteFiles(folder, names).files.length
}

/** Whether a backup contains an unfinished job of the transfer file. Without the file, a restore would send the job again. */
function isNeeded(path: string, backups: readonly string[]): boolean {
  const jobs = readTransferHeader(readFileSync(path))?.jobs
  return jobs !== undefined && backups.some((backup) => holdsAwake(backup, jobs))
}

function holdsAwake(backup: string, jobs: readonly string[]): boolean {
  try {
    return useOnce(openToRead(backup), (file) => hasOpenJob(file, jobs))
  } catch {
    // A file that does not open cannot be restored either.
    return false
  }
}
