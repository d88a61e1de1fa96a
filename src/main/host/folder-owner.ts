import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fail, succeed, type Result } from '../../shared/result.ts'
import { isFile, noRoomCodes, ledgerFileName, renameFile } from '../storage/files.ts'
import { fillIn, hostTexts } from './say.ts'

/** What a second process may know about the folder's owner. `since`: milliseconds since 1970. Contains no secret. */
interface Note {
  readonly ownerPid: number
  readonly since: number
  readonly address?: string | undefined
}
const longestAddress = 200
const sqliteBusy = 5

/** An entry of the folder that keeps Setdesk from starting: a folder with the name of a file, or a file with the name of a folder. */
interface InTheWay {
  readonly name: string
  readonly is: 'folder' | 'file'
}

/** A file that this user may not open, or that the disk does not give. `code`: the error code. */
interface Unreadable {
  readonly name: string
  readonly code: string
}

/**
 * Why the folder cannot be owned: another process owns it (with that process's note, if readable), an entry is in the way, a file cannot be
 * read, or the folder cannot be written.
 */
type FolderRefusal =
  | ({ readonly reason: 'in-use' } & Partial<Note>)
  | ({ readonly reason: 'in-the-way' } & InTheWay)
  | ({ readonly reason: 'unreadable' } & Unreadable)
  | { readonly reason: 'unusable'; readonly code: string }

/** Ownership of the folder until `release` or until the process dies. `note`: adds this process's address. */
interface FolderOwner {
  readonly note: (address: string) => void
  readonly release: () => void
}

/**
 * Owns a data folder by an exclusive SQLite transaction on a separate file. The operating system ends the lock when the process dies in any
 * way; a frozen process keeps the lock. No other code may open that file: on POSIX systems, closing any other handle of that file in this
 * process would release the lock. `me`: the id of this process's user; undefined on Windows.
 */
export function ownFolder(folder: string, now: number, me = process.getuid?.()): Result<FolderOwner, FolderRefusal> {
  const noteFile = join(folder, 'owner.json')
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    if (isOfAnother(folder, me)) return fail({ reason: 'unusable', code: 'other-owner' })
    makePrivate(folder)
    const inTheWay = findInTheWay(folder)
    if (inTheWay !== undefined) return fail({ reason: 'in-the-way', ...inTheWay })
    const closedLock = findUnreadable(folder, ['owner.lock'], allows)
    if (closedLock !== undefined) return fail({ reason: 'unreadable', ...closedLock })
    const lock = new DatabaseSync(join(folder, 'owner.lock'), { timeout: 0 })
    try {
      // The file is never written, so a kill leaves no transaction to roll back.
      lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    } catch (thrown) {
      lock.close()
      if (isBusy(thrown)) return fail({ reason: 'in-use', ...readNote(noteFile) })
      throw thrown
    }
    // Only the owner opens the files. Otherwise it could release a lock of SQLite that another part of this process holds.
    const unreadable = findUnreadable(folder, readFiles, readFirst) ?? findUnreadable(folder, ledgerFiles, openToWrite)
    if (unreadable !== undefined) {
      lock.close()
      return fail({ reason: 'unreadable', ...unreadable })
    }
    const write = (address?: string) => writeNote(noteFile, { ownerPid: process.pid, since: now, address })
    try {
      write()
    } catch (thrown) {
      // The caller gets no owner to release, so the lock is released here.
      lock.close()
      throw thrown
    }
    return succeed({
      note: (address) => {
        if (lock.isOpen) write(address)
      },
      release: () => {
        // After the first release, the note may belong to another owner.
        if (!lock.isOpen) return
        rmSync(noteFile, { force: true })
        lock.close()
      },
    })
  } catch (thrown) {
    return fail({ reason: 'unusable', code: codeOf(thrown) })
  }
}

const codeOf = (thrown: unknown): string =>
  thrown instanceof Error && 'code' in thrown ? String(thrown.code) : 'unknown'

/** The files that Setdesk cannot do without, and which it replaces but never changes. */
const readFiles = ['settings.json', 'key.json']
const ledgerFiles = ['', '-wal', '-shm', '-journal'].map((end) => ledgerFileName + end)
/** The files that Setdesk reads or writes at every start. */
const neededFiles = ['owner.lock', 'owner.json', 'erasing.json', 'update.json', ...readFiles, ...ledgerFiles]
/** The folders that Setdesk reads at every start if they exist. */
const neededFolders = ['hand-over']

