import { describe, expect, it, vi } from 'vitest'
import {
  createLoopbackBridge,
  findBridge,
  type LoopbackPorts,
} from '../../../../src/renderer/src/bridge/find-bridge.ts'
import type { BridgeEvent } from '../../../../src/shared/bridge/bridge.ts'

const jobChanged = (id: string) => `data: ${JSON.stringify({ name: 'job-changed', payload: { id } })}\n\n`
const any = [
  { name: 'job-changed', payload: {} },
  { name: 'fleet-changed', payload: {} },
]

const giveNoStream = (): Promise<Response> => Promise.resolve(new Response('too many', { status: 503 }))
const failToFetch = (): Promise<Response> => Promise.reject(new TypeError('fetch failed'))

/** An event stream that the test writes, cuts or ends; it knows whether the bridge hung up. */
function makeStream(signal: AbortSignal | null | undefined) {
  const encoder = new TextEncoder()
  let control: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>({ start: (given) => void (control = given) })
  signal?.addEventListener('abort', () => control?.error(signal.reason))
  return {
    response: new Response(body, { headers: { 'content-type': 'text/event-stream' } }),
    write: (text: string) => control?.enqueue(encoder.encode(text)),
    writeBytes: (bytes: Uint8Array) => control?.enqueue(bytes),
    end: () => control?.close(),
    cut: () => control?.error(new TypeError('network error')),
    isAborted: () => signal?.aborted,
  }
}

/** A bridge whose event streams the test writes. `answer`: in place of the next stream. `waits`: the pauses so far. */
function listenTo(ports: Partial<LoopbackPorts> = {}) {
  const streams: ReturnType<typeof makeStream>[] = []
  const waits: number[] = []
  const answers: (() => Promise<Response>)[] = []
  const asked: Headers[] = []
  const bridge = createLoopbackBridge({
    readBearer: () => 'b',
    wait: (ms) => {
      waits.push(ms)
      return Promise.resolve()
    },
    fetch: (url, init) => {
      expect(url).toBe('/bridge/events')
      asked.push(new Headers(init?.headers))
      const answer = answers.shift()
      if (answer !== undefined) return answer()
      const stream = makeStream(init?.signal)
      streams.push(stream)
      return Promise.resolve(stream.response)
    },
    ...ports,
  })
  const heard: BridgeEvent[] = []
  return { bridge, streams, waits, answers, asked, heard, hear: (event: BridgeEvent) => void heard.push(event) }
}

const callOnly = (fetch: LoopbackPorts['fetch'], readBearer: LoopbackPorts['readBearer'] = () => 'b') =>
  createLoopbackBridge({ fetch, readBearer, wait: () => Promise.reject(new Error('unused')) })

