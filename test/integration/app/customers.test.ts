import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import type { Request, Response } from '../../../src/shared/bridge/contract.ts'
import type {
  CustomerFilter,
  CustomerListPage,
  CustomerRow,
} from '../../../src/shared/domain/customer/customer-view.ts'
import { createHttpTransport } from '../../../src/platform/transport/transport.ts'
import type { SandboxDeps } from '../../../src/sandbox/sandbox.ts'
import { connect, openApp, openPlatform, type TestApp } from '../../fakes/test-app.ts'
import { makeFolder } from '../../fakes/folder.ts'
import { startHttpServer } from '../../fakes/http-server.ts'
import { anyMac, newCustomer } from '../../fakes/intents.ts'
import { productOf, save } from './activate.ts'

const dialects = ['classic', 'modern', 'terse'] as const
const slot = 'test'

async function openBoth(deps: Partial<SandboxDeps> = {}) {
  const platform = await openPlatform(deps)
  const app = await openApp()
  const connection = await connect(app, platform)
  return { app, platform, connection }
}

function pageOf(list: Response<'customers.find'>): CustomerListPage {
  if (list.kind !== 'page') throw new Error(`It is ${list.kind}`)
  return list
}

const find = async (app: TestApp, filter: CustomerFilter = {}, cursor?: string): Promise<CustomerListPage> =>
  pageOf(await app.call('customers.find', { slot, filter, ...(cursor !== undefined && { cursor }) }))

async function read(app: TestApp, userid: string, customermappingid = '') {
  const answer = await app.call('customers.read', { slot, userid, customermappingid })
  if (answer.kind !== 'customer') throw new Error(`It is ${answer.kind}`)
  return answer
}

const namesOf = (rows: readonly CustomerRow[]): readonly (string | undefined)[] => rows.map(({ userid }) => userid)
const ada = '4021770010'

