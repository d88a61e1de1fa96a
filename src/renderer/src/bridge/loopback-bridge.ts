import type { Bridge, Reply } from '../../../shared/bridge/bridge.ts'
import type { BridgeEvent, Channel, Request, Response } from '../../../shared/bridge/contract.ts'
import type { ErrorCode } from '../../../shared/bridge/errors.ts'

/** What the browser gives to the bridge; tests give their own. */
export interface LoopbackPorts {
  readonly fetch: typeof globalThis.fetch
  readonly openEvents: (path: string) => EventSource
}

/**
 * The bridge in a browser: `POST /bridge/<channel>` for calls and `GET /bridge/events` (server-sent events, one JSON
 * `{name, payload}` a message) for what is pushed. The event source connects again by itself; the host sends the whole
 * snapshot first, so nothing is missed by a gap.
 */
export function createLoopbackBridge(ports: LoopbackPorts): Bridge {
  return {
    call: (channel, request) => callOverHttp(ports.fetch, channel, request),
    listen: (listener) => {
      const source = ports.openEvents('/bridge/events')
      const take = (message: MessageEvent<string>) => {
        listener(JSON.parse(message.data) as BridgeEvent)
      }
      source.addEventListener('message', take)
      return () => {
        source.removeEventListener('message', take)
        source.close()
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

function broken(
  code: ErrorCode,
  message: string,
): {
  readonly ok: false
  readonly error: { readonly code: ErrorCode; readonly message: string; readonly retryable: boolean }
} {
  return { ok: false, error: { code, message, retryable: code === 'internal' } }
}
