import { type Agent, type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction, Socket } from 'node:net'
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib'
import { largestAnswer } from '../../shared/domain/answer-size.ts'
import { createAgents, OpeningFailed } from './open-socket.ts'
import {
  type Exchange,
  type NetworkFailure,
  type PlatformRequest,
  type Proxy,
  proxyOf,
  type Route,
  type Transport,
} from './exchange.ts'
import { fail, type Result, succeed } from '../../shared/result.ts'

export interface HttpTransportOptions {
  /** Returns the system's certificates (PEM), which are trusted in addition to Node's own certificates. */
  readonly systemAuthorities?: () => readonly string[]
  /** The longest response body that is read, in bytes. The default is 8 MiB. */
  readonly maxAnswerBytes?: number
  /** How long an idle connection of a read stays open, in milliseconds. The default of 4 s is shorter than the usual 5 s of servers. */
  readonly idleMs?: number
  readonly lookup?: LookupFunction
}

/** Keeps connections open for a short time between reads. `close` ends these and all connections that are being opened. */
export interface HttpTransport extends Transport {
  readonly close: () => void
}

/**
 * HTTP over `node:http(s)`. A changing request has its own connection. The transport sends nothing twice and follows no redirect. A request
 * gets its socket only after the connection is open and, with TLS, trusted. If a request fails before it gets its socket, the reach is
 * therefore `not-sent`.
 */
export function createHttpTransport(options: HttpTransportOptions = {}): HttpTransport {
  const { systemAuthorities, maxAnswerBytes = largestAnswer, idleMs = 4000, lookup } = options
  const { createAgent, abortOpening } = createAgents({ systemAuthorities, idleMs, lookup })

  /** Reads share a connection only if they take the same route. */
  const shared = new Map<string, Agent>()
  const sharedAgent = (secure: boolean, route: Route) => {
    const key = `${secure} ${JSON.stringify(route)}`
    const agent = shared.get(key) ?? createAgent(secure, true, route)
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
      let sent: ClientRequest
      try {
        sent = startRequest(request, secure, agent, forwarding)
      } catch {
        // Node refuses a header with unusable characters, such as a token that a broken server has given.
        return resolve({ reach: 'not-sent', failure: 'not-http' })
      }
      let transferred = false
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
      const fail = (failure: NetworkFailure) => settle({ reach: transferred ? 'maybe-sent' : 'not-sent', failure })
      const cancel = () => fail('cancelled')
      const timer = setTimeout(() => fail('timed-out'), timeoutMs)
      signal?.addEventListener('abort', cancel)

      let answering = false
      sent.on('socket', () => {
        transferred = true
      })
      sent.on('error', (error) => fail(requestFailureOf(error, answering)))
      sent.on('response', (response) => {
        answering = true
        // This answer came from the proxy. The proxy may still have forwarded the request, so the reach is `maybe-sent`.
        if (forwarding !== undefined && response.statusCode === 407) return fail('proxy-log-in-refused')
        if (request.onText === undefined || response.statusCode !== 200)
          return readAnswer(response, maxAnswerBytes, settle, fail)
        clearTimeout(timer)
        readStream(response, request.onText, settle, fail)
      })
      sent.on('close', () => fail(answering ? 'answer-cut-short' : 'connection-reset'))
      sent.end(request.body)
    })

  return {
    exchange,
    close: () => {
      abortOpening()
      for (const agent of shared.values()) agent.destroy()
    },
  }
}

/**
 * Begins a request with an agent. Node gets the URL in parts, because Node's error for a whole URL would quote the token. A proxy
 * that forwards plain HTTP gets the complete URL (RFC 9112, 3.2.2). `mayBeStored`: a cache on the way may answer. A reading of the platform
 * must show it as it is now, and a GET that changes something must reach it.
 */
export function startRequest(
  {
    method,
    url,
    body,
    bearer,
    mayBeStored = false,
  }: Pick<PlatformRequest, 'method' | 'url' | 'body' | 'bearer'> & { readonly mayBeStored?: boolean },
  secure: boolean,
  agent: Agent,
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
      ...(mayBeStored ? {} : { 'Cache-Control': 'no-cache, no-store', Pragma: 'no-cache' }),
      ...(bearer === undefined ? {} : { Authorization: `Bearer ${bearer}` }),
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
    const body = unpack(Buffer.concat(chunks), headers['content-encoding'], maxBytes)
    if (!Buffer.isBuffer(body)) return fail(body)
    const text = decode(body, headers['content-type'])
    settle({ reach: 'answered', status: statusCode, headers: flatten(headers), text })
  })
}

