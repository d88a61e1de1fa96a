import type { Connection } from '../../../../../shared/domain/connection/connection.ts'
import { keepZodFromCompiling } from '../../../zod-config.ts'
import { createListBytes } from './list-bytes.ts'
import { createListReader, type CheckProgress, type MendedRows } from './list-reader.ts'
import type { RowRules } from './read-row.ts'

/** Requests of the page to the worker. The answer has the same `id`. */
export type ListRequest = { readonly id: number } & (
  | { readonly ask: 'open'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly ask: 'check'; readonly rules: RowRules; readonly connection: Connection }
  | { readonly ask: 'stop' }
  | { readonly ask: 'good' | 'bad'; readonly from: number; readonly count: number }
  | { readonly ask: 'mend'; readonly line: number; readonly cells: readonly string[] }
  | { readonly ask: 'part'; readonly part: number }
  | { readonly ask: 'take'; readonly part: string }
  | { readonly ask: 'open-taken'; readonly mended: MendedRows }
  | { readonly ask: 'saved'; readonly lines: readonly number[] }
)

/** `progress` is sent any number of times before the answer to a check. */
export type ListReply =
  | { readonly id: number; readonly progress: CheckProgress }
  | { readonly id: number; readonly answer: unknown }
  | { readonly id: number; readonly failed: true }

keepZodFromCompiling()
const reader = createListReader()
const bytes = createListBytes()

/** Milliseconds between progress messages; more would not be readable. */
const pauseMs = 100

async function check({ id, rules, connection }: Extract<ListRequest, { ask: 'check' }>): Promise<CheckProgress> {
  let told = performance.now()
  return await reader.check(rules, connection, (progress) => {
    if (performance.now() - told < pauseMs) return
    told = performance.now()
    postMessage({ id, progress } satisfies ListReply)
  })
}

async function answer(request: ListRequest): Promise<unknown> {
  switch (request.ask) {
    case 'open':
      bytes.hold(request.bytes)
      return await reader.open(request.bytes)
    case 'check':
      return await check(request)
    case 'stop':
      reader.stop()
      return undefined
    case 'good':
      return reader.goodRows(request.from, request.count)
    case 'bad':
      return reader.badRows(request.from, request.count)
    case 'mend':
      return reader.mend(request.line, request.cells)
    case 'part':
      return await bytes.part(request.part)
    case 'take':
      return bytes.take(request.part)
    case 'open-taken':
      return await reader.open(bytes.join(), request.mended)
    case 'saved':
      return reader.putSavedFirst(request.lines)
  }
}

async function reply(request: ListRequest): Promise<void> {
  const { id } = request
  try {
    postMessage({ id, answer: await answer(request) } satisfies ListReply)
  } catch {
    postMessage({ id, failed: true } satisfies ListReply)
  }
}

addEventListener('message', ({ data }: MessageEvent<ListRequest>) => {
  void reply(data)
})
