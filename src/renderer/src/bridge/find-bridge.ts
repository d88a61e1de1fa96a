import type { Bridge, BridgeEvent, Reply } from '../../../shared/bridge/bridge.ts'
import type { BearerKey } from './launch.ts'
import type { Channel, Request, Response } from '../../../shared/bridge/contract.ts'
import type { BridgeError } from '../../../shared/bridge/errors.ts'

declare global {
  interface Window {
    /** The bridge that the preload sets in Electron. Absent in a browser. */
    readonly setdesk?: Bridge
  }
}

const bearerKey: BearerKey = 'setdesk-bearer'

export function findBridge(window: Window & typeof globalThis): Bridge {
  return (
    window.setdesk ??
    createLoopbackBridge({
      fetch: (input, init) => takeFirstAnswer(window, input) ?? window.fetch(input, init),
      readBearer: async () => {
        await window.setdeskSignIn
        return window.localStorage.getItem(bearerKey)
      },
      wait: (ms) => new Promise((resolve) => window.setTimeout(resolve, ms)),
    })
  )
}

/** Returns the answer to the call that `launch.ts` has already made. Only the first `app.snapshot` call gets this answer. */
function takeFirstAnswer(window: Window, input: unknown): Promise<globalThis.Response> | undefined {
  if (input !== '/bridge/app.snapshot') return undefined
  const answer = window.setdeskFirstAnswer
  delete window.setdeskFirstAnswer
  return answer
}

/** The browser functions that the bridge uses. Tests pass functions of their own. */
export interface LoopbackPorts {
  readonly fetch: typeof globalThis.fetch
  /** Returns the bearer token, or null if this browser is not signed in. Called for each request, because another tab may sign in. */
  readonly readBearer: () => string | null | Promise<string | null>
  readonly wait: (ms: number) => Promise<void>
}

const reconnectMs = 1000

/**
 * The bridge in a browser. Calls are `POST /bridge/<channel>`, and pushes come from `GET /bridge/events`. The pushes are server-sent
 * events, each with a JSON `{name, payload}`. The bridge reads the pushes with `fetch`, because an EventSource cannot send a header. All
 * listeners share one stream, because a browser opens only six connections to a host, and separate streams could miss events. A stream that
 * ends is opened again. On each new stream, the host first sends a whole snapshot, and the bridge reports that any job and any part of the
 * fleet may have changed.
 */
export function createLoopbackBridge(ports: LoopbackPorts): Bridge {
  const listeners = new Set<{ readonly hear: (event: BridgeEvent) => void }>()
  const watchers = new Set<{ readonly see: HostWatcher }>()
  const noteHost: HostWatcher = (error) => {
    for (const { see } of watchers) see(error)
  }
  let stream: AbortController | undefined
  const tell = (event: BridgeEvent): void => {
    // The listeners run in a microtask, so that an error in a listener is reported but does not end the stream.
    queueMicrotask(() => {
      for (const { hear } of listeners) hear(event)
    })
  }
  return {
    call: (channel, request) => callOverHttp(ports, channel, request),
    listen: (listener) => {
      const own = { hear: listener }
      listeners.add(own)
      if (stream === undefined) {
        stream = new AbortController()
        void followEvents(ports, stream.signal, { tell, noteHost })
      }
      return () => {
        listeners.delete(own)
        if (listeners.size > 0) return
        stream?.abort()
        stream = undefined
      }
    },
    watchHost: (see) => {
      const own = { see }
      watchers.add(own)
      return () => void watchers.delete(own)
    },
  }
}

type HostWatcher = (error: BridgeError | undefined) => void

/** A host that fails this often in a row is gone. A network that changes, or a computer that wakes up, breaks a stream only once. */
const failuresOfGone = 2

/** Reads events until `signal` aborts or the host refuses this browser. A refused browser must sign in again, which reloads the page. */
async function followEvents(
  ports: LoopbackPorts,
  signal: AbortSignal,
  { tell, noteHost }: { readonly tell: (event: BridgeEvent) => void; readonly noteHost: HostWatcher },
) {
  let failures = 0
  while (!signal.aborted) {
    try {
      const answer = await ask(ports, 'events', { signal })
      if (isRefused(answer)) return noteHost(pageRefused)
      failures = 0
      if (answer.ok) {
        noteHost(undefined)
        tell({ name: 'job-changed', payload: {} })
        tell({ name: 'fleet-changed', payload: {} })
        await readEvents(answer, signal, tell)
      }
    } catch {
      // The host is gone, or the stream was cut or aborted. After an abort, the loop ends. Otherwise the loop opens a new stream.
      failures += 1
    }
    if (signal.aborted) return
    if (failures === failuresOfGone) noteHost(hostGone)
    await ports.wait(reconnectMs)
  }
}

async function readEvents(answer: globalThis.Response, signal: AbortSignal, tell: (event: BridgeEvent) => void) {
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const part = await reader?.read()
    if (part?.value === undefined || signal.aborted) return
    const blocks = (rest + part.value).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) if (block.startsWith('data: ')) tell(JSON.parse(block.slice(6)) as BridgeEvent)
  }
}

async function callOverHttp<C extends Channel>(
  ports: LoopbackPorts,
  channel: C,
  request: Request<C>,
): Promise<Reply<Response<C>>> {
  try {
    const body = JSON.stringify(request)
    const answer = await ask(ports, channel, { method: 'POST', body }, { 'content-type': 'application/json' })
    if (isRefused(answer)) return { ok: false, error: pageRefused }
    return (await answer.json()) as Reply<Response<C>>
  } catch {
    return { ok: false, error: hostGone }
  }
}

const ask = async ({ fetch, readBearer }: LoopbackPorts, name: string, init: RequestInit, headers = {}) =>
  await fetch(`/bridge/${name}`, {
    ...init,
    headers: { ...headers, authorization: `Bearer ${(await readBearer()) ?? ''}` },
    credentials: 'omit',
  })

const isRefused = ({ status }: globalThis.Response): boolean => status === 401 || status === 403

const hostGone: BridgeError = { code: 'host-gone', message: 'The host did not answer.', retryable: true }
const pageRefused: BridgeError = { code: 'not-allowed', message: 'The host refused this page.', retryable: false }
