import { once } from 'node:events'
import { createServer as createPlainServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { findNetwork } from './client-address.ts'
import { createCounter, type DoorBounds } from './limits.ts'

export interface Certificate {
  readonly cert: string
  readonly key: string
}

export interface ListenOptions {
  readonly port: number
  readonly address: string
  /** If undefined, the server speaks plain HTTP. */
  readonly certificate: Certificate | undefined
  /** Whether all connections come from a proxy. The proxy then limits the connections of its clients. */
  readonly isBehindProxy: boolean
  readonly bounds: Pick<DoorBounds, 'connections' | 'connectionsOfAStation' | 'strangersOfAnAddress'>
}

/** The most bytes of a request's headers. Requests have small headers; the token is the longest part. */
const maxHeaderSize = 8192
const headersTimeout = 10_000
/** The longest time for a whole request, in milliseconds. It is enough for the largest body over a slow mobile network. */
const requestTimeout = 180_000
/**
 * How long an idle connection stays open, in milliseconds. Load balancers close idle connections earlier, so none of them sends a request
 * into a connection that the hub is closing.
 */
const keepAliveTimeout = 75_000
const stopMs = 10_000

/** Starts the HTTP or HTTPS server, and counts connections for each station and address. Throws if the server cannot listen. */
export async function listenForRequests(serve: RequestListener, options: ListenOptions) {
  const settings = { maxHeaderSize, headersTimeout, requestTimeout, keepAliveTimeout }
  const { certificate, bounds } = options
  const server =
    certificate === undefined
      ? createPlainServer(settings, serve)
      : createTlsServer({ ...settings, ...certificate, minVersion: 'TLSv1.2' }, serve)
  server.maxConnections = bounds.connections
  server.on('clientError', (_, socket) => socket.destroy())
  const admit = countConnections(server, options)
  server.listen(options.port, options.address)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  return {
    port,
    admit,
    /** Uses this certificate for new connections. Open connections keep theirs. */
    useCertificate(renewed: Certificate): void {
      if ('setSecureContext' in server) server.setSecureContext({ ...renewed, minVersion: 'TLSv1.2' })
    },
    /** Stops the server. Waits at most ten seconds for requests in progress, then closes their connections. */
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

/** Identifies connections by address and port, because with TLS a request has another socket object than the `connection` event. */
function countConnections(server: Server, { isBehindProxy, bounds }: Pick<ListenOptions, 'isBehindProxy' | 'bounds'>) {
  const strangers = createCounter(isBehindProxy ? Infinity : bounds.strangersOfAnAddress)
  const stations = createCounter(isBehindProxy ? Infinity : bounds.connectionsOfAStation)
  /** For each open connection: the station for which the connection counts, if any, and the function that ends the count. */
  const counted = new Map<string, { readonly station?: string; readonly end: () => void }>()
  server.on('connection', (socket: Socket) => {
    const address = findNetwork(socket.remoteAddress ?? 'unknown')
    const name = nameOf(socket)
    if (!strangers.begin(address)) {
      socket.destroy()
      return
    }
    counted.set(name, { end: () => strangers.end(address) })
    socket.on('close', () => {
      counted.get(name)?.end()
      counted.delete(name)
    })
  })
  /**
   * Called when a request has shown a session. The request's connection then counts for the station, and no longer for its address. False
   * if the station has too many connections.
   */
  return (request: IncomingMessage, station: string): boolean => {
    const name = nameOf(request.socket)
    const known = counted.get(name)
    if (known === undefined || known.station !== undefined) return true
    if (!stations.begin(station)) return false
    known.end()
    counted.set(name, { station, end: () => stations.end(station) })
    return true
  }
}
