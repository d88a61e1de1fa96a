import { Agent as HttpAgent, type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import type { LookupFunction, Socket } from 'node:net'
import { largestAnswer } from '../../shared/domain/answer-size.ts'
import type { Exchange, NetworkFailure, PlatformRequest, Transport } from './exchange.ts'
import { OpeningFailed, openSocket } from './open-socket.ts'
import { proxyOf, type Proxy, type Route } from './route.ts'
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls'
/** What a transport may be given; everything has a default. */
export interface HttpTransportOptions {
  /** The system's certificates (PEM), trusted beside those that Node brings. */
  readonly systemAuthorities?: () => readonly string[]
  /** Bytes of an answer's body; 8 MiB. */
  readonly maxAnswerBytes?: number
  /** How long a read's connection is kept open for the next read; 4 s, below the usual 5 s of servers. */
  readonly idleMs?: number
  /** Name look-up; the system's. */
  readonly lookup?: LookupFunction
}

/** A transport that holds connections open between reads until it is closed. */
export interface HttpTransport extends Transport {
  readonly close: () => void
}

/**
 * HTTP over `node:http(s)`. A changing request has a connection of its own; nothing is sent twice and no redirect is
 * followed. A request gets its socket only once that is open and, with TLS, trusted: what fails before is `not-sent`.
 */
export function createHttpTransport(options: HttpTransportOptions = {}): HttpTransport {
  const { systemAuthorities, maxAnswerBytes = largestAnswer, idleMs = 4000, lookup } = options
  const opening = new Set<Socket>()
  const trust = createTrust(systemAuthorities)

  const createAgent = (secure: boolean, keepAlive: boolean, route: Route, onOpening: (socket: Socket) => void) => {
    const settings = { keepAlive, timeout: idleMs }
    const agent = secure ? new HttpsAgent(settings) : new HttpAgent(settings)
    agent.createConnection = ({ host, port, servername }: ConnectionArguments, callback) => {
      const socket = openSocket(
        {
          host: host ?? '',
          port: Number(port),
          proxy: proxyOf(route),
          ...(secure ? { tls: { servername: servername ?? '', secureContext: trust(route.authority) } } : {}),
          ...(lookup === undefined ? {} : { lookup }),
        },
        (error, opened) => {
          opening.delete(socket)
          callback?.(error, opened)
        },
      )
      opening.add(socket)
      onOpening(socket)
      return undefined
    }
    return agent
  }

  /** Reads share connections, but never with those that go another way. */
  const shared = new Map<string, HttpAgent>()
  const sharedAgent = (secure: boolean, route: Route) => {
    const key = `${secure} ${JSON.stringify(route)}`
    const agent = shared.get(key) ?? createAgent(secure, true, route, noop)
    shared.set(key, agent)
    return agent
  }

  const exchange = (request: PlatformRequest) =>
    new Promise<Exchange>((resolve) => {
      const { url, timeoutMs, signal, changes, route = {} } = request
      if (signal?.aborted === true) return resolve({ reach: 'not-sent', failure: 'cancelled' })
      const secure = url.protocol === 'https:'
      const own = new Set<Socket>()
      const agent = changes
        ? createAgent(secure, false, route, (socket) => own.add(socket))
        : sharedAgent(secure, route)
      const forwarding = secure ? undefined : proxyOf(route)
      const sent = startRequest(request, secure, agent, forwarding)
      let handedOver = false
      let settled = false

      const settle = (exchange: Exchange) => {
        if (settled) return
        settled = true
        clearTimeout(timer)
        signal?.removeEventListener('abort', cancel)
        if (exchange.reach !== 'answered') {
          sent.destroy()
          for (const socket of own) socket.destroy()
        }
        resolve(exchange)
      }
      const fail = (failure: NetworkFailure) => settle({ reach: handedOver ? 'maybe-sent' : 'not-sent', failure })
      const cancel = () => fail('cancelled')
      const timer = setTimeout(() => fail('timed-out'), timeoutMs)
      signal?.addEventListener('abort', cancel)

      let answering = false
      sent.on('socket', () => {
        handedOver = true
      })
      sent.on('error', (error) => fail(failureOf(error, answering)))
      sent.on('response', (response) => {
        answering = true
        // The proxy's own, who may all the same have asked the platform before: nobody can tell.
        if (forwarding !== undefined && response.statusCode === 407) return fail('proxy-log-in-refused')
        readAnswer(response, maxAnswerBytes, settle, fail)
      })
      sent.on('close', () => fail(answering ? 'answer-cut-short' : 'connection-reset'))
      sent.end(request.body)
    })

  return {
    exchange,
    close: () => {
      for (const socket of opening) socket.destroy()
      for (const agent of shared.values()) agent.destroy()
    },
  }
}

const noop = () => undefined

/** What Node's agent hands to `createConnection`; its type leaves out the name for TLS. */
interface ConnectionArguments {
  readonly host?: string | null | undefined
  readonly port?: number | string | null | undefined
  readonly servername?: string | undefined
}

/**
 * Built from parts: an error Node throws over a whole URL would quote it, token and all. A proxy that forwards in the clear
 * is told the whole address (RFC 9112, 3.2.2).
 */
function startRequest(
  { method, url, body }: PlatformRequest,
  secure: boolean,
  agent: HttpAgent,
  forwarding: Proxy | undefined,
): ClientRequest {
  const length = body === undefined ? undefined : Buffer.byteLength(body)
  return (secure ? requestHttps : requestHttp)({
    agent,
    method,
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (secure ? 443 : 80) : Number(url.port),
    path: (forwarding === undefined ? '' : `http://${url.host}`) + url.pathname + url.search,
    headers: {
      Host: url.host,
      Accept: 'application/json',
      'Accept-Encoding': 'identity',
      'User-Agent': 'Setdesk',
      ...(forwarding?.authorization === undefined ? {} : { 'Proxy-Authorization': forwarding.authorization }),
      ...(length === undefined ? {} : { 'Content-Type': 'application/json; charset=utf-8' }),
      ...(length === undefined && method === 'GET' ? {} : { 'Content-Length': length ?? 0 }),
    },
  })
}

function readAnswer(
  response: IncomingMessage,
  maxBytes: number,
  settle: (exchange: Exchange) => void,
  fail: (failure: NetworkFailure) => void,
): void {
  const { statusCode = 0, headers } = response
  if (Number(headers['content-length'] ?? 0) > maxBytes) return fail('answer-too-large')
  const chunks: Buffer[] = []
  let bytes = 0
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > maxBytes) fail('answer-too-large')
    else chunks.push(chunk)
  })
  response.on('error', () => fail('answer-cut-short'))
  response.on('end', () => {
    if (!response.complete) return fail('answer-cut-short')
    const text = decode(Buffer.concat(chunks), headers['content-type'])
    settle({ reach: 'answered', status: statusCode, headers: flatten(headers), text })
  })
}

