import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout, setTimeout as delay } from 'node:timers/promises'
import { threadId } from 'node:worker_threads'
import { pipeline } from 'node:stream/promises'
import { type DialectReply, jsonReply } from './dialects/dialect.ts'

type Serve = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** The most bytes of a request's head. This is enough for a request line with 25 parameters of the greatest length, all percent-encoded. */
const maxHeaderSize = 262_144

/**
 * The range in which a server finds a free port. Operating systems use no port of this range for outgoing connections. Each thread searches
 * its own part of the range, starting at a random port. Therefore no other process takes the port of a server while the server is offline.
 */
const [firstPort, ports, portsOfAThread] = [15_000, 17_000, 500]
const firstOfMine = firstPort + ((process.pid * 7 + threadId) % (ports / portsOfAThread)) * portsOfAThread
let latest = randomInt(portsOfAThread)
const mostTaken = 100
const againAfterMs = 50

/**
 * Listens on a port of 127.0.0.1; 0 means any free port. An exception in a request is answered with 500 and does not stop the
 * server. The server can leave its port and return to it.
 */
export async function startServer(port: number, serve: Serve, onCrash: (error: unknown) => void) {
  let offline: boolean | 'reset' = false
  const server = createServer({ maxHeaderSize }, (request, response) => {
    response.on('error', () => undefined)
    serve(request, response).catch((error: unknown) => {
      onCrash(error)
      answerCrash(response)
    })
  })
  server.on('connection', (socket) => {
    if (offline === 'reset') socket.resetAndDestroy()
  })
  server.on('clientError', (_, socket) => {
    if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n')
    else socket.destroy()
  })
  if (port === 0) await listenSomewhere(server)
  else await listen(server, port)
  const { port: bound } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${bound}`,
    setOffline: async (wanted: boolean | 'reset'): Promise<void> => {
      if (wanted !== false) server.closeAllConnections()
      if (wanted === true && server.listening) await stop(server)
      if (wanted !== true && !server.listening) await listenAgain(server, bound)
      offline = wanted
    },
    close: async (): Promise<void> => {
      if (server.listening) await stop(server)
    },
  }
}

/** Listens again, and retries if the port is taken: a process that is just starting may hold a copy of the old socket. */
async function listenAgain(server: Server, port: number, tried = 0): Promise<void> {
  try {
    await listen(server, port)
  } catch (error) {
    if (tried === mostTaken) throw error
    await setTimeout(againAfterMs)
    await listenAgain(server, port, tried + 1)
  }
}

async function listenSomewhere(server: Server, taken = 0): Promise<void> {
  latest = (latest + 1) % portsOfAThread
  try {
    await listen(server, firstOfMine + latest)
  } catch (error) {
    if (taken === mostTaken) throw error
    await listenSomewhere(server, taken + 1)
  }
}

async function listen(server: Server, port: number): Promise<void> {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
}

async function stop(server: Server): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  server.closeAllConnections()
  await closed
}

function answerCrash(response: ServerResponse): void {
  if (response.headersSent) resetConnection(response)
  else writeReply(response, jsonReply({ Message: 'An error has occurred.' }, 500))
}

export function writeReply(response: ServerResponse, reply: DialectReply): void {
  const body = Buffer.from(reply.body)
  response.writeHead(reply.status, headersOf(reply, body.length))
  response.end(body)
}

export async function writeHalf(response: ServerResponse, reply: DialectReply): Promise<void> {
  const body = Buffer.from(reply.body)
  response.writeHead(reply.status, headersOf(reply, body.length + 1))
  await new Promise<void>((resolve) => {
    response.on('close', resolve)
    response.write(body.subarray(0, Math.ceil(body.length / 2)), () => resolve())
  })
  resetConnection(response)
}

export async function writeDrip(
  response: ServerResponse,
  reply: DialectReply,
  msPerByte: number,
  closing: AbortSignal,
): Promise<void> {
  const body = Buffer.from(reply.body)
  response.writeHead(reply.status, headersOf(reply, body.length))
  response.flushHeaders()
  for (const byte of body) {
    if (response.destroyed || closing.aborted) return
    response.write(Buffer.of(byte))
    await delay(msPerByte, undefined, { signal: closing }).catch(() => undefined)
  }
  response.end()
}

const hugeBodyLength = 50 * 1024 * 1024

/** Sends 50 MiB of JSON text, as fast as the client reads it. */
export async function writeHuge(response: ServerResponse, status: number): Promise<void> {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
  await pipeline(hugeText(), response).catch(() => undefined)
}

function* hugeText(): Generator<Buffer> {
  const piece = Buffer.alloc(65_536, 'x')
  yield Buffer.from('{"filler":"')
  for (let written = 0; written < hugeBodyLength; written += piece.length) yield piece
  yield Buffer.from('"}')
}

/** Closes the connection so that the client sees a reset and not an end. */
export function resetConnection(response: ServerResponse): void {
  response.socket?.resetAndDestroy()
}

const headersOf = (reply: DialectReply, length: number) => ({
  'content-type': reply.contentType,
  'content-length': length,
  'cache-control': 'no-store',
  ...reply.headers,
})
