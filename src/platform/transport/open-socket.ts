import { connect as connectTcp, type LookupFunction, type Socket } from 'node:net'
import { connect as connectTls, type SecureContext, type TLSSocket } from 'node:tls'
import { askForTunnel } from './ask-for-tunnel.ts'
import type { NetworkFailure } from './exchange.ts'
import type { Proxy } from './route.ts'

/** Where to, and by what. `tls` absent: in the clear. Through a proxy TLS has a tunnel; without TLS it opens to the proxy. */
export interface SocketTarget {
  readonly host: string
  readonly port: number
  readonly tls?: { readonly servername: string; readonly secureContext?: SecureContext }
  readonly proxy?: Proxy | undefined
  readonly lookup?: LookupFunction
}

/** Why a socket did not open. Holds the failure and nothing of where it was to lead. */
export class OpeningFailed extends Error {
  readonly failure: NetworkFailure
  constructor(failure: NetworkFailure) {
    super(failure)
    this.failure = failure
  }
}

type Done = (error: OpeningFailed | null, socket: Socket) => void

/** Node gives up on one address of a name after 250 ms and never comes back to it; a rural line needs longer to answer. */
const addressAttemptMs = 2000

const protocols = { ALPNProtocols: ['http/1.1'] }

/**
 * Opens a connection and, with TLS, waits until the other side has proved who it is. Until `done` hands the socket over
 * nobody has it, so that a failure here proves that not a byte of a request left. Answers the socket on the wire, which
 * ends the opening where it is destroyed.
 */
export function openSocket({ host, port, tls, proxy, lookup }: SocketTarget, done: Done): Socket {
  const wire = {
    host: proxy?.host ?? host,
    port: proxy?.port ?? port,
    autoSelectFamilyAttemptTimeout: addressAttemptMs,
    ...(lookup === undefined ? {} : { lookup }),
  }
  if (proxy === undefined && tls !== undefined) {
    const socket = connectTls({ ...wire, ...tls, ...protocols })
    awaitOpening(socket, { isConnected: false, opened: 'secureConnect' }, done)
    return socket
  }
  const socket = connectTcp(wire)
  awaitOpening(socket, { isConnected: false, opened: 'connect' }, (error) => {
    if (proxy === undefined) return done(error, socket)
    if (error !== null) return done(new OpeningFailed('proxy-not-reached'), socket)
    if (tls === undefined) return done(null, socket)
    askForTunnel(socket, { host, port, authorization: proxy.authorization }, (failure) => {
      if (failure !== undefined) return breakOff(socket, failure, done)
      const secured = connectTls({ socket, host, ...tls, ...protocols })
      awaitOpening(secured, { isConnected: true, opened: 'secureConnect' }, done)
    })
  })
  return socket
}

/** `isConnected`: the wire is there already, so that what fails now is TLS. */
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

/** Node notes why it distrusts a certificate on the socket; every other failure of the handshake leaves it empty. */
function failureOfTls(socket: Socket | TLSSocket): NetworkFailure {
  const distrust = 'authorizationError' in socket ? socket.authorizationError : undefined
  if (distrust === undefined || distrust === null) return 'tls-failed'
  const code = distrust instanceof Error ? ((distrust as NodeJS.ErrnoException).code ?? distrust.message) : distrust
  if (code.includes('ALTNAME')) return 'certificate-for-other-name'
  return /CERT_(?:HAS_EXPIRED|NOT_YET_VALID)/.test(code) ? 'certificate-out-of-date' : 'certificate-not-trusted'
}
