import { describe, expect, it } from 'vitest'
import { findSignals, sayReached } from '../../../../../src/renderer/src/features/signals/signals.tsx'
import type { Snapshot } from '../../../../../src/shared/bridge/snapshot.ts'
import { countJobs, makeWorkday } from '../../../../fakes/world.ts'

const calm = makeWorkday('loopback', Date.UTC(2026, 0, 15, 12)).snapshot
const counting = (counts: Partial<Snapshot['counts']>): Snapshot => ({
  ...calm,
  counts: { ...countJobs([]), ...counts },
})
const linked = (state: Snapshot['connections'][number]['link']['state']): Snapshot => ({
  ...calm,
  connections: calm.connections.map((view) => ({ ...view, link: { state, since: 0 } })),
})

describe('the signals between two snapshots', () => {
  it('are empty while no job ends', () => {
    expect(findSignals(counting({ saved: 1 }), counting({ sending: 1 }))).toEqual([])
    expect(findSignals(counting({ done: 2 }), counting({ done: 1 }))).toEqual([])
  })

  it('include the result of a job, after the signal that a job needs a technician', () => {
    expect(findSignals(counting({ sending: 1 }), counting({ done: 1 }))).toEqual(['done'])
    expect(findSignals(counting({ sending: 1 }), counting({ unconfirmed: 1 }))).toEqual(['done'])
    expect(findSignals(counting({ sending: 2 }), counting({ refused: 1, done: 1 }))).toEqual(['attention', 'done'])
    expect(findSignals(counting({}), counting({ needsYou: 1 }))).toEqual(['attention'])
  })

  it('include the end of an outage, but not the first contact with the platform', () => {
    expect(findSignals(linked('unreached'), linked('reached'))).toEqual(['network-back'])
    expect(findSignals(linked('unknown'), linked('reached'))).toEqual([])
  })

  it('are empty if another connection is chosen, another technician signs in, or the work is locked', () => {
    const [before, after] = [counting({}), counting({ done: 1, needsYou: 1 })]
    expect(findSignals(before, { ...after, activeConnectionId: 'training' })).toEqual([])
    expect(findSignals(before, { ...after, who: { ...after.who, current: 'another' } })).toEqual([])
    expect(findSignals(before, { ...after, who: { ...after.who, state: 'signed-out' } })).toEqual([])
    expect(findSignals({ ...before, vault: { state: 'locked', protection: 'passphrase' } }, after)).toEqual([])
  })
})

it('the signal that the platform is reached mentions sending only if there are jobs to send', () => {
  expect(sayReached(2)).toBe('The platform is reachable again. 2 jobs are being sent.')
  expect(sayReached(0)).toBe('The platform is reachable again.')
})
