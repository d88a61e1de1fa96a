import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { joinPieces, type Piece } from './json-pieces.ts'
import { carryOut, type ReadResult, type ReadTask } from './read-task.ts'

/** What the thread says: everything but the data, then the data in pieces, then that this was all. */
export type Told = { readonly head: object } | { readonly piece: Piece } | { readonly isOver: true }

/** A length in characters. A shorter answer is read in this thread, because starting another one would take longer. */
const longText = 64 * 1024

export const isLong = (text: string): boolean => text.length > longText

/** Reading 8 MiB of the worst kind takes seconds. Whatever takes longer than this is not an answer. Milliseconds. */
const longestMs = 60_000

/** An answer that needs more memory than this is given up. The process would keep part of a large space for short-lived texts. */
const resourceLimits = { maxOldGenerationSizeMb: 768, maxYoungGenerationSizeMb: 4 }

/** A body that cannot be read. */
const unreadable = '{'

/** Milliseconds without a reading after which the thread ends. */
const idleMs = 5000

/** Characters. After a longer answer the thread ends at once, because reading it may have taken hundreds of megabytes. */
const largeText = 1024 * 1024

/** One thread at a time: a platform that answers everything with megabytes must not take all of the computer. */
let last: Promise<unknown> = Promise.resolve()

/**
 * Waits for the next reading. Starting a thread takes longer than reading a usual long answer, and V8 keeps the memory of ended
 * ones for a while: a thread for each answer would hold that of several.
 */
let idle: { readonly worker: Worker; readonly cancelEnd: () => void } | undefined

/**
 * Reads a long answer in another thread, so that the window and other work go on meanwhile. If that takes too long or too
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
    const worker = takeThread()
    const { add, data } = joinPieces()
    let head: object | undefined
    const end = (result?: ReadResult): void => {
      clearTimeout(timer)
      worker.off('message', hear)
      worker.off('exit', giveUpThread)
      if (result !== undefined && task.exchange.text.length <= largeText) keepThread(worker)
      else void worker.terminate()
      resolve(result)
    }
    const giveUpThread = (): void => end()
    const hear = (told: Told): void => {
      if ('isOver' in told) return end({ ...head, ...(data() === undefined ? {} : { data: data() }) } as ReadResult)
      if ('head' in told) head = told.head
      else add(told.piece)
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      worker.postMessage('next')
    }
    const timer = setTimeout(giveUpThread, mostMs)
    worker.on('message', hear)
    worker.on('exit', giveUpThread)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    worker.postMessage(task)
  })
}

function takeThread(): Worker {
  const kept = idle
  if (kept !== undefined) {
    kept.cancelEnd()
    kept.worker.ref()
    return kept.worker
  }
  // The build keeps this file and the thread's in one folder.
  const file = new URL(`./read-worker${extname(import.meta.url)}`, import.meta.url)
  const worker = new Worker(file, { execArgv: [], env: {}, resourceLimits })
  // `exit` follows.
  worker.on('error', () => undefined)
  return worker
}

/** An idle thread does not keep the process alive. */
function keepThread(worker: Worker): void {
  const forget = (): void => {
    clearTimeout(timer)
    worker.off('exit', forget)
    idle = undefined
  }
  const timer = setTimeout(() => {
    forget()
    void worker.terminate()
  }, idleMs).unref()
  worker.once('exit', forget)
  worker.unref()
  idle = { worker, cancelEnd: forget }
}
