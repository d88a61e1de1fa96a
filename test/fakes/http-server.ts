import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createRawServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { onTestFinished } from 'vitest'

/** A received request. */
export interface SeenRequest {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A local HTTP server that records its requests. Closed when the test ends. */
export async function startHttpServer(answer: (response: ServerResponse, request: SeenRequest) => void): Promise<{
  readonly url: string
  readonly seen: readonly SeenRequest[]
  readonly connections: () => number
}> {
  const seen: SeenRequest[] = []
  const listener: RequestListener = (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      const one = { method, url, headers, body: Buffer.concat(chunks).toString() }
      seen.push(one)
      answer(response, one)
    })
  }
  let connections = 0
  const server = createServer(listener).on('connection', () => connections++)
  return { url: `http://127.0.0.1:${await listen(server)}`, seen, connections: () => connections }
}

/** A local TCP server whose answers the test writes by hand; with a certificate it speaks TLS first. */
export async function startRawServer(
  onConnection: (socket: Socket) => void,
  tls?: { readonly key: string; readonly cert: string },
): Promise<{ readonly port: number; readonly received: () => string }> {
  let received = ''
  const play = (socket: Socket) => {
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => {
      received += chunk.toString()
    })
    onConnection(socket)
  }
  const server = tls === undefined ? createRawServer(play) : createTlsServer(tls, play)
  server.on('tlsClientError', () => undefined)
  return { port: await listen(server), received: () => received }
}

/** A port of this computer on which no process listens. */
export async function findClosedPort(): Promise<number> {
  const server = createRawServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

async function listen(server: Server): Promise<number> {
  const open = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    for (const socket of open) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  return (server.address() as AddressInfo).port
}
