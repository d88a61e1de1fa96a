import { describe, expect, it } from 'vitest'
import {
  countOf,
  customerPath,
  editPath,
  fleetPath,
  parentOf,
  queueFilters,
  queuePath,
  readCustomerPath,
  screenOf,
  sumUnsent,
  type QueueFilter,
} from '../../../src/renderer/src/routes.ts'
import { isIn, jobStates } from '../../../src/shared/domain/job.ts'
import { countJobs, makeJob } from '../../fakes/world.ts'

const jobs = jobStates.flatMap((state, index) =>
  Array.from({ length: index + 1 }, (_, number) => makeJob(state, number, 0)),
)

describe('the filters of the queue', () => {
  it.each(Object.keys(queueFilters) as QueueFilter[])(
    'count for “%s” exactly the jobs that this filter shows',
    (filter) => {
      const shown: readonly string[] = queueFilters[filter] ?? jobStates
      expect(countOf(filter, countJobs(jobs))).toBe(jobs.filter(({ summary }) => shown.includes(summary.state)).length)
    },
  )

  it('count the jobs that have not reached the platform', () => {
    expect(sumUnsent(countJobs(jobs))).toBe(jobs.filter(({ summary }) => !isIn('resting', summary.state)).length)
  })

  it('show every state under one filter besides "all"', () => {
    const narrowed = Object.values(queueFilters).flatMap((states) => [...(states ?? [])])
    expect(narrowed.sort()).toEqual([...jobStates].sort())
  })

  it('have one path each, with or without a job', () => {
    expect(queuePath()).toBe('/queue/all')
    expect(queuePath('needs-you', 'a/b')).toBe('/queue/needs-you/a%2Fb')
  })
})

describe('the path of a screen', () => {
  it.each([
    ['/', 'home'],
    ['/nowhere', 'home'],
    ['/activate/result/job-1', 'activate'],
    ['/queue/needs-you/job-1', 'queue'],
    ['/fleet/computers/3f0b', 'fleet'],
    ['/settings', 'settings'],
  ])('%s belongs to the screen %s', (path, screen) => {
    expect(screenOf(path)).toBe(screen)
  })

  it('leads one level up on Esc, and no further from Home', () => {
    expect(parentOf('/queue/needs-you/job-1')).toBe('/queue/needs-you')
    expect(parentOf('/queue/needs-you')).toBe('/')
    expect(parentOf(fleetPath('computers', 'a'))).toBe(fleetPath('computers'))
    expect(parentOf('/settings/connections/north')).toBe('/settings/connections')
    expect(parentOf('/activate')).toBe('/')
    expect(parentOf(editPath('job 1'))).toBe(queuePath('all', 'job 1'))
    expect(parentOf('/console')).toBe('/settings')
    expect(parentOf('/')).toBeUndefined()
  })
})

const read = (path: string) => readCustomerPath(...(path.split('/').slice(2) as [string, string?, string?]))

describe('the path of a customer', () => {
  it('can be read back, with a user ID or a mapping ID', () => {
    expect(read(customerPath({ userid: 'rosa/marin' }))).toEqual({ userid: 'rosa/marin' })
    expect(read(customerPath({ customermappingid: '77' }))).toEqual({ customermappingid: '77' })
  })

  it('may contain a wanted action and its box', () => {
    const wanted = { wish: 'swap', box: '001A794EB20F' } as const
    expect(read(customerPath({ userid: 'rosa' }, wanted))).toEqual({ userid: 'rosa', wanted })
  })

  it('opens only the customer if the wanted action is unknown', () => {
    expect(read('/customers/rosa/erase/1')).toEqual({ userid: 'rosa' })
  })
})
