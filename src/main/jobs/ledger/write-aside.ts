import type { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import type { Clock } from '../../ports.ts'
import { noteCommit, pragmas } from '../../storage/database.ts'
import { newJobSql } from './ledger.ts'
import type { SealedJob } from './rows.ts'

/** A sealed job, and which of its keys no other job may have, not even one saved after this one was made. */
export interface JobToWrite {
  readonly job: SealedJob
  readonly isNew: { readonly customer: boolean; readonly box: boolean }
}

/** `saved`: committed. `known`: the draft was already a job. `left`: not written, so the caller saves it in the ordinary way. */
export type Written = 'saved' | 'known' | 'left'

/** Plain JavaScript in a string, so that the bundle needs no extra file. Each turn makes all its decisions within its transaction. */
const write = `
  const { DatabaseSync } = require('node:sqlite')
  const { parentPort, workerData: { path, pragmas, sql } } = require('node:worker_threads')
  const database = new DatabaseSync(path, { enableForeignKeyConstraints: true, timeout: 5000 })
  for (const [name, , set] of pragmas) database.exec('PRAGMA ' + name + ' = ' + set)
  const [ofDraft, ofCustomer, ofBox, putJob, putStep] =
    ['ofDraft', 'ofCustomer', 'ofBox', 'putJob', 'putStep'].map((name) => database.prepare(sql[name]))
  const save = ({ columns, mac, steps, isNew }) => {
    const [, draftId, , , customerKey, boxKey] = columns
    if (ofDraft.get(draftId) !== undefined) return 'known'
    if (isNew.customer && ofCustomer.get(customerKey) !== undefined) return 'left'
    if (isNew.box && ofBox.get(boxKey) !== undefined) return 'left'
    const { lastInsertRowid } = putJob.run(...columns, mac)
    for (const step of steps) putStep.run(lastInsertRowid, ...step)
    return 'saved'
  }
  const saveAll = (jobs) => {
    try {
      database.exec('BEGIN IMMEDIATE')
      const outcomes = jobs.map(save)
      database.exec('COMMIT')
      return outcomes
    } catch {
      if (database.isTransaction) database.exec('ROLLBACK')
      return jobs.map(() => 'left')
    }
  }
  const unpack = ({ text, bytes }) => {
    let at = 0
    const read = (value) => (typeof value?.size === 'number' ? bytes.subarray(at, (at += value.size)) : value)
    return JSON.parse(text).map(({ columns, mac, steps, isNew }) =>
      ({ columns: columns.map(read), mac: read(mac), steps: steps.map((step) => step.map(read)), isNew }))
  }
  parentPort.on('message', (packed) => {
    if (packed === 'stop') {
      database.close()
      process.exit()
    } else if (packed === 'checkpoint') database.exec('PRAGMA wal_checkpoint(PASSIVE)')
    else parentPort.postMessage(saveAll(unpack(packed)))
  })
`

/** The index keys are spread over all pages. With a smaller cache, saving a long list would read and write the same pages repeatedly. */
const largeCache: (typeof pragmas)[number] = ['cache_size', -8192, '-8192']

/** The thread ends after this time without work, milliseconds. */
const idleMs = 5000

interface Turn {
  readonly connectionId: string
  readonly jobs: readonly JobToWrite[]
  readonly end: (outcomes: readonly Written[]) => void
}

/**
 * Writes the jobs of a long list in a separate thread, over a second connection to the same file, while this thread makes the
 * next jobs. If a turn fails for any reason, the caller saves its jobs and meets the same reason. Nothing is written twice,
 * because one draft makes one job.
 */
export function createAsideWriter(database: DatabaseSync, clock: Pick<Clock, 'after'>) {
  const path = database.location()
  const turns: Turn[] = []
  let worker: Worker | undefined
  let cancelEnd: (() => void) | undefined
  let isStopped = false

  /** The thread keeps the process alive only while it writes jobs. */
  const rest = (idle: Worker): void => {
    idle.unref()
    cancelEnd = clock.after(idleMs, () => void endThread())
  }
  const open = (): Worker => {
    const fresh = new Worker(write, {
      eval: true,
      workerData: { path, pragmas: [...pragmas, largeCache], sql: newJobSql },
    })
    fresh.on('message', (outcomes: readonly Written[]) => {
      turns.shift()?.end(outcomes)
      if (turns.length === 0) rest(fresh)
    })
    // An `exit` event follows every error.
    fresh.on('error', () => undefined)
    fresh.on('exit', () => {
      worker = undefined
      for (const { jobs, end } of turns.splice(0)) end(leaveAll(jobs))
    })
    return fresh
  }
  const send = (message: ReturnType<typeof packJobs> | 'checkpoint'): void => {
    cancelEnd?.()
    worker ??= open()
    if (turns.length > 0) worker.ref()
    else rest(worker)
    // The bytes are transferred, not copied.
    worker.postMessage(message, message === 'checkpoint' ? [] : [message.bytes.buffer])
  }
  const endThread = async (): Promise<void> => {
    cancelEnd?.()
    const ending = worker
    if (ending === undefined) return
    ending.ref()
    await new Promise((resolve) => {
      ending.once('exit', resolve)
      ending.postMessage('stop', [])
    })
  }

  return {
    /** Returns the result for each job, in order. The jobs of one call are committed together. */
    async write(connectionId: string, jobs: readonly JobToWrite[]): Promise<readonly Written[]> {
      if (isStopped || path === null || jobs.length === 0) return leaveAll(jobs)
      const { promise, resolve } = Promise.withResolvers<readonly Written[]>()
      turns.push({ connectionId, jobs, end: resolve })
      send(packJobs(jobs))
      const outcomes = await promise
      if (outcomes.includes('saved')) noteCommit(database)
      return outcomes
    },
    /**
     * Moves the write-ahead log into the file, after the present writes. SQLite does this on its own, within a commit, when the
     * log is long. Code that commits a lot calls this earlier, so that no commit takes long.
     */
    checkpoint() {
      if (!isStopped && path !== null) send('checkpoint')
    },
    /** How many jobs of a connection are being written. They may not be in the file yet. */
    writing: (connectionId: string) =>
      turns.reduce((sum, turn) => sum + (turn.connectionId === connectionId ? turn.jobs.length : 0), 0),
    /** Ends the thread after its present write. From then on the caller saves all jobs itself. */
    async stop() {
      isStopped = true
      await endThread()
    },
  }
}

const leaveAll = (jobs: readonly JobToWrite[]): readonly Written[] => jobs.map(() => 'left')

/** Packs the jobs into one text and one array of bytes. Transferring thousands of small arrays would be as slow as writing them. */
function packJobs(jobs: readonly JobToWrite[]) {
  const parts: Uint8Array[] = []
  const pack = <T>(value: T): T | { readonly size: number } => {
    if (!(value instanceof Uint8Array)) return value
    parts.push(value)
    return { size: value.length }
  }
  const packed = jobs.map(({ job: { columns, mac, steps }, isNew }) => ({
    columns: columns.map(pack),
    mac: pack(mac),
    steps: steps.map((step) => step.map(pack)),
    isNew,
  }))
  // Avoids Node's buffer pool, because a transfer would include the rest of the pool.
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return { text: JSON.stringify(packed), bytes }
}
