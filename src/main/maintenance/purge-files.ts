import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { deleteAged } from '../storage/data-files.ts'
import { openToRead, useOnce } from '../storage/database.ts'
import { syncFolder } from '../storage/files.ts'
import { hasOpenJob } from '../jobs/ledger/views.ts'
import { backupFolder, readBackupNames } from './backup-files.ts'
import { transferEnding } from './export-work.ts'
import { readTransferHeader } from './transfer-file.ts'

const aDay = 86_400_000

/**
 * Deletes the files that hold work a second time and are older than `days` days at `now`: transfer files, ledgers that were set
 * aside, backups of other computers, exported lists, copies of keys and settings. A transfer file stays while a backup could
 * send its jobs a second time. Gives how many went.
 */
export function purgeFiles(dataFolder: string, now: number, days: number): number {
  const before = now - days * aDay
  const others = purgeOtherBackups(dataFolder, before)
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
 * What lies among the backups and was not made here. What was made here goes by its number and age when a newer one is made, and
 * so does a backup that is not finished: its name begins with a dot.
 */
function purgeOtherBackups(dataFolder: string, before: number): number {
  const own = new Set(readBackupNames(backupFolder(dataFolder)).map(({ name }) => name))
  const old = backupsIn(dataFolder).filter((path) => {
    const stats = statSync(path, { throwIfNoEntry: false })
    return (
      stats?.isFile() === true && stats.mtimeMs < before && !own.has(basename(path)) && !basename(path).startsWith('.')
    )
  })
  for (const path of old) rmSync(path, { force: true })
  return old.length
}

/** Whether a backup holds a job of the file as one that is not over: restored without the file, it would be sent from here again. */
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
