import { describe, expect, it } from 'vitest'
import { createFakeBridge, makeError, type FakeBridge } from '../../../fakes/bridge.ts'
import { makeJob, makeWorkday } from '../../../fakes/world.ts'
import { createJobListStore, whileUnreached } from '../../../../src/renderer/src/state/use-jobs.ts'

const now = Date.UTC(2026, 0, 15, 12)

function openBridge(jobs?: number): FakeBridge {
  const world = makeWorkday('loopback', now)
  if (jobs !== undefined) world.jobs = Array.from({ length: jobs }, (_, index) => makeJob('done', index, now))
  return createFakeBridge(world)
}

describe('the list of jobs', () => {
  it('shows only the requested states', async () => {
    const list = createJobListStore(openBridge())
    await list.show({ states: ['refused', 'needs-you'] })
    expect(new Set(list.getState().jobs.map(({ state }) => state))).toEqual(new Set(['refused', 'needs-you']))
  })

  it('loads page by page below the last row, without repeating a row', async () => {
    const list = createJobListStore(openBridge(120))
    await list.show({})
    expect(list.getState()).toMatchObject({ hasMore: true, isFresh: false })
    expect(list.getState().jobs).toHaveLength(50)
    await list.showMore()
    await list.showMore()
    const ids = list.getState().jobs.map(({ id }) => id)
    expect(ids).toHaveLength(120)
    expect(new Set(ids).size).toBe(120)
    expect(list.getState().hasMore).toBe(false)
  })

  it('reloads as many rows as were shown when a job changes', async () => {
    const bridge = openBridge(120)
    const list = createJobListStore(bridge)
    await list.show({})
    await list.showMore()
    const end = list.follow()
    bridge.move('job-7', 'refused')
    await list.refresh()
    end()
    expect(list.getState().jobs).toHaveLength(100)
    expect(list.getState().jobs.find(({ id }) => id === 'job-7')?.state).toBe('refused')
  })

  it('reloads more rows than one call can give, and shows no shorter list in between', async () => {
    const bridge = openBridge(330)
    const list = createJobListStore(bridge)
    await list.show({})
    for (let page = 0; page < 5; page += 1) await list.showMore()
    const lengths = new Set<number>()
    const end = list.subscribe(({ jobs }) => lengths.add(jobs.length))
    await list.refresh()
    end()
    expect([...lengths]).toEqual([300])
    expect(new Set(list.getState().jobs.map(({ id }) => id)).size).toBe(300)
  })

  it('combines many changes into one further reload', async () => {
    const bridge = openBridge()
    const list = createJobListStore(bridge)
    await list.show({})
    const before = bridge.calls.length
    await Promise.all([list.refresh(), list.refresh(), list.refresh(), list.refresh()])
    expect(bridge.calls.length - before).toBe(2)
  })

  it('keeps its rows while another text is searched for, but not while other states are read', async () => {
    const list = createJobListStore(openBridge(3))
    await list.show({ text: 'a' })
    const searching = list.show({ text: 'nobody' })
    expect(list.getState()).toMatchObject({ jobs: [{}, {}, {}], isFresh: true })
    await searching
    const reading = list.show({ text: 'nobody', states: ['done'] })
    expect(list.getState().jobs).toEqual([])
    await reading
  })

  it('drops an answer for states that are no longer shown', async () => {
    const list = createJobListStore(openBridge())
    const first = list.show({ states: ['done'] })
    const second = list.show({ states: ['dropped'] })
    await Promise.all([first, second])
    expect(list.getState().jobs.map(({ state }) => state)).toEqual(['dropped'])
  })

  it('keeps its rows and reports the error when a reload fails', async () => {
    const bridge = openBridge()
    const list = createJobListStore(bridge)
    await list.show({})
    const rows = list.getState().jobs.length
    bridge.failNext('job.list', makeError('locked'))
    await list.refresh()
    expect(list.getState().error?.code).toBe('locked')
    expect(list.getState().jobs).toHaveLength(rows)
  })
})

it('a saved job says that it waits for the network only while its platform cannot be reached', () => {
  const { summary } = makeJob('saved', 0, 1_800_000_000_000)
  const { connectionId } = summary
  expect(whileUnreached(summary, connectionId).why).toEqual({ code: 'network' })
  for (const unreached of [undefined, 'another']) expect(whileUnreached(summary, unreached)).toBe(summary)
  const busy = { ...summary, why: { code: 'platform-busy' } } as const
  expect(whileUnreached(busy, connectionId)).toBe(busy)
  const done = { ...summary, state: 'done' } as const
  expect(whileUnreached(done, connectionId)).toBe(done)
})