/** In the character set that the answer names, UTF-8 where it names none or one that is not known. */
function decode(bytes: Buffer, contentType = ''): string {
  const charset = /charset\s*=\s*"?([\w-]+)/i.exec(contentType)?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}

function flatten(headers: IncomingMessage['headers']): Readonly<Record<string, string>> {
  const flat: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) flat[name] = typeof value === 'string' ? value : value.join(', ')
  return flat
}

function failureOf(error: NodeJS.ErrnoException, answering: boolean): NetworkFailure {
  if (error instanceof OpeningFailed) return error.failure
  if (answering) return 'answer-cut-short'
  const code = error.code ?? ''
  if (code === 'HPE_HEADER_OVERFLOW') return 'answer-too-large'
  if (code.startsWith('HPE_')) return 'not-http'
  if (code === 'EPROTO' || code.startsWith('ERR_SSL')) return 'tls-failed'
  return code === 'ETIMEDOUT' ? 'timed-out' : 'connection-reset'
}

/** Whom TLS trusts: what Node brings, the system's store, and what a connection adds (PEM). Read when first needed. */
type Trust = (authority?: string) => SecureContext

/** `system` reads the store of the operating system, which takes a tenth of a second. */
function createTrust(system: () => readonly string[] = () => getCACertificates('system')): Trust {
  const contexts = new Map<string, SecureContext>()
  let common: readonly string[] | undefined
  return (authority = '') => {
    const known = contexts.get(authority)
    if (known !== undefined) return known
    common ??= [...new Set([...getCACertificates('default'), ...system()])]
    const context = createContext(common, authority)
    contexts.set(authority, context)
    return context
  }
}

/** A text that is no certificate, from settings changed by hand, adds no trust and takes none away. */
function createContext(common: readonly string[], authority: string): SecureContext {
  try {
    if (authority !== '') return createSecureContext({ ca: [...common, authority] })
  } catch {
    // Falls to the common trust below: the platform's certificate is then found not trusted, in words.
  }
  return createSecureContext({ ca: [...common] })
}
