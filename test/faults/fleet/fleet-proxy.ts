import { Agent, createServer, request as requestHttp, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { hubCalls, hubErrorSchema, type HubCall } from '../../../src/shared/fleet/hub-calls.ts'
import type { Asked, HarnessLedger, HubReply } from './happenings.ts'
import type { RequestFate } from './weather.ts'

/** A proxy between the laptops and the hubs, like a load balancer on a bad line. It records what passes. */
export interface FleetProxy {
  /** The hub's address for a laptop; the proxy knows who asks by it. */
  readonly urlFor: (laptop: string) => string
  /** Cuts all connections of a laptop. */
  readonly cut: (laptop: string) => void
  readonly close: () => Promise<void>
}

interface ProxyDeps {
  /** Addresses of the hubs; they stay the same through their lives. */
  readonly hubs: readonly string[]
  readonly ledger: HarnessLedger
  /** Drawn for each request of a laptop. */
  readonly fateFor: (laptop: string) => RequestFate
}

/** The header by which the laptop's side recognises the exchange. */
export const exchangeHeader = 'x-harness-exchange'

/** A hub that is silent for this many milliseconds is given up, as a load balancer does. */
const longestWait = 30_000

export async function startFleetProxy({ hubs, ledger, fateFor }: ProxyDeps): Promise<FleetProxy> {
  const agent = new Agent({ keepAlive: true, maxSockets: 200 })
  const sockets = new Map<Socket, string | undefined>()
  const timers = new Set<NodeJS.Timeout>()
  let exchanges = 0
  let isClosed = false

  const wait = (ms: number): Promise<void> =>
    ms === 0
      ? Promise.resolve()
      : new Promise((resolve) => {
          const timer = setTimeout(() => {
            timers.delete(timer)
            resolve()
          }, ms)
          timers.add(timer)
        })
  /** Sends one request to a hub, or to the other one if the first takes no connection. */
  const passOn = async (wanted: number, path: string, request: Passing): Promise<Passed | undefined> => {
    for (const turn of [0, 1]) {
      const hub = hubs[(wanted + turn) % hubs.length] ?? ''
      const passed = await send(agent, new URL(path, hub), request)
      if (passed !== 'not-sent') return passed
    }
    return undefined
  }
  /** Passes a call on and records the result. */
  const askHub = async (by: string, asked: Asked, passing: Passing, fate: { hub: number; isCopy: boolean }) => {
    exchanges += 1
    const exchange = exchanges
    ledger.add({ what: 'asked', exchange, by, isCopy: fate.isCopy, ...asked })
    const passed = await passOn(fate.hub, `/v1/${asked.call}`, passing)
    const reply = passed === undefined ? undefined : readReply(asked.call, passed.text)
    if (reply === undefined) ledger.add({ what: 'broken', exchange })
    else ledger.add({ what: 'answered', exchange, reply, at: Date.now() })
    return { exchange, passed }
  }

  const relayCall = async (by: string, name: string, incoming: IncomingMessage, outgoing: ServerResponse) => {
    const body = await readAll(incoming)
    if (body === undefined) return
    const asked = readAsked(name, body)
    if (asked === undefined) throw new Error(`The proxy does not understand ${name}`)
    const passing: Passing = { method: 'POST', body, authorization: incoming.headers.authorization }
    const { hub, waitBefore, waitAfter, loses, copy } = fateFor(by)
    await wait(waitBefore)
    if (isClosed || loses === 'request') return void outgoing.destroy()
    if (copy !== undefined) {
      const { after, hub: other } = copy
      void wait(after).then(() => (isClosed ? undefined : askHub(by, asked, passing, { hub: other, isCopy: true })))
    }
    const { exchange, passed } = await askHub(by, asked, passing, { hub, isCopy: false })
    await wait(waitAfter)
    if (passed === undefined || isClosed || loses === 'answer') return void outgoing.destroy()
    const date = passed.date === undefined ? {} : { date: passed.date }
    outgoing.writeHead(passed.status, {
      'content-type': 'application/json',
      ...date,
      [exchangeHeader]: String(exchange),
    })
    outgoing.end(passed.text)
  }
  const relayStream = (by: string, query: string, incoming: IncomingMessage, outgoing: ServerResponse): void => {
    exchanges += 1
    const exchange = exchanges
    ledger.add({ what: 'stream-asked', exchange, by })
    const url = new URL(`/v1/events${query}`, hubs[fateFor(by).hub % hubs.length])
    const sent = requestHttp(url, { headers: { authorization: incoming.headers.authorization ?? '' }, agent: false })
    const end = (): void => {
      sent.destroy()
      outgoing.destroy()
    }
    outgoing.on('close', end)
    sent.on('error', end)
    sent.on('response', (response) => {
      const isAdmitted = response.statusCode === 200
      if (isAdmitted) ledger.add({ what: 'stream-begun', exchange, by })
      outgoing.writeHead(response.statusCode ?? 502, { 'content-type': response.headers['content-type'] ?? '' })
      response.on('data', (text: Buffer) => {
        if (text.includes('data:')) ledger.add({ what: 'stream-told', exchange, by })
        outgoing.write(text)
      })
      response.on('close', () => {
        if (isAdmitted) ledger.add({ what: 'stream-ended', exchange, by })
        end()
      })
    })
    sent.end()
  }

  const server = createServer((incoming, outgoing) => {
    const { pathname, search } = new URL(incoming.url ?? '', 'http://proxy')
    const [, by = '', , name = ''] = pathname.split('/')
    sockets.set(incoming.socket, by)
    if (name === 'events') return relayStream(by, search, incoming, outgoing)
    relayCall(by, name, incoming, outgoing).catch((error: unknown) => {
      ledger.add({ what: 'fault', fault: `proxy: ${String(error)}` })
      outgoing.destroy()
    })
  })
  server.on('connection', (socket) => {
    sockets.set(socket, undefined)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
  })
  server.keepAliveTimeout = 60_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    urlFor: (laptop) => `http://127.0.0.1:${port}/${laptop}`,
    cut(laptop) {
      for (const [socket, whose] of sockets) if (whose === laptop) socket.destroy()
    },
    async close() {
      isClosed = true
      for (const timer of timers) clearTimeout(timer)
      for (const socket of sockets.keys()) socket.destroy()
      agent.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

interface Passing {
  readonly method: 'POST'
  readonly body: string
  readonly authorization: string | undefined
}
interface Passed {
  readonly status: number
  readonly text: string
  readonly date: string | undefined
}

/** `not-sent`: the hub took no connection. Undefined: no whole answer came. */
function send(
  agent: Agent,
  url: URL,
  { method, body, authorization }: Passing,
): Promise<Passed | 'not-sent' | undefined> {
  return new Promise((resolve) => {
    let isOpen = false
    const headers = {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      ...(authorization !== undefined && { authorization }),
    }
    const sent = requestHttp(url, { method, headers, agent, timeout: longestWait })
    sent.on('socket', (socket) => {
      if (!socket.connecting) isOpen = true
      else socket.once('connect', () => (isOpen = true))
    })
    sent.on('timeout', () => sent.destroy())
    sent.on('error', () => resolve(isOpen ? undefined : 'not-sent'))
    sent.on('response', (response) => {
      void readAll(response).then((text) =>
        resolve(
          text === undefined ? undefined : { status: response.statusCode ?? 0, text, date: response.headers.date },
        ),
      )
    })
    sent.end(body)
  })
}

/** Undefined if the message was cut short. */
function readAll(message: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  return new Promise((resolve) => {
    message.on('data', (chunk: Buffer) => chunks.push(chunk))
    message.on('end', () => resolve(message.complete ? Buffer.concat(chunks).toString('utf8') : undefined))
    message.on('error', () => resolve(undefined))
    message.on('close', () => resolve(undefined))
  })
}

/** Both sides are read with the contract's schemas, so whatever does not fit is noticed. */
function readAsked(name: string, body: string): Asked | undefined {
  if (!Object.hasOwn(hubCalls, name)) return undefined
  const call = name as HubCall
  const request = hubCalls[call].request.safeParse(JSON.parse(body))
  // The cast is safe: the request was read with the schema of this call.
  return request.success ? ({ call, request: request.data } as Asked) : undefined
}

function readReply(call: HubCall, text: string): HubReply | undefined {
  const reply: unknown = JSON.parse(text)
  if (typeof reply !== 'object' || reply === null || !('ok' in reply)) return undefined
  if (reply.ok === true && 'value' in reply) return { ok: true, value: hubCalls[call].answer.parse(reply.value) }
  if ('error' in reply) return { ok: false, error: hubErrorSchema.parse(reply.error) }
  return undefined
}
