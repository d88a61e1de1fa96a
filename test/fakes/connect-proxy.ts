import { createServer, request as requestHttp, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A real HTTP proxy. It tunnels CONNECT requests, and forwards requests with an absolute URL. */
export interface ConnectProxy {
  readonly url: string
  /** The requests in order: `CONNECT host:port` or `GET http://...`. */
  readonly asked: readonly string[]
  /** All bytes that clients sent through the tunnels. */
  readonly tunnelled: () => string
}

export interface ConnectProxyOptions {
  /** `user:password`; a request without it is refused with 407. */
  readonly logIn?: string
  /** Answers every CONNECT with this status. */
  readonly refusesWith?: number
}

/** Starts a proxy; it is closed when the test ends. */
export async function startConnectProxy({ logIn, refusesWith }: ConnectProxyOptions = {}): Promise<ConnectProxy> {
  const asked: string[] = []
  const open = new Set<Socket>()
  let tunnelled = ''
  const keep = (socket: Socket): void => {
    open.add(socket)
    socket.on('close', () => open.delete(socket)).on('error', () => socket.destroy())
  }
  const mayPass = ({ headers }: IncomingMessage): boolean =>
    logIn === undefined || headers['proxy-authorization'] === `Basic ${Buffer.from(logIn).toString('base64')}`

  const forward = (request: IncomingMessage, response: ServerResponse): void => {
    asked.push(`${request.method} ${request.url}`)
    if (!mayPass(request)) {
      response.writeHead(407, { 'Proxy-Authenticate': 'Basic' }).end('{"Message":"Log in to the proxy"}')
      return
    }
    const { 'proxy-authorization': _, ...headers } = request.headers
    const onward = requestHttp(request.url ?? '', { method: request.method, headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    onward.on('error', () => response.destroy())
    request.pipe(onward)
  }
  const server = createServer(forward)
  server.on('connection', keep)
  server.on('connect', (request: IncomingMessage, client: Socket) => {
    asked.push(`CONNECT ${request.url}`)
    const status = mayPass(request) ? (refusesWith ?? 200) : 407
    if (status !== 200) return client.end(`HTTP/1.1 ${status} No\r\nContent-Length: 9\r\n\r\n<h1>No</h1`)
    const { hostname, port } = new URL(`http://${request.url}`)
    const platform = connect(Number(port), hostname, () => client.write('HTTP/1.1 200 Connection established\r\n\r\n'))
    keep(platform)
    client.on('data', (chunk: Buffer) => {
      tunnelled += chunk.toString('latin1')
    })
    platform.pipe(client)
    return client.pipe(platform)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    for (const socket of open) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, asked, tunnelled: () => tunnelled }
}
