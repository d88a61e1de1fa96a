import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { fail, succeed, type Result } from '../../shared/result.ts'
import { checkLarge } from '../jobs/ledger/check-ledger.ts'
import { createElsewhere } from '../jobs/ledger/ledger.ts'
import { type KeptTotals, putTotals } from '../jobs/ledger/fleet-rows.ts'
import { dropUndone, newestSealed } from '../jobs/ledger/maintenance-rows.ts'
import { guardRecords, takeInEarlierRecords } from '../jobs/ledger/records.ts'
import { formerlySealedAs, sealedAs, type Row } from '../jobs/ledger/rows.ts'
import type { Clock, Ports } from '../ports.ts'
import {
  inTransaction,
  openDatabase,
  openToRead,
  readFact,
  removeDatabase,
  removeFact,
  setFact,
  undoneName,
  useOnce,
} from '../storage/database.ts'
import { openColumn, type Sealing } from '../vault/sealing.ts'
import { forgetClaims, putFleet, type KeptFleet } from '../vault/fleet-membership.ts'
import { putPolicy, type KeptPolicy } from '../vault/stored-policy.ts'
import { type Actor, addActor, type KeptTechnicians, putTechnicians } from '../vault/technicians.ts'
import { forgetAllLists } from './send-lock.ts'
import { tagFact } from './backup-files.ts'
import { noteLostKey } from './reseal.ts'
import { addNotice, clearNotices, keyOfNotice } from './notes.ts'

/** A complete, closed file that is ready to replace the ledger. */
interface Replacement {
  readonly path: string
  /** How many jobs will be read back. */
  readonly jobs: number
}

/** The present state, which the restored file takes over. */
interface Present {
  /** The present data key, and the former key until the change of key is finished. One of these keys opens the backup. */
  readonly sealings: readonly Sealing[]
  readonly clock: Clock
  /** Jobs that were transferred to another computer, according to the transfer files. The backup may not know about these transfers. */
  readonly transferred: ReadonlyMap<string, string>
  readonly keptName: string
  /**
   * The technicians of the present file. A backup must bring back neither an earlier PIN nor technicians who were removed. Undefined if the
   * file cannot be read or is new; then the backup's technicians count.
   */
  readonly technicians: KeptTechnicians | undefined
  /** The operator's policy of the present file. A backup must not bring back an older policy or none. */
  readonly policy: KeptPolicy | undefined
  /**
   * This computer's membership in the fleet according to the present file. Undefined if the membership cannot be read; then the backup's
   * membership counts, and the backup's claims are forgotten.
   */
  readonly fleet: { readonly kept: KeptFleet; readonly totals: KeptTotals } | undefined
  /** The id of this data folder according to the present file. With the id from the backup, the folder would count as a copy. */
  readonly folder: string | undefined
  /** The technician who restores the backup. */
  readonly actor: Actor
}

/** The id of the data folder, which shows that the folder is a copy. */
export const folderFact = 'folder'

/**
 * The erasures of connections that have begun and are not finished. The backup that an erasure makes still has it. Begun again from there, the
 * erasure would delete the file that the restore set aside.
 */
export const begunErasuresFact = 'erasing'

/**
 * Turns a backup into a file that can replace the ledger. A large copy is checked in a separate process. `readPresent` is called after that,
 * because work goes on during the check. The backup's work is marked, so that it is read back before anything is sent. If this fails, for
 * example because the disk is full, no copy stays behind.
 */
export const prepareRestore = (
  backupPath: string,
  { dataFolder, runApart }: Pick<Ports, 'dataFolder' | 'runApart'>,
  readPresent: () => Present,
  copy: (from: string, to: string) => Promise<void> = copyFile,
): Promise<Result<Replacement, 'damaged' | 'newer' | 'other-key'>> =>
  prepare(dataFolder, async (path) => {
    await copy(backupPath, path)
    const opened = openDatabase(path, { isSound: await checkLarge(path, runApart) })
    if (!opened.ok) return fail(opened.problem === 'newer' ? 'newer' : 'damaged')
    const { database } = opened
    return closeAfter(database, () => {
      const present = readPresent()
      const sealing = present.sealings.find((one) => opensAny(database, one))
      return sealing === undefined ? fail('other-key') : succeed({ path, jobs: takeOver(database, sealing, present) })
    })
  })

