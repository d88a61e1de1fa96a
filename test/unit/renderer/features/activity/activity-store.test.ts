import { describe, expect, it } from 'vitest'
import type { Bridge } from '../../../../../src/shared/bridge/bridge.ts'
import type { Request, Response } from '../../../../../src/shared/bridge/contract.ts'
import { makeError } from '../../../../fakes/bridge.ts'
import { makeActivityRow } from '../../../../fakes/hostnames.ts'
import { createActivityStore } from '../../../../../src/renderer/src/features/activity/events-tab.tsx'

type Asked = Request<'activity.list'>
type Page = Response<'activity.list'>

const cursor = (entry: number) => ({ job: 1, entry, note: 0 })

/** A bridge with 250 events that searches 30 per call, so that a page needs several calls. */
function openAt(answer?: (asked: Asked) => Promise<Page>) {
  const asked: Asked[] = []
  const all = Array.from({ length: 250 }, (_, index) => makeActivityRow(index))
  const plain = (request: Asked): Page => {
    const from = request.after?.entry ?? 0
    const upTo = Math.min(from + Math.min(request.limit, 30), all.length)
    return { rows: all.slice(from, upTo), back: 1, ...(upTo < all.length && { next: cursor(upTo) }) }
  }
  const call = async (_channel: string, request: Asked) => {
    asked.push(request)
    return { ok: true, value: answer === undefined ? plain(request) : await answer(request) }
  }
  const bridge = { call, listen: () => () => undefined } as unknown as Bridge
  return { store: createActivityStore(bridge), asked, all }
}

const keysOf = (store: ReturnType<typeof openAt>['store']) => store.getState().rows.map(({ key }) => key)

describe('the activity store', () => {
  it('makes as many calls as a page needs, and keeps only one page in memory', async () => {
    const { store, all } = openAt()
    await store.show({})
    expect(keysOf(store)).toEqual(all.slice(0, 100).map(({ key }) => key))
    await store.older()
    expect(keysOf(store)).toEqual(all.slice(100, 200).map(({ key }) => key))
    await store.older()
    expect(store.getState()).toMatchObject({ page: 2, hasOlder: false, isBusy: false })
    expect(store.getState().rows).toHaveLength(50)
    await store.older()
    expect(store.getState().page).toBe(2)
    await store.newer()
    await store.newer()
    expect(keysOf(store)).toEqual(all.slice(0, 100).map(({ key }) => key))
  })

  it('drops an answer to an earlier filter that arrives late', async () => {
    const waiting: ((page: Page) => void)[] = []
    const { store } = openAt((asked) =>
      asked.filter.text === 'slow'
        ? new Promise((resolve) => waiting.push(resolve))
        : Promise.resolve({ rows: [makeActivityRow(7)] }),
    )
    const slow = store.show({ text: 'slow' })
    await store.show({ text: 'quick' })
    waiting.forEach((resolve) => resolve({ rows: [makeActivityRow(1)] }))
    await slow
    expect(keysOf(store)).toEqual(['job-7'])
  })

  it('keeps the activities found so far when a long search is stopped', async () => {
    let calls = 0
    const opened = openAt(async () => {
      calls += 1
      if (calls === 3) opened.store.stop()
      return { rows: [makeActivityRow(calls)], next: cursor(calls + 1), back: 5 }
    })
    await opened.store.show({ text: 'rare' })
    expect(calls).toBe(3)
    expect(keysOf(opened.store)).toEqual(['job-1', 'job-2'])
    expect(opened.store.getState()).toMatchObject({ isBusy: false, hasOlder: true })
  })

  it('reloads the newest page when asked to, but no older page', async () => {
    const { store, asked, all } = openAt()
    await store.show({})
    all.unshift(makeActivityRow(1000))
    await store.refresh()
    expect(keysOf(store)).toEqual(all.slice(0, 100).map(({ key }) => key))
    await store.older()
    const older = keysOf(store)
    const before = asked.length
    all.unshift(makeActivityRow(1001))
    await store.refresh()
    expect(asked).toHaveLength(before)
    expect([store.getState().page, keysOf(store)]).toEqual([1, older])
  })

  it('reports the error if the activity cannot be read', async () => {
    const failing = { call: async () => ({ ok: false, error: makeError('locked') }), listen: () => () => undefined }
    const store = createActivityStore(failing as unknown as Bridge)
    await store.show({})
    expect(store.getState()).toMatchObject({ error: { code: 'locked' }, isBusy: false, rows: [] })
  })
})
