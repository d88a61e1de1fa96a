import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { joinPieces, type Piece } from './json-pieces.ts'
import { carryOut, type ReadResult, type ReadTask } from './read-task.ts'

/** What the thread says: everything but the data, then the data in pieces, then that this was all. */
export type Told = { readonly head: object } | { readonly piece: Piece } | { readonly isOver: true }

/** Characters. A shorter answer is read at once: starting a thread would take longer. */
const longText = 64 * 1024

export const isLong = (text: string): boolean => text.length > longText

/** Reading 8 MiB of the worst kind takes seconds. Whatever takes longer than this is not an answer. Milliseconds. */
const longestMs = 60_000

/** An answer that needs more memory than this is given up. */
const resourceLimits = { maxOldGenerationSizeMb: 768 }

/** A body that cannot be read. */
const unreadable = '{'

/** One thread at a time: a platform that answers everything with megabytes must not take all of the computer. */
let last: Promise<unknown> = Promise.resolve()

/**
 * Reads a long answer in a thread of its own, so that the window and other work go on meanwhile. If that takes too long or too
 * much memory, the answer counts as one that cannot be read: only its HTTP status is judged. Never rejects.
 */
export function readAside<T extends ReadTask>(task: T, mostMs = longestMs): Promise<ReadResult<T>> {
  const reading = last.then(async () => (await readInThread(task, mostMs)) ?? giveUp(task))
  last = reading
  return reading as Promise<ReadResult<T>>
}

function giveUp(task: ReadTask): ReadResult {
  const result = carryOut({ ...task, exchange: { ...task.exchange, text: unreadable } })
  return 'raw' in result ? { ...result, raw: '' } : result
}

/** Undefined if the thread ends without a result. */
function readInThread(task: ReadTask, mostMs: number): Promise<ReadResult | undefined> {
  return new Promise((resolve) => {
    // The build keeps this file and the thread's in one folder.
    const file = new URL(`./read-worker${extname(import.meta.url)}`, import.meta.url)
    const worker = new Worker(file, { workerData: task, execArgv: [], env: {}, resourceLimits })
    const { add, data } = joinPieces()
    let head: object | undefined
    const end = (result?: ReadResult): void => {
      clearTimeout(timer)
      resolve(result)
      void worker.terminate()
    }
    const timer = setTimeout(end, mostMs)
    worker.on('message', (told: Told) => {
      if ('isOver' in told) return end({ ...head, ...(data() === undefined ? {} : { data: data() }) } as ReadResult)
      if ('head' in told) head = told.head
      else add(told.piece)
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      worker.postMessage('next')
    })
    worker.on('error', () => end())
    worker.on('exit', () => end())
  })
}
