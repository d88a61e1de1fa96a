import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { createStreams } from '../../../src/hub/door/streams.ts'
import type { FedEvent } from '../../../src/hub/door/event-feed.ts'
import { hashToken } from '../../../src/hub/door/station-tokens.ts'
import { fail, succeed } from '../../../src/shared/result.ts'

const [mine, other] = ['7b9a9b0e-0a44-4f8a-8d7b-0d5c1b8a0f11', '1d9a9b0e-0a44-4f8a-8d7b-0d5c1b8a0f22']

const makeEvent = (position: number, more: Partial<FedEvent> = {}): FedEvent => ({
  position,
  about: 'work',
  station: mine,
  told: false,
  ...more,
})

/** A response that notes what is written to it. */
function makeResponse(unread = 0) {
  const written: string[] = []
  const response = Object.assign(new EventEmitter(), {
    destroyed: false,
    writableEnded: false,
    writableLength: unread,
    writeHead: () => response,
    write: (text: string) => written.push(text),
    end() {
      response.writableEnded = true
      response.emit('close')
    },
    destroy() {
      response.destroyed = true
      response.emit('close')
    },
  })
  const positions = (): number[] =>
    written.flatMap((text) => (text.startsWith('id: ') ? [Number.parseInt(text.slice(4), 10)] : []))
  return { response, as: response as unknown as ServerResponse, positions, written }
}

/** A database that opens streams at a position once the test allows it. The token of a session is the id of its station. */
function openStreams(role: 'station' | 'supervisor', position: number, events: readonly FedEvent[] = []) {
  const { promise: waiting, resolve } = Promise.withResolvers<undefined>()
  let kept: string[] = []
  const streams = createStreams({
    call: async (name) => {
      if (name === 'keep_streams') return succeed({ tokens: kept })
      await waiting
      return succeed({ station: mine, role, position, events })
    },
  })
  return {
    streams,
    goOn: () => resolve(undefined),
    keepOnly: (tokens: string[]) => (kept = tokens.map((token) => hashToken(token).toString('hex'))),
  }
}

describe('a stream of events', () => {
  it('ends at once if its station is removed while it is opened', async () => {
    const { streams, goOn } = openStreams('station', 10)
    const { as, response, positions } = makeResponse()
    const opened = streams.open('token', 9, as)
    streams.dispatch(makeEvent(11, { about: 'revoked', told: true }))
    goOn()
    await opened
    streams.dispatch(makeEvent(12, { told: true }))
    expect(positions()).toEqual([11])
    expect(response.writableEnded).toBe(true)
  })

  it('contains past events, events during its opening and later ones, each once', async () => {
    const { streams, goOn } = openStreams('supervisor', 10, [makeEvent(8), makeEvent(10, { station: other })])
    const { as, positions } = makeResponse()
    const opened = streams.open('token', 7, as)
    for (const position of [9, 10, 11, 12]) streams.dispatch(makeEvent(position))
    goOn()
    await opened
    streams.dispatch(makeEvent(13))
    streams.dispatch(makeEvent(13))
    expect(positions()).toEqual([8, 10, 11, 12, 13])
  })

  it("for a supervisor contains the events of all stations, and what others did to the supervisor's own station", async () => {
    const { streams, goOn } = openStreams('supervisor', 0)
    const { as, positions } = makeResponse()
    goOn()
    await streams.open('token', undefined, as)
    streams.dispatch(makeEvent(1, { station: other }))
    streams.dispatch(makeEvent(2, { station: other, told: true }))
    streams.dispatch(makeEvent(3, { told: true }))
    expect(positions()).toEqual([1, 3])
  })

  it('for a station contains only what others did to the station, even while the stream opens', async () => {
    const { streams, goOn } = openStreams('station', 0)
    const { as, positions } = makeResponse()
    const opened = streams.open('token', undefined, as)
    streams.dispatch(makeEvent(1))
    streams.dispatch(makeEvent(2, { told: true }))
    streams.dispatch(makeEvent(3, { told: true, station: other }))
    goOn()
    await opened
    streams.dispatch(makeEvent(4))
    streams.dispatch(makeEvent(5, { told: true }))
    expect(positions()).toEqual([2, 5])
  })

  it('ends after its station was removed', async () => {
    const { streams, goOn } = openStreams('station', 0)
    const { as, response, positions } = makeResponse()
    goOn()
    await streams.open('token', undefined, as)
    streams.dispatch(makeEvent(1, { about: 'revoked', told: true }))
    expect([positions(), response.writableEnded, streams.count()]).toEqual([[1], true, 0])
  })

  it('is closed if its station does not read the events', async () => {
    const { streams, goOn } = openStreams('supervisor', 0)
    const { as, response } = makeResponse(300 * 1024)
    goOn()
    await streams.open('token', undefined, as)
    streams.dispatch(makeEvent(1))
    expect([response.destroyed, streams.count()]).toEqual([true, 0])
  })

  it('ends when its station opens a fifth stream', async () => {
    const { streams, goOn } = openStreams('station', 0)
    goOn()
    const all = Array.from({ length: 5 }, () => makeResponse())
    for (const { as } of all) await streams.open('token', undefined, as)
    expect(all.map(({ response }) => response.writableEnded)).toEqual([true, false, false, false, false])
    expect(streams.count()).toBe(4)
  })

  it('ends once its session is no longer valid', async () => {
    const { streams, goOn, keepOnly } = openStreams('station', 0)
    goOn()
    const [lasting, lapsed] = [makeResponse(), makeResponse()]
    await streams.open('lasting', undefined, lasting.as)
    await streams.open('lapsed', undefined, lapsed.as)
    keepOnly(['lasting'])
    await streams.keep()
    expect([lasting.response.writableEnded, lapsed.response.writableEnded]).toEqual([false, true])
  })

  it('is not opened for an unknown session', async () => {
    const streams = createStreams({ call: async () => fail({ code: 'not-signed-in', message: 'no' }) })
    const { as, written } = makeResponse()
    expect(await streams.open('token', undefined, as)).toMatchObject({ error: { code: 'not-signed-in' } })
    expect(written).toEqual([])
  })
})
