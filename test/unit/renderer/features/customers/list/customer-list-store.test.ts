import { describe, expect, test, vi } from 'vitest'
import {
  createCustomerListStore,
  mostCustomerRows,
  placesBetween,
} from '../../../../../../src/renderer/src/features/customers/list/customer-list-store.ts'
import { searchesFor } from '../../../../../../src/renderer/src/features/customers/list/list-source.ts'
import type { Bridge, Reply } from '../../../../../../src/shared/bridge/bridge.ts'
import type { Request } from '../../../../../../src/shared/bridge/contract.ts'
import type { CustomerList, CustomerRow } from '../../../../../../src/shared/domain/customer/customer-view.ts'
import { makeError } from '../../../../../fakes/bridge.ts'
import { makeCustomerRow, makePage } from '../../../../../fakes/customers.ts'

type Find = Request<'customers.find'>
type Answer = Reply<CustomerList>

const all = Array.from({ length: 10_000 }, (_, index) => makeCustomerRow(index))
const page = (rows: readonly CustomerRow[], next?: string): Answer => ({ ok: true, value: makePage(rows, next) })
const pageFrom = (from: number): Answer =>
  page(all.slice(from, from + 100), from + 100 < all.length ? String(from + 100) : undefined)

/** A store over a bridge that gives the given answers and records the requests. */
function open(answer: (request: Find) => Answer | Promise<Answer> = ({ cursor = '0' }) => pageFrom(Number(cursor))) {
  const asked: Find[] = []
  const cancelled: Request<'customers.cancel'>[] = []
  const bridge: Bridge = {
    listen: () => () => undefined,
    call: async (channel, request) => {
      if (channel === 'customers.cancel') cancelled.push(request as Request<'customers.cancel'>)
      else asked.push(request as Find)
      return (await (channel === 'customers.cancel' ? { ok: true, value: {} } : answer(request as Find))) as never
    },
  }
  const store = createCustomerListStore(bridge)
  const settled = (): Promise<void> => vi.waitFor(() => expect(store.getState().isBusy).toBe(false), { interval: 1 })
  /** Looks at the beginning of the list until the platform was asked this many times. */
  const readOn = (count: number): Promise<void> =>
    vi.waitFor(
      () => {
        store.lookAt(0, 20)
        expect(asked).toHaveLength(count)
      },
      { interval: 1 },
    )
  return { store, asked, cancelled, settled, readOn }
}

const everybody = { kind: 'find', filters: [{}] } as const
const namesIn = (rows: readonly { readonly row: CustomerRow | undefined }[]) => rows.map(({ row }) => row?.userid)

