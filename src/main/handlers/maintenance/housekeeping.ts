import { errorName } from '../../../shared/result.ts'
import { defined } from '../../../shared/defined.ts'
import type { MaintenanceView } from '../../../shared/domain/maintenance.ts'
import { checkRecords } from '../../maintenance/quarantine.ts'
import { findSendLock } from '../../maintenance/send-lock.ts'
import { readNotices } from '../../maintenance/notes.ts'
import { purgeCachedAnswers } from '../customers/cached-answers.ts'
import { emptyLog, isClockBelieved, purgeBeside, purgeFiles, purgeSome } from '../../maintenance/purge.ts'
import { countSetAside, countJobsIn } from '../../jobs/ledger/maintenance-rows.ts'
import { installationsOf } from '../../maintenance/restore.ts'
import { isDiskFull } from '../../storage/files.ts'
import type { AppParts } from '../session/sessions.ts'
import { aDay, anHour } from '../../../shared/durations.ts'

/** Delay before the first sweep, milliseconds. The first screen and the first jobs come before the sweep. */
const firstPause = 5000
/** After this many changes a backup is made before the day is over, but at least `shortestPause` milliseconds after the last one. */
const manyChanges = 500
const shortestPause = 600_000
/** Pause between two parts of a long purge, milliseconds. Other work continues during the pause. */
const breath = 20

export type Housekeeping = ReturnType<typeof createHousekeeping>

/** Makes backups and purges old data while the ledger is open. Does nothing before `start`. */
export function createHousekeeping({
  ports,
  settings,
  sessions,
  backups,
  onChange,
  jobChanged,
}: Omit<AppParts, 'vault'> & { readonly jobChanged: (id: string) => void }) {
  const { clock, log } = ports
  let changes = 0
  let backedUpAt: number | undefined
  let cancel: (() => void) | undefined
  let isStopped = false
  let isChecked = false

  const backUp = async (): Promise<void> => {
    const database = sessions.database()
    if (database === undefined || isStopped) return
    changes = 0
    backedUpAt = clock.elapsed()
    await backups.make(database)
    onChange()
  }
  /** Purges data that is older than `days`. If `days` is 0, only cached answers are purged. Returns the number of purged jobs. */
  const purge = async (days: number): Promise<number> => {
    const database = sessions.database()
    if (database === undefined) return 0
    if (purgeCachedAnswers(database, clock, days) > 0) emptyLog(database)
    if (days === 0) return 0
    if (purgeBeside(database, clock, days)) emptyLog(database)
    for (let total = 0; ;) {
      // The loop needs the open session, because purged records must be authenticated again with the session's key.
      const open = sessions.current()?.database
      if (open === undefined || isStopped) return total
      const { count, isAll, expired } = purgeSome(open, clock, days)
      total += count
      if (expired.length > 0) log.info('expired', { jobs: expired.length })
      expired.forEach(jobChanged)
      if (isAll) {
        if (total > 0) {
          emptyLog(open)
          sessions.current()?.search.forget()
        }
        return total
      }
      await new Promise<void>((resolve) => void clock.after(breath, resolve))
    }
  }
  /** Checks the records once after the start, because another program may have changed the file while Setdesk was closed. */
  const check = async (): Promise<void> => {
    const session = sessions.current()
    if (session === undefined) return
    const found = await checkRecords(session, () => isStopped || sessions.current() !== session)
    if (found === undefined) return
    isChecked = true
    if (found.changed.length + found.removed === 0) return
    log.problem('changed-outside', { changed: found.changed.length, removed: found.removed })
    found.changed.forEach(jobChanged)
    onChange()
  }
  /**
   * Checks the records once after the start, and purges old data. Makes a backup at the first sweep, when the last backup is a day old, and
   * after a purge, because an older backup still holds the purged data.
   */
  const sweep = async (isFirst: boolean): Promise<void> => {
    if (!isChecked) await check()
    const days = settings.preferences().retentionDays
    const present = sessions.database()
    const isTrusted = present !== undefined && isClockBelieved(present, clock, sessions.current()?.database === present)
    const purged = isTrusted ? await purge(days) : 0
    const database = sessions.database()
    const isWorthIt = database !== undefined && countJobsIn(database).jobs > 0
    const isOld = backedUpAt === undefined || clock.elapsed() - backedUpAt >= aDay
    if (isWorthIt && (isFirst || purged > 0 || isOld)) await backUp()
    if (purged > 0) log.info('purged', { jobs: purged })
    // Files that only an older backup needs are deleted after the new backup was made.
    const open = sessions.database()
    if (!isTrusted || days === 0 || isStopped || open === undefined) return
    const files = purgeFiles(ports.dataFolder, clock.now(), days, installationsOf(open))
    if (files > 0) log.info('purged-files', { count: files })
  }
  const schedule = (pause: number, isFirst = false): void => {
    if (isStopped) return
    cancel = clock.after(pause, () => {
      sweep(isFirst)
        .then(() => ports.giveBackMemory?.())
        .catch((error: unknown) =>
          log.problem('maintenance', { kind: isDiskFull(error) ? 'no-room' : errorName(error) }),
        )
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
      if (changes < manyChanges || isSoon) return
      backUp().catch((error: unknown) => log.problem('backup', { failure: errorName(error) }))
    },
    view(): MaintenanceView {
      const database = sessions.database()
      const sendLock = database && findSendLock(database)
      return {
        ...defined({ lastBackup: backups.last(), backupFailure: backups.failure(), sendLock }),
        quarantined: database === undefined ? 0 : countSetAside(database),
        notices: database === undefined ? [] : [...readNotices(database)],
        sendLocked: sendLock !== undefined,
      }
    },
  }
}
