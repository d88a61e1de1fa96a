import { subscribe } from 'node:diagnostics_channel'
import type { ClientRequest } from 'node:http'
import { DatabaseSync, StatementSync } from 'node:sqlite'
import type { Transport } from '../../src/platform/transport/exchange.ts'

/**
 * Reports every point at which a kill could matter, by name: before and after each commit (with the functions that wrote in it),
 * and before and after each request and reply (with the path). `onPoint` may end the process: nothing has gone further by then.
 * Returns the transport that the app must use.
 */
export function watchPoints(transport: Transport, onPoint: (point: string) => void): Transport {
  watchCommits(onPoint)
  // The system has the request; the head of the reply has arrived, but the app does not know yet.
  subscribe('http.client.request.start', (message) => onPoint(`after sending ${pathOf(message)}`))
  subscribe('http.client.response.finish', (message) => onPoint(`before taking the reply to ${pathOf(message)}`))
  return {
    ...transport,
    async exchange(request) {
      const name = nameOf(request.url.pathname)
      onPoint(`before sending ${name}`)
      const end = await transport.exchange(request)
      if (end.reach === 'answered') onPoint(`after taking the reply to ${name}`)
      return end
    },
  }
}

function watchCommits(onPoint: (point: string) => void): void {
  // oxlint-disable-next-line typescript/unbound-method -- called on its own object below
  const { exec } = DatabaseSync.prototype
  // oxlint-disable-next-line typescript/unbound-method -- called on its own object below
  const { run } = StatementSync.prototype
  /** The functions that wrote in the open transaction. */
  let writers: Set<string> | undefined
  const tell = (when: 'before' | 'after', names: Iterable<string>): void => {
    for (const name of names) onPoint(`${when} the commit of ${name}`)
  }
  DatabaseSync.prototype.exec = function (this: DatabaseSync, sql: string) {
    if (sql.startsWith('BEGIN')) writers = new Set()
    const names = sql !== 'COMMIT' ? [] : writers?.size ? [...writers] : [nameWriter()]
    tell('before', names)
    exec.call(this, sql)
    if (sql === 'COMMIT' || sql === 'ROLLBACK') writers = undefined
    tell('after', names)
  }
  StatementSync.prototype.run = function (this: StatementSync, ...values: Parameters<typeof run>) {
    const name = nameWriter()
    writers?.add(name)
    if (writers !== undefined) return run.apply(this, values)
    tell('before', [name])
    const done = run.apply(this, values)
    tell('after', [name])
    return done
  } as typeof run
}

/** Functions that write only a part; the calling function is named instead. */
const partial = new Set(['add', 'addStep', 'put', 'stand'])

/** The name of the app's function that writes. */
function nameWriter(): string {
  const frames = (new Error('where').stack ?? '').split('\n').filter((frame) => frame.includes('/src/main/'))
  const outside = frames.filter((one) => !one.includes('/storage/database.ts'))
  const names = outside.flatMap((frame) => /at (?:async )?(?:\w+\.)*(\w+) \(/.exec(frame)?.[1] ?? [])
  const [, file = 'unknown'] = /\/([\w-]+)\.ts/.exec(outside[0] ?? '') ?? []
  return names.find((name) => !partial.has(name)) ?? file
}

const pathOf = (message: unknown): string => nameOf((message as { readonly request: ClientRequest }).request.path)
const nameOf = (path: string): string => path.split('?')[0]?.split('/').at(-1) ?? ''
