import type { Connection } from '../../../../../shared/domain/connection/connection.ts'
import type { BadRow, GoodRow } from './check-rows.ts'
import type { CheckProgress, ListReader, MendedRows, OpenedList } from './list-reader.ts'
import type { ListReply, ListRequest } from './list-worker.ts'
import type { RowRules } from './read-row.ts'

/** The list reader in a worker, so that it does not block the screen. Rejects if the worker failed or was ended. */
export interface ListClient {
  readonly open: (bytes: Uint8Array<ArrayBuffer>) => Promise<OpenedList>
  readonly check: (
    rules: RowRules,
    connection: Connection,
    onProgress: (progress: CheckProgress) => void,
  ) => Promise<CheckProgress>
  readonly stop: () => Promise<void>
  readonly goodRows: (from: number, count: number) => Promise<readonly GoodRow[]>
  readonly badRows: (from: number, count: number) => Promise<readonly BadRow[]>
  readonly mend: (line: number, cells: readonly string[]) => Promise<ReturnType<ListReader['mend']>>
  /** A part of the open file, in base 64. */
  readonly part: (part: number) => Promise<string>
  /** Takes the next part of a stored file. `openTaken` opens the file after the last part. */
  readonly take: (part: string) => Promise<void>
  readonly openTaken: (mended: MendedRows) => Promise<OpenedList>
  readonly putSavedFirst: (lines: readonly number[]) => Promise<ReturnType<ListReader['putSavedFirst']>>
  readonly end: () => void
}

type Question = ListRequest extends infer R ? (R extends unknown ? Omit<R, 'id'> : never) : never
interface Waiting {
  readonly resolve: (value: unknown) => void
  readonly reject: (error: Error) => void
  readonly onProgress?: ((progress: CheckProgress) => void) | undefined
}

/** Starts the worker that is part of the app. */
export const startListWorker = (): Worker =>
  new Worker(new URL('./list-worker.ts', import.meta.url), { type: 'module' })

/** Sends requests to the worker, which may answer in any order. */
export function createListClient(worker: Worker = startListWorker()): ListClient {
  const waiting = new Map<number, Waiting>()
  let last = 0
  worker.addEventListener('message', ({ data }: MessageEvent<ListReply>) => {
    const asked = waiting.get(data.id)
    if (asked === undefined) return
    if ('progress' in data) {
      asked.onProgress?.(data.progress)
      return
    }
    waiting.delete(data.id)
    if ('answer' in data) asked.resolve(data.answer)
    else asked.reject(new Error('The list could not be read.'))
  })
  const giveUp = (): void => {
    for (const { reject } of waiting.values()) reject(new Error('The reader of lists is gone.'))
    waiting.clear()
  }
  worker.addEventListener('error', giveUp)
  // The cast is safe: the worker answers each request with the result of its reader.
  const ask = <T>(
    question: Question,
    onProgress?: (progress: CheckProgress) => void,
    transfer: Transferable[] = [],
  ): Promise<T> =>
    new Promise((resolve, reject) => {
      last += 1
      waiting.set(last, { resolve: resolve as (value: unknown) => void, reject, onProgress })
      worker.postMessage({ id: last, ...question }, { transfer })
    })
  return {
    open: (bytes) => ask({ ask: 'open', bytes }, undefined, [bytes.buffer]),
    check: (rules, connection, onProgress) => ask({ ask: 'check', rules, connection }, onProgress),
    stop: () => ask({ ask: 'stop' }),
    goodRows: (from, count) => ask({ ask: 'good', from, count }),
    badRows: (from, count) => ask({ ask: 'bad', from, count }),
    mend: (line, cells) => ask({ ask: 'mend', line, cells }),
    part: (part) => ask({ ask: 'part', part }),
    take: (part) => ask({ ask: 'take', part }),
    openTaken: (mended) => ask({ ask: 'open-taken', mended }),
    putSavedFirst: (lines) => ask({ ask: 'saved', lines }),
    end: () => {
      worker.terminate()
      giveUp()
    },
  }
}
