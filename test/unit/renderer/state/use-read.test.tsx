import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Bridge, BridgeEvent } from '../../../../src/shared/bridge/bridge.ts'
import type { Channel, Request, Response } from '../../../../src/shared/bridge/contract.ts'
import {
  answerTo,
  createReadStore,
  followFleet,
  followJobs,
  useRead,
} from '../../../../src/renderer/src/state/use-read.ts'
import { createFakeBridge, makeError } from '../../../fakes/bridge.ts'
import { renderWithServices } from '../../../fakes/render-with-services.tsx'
import { makeWorkday } from '../../../fakes/world.ts'

const now = Date.UTC(2026, 0, 15, 12)

/** A bridge that answers only when the test says so. `asked`: the requests in order. */
function openSlowBridge<C extends Channel>(channel: C) {
  const asked: Request<C>[] = []
  const answers: ((reply: unknown) => void)[] = []
  const listeners = new Set<(event: BridgeEvent) => void>()
  const bridge = {
    call: (_: C, request: Request<C>) => {
      asked.push(request)
      return new Promise((resolve) => answers.push(resolve))
    },
    listen: (listener: (event: BridgeEvent) => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  } as unknown as Bridge
  const settle = async (index: number, reply: unknown): Promise<void> => {
    answers[index]?.(reply)
    await Promise.resolve()
    await Promise.resolve()
  }
  return {
    store: createReadStore(bridge, channel),
    bridge,
    asked,
    answer: (index: number, value: Response<C>) => settle(index, { ok: true, value }),
    fail: (index: number) => settle(index, { ok: false, error: makeError('locked') }),
    tell: (event: BridgeEvent) => listeners.forEach((listener) => listener(event)),
    change: (id?: string) => {
      for (const hear of listeners) hear({ name: 'job-changed', payload: id === undefined ? {} : { id } })
    },
    listeners,
  }
}

const openStatus = () => openSlowBridge('job.subscription-status')

describe('the store of a read', () => {
  it('drops an old answer that comes after a new one', async () => {
    const { store, answer } = openStatus()
    store.show({ id: 'a' })
    store.show({ id: 'b' })
    await answer(1, { status: 'new' })
    await answer(0, { status: 'old' })
    expect(store.getState()).toEqual({ value: { status: 'new' }, of: { id: 'b' }, isBusy: false, error: undefined })
  })

  it('drops an old answer that comes before a new one, and stays busy', async () => {
    const { store, answer } = openStatus()
    store.show({ id: 'a' })
    const late = store.refresh()
    await answer(0, { status: 'old' })
    expect(store.getState()).toMatchObject({ value: undefined, isBusy: true })
    await answer(1, { status: 'new' })
    expect(await late).toEqual({ ok: true, value: { status: 'new' } })
    expect(store.getState()).toMatchObject({ value: { status: 'new' }, isBusy: false })
  })

  it('drops the awaited answer when it stops, and reads nothing afterwards', async () => {
    const { store, asked, answer } = openStatus()
    store.show({ id: 'a' })
    store.stop()
    await answer(0, { status: 'late' })
    expect(store.getState()).toMatchObject({ value: undefined, isBusy: false })
    expect(await store.refresh()).toBeUndefined()
    expect(asked).toHaveLength(1)
  })

  it('reads nothing without a request', async () => {
    const { store, asked } = openStatus()
    store.show(undefined)
    expect(await store.refresh()).toBeUndefined()
    expect(asked).toEqual([])
    expect(store.getState().isBusy).toBe(false)
  })

  it('keeps the last good value after an error, and drops the error after a success', async () => {
    const { store, answer, fail } = openStatus()
    store.show({ id: 'a' })
    await answer(0, { status: 'good' })
    void store.refresh()
    expect(store.getState()).toMatchObject({ value: { status: 'good' }, isBusy: true })
    await fail(1)
    expect(store.getState()).toMatchObject({ value: { status: 'good' }, isBusy: false, error: { code: 'locked' } })
    void store.refresh()
    await answer(2, { status: 'better' })
    expect(store.getState()).toMatchObject({ value: { status: 'better' }, isBusy: false, error: undefined })
  })

  it('keeps its value if a newer request has cancelled the request of this store', async () => {
    const { store, answer } = openSlowBridge('customers.read')
    store.show({ slot: 'page', userid: 'rosa', customermappingid: '' })
    await answer(0, { kind: 'absent' })
    void store.refresh()
    await answer(1, { kind: 'superseded' })
    expect(store.getState()).toMatchObject({ value: { kind: 'absent' }, isBusy: false })
  })
})

describe('the store of a read that follows changes of jobs', () => {
  it('reads once more after the read under way, however many jobs changed meanwhile', async () => {
    const { store, asked, answer, change } = openStatus()
    store.follow({})
    store.show({ id: 'a' })
    change('1')
    change('2')
    change('3')
    expect(asked).toHaveLength(1)
    await answer(0, { status: 'before' })
    expect(asked).toHaveLength(2)
    expect(store.getState().value).toEqual({ status: 'before' })
    await answer(1, { status: 'after' })
    expect(asked).toHaveLength(2)
    expect(store.getState()).toMatchObject({ value: { status: 'after' }, isBusy: false })
  })

  it('reads once more if the read under way fails', async () => {
    const { store, asked, fail, change } = openStatus()
    store.follow({})
    store.show({ id: 'a' })
    change()
    await fail(0)
    expect(asked).toHaveLength(2)
  })

  it('reads when the followed job changes, but not when another job does', async () => {
    const bridge = createFakeBridge(makeWorkday('loopback', now))
    const store = createReadStore(bridge, 'job.read')
    const end = store.follow({ job: 'job-1' })
    store.show({ id: 'job-1' })
    await Promise.resolve()
    const reads = () => bridge.calls.filter(({ channel }) => channel === 'job.read').length
    const before = reads()
    bridge.move('job-2', 'dropped')
    expect(reads()).toBe(before)
    bridge.move('job-1', 'dropped')
    expect(reads()).toBe(before + 1)
    await store.refresh()
    expect(store.getState().value?.summary.state).toBe('dropped')
    end()
    const after = reads()
    bridge.move('job-1', 'done')
    expect(reads()).toBe(after)
  })

  it('reads if any job may have changed', async () => {
    const { store, asked, answer, change } = openStatus()
    store.follow({ job: 'a' })
    store.show({ id: 'a' })
    await answer(0, {})
    change()
    expect(asked).toHaveLength(2)
  })

  it('reports that a job does not exist', async () => {
    const store = createReadStore(createFakeBridge(makeWorkday('loopback', now)), 'job.read')
    store.show({ id: 'nowhere' })
    await store.refresh()
    expect(store.getState()).toMatchObject({ value: undefined, error: { code: 'not-found' } })
  })
})

describe('the store of a read that waits before it reads', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('reads only the last of several requests', () => {
    const { store, asked } = openStatus()
    store.show({ id: 'r' }, 100)
    store.show({ id: 'ro' }, 100)
    vi.advanceTimersByTime(99)
    expect(asked).toEqual([])
    expect(store.getState().isBusy).toBe(false)
    vi.advanceTimersByTime(1)
    expect(asked).toEqual([{ id: 'ro' }])
    expect(store.getState().isBusy).toBe(true)
  })

  it('reads at once on refresh, and not a second time', () => {
    const { store, asked } = openStatus()
    store.show({ id: 'ro' }, 100)
    void store.refresh()
    vi.advanceTimersByTime(1000)
    expect(asked).toEqual([{ id: 'ro' }])
  })

  it('reads nothing if it stops meanwhile', () => {
    const { store, asked } = openStatus()
    store.show({ id: 'ro' }, 100)
    store.stop()
    vi.advanceTimersByTime(1000)
    expect(asked).toEqual([])
  })

  it('combines the changes of many jobs, and ignores changes after it has stopped following', () => {
    const { bridge, change, listeners } = openStatus()
    let actions = 0
    const end = followJobs(bridge, () => (actions += 1), { pause: 400 })
    change('1')
    change('2')
    vi.advanceTimersByTime(400)
    expect(actions).toBe(1)
    change('3')
    end()
    vi.advanceTimersByTime(400)
    expect(actions).toBe(1)
    expect(listeners.size).toBe(0)
  })

  it('combines the changes of many computers of the fleet, and ignores the changes of jobs', () => {
    const { bridge, change, tell, listeners } = openStatus()
    let actions = 0
    const end = followFleet(bridge, () => (actions += 1), 2000)
    change('1')
    vi.advanceTimersByTime(2000)
    expect(actions).toBe(0)
    tell({ name: 'fleet-changed', payload: { stations: ['a'] } })
    tell({ name: 'fleet-changed', payload: {} })
    vi.advanceTimersByTime(2000)
    expect(actions).toBe(1)
    end()
    expect(listeners.size).toBe(0)
  })
})

function SubscriptionStatus({ id, delay }: { readonly id?: string; readonly delay?: number }) {
  const { isBusy } = useRead(
    'job.subscription-status',
    id === undefined ? undefined : { id },
    delay === undefined ? {} : { delay },
  )
  return isBusy ? 'busy' : 'idle'
}

describe('a screen that reads', () => {
  it('is busy from its first moment, unless it waits or has nothing to read', () => {
    expect(renderWithServices(<SubscriptionStatus id="a" />)).toBe('busy')
    expect(renderWithServices(<SubscriptionStatus id="a" delay={100} />)).toBe('idle')
    expect(renderWithServices(<SubscriptionStatus />)).toBe('idle')
  })
})

describe('an answer', () => {
  const value = { jobs: [], hasMore: false }
  it('counts only for the request that it answers', () => {
    const read = { value, of: { limit: 10, from: 1 } }
    expect(answerTo<'job.list'>(read, { limit: 10, from: 1 })).toBe(value)
    expect(answerTo<'job.list'>(read, { limit: 10, from: 2 })).toBeUndefined()
  })
})
