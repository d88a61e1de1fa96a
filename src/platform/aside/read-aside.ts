import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Answer, Json } from '../answer.ts'
import { isObject } from '../body.ts'
import type { Operation } from '../catalogue/operation.ts'
import { interpret, type InterpretContext } from '../interpret.ts'
import { type ProductList, readProductList } from '../read/product-list.ts'
import { createRedactor } from '../redact.ts'
import type { Exchange } from '../transport/exchange.ts'
import { createOneAtATime } from '../../shared/one-at-a-time.ts'

/**
 * A message from the reading thread. The first message is the result without its `data`. The data follows in pieces. The last message says
 * that there are no more pieces.
 */
export type Told = { readonly head: object } | { readonly piece: Piece } | { readonly isOver: true }

/** An answer with more characters is read in another thread. A shorter one is read in the current thread, which is faster. */
const longText = 64 * 1024

export const isLong = (text: string): boolean => text.length > longText

/** How long a reading may take, in milliseconds. Even the worst real answer of 8 MiB takes only seconds. */
const longestMs = 60_000

/** The memory limits of a reading thread, in MB. Space for new objects is small, because the process would keep part of it. */
const resourceLimits = { maxOldGenerationSizeMb: 768, maxYoungGenerationSizeMb: 4 }

/** A body that does not parse. This body replaces the text of an answer if reading the answer took too long or too much memory. */
const unreadable = '{'

/** A thread that gets no further task ends after this time, in milliseconds. */
const idleMs = 5000

/** After an answer with more characters than this, the thread ends at once, because it may hold hundreds of megabytes. */
const largeText = 1024 * 1024

/** Only one thread reads at a time. Otherwise a platform with huge answers would use up the whole computer. */
const oneAtATime = createOneAtATime()

/**
 * A thread that waits for the next reading. Starting a thread takes longer than a usual reading. V8 also keeps the memory of ended threads
 * for a while, so a new thread for each answer would hold the memory of several threads.
 */
let idle: { readonly worker: Worker; readonly cancelEnd: () => void } | undefined

/**
 * Reads a long answer in another thread, so that the window and other work continue. If the reading takes too long or too much
 * memory, the answer counts as unreadable and only its HTTP status is judged. Never rejects.
 */
export const readAside = <T extends ReadTask>(task: T, mostMs = longestMs): Promise<ReadResult<T>> =>
  oneAtATime(async () => (await readInThread(task, mostMs)) ?? giveUp(task)) as Promise<ReadResult<T>>

function giveUp(task: ReadTask): ReadResult {
  const result = carryOut({ ...task, exchange: { ...task.exchange, text: unreadable } })
  return 'raw' in result ? { ...result, raw: '' } : result
}

/** Reads an answer in another thread. Undefined if the thread takes longer than `mostMs`, or ends without a result. */
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
  // An `exit` event follows every error, and ends the reading. Without this listener, Node would throw the error in the current thread.
  worker.on('error', () => undefined)
  return worker
}

/** Keeps the thread for the next reading, and ends it if no reading comes. An idle thread does not keep the process alive. */
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

/**
 * Some entries of the list or object at `path`. If an entry is a large list or object, it is empty in this piece, and its own entries
 * follow in further pieces.
 */
export interface Piece {
  readonly path: readonly (string | number)[]
  readonly entries: readonly (readonly [string | number, Json])[]
}

type Container = readonly Json[] | { readonly [key: string]: Json }

/** Cuts data into pieces of about `most` values, so that a thread can receive them one at a time. */
export const cutJson = (data: Json, most: number): Iterable<Piece> => cut([data], [], most)

function* cut(container: Container, path: Piece['path'], most: number): Generator<Piece> {
  let entries: [string | number, Json][] = []
  let weight = 0
  for (const [key, value] of entriesOf(container)) {
    const size = countUpTo(value, most)
    const isLarge = isContainer(value) && size >= most
    entries.push([key, isLarge ? (Array.isArray(value) ? [] : {}) : value])
    weight += size
    if (weight < most) continue
    yield { path, entries }
    entries = []
    weight = 0
    if (isLarge) yield* cut(value, [...path, key], most)
  }
  if (entries.length > 0) yield { path, entries }
}

const isContainer = (value: Json): value is Container => Array.isArray(value) || isObject(value)

const entriesOf = (container: Container): Iterable<[string | number, Json]> =>
  Array.isArray(container) ? (container as readonly Json[]).entries() : Object.entries(container)

/** Counts a value and all values inside it. The count stops at `most`. */
function countUpTo(value: Json, most: number): number {
  if (!isContainer(value)) return 1
  let count = 1
  for (const [, inner] of entriesOf(value)) {
    if (count >= most) break
    count += countUpTo(inner, most - count)
  }
  return count
}

/** Joins pieces to the whole data. The pieces must be added in the order in which `cutJson` made them. */
export function joinPieces() {
  const root: Json[] = []
  return {
    add: ({ path, entries }: Piece): void => {
      let target: Record<string | number, Json> = root as never
      for (const key of path) target = target[key] as never
      // A plain assignment to `__proto__` would change the object's prototype.
      for (const [key, value] of entries)
        if (key === '__proto__') Object.defineProperty(target, key, { value, ...plain })
        else target[key] = value
    },
    /** The data so far; undefined before the first piece. */
    data: (): Json | undefined => root[0],
  }
}

const plain = { writable: true, enumerable: true, configurable: true } as const

type Answered = Extract<Exchange, { reach: 'answered' }>

/** An answer to be read in another thread. The task holds only data, because functions cannot be copied to a thread. */
interface AnswerTask extends Omit<InterpretContext, 'redactor' | 'tokenRedactor'> {
  readonly kind: 'answer'
  readonly exchange: Answered
  readonly operation: Operation
  readonly secrets: readonly string[]
  /** The tokens to remove from data. A token that is also a secret is removed from messages and raw text in all its spellings. */
  readonly tokens: readonly string[]
}

interface ProductsTask {
  readonly kind: 'products'
  readonly exchange: Answered
  readonly token: string
}

export type ReadTask = AnswerTask | ProductsTask

type ReadResult<T extends ReadTask = ReadTask> = T extends AnswerTask ? Answer : ProductList

export function carryOut<T extends ReadTask>(task: T): ReadResult<T>
export function carryOut(task: ReadTask): ReadResult {
  const { exchange } = task
  if (task.kind === 'products') return readProductList(exchange.status, exchange.text, task.token)
  const { operation, secrets, tokens, ...context } = task
  return interpret(exchange, operation, {
    ...context,
    redactor: createRedactor(secrets, tokens),
    tokenRedactor: createRedactor([], tokens),
  })
}
