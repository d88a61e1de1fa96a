import { chmodSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { open } from 'node:fs/promises'
import { backup, DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import type { BackupFailure, BackupView } from '../../shared/domain/maintenance.ts'
import { isFile, readJson, renameFile, stampOf, syncFile, syncFolder, isDiskFull } from '../storage/files.ts'
import { glance, inspectAside } from './inspect.ts'
import { keyRecordSchema } from '../vault/key-file.ts'
import { hasOwnFacts, isCorruption, openToRead, readFact, removeFact, setFact, useOnce } from '../storage/database.ts'
import type { Sealing } from '../vault/sealing.ts'
import { fail, type Result, succeed } from '../../shared/result.ts'
import type { RunApart } from '../ports.ts'
import { countJobsIn } from '../jobs/ledger/maintenance-rows.ts'
import { readVersion } from '../storage/migrations.ts'
import { listOf } from './transfer-file.ts'

/** The description of a backup, stored in the backup as the fact `backup`. It contains no secret except a wrapped key. */
const aboutBackupSchema = z.object({
  /** Milliseconds since 1970. */
  madeAt: z.number(),
  installation: z.string(),
  /** The platforms of the jobs' connections, so that another computer can find its own matching connections. */
  connections: listOf(
    z.object({ id: z.string(), name: z.string(), baseUrl: z.string(), crmService: z.string() }),
    1000,
  ),
  /** The data key in the form of `key.json`. Without the key, another computer could read nothing in the file. */
  key: keyRecordSchema.optional(),
})
export type AboutBackup = z.infer<typeof aboutBackupSchema>

export const backupFolder = (dataFolder: string): string => join(dataFolder, 'backups')

/** The parts of a backup's name. The numbers in the names follow the order in which the backups were made, even if the clock was wrong. */
export interface BackupName {
  readonly name: string
  readonly number: number
  /** The day on which the backup was made, by this computer's clock at that moment. */
  readonly day: string
}

const ownName = /^setdesk-(\d{6})-(\d{8})T\d{6}\.db$/
/** The backup names that a request may contain: a file in the backup folder, never a path. */
export const fileNamePattern = /^[A-Za-z0-9][A-Za-z0-9 ._()-]{0,120}\.db$/

export function nextName(names: readonly BackupName[], stamp: string): string {
  const number = names.reduce((highest, one) => Math.max(highest, one.number), 0) + 1
  return `setdesk-${String(number).padStart(6, '0')}-${stamp}.db`
}

export function readBackupNames(folder: string): readonly BackupName[] {
  return namesIn(folder)
    .flatMap((name) => {
      const [, number, day] = ownName.exec(name) ?? []
      return number === undefined || day === undefined ? [] : [{ name, number: Number(number), day }]
    })
    .toSorted((one, other) => other.number - one.number)
}

/**
 * The backups that this installation made, newest first. Every installation gives its backups such names, so the file itself decides. `own`:
 * the ids this installation has had.
 */
export const listOwnBackups = (folder: string, own: readonly string[]): readonly BackupName[] =>
  readBackupNames(folder).filter(({ name }) => isMadeHere(join(folder, name), own))

/**
 * A file without Setdesk's facts counts as made here, because nothing can be imported from it. A file that another program has open does
 * not.
 */
function isMadeHere(path: string, own: readonly string[]): boolean {
  try {
    return useOnce(
      openToRead(path),
      (file) => !hasOwnFacts(file) || own.includes(makerOf((name) => readFact(file, name))),
    )
  } catch (error) {
    return isCorruption(error)
  }
}

/** The id of the installation that made a file. Empty if the file does not tell it. */
const makerOf = (fact: (name: string) => string | undefined): string =>
  readAbout(fact('backup'))?.installation ?? fact('installation') ?? ''

/** Whether the file and its write-ahead log are unchanged since the newest backup was made. `own`: the ids this installation has had. */
export function isBackedUp(path: string, folder: string, own: readonly string[]): boolean {
  const [newest] = listOwnBackups(folder, own)
  if (newest === undefined) return false
  const made = statSync(join(folder, newest.name)).mtimeMs
  return ['', '-wal'].every((end) => (statSync(path + end, { throwIfNoEntry: false })?.mtimeMs ?? 0) <= made)
}

/** How many backups stay: the newest few, and the newest backup of each of the last days that have a backup. */
const keptNewest = 3
const keptDays = 7

/** The backups to delete. `oldestDay`: backups of earlier days are deleted, too, except the newest backup of all. */
export function chooseOutdated(newestFirst: readonly BackupName[], oldestDay?: string): readonly BackupName[] {
  const days = [...new Set(newestFirst.map(({ day }) => day))].slice(0, keptDays)
  const kept = new Set([
    ...newestFirst.slice(0, keptNewest),
    ...days.flatMap((day) => newestFirst.find((one) => one.day === day) ?? []),
  ])
  return newestFirst.filter(
    (one, index) => index > 0 && (!kept.has(one) || (oldestDay !== undefined && one.day < oldestDay)),
  )
}

/** The name of a file that a restore set aside. It lies in the data folder itself. */
const setAsideName = /^setdesk\.before-restore-\d{8}T\d{6}\.db$/

/** The path of a backup, or of a file that a restore set aside. */
export const backupPath = (dataFolder: string, name: string): string =>
  join(setAsideName.test(name) ? dataFolder : backupFolder(dataFolder), name)

/** Brings what is in the log of a file that was set aside into the file itself. An interrupted restore leaves such a log. */
export function emptyLogOf(path: string): void {
  const size = statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0
  if (size > 0)
    useOnce(new DatabaseSync(path, { timeout: 5000 }), (file) => file.exec('PRAGMA wal_checkpoint(TRUNCATE)'))
}

/**
 * All backup files of the folder, newest first. The files are not checked as a whole, because that would take seconds for each large
 * file. `own`: the ids this installation has had; empty if they cannot be read. `unfinished`: the ids of the unfinished jobs in the present
 * ledger.
 */
export function listBackups(
  folder: string,
  own: readonly string[],
  unfinished: readonly string[] = [],
): readonly BackupView[] {
  return namesIn(folder)
    .filter((name) => fileNamePattern.test(name) && !setAsideName.test(name))
    .map((name) => viewOf(join(folder, name), name, own, unfinished))
    .toSorted(byAge)
}

/** The backups of the data folder and the files that restores set aside, newest first. The parameters are those of `listBackups`. */
export function listRestorable(
  dataFolder: string,
  own: readonly string[],
  unfinished: readonly string[],
): readonly BackupView[] {
  const setAside = namesIn(dataFolder)
    .filter((name) => setAsideName.test(name))
    .map((name) => ({ ...viewOf(join(dataFolder, name), name, own, unfinished), isSetAside: true }))
  return [...listBackups(backupFolder(dataFolder), own, unfinished), ...setAside].toSorted(byAge)
}

const byAge = (one: BackupView, other: BackupView): number =>
  other.madeAt - one.madeAt || other.name.localeCompare(one.name)

function viewOf(path: string, name: string, own: readonly string[], wanted: readonly string[]): BackupView {
  const { size, mtimeMs } = statSync(path)
  const found = glance(path, wanted)
  const file = { name, madeAt: mtimeMs, bytes: size, isSetAside: false }
  if (typeof found === 'string')
    return { ...file, state: found, jobs: 0, unfinished: 0, installation: '', isOwn: false, missing: 0 }
  const installation = makerOf(found.fact)
  const madeAt = readAbout(found.fact('backup'))?.madeAt ?? mtimeMs
  const { jobs, unfinished, missing } = found
  // If the ledger is damaged, this computer's id is unknown. Then a file whose name has Setdesk's own form counts as made on this computer.
  const isOwn = own.length === 0 ? ownName.test(name) || setAsideName.test(name) : own.includes(installation)
  return { ...file, madeAt, state: 'sound', jobs, unfinished, installation, isOwn, missing }
}

export const readAbout = (text: string | undefined): AboutBackup | undefined => readJson(text, aboutBackupSchema)

/** The files of the folder. Folders, and links that lead nowhere, are ignored. */
function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => isFile(join(folder, name)))
  } catch {
    return []
  }
}

