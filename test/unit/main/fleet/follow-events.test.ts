import { expect, onTestFinished, test } from 'vitest'
import { createEventReader, followEvents } from '../../../../src/main/fleet/follow-events.ts'
import { makeFleetSecrets, makeIdentity } from '../../../../src/main/fleet/fleet-keys.ts'
import type { HubEvent } from '../../../../src/shared/fleet/hub-calls.ts'
import type { Exchange, PlatformRequest } from '../../../../src/platform/transport/exchange.ts'
import { succeed } from '../../../../src/shared/result.ts'
import { createFakeClock } from '../../../fakes/clock.ts'
import { createFakeLog } from '../../../fakes/log.ts'
import { trulyRandom } from '../../../fakes/random.ts'

const station = '3f0b7c52-8a1d-4e6f-9c35-2d47e1a0b6c8'
const event = (position: number): HubEvent => ({ position, about: 'work', station })
const written = (position: number): string => `id: ${position}\ndata: ${JSON.stringify(event(position))}\n\n`

test('the event stream is read in pieces of any size, and unknown events are skipped', () => {
  const text = `: here\n\n${written(1)}data: {"position":2,"about":"weather","station":"${station}"}\n\ndata: nonsense\n\n${written(3)}`
  for (const newline of ['\n', '\r\n'])
    for (const size of [1, 7, 1000]) {
      const events: HubEvent[] = []
      const read = createEventReader((one) => events.push(one))
      const whole = text.replaceAll('\n', newline)
      for (let at = 0; at < whole.length; at += size) read(whole.slice(at, at + size))
      expect(events).toEqual([event(1), event(3)])
    }
})

function follow() {
  const clock = createFakeClock()
  const log = createFakeLog()
  /** What fails as on a full disk. */
  const full = new Set<'session' | 'onEvent' | 'onOlder' | 'onOpen'>()
  const needRoom = (what: 'session' | 'onEvent' | 'onOlder' | 'onOpen'): void => {
    if (full.has(what)) throw Object.assign(new Error('database or disk is full'), { errcode: 13 })
  }
  const streams: { request: PlatformRequest; end: (exchange: Exchange) => void }[] = []
  const seen: HubEvent[] = []
  const older: number[] = []
  let [opened, sessions, refused, position] = [0, 0, 0, undefined as number | undefined]
  const following = followEvents({
    clock,
    log,
    random: { bytes: trulyRandom.bytes, below: () => 0 },
    membership: {
      hub: 'https://hub.example',
      authority: '',
      proxy: '',
      ...makeIdentity(trulyRandom),
      ...makeFleetSecrets(trulyRandom),
      station,
      name: 'Van 12',
      role: 'station',
    },
    client: {
      async session() {
        needRoom('session')
        return succeed(`session ${sessions}`)
      },
      endSession: () => void (sessions += 1),
      link: () => ({ state: 'reached' }),
    },
    position: () => position,
    onEvent(one) {
      needRoom('onEvent')
      seen.push(one)
      position = one.position
    },
    onOpen() {
      needRoom('onOpen')
      opened += 1
    },
    onOlder(latest) {
      needRoom('onOlder')
      older.push(latest)
    },
    onRefused: () => void (refused += 1),
    transport: {
      exchange: (request) =>
        new Promise((resolve) => {
          streams.push({ request, end: resolve })
          request.signal?.addEventListener('abort', () => resolve({ reach: 'maybe-sent', failure: 'cancelled' }))
        }),
    },
  })
  onTestFinished(following.stop)
  return { clock, log, full, streams, seen, older, opened: () => opened, refused: () => refused, ...following }
}

const over = { reach: 'answered', status: 200, headers: {}, text: '' } as const

test("the event stream reports that the hub has an older database if the hub's latest event is older than the last one read", async () => {
  const { clock, streams, older } = follow()
  await clock.pass(0)
  streams[0]?.request.onText?.(`data: {"latest":2}\n\n${written(4)}${written(7)}`)
  for (const latest of [9, 7, 3]) {
    streams.at(-1)?.end(over)
    await clock.pass(3000)
    streams.at(-1)?.request.onText?.(`data: {"latest":${latest}}\n\n`)
  }
  expect([streams.length, older]).toEqual([4, [3]])
})

test('the event stream continues after the last event that was read', async () => {
  const { clock, streams, seen, opened } = follow()
  await clock.pass(0)
  expect(streams[0]?.request).toMatchObject({ url: new URL('https://hub.example/v1/events'), bearer: 'session 0' })
  streams[0]?.request.onText?.(`: here\n\n${written(4)}${written(7)}`)
  expect([seen, opened()]).toEqual([[event(4), event(7)], 1])
  streams[0]?.end(over)
  await clock.pass(2000)
  expect(streams[1]?.request.url.search).toBe('?after=7')
  expect(opened()).toBe(1)
})

