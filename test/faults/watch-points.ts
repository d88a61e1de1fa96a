import { subscribe } from 'node:diagnostics_channel'
import type { ClientRequest } from 'node:http'
import { DatabaseSync, StatementSync } from 'node:sqlite'
import type { Transport } from '../../src/platform/exchange.ts'

/**
 * Tells of every point at which a death could matter, by name: before and after each commit (by the function that commits),
 * and before and after each request and each reply (by the path). `onPoint` may end the process: nothing has gone further by
 * then. Gives the transport through which the app must send.
 */
export function watchPoints(transport: Transport, onPoint: (point: string) => void): Transport {
  watchCommits(onPoint)
  // The request is with the system; the head of its reply has come, and nobody was told yet.
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
  let isWithin = false
  DatabaseSync.prototype.exec = function (this: DatabaseSync, sql: string) {
    if (sql.startsWith('BEGIN')) isWithin = true
    const isCommit = sql === 'COMMIT'
    const by = isCommit ? committer() : ''
    if (isCommit) onPoint(`before the commit of ${by}`)
    exec.call(this, sql)
    if (isCommit || sql === 'ROLLBACK') isWithin = false
    if (isCommit) onPoint(`after the commit of ${by}`)
  }
  StatementSync.prototype.run = function (this: StatementSync, ...values: Parameters<typeof run>) {
    if (isWithin) return run.apply(this, values)
    const by = committer()
    onPoint(`before the commit of ${by}`)
    const done = run.apply(this, values)
    onPoint(`after the commit of ${by}`)
    return done
  } as typeof run
}

/** The function of the app that commits, by its name. */
function committer(): string {
  const frames = (new Error('where').stack ?? '').split('\n').filter((frame) => frame.includes('/src/main/'))
  const frame = frames.find((one) => !one.includes('/storage/database.ts')) ?? ''
  const [, name] = /at (?:async )?(?:\w+\.)*(\w+) \(/.exec(frame) ?? []
  const [, file = 'unknown'] = /\/([\w-]+)\.ts/.exec(frame) ?? []
  return name ?? file
}

const pathOf = (message: unknown): string => nameOf((message as { readonly request: ClientRequest }).request.path)
const nameOf = (path: string): string => path.split('?')[0]?.split('/').at(-1) ?? ''
