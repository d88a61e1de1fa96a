import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { fail, succeed, type Result } from '../../shared/result.ts'
import { renameFile } from '../storage/files.ts'

/** This process alone owns the folder until `release`, or until it dies. */
export interface FolderOwner {
  /** Leaves a note of where this process can be reached, for whoever comes second. Holds no secret. */
  readonly note: (address: string) => void
  readonly release: () => void
}

/** Why the folder cannot be owned: somebody has it, as far as is known who; or it cannot be written. */
export type FolderRefusal =
  | {
      readonly reason: 'in-use'
      readonly ownerPid?: number
      /** Milliseconds since 1970. */
      readonly since?: number
      readonly address?: string
    }
  | { readonly reason: 'unusable'; readonly code: string }

const noteSchema = z.object({ ownerPid: z.int(), since: z.number(), address: z.string().max(200).optional() })
const sqliteBusy = 5

/**
 * Owns a data folder by an exclusive SQLite transaction held on a file of its own: the operating system ends it when the
 * process dies, however it dies, and a frozen process keeps it. Nothing else may open that file: on POSIX systems closing
 * any other handle of it in this process would drop the lock.
 */
export function ownFolder(folder: string, now: number): Result<FolderOwner, FolderRefusal> {
  const noteFile = join(folder, 'owner.json')
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const lock = new DatabaseSync(join(folder, 'owner.lock'), { timeout: 0 })
    try {
      // Nothing is ever written to it, so nothing is left to be rolled back after a kill.
      lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    } catch (thrown) {
      lock.close()
      if (isBusy(thrown)) return fail({ reason: 'in-use', ...readNote(noteFile) })
      throw thrown
    }
    const write = (address?: string) => writeNote(noteFile, { ownerPid: process.pid, since: now, address })
    try {
      write()
    } catch (thrown) {
      // Nobody would ever release it.
      lock.close()
      throw thrown
    }
    return succeed({
      note(address) {
        if (lock.isOpen) write(address)
      },
      release: () => {
        // By the second call the note may be another owner's.
        if (!lock.isOpen) return
        rmSync(noteFile, { force: true })
        lock.close()
      },
    })
  } catch (thrown) {
    const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : 'unknown'
    return fail({ reason: 'unusable', code })
  }
}

function isBusy(thrown: unknown): boolean {
  return thrown instanceof Error && 'errcode' in thrown && thrown.errcode === sqliteBusy
}

/** Whole or not at all: the second process may read at any moment. */
function writeNote(file: string, note: object): void {
  writeFileSync(`${file}.new`, JSON.stringify(note), { mode: 0o600 })
  renameFile(`${file}.new`, file)
}

function readNote(file: string): Omit<Extract<FolderRefusal, { reason: 'in-use' }>, 'reason'> {
  try {
    const { ownerPid, since, address } = noteSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
    return { ownerPid, since, ...(address === undefined ? {} : { address }) }
  } catch {
    return {}
  }
}