describe.each(dialects)('on a %s platform,', (dialect) => {
  test('customers are found by name, page by page, and the newest come first', async () => {
    const { app } = await openBoth({ customers: 250, options: { dialect, uniqueUserids: false } })
    const first = await find(app)
    const second = await find(app, {}, first.next)
    const third = await find(app, {}, second.next)
    const all = [first, second, third].flatMap(({ rows }) => rows)
    expect([first, second, third].map(({ rows }) => rows.length)).toEqual([100, 100, 50])
    expect(third.next).toBeUndefined()
    expect(new Set(namesOf(all)).size).toBe(250)
    expect(Number(all[0]?.userid)).toBeGreaterThan(Number(all.at(-1)?.userid))
    expect(namesOf((await find(app, { firstname: 'ada', lastname: 'whitfield 3' })).rows)).toEqual([
      String(4_021_770_010 + 80 * 613),
    ])
    expect((await find(app, { lastname: 'nobody at all' })).rows).toEqual([])
  })

  test('every filter of the interface document narrows the list of customers', async () => {
    const { app, connection } = await openBoth({ options: { dialect, uniqueUserids: false } })
    await app.call('connection.save', { ...connection, extraCustomerFilter: 'email' })
    const everybody = (await find(app)).rows.length
    const filters: readonly CustomerFilter[] = [
      { status: 'Disabled' },
      { firstname: 'Ada' },
      { lastname: 'Whitfield' },
      { street: 'Harbour' },
      { postal: 'TR18' },
      { city: 'Penzance' },
      { state: 'Cornwall' },
      { country: 'Ireland' },
      { telephone: '900101' },
      { mobile: '900101' },
      { extra: 'ada.whitfield' },
      { subscription_start_date: new Date().toISOString().slice(0, 10) },
      { subscription_end_date: new Date().toISOString().slice(0, 10) },
      { customer_created_from: new Date(Date.now() - 5 * 86_400_000).toISOString().slice(0, 10) },
      { customer_created_to: new Date(Date.now() - 5 * 86_400_000).toISOString().slice(0, 10) },
    ]
    for (const filter of filters) {
      const { rows } = await find(app, filter)
      expect({ filter, isNarrowed: rows.length < everybody }).toEqual({ filter, isNarrowed: true })
      // The seeded customers need not have a subscription that begins or ends on the day of the test.
      if (!Object.keys(filter)[0]?.startsWith('subscription'))
        expect({ filter, isFound: rows.length > 0 }).toEqual({ filter, isFound: true })
    }
  })

  test('the customers of a reseller come in pages of up to a thousand, and can be filtered by status', async () => {
    const { app } = await openBoth({ customers: 1500, options: { dialect, uniqueUserids: false } })
    const ask = async (page: number, more: Partial<Request<'customers.by-reseller'>> = {}) =>
      pageOf(await app.call('customers.by-reseller', { slot, resellerId: '0', page, ...more }))
    const first = await ask(1)
    const second = await ask(Number(first.next))
    expect([first.rows.length, first.next, second.rows.length, second.next]).toEqual([1000, '2', 250, undefined])
    const disabled = await ask(1, { status: 'Disabled' })
    expect(new Set(disabled.rows.map(({ status }) => status))).toEqual(new Set(['Disabled']))
    expect((await ask(1, { resellerId: '501' })).rows.length).toBeGreaterThan(0)
  })

  test('a search for several user IDs returns the customers whom the platform knows', async () => {
    const { app } = await openBoth({ options: { dialect, uniqueUserids: false } })
    const asked = { slot, userids: [ada, 'nobody-here', '4021770623'] }
    const { rows } = pageOf(await app.call('customers.by-ids', asked))
    expect(namesOf(rows)).toEqual([ada, '4021770623'])
    expect(rows[0]?.status).toBe('Active')
  })

  test('a customer is shown with status, end date, product, boxes and their hostnames, but without a password', async () => {
    const { app, platform } = await openBoth({ options: { dialect, uniqueUserids: false } })
    const page = await read(app, ada)
    expect(page.facts).toMatchObject({ userid: ada, firstname: 'Ada', lastname: 'Whitfield', status: 'Active' })
    expect(page.facts.endDate).toMatch(/^\d{4}-\d{2}-\d{2}$/)
    expect(page.facts.product).toMatch(/101|Basic TV/)
    expect(page.devices?.map(({ id }) => id)).toEqual(['00:1A:79:20:00:00'])
    expect(page.answers.map(({ operation }) => operation)).toContain('devices')
    const boxes = [...(page.devices ?? []).map(({ id }) => id), '00:1A:79:FF:FF:FF']
    const bindings = await app.call('customers.bindings', { slot, userid: ada, boxes })
    expect(bindings).toMatchObject({
      boxes: [
        { id: boxes[0], light: 'on', hostname: 'tv.coast.example' },
        { id: boxes[1], light: 'off' },
      ],
    })
    const { stored } = await passwordOf(platform, ada)
    const shown = JSON.stringify([page, await find(app, { lastname: 'Whitfield' })])
    expect(shown).not.toContain(stored)
    expect(shown).not.toContain(platform.authToken)
  })

  test('an unknown customer is reported as absent', async () => {
    const { app } = await openBoth({ options: { dialect, uniqueUserids: false } })
    const asked = { slot, userid: 'nobody-here', customermappingid: '' }
    expect(await app.call('customers.read', asked)).toEqual({ kind: 'absent' })
    expect(await app.call('customers.direct', { slot, text: 'nobody-here' })).toEqual({
      jobs: [],
      holders: [],
      isLocal: false,
      box: { kind: 'serial', value: 'nobody-here' },
    })
  })

  test('a customer is found by user ID, by mapping id, or by a box that this computer has seen', async () => {
    const { app } = await openBoth({ options: { dialect, uniqueUserids: false } })
    const direct = (text: string) => app.call('customers.direct', { slot, text })
    expect(await direct(ada)).toMatchObject({ by: 'userid', customer: { userid: ada } })
    expect(await direct('CRM-10040')).toMatchObject({ by: 'customermappingid', customer: { userid: ada } })
    expect(await direct('00:1A:79:20:00:00')).toMatchObject({ holders: [], isLocal: true })
    await read(app, ada)
    expect(await direct('001a79200000')).toMatchObject({ holders: [{ userid: ada }], isLocal: true })
  })
})

