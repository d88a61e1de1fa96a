import { expect, test } from 'vitest'
import type { Response } from '../../../src/shared/bridge/contract.ts'
import { startHttpServer } from '../../fakes/http-server.ts'
import { connect, openApp, openPlatform } from '../../fakes/test-app.ts'

const slot = 'test'

/** An app whose platform answers every list with what `answer` makes of the parameters. */
async function openListed(answer: (asked: URLSearchParams) => unknown, headers: Readonly<Record<string, string>> = {}) {
  const platform = await openPlatform()
  const app = await openApp()
  const connection = await connect(app, platform)
  const { url } = await startHttpServer((response, request) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(answer(new URL(request.url, 'http://platform.example').searchParams)))
  })
  await app.call('connection.save', { ...connection, baseUrl: url, retrieval: 'query', token: platform.authToken })
  return app
}

const people = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ userid: String(400_000 + index), status: 'Active' }))

function tell(list: Response<'customers.find'>) {
  return list.kind === 'page' ? { rows: list.rows.length, next: list.next, isCut: list.isCut } : list.kind
}

test('a list of statuses with as many customers as a page of getCustomers is whole', async () => {
  const all = people(100)
  const app = await openListed(() => all)
  const ofReseller = await app.call('customers.by-reseller', { slot, resellerId: '0', page: 1 })
  expect(tell(ofReseller)).toEqual({ rows: 100, next: undefined, isCut: false })
  const byIds = await app.call('customers.by-ids', { slot, userids: all.map(({ userid }) => userid) })
  expect(tell(byIds)).toEqual({ rows: 100, next: undefined, isCut: false })
  expect(tell(await app.call('customers.find', { slot, filter: {} }))).toBe('unread')
})

test("a reseller's list with a total ends with the first empty page", async () => {
  const all = people(1500)
  const app = await openListed(
    (asked) => all.slice((Number(asked.get('page')) - 1) * 1000, Number(asked.get('page')) * 1000),
    { 'x-total-count': '1500' },
  )
  const pages = [1, 2, 3].map((page) => app.call('customers.by-reseller', { slot: `${page}`, resellerId: '0', page }))
  expect((await Promise.all(pages)).map(tell)).toEqual([
    { rows: 1000, next: '2', isCut: false },
    { rows: 500, next: '3', isCut: false },
    { rows: 0, next: undefined, isCut: false },
  ])
})

test('the last page of a list is not called cut because the total counts the pages before it', async () => {
  const all = people(200)
  const app = await openListed(
    (asked) =>
      asked.has('last_customer_id')
        ? { customers: all.slice(100) }
        : { customers: all.slice(0, 100), last_customer_id: '400099' },
    { 'x-total-count': '200' },
  )
  const first = await app.call('customers.find', { slot, filter: {} })
  expect(tell(first)).toEqual({ rows: 100, next: '400099', isCut: false })
  const last = await app.call('customers.find', { slot, filter: {}, cursor: '400099' })
  expect(tell(last)).toEqual({ rows: 100, next: undefined, isCut: false })
})

test('an empty page has no next page, whatever cursor it brings', async () => {
  const app = await openListed(() => ({ customers: [], has_next: true, last_customer_id: 'further' }))
  const list = await app.call('customers.find', { slot, filter: {} })
  expect(tell(list)).toEqual({ rows: 0, next: undefined, isCut: true })
})

test('a cursor may be as long as a parameter', async () => {
  const cursor = 'c'.repeat(2000)
  const [first, ...rest] = people(150)
  const app = await openListed((asked) =>
    asked.get('last_customer_id') === cursor
      ? { customers: rest, has_next: false }
      : { customers: [first], has_next: true, last_customer_id: cursor },
  )
  expect(tell(await app.call('customers.find', { slot, filter: {} }))).toEqual({ rows: 1, next: cursor, isCut: false })
  const last = await app.call('customers.find', { slot, filter: {}, cursor })
  expect(tell(last)).toEqual({ rows: 149, next: undefined, isCut: false })
})
