import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs'
import { join } from 'node:path'
import type { z } from 'zod'

/** Waits until the folder's entries are on disk. Otherwise a power cut may undo a rename. Windows does not need this. */
export function syncFolder(folder: string): void {
  if (process.platform !== 'win32') sync(folder, 'r')
}

/** Waits until the file's content is on disk. Windows asks for a handle that may write. Linux gives none for a running program. */
export const syncFile = (path: string): void => sync(path, process.platform === 'win32' ? 'r+' : 'r')

function sync(path: string, flags: 'r' | 'r+'): void {
  const handle = openSync(path, flags)
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** The error codes of Windows while another program, such as a virus scanner, has the file open for a moment. */
const heldCodes: ReadonlySet<unknown> = new Set(['EPERM', 'EACCES', 'EBUSY'])
const pauses = [10, 20, 40, 80, 160, 320, 640]

/** Renames a file and replaces an existing one. On Windows it retries for about a second while a program has either file open. */
export function renameFile(from: string, to: string, platform = process.platform, rename = renameSync): void {
  for (const pause of platform === 'win32' ? pauses : []) {
    try {
      return rename(from, to)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && heldCodes.has(error.code))) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause)
    }
  }
  rename(from, to)
}

/** Whether the path leads to a file. False for a folder, and for a link that leads nowhere. */
export function isFile(path: string): boolean {
  try {
    return statSync(path).isFile()
  } catch {
    return false
  }
}

/** A time for a file name: `20270115T090000`, in UTC. */
export const stampOf = (now: number): string => new Date(now).toISOString().replace(/[-:]|\.\d+Z$/g, '')

/** Parses stored JSON. Undefined if there is no text, if the text is not JSON, or if the value does not fit the schema. */
export function readJson<T>(text: string | undefined, schema: z.ZodType<T>): T | undefined {
  try {
    return text === undefined ? undefined : schema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

export const ledgerFileName = 'setdesk.db'

/** Why the present file was moved aside for another file. The reason is part of the moved file's new name. */
export type KeptAs = 'damaged' | 'before-restore'

/** Suffix of the note beside the ledger. The note moves together with the ledger. */
export const markEnding = '-mark'

/**
 * Suffixes of the files beside a database file: the write-ahead log and its index, the journal of a change that a kill interrupted, and the
 * note that records what the database holds.
 */
export const companionEndings = ['-wal', '-shm', '-journal', markEnding] as const

const nextPattern = /^setdesk\.next-(damaged|before-restore)-(\d{8}T\d{6})\.db$/

/** Path of the complete file that will replace the ledger. The swap starts only after this name is on disk. */
const nextPath = (folder: string, keptAs: KeptAs, stamp: string): string =>
  join(folder, `setdesk.next-${keptAs}-${stamp}.db`)

/**
 * Replaces the ledger with a complete, closed file. Moves the old ledger and its companion files aside. If the swap is interrupted,
 * either nothing has happened or `finishSwap` completes it at the next start. Returns the old ledger's new name.
 */
export function swapIn(folder: string, fresh: string, keptAs: KeptAs, stamp: string, rename = renameFile): string {
  syncFile(fresh)
  rename(fresh, nextPath(folder, keptAs, stamp))
  syncFolder(folder)
  putAside(folder, keptAs, stamp, rename)
  rename(nextPath(folder, keptAs, stamp), join(folder, ledgerFileName))
  syncFolder(folder)
  return keptName(keptAs, stamp)
}

/** Runs at the start. Completes an interrupted swap, or undoes the swap if the ledger was not moved yet. */
export function finishSwap(folder: string, rename = renameFile): void {
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder)) {
    const [, keptAs, stamp] = nextPattern.exec(name) ?? []
    if (keptAs === undefined || stamp === undefined) continue
    // A swap moves the ledger aside first. So if the ledger still has its name, nothing was moved, and the swap is undone.
    if (existsSync(join(folder, ledgerFileName))) rmSync(join(folder, name))
    else {
      putAside(folder, keptAs as KeptAs, stamp, rename)
      rename(join(folder, name), join(folder, ledgerFileName))
    }
    syncFolder(folder)
  }
}

/** Moves the ledger aside, the database file first. SQLite would write a log or journal that stayed behind into the next file of the same name. */
function putAside(folder: string, keptAs: KeptAs, stamp: string, rename: typeof renameFile): void {
  for (const end of ['', ...companionEndings]) {
    const from = join(folder, ledgerFileName + end)
    if (!existsSync(from)) continue
    // The retention period of the file begins now, not when it was last written.
    touch(from)
    rename(from, join(folder, keptName(keptAs, stamp) + end))
    syncFolder(folder)
  }
}

/** Gives a file the present time. A file whose time cannot be set stays as it is. */
export function touch(path: string): void {
  const now = new Date()
  try {
    utimesSync(path, now, now)
  } catch {
    // Another user owns the file.
  }
}

export const keptName = (keptAs: KeptAs, stamp: string): string => `setdesk.${keptAs}-${stamp}.db`

/** SQLite's extended result code of a thrown error. 0 for any other error. */
export const errcodeOf = (error: unknown): number =>
  error instanceof Error && 'errcode' in error ? Number(error.errcode) : 0

/** The codes of the file system if there is no room on the disk, or no room for this user. */
export const noRoomCodes: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT'])

/** Whether a failed write found no room on the disk: in the database (SQLITE_FULL) or in another file. */
export function isDiskFull(error: unknown): boolean {
  if ((errcodeOf(error) & 0xff) === 13) return true
  return error instanceof Error && 'code' in error && noRoomCodes.has(error.code)
}

/** SQLITE_BUSY, SQLITE_LOCKED, SQLITE_NOMEM, SQLITE_INTERRUPT, SQLITE_IOERR, SQLITE_FULL, SQLITE_CANTOPEN and SQLITE_PROTOCOL. */
const passingCodes: ReadonlySet<number> = new Set([5, 6, 7, 9, 10, 13, 14, 15])

/** Whether SQLite failed for a reason that may pass. Such an error says nothing about the record that was being read. */
export const mayPass = (error: unknown): boolean => passingCodes.has(errcodeOf(error) & 0xff)