describe('the bridge in a browser', () => {
  it('answers the first snapshot call with the reply that the launch page has already requested', async () => {
    const asked: string[] = []
    const window = {
      setdeskFirstAnswer: Promise.resolve(Response.json({ ok: true, value: 'early' })),
      localStorage: { getItem: () => 'b' },
      fetch: (url: string) => {
        asked.push(url)
        return Promise.resolve(Response.json({ ok: true, value: 'later' }))
      },
    }
    const bridge = findBridge(window as unknown as Parameters<typeof findBridge>[0])
    expect(await bridge.call('app.restart', {})).toEqual({ ok: true, value: 'later' })
    expect(await bridge.call('app.snapshot', {})).toEqual({ ok: true, value: 'early' })
    expect(await bridge.call('app.snapshot', {})).toEqual({ ok: true, value: 'later' })
    expect(asked).toEqual(['/bridge/app.restart', '/bridge/app.snapshot'])
  })

  it('posts a call to its channel with the bearer token and without a cookie, and returns the answer', async () => {
    const asked: { readonly url: unknown; readonly init: RequestInit | undefined }[] = []
    const bridge = callOnly((url, init) => {
      asked.push({ url, init })
      return Promise.resolve(Response.json({ ok: true, value: {} }))
    })
    expect(await bridge.call('connection.select', { id: 'north' })).toEqual({ ok: true, value: {} })
    const headers = { 'content-type': 'application/json', authorization: 'Bearer b' }
    const init = { method: 'POST', body: '{"id":"north"}', headers, credentials: 'omit' }
    expect(asked).toEqual([{ url: '/bridge/connection.select', init }])
  })

  it('reads the bearer token at every call, because another tab may sign in', async () => {
    const bearers = [null, 'later']
    const sent: unknown[] = []
    const bridge = callOnly(
      (_, init) => {
        sent.push(new Headers(init?.headers).get('authorization'))
        return Promise.resolve(Response.json({ ok: true, value: {} }))
      },
      () => bearers.shift() ?? null,
    )
    await bridge.call('app.snapshot', {})
    await bridge.call('app.snapshot', {})
    expect(sent).toEqual(['Bearer', 'Bearer later'])
  })

  it('returns the error of an answer unchanged', async () => {
    const error = { code: 'not-found', message: 'no', retryable: false }
    const bridge = callOnly(() => Promise.resolve(Response.json({ ok: false, error }, { status: 404 })))
    expect(await bridge.call('job.read', { id: 'x' })).toEqual({ ok: false, error })
  })

  it.each([
    ['the host refuses the page', () => Promise.resolve(new Response('no', { status: 403 })), 'not-allowed'],
    ['this browser is not signed in', () => Promise.resolve(new Response('no', { status: 401 })), 'not-allowed'],
    ['the host is gone', () => Promise.reject(new TypeError('fetch failed')), 'host-gone'],
    ['the answer is no JSON', () => Promise.resolve(new Response('<html>')), 'host-gone'],
  ])('returns a known error code if %s', async (_, fetch, code) => {
    expect(await callOnly(fetch).call('app.snapshot', {})).toMatchObject({ ok: false, error: { code } })
  })

  it('passes on whole events until the listener ends, even if the network splits them', async () => {
    const { bridge, streams, asked, heard, hear } = listenTo()
    const end = bridge.listen(hear)
    await vi.waitFor(() => expect(heard).toEqual(any))
    const [stream] = streams
    stream?.write(`retry: 1000\n\n: still here\n\n${jobChanged('a').slice(0, 20)}`)
    stream?.write(`${jobChanged('a').slice(20)}${jobChanged('b').slice(0, -1)}`)
    const bytes = new TextEncoder().encode(`\n${jobChanged('é')}`)
    const middle = bytes.indexOf(0xc3) + 1
    stream?.writeBytes(bytes.slice(0, middle))
    stream?.writeBytes(bytes.slice(middle))
    const events = ['a', 'b', 'é'].map((id) => ({ name: 'job-changed', payload: { id } }))
    await vi.waitFor(() => expect(heard).toEqual([...any, ...events]))
    expect(asked.map((headers) => headers.get('authorization'))).toEqual(['Bearer b'])

    end()
    expect(stream?.isAborted()).toBe(true)
    bridge.listen(hear)
    await vi.waitFor(() => expect(heard).toHaveLength(7))
    expect(heard.slice(-2)).toEqual(any)
    expect(streams).toHaveLength(2)
  })

  it('opens the event stream again after each break, and reports that anything may have changed', async () => {
    const { bridge, streams, waits, answers, heard, hear } = listenTo()
    bridge.listen(hear)
    await vi.waitFor(() => expect(heard).toEqual(any))
    answers.push(
      () => Promise.reject(new TypeError('fetch failed')),
      () => Promise.resolve(new Response('too many', { status: 503 })),
    )
    streams[0]?.cut()
    await vi.waitFor(() => expect(heard).toEqual([...any, ...any]))
    expect(waits).toEqual([1000, 1000, 1000])
    streams[1]?.end()
    await vi.waitFor(() => expect(heard).toEqual([...any, ...any, ...any]))
    streams[2]?.write(jobChanged('a'))
    await vi.waitFor(() => expect(heard.at(-1)).toEqual({ name: 'job-changed', payload: { id: 'a' } }))
  })

  it('stops requesting events after a refusal by the host, until there is a new listener', async () => {
    const { bridge, answers, asked, waits, heard, hear } = listenTo()
    const { promise, resolve } = Promise.withResolvers<Response>()
    answers.push(() => promise)
    const end = bridge.listen(hear)
    resolve(new Response('no', { status: 401 }))
    await promise
    end()
    bridge.listen(hear)
    await vi.waitFor(() => expect(heard).toEqual(any))
    expect([asked.length, waits]).toEqual([2, []])
  })

  it('reports that the host is gone after two failures in a row, and that the host is there again', async () => {
    const { bridge, streams, answers, heard, hear } = listenTo()
    const seen: unknown[] = []
    const end = bridge.watchHost?.((error) => seen.push(error?.code))
    bridge.listen(hear)
    await vi.waitFor(() => expect(seen).toEqual([undefined]))
    streams[0]?.cut()
    await vi.waitFor(() => expect(seen).toEqual([undefined, undefined]))
    answers.push(failToFetch, failToFetch)
    streams[1]?.cut()
    await vi.waitFor(() => expect(seen).toEqual([undefined, undefined, 'host-gone', undefined]))
    end?.()
    answers.push(() => Promise.resolve(new Response('no', { status: 401 })))
    streams[2]?.cut()
    await vi.waitFor(() => expect(answers).toEqual([]))
    expect(seen).toHaveLength(4)
    expect(heard).toHaveLength(6)
  })

  it('does not report a host that answers, but gives no stream, as gone', async () => {
    const { bridge, answers, heard, hear } = listenTo()
    const seen: unknown[] = []
    answers.push(giveNoStream, giveNoStream, giveNoStream)
    bridge.watchHost?.((error) => seen.push(error?.code))
    bridge.listen(hear)
    await vi.waitFor(() => expect(heard).toEqual(any))
    expect(seen).toEqual([undefined])
  })

  it('reports that the host refuses this page', async () => {
    const { bridge, answers, hear } = listenTo()
    const seen: unknown[] = []
    answers.push(() => Promise.resolve(new Response('no', { status: 401 })))
    bridge.watchHost?.((error) => seen.push(error?.code))
    bridge.listen(hear)
    await vi.waitFor(() => expect(seen).toEqual(['not-allowed']))
  })

  it('shares one event stream among all listeners, and closes it with the last of them', async () => {
    const { bridge, streams } = listenTo()
    const heard: string[] = []
    const ends = ['first', 'second'].map((name) =>
      bridge.listen(({ payload }) => 'id' in payload && void heard.push(name)),
    )
    await vi.waitFor(() => expect(streams).toHaveLength(1))
    streams[0]?.write(jobChanged('a'))
    await vi.waitFor(() => expect(heard).toEqual(['first', 'second']))
    ends[0]?.()
    streams[0]?.write(jobChanged('a'))
    await vi.waitFor(() => expect(heard).toEqual(['first', 'second', 'second']))
    expect(streams[0]?.isAborted()).toBe(false)
    ends[1]?.()
    bridge.listen(() => heard.push('third'))
    await vi.waitFor(() => expect(heard.at(-1)).toBe('third'))
    expect(streams.map((stream) => stream.isAborted())).toEqual([true, false])
  })
})
