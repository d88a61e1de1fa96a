import type { MaintenanceView } from '../../../shared/domain/maintenance.ts'
import { isSendLocked } from '../../maintenance/send-lock.ts'
import { readNotices } from '../../maintenance/notes.ts'
import { purgeCachedAnswers } from '../../maintenance/cached-answers.ts'
import { purgeLists } from '../../maintenance/stored-lists.ts'
import { emptyLog, isClockBelieved, purgeSome } from '../../maintenance/purge.ts'
import { countSetAside } from '../../jobs/ledger/job-rows.ts'
import type { Ports } from '../../ports.ts'
import { isDiskFull } from '../../storage/database.ts'
import { countJobsIn } from '../../storage/inspect.ts'
import type { Backups } from '../session/backups.ts'
import type { Sessions } from '../session/sessions.ts'
import type { SettingsRepository } from '../session/settings.ts'

/** Looks after the ledger while it is open: backups, and the payloads that have had their time. */
export interface Housekeeping {
  readonly start: () => void
  readonly stop: () => void
  /** Something was written: after many a backup is made. */
  readonly noteChange: () => void
  readonly view: () => MaintenanceView
}

export interface HousekeepingDeps {
  readonly ports: Ports
  readonly settings: SettingsRepository
  readonly sessions: Sessions
  readonly backups: Backups
  readonly onChange: () => void
}

/** The first screen and the first jobs come first, milliseconds. */
const firstPause = 5000
const anHour = 3_600_000
const aDay = 24 * anHour
/** So many changes ask for a backup before the day is over, but not more often than this, milliseconds. */
const manyChanges = 500
const shortestPause = 600_000
/** Between two bites of a long purge, milliseconds: work goes on. */
const breath = 20

/** Does nothing before `start`. */
export function createHousekeeping({ ports, settings, sessions, backups, onChange }: HousekeepingDeps): Housekeeping {
  const { clock, log } = ports
  let changes = 0
  let backedUpAt: number | undefined
  let cancel: (() => void) | undefined
  let isStopped = false

  const backUp = async (): Promise<void> => {
    const database = sessions.database()
    if (database === undefined || isStopped) return
    changes = 0
    backedUpAt = clock.elapsed()
    await backups.make(database)
    onChange()
  }
  const purge = async (): Promise<number> => {
    const days = settings.preferences().retentionDays
    const database = sessions.database()
    if (database === undefined || !isClockBelieved(database, clock)) return 0
    if (purgeCachedAnswers(database, clock, days) > 0) emptyLog(database)
    if (days === 0) return 0
    if (purgeLists(database, clock.now(), days) > 0) emptyLog(database)
    for (let total = 0; ;) {
      const open = sessions.database()
      if (open === undefined || isStopped) return total
      const { count, isAll } = purgeSome(open, clock, days)
      total += count
      if (isAll) {
        if (total > 0) emptyLog(open)
        return total
      }
      await new Promise<void>((resolve) => void clock.after(breath, resolve))
    }
  }
  /** A backup is due after a day, after many changes, and after a purge: an older one has what was purged. */
  const sweep = async (isFirst: boolean): Promise<void> => {
    const purged = await purge()
    const database = sessions.database()
    const isWorthIt = database !== undefined && countJobsIn(database).jobs > 0
    const isOld = backedUpAt === undefined || clock.elapsed() - backedUpAt >= aDay
    if (isWorthIt && (isFirst || purged > 0 || isOld)) await backUp()
    if (purged > 0) log.info('purged', { jobs: purged })
  }
  const schedule = (pause: number, isFirst = false): void => {
    if (isStopped) return
    cancel = clock.after(pause, () => {
      sweep(isFirst)
        .catch((error: unknown) => log.problem('maintenance', { kind: isDiskFull(error) ? 'no-room' : nameOf(error) }))
        .finally(() => schedule(anHour))
    })
  }

  return {
    start: () => schedule(firstPause, true),
    stop() {
      isStopped = true
      cancel?.()
    },
    noteChange() {
      changes += 1
      const isSoon = backedUpAt !== undefined && clock.elapsed() - backedUpAt < shortestPause
      if (changes >= manyChanges && !isSoon) void backUp()
    },
    view() {
      const database = sessions.database()
      const last = backups.last()
      const failure = backups.failure()
      return {
        ...(last !== undefined && { lastBackup: last }),
        ...(failure !== undefined && { backupFailure: failure }),
        quarantined: database === undefined ? 0 : countSetAside(database),
        notices: database === undefined ? [] : [...readNotices(database)],
        sendLocked: database !== undefined && isSendLocked(database),
      }
    },
  }
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'unknown')
