import type { Bridge, Reply } from '../../../shared/bridge/bridge.ts'
import type { BridgeEvent, Channel, Request, Response } from '../../../shared/bridge/contract.ts'
import type { ErrorCode } from '../../../shared/bridge/errors.ts'

/** The browser functions that the bridge needs. Tests pass their own. */
export interface LoopbackPorts {
  readonly fetch: typeof globalThis.fetch
  readonly openEvents: (path: string) => EventSource
}

/**
 * The bridge in a browser: `POST /bridge/<channel>` for calls, `GET /bridge/events` for pushes (server-sent events, one
 * JSON `{name, payload}` a message). All listeners share one stream, because a browser opens only six connections to a
 * host and a listener that opens its own stream could miss events. The event source reconnects by itself. After a gap
 * the host sends the whole snapshot first, and the bridge reports that any job may have changed.
 */
export function createLoopbackBridge(ports: LoopbackPorts): Bridge {
  const listeners = new Set<{ readonly hear: (event: BridgeEvent) => void }>()
  let source: EventSource | undefined
  const tell = (event: BridgeEvent): void => {
    for (const { hear } of listeners) hear(event)
  }
  const take = (message: MessageEvent<string>): void => tell(JSON.parse(message.data) as BridgeEvent)
  const makeUp = (): void => tell({ name: 'job-changed', payload: {} })
  return {
    call: (channel, request) => callOverHttp(ports.fetch, channel, request),
    listen: (listener) => {
      const own = { hear: listener }
      listeners.add(own)
      if (source === undefined) {
        source = ports.openEvents('/bridge/events')
        source.addEventListener('message', take)
        source.addEventListener('open', makeUp)
      }
      return () => {
        listeners.delete(own)
        if (listeners.size > 0) return
        source?.removeEventListener('message', take)
        source?.removeEventListener('open', makeUp)
        source?.close()
        source = undefined
      }
    },
  }
}

async function callOverHttp<C extends Channel>(
  fetch: LoopbackPorts['fetch'],
  channel: C,
  request: Request<C>,
): Promise<Reply<Response<C>>> {
  try {
    const answer = await fetch(`/bridge/${channel}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(request),
      credentials: 'same-origin',
    })
    if (answer.status === 401 || answer.status === 403) return broken('not-allowed', 'The host refused this page.')
    return (await answer.json()) as Reply<Response<C>>
  } catch {
    return broken('internal', 'The host did not answer.')
  }
}

function broken(code: ErrorCode, message: string): Reply<never> {
  return { ok: false, error: { code, message, retryable: code === 'internal' } }
}