/**
 * Unpacks a body that a proxy compressed without being asked. Returns the unpacked body. If the body is damaged, or larger than `maxBytes`
 * when unpacked, returns the failure.
 */
function unpack(body: Buffer, encoding: string | undefined, maxBytes: number): Buffer | NetworkFailure {
  const method = unpacking.get(encoding?.trim().toLowerCase())
  if (method === undefined || body.length === 0) return body
  try {
    return method(body, { maxOutputLength: maxBytes })
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? 'answer-too-large' : 'answer-cut-short'
  }
}

type Unpack = (body: Buffer, options: { readonly maxOutputLength: number }) => Buffer

/** Unpacks `deflate`. Some servers leave out its zlib header. */
const inflateAny: Unpack = (body, options) =>
  ((body[0] ?? 0) & 0x0f) === 8 ? inflateSync(body, options) : inflateRawSync(body, options)

const unpacking: ReadonlyMap<string | undefined, Unpack> = new Map<string, Unpack>([
  ['gzip', gunzipSync],
  ['x-gzip', gunzipSync],
  ['deflate', inflateAny],
  ['br', brotliDecompressSync],
])

/** Passes on the text of an answer in parts and stores nothing, because the answer may never end. */
function readStream(
  response: IncomingMessage,
  onText: (text: string) => void,
  settle: (exchange: Exchange) => void,
  fail: (failure: NetworkFailure) => void,
): void {
  const { statusCode = 0, headers } = response
  response.setEncoding('utf8')
  response.on('data', onText)
  response.on('error', () => fail('answer-cut-short'))
  response.on('end', () => {
    if (!response.complete) return fail('answer-cut-short')
    settle({ reach: 'answered', status: statusCode, headers: flatten(headers), text: '' })
  })
}

/** Decodes bytes with the character set that the answer names. Uses UTF-8 if the answer names no character set or an unknown one. */
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

export function requestFailureOf(error: NodeJS.ErrnoException, answering: boolean): NetworkFailure {
  if (error instanceof OpeningFailed) return error.failure
  if (answering) return 'answer-cut-short'
  const code = error.code ?? ''
  if (code === 'HPE_HEADER_OVERFLOW') return 'answer-too-large'
  if (code.startsWith('HPE_')) return 'not-http'
  if (code === 'EPROTO' || code.startsWith('ERR_SSL')) return 'tls-failed'
  return code === 'ETIMEDOUT' ? 'timed-out' : 'connection-reset'
}

interface DownloadRequest {
  readonly url: URL
  readonly route: Route
  readonly signal: AbortSignal
  /** The download is aborted if no byte comes for this time, in milliseconds. */
  readonly silentMs: number
}

/** Why a download failed. A value such as `http-404` means that the server answered, but not with the file. */
export type DownloadFailure = NetworkFailure | `http-${number}`

/**
 * Starts to download a large file, on the same route as the platform's calls. Redirects are not followed. The content is not
 * trusted: the caller checks its size and hash.
 */
export function openDownload(request: DownloadRequest): Promise<Result<IncomingMessage, DownloadFailure>> {
  const { url, route, signal, silentMs } = request
  const { promise, resolve } = Promise.withResolvers<Result<IncomingMessage, DownloadFailure>>()
  if (signal.aborted) return Promise.resolve(fail('cancelled'))
  const secure = url.protocol === 'https:'
  const agent = createAgents({ idleMs: silentMs }).createAgent(secure, false, route)
  const forwarding = secure ? undefined : proxyOf(route)
  const sent = startRequest({ method: 'GET', url, mayBeStored: true }, secure, agent, forwarding)
  let wasSilent = false
  const cancel = (): void => void sent.destroy()
  signal.addEventListener('abort', cancel, { once: true })
  sent.setTimeout(silentMs, () => {
    wasSilent = true
    sent.destroy()
  })
  const reasonOf = (error: NodeJS.ErrnoException): NetworkFailure => {
    if (signal.aborted) return 'cancelled'
    return wasSilent ? 'timed-out' : requestFailureOf(error, false)
  }
  sent.on('error', (error) => resolve(fail(reasonOf(error))))
  sent.on('close', () => {
    signal.removeEventListener('abort', cancel)
    // A silent or cancelled request closes without an earlier error.
    resolve(fail(signal.aborted ? 'cancelled' : wasSilent ? 'timed-out' : 'connection-reset'))
  })
  sent.on('response', (response) => {
    const { statusCode = 0 } = response
    if (statusCode === 200) return resolve(succeed(response))
    const isProxys = forwarding !== undefined && statusCode === 407
    resolve(fail<DownloadFailure>(isProxys ? 'proxy-log-in-refused' : `http-${statusCode}`))
    sent.destroy()
  })
  sent.end()
  return promise
}
