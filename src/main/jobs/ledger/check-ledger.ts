import { statSync } from 'node:fs'
import { extname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises'
import type { RunApart } from '../../ports.ts'
import type { Sealing } from '../../vault/sealing.ts'
import { countRecords, eachRecord, guardRecords } from './records.ts'
import { readHeader } from '../../storage/database.ts'
import { schemaVersion } from '../../storage/migrations.ts'

/** What the other process is given. `key` authenticates records and opens nothing. */
export interface RecordTask {
  readonly path: string
  readonly key: Uint8Array
}

/** `suspects`: the numbers of the jobs whose record does not fit its MAC. */
export interface RecordsRead {
  readonly checked: number
  readonly suspects: readonly number[]
}

/** What another process runs. The build keeps it in one folder with this file. */
const apart = (name: 'check-file-apart' | 'check-records-apart'): URL =>
  new URL(`./${name}${extname(import.meta.url)}`, import.meta.url)

/** Records in one turn of the event loop: about ten milliseconds. */
const recordsInATurn = 100

/** Checking fewer records takes less time than starting a process. */
const manyRecords = 1000

/** Milliseconds between two looks at whether the session has ended. */
const lookEvery = 100

/** Bytes. Checking a smaller file takes less time than starting a process. */
const largeBytes = 8_000_000

/**
 * Whether SQLite finds a large ledger of this Setdesk sound. For that it takes seconds and megabytes, so it runs in a process of its own.
 * Undefined for any other file, and if that process ends without an answer: the code that opens the file checks it.
 */
export async function checkLarge(
  path: string,
  runApart: RunApart,
  fromBytes = largeBytes,
): Promise<boolean | undefined> {
  const header = readHeader(path)
  const isOwn = typeof header === 'number' && header <= schemaVersion
  if (!isOwn || statSync(path).size < fromBytes) return undefined
  const answer = await runApart(apart('check-file-apart'), path)
  return typeof answer === 'boolean' ? answer : undefined
}

/**
 * Checks the record of every job; undefined if the session ended meanwhile. Many are read in a process of their own: its memory
 * goes back to the system when it ends, while this process would keep it, of a thread as well. It sees records that are being changed
 * here at that moment, so each suspect is checked once more here.
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

/** Undefined if the process ends without a result, or the session does. */
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
