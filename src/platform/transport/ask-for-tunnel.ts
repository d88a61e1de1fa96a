import type { Socket } from 'node:net'
import type { NetworkFailure } from './exchange.ts'

/** Where a tunnel is to lead. */
export interface TunnelTarget {
  readonly host: string
  readonly port: number
  /** Value of `Proxy-Authorization`. */
  readonly authorization?: string | undefined
}

/** A proxy that says nothing for so long, milliseconds, is given up. */
const patienceMs = 60_000
const maxHeadBytes = 16_384

/**
 * Asks an http proxy by CONNECT for a tunnel (RFC 9110, 9.3.6). The proxy learns the platform's host and port and nothing
 * of a request, so that every failure here proves that nothing was sent. `done` is called once, without a failure when the
 * socket is the tunnel's.
 */
export function askForTunnel(
  socket: Socket,
  { host, port, authorization }: TunnelTarget,
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
      // A platform with TLS waits to be spoken to: what follows the head is the proxy's own page on a refusal.
      return finish(end === -1 || (rest !== '' && isOpened(head)) ? 'proxy-not-understood' : failureOf(head))
    }
  }
  socket.on('readable', read).on('error', breakOff).on('close', breakOff).on('timeout', giveUp)
  socket.setTimeout(patienceMs)
  const authority = `${host.includes(':') ? `[${host}]` : host}:${port}`
  const lines = [`CONNECT ${authority} HTTP/1.1`, `Host: ${authority}`, 'User-Agent: Setdesk']
  if (authorization !== undefined) lines.push(`Proxy-Authorization: ${authorization}`)
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
}

const readChunk = (socket: Socket): Buffer | undefined => (socket.read() as Buffer | null) ?? undefined

const statusOf = (head: string): number => Number(/^HTTP\/1\.[01] (\d{3})\b/.exec(head)?.[1] ?? 0)

const isOpened = (head: string): boolean => statusOf(head) >= 200 && statusOf(head) < 300

function failureOf(head: string): NetworkFailure | undefined {
  if (isOpened(head)) return undefined
  switch (statusOf(head)) {
    case 0:
      return 'proxy-not-understood'
    case 407:
      return 'proxy-log-in-refused'
    case 502:
    case 503:
    case 504:
      return 'proxy-cannot-reach'
    default:
      return 'proxy-refused'
  }
}
