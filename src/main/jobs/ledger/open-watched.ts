import { closeSync, constants, openSync, readFileSync, writeSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { z } from 'zod'
import { onCommit, openDatabase, openToRead, readHeader, useOnce, type Opened } from '../../storage/database.ts'
import { readJson } from '../../storage/files.ts'
import { markEnding } from '../../storage/swap-in.ts'
import { prepareReach, type Reach } from './views.ts'

/** The content of the note: the highest sequence numbers in the ledger at its last commit. */
const reachSchema = z.object({ jobs: z.int(), entries: z.int() })

const length = 96

/**
 * Opens the ledger. After each commit, a note in a file beside the ledger says how much the ledger contains. Without this note, damage
 * could stay hidden: SQLite treats a damaged, cut or removed write-ahead log as a shorter one, and reports nothing. A ledger that contains
 * less than the note says counts as damaged.
 */
export function openWatched(path: string, isSound?: boolean): Opened {
  const noted = readMark(path)
  if (noted !== undefined && isShort(path, noted)) return { ok: false, problem: 'damaged' }
  const opened = openDatabase(path, { isSound })
  if (!opened.ok) return opened
  const { database } = opened
  const reach = prepareReach(database)
  const note = (): void => writeMark(path, reach())
  note()
  onCommit(database, note)
  return opened
}

function isShort(path: string, noted: Reach): boolean {
  const header = readHeader(path)
  if (header === 'none') return noted.jobs > 0
  if (header === 'not-sqlite') return false
  try {
    const { jobs, entries } = useOnce(openToRead(path), (database) => prepareReach(database)())
    return jobs < noted.jobs || entries < noted.entries
  } catch {
    // Other damage is reported by the code that opens the file.
    return false
  }
}

/** Overwrites the note in one write, outside the transaction. If the write fails, the note describes an earlier state of the ledger. */
function writeMark(path: string, reach: Reach): void {
  const text = JSON.stringify(reach)
  const line = `${checksum(text)} ${text}`.padEnd(length - 1)
  try {
    const file = openSync(path + markEnding, constants.O_WRONLY | constants.O_CREAT, 0o600)
    try {
      writeSync(file, `${line}\n`, 0)
    } finally {
      closeSync(file)
    }
  } catch {
    // The next commit tries again.
  }
}

/** The note beside the ledger. Undefined if there is none or its checksum is wrong. */
function readMark(path: string): Reach | undefined {
  try {
    const line = readFileSync(path + markEnding, 'latin1').trimEnd()
    const text = line.slice(line.indexOf(' ') + 1)
    return line.startsWith(`${checksum(text)} `) ? readJson(text, reachSchema) : undefined
  } catch {
    return undefined
  }
}

const checksum = (text: string): string => crc32(text).toString(16).padStart(8, '0')
