import { describe, expect, it } from 'vitest'
import { snapshotSchema } from '../../../src/shared/bridge/snapshot.ts'
import { jobDetailSchema, jobStates } from '../../../src/shared/domain/job.ts'
import { makeFirstRun, makeWorkday } from '../../fakes/world.ts'

describe('the sample data of the fake bridge', () => {
  it.each(['electron', 'loopback'] as const)('fits the schemas of the bridge on the host %s', (host) => {
    const day = makeWorkday(host, Date.UTC(2026, 0, 15, 12))
    expect(snapshotSchema.parse(day.snapshot)).toEqual(day.snapshot)
    expect(snapshotSchema.parse(makeFirstRun(host).snapshot).connections).toEqual([])
    for (const job of day.jobs) expect(jobDetailSchema.parse(job)).toEqual(job)
  })

  it('has a job in every state', () => {
    const states = new Set(makeWorkday('loopback', 0).jobs.map(({ summary }) => summary.state))
    expect(jobStates.filter((state) => !states.has(state))).toEqual([])
  })
})
