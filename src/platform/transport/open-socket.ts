import { connect as connectTcp, type LookupFunction, type Socket } from 'node:net'
import {
  connect as connectTls,
  type SecureContext,
  type TLSSocket,
  createSecureContext,
  getCACertificates,
} from 'node:tls'
import { type NetworkFailure, type Proxy, proxyOf, type Route } from './exchange.ts'
import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'

/** How long a proxy may stay silent, in milliseconds. */
const patienceMs = 60_000

const maxHeadBytes = 16_384

const readChunk = (socket: Socket): Buffer | undefined => (socket.read() as Buffer | null) ?? undefined

const statusOf = (head: string): number => Number(/^HTTP\/1\.[01] (\d{3})\b/.exec(head)?.[1] ?? 0)

const isOpened = (head: string): boolean => statusOf(head) >= 200 && statusOf(head) < 300

interface AgentOptions {
  readonly systemAuthorities?: (() => readonly string[]) | undefined
  readonly idleMs: number
  readonly lookup?: LookupFunction | undefined
}

/** Makes the HTTP agents that open connections along a route. The agents use the route's proxy and trust the route's certificates. */
export function createAgents({ systemAuthorities, idleMs, lookup }: AgentOptions) {
  const opening = new Set<Socket>()
  const trust = createTrust(systemAuthorities)

  const createAgent = (
    secure: boolean,
    keepAlive: boolean,
    route: Route,
    onOpening: (socket: Socket) => void = noop,
  ): HttpAgent => {
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

  return {
    createAgent,
    abortOpening: () => {
      for (const socket of opening) socket.destroy()
    },
  }
}

const noop = () => undefined

/** The arguments of `createConnection`. Node's type lacks the server name for TLS. */
interface ConnectionArguments {
  readonly host?: string | null | undefined
  readonly port?: number | string | null | undefined
  readonly servername?: string | undefined
}

/**
 * Returns the TLS context that trusts Node's own certificates, the system's certificates, and the certificates of one connection
 * (`authority`, PEM). Node's and the system's certificates are read when they are first needed.
 */
type Trust = (authority?: string) => SecureContext

/** `system` reads the operating system's certificate store. This takes a tenth of a second, so the result is cached. */
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

/** If `authority` is invalid, for example in settings edited by hand, only the common certificates are trusted. */
function createContext(common: readonly string[], authority: string): SecureContext {
  try {
    if (authority !== '') return createSecureContext({ ca: [...common, authority] })
  } catch {
    // The text of the certificate is invalid. A request that needs this certificate then fails with `certificate-not-trusted`.
  }
  return createSecureContext({ ca: [...common] })
}

/** Plain HTTP without `tls`. With a proxy, TLS goes through a tunnel, and plain HTTP goes to the proxy itself. */
export interface SocketTarget {
  readonly host: string
  readonly port: number
  readonly tls?: { readonly servername: string; readonly secureContext?: SecureContext }
  readonly proxy?: Proxy | undefined
  readonly lookup?: LookupFunction
}

/** The error of a socket that did not open. The error contains the failure and nothing about the target. */
export class OpeningFailed extends Error {
  readonly failure: NetworkFailure
  constructor(failure: NetworkFailure) {
    super(failure)
    this.failure = failure
  }
}

type Done = (error: OpeningFailed | null, socket: Socket) => void

/**
 * How long one address of a host name is tried, in milliseconds. Node's default of 250 ms is too short for a rural line, and Node never
 * tries the same address again.
 */
const addressAttemptMs = 2000

const secure = {
  ALPNProtocols: ['http/1.1'],
  /** Set explicitly, because the environment variable NODE_TLS_REJECT_UNAUTHORIZED could otherwise switch the check off. */
  rejectUnauthorized: true,
}

/**
 * Opens a connection and, with TLS, waits until the server's certificate is verified. A request gets the socket only after `done`, so a
 * failed opening proves that no byte of the request was sent. Returns the socket at once. Destroying this socket aborts the opening.
 */
export function openSocket({ host, port, tls, proxy, lookup }: SocketTarget, done: Done): Socket {
  const wire = {
    host: proxy?.host ?? host,
    port: proxy?.port ?? port,
    autoSelectFamilyAttemptTimeout: addressAttemptMs,
    ...(lookup === undefined ? {} : { lookup }),
  }
  if (proxy === undefined && tls !== undefined) {
    const socket = connectTls({ ...wire, ...tls, ...secure })
    awaitOpening(socket, { isConnected: false, opened: 'secureConnect' }, done)
    return socket
  }
  const socket = connectTcp(wire)
  awaitOpening(socket, { isConnected: false, opened: 'connect' }, (error) => {
    if (proxy === undefined) return done(error, socket)
    if (error !== null) return done(new OpeningFailed('proxy-not-reached'), socket)
    if (tls === undefined) return done(null, socket)
    askForTunnel(socket, { host, port, proxy }, (failure) => {
      if (failure !== undefined) return breakOff(socket, failure, done)
      const secured = connectTls({ socket, host, ...tls, ...secure })
      awaitOpening(secured, { isConnected: true, opened: 'secureConnect' }, done)
    })
  })
  return socket
}

/** Waits until a socket is open. `isConnected` is true if TCP is already connected, so that any failure is a TLS failure. */
function awaitOpening(
  socket: Socket | TLSSocket,
  begun: { readonly isConnected: boolean; readonly opened: 'connect' | 'secureConnect' },
  done: Done,
): void {
  let connected = begun.isConnected
  const markConnected = () => {
    connected = true
  }
  const onError = (error: NodeJS.ErrnoException) => fail(connected ? failureOfTls(socket) : failureOfConnecting(error))
  const onClose = () => fail(connected ? 'tls-failed' : 'host-unreachable')
  const stopListening = () => {
    socket.off('connect', markConnected).off('error', onError).off('close', onClose).off(begun.opened, onOpen)
  }
  const onOpen = () => {
    stopListening()
    done(null, socket)
  }
  const fail = (failure: NetworkFailure) => {
    stopListening()
    breakOff(socket, failure, done)
  }
  socket.on('connect', markConnected).on('error', onError).on('close', onClose).on(begun.opened, onOpen)
}

function breakOff(socket: Socket, failure: NetworkFailure, done: Done): void {
  socket.on('error', () => undefined)
  socket.destroy()
  done(new OpeningFailed(failure), socket)
}

function failureOfConnecting(error: NodeJS.ErrnoException): NetworkFailure {
  const code = error.code ?? ''
  if (code === 'ENOTFOUND' || code.startsWith('EAI_')) return 'name-not-found'
  if (code === 'ECONNREFUSED') return 'connection-refused'
  if (code === 'ECONNRESET') return 'connection-reset'
  return code === 'ETIMEDOUT' ? 'timed-out' : 'host-unreachable'
}

/** Node stores in `authorizationError` why it distrusts a certificate. Other handshake failures leave this field empty. */
function failureOfTls(socket: Socket | TLSSocket): NetworkFailure {
  const distrust = 'authorizationError' in socket ? socket.authorizationError : undefined
  if (distrust === undefined || distrust === null) return 'tls-failed'
  const code = distrust instanceof Error ? ((distrust as NodeJS.ErrnoException).code ?? distrust.message) : distrust
  if (code.includes('ALTNAME')) return 'certificate-for-other-name'
  if (code.includes('CERT_NOT_YET_VALID')) return 'certificate-not-yet-valid'
  return code.includes('CERT_HAS_EXPIRED') ? 'certificate-out-of-date' : 'certificate-not-trusted'
}

/**
 * Asks an HTTP proxy for a tunnel with CONNECT (RFC 9110, 9.3.6). The proxy gets only the platform's host and port, so a failed tunnel
 * proves that no byte of the request was sent. Calls `done` once. If `done` gets no failure, the tunnel is open.
 */
function askForTunnel(
  socket: Socket,
  { host, port, proxy }: Pick<SocketTarget, 'host' | 'port' | 'proxy'>,
  done: (failure?: NetworkFailure) => void,
): void {
  let head = ''
  const finish = (failure?: NetworkFailure): void => {
    socket.off('readable', read).off('error', breakOff).off('close', breakOff).off('timeout', giveUp)
    socket.setTimeout(0)
    done(failure)
  }
  const breakOff = (): void => finish('proxy-not-understood')
  const giveUp = (): void => finish('timed-out')
  const read = (): void => {
    for (let chunk = readChunk(socket); chunk !== undefined; chunk = readChunk(socket)) {
      head += chunk.toString('latin1')
      const end = head.indexOf('\r\n\r\n')
      if (end === -1 && head.length <= maxHeadBytes) continue
      const rest = end === -1 ? '' : head.slice(end + 4)
      // A TLS server never sends first, so nothing can have come through an open tunnel yet. Only a proxy that refuses sends a page after
      // the head.
      return finish(end === -1 || (rest !== '' && isOpened(head)) ? 'proxy-not-understood' : failureOf(head))
    }
  }
  socket.on('readable', read).on('error', breakOff).on('close', breakOff).on('timeout', giveUp)
  socket.setTimeout(patienceMs)
  const authority = `${host.includes(':') ? `[${host}]` : host}:${port}`
  const lines = [`CONNECT ${authority} HTTP/1.1`, `Host: ${authority}`, 'User-Agent: Setdesk']
  if (proxy?.authorization !== undefined) lines.push(`Proxy-Authorization: ${proxy.authorization}`)
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
}

/** The failure for each HTTP status of the proxy. 0 means that the reply had no status. Any other status means `proxy-refused`. */
const failureOfStatus: ReadonlyMap<number, NetworkFailure> = new Map([
  [0, 'proxy-not-understood'],
  [407, 'proxy-log-in-refused'],
  [502, 'proxy-cannot-reach'],
  [503, 'proxy-cannot-reach'],
  [504, 'proxy-cannot-reach'],
])

const failureOf = (head: string): NetworkFailure | undefined =>
  isOpened(head) ? undefined : (failureOfStatus.get(statusOf(head)) ?? 'proxy-refused')