function findInTheWay(folder: string): InTheWay | undefined {
  const statsOf = (name: string) => statSync(join(folder, name), { throwIfNoEntry: false })
  const asFolder = neededFiles.find((name) => statsOf(name)?.isDirectory() === true)
  if (asFolder !== undefined) return { name: asFolder, is: 'folder' }
  const asFile = neededFolders.find((name) => statsOf(name)?.isDirectory() === false)
  return asFile === undefined ? undefined : { name: asFile, is: 'file' }
}

/** The first of these files that `open` cannot open, such as a file of another user. */
function findUnreadable(
  folder: string,
  names: readonly string[],
  open: (path: string) => void,
): Unreadable | undefined {
  for (const name of names) {
    try {
      if (isFile(join(folder, name))) open(join(folder, name))
    } catch (thrown) {
      return { name, code: codeOf(thrown) }
    }
  }
  return undefined
}

const allows = (path: string): void => accessSync(path, constants.R_OK | constants.W_OK)
const openToWrite = (path: string): void => closeSync(openSync(path, 'r+'))

/** Reads the first byte, because a disk with a fault opens a file and fails only when it is read. */
function readFirst(path: string): void {
  const file = openSync(path, 'r')
  try {
    readSync(file, new Uint8Array(1))
  } finally {
    closeSync(file)
  }
}

/** Whether another user owns the folder and could replace its files. Root can do that anyway, and owns the files of disks without owners. */
function isOfAnother(folder: string, me: number | undefined): boolean {
  const { uid } = statSync(folder)
  return me !== undefined && me !== 0 && uid !== 0 && uid !== me
}

/** Removes other users' access to the folder and its files, in case they had it before. Windows needs no such step. */
function makePrivate(folder: string): void {
  if (process.platform === 'win32') return
  allow(folder, 0o700)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    // A link may lead to another program's file, so it is skipped.
    if (entry.isDirectory()) allow(join(folder, entry.name), 0o700)
    else if (entry.isFile()) allow(join(folder, entry.name), 0o600)
  }
}

/** Sets a file's mode and ignores errors, because some disks have no owners, and a file may be gone by now. */
function allow(path: string, mode: number): void {
  try {
    chmodSync(path, mode)
  } catch {
    // The mode stays as it is.
  }
}

const isBusy = (thrown: unknown): boolean =>
  thrown instanceof Error && 'errcode' in thrown && thrown.errcode === sqliteBusy

/** Replaces the note in one step, because a second process may read it at any moment. */
function writeNote(file: string, note: Note): void {
  writeFileSync(`${file}.new`, JSON.stringify(note), { mode: 0o600 })
  renameFile(`${file}.new`, file)
}

function readNote(file: string): Partial<Note> {
  try {
    const note: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return isNote(note) ? note : {}
  } catch {
    return {}
  }
}

/** Checks the note without a schema, because schemas are loaded with the app, after the folder is owned. */
function isNote(note: unknown): note is Note {
  if (typeof note !== 'object' || note === null) return false
  const { ownerPid, since, address } = note as Readonly<Partial<Record<keyof Note, unknown>>>
  const isAddress = address === undefined || (typeof address === 'string' && address.length <= longestAddress)
  return Number.isSafeInteger(ownerPid) && Number.isFinite(since) && isAddress
}

export function explainRefusal(folder: string, refusal: FolderRefusal): string {
  if (refusal.reason === 'in-the-way')
    return fillIn(refusal.is === 'folder' ? hostTexts().inTheWay.folder : hostTexts().inTheWay.file, {
      folder,
      name: refusal.name,
    })
  if (refusal.reason === 'unreadable') {
    const { name, code } = refusal
    return fillIn(hostTexts().unreadable, { folder, name, code })
  }
  if (refusal.reason === 'unusable' && noRoomCodes.has(refusal.code)) return hostTexts().noRoom
  if (refusal.reason === 'unusable') return fillIn(hostTexts().unusable, { folder, code: refusal.code })
  const { ownerPid, since, address } = refusal
  return [
    fillIn(hostTexts().inUse.sentence, { folder }),
    ...(ownerPid === undefined || since === undefined
      ? []
      : [fillIn(hostTexts().inUse.owner, { pid: ownerPid, since: new Date(since).toLocaleString('en-GB') })]),
    ...(address === undefined ? [] : [fillIn(hostTexts().inUse.address, { address })]),
  ].join(' ')
}
