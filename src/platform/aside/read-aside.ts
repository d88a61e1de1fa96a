import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { joinPieces, type Piece } from './json-pieces.ts'
import { carryOut, type ReadResult, type ReadTask } from './read-task.ts'

/**
 * A message from the reading thread. The first message holds everything but the data. The data follows in pieces. The last message says
 * that there are no more pieces.
 */
export type Told = { readonly head: object } | { readonly piece: Piece } | { readonly isOver: true }

/** An answer with more characters than this is long. Other answers are read in the current thread, because that is faster. */
const longText = 64 * 1024

export const isLong = (text: string): boolean => text.length > longText

/**
 * How long a reading may take, in milliseconds. The worst answer of 8 MiB takes seconds. A text that takes longer than this limit is not a
 * real answer.
 */
const longestMs = 60_000

/** The memory limits of a thread. The space for new objects is small, because the process would keep part of a larger space. */
const resourceLimits = { maxOldGenerationSizeMb: 768, maxYoungGenerationSizeMb: 4 }

/** A body that does not parse. This body replaces the text of an answer if reading the answer took too long or too much memory. */
const unreadable = '{'

/** An unused thread ends after this time, in milliseconds. */
const idleMs = 5000

/** After an answer with more characters than this, the thread ends at once. Such an answer may have taken hundreds of megabytes. */
const largeText = 1024 * 1024

/**
 * The last reading that was requested. The next reading waits until this one ends, because only one thread reads at a time. Otherwise a
 * platform with huge answers would use up the whole computer.
 */
let last: Promise<unknown> = Promise.resolve()

/**
 * A thread that waits for the next reading. Starting a thread takes longer than a usual reading. V8 also keeps the memory of ended threads
 * for a while, so a new thread for each answer would hold the memory of several threads.
 */
let idle: { readonly worker: Worker; readonly cancelEnd: () => void } | undefined

/**
 * Reads a long answer in another thread, so that the window and other work continue. If the reading takes too long or too much
 * memory, the answer counts as unreadable and only its HTTP status is judged. Never rejects.
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

/** Reads in another thread. Undefined if the thread takes longer than `mostMs`, or ends without a result. */
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
  // The build puts this file and the thread's file into one folder.
  const file = new URL(`./read-worker${extname(import.meta.url)}`, import.meta.url)
  const worker = new Worker(file, { execArgv: [], env: {}, resourceLimits })
  // An `exit` event follows every error.
  worker.on('error', () => undefined)
  return worker
}

/** Keeps the thread for the next reading. An idle thread does not keep the process alive. */
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
