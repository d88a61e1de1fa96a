import { describe, expect, it } from 'vitest'
import { createLoopbackBridge } from '../../../../src/renderer/src/bridge/loopback-bridge.ts'
import type { BridgeEvent } from '../../../../src/shared/bridge/contract.ts'

function makeSource(): EventSource & { readonly isClosed: () => boolean } {
  let closed = false
  return Object.assign(new EventTarget(), {
    close: () => {
      closed = true
    },
    isClosed: () => closed,
  }) as unknown as EventSource & { readonly isClosed: () => boolean }
}

const noEvents = (): EventSource => makeSource()

describe('the bridge in a browser', () => {
  it('posts a call to its channel and returns the answer', async () => {
    const asked: { readonly url: unknown; readonly body: unknown; readonly method: unknown }[] = []
    const bridge = createLoopbackBridge({
      openEvents: noEvents,
      fetch: (url, init) => {
        asked.push({ url, body: init?.body, method: init?.method })
        return Promise.resolve(Response.json({ ok: true, value: {} }))
      },
    })
    expect(await bridge.call('connection.select', { id: 'north' })).toEqual({ ok: true, value: {} })
    expect(asked).toEqual([{ url: '/bridge/connection.select', body: '{"id":"north"}', method: 'POST' }])
  })

  it('returns the error of an answer unchanged', async () => {
    const error = { code: 'not-found', message: 'no', retryable: false }
    const bridge = createLoopbackBridge({
      openEvents: noEvents,
      fetch: () => Promise.resolve(Response.json({ ok: false, error }, { status: 404 })),
    })
    expect(await bridge.call('job.read', { id: 'x' })).toEqual({ ok: false, error })
  })

  it.each([
    ['the host refuses the page', () => Promise.resolve(new Response('no', { status: 403 })), 'not-allowed'],
    ['the host is gone', () => Promise.reject(new TypeError('fetch failed')), 'internal'],
    ['the answer is no JSON', () => Promise.resolve(new Response('<html>')), 'internal'],
  ])('returns a known error code if %s', async (_, fetch, code) => {
    const reply = await createLoopbackBridge({ openEvents: noEvents, fetch }).call('app.snapshot', {})
    expect(reply).toMatchObject({ ok: false, error: { code } })
  })

  it('passes on events until the listener ends', () => {
    const source = makeSource()
    const heard: BridgeEvent[] = []
    const bridge = createLoopbackBridge({ openEvents: () => source, fetch: () => Promise.reject(new Error('unused')) })
    const end = bridge.listen((event) => heard.push(event))
    const data = JSON.stringify({ name: 'job-changed', payload: { id: 'a' } })
    source.dispatchEvent(new MessageEvent('message', { data }))
    end()
    source.dispatchEvent(new MessageEvent('message', { data }))
    expect(heard).toEqual([{ name: 'job-changed', payload: { id: 'a' } }])
    expect(source.isClosed()).toBe(true)
  })

  it('reports that any job may have changed whenever the stream opens, so also after each gap', () => {
    const source = makeSource()
    const heard: BridgeEvent[] = []
    const bridge = createLoopbackBridge({ openEvents: () => source, fetch: () => Promise.reject(new Error('unused')) })
    const end = bridge.listen((event) => heard.push(event))
    source.dispatchEvent(new Event('open'))
    source.dispatchEvent(new Event('error'))
    source.dispatchEvent(new Event('open'))
    end()
    source.dispatchEvent(new Event('open'))
    const any = { name: 'job-changed', payload: {} }
    expect(heard).toEqual([any, any])
  })

  it('shares one stream among all listeners, so that a later one misses nothing', () => {
    const sources: ReturnType<typeof makeSource>[] = []
    const openEvents = (): EventSource => {
      const source = makeSource()
      sources.push(source)
      return source
    }
    const bridge = createLoopbackBridge({ openEvents, fetch: () => Promise.reject(new Error('unused')) })
    const heard: string[] = []
    const ends = ['first', 'second'].map((name) => bridge.listen(() => heard.push(name)))
    const data = JSON.stringify({ name: 'job-changed', payload: { id: 'a' } })
    sources[0]?.dispatchEvent(new MessageEvent('message', { data }))
    expect(heard).toEqual(['first', 'second'])
    ends[0]?.()
    sources[0]?.dispatchEvent(new MessageEvent('message', { data }))
    expect([heard, sources[0]?.isClosed()]).toEqual([['first', 'second', 'second'], false])
    ends[1]?.()
    bridge.listen(() => heard.push('third'))
    expect(sources.map((source) => source.isClosed())).toEqual([true, false])
  })
})
