import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request, type IncomingMessage } from 'node:http'
import { Agent as TlsAgent, request as requestTls } from 'node:https'
import { createInterface } from 'node:readline'
import type { HubCall, HubEvent } from '../../../src/shared/fleet/hub-calls.ts'
import type { AskHub } from './test-fleet.ts'
import { keptCode } from '../../kept-code.ts'

export type HubProcess = Awaited<ReturnType<typeof startHubProcess>>

/** Runs the hub's command and waits until it has printed its line of JSON. `log`: what it wrote to its log so far. */
export async function startHubProcess(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, ['src/hub/cli.ts', ...args, '--json'], {
    env: { ...process.env, ...keptCode, ...env },
  })
  let log = ''
  child.stderr.on('data', (part: Buffer) => (log += part.toString()))
  const ended = once(child, 'exit') as Promise<[number | null, string | null]>
  const lines = createInterface(child.stdout)
  const [line] = (await Promise.race([
    once(lines, 'line'),
    ended.then(([code]) => Promise.reject(new Error(`The hub ended with ${code}: ${log}`))),
  ])) as [string]
  return {
    printed: JSON.parse(line) as { readonly url: string; readonly code?: string },
    pid: child.pid ?? 0,
    log: () => log,
    signal: (name: NodeJS.Signals) => child.kill(name),
    ended,
    async kill(): Promise<void> {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** An idle connection is closed after this many milliseconds, as on a laptop. */
const idleMs = 4000

/** A client of the real hub. `ca`: the certificate to trust, for an `https:` address. */
export function createHubClient(base: string, ca?: string) {
  const isTls = base.startsWith('https:')
  const kept = { keepAlive: true, timeout: idleMs }
  const agent = isTls ? new TlsAgent({ ...kept, ca }) : new Agent(kept)
  const open = (path: string, options: object) =>
    isTls ? requestTls(base + path, { agent, ...options }) : request(base + path, { agent, ...options })

  /** Any request; resolves with what came back. */
  async function send(
    path: string,
    { method = 'GET', headers = {}, body }: { method?: string; headers?: Record<string, string>; body?: string } = {},
  ) {
    const sent = open(path, { method, headers })
    sent.end(body)
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    let text = ''
    for await (const part of response as AsyncIterable<Buffer>) text += part.toString()
    return { status: response.statusCode ?? 0, headers: response.headers, text }
  }

  const ask: AskHub = async (name: HubCall, token, given) => {
    const headers = {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    }
    const { text } = await send(`/v1/${name}`, { method: 'POST', headers, body: JSON.stringify(given) })
    return JSON.parse(text) as Awaited<ReturnType<AskHub>>
  }

  /** Follows the events of a session. */
  async function follow(token: string, after?: number) {
    const path = after === undefined ? '/v1/events' : `/v1/events?after=${after}`
    const sent = open(path, { headers: { authorization: `Bearer ${token}` } })
    sent.on('error', () => undefined)
    sent.end()
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    const events: HubEvent[] = []
    /** The position with which the hub began the stream. */
    const starts: number[] = []
    const waiting = new Set<() => void>()
    let rest = ''
    response.on('data', (part: Buffer) => {
      const blocks = (rest + part.toString()).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        const data = /^data: (.*)$/m.exec(block)?.[1]
        const told = data === undefined ? undefined : (JSON.parse(data) as HubEvent | { readonly latest: number })
        if (told !== undefined && 'latest' in told) starts.push(told.latest)
        else if (told !== undefined) events.push(told)
      }
      for (const wake of waiting) wake()
    })
    response.on('error', () => undefined)
    const ended = new Promise<void>((resolve) => {
      response.on('close', () => resolve())
    })
    return {
      status: response.statusCode,
      events,
      starts,
      ended,
      /** Waits for an event that fits. */
      async until(fits: (event: HubEvent) => boolean): Promise<HubEvent> {
        for (;;) {
          const found = events.find(fits)
          if (found !== undefined) return found
          await new Promise<void>((resolve) => {
            waiting.add(resolve)
          })
        }
      },
      close: () => sent.destroy(),
    }
  }

  return { ask, send, follow, close: () => agent.destroy() }
}
