import { closeSync, constants, existsSync, openSync, readFileSync, statSync, writeSync } from 'node:fs'
import { extname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import { z } from 'zod'
import type { RunApart } from '../../ports.ts'
import type { Sealing } from '../../vault/sealing.ts'
import { countRecords, eachRecord, guardRecords } from './records.ts'
import { onCommit, openDatabase, type Opened, readHeader } from '../../storage/database.ts'
import { schemaVersion } from '../../storage/migrations.ts'
import { markEnding, readJson } from '../../storage/files.ts'
import { prepareReach, type Reach } from './entries.ts'

/** The task for the process that checks records. With `key`, the process can authenticate records but cannot open them. */
export interface RecordTask {
  readonly path: string
  readonly key: Uint8Array
}

/** `suspects`: the sequence numbers of jobs whose record does not match its MAC. */
export interface RecordsRead {
  readonly checked: number
  readonly suspects: readonly number[]
}

/** The address of a file that runs in a separate process. The build puts that file into the same folder as this file. */
const apart = (name: 'check-file-apart' | 'check-records-apart'): URL =>
  new URL(`./${name}${extname(import.meta.url)}`, import.meta.url)

/** The number of records that are checked in one turn of the event loop. Checking them takes about ten milliseconds. */
const recordsInATurn = 100

/** From this number on, records are checked in a separate process. For fewer records, its start would take longer than the check. */
const manyRecords = 1000

/** The time between two checks whether the session has ended, in milliseconds. */
const lookEvery = 100

/** From this size on, in bytes, a file is checked in a separate process. For a smaller file, its start would take longer. */
const largeBytes = 8_000_000

/**
 * Checks in a separate process whether SQLite finds a large ledger sound, because the check takes seconds and much memory. Undefined if the
 * file is small, is not a ledger or is from a newer release, if a journal lies beside it, and if the process ends without an answer. In these
 * cases the code that opens the file does the check. It also undoes the interrupted change that the journal is from, in a copy.
 */
export async function checkLarge(
  path: string,
  runApart: RunApart,
  fromBytes = largeBytes,
): Promise<boolean | undefined> {
  const header = readHeader(path)
  const isOwn = typeof header === 'number' && header <= schemaVersion
  if (!isOwn || statSync(path).size < fromBytes || existsSync(`${path}-journal`)) return undefined
  const answer = await runApart(apart('check-file-apart'), path)
  return typeof answer === 'boolean' ? answer : undefined
}

/**
 * Checks the record of every job. Undefined if the session ends before the check does. Many records are read in another process, because
 * only the end of a process returns its memory to the system. That process may see records while they change, so this process checks each
 * suspect once more.
 */
export async function findChanged(
  database: DatabaseSync,
  sealing: Sealing,
  runApart: RunApart,
  isOver: () => boolean,
): Promise<{ readonly checked: number; readonly changed: readonly number[] } | undefined> {
  const records = guardRecords(database, sealing)
  const path = database.location()
  const isLarge = path !== null && countRecords(database) >= manyRecords
  const read = isLarge ? await readApart({ path, key: sealing.rowKeys().record.export() }, runApart, isOver) : undefined
  if (isOver()) return undefined
  const changed: number[] = []
  let looked = 0
  for (const sequence of read?.suspects ?? eachRecord(database)) {
    looked += 1
    if (looked % recordsInATurn === 0) await nextTurn()
    if (isOver()) return undefined
    if (!records.isAuthentic(sequence)) changed.push(sequence)
  }
  return { checked: read?.checked ?? looked, changed }
}

/** Checks the records in another process. Undefined if the session ends, or if the process ends without a result. */
async function readApart(
  task: RecordTask,
  runApart: RunApart,
  isOver: () => boolean,
): Promise<RecordsRead | undefined> {
  const end = new AbortController()
  const reading = runApart(apart('check-records-apart'), task, end.signal) as Promise<RecordsRead | undefined>
  const ended = reading.then(() => 'ended' as const)
  while ((await Promise.race([ended, delay(lookEvery, undefined, { ref: false })])) !== 'ended')
    if (isOver()) end.abort()
  return reading
}

/** The content of the note beside the ledger: the highest sequence numbers in the ledger at its last commit. */
const reachSchema = z.object({ jobs: z.int(), entries: z.int() })

const length = 96

/**
 * Opens the ledger. After each commit, a note in a file beside the ledger says how much the ledger contains. Without this note, damage
 * could stay hidden: SQLite treats a damaged, cut or removed write-ahead log as a shorter log, and reports nothing. A ledger that contains
 * less than the note says counts as damaged.
 */
export function openWatched(path: string, isSound?: boolean): Opened {
  const noted = readMark(path)
  if (noted !== undefined && noted.jobs > 0 && readHeader(path) === 'none') return { ok: false, problem: 'damaged' }
  const isComplete = noted && ((database: DatabaseSync): boolean => reaches(database, noted))
  const opened = openDatabase(path, { isSound, isComplete })
  if (!opened.ok) return opened
  const { database } = opened
  const reach = prepareReach(database)
  const note = (): void => writeMark(path, reach())
  note()
  onCommit(database, note)
  return opened
}

function reaches(database: DatabaseSync, noted: Reach): boolean {
  try {
    const { jobs, entries } = prepareReach(database)()
    return jobs >= noted.jobs && entries >= noted.entries
  } catch {
    // A file without these tables has no jobs.
    return noted.jobs === 0
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