/** The name of the fact with a backup's tag. The tag has 64 hexadecimal digits and authenticates all other bytes of the file. */
export const tagFact = 'backup-tag'
const tagPattern = /^[0-9a-f]{64}$/
const tagLength = 64

/**
 * Writes a tag into a finished backup. The tag is made with the backup's key, so the key's owner can later see whether the file was
 * changed. After this call nothing may write to the file.
 */
export async function tagBackup(path: string, sealing: Sealing): Promise<void> {
  const marker = randomBytes(tagLength / 2).toString('hex')
  useOnce(new DatabaseSync(path, { timeout: 5000 }), (database) => setFact(database, tagFact, marker))
  const place = await findOnly(path, marker)
  if (place === undefined) throw new Error('The place of the tag was not found')
  const tag = await makeTag(path, place, sealing)
  const file = await open(path, 'r+')
  try {
    await file.write(tag, place, 'latin1')
  } finally {
    await file.close()
  }
}

/** Whether a backup is unchanged since it was tagged. `none`: an earlier version made the backup, or its key was not open. */
export async function checkBackupTag(path: string, sealing: Sealing): Promise<'genuine' | 'changed' | 'none'> {
  const tag = useOnce(openToRead(path), (database) => readFact(database, tagFact))
  if (tag === undefined) return 'none'
  const place = tagPattern.test(tag) ? await findOnly(path, tag) : undefined
  if (place === undefined) return 'changed'
  return timingSafeEqual(Buffer.from(await makeTag(path, place, sealing)), Buffer.from(tag)) ? 'genuine' : 'changed'
}

