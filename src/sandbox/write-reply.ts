import type { ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type { DialectReply } from './dialects/dialect.ts'

export function writeReply(response: ServerResponse, reply: DialectReply): void {
  const body = Buffer.from(reply.body)
  response.writeHead(reply.status, headersOf(reply, body.length))
  response.end(body)
}

/** Sends the head and half of the body, then resets the connection. */
export async function writeHalf(response: ServerResponse, reply: DialectReply): Promise<void> {
  const body = Buffer.from(reply.body)
  response.writeHead(reply.status, headersOf(reply, body.length + 1))
  await new Promise<void>((resolve) => {
    response.on('close', resolve)
    response.write(body.subarray(0, Math.ceil(body.length / 2)), () => resolve())
  })
  resetConnection(response)
}

/** Sends an answer byte by byte. Stops if the client disconnects or the platform closes. */
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
