import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { AddressInfo } from 'node:net'
import type { Platform, PlatformCall, PlatformReply, Told } from './platform.ts'

/**
 * What happens to one request. `before`: the platform does not perform it. `after`, `reset-mid-body` and `hang-after`: the
 * platform performs it, but the reply is lost or damaged.
 */
export type Fate =
  | 'answer'
  | 'drop-before'
  | 'drop-after'
  | 'reset-mid-body'
  | 'error-before'
  | 'error-after'
  | 'hang'
  | 'hang-after'
  | { readonly delayMs: number }

/** Chooses the fate of a call; `index` counts the calls from 0. */
export type Before = (call: PlatformCall, index: number) => Fate | Promise<Fate>

/** A received call, its fate, and the truth about it if the platform performed it. */
export interface Heard {
  readonly call: PlatformCall
  readonly fate: Fate
  readonly told: Told | null
  readonly reply: PlatformReply | null
}

/** A listening platform. */
export interface Listening {
  /** `http://127.0.0.1:port`, without a trailing slash. */
  readonly url: string
  readonly heard: () => readonly Heard[]
  readonly setFault: (before: Before | null) => void
  readonly close: () => Promise<void>
}

const loginPage = '<!DOCTYPE html>\n<html><head><title>Sign in</title></head><body><h1>Sign in</h1></body></html>\n'

/** Serves a platform over HTTP on a port of this computer. */
export async function listen(platform: Platform, options: { readonly faults?: Before } = {}): Promise<Listening> {
  const heard: Heard[] = []
  let before: Before | null = options.faults ?? null
  let index = -1

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const call = await readCall(request)
    if (!call.path.replaceAll(/\/{2,}/g, '/').startsWith('/api/')) {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(loginPage)
      return
    }
    index += 1
    const fate = before === null ? 'answer' : await before(call, index)
    const isDone = fate !== 'drop-before' && fate !== 'error-before' && fate !== 'hang'
    const answer = isDone ? platform.answer(call) : null
    heard.push({ call, fate, told: answer?.told ?? null, reply: answer?.reply ?? null })
    if (fate === 'drop-before' || fate === 'drop-after') request.socket.resetAndDestroy()
    else if (fate === 'error-before' || fate === 'error-after') send(response, platform.trouble())
    else if (fate === 'reset-mid-body' && answer !== null) resetMidBody(response, answer.reply)
    else if (fate !== 'hang' && fate !== 'hang-after' && answer !== null) {
      if (typeof fate === 'object') await wait(fate.delayMs)
      send(response, answer.reply)
    }
  }
  const server = createServer((request, response) => {
    handle(request, response).catch(() => request.socket.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard: () => [...heard],
    setFault: (next) => {
      before = next
    },
    close: async () => {
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve())
      })
      server.closeAllConnections()
      await closed
    },
  }
}

async function readCall(request: IncomingMessage): Promise<PlatformCall> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const [path = '/', search = ''] = (request.url ?? '/').split('?', 2)
  return {
    method: request.method === 'POST' ? 'POST' : 'GET',
    path,
    query: Object.fromEntries(new URLSearchParams(search)),
    body: Buffer.concat(parts).toString('utf8'),
  }
}

function send(response: ServerResponse, { status, headers, text }: PlatformReply): void {
  response.writeHead(status, { ...headers, ...(status === 204 ? {} : { 'content-length': Buffer.byteLength(text) }) })
  response.end(status === 204 ? undefined : text)
}

/** Announces more bytes than it sends, so that the loss shows even with an empty body. */
function resetMidBody(response: ServerResponse, { status, headers, text }: PlatformReply): void {
  const body = Buffer.from(text)
  response.writeHead(status === 204 ? 200 : status, { ...headers, 'content-length': body.length + 1 })
  response.write(body.subarray(0, Math.ceil(body.length / 2)), () => response.socket?.resetAndDestroy())
}
