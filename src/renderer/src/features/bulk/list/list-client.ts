import type { CheckProgress, createListService } from './list-reader.ts'

type ListService = ReturnType<typeof createListService>

/** The list reader, which runs in a worker so that it does not block the screen. Calls reject if the worker failed or was ended. */
export interface ListClient extends ListService {
  readonly end: () => void
}

/** A call of the page to the worker's list reader. The answer has the same `id`. */
export interface ListRequest {
  readonly id: number
  readonly name: keyof ListService
  /** The arguments, without the progress function, which cannot be sent. */
  readonly values: readonly unknown[]
}

/** A message from the worker. During a check, `progress` may arrive several times before the `answer`. */
export type ListReply =
  | { readonly id: number; readonly progress: CheckProgress }
  | { readonly id: number; readonly answer: unknown }
  | { readonly id: number; readonly failed: true }

interface Waiting extends PromiseWithResolvers<unknown> {
  readonly onProgress: ((progress: CheckProgress) => void) | undefined
}

/** Starts the worker and returns a client for it. The answers to the client's requests can arrive in any order. */
export function createListClient(): ListClient {
  const worker = new Worker(new URL('./list-worker.ts', import.meta.url), { type: 'module' })
  const waiting = new Map<number, Waiting>()
  let last = 0
  worker.addEventListener('message', ({ data }: MessageEvent<ListReply>) => {
    const asked = waiting.get(data.id)
    if (asked === undefined) return
    if ('progress' in data) return asked.onProgress?.(data.progress)
    waiting.delete(data.id)
    if ('answer' in data) asked.resolve(data.answer)
    else asked.reject(new Error('The list could not be read.'))
  })
  const giveUp = (): void => {
    for (const { reject } of waiting.values()) reject(new Error('The reader of lists is gone.'))
    waiting.clear()
  }
  worker.addEventListener('error', giveUp)
  const send = (name: ListRequest['name'], values: readonly unknown[], onProgress?: Waiting['onProgress']) => {
    const asked = { ...Promise.withResolvers<unknown>(), onProgress }
    last += 1
    waiting.set(last, asked)
    // The bytes of a file are transferred and not copied, because a copy would take long.
    const transfer = values.flatMap((value) => (value instanceof Uint8Array ? [value.buffer] : []))
    worker.postMessage({ id: last, name, values } satisfies ListRequest, { transfer })
    return asked.promise
  }
  // The cast is safe, because the worker answers with the result of the function of this name.
  const ask = <Name extends ListRequest['name']>(name: Name): ListService[Name] =>
    ((...values: readonly unknown[]) => send(name, values)) as ListService[Name]
  return {
    open: ask('open'),
    openTaken: ask('openTaken'),
    reread: ask('reread'),
    check: (rules, connection, onProgress) =>
      send('check', [rules, connection], onProgress) as ReturnType<ListService['check']>,
    stop: ask('stop'),
    goodRows: ask('goodRows'),
    badRows: ask('badRows'),
    fix: ask('fix'),
    bringBack: ask('bringBack'),
    faultGroups: ask('faultGroups'),
    fixGroup: ask('fixGroup'),
    putSavedFirst: ask('putSavedFirst'),
    part: ask('part'),
    take: ask('take'),
    end: () => {
      worker.terminate()
      giveUp()
    },
  }
}

/** The number of rows per request to the worker. A larger answer would block the screen. */
const piece = 250

/** Reads all rows in pieces. The last piece is shorter than the others. */
export async function readAllRows<T>(
  ask: (from: number, count: number) => Promise<readonly T[]>,
): Promise<readonly T[]> {
  const rows: T[] = []
  for (;;) {
    const more = await ask(rows.length, piece)
    rows.push(...more)
    if (more.length < piece) return rows
  }
}
