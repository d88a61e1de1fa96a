import { describe, expect, test } from 'vitest'
import { findCustomer, readBoard, rescueWork } from '../../../../src/main/fleet/supervise.ts'
import type { BoardStation, HubRequest } from '../../../../src/shared/fleet/hub-calls.ts'
import { fail, succeed } from '../../../../src/shared/result.ts'
import { makeSupervisorMembership } from '../../../fakes/membership.ts'

const membership = makeSupervisorMembership()

type Client = Parameters<typeof findCustomer>[0]
const idOf = (number: number): string => `01${String(number).padStart(24, '0')}`
const stationId = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const pageSize = 100

/** A hub with stations that have so many jobs each. None of the jobs opens, which costs no time. */
function createHub(counts: Readonly<Record<string, number>>) {
  const asked: HubRequest<'work.list'>[] = []
  const client = {
    call(name: string, request: HubRequest<'work.list'>) {
      if (name === 'board.read') {
        const stations = Object.entries(counts).map(([id, inCare]) => ({ id, name: `Van ${id}`, inCare }))
        return Promise.resolve(succeed({ position: 0, stations, hasMore: false }))
      }
      asked.push(request)
      const first = request.after === undefined ? 0 : Number(request.after.slice(2)) + 1
      const last = Math.min(first + pageSize, counts[request.station] ?? 0)
      const items = Array.from({ length: last - first }, (_, index) => ({
        job: idOf(first + index),
        fence: 1,
        version: 1,
        state: 'saved',
        sealed: 'AAAA',
        changedAt: '2027-01-15T08:59:00+00:00',
      }))
      return Promise.resolve(succeed({ items, hasMore: last < (counts[request.station] ?? 0) }))
    },
  } as unknown as Client
  return { client, asked }
}

test('the search for a customer reads about a thousand jobs in each call, until all are read', async () => {
  const { client, asked } = createHub({ c: 40, a: 450, b: 900, none: 0 })
  const opened: number[] = []
  let from: Parameters<typeof findCustomer>[2]['from']
  do {
    const found = await findCustomer(client, membership, { name: 'rosa', from })
    if (!found.ok) throw new Error(found.error.is)
    expect(found.value.opened).toBeLessThan(1100)
    opened.push(found.value.opened)
    from = found.value.next
  } while (from !== undefined)
  expect(opened).toHaveLength(2)
  expect(opened.reduce((sum, count) => sum + count, 0)).toBe(1390)
  // Each page was read once.
  expect(new Set(asked.map(({ station, after }) => `${station} ${after ?? ''}`)).size).toBe(asked.length)
  expect(new Set(asked.map(({ station }) => station))).toEqual(new Set(['a', 'b', 'c']))
})

test('the search for a customer skips and counts the jobs that no key of the fleet opens', async () => {
  const { client } = createHub({ a: 2 })
  const found = await findCustomer(client, membership, { name: 'rosa', from: undefined })
  expect(found).toEqual(succeed({ jobs: [], opened: 2, unreadable: 2 }))
})

test("the search for a customer reports that the hub was not reached, and sends nothing without the fleet's private key", async () => {
  const failure = { is: 'unreached', failure: 'timed-out' } as const
  const away = { call: () => Promise.resolve(fail(failure)) } as unknown as Client
  expect(await findCustomer(away, membership, { name: 'rosa', from: undefined })).toEqual(fail(failure))
  const { fleetPrivateKey: _, ...station } = membership
  const { client, asked } = createHub({ a: 2 })
  expect(await findCustomer(client, station, { name: 'rosa', from: undefined })).toMatchObject({ ok: false })
  expect(asked).toEqual([])
})

/** A hub whose board always has one more page. `next`: the number of the station on the page. */
const createBoard = (next: (page: number) => number): Client => {
  let page = 0
  return {
    call: () => Promise.resolve(succeed({ stations: [{ id: stationId(next(++page)) }], hasMore: true })),
  } as unknown as Client
}

describe('a hub is not believed', () => {
  const notUnderstood = fail({ is: 'unreached', failure: 'not-understood' })

  test('if a page of its board comes again', async () => {
    expect(await readBoard(createBoard(() => 1))).toEqual(notUnderstood)
  })

  test('if its board has no end', async () => {
    expect(await readBoard(createBoard((page) => page))).toEqual(notUnderstood)
  })

  test('if a page of a station’s jobs comes again', async () => {
    const item = {
      job: idOf(1),
      fence: 1,
      version: 1,
      state: 'saved',
      sealed: 'AAAA',
      changedAt: '2027-01-15T08:59:00Z',
    }
    const client = { call: () => Promise.resolve(succeed({ items: [item], hasMore: true })) } as unknown as Client
    const move = { from: stationId(1), to: { id: stationId(2) } as BoardStation, jobs: undefined }
    expect(await rescueWork(client, membership, move)).toEqual(notUnderstood)
  })

  test('if the list of a station’s jobs has no end, and nothing is moved', async () => {
    const { client, asked } = createHub({ [stationId(1)]: Number.POSITIVE_INFINITY })
    const move = { from: stationId(1), to: { id: stationId(2) } as BoardStation, jobs: undefined }
    // No job is opened with this key, which costs the least time.
    expect(await rescueWork(client, { ...membership, fleetPrivateKey: 'AAAA' }, move)).toEqual(notUnderstood)
    expect(asked.length).toBeLessThanOrEqual(1000)
  })
})
