import { describe, expect, it } from 'vitest'
import { countOf, sumUnsent, queueFilters, queuePath, type QueueFilter } from '../../../src/renderer/src/routes.ts'
import { jobStates } from '../../../src/shared/domain/job.ts'
import { isIn } from '../../../src/shared/domain/job-states.ts'
import { countJobs, makeJob } from '../../fakes/world.ts'

const jobs = jobStates.flatMap((state, index) =>
  Array.from({ length: index + 1 }, (_, number) => makeJob(state, number, 0)),
)

describe('the filters of the queue', () => {
  it.each(Object.keys(queueFilters) as QueueFilter[])('count for “%s” exactly the jobs they show', (filter) => {
    const shown: readonly string[] = queueFilters[filter] ?? jobStates
    expect(countOf(filter, countJobs(jobs))).toBe(jobs.filter(({ summary }) => shown.includes(summary.state)).length)
  })

  it('count the jobs that have not reached the platform', () => {
    expect(sumUnsent(countJobs(jobs))).toBe(jobs.filter(({ summary }) => !isIn('resting', summary.state)).length)
  })

  it('show every state under one filter besides “all”', () => {
    const narrowed = Object.values(queueFilters).flatMap((states) => [...(states ?? [])])
    expect(narrowed.sort()).toEqual([...jobStates].sort())
  })

  it('have a path each, with or without a job', () => {
    expect(queuePath()).toBe('/queue/all')
    expect(queuePath('needs-you', 'a/b')).toBe('/queue/needs-you/a%2Fb')
  })
})