describe('the list of customers', () => {
  test('loads the next page when the end of the list comes into sight, and not before', async () => {
    const { store, asked, settled } = open()
    store.show(everybody)
    await settled()
    store.lookAt(0, 20)
    expect(asked).toHaveLength(1)
    store.lookAt(30, 50)
    await settled()
    expect([asked.length, store.getState().total]).toEqual([2, 200])
    expect(asked[1]?.cursor).toBe('100')
    expect(namesIn(placesBetween(store.getState(), 99, 101))).toEqual([all[99]?.userid, all[100]?.userid])
  })

  test('that is read again loses nobody who has moved to a later page', async () => {
    let listed = all.slice(1, 5)
    const { store, settled } = open(({ cursor = '0' }) => {
      const from = Number(cursor)
      return page(listed.slice(from, from + 2), from + 2 < listed.length ? String(from + 2) : undefined)
    })
    store.show(everybody)
    await settled()
    store.lookAt(0, 4)
    await vi.waitFor(() => expect(store.getState().total).toBe(4))
    listed = all.slice(0, 5)
    await store.readAgain()
    await settled()
    const rows = namesIn(placesBetween(store.getState(), 0, 4))
    expect(rows).toEqual(all.slice(0, 4).map(({ userid }) => userid))
  })

  test('lists a customer once if the telephone number fits with and without its leading zero', async () => {
    const customer = makeCustomerRow(1, { mobile: '+33612345678', phone: '0145678901' })
    const { store, readOn, settled } = open(({ filter: { mobile = '', telephone = '' } }) =>
      page(
        customer.mobile?.includes(mobile) === true && customer.phone?.includes(telephone) === true ? [customer] : [],
      ),
    )
    store.show({ kind: 'find', filters: searchesFor('0145678901', {}) })
    await readOn(4)
    await settled()
    expect(namesIn(placesBetween(store.getState(), 0, 10))).toEqual([customer.userid])
    expect(store.getState().total).toBe(1)
  })

  test('reads the rows in sight again when they are old, and the other rows when they come into sight', async () => {
    let status = 'Active'
    const { store, asked, settled } = open(({ cursor = '0' }) => {
      const rows = all.slice(Number(cursor), Number(cursor) + 100).map((row) => ({ ...row, status }))
      return page(rows, Number(cursor) < 200 ? String(Number(cursor) + 100) : undefined)
    })
    const statusAt = (index: number) => placesBetween(store.getState(), index, index + 1)[0]?.row?.status
    store.show(everybody)
    await settled()
    store.lookAt(60, 80)
    await settled()
    status = 'Expired'
    await store.readAgain()
    expect([statusAt(70), statusAt(170)]).toEqual(['Expired', undefined])
    expect(asked).toHaveLength(3)
    store.lookAt(160, 180)
    await vi.waitFor(() => expect(statusAt(170)).toBe('Expired'), { interval: 1 })
  })

  test('a search that is under way is not replaced by reading the old rows again', async () => {
    const held: PromiseWithResolvers<Answer>[] = []
    const { store, settled } = open(({ filter }) => {
      if (filter.lastname === undefined) return page(all.slice(0, 3))
      const answer = Promise.withResolvers<Answer>()
      held.push(answer)
      return answer.promise
    })
    store.show(everybody)
    await settled()
    store.lookAt(0, 2)
    store.show({ kind: 'find', filters: [{ lastname: 'Marín' }] })
    const again = store.readAgain()
    for (const { resolve } of held) resolve(page(all.slice(7, 8)))
    await again
    await settled()
    expect(store.getState()).toMatchObject({ isStale: false, total: 1 })
    expect(namesIn(placesBetween(store.getState(), 0, 9))).toEqual([all[7]?.userid])
  })

  test('a search that begins while old rows are read again is not replaced by the next of these rows', async () => {
    const { store, asked, settled } = open()
    store.show(everybody)
    await settled()
    store.lookAt(90, 110)
    await settled()
    const again = store.readAgain()
    store.show({ kind: 'find', filters: [{ lastname: 'Marín' }] })
    await again
    await settled()
    expect(store.getState().isStale).toBe(false)
    expect(asked.at(-1)?.filter).toEqual({ lastname: 'Marín' })
    expect(asked.at(-1)?.cursor).toBeUndefined()
  })

  test('never keeps more rows than allowed, and loads dropped rows when they come into sight again', async () => {
    const { store, asked, settled } = open()
    const held = (): number =>
      store.getState().pages.reduce((rows, { places }) => rows + (places === undefined ? 0 : places.length), 0)
    let most = 0
    store.subscribe(() => (most = Math.max(most, held())))
    store.show(everybody)
    await settled()
    while (store.getState().next !== undefined) {
      const { total } = store.getState()
      store.lookAt(total - 20, total)
      await settled()
      expect(held()).toBe(Math.min(store.getState().total, mostCustomerRows))
    }
    // A page that arrives is in memory before the rows farthest from it are dropped.
    expect(most).toBe(mostCustomerRows + 100)
    expect(store.getState().total).toBe(all.length)
    const kept = all.slice(-mostCustomerRows).map(({ userid }) => userid)
    expect(namesIn(placesBetween(store.getState(), all.length - mostCustomerRows, all.length))).toEqual(kept)
    expect(namesIn(placesBetween(store.getState(), 0, 2))).toEqual([undefined, undefined])
    const before = asked.length
    store.lookAt(0, 20)
    await settled()
    expect(asked.length).toBe(before + 1)
    expect(asked.at(-1)?.cursor).toBeUndefined()
    expect(namesIn(placesBetween(store.getState(), 0, 2))).toEqual([all[0]?.userid, all[1]?.userid])
    expect(held()).toBe(mostCustomerRows)
  })

  test('keeps the last answer on screen until the next one arrives', async () => {
    const { store, settled } = open(({ filter }) => (filter.lastname === undefined ? pageFrom(0) : page([])))
    store.show(everybody)
    await settled()
    store.show({ kind: 'find', filters: [{ lastname: 'nobody' }] })
    expect(store.getState()).toMatchObject({ total: 100, isStale: true })
    await settled()
    expect(store.getState()).toMatchObject({ total: 0, isStale: false })
  })

  test('drops an outdated answer', async () => {
    const answers: ((answer: Answer) => void)[] = []
    const { store, settled } = open(() => new Promise((resolve) => answers.push(resolve)))
    store.show({ kind: 'find', filters: [{ lastname: 'A' }] })
    store.show({ kind: 'find', filters: [{ lastname: 'Ab' }] })
    await vi.waitFor(() => expect(answers).toHaveLength(2))
    answers[1]?.(page([makeCustomerRow(2)]))
    await settled()
    answers[0]?.(page([makeCustomerRow(1)]))
    await Promise.resolve()
    expect(namesIn(placesBetween(store.getState(), 0, 9))).toEqual([makeCustomerRow(2).userid])
  })

  test('continues with the next filter when one filter has no more rows, and shows no customer twice', async () => {
    const [dale, ada, dada] = [
      makeCustomerRow(1, { firstname: 'Bo', lastname: 'Adale' }),
      makeCustomerRow(2, { firstname: 'Ada', lastname: 'Whitfield' }),
      makeCustomerRow(3, { firstname: 'Ada', lastname: 'Adams' }),
    ]
    const { store, settled } = open(({ filter }) =>
      filter.lastname === undefined ? page([ada, dada]) : page([dale, dada]),
    )
    store.show({ kind: 'find', filters: [{ lastname: 'ada' }, { firstname: 'ada' }] })
    await settled()
    store.lookAt(0, 20)
    await settled()
    expect(namesIn(placesBetween(store.getState(), 0, 9))).toEqual([dale.userid, dada.userid, ada.userid])
    expect(store.getState().next).toBeUndefined()
  })

  test('shows every customer that the platform returns, whatever it compares with the typed text', async () => {
    const customer = makeCustomerRow(1, { mobile: '0612345678' })
    const { store, readOn, settled } = open(({ filter }) => page(filter.mobile === customer.mobile ? [customer] : []))
    store.show({ kind: 'find', filters: searchesFor('0612345678', {}) })
    await readOn(4)
    await settled()
    expect(namesIn(placesBetween(store.getState(), 0, 10))).toEqual([customer.userid])
  })

  test('stays incomplete and stored if a later filter is answered completely', async () => {
    const first = { ...makePage([makeCustomerRow(1)]), isCut: true, isCached: true, at: 1 }
    const { store, settled } = open(({ filter }) =>
      filter.lastname === undefined ? page([makeCustomerRow(2)]) : { ok: true, value: first },
    )
    store.show({ kind: 'find', filters: [{ lastname: 'an' }, { firstname: 'an' }] })
    await settled()
    store.lookAt(0, 20)
    await settled()
    expect(store.getState()).toMatchObject({ total: 2, told: { isCut: true, isCached: true, at: 1 } })
  })

  test('stays incomplete if the filter that was cut returned nobody', async () => {
    const { store, settled } = open(({ filter }) =>
      filter.lastname === undefined
        ? page([makeCustomerRow(2)])
        : { ok: true, value: { ...makePage([]), isCut: true } },
    )
    store.show({ kind: 'find', filters: [{ lastname: 'an' }, { firstname: 'an' }] })
    await settled()
    expect(store.getState()).toMatchObject({ total: 1, told: { isCut: true } })
  })

  test('asks the platform again for a stored list', async () => {
    let isDown = true
    const { store, settled } = open(() => ({ ok: true, value: { ...makePage(all.slice(0, 3)), isCached: isDown } }))
    store.show(everybody)
    await settled()
    isDown = false
    store.tryAgain()
    await settled()
    expect(store.getState()).toMatchObject({ total: 3, told: { isCached: false } })
  })

  test('stops loading if a filter returns only customers of the filter before it, again and again', async () => {
    const { store, asked, settled } = open(({ filter }) =>
      filter.lastname === undefined ? page(all.slice(0, 3), String(asked.length)) : page(all.slice(0, 3)),
    )
    store.show({ kind: 'find', filters: [{ lastname: 'Marín' }, { firstname: 'Marín' }] })
    await settled()
    store.lookAt(0, 20)
    await vi.waitFor(() => expect(store.getState().next).toBeUndefined(), { interval: 1 })
    expect([asked.length, store.getState().total]).toEqual([3, 3])
  })

  test('stops loading if the platform ignores the cursor and sends the first page again', async () => {
    const { store, asked, settled } = open(() => page(all.slice(0, 100), 'the same'))
    store.show(everybody)
    await settled()
    store.lookAt(80, 100)
    await settled()
    expect([asked.length, store.getState().total, store.getState().next]).toEqual([2, 100, undefined])
  })

  test('shows no rows of an earlier question if the next question fails', async () => {
    let isDown = false
    const { store, settled } = open(() =>
      isDown ? { ok: false, error: makeError('not-reached') } : page(all.slice(0, 5)),
    )
    store.show({ kind: 'find', filters: [{ lastname: 'meier' }] })
    await settled()
    isDown = true
    store.show({ kind: 'find', filters: [{ lastname: 'huber' }] })
    await settled()
    expect(store.getState()).toMatchObject({ total: 0, isStale: false, error: { code: 'not-reached' } })
  })

  test('keeps its rows after an error, and loads more only when asked again', async () => {
    let isDown = false
    const { store, asked, settled } = open(({ cursor = '0' }) =>
      isDown ? { ok: false, error: makeError('not-reached') } : pageFrom(Number(cursor)),
    )
    store.show(everybody)
    await settled()
    isDown = true
    store.lookAt(80, 100)
    await settled()
    store.lookAt(81, 100)
    expect([store.getState().error?.code, store.getState().total, asked.length]).toEqual(['not-reached', 100, 2])
    isDown = false
    store.tryAgain()
    await settled()
    expect(store.getState()).toMatchObject({ error: undefined, total: 200 })
  })

  test('reports an answer that could not be read, with its text', async () => {
    const { store, settled } = open(() => ({ ok: true, value: { kind: 'unread', raw: '<b>', status: 200 } }))
    store.show(everybody)
    await settled()
    expect(store.getState()).toMatchObject({ unread: { raw: '<b>', status: 200 }, total: 0, isFresh: false })
  })

  test('shows pasted user IDs in order, including those that the platform does not know', async () => {
    const { store, asked, settled } = open(() => page([makeCustomerRow(1, { userid: 'B' })]))
    store.show({ kind: 'ids', userids: ['a', 'b'] })
    await settled()
    expect(asked).toEqual([{ slot: expect.any(String), userids: ['a', 'b'] }])
    const [a, b] = placesBetween(store.getState(), 0, 9)
    expect([a?.row, b?.row?.status]).toEqual([{ userid: 'a', isUnknown: true }, 'Active'])
    expect(store.getState().unknown).toBe(1)
  })

  test('does not count a pasted user ID as found if a stored answer does not have it', async () => {
    const stored = { ...makePage([makeCustomerRow(1, { userid: 'B' })]), isCached: true }
    const { store, settled } = open(() => ({ ok: true, value: stored }))
    store.show({ kind: 'ids', userids: ['a', 'b', 'c'] })
    await settled()
    expect(store.getState()).toMatchObject({ total: 3, unknown: 2 })
  })

  test('calls no pasted user ID unknown if the answer says that there are more customers', async () => {
    const cut = { ...makePage([makeCustomerRow(1, { userid: 'B' })]), isCut: true }
    const { store, settled } = open(() => ({ ok: true, value: cut }))
    store.show({ kind: 'ids', userids: ['a', 'b'] })
    await settled()
    expect(placesBetween(store.getState(), 0, 9)[0]?.row).toEqual({ userid: 'a' })
  })

  test("requests a reseller's customers with the chosen status page by page, until no page follows", async () => {
    const pages = [page(all.slice(0, 100), '2'), page(all.slice(100, 200), '3'), page(all.slice(200, 203))]
    const { store, asked, settled } = open(() => pages[asked.length - 1] ?? page([]))
    store.show({ kind: 'reseller', resellerId: '501', status: 'Trial' })
    await settled()
    const reseller = { slot: asked[0]?.slot, resellerId: '501', status: 'Trial' }
    expect(asked).toEqual([{ ...reseller, page: 1 }])
    for (const last of [100, 200, 203]) {
      store.lookAt(last - 20, last)
      await settled()
    }
    expect(asked).toEqual([1, 2, 3].map((number) => ({ ...reseller, page: number })))
    expect(namesIn(placesBetween(store.getState(), 0, 300))).toEqual(all.slice(0, 203).map(({ userid }) => userid))
  })

  test('is emptied, and its search is cancelled, once its screen is closed', async () => {
    const { store, asked, cancelled, settled } = open()
    store.show(everybody)
    await settled()
    store.stop()
    expect([store.getState().total, cancelled]).toEqual([0, [{ slot: asked[0]?.slot }]])
  })

  test('shows a search that begins before the cancellation of the search before it has arrived', async () => {
    const { store, asked, cancelled, settled } = open(async ({ slot }) => {
      if (asked.length === 1) return page(all.slice(0, 3))
      await vi.waitFor(() => expect(cancelled).toHaveLength(1))
      // The host cancels what it is asked in the slot when the cancellation arrives.
      const isCancelled = cancelled.some((request) => request.slot === slot)
      return isCancelled ? { ok: true, value: { kind: 'superseded' } } : page(all.slice(0, 7))
    })
    store.show(everybody)
    await settled()
    store.stop()
    store.show(everybody)
    await settled()
    expect(store.getState().total).toBe(7)
  })
})
