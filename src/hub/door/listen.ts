import { once } from 'node:events'
import { createServer as createPlainServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { createCounter } from './limits.ts'

export interface Certificate {
  readonly cert: string
  readonly key: string
}

export interface ListenOptions {
  readonly port: number
  /** The address to listen on. */
  readonly address: string
  /** Without one the server speaks plain HTTP. */
  readonly certificate: Certificate | undefined
  /** Connections of one address that have shown no session; undefined behind a proxy, which is one address for all. */
  readonly strangersOfAnAddress: number | undefined
}

/** Requests have small headers; the token is the longest. */
const maxHeaderSize = 8192
const headersTimeout = 10_000
/** For a whole request: the largest body over a slow mobile network. */
const requestTimeout = 180_000
/** Longer than load balancers keep a connection, so that none of them sends into one that is just being closed. */
const keepAliveTimeout = 75_000
const mostConnections = 20_000
const stopMs = 10_000

/** Listens, counts the connections of strangers, and stops in order. */
export async function listenForRequests(serve: RequestListener, options: ListenOptions) {
  const settings = { maxHeaderSize, headersTimeout, requestTimeout, keepAliveTimeout }
  const { certificate } = options
  const server =
    certificate === undefined
      ? createPlainServer(settings, serve)
      : createTlsServer({ ...settings, ...certificate, minVersion: 'TLSv1.2' }, serve)
  server.maxConnections = mostConnections
  server.on('clientError', (_, socket) => socket.destroy())
  const strangers = countStrangers(server, options.strangersOfAnAddress)
  server.listen(options.port, options.address)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  return {
    port,
    admit: strangers.admit,
    /** New connections get this certificate; those that are open keep theirs. */
    useCertificate(renewed: Certificate): void {
      if ('setSecureContext' in server) server.setSecureContext({ ...renewed, minVersion: 'TLSv1.2' })
    },
    /** Lets what is under way end, for at most ten seconds. */
    async stop(): Promise<void> {
      const closed = once(server, 'close')
      server.close()
      server.closeIdleConnections()
      const timer = setTimeout(() => server.closeAllConnections(), stopMs)
      await closed
      clearTimeout(timer)
    },
  }
}

const nameOf = ({ remoteAddress, remotePort }: Pick<Socket, 'remoteAddress' | 'remotePort'>): string =>
  `${remoteAddress} ${remotePort}`

/** Sockets by address and port, because the request's socket is another object than the one that was counted. */
function countStrangers(server: Server, atMost: number | undefined) {
  const counter = createCounter(atMost ?? Infinity)
  const strangers = new Map<string, string>()
  const leave = (name: string): void => {
    const address = strangers.get(name)
    if (address === undefined) return
    strangers.delete(name)
    counter.end(address)
  }
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? 'unknown'
    const name = nameOf(socket)
    if (!counter.begin(address)) {
      socket.destroy()
      return
    }
    strangers.set(name, address)
    socket.on('close', () => leave(name))
  })
  return { admit: (request: IncomingMessage): void => leave(nameOf(request.socket)) }
}
