import { describe, expect, it, vi } from 'vitest'
import { createSnapshotStore } from '../../../../src/renderer/src/state/snapshot-store.ts'
import { createFakeBridge, makeError } from '../../../fakes/bridge.ts'
import { makeWorkday } from '../../../fakes/world.ts'

const now = Date.UTC(2026, 0, 15, 12)

describe('the snapshot store', () => {
  it('is empty before the first answer, and then contains the snapshot of the main process', async () => {
    const bridge = createFakeBridge(makeWorkday('loopback', now))
    const store = createSnapshotStore(bridge)
    expect(store.getState().snapshot).toBeUndefined()
    await store.refresh()
    expect(store.getState().snapshot).toBe(bridge.world.snapshot)
  })

  it('takes over pushed snapshots while it listens to the bridge', () => {
    const bridge = createFakeBridge(makeWorkday('loopback', now))
    const store = createSnapshotStore(bridge)
    const end = store.follow()
    bridge.change({ paused: true })
    expect(store.getState().snapshot?.paused).toBe(true)
    end()
    bridge.change({ paused: false })
    expect(store.getState().snapshot?.paused).toBe(true)
  })

  it('does not notify its listeners of a push without a change', () => {
    const bridge = createFakeBridge(makeWorkday('loopback', now))
    const store = createSnapshotStore(bridge)
    const hear = vi.fn()
    store.follow()
    bridge.emit({ name: 'snapshot', payload: bridge.world.snapshot })
    store.subscribe(hear)
    bridge.emit({ name: 'snapshot', payload: structuredClone(bridge.world.snapshot) })
    expect(hear).not.toHaveBeenCalled()
    bridge.change({ paused: true })
    expect(hear).toHaveBeenCalledOnce()
  })

  it('keeps a pushed snapshot when an older answer arrives after it', async () => {
    const bridge = createFakeBridge(makeWorkday('loopback', now))
    const store = createSnapshotStore(bridge)
    store.follow()
    const asked = store.refresh()
    const stale = bridge.world.snapshot
    bridge.emit({ name: 'snapshot', payload: { ...stale, paused: true } })
    await asked
    expect(store.getState().snapshot?.paused).toBe(true)
  })

  it('reports why there is no snapshot, until there is one', async () => {
    const bridge = createFakeBridge(makeWorkday('loopback', now))
    const store = createSnapshotStore(bridge)
    bridge.failNext('app.snapshot', makeError('not-allowed'))
    await store.refresh()
    expect(store.getState().error?.code).toBe('not-allowed')
    await store.refresh()
    expect(store.getState().error).toBeUndefined()
  })
})
