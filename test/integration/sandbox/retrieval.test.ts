import { expect, test } from 'vitest'
import type { OperationId } from '../../../src/platform/catalogue/catalogue.ts'
import { movableClock, newCustomer, openSandbox, send, type Opened, type Values } from './open-sandbox.ts'

interface Page {
  readonly customers: readonly { readonly userid: string; readonly status: string; readonly firstname: string }[]
  readonly has_next: boolean
  readonly last_customer_id?: string
}

const pageOf = (sandbox: Opened, values: Values = {}): Promise<Page> =>
  sandbox.read('getCustomers', values) as Promise<Page>

const inBody = (sandbox: Opened, id: OperationId, values: Values) =>
  send(`${sandbox.url}/api/GetCustomer/${id}`, {
    body: JSON.stringify({ crmService: sandbox.crmService, authToken: sandbox.authToken, ...values }),
    headers: { 'content-type': 'application/json' },
  })

test('the sandbox starts with customers of all five statuses, and boxes that are bound to hostnames', async () => {
  const sandbox = await openSandbox()
  const { customers, has_next } = await pageOf(sandbox)
  expect(customers.length).toBe(40)
  expect(has_next).toBe(false)
  expect(new Set(customers.map(({ status }) => status))).toEqual(
    new Set(['Active', 'Expired', 'Pending', 'Disabled', 'Trial']),
  )
  expect(sandbox.products.length).toBeGreaterThanOrEqual(4)
  const under = await Promise.all(
    sandbox.hostnames.map((hostname) => sandbox.read('GetMacAddressesUnderHostname', { hostname })),
  )
  expect(under.every((listed) => (listed as unknown[]).length > 0)).toBe(true)
})

test('the sandbox lists customers in pages of 100, newest first, each customer once', async () => {
  const sandbox = await openSandbox()
  for (let index = 0; index < 170; index++) await sandbox.call('addCustomer', { ...newCustomer, userid: `u${index}` })
  const seen: string[] = []
  let cursor: string | undefined = '0'
  const sizes: number[] = []
  while (cursor !== undefined) {
    const page: Page = await pageOf(sandbox, { last_customer_id: cursor })
    seen.push(...page.customers.map(({ userid }) => userid))
    sizes.push(page.customers.length)
    expect(page.has_next).toBe(page.last_customer_id !== undefined)
    cursor = page.last_customer_id
  }
  expect(sizes).toEqual([100, 100, 10])
  expect(new Set(seen).size).toBe(210)
  expect(seen[0]).toBe('u169')
  expect((await sandbox.call('getCustomers', { last_customer_id: 'x' })).status).toBe(400)
})

test.each<[Values, (customer: Page['customers'][number]) => boolean]>([
  [{ status: 'Disabled' }, ({ status }) => status === 'Disabled'],
  [{ firstname: 'ada' }, ({ firstname }) => firstname === 'Ada'],
  [{ postal: 'TR18' }, ({ firstname }) => firstname === 'Ada'],
  [{ telephone: '900101' }, ({ firstname }) => firstname === 'Ada'],
  [{ email: 'ada.whitfield@' }, ({ firstname }) => firstname === 'Ada'],
  [{ lastname: "o'sullivan", country: 'ireland' }, ({ firstname }) => firstname === 'Maeve'],
])('the call getCustomers gives only the customers who match %j', async (filter, matches) => {
  const sandbox = await openSandbox()
  const { customers } = await pageOf(sandbox, filter)
  expect(customers.length).toBeGreaterThan(0)
  expect(customers.every(matches)).toBe(true)
})

test('the call getCustomers filters by day of creation, start and end', async () => {
  const clock = movableClock('2027-01-31T23:30:00Z')
  const sandbox = await openSandbox({}, { clock })
  await sandbox.call('addCustomer', { ...newCustomer, subscriptionlengthinmonths: '24' })
  const made = { customer_created_from: '2027-01-31', customer_created_to: '2027-01-31' }
  expect((await pageOf(sandbox, made)).customers.map(({ userid }) => userid)).toEqual(['7000000001'])
  expect((await pageOf(sandbox, { customer_created_from: '2027-02-01' })).customers).toEqual([])
  expect((await pageOf(sandbox, { subscription_start_date: '2027-01-31' })).customers).toHaveLength(1)
  expect((await pageOf(sandbox, { subscription_end_date: '2027-01-30' })).customers.length).toBeGreaterThan(0)
  expect((await sandbox.call('getCustomers', { customer_created_from: '31/01/2027' })).status).toBe(400)
})

test.each<OperationId>(['getCustomer', 'getCustomer_V2', 'devices', 'getCustomers'])(
  'the call %s reads its parameters from the query, the body or both, as an option says',
  async (id) => {
    const sandbox = await openSandbox()
    await sandbox.call('addCustomer', newCustomer)
    const values: Values = id === 'getCustomers' ? {} : { userid: '7000000001' }
    const statuses = async () => [(await sandbox.call(id, values)).status, (await inBody(sandbox, id, values)).status]
    expect(await statuses()).toEqual([200, 200])
    await sandbox.setOptions({ retrieval: 'query' })
    expect(await statuses()).toEqual([200, 400])
    await sandbox.setOptions({ retrieval: 'body' })
    expect(await statuses()).toEqual([400, 200])
  },
)

test('the sandbox accepts a form in the body as well as JSON', async () => {
  const sandbox = await openSandbox({ retrieval: 'body' })
  const form = new URLSearchParams({ crmService: sandbox.crmService, authToken: sandbox.authToken, firstname: 'Zoë' })
  const reply = await send(`${sandbox.url}/api/GetCustomer/getCustomers`, {
    body: form.toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(JSON.parse(reply.text)).toMatchObject({ customers: [{ firstname: 'Zoë' }] })
})

test('the list of boxes is empty for a customer without boxes', async () => {
  const sandbox = await openSandbox()
  await sandbox.call('addCustomer', newCustomer)
  expect(await sandbox.read('devices', { userid: '7000000001' })).toEqual([])
  expect((await sandbox.call('devices', { userid: 'nobody' })).status).toBe(404)
})
