import { describe, expect, it } from 'vitest'
import {
  createDrainStore,
  createSnapshotStore,
  type Drain,
  followDrain,
} from '../../../../src/renderer/src/state/snapshot-store.ts'
import type { Counts, Snapshot } from '../../../../src/shared/bridge/snapshot.ts'
import { createFakeBridge } from '../../../fakes/bridge.ts'
import { countJobs, makeWorkday } from '../../../fakes/world.ts'

const calm = { ...makeWorkday('loopback', 0).snapshot, counts: countJobs([]) }
const at = (counts: Partial<Counts>, more: Partial<Snapshot> = {}): Snapshot => ({
  ...calm,
  ...more,
  counts: { ...calm.counts, ...counts },
})
const unreached: Partial<Snapshot> = {
  connections: calm.connections.map((view) => ({ ...view, link: { state: 'unreached', since: 0 } })),
}
const through = (...snapshots: readonly Snapshot[]): Drain | undefined =>
  snapshots.reduce<Drain | undefined>(
    (drain, snapshot, index) => followDrain(drain, snapshot, index * 1000, snapshots[index - 1]),
    undefined,
  )

describe('the count of a drain (the sending of saved jobs)', () => {
  it('starts at zero when saved work can be sent', () => {
    expect(through(at({ saved: 40, done: 300 }), at({ saved: 30, sending: 4, done: 305, needsYou: 1 }))).toMatchObject({
      since: 0,
      sent: 5,
      needsYou: 1,
      open: 34,
      status: 'going',
    })
  })

  it('includes the jobs that were sent before the first snapshot with jobs under way', () => {
    const held = at({ saved: 40, done: 300 }, { paused: true })
    expect(through(held, at({ saved: 30, sending: 8, done: 302 }))).toMatchObject({ since: 1000, sent: 2, open: 38 })
  })

  it('does not include the jobs that were done before a locked Setdesk was opened', () => {
    const locked = at({}, { vault: { state: 'locked', protection: 'passphrase' } })
    expect(through(locked, at({ saved: 4, done: 300 }))).toMatchObject({ sent: 0, open: 4 })
  })

  it('does not start while nothing can be sent', () => {
    expect(through(at({ saved: 40 }, { paused: true }))).toBeUndefined()
    expect(through(at({ saved: 40 }, unreached))).toBeUndefined()
    const maintenance = { ...calm.maintenance, sendLocked: true, sendLock: 'imported' } as const
    expect(through(at({ saved: 40 }, { maintenance }))).toBeUndefined()
    expect(through(at({ saved: 40 }, { vault: { state: 'locked', protection: 'passphrase' } }))).toBeUndefined()
  })

  it('is marked as held while sending is paused or the platform is not reached', () => {
    expect(through(at({ saved: 40 }), at({ saved: 38, done: 2 }, { paused: true }))).toMatchObject({
      sent: 2,
      status: 'held',
    })
    expect(through(at({ saved: 40 }), at({ waiting: 38, done: 2 }, unreached))).toMatchObject({ status: 'held' })
  })

  it('says when all remaining jobs are waiting, and does not start with waiting jobs only', () => {
    expect(through(at({ saved: 4 }), at({ waiting: 3, done: 1 }))).toMatchObject({ status: 'waiting', sent: 1 })
    expect(through(at({ waiting: 3 }))).toBeUndefined()
  })

  it('says since when no job is under way, because the rest may wait for a job that needs a technician', () => {
    const last = at({ saved: 1, needsYou: 1, done: 1 })
    expect(through(at({ saved: 1, sending: 2 }), last, last)?.idleSince).toBe(1000)
    expect(
      through(at({ saved: 1, sending: 2 }), last, at({ saved: 1, checking: 1, done: 1 }))?.idleSince,
    ).toBeUndefined()
  })

  it('ends with the last job, and the next drain starts from zero', () => {
    expect(through(at({ saved: 2 }), at({ done: 2 }))).toBeUndefined()
    expect(through(at({ saved: 2 }), at({ done: 2 }), at({ done: 2, saved: 1 }))).toMatchObject({
      since: 2000,
      sent: 0,
    })
  })

  it('includes jobs that are saved while others are sent', () => {
    expect(through(at({ saved: 2 }), at({ saved: 5, done: 1 }))).toMatchObject({ sent: 1, open: 5 })
  })

  it('counts a job that is sent again as open, and never falls below zero', () => {
    expect(through(at({ saved: 1, needsYou: 3 }), at({ sending: 2, done: 1, needsYou: 2 }))).toMatchObject({
      sent: 1,
      needsYou: 0,
      open: 2,
    })
  })

  it('starts again when another connection is chosen', () => {
    expect(
      through(at({ saved: 9, done: 5 }), at({ saved: 2, done: 90 }, { activeConnectionId: 'training' })),
    ).toMatchObject({ connectionId: 'training', since: 1000, sent: 0, open: 2 })
  })
})

describe('the drain store', () => {
  it('follows the pushed snapshots', () => {
    const bridge = createFakeBridge({ snapshot: calm, jobs: [] })
    const snapshots = createSnapshotStore(bridge)
    const drains = createDrainStore(snapshots, () => 5)
    snapshots.follow()
    bridge.change({ counts: { ...calm.counts, saved: 3 } })
    expect(drains.getState().drain).toMatchObject({ since: 5, open: 3 })
    bridge.change({ counts: { ...calm.counts, done: 3 } })
    expect(drains.getState().drain).toBeUndefined()
  })
})
