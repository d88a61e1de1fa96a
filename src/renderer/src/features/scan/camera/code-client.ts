import type { CodeReply, CodeRequest } from './code-worker.ts'
import type { ReadCode } from './read-code.ts'

/** The result of reading a picture. `broken`: the reader does not work on this computer. */
export type CodeReading =
  | { readonly ok: true; readonly codes: readonly ReadCode[] }
  | { readonly ok: false; readonly problem: 'not-a-picture' | 'broken' }

/** The code reader in a worker, so that it does not block the screen. */
export interface CodeClient {
  /** Takes over a frame, which cannot be used afterwards. */
  readonly read: (image: ImageBitmap | Blob) => Promise<CodeReading>
  /** Ends the worker. The next picture starts a new one. */
  readonly end: () => void
}

/** The part of a worker that the client needs. */
export type CodeWorker = Pick<Worker, 'addEventListener' | 'postMessage' | 'terminate'>

/** Starts the worker that is part of the app. */
const startCodeWorker = (): CodeWorker => new Worker(new URL('./code-worker.ts', import.meta.url), { type: 'module' })

/** Sends pictures to a worker, which is started with the first one. */
export function createCodeClient(start: () => CodeWorker = startCodeWorker): CodeClient {
  const waiting = new Map<number, (reading: CodeReading) => void>()
  let worker: CodeWorker | undefined
  let last = 0
  const end = (): void => {
    worker?.terminate()
    worker = undefined
    for (const resolve of waiting.values()) resolve({ ok: false, problem: 'broken' })
    waiting.clear()
  }
  const begin = (): CodeWorker => {
    const begun = start()
    begun.addEventListener('message', ({ data }: MessageEvent<CodeReply>) => {
      waiting.get(data.id)?.('codes' in data ? { ok: true, codes: data.codes } : { ok: false, problem: data.problem })
      waiting.delete(data.id)
    })
    begun.addEventListener('error', end)
    return begun
  }
  return {
    read: (image) =>
      new Promise((resolve) => {
        worker ??= begin()
        last += 1
        waiting.set(last, resolve)
        worker.postMessage({ id: last, image } satisfies CodeRequest, image instanceof Blob ? [] : [image])
      }),
    end,
  }
}