/** The password that the platform stores, asked of the platform directly. */
async function passwordOf(
  { url, crmService, authToken }: { url: string; crmService: string; authToken: string },
  userid: string,
) {
  const query = new URLSearchParams({ crmService, authToken, userid, customermappingid: '' })
  const text = await (await fetch(`${url}/api/GetCustomer/getCustomer?${query.toString()}`)).text()
  // A platform that shows no password cannot leak one.
  return { stored: /password[\\": ]+([a-z0-9]{6,})/i.exec(text)?.[1] ?? randomBytes(12).toString('hex') }
}

describe('a cached answer', () => {
  test('stays readable offline with its time, and is sealed in the file', async () => {
    const platform = await openPlatform()
    const folder = makeFolder()
    const app = await openApp(folder)
    const { hostnames } = await connect(app, platform)
    const list = await find(app, { lastname: 'Whit' })
    const page = await read(app, ada)
    const boxes = (page.devices ?? []).map(({ id }) => id)
    const bindings = await app.call('customers.bindings', { slot, userid: ada, boxes })
    expect(hostnames.length).toBeGreaterThan(0)
    await platform.setOptions({ offline: true })
    expect(await find(app, { lastname: 'Whit' })).toEqual({ ...list, isCached: true })
    expect(await read(app, ada)).toEqual({ ...page, isCached: true })
    expect(await app.call('customers.bindings', { slot, userid: ada, boxes })).toEqual({ ...bindings, isCached: true })
    const file = ['setdesk.db', 'setdesk.db-wal']
      .map((name) => readFileSync(join(folder, name)).toString('latin1'))
      .join()
    expect(file).not.toContain('Whitfield')
  })

  test('is used offline for a search by a name that was never searched before', async () => {
    const { app, platform } = await openBoth()
    await find(app)
    await platform.setOptions({ offline: true })
    const page = await find(app, { firstname: 'Ada' })
    expect([page.isCached, page.isGathered, namesOf(page.rows)]).toEqual([true, true, [ada]])
    expect(await find(app, { firstname: 'Never seen' })).toMatchObject({ rows: [], isCached: true, isGathered: true })
    const byIds = pageOf(await app.call('customers.by-ids', { slot, userids: ['nobody', ada] }))
    expect([byIds.isGathered, namesOf(byIds.rows)]).toEqual([true, [ada]])
    expect(await app.refusal('customers.by-reseller', { slot, resellerId: '501', page: 1 })).toBe('not-reached')
    expect(await app.refusal('customers.read', { slot, userid: 'x', customermappingid: '' })).toBe('not-reached')
  })

  test('is not shown for another connection', async () => {
    const { app, platform } = await openBoth()
    await read(app, ada)
    const other = await openPlatform()
    await connect(app, other)
    const { connections, activeConnectionId } = await app.call('app.snapshot', {})
    const added = connections.find(({ settings }) => settings.baseUrl === other.url)?.settings.id ?? ''
    if (activeConnectionId !== added) await app.call('connection.select', { id: added })
    await Promise.all([platform, other].map((one) => one.setOptions({ offline: true })))
    expect(await app.refusal('customers.find', { slot, filter: {} })).toBe('not-reached')
    expect(await app.refusal('customers.read', { slot, userid: ada, customermappingid: '' })).toBe('not-reached')
  })
})

describe('the cached answers of a connection', () => {
  const box = { kind: 'mac', value: '001A79200000' } as const
  test.each([
    ['leads to another platform', { crmService: 'another-crm' }],
    ['reads the answers in another way', { fieldNames: { lastname: ['Name'] } }],
  ])('are deleted if it %s', async (_, changed) => {
    const { app, platform, connection } = await openBoth()
    await read(app, ada)
    await platform.setOptions({ offline: true })
    await app.call('connection.save', { ...connection, name: 'Another name' })
    expect((await read(app, ada)).isCached).toBe(true)
    expect((await app.call('box.look-up', { identifier: box })).holders).toHaveLength(1)
    await app.call('connection.save', { ...connection, ...changed })
    expect((await app.call('box.look-up', { identifier: box })).holders).toEqual([])
    await app.call('connection.save', connection)
    expect(await app.refusal('customers.read', { slot, userid: ada, customermappingid: '' })).toBe('not-reached')
  })
})

describe('a query about customers', () => {
  test('is cancelled on the network if a newer query replaces it', async () => {
    const signals: (AbortSignal | undefined)[] = []
    const http = createHttpTransport()
    const app = await openApp(undefined, {
      transport: {
        exchange: (request) => {
          if (request.url.pathname.endsWith('getCustomers')) signals.push(request.signal)
          return http.exchange(request)
        },
      },
    })
    const platform = await openPlatform({ options: { latencyMs: 300 } })
    await connect(app, platform)
    const first = app.call('customers.find', { slot, filter: { lastname: 'A' } })
    await vi.waitFor(() => expect(signals).toHaveLength(1))
    const second = find(app, { lastname: 'Whitfield' })
    expect(await first).toEqual({ kind: 'superseded' })
    expect(signals[0]?.aborted).toBe(true)
    expect(namesOf((await second).rows)).toEqual([ada])
    const third = app.call('customers.find', { slot, filter: {} })
    await vi.waitFor(() => expect(signals).toHaveLength(3))
    await app.call('customers.cancel', { slot })
    expect(await third).toEqual({ kind: 'superseded' })
  })

  test('returns an answer that cannot be understood, with token and password hidden', async () => {
    const platform = await openPlatform()
    const app = await openApp()
    const connection = await connect(app, platform)
    const { url } = await startHttpServer(
      (response) => void response.end(JSON.stringify({ hello: platform.authToken, password: 'hunter-2-hunter' })),
    )
    const token = platform.authToken
    await app.call('connection.save', { ...connection, baseUrl: url, retrieval: 'query', token })
    const list = await app.call('customers.find', { slot, filter: {} })
    expect(list).toMatchObject({ kind: 'unread', status: 200 })
    expect(JSON.stringify(list)).toContain('hello')
    expect(JSON.stringify(list)).not.toContain(platform.authToken)
    expect(JSON.stringify(list)).not.toContain('hunter')
    expect(await app.call('customers.read', { slot, userid: ada, customermappingid: '' })).toMatchObject({
      kind: 'unread',
    })
  })

  test('of a customer with only the user ID and empty fields is shown as not understood, not as a customer', async () => {
    const { app, platform, connection } = await openBoth()
    const blank = { userid: '4873932008', firstname: null, lastname: '', subscription_end_date: '0001-01-01' }
    const { url } = await startHttpServer((response) => void response.end(JSON.stringify(blank)))
    await app.call('connection.save', { ...connection, baseUrl: url, retrieval: 'query', token: platform.authToken })
    const asked = { userid: blank.userid, customermappingid: '' }
    expect(await app.call('customers.read', { slot, ...asked })).toMatchObject({ kind: 'unread', status: 200 })
    expect(await app.refusal('customer.look-up', asked)).toBe('not-understood')
    expect(await app.refusal('customers.direct', { slot, text: blank.userid })).toBe('not-understood')
  })

  test('ends with an error if the platform refuses to answer', async () => {
    const { app } = await openBoth({ options: { dialect: 'modern' } })
    expect(await app.refusal('customers.find', { slot, filter: {}, cursor: 'no cursor' })).toBe('platform-refused')
  })

  test.each(dialects)(
    'with a refused token ends with an error on a %s platform, and does not say that nobody is there',
    async (dialect) => {
      const { app, connection } = await openBoth({ options: { dialect, uniqueUserids: false } })
      expect(await app.call('customers.direct', { slot, text: 'nobody-here' })).toMatchObject({ isLocal: false })
      await read(app, ada)
      await app.call('connection.replace-token', { id: connection.id, token: 'not-the-token' })
      expect(await app.refusal('customers.direct', { slot, text: ada })).toBe('platform-refused')
      expect(await app.call('customers.direct', { slot, text: '001A79200000' })).toMatchObject({
        holders: [{ userid: ada }],
      })
    },
  )

  test('finds the jobs that this computer has for one customer', async () => {
    const { app, platform } = await openBoth()
    const id = await save(app, newCustomer(productOf(platform), { box: { identifier: anyMac(), raw: '', model: '' } }))
    const { summary } = await app.jobIn(id, 'done')
    const { jobs } = await app.call('customers.jobs', { userid: summary.userid ?? '' })
    expect(jobs.map((job) => job.id)).toEqual([id])
    expect((await app.call('customers.jobs', { userid: ada })).jobs).toEqual([])
  })
})
