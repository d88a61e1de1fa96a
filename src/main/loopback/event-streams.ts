import type { ServerResponse } from 'node:http'
import type { BridgeEvent } from '../../shared/bridge/contract.ts'
import { securityHeaders } from '../host/content-security-policy.ts'

const beatMs = 15_000
const mostStreams = 50
/** The most bytes that may wait for a page that does not read. */
const mostWaitingBytes = 4 * 1024 * 1024

/** The open pages. Each has a stream of server-sent events. */
export interface EventStreams {
  /** Starts a stream with the events that a new page needs. False if too many streams are open. */
  readonly open: (response: ServerResponse, first: readonly BridgeEvent[]) => boolean
  readonly push: (event: BridgeEvent) => void
  readonly close: () => void
}

/** One message per event: `data: {"name":…,"payload":…}`. A page that falls behind is disconnected; it reconnects by itself. */
export function createEventStreams(): EventStreams {
  const streams = new Set<ServerResponse>()
  const sendAll = (text: string) => {
    for (const stream of streams) send(stream, text)
  }
  const beat = setInterval(() => sendAll(': still here\n\n'), beatMs)
  beat.unref()

  return {
    open: (response, first) => {
      if (streams.size >= mostStreams) return false
      response.writeHead(200, { ...securityHeaders, 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
      response.write(`retry: 1000\n\n${first.map(writeEvent).join('')}`)
      streams.add(response)
      response.once('close', () => streams.delete(response))
      return true
    },
    push: (event) => sendAll(writeEvent(event)),
    close: () => {
      clearInterval(beat)
      for (const stream of streams) stream.end()
    },
  }
}

function send(stream: ServerResponse, text: string): void {
  if (stream.writableLength > mostWaitingBytes) stream.destroy()
  else stream.write(text)
}

const writeEvent = (event: BridgeEvent): string => `data: ${JSON.stringify(event)}\n\n`
