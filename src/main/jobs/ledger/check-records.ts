import type { KeyObject } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Sealing } from '../../vault/sealing.ts'
import { countRecords, eachRecord, guardRecords } from './records.ts'

/** What the thread is given. `key` authenticates records and opens nothing. */
export interface RecordTask {
  readonly path: string
  readonly key: KeyObject
}

/** `suspects`: the numbers of the jobs whose record does not fit its MAC. */
export interface RecordsRead {
  readonly checked: number
  readonly suspects: readonly number[]
}

/** Records in one turn of the event loop: about ten milliseconds. */
const recordsInATurn = 100

/** Checking fewer records takes less time than starting a thread. */
const manyRecords = 1000

/** V8 would give the thread room for 48 MB of short-lived texts, and the process would keep part of it. */
const resourceLimits = { maxYoungGenerationSizeMb: 4 }

/** Milliseconds between two looks at whether the session has ended. */
const lookEvery = 100

/**
 * Checks the record of every job; undefined if the session ended meanwhile. Many are read in a thread of their own: its memory
 * goes back to the system when it ends, while this process would keep it. It sees records that are being changed here at that
 * moment, so each suspect is checked once more here.
 */
export async function findChanged(
  database: DatabaseSync,
  sealing: Sealing,
  isOver: () => boolean,
): Promise<{ readonly checked: number; readonly changed: readonly number[] } | undefined> {
  const records = guardRecords(database, sealing)
  const path = database.location()
  const isLarge = path !== null && countRecords(database) >= manyRecords
  const read = isLarge ? await readAside({ path, key: sealing.recordKey() }, isOver) : undefined
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

/** Undefined if the thread ends without a result, or the session does. */
async function readAside(task: RecordTask, isOver: () => boolean): Promise<RecordsRead | undefined> {
  // The build keeps this file and the thread's in one folder.
  const file = new URL(`./record-worker${extname(import.meta.url)}`, import.meta.url)
  const worker = new Worker(file, { workerData: task, execArgv: [], env: {}, resourceLimits })
  let result: RecordsRead | undefined
  worker.on('message', (message: RecordsRead) => (result = message))
  const ended = new Promise<'ended'>((resolve) => {
    // `exit` follows.
    worker.on('error', () => undefined)
    worker.on('exit', () => resolve('ended'))
  })
  while ((await Promise.race([ended, delay(lookEvery, undefined, { ref: false })])) !== 'ended') {
    if (!isOver()) continue
    await worker.terminate()
    return undefined
  }
  return result
}
