import { chmodSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import type { BackupFailure } from '../../shared/domain/maintenance.ts'
import { fail, succeed, type Result } from '../../shared/result.ts'
import type { RunApart } from '../ports.ts'
import { isDiskFull, openToRead, useOnce, removeFact, setFact } from '../storage/database.ts'
import { stampOf, syncFile, syncFolder, renameFile } from '../storage/files.ts'
import { inspectAside } from './inspect.ts'
import { countJobsIn } from '../jobs/ledger/maintenance-rows.ts'
import { readVersion } from '../storage/migrations.ts'
import { nextName, readBackupNames, type AboutBackup } from './backup-files.ts'
import type { Sealing } from '../vault/sealing.ts'
import { tagBackup, tagFact } from './backup-tag.ts'

/**
 * Copies the ledger while it is in use, checks the copy, and only then gives the copy the name of a backup. So every file with the name of
 * a backup was sound when it was made. The copy contains its description and, if its key is open, a tag that reveals later changes. Returns
 * the name.
 */
export async function makeBackup(
  source: DatabaseSync,
  folder: string,
  about: AboutBackup,
  runApart: RunApart,
  sealing?: Sealing,
): Promise<Result<string, BackupFailure>> {
  const fresh = join(folder, `${unfinishedPrefix}${process.pid}.db`)
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    removeUnfinished(folder)
    const version = readVersion(source)
    const before = countJobsIn(source).jobs
    await copy(source, fresh)
    const after = countJobsIn(source).jobs
    label(fresh, about)
    if (sealing !== undefined) await tagBackup(fresh, sealing)
    const found = await inspectAside(fresh, runApart)
    // Jobs are never deleted. So the copy has at least as many jobs as the ledger had before copying, and at most as many as after.
    const isWhole = typeof found === 'object' && found.version === version
    if (!isWhole || found.jobs < before || found.jobs > after) return giveUp(folder, 'not-sound')
    syncFile(fresh)
    const name = nextName(readBackupNames(folder), stampOf(about.madeAt))
    renameFile(fresh, join(folder, name))
    syncFolder(folder)
    return succeed(name)
  } catch (error) {
    return giveUp(folder, isDiskFull(error) ? 'no-room' : 'failed')
  }
}

const unfinishedPrefix = '.unfinished-'
/** Copies all pages in one step, so that the copy shows one moment of the file despite other writes. */
const allPages = 2 ** 31 - 1

/**
 * Copies with a connection of its own, because SQLite refuses to copy while the connection is in a transaction, as the queue's often is.
 */
async function copy(source: DatabaseSync, to: string): Promise<void> {
  const path = source.location()
  if (path === null) throw new Error('There is no file to copy')
  const reader = openToRead(path)
  try {
    await backup(reader, to, { rate: allPages })
  } finally {
    reader.close()
  }
}

/** Makes the copy one file without a log, readable only by this user. */
function label(path: string, about: AboutBackup): void {
  chmodSync(path, 0o600)
  useOnce(new DatabaseSync(path, { timeout: 5000 }), (copy) => {
    copy.exec('PRAGMA journal_mode = DELETE; PRAGMA secure_delete = ON')
    removeFact(copy, tagFact)
    setFact(copy, 'backup', JSON.stringify(about))
  })
}

function giveUp(folder: string, failure: BackupFailure): Result<never, BackupFailure> {
  try {
    removeUnfinished(folder)
  } catch {
    // The next try deletes the file.
  }
  return fail(failure)
}

/** Removes the unfinished copies of this try, or of an earlier try that was interrupted. */
function removeUnfinished(folder: string): void {
  for (const name of readdirSync(folder))
    if (name.startsWith(unfinishedPrefix)) rmSync(join(folder, name), { force: true })
}
