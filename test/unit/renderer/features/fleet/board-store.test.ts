import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createBoardStore } from '../../../../../src/renderer/src/features/fleet/board/board-store.ts'
import { createFakeBridge, makeError } from '../../../../fakes/bridge.ts'
import { makeBoardRow } from '../../../../fakes/fleet.ts'
import { makeWorkday } from '../../../../fakes/world.ts'

const station = '3f0b7c52-8a1d-4e6f-9c35-2d47e1a0b6c8'

function openBoard() {
  const bridge = createFakeBridge(makeWorkday('loopback', 0))
  const store = createBoardStore(bridge)
  const end = store.follow()
  const asked = () => bridge.calls.filter(({ channel }) => channel === 'fleet.board').map(({ request }) => request)
  return { bridge, store, end, asked }
}

describe('the store of the board', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('reads all computers once, and then nothing without an event', async () => {
    const { store, asked } = openBoard()
    await vi.advanceTimersByTimeAsync(600_000)
    expect(asked()).toEqual([{}])
    expect([...(store.getState().rows?.keys() ?? [])]).toEqual([station])
  })

  it('reads only the computers that the events name, once for a burst of events', async () => {
    const { bridge, asked } = openBoard()
    await vi.advanceTimersByTimeAsync(0)
    bridge.emit({ name: 'fleet-changed', payload: { stations: ['a', 'b'] } })
    bridge.emit({ name: 'fleet-changed', payload: { stations: ['b', 'c'] } })
    await vi.advanceTimersByTimeAsync(5000)
    expect(asked()).toEqual([{}, { stations: ['a', 'b', 'c'] }])
  })

  it('keeps the other rows when some are read again', async () => {
    const { bridge, store } = openBoard()
    await vi.advanceTimersByTimeAsync(0)
    const { rows } = store.getState()
    store.setState({ rows: new Map([...(rows ?? []), ['other', { ...rows?.get(station), id: 'other' } as never]]) })
    bridge.emit({ name: 'fleet-changed', payload: { stations: [station] } })
    await vi.advanceTimersByTimeAsync(5000)
    expect([...(store.getState().rows?.keys() ?? [])]).toEqual([station, 'other'])
  })

  it('reads the whole board if any computer may have changed, or if too many are named for one request', async () => {
    const { bridge, asked } = openBoard()
    await vi.advanceTimersByTimeAsync(0)
    bridge.emit({ name: 'fleet-changed', payload: { stations: ['a'] } })
    bridge.emit({ name: 'fleet-changed', payload: {} })
    await vi.advanceTimersByTimeAsync(5000)
    bridge.emit({ name: 'fleet-changed', payload: { stations: Array.from({ length: 201 }, (_, index) => `${index}`) } })
    await vi.advanceTimersByTimeAsync(5000)
    expect(asked()).toEqual([{}, {}, {}])
  })

  it('keeps the rows when a read fails, and reads the missed computers the next time', async () => {
    const { bridge, store, asked } = openBoard()
    await vi.advanceTimersByTimeAsync(0)
    bridge.failNext('fleet.board', makeError('hub-not-reached', { detail: 'timed-out' }))
    bridge.emit({ name: 'fleet-changed', payload: { stations: ['a'] } })
    await vi.advanceTimersByTimeAsync(5000)
    expect(store.getState()).toMatchObject({ isBusy: false, error: { code: 'hub-not-reached' } })
    expect(store.getState().rows?.size).toBe(1)
    bridge.emit({ name: 'fleet-changed', payload: { stations: ['b'] } })
    await vi.advanceTimersByTimeAsync(5000)
    expect(asked().at(-1)).toEqual({ stations: ['a', 'b'] })
    expect(store.getState().error).toBeUndefined()
  })

  it('shows the last known board until the hub has answered, and still reads the whole board', async () => {
    const bridge = createFakeBridge(makeWorkday('loopback', 0))
    bridge.failNext('fleet.board', makeError('hub-not-reached'))
    const rows = new Map([[station, makeBoardRow()]])
    const store = createBoardStore(bridge, rows)
    store.follow()
    await vi.advanceTimersByTimeAsync(0)
    expect(store.getState().rows).toBe(rows)
    expect(bridge.calls.at(-1)).toEqual({ channel: 'fleet.board', request: {} })
  })

  it('reads nothing more after it was closed', async () => {
    const { bridge, end, asked } = openBoard()
    await vi.advanceTimersByTimeAsync(0)
    bridge.emit({ name: 'fleet-changed', payload: {} })
    end()
    bridge.emit({ name: 'fleet-changed', payload: {} })
    await vi.advanceTimersByTimeAsync(5000)
    expect(asked()).toEqual([{}])
  })
})