/** The bytes in one piece of a file. All pieces share one buffer; new buffers would leave hundreds of megabytes to collect. */
const pieceLength = 1024 * 1024

/**
 * The pieces of a file with their positions. Each piece begins with the last `overlap` bytes of the previous piece. A piece is valid until
 * the next piece is read.
 */
async function* readPieces(
  path: string,
  overlap = 0,
): AsyncGenerator<{ readonly start: number; readonly bytes: Buffer }> {
  const buffer = Buffer.allocUnsafe(pieceLength)
  const file = await open(path)
  try {
    for (let start = 0, kept = 0; ;) {
      const { bytesRead } = await file.read(buffer, kept, pieceLength - kept, start + kept)
      if (bytesRead === 0) return
      const length = kept + bytesRead
      yield { start, bytes: buffer.subarray(0, length) }
      kept = Math.min(overlap, length)
      buffer.copy(buffer, 0, length - kept, length)
      start += length - kept
    }
  } finally {
    await file.close()
  }
}

/** The position of a text in a file, in bytes. Undefined unless the text occurs exactly once. */
async function findOnly(path: string, text: string): Promise<number | undefined> {
  const places: number[] = []
  for await (const { start, bytes } of readPieces(path, text.length - 1))
    for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + 1)) places.push(start + at)
  return places.length === 1 ? places[0] : undefined
}

async function makeTag(path: string, place: number, sealing: Sealing): Promise<string> {
  const hash = createHash('sha256').update(`backup ${place}\n`)
  for await (const { start, bytes } of readPieces(path)) {
    const from = Math.max(0, place - start)
    if (from < bytes.length && place + tagLength > start) bytes.fill(0, from, place + tagLength - start)
    hash.update(bytes)
  }
  return Buffer.from(sealing.fileTag(hash.digest())).toString('hex')
}

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

/** Copies over its own connection. SQLite refuses to copy within a transaction, and the queue's connection is often in one. */
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

/** Makes the copy a single file without a log that only this user can read, and stores the description in it. */
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
    // The next backup deletes the unfinished file.
  }
  return fail(failure)
}

function removeUnfinished(folder: string): void {
  for (const name of readdirSync(folder))
    if (name.startsWith(unfinishedPrefix)) rmSync(join(folder, name), { force: true })
}
