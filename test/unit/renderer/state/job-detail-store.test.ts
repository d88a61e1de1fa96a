import { describe, expect, it } from 'vitest'
import type { BridgeEvent } from '../../../../src/shared/bridge/contract.ts'
import { createFakeBridge } from '../../../fakes/bridge.ts'
import { makeWorkday } from '../../../fakes/world.ts'
import { createJobDetailStore } from '../../../../src/renderer/src/state/use-jobs.ts'

const now = Date.UTC(2026, 0, 15, 12)

describe('one job', () => {
  it('is reloaded when it changes, and not when another job does', async () => {
    const bridge = createFakeBridge(makeWorkday('loopback', now))
    const store = createJobDetailStore(bridge, 'job-1')
    store.follow()
    await Promise.resolve()
    const reads = () => bridge.calls.filter(({ channel }) => channel === 'job.read').length
    const before = reads()
    bridge.move('job-2', 'dropped')
    expect(reads()).toBe(before)
    bridge.move('job-1', 'dropped')
    await store.refresh()
    expect(store.getState().detail?.summary.state).toBe('dropped')
  })

  it('is reloaded when any job may have changed', async () => {
    const bridge = createFakeBridge(makeWorkday('loopback', now))
    const listeners: ((event: BridgeEvent) => void)[] = []
    const listen = (listener: (event: BridgeEvent) => void) => {
      listeners.push(listener)
      return () => undefined
    }
    createJobDetailStore({ call: bridge.call, listen }, 'job-1').follow()
    await Promise.resolve()
    for (const hear of listeners) hear({ name: 'job-changed', payload: {} })
    expect(bridge.calls.filter(({ channel }) => channel === 'job.read')).toHaveLength(2)
  })

  it('reports that it does not exist', async () => {
    const store = createJobDetailStore(createFakeBridge(makeWorkday('loopback', now)), 'nowhere')
    await store.refresh()
    expect(store.getState()).toMatchObject({ detail: undefined, error: { code: 'not-found' } })
  })
})
