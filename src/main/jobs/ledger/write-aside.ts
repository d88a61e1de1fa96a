import { extname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import type { Clock } from '../../ports.ts'
import { noteCommit } from '../../storage/database.ts'
import type { RowKeys, Sealing } from '../../vault/sealing.ts'
import type { NewJobText } from './records.ts'

/**
 * A new job. `isNew`: whether the customer or the box of the job must be new. A new customer or box must not be in any other job, not even
 * in a job that was saved after this one was made.
 */
export interface JobToWrite {
  readonly job: NewJobText
  readonly isNew: { readonly customer: boolean; readonly box: boolean }
}

/** `saved`: committed. `left`: not written; the caller decides about the draft itself, which may already be a job. */
export type Written = 'saved' | 'left'

export interface WriteTask {
  readonly path: string
  readonly keys: RowKeys
}

/** A message to the thread. The thread answers each list of jobs with one `Written` per job. */
export type WriteMessage = readonly JobToWrite[] | 'checkpoint' | 'stop'

/** The thread ends after this time without work, in milliseconds. While a list is being saved, the calls come at shorter intervals. */
const idleMs = 1000

interface AsideWriterDeps {
  readonly database: DatabaseSync
  readonly sealing: Sealing
  readonly clock: Pick<Clock, 'after'>
  readonly onEnd: () => void
}

interface Turn {
  readonly connectionId: string
  readonly jobs: readonly JobToWrite[]
  readonly end: (outcomes: readonly Written[]) => void
}

/**
 * Seals and writes the jobs of a long list in a separate thread, over a second connection to the same file. Meanwhile this thread makes the
 * next jobs. If the jobs of one call cannot be written, the caller saves them itself. If the cause of the failure persists, the caller then
 * gets the error. Nothing is written twice, because one draft makes only one job.
 */
export function createAsideWriter({ database, sealing, clock, onEnd }: AsideWriterDeps) {
  const path = database.location()
  const turns: Turn[] = []
  let worker: Worker | undefined
  let cancelEnd: (() => void) | undefined
  let isStopped = false

  /** Ends the idle thread after `idleMs`. An idle thread does not keep the process alive. */
  const rest = (idle: Worker): void => {
    idle.unref()
    cancelEnd = clock.after(idleMs, () => void endThread())
  }
  const open = (path: string): Worker => {
    // The build puts this file and the thread's file into one folder.
    const file = new URL(`./write-worker${extname(import.meta.url)}`, import.meta.url)
    const workerData: WriteTask = { path, keys: sealing.rowKeys() }
    const fresh = new Worker(file, { execArgv: [], env: {}, workerData })
    fresh.on('message', (outcomes: readonly Written[]) => {
      turns.shift()?.end(outcomes)
      if (turns.length === 0) rest(fresh)
    })
    // Errors are ignored, because an `exit` event follows every error.
    fresh.on('error', () => undefined)
    fresh.on('exit', () => {
      worker = undefined
      for (const { jobs, end } of turns.splice(0)) end(leaveAll(jobs))
      onEnd()
    })
    return fresh
  }
  const send = (path: string, message: WriteMessage): void => {
    cancelEnd?.()
    worker ??= open(path)
    if (turns.length > 0) worker.ref()
    else rest(worker)
    tell(worker, message)
  }
  const endThread = async (): Promise<void> => {
    cancelEnd?.()
    const ending = worker
    if (ending === undefined) return
    ending.ref()
    await new Promise((resolve) => {
      ending.once('exit', resolve)
      tell(ending, 'stop')
    })
  }

  return {
    /** Returns the result for each job, in order. The jobs of one call are committed together. */
    async write(connectionId: string, jobs: readonly JobToWrite[]): Promise<readonly Written[]> {
      if (isStopped || path === null || jobs.length === 0) return leaveAll(jobs)
      const { promise, resolve } = Promise.withResolvers<readonly Written[]>()
      turns.push({ connectionId, jobs, end: resolve })
      send(path, jobs)
      const outcomes = await promise
      if (outcomes.includes('saved')) noteCommit(database)
      return outcomes
    },
    /**
     * Moves the write-ahead log into the file, after the present writes. SQLite itself does this within a commit when the log is long. Code
     * that commits a lot calls `checkpoint` earlier, so that no commit takes long.
     */
    checkpoint() {
      if (!isStopped && path !== null) send(path, 'checkpoint')
    },
    /** Whether a list is being saved, or was saved a moment ago. */
    isOpen: () => worker !== undefined,
    /** How many jobs of a connection are being written. These jobs may not be in the file yet. */
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

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
const tell = (worker: Worker, message: WriteMessage): void => worker.postMessage(message)
