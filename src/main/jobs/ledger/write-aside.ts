import { once } from 'node:events'
import type { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import type { Clock } from '../../ports.ts'
import { noteCommit, pragmas } from '../../storage/database.ts'
import { insertJob, insertStep, type SealedJob } from './rows.ts'

/** A sealed job, and the keys that must be in no other job: not even in one that was saved after this one was made. */
export interface JobToWrite {
  readonly job: SealedJob
  readonly mustBeNew: { readonly customerKey?: Uint8Array | undefined; readonly boxKey?: Uint8Array | undefined }
}

/** `saved`: committed. `known`: its draft was a job before. `left`: not written, so the caller saves it by the rule of all work. */
export type Written = 'saved' | 'known' | 'left'

/**
 * Plain JavaScript as a string, so that the bundle needs no extra file. All of a turn is decided within its transaction. The
 * write-ahead log is moved into the file here, before SQLite does it within a commit, because that takes long.
 */
const write = `
  const { DatabaseSync } = require('node:sqlite')
  const { parentPort, workerData: { path, pragmas, insertJob, insertStep, rowsInTheLog } } = require('node:worker_threads')
  const database = new DatabaseSync(path, { enableForeignKeyConstraints: true, timeout: 5000 })
  for (const [name, , set] of pragmas) database.exec('PRAGMA ' + name + ' = ' + set)
  const [ofDraft, ofCustomer, ofBox] = ['draft_id', 'customer_key', 'box_key'].map((column) =>
    database.prepare('SELECT 1 FROM job WHERE ' + column + ' = ? LIMIT 1'))
  const [putJob, putStep] = [insertJob, insertStep].map((sql) => database.prepare(sql))
  const save = ({ job: { draftId, columns, steps }, mustBeNew: { customerKey, boxKey } }) => {
    if (ofDraft.get(draftId) !== undefined) return 'known'
    if (customerKey !== undefined && ofCustomer.get(customerKey) !== undefined) return 'left'
    if (boxKey !== undefined && ofBox.get(boxKey) !== undefined) return 'left'
    const { lastInsertRowid } = putJob.run(...columns)
    for (const step of steps) putStep.run(lastInsertRowid, ...step)
    return 'saved'
  }
  const saveAll = (jobs) => {
    database.exec('BEGIN IMMEDIATE')
    try {
      const outcomes = jobs.map(save)
      database.exec('COMMIT')
      return outcomes
    } catch {
      if (database.isTransaction) database.exec('ROLLBACK')
      return jobs.map(() => 'left')
    }
  }
  let logged = 0
  parentPort.on('message', (jobs) => {
    if (jobs === 'stop') {
      database.close()
      parentPort.close()
      return
    }
    parentPort.postMessage(saveAll(jobs))
    logged += jobs.length
    if (logged < rowsInTheLog) return
    logged = 0
    database.exec('PRAGMA wal_checkpoint(PASSIVE)')
  })
`

const rowsInTheLog = 4000

/** Milliseconds without work after which the thread ends. */
const idleMs = 5000

interface Turn {
  readonly connectionId: string
  readonly jobs: readonly JobToWrite[]
  readonly end: (outcomes: readonly Written[]) => void
}

export type AsideWriter = ReturnType<typeof createAsideWriter>

/**
 * Writes the jobs of a long list in a thread of its own, over a second connection to the same file, while the next ones are made
 * here. A turn that fails for any reason is left to the caller, who then meets the same reason: nothing is written twice, because
 * a draft is one job.
 */
export function createAsideWriter(database: DatabaseSync, clock: Pick<Clock, 'after'>) {
  const path = database.location()
  const turns: Turn[] = []
  let worker: Worker | undefined
  let cancelEnd: (() => void) | undefined
  let isStopped = false

  const open = (): Worker => {
    const fresh = new Worker(write, { eval: true, workerData: { path, pragmas, insertJob, insertStep, rowsInTheLog } })
    fresh.on('message', (outcomes: readonly Written[]) => {
      noteCommit(database)
      turns.shift()?.end(outcomes)
      if (turns.length > 0) return
      fresh.unref()
      cancelEnd = clock.after(idleMs, () => void endThread())
    })
    // `exit` follows.
    fresh.on('error', () => undefined)
    fresh.on('exit', () => {
      worker = undefined
      for (const { jobs, end } of turns.splice(0)) end(leaveAll(jobs))
    })
    return fresh
  }
  const endThread = async (): Promise<void> => {
    cancelEnd?.()
    if (worker === undefined) return
    const ended = once(worker, 'exit')
    worker.ref()
    worker.postMessage('stop')
    await ended
  }

  return {
    /** Gives what became of each job, in their order. The jobs of one call are committed together. */
    write(connectionId: string, jobs: readonly JobToWrite[]): Promise<readonly Written[]> {
      if (isStopped || path === null || jobs.length === 0) return Promise.resolve(leaveAll(jobs))
      cancelEnd?.()
      worker ??= open()
      worker.ref()
      worker.postMessage(jobs)
      return new Promise((resolve) => turns.push({ connectionId, jobs, end: resolve }))
    },
    /** How many jobs of a connection are being written now. They may not be in the file yet. */
    writing: (connectionId: string) =>
      turns.reduce((sum, turn) => sum + (turn.connectionId === connectionId ? turn.jobs.length : 0), 0),
    /** Ends the thread after what it is writing. From then on everything is left to the caller. */
    async stop() {
      isStopped = true
      await endThread()
    },
  }
}

const leaveAll = (jobs: readonly JobToWrite[]): readonly Written[] => jobs.map(() => 'left')