test("an event stream that is silent for longer than the hub's longest pause is replaced by a new one", async () => {
  const { clock, streams } = follow()
  await clock.pass(0)
  streams[0]?.request.onText?.(': here\n\n')
  await clock.pass(40_000)
  streams[0]?.request.onText?.(': here\n\n')
  await clock.pass(40_000)
  expect(streams).toHaveLength(1)
  await clock.pass(15_000)
  expect(streams).toHaveLength(2)
})

test('the event stream is opened again after longer and longer pauses while the hub is not reached', async () => {
  const { clock, streams } = follow()
  await clock.pass(0)
  const pauses: number[] = []
  for (let round = 0; round < 7; round += 1) {
    const [before, at] = [streams.length, clock.elapsed()]
    streams.at(-1)?.end({ reach: 'not-sent', failure: 'connection-refused' })
    while (streams.length === before) await clock.pass(500)
    pauses.push(clock.elapsed() - at)
  }
  expect(pauses).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
})

test('the event stream is opened with a new session if the hub does not know the old one, but never after a stop', async () => {
  const { clock, streams, stop } = follow()
  await clock.pass(0)
  streams[0]?.end({ ...over, status: 401 })
  await clock.pass(2000)
  expect(streams[1]?.request.bearer).toBe('session 1')
  stop()
  await clock.pass(120_000)
  expect(streams).toHaveLength(2)
})

test('the event stream says whether it is open, and whether the hub has refused it', async () => {
  const { clock, streams, isFollowing, refused } = follow()
  await clock.pass(0)
  expect(isFollowing()).toBe(false)
  streams[0]?.request.onText?.(': here\n\n')
  expect(isFollowing()).toBe(true)
  streams[0]?.end(over)
  await clock.pass(2000)
  expect([isFollowing(), refused()]).toEqual([false, 0])
  streams[1]?.end({ ...over, status: 403 })
  await clock.pass(0)
  expect([isFollowing(), refused()]).toEqual([false, 1])
})

test('an event stream with a block that never ends is closed, and a new one is opened', async () => {
  const { clock, streams, seen } = follow()
  await clock.pass(0)
  const [first] = streams
  first?.request.onText?.(written(4))
  for (let piece = 0; piece < 4; piece += 1) first?.request.onText?.('x'.repeat(5000))
  expect(first?.request.signal?.aborted).toBe(true)
  // What still comes is not read, even if the block ends.
  first?.request.onText?.(`\n\n${written(5)}`)
  await clock.pass(3000)
  expect(streams).toHaveLength(2)
  streams[1]?.request.onText?.(written(6))
  expect(seen).toEqual([event(4), event(6)])
})

test('an event whose position the hub would not accept again is not read', async () => {
  const { clock, streams, seen } = follow()
  await clock.pass(0)
  streams[0]?.request.onText?.(`${written(4)}${written(9_007_199_254_740_991)}`)
  expect(seen).toEqual([event(4)])
})

const noRoom = { level: 'problem', event: 'fleet', facts: { kind: 'no-room' } }

test('on a full disk a stream ends without an exception, and the next one tells the event again', async () => {
  const { clock, log, full, streams, seen } = follow()
  await clock.pass(0)
  streams[0]?.request.onText?.(written(4))
  full.add('onEvent')
  streams[0]?.request.onText?.(`${written(5)}${written(6)}`)
  expect(streams[0]?.request.signal?.aborted).toBe(true)
  expect(log.lines).toEqual([noRoom])
  full.clear()
  // What still comes from the ended stream is not read, because it would skip the event.
  streams[0]?.request.onText?.(written(7))
  await clock.pass(3000)
  expect(streams[1]?.request.url.search).toBe('?after=4')
  streams[1]?.request.onText?.(`${written(5)}${written(6)}${written(7)}`)
  expect(seen).toEqual([4, 5, 6, 7].map(event))
})

test('on a full disk the beginning of a stream, and the word that the hub is older, are told again', async () => {
  const { clock, log, full, streams, older, opened } = follow()
  await clock.pass(0)
  streams[0]?.request.onText?.(written(4))
  streams[0]?.end(over)
  await clock.pass(3000)
  full.add('onOlder')
  streams[1]?.request.onText?.('data: {"latest":3}\n\n')
  await clock.pass(3000)
  full.add('onOpen')
  streams[2]?.request.onText?.('data: {"latest":3}\n\n')
  await clock.pass(10_000)
  full.clear()
  streams[3]?.request.onText?.('data: {"latest":3}\n\n')
  expect([opened(), older, log.lines]).toEqual([3, [3], [noRoom, noRoom]])
})

test('the events are followed further after a session could not be noted', async () => {
  const { clock, log, full, streams } = follow()
  await clock.pass(0)
  full.add('session')
  streams[0]?.end(over)
  await clock.pass(1500)
  expect([streams.length, log.lines]).toEqual([1, [noRoom]])
  full.clear()
  await clock.pass(10_000)
  expect(streams).toHaveLength(2)
})