/** Prepares the work of a backup. Returns how many jobs will be read back. */
function takeOver(
  database: DatabaseSync,
  sealing: Sealing,
  { clock, transferred, keptName, technicians, policy, fleet, folder, actor }: Present,
): number {
  guardRecords(database, sealing)
  return inTransaction(database, () => {
    takeInEarlierRecords(database, sealing)
    removeFact(database, 'backup')
    removeFact(database, tagFact)
    removeFact(database, begunErasuresFact)
    clearNotices(database)
    forgetAllLists(database)
    if (technicians !== undefined) putTechnicians(database, technicians)
    if (policy !== undefined) putPolicy(database, policy)
    if (folder !== undefined) setFact(database, folderFact, folder)
    if (fleet === undefined) forgetClaims(database)
    else {
      putFleet(database, fleet.kept)
      putTotals(database, fleet.totals)
    }
    dropUndone(database, transferred.keys(), clock.now())
    const count = createElsewhere(database, sealing, clock).readBackFirst('restored')
    const restored = { kind: 'restored', at: clock.now(), from: keptName } as const
    addNotice(database, { ...restored, jobs: count })
    addActor(database, sealing, actor, { of: keyOfNotice(restored), at: restored.at })
    return count
  })
}

/**
 * Makes an empty file that can replace a damaged ledger, or a ledger whose key is lost. `former`: the ids that this installation has had, so
 * that its earlier files still count as its own. `isKeyLost`: the empty file will have a new key. Throws, for example if the disk is full;
 * then no file stays behind.
 */
export async function prepareFresh(
  dataFolder: string,
  clock: Clock,
  keptName: string,
  { former, isKeyLost }: { readonly former: readonly string[]; readonly isKeyLost: boolean },
): Promise<Replacement> {
  const made = await prepare(dataFolder, async (path) => {
    const opened = openDatabase(path)
    if (!opened.ok) return fail(opened.problem)
    const { database } = opened
    return closeAfter(database, () => {
      if (former.length > 0) setFact(database, formerFact, former.join(' '))
      if (isKeyLost) noteLostKey(database, clock)
      addNotice(database, { kind: 'started-afresh', at: clock.now(), jobs: 0, from: keptName })
      return succeed({ path, jobs: 0 })
    })
  })
  if (!made.ok) throw new Error('A new file could not be made')
  return made.value
}

/** Whether the key opens any of the newest jobs. True if there are no sealed jobs. */
export function opensAny(database: DatabaseSync, sealing: Sealing): boolean {
  const rows = newestSealed(database, 50)
  const isOpened = ({ id, sealed }: Row) =>
    [sealedAs, formerlySealedAs].some(({ job }) => openColumn(sealing, job(String(id)), sealed) !== undefined)
  return rows.length === 0 || rows.some(isOpened)
}

const freshPath = (dataFolder: string): string => join(dataFolder, '.setdesk-fresh.db')

/**
 * Deletes the copies of the ledger that a kill left behind. Call this function only while the ledger is sound, because then it contains
 * everything that these copies contain.
 */
export function removeLeftCopies(dataFolder: string): void {
  for (const path of [freshPath(dataFolder), join(dataFolder, undoneName)]) removeDatabase(path)
}

/** Makes a file at the path of the replacement. If `make` fails or throws, deletes the file. */
async function prepare<E>(
  dataFolder: string,
  make: (path: string) => Promise<Result<Replacement, E>>,
): Promise<Result<Replacement, E>> {
  const path = freshPath(dataFolder)
  let isReady = false
  try {
    removeDatabase(path)
    const made = await make(path)
    isReady = made.ok
    return made
  } finally {
    if (!isReady) removeDatabase(path)
  }
}

/** Closes the database after `act`. If `act` succeeded, this leaves a single file, without a log beside it. */
function closeAfter<T>(database: DatabaseSync, act: () => T): T {
  return useOnce(database, () => {
    const result = act()
    database.exec('PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE')
    return result
  })
}

const formerFact = 'former-installations'

/** The ids that this installation has had. A copied folder gets a new id, and so does an empty file that replaced another one. */
export function installationsOf(database: DatabaseSync): readonly string[] {
  const former = readFact(database, formerFact)
  const present = readFact(database, 'installation')
  return [...(present === undefined ? [] : [present]), ...(former === undefined ? [] : former.split(' '))]
}

/** Like `installationsOf`, for a ledger that cannot be opened for work. Returns no ids if the file cannot be read. */
export function readInstallations(path: string): readonly string[] {
  try {
    return useOnce(openToRead(path), installationsOf)
  } catch {
    return []
  }
}
