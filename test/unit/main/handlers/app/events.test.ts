import { expect, test } from 'vitest'
import { createEvents } from '../../../../../src/main/handlers/app/app-handlers.ts'
import type { BridgeEvent } from '../../../../../src/shared/bridge/bridge.ts'
import { emptySnapshot } from '../../../../fakes/app.ts'
import { createFakeClock } from '../../../../fakes/clock.ts'

test('a burst of changes pushes one event per job and one snapshot', async () => {
  const clock = createFakeClock()
  const events = createEvents(clock, () => emptySnapshot)
  const seen: BridgeEvent[] = []
  const end = events.listen((event) => seen.push(event))
  for (let index = 0; index < 100; index += 1) events.jobChanged(index % 2 === 0 ? 'a' : 'b')
  events.changed()
  expect(seen).toEqual([])
  await clock.pass(100)
  expect(seen.map(({ name, payload }) => (name === 'job-changed' ? payload : name))).toEqual([
    { id: 'a' },
    { id: 'b' },
    'snapshot',
  ])
  end()
  events.changed()
  await clock.pass(100)
  expect(seen).toHaveLength(3)
})

test('one event without a job id is pushed when very many jobs have changed', async () => {
  const clock = createFakeClock()
  const events = createEvents(clock, () => emptySnapshot)
  const seen: BridgeEvent[] = []
  events.listen((event) => seen.push(event))
  for (let index = 0; index < 1000; index += 1) events.jobChanged(`job ${String(index)}`)
  await clock.pass(100)
  expect(seen.map(({ name, payload }) => (name === 'job-changed' ? payload : name))).toEqual([{}, 'snapshot'])

  // The next push is slower: it may belong to the same list.
  events.jobChanged('a')
  await clock.pass(100)
  expect(seen).toHaveLength(2)
  await clock.pass(500)
  expect(seen[2]).toEqual({ name: 'job-changed', payload: { id: 'a' } })
})

test('each of several changes a second apart pushes a snapshot', async () => {
  const clock = createFakeClock()
  const events = createEvents(clock, () => emptySnapshot)
  const seen: string[] = []
  events.listen(({ name }) => seen.push(name))
  for (let index = 0; index < 3; index += 1) {
    events.changed()
    await clock.pass(1000)
  }
  expect(seen).toEqual(['snapshot', 'snapshot', 'snapshot'])
})

test('no snapshot is made while there is no listener, and a new listener gets no earlier event', async () => {
  const clock = createFakeClock()
  let counted = 0
  const events = createEvents(clock, () => {
    counted += 1
    return emptySnapshot
  })
  events.jobChanged('a')
  await clock.pass(1000)
  expect(counted).toBe(0)
  const seen: BridgeEvent[] = []
  events.listen((event) => seen.push(event))
  events.jobChanged('b')
  await clock.pass(100)
  expect(seen.map(({ name, payload }) => (name === 'job-changed' ? payload : name))).toEqual([{ id: 'b' }, 'snapshot'])
})

test("a burst of changes on the fleet's board pushes one event with the stations, or without them if there are many", async () => {
  const clock = createFakeClock()
  const events = createEvents(clock, () => emptySnapshot)
  const seen: BridgeEvent[] = []
  events.listen((event) => seen.push(event))
  for (const station of ['a', 'b', 'a']) events.fleetChanged(station)
  await clock.pass(1000)
  expect(seen).toEqual([{ name: 'fleet-changed', payload: { stations: ['a', 'b'] } }])
  events.fleetChanged('a')
  events.fleetChanged()
  await clock.pass(1000)
  for (let index = 0; index < 101; index += 1) events.fleetChanged(`station ${String(index)}`)
  await clock.pass(1000)
  expect(seen.slice(1)).toEqual(Array.from({ length: 2 }, () => ({ name: 'fleet-changed', payload: {} })))
})
