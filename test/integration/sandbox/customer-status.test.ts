import { expect, test } from 'vitest'
import type { OperationId } from '../../../src/platform/catalogue/catalogue.ts'
import { newCustomer, openSandbox, type Opened } from './open-sandbox.ts'

const known = { customermappingid: '', userid: '7000000001', password: 'sunny-day+1' }

async function openWithCustomer(options: Parameters<typeof openSandbox>[0] = {}): Promise<Opened> {
  const sandbox = await openSandbox(options)
  await sandbox.call('addCustomer', { ...newCustomer, customermappingid: 'desk-1' })
  return sandbox
}

test.each<OperationId>(['GetCustomerStatus', 'GetCustomerStatus_GET'])(
  'the call %s gives the status of one customer',
  async (id) => {
    const sandbox = await openWithCustomer()
    expect(await sandbox.read(id, known)).toMatchObject({ userid: '7000000001', status: 'Pending' })
    const byMapping = { ...known, userid: '0', customermappingid: 'desk-1' }
    expect(await sandbox.read(id, byMapping)).toMatchObject({ userid: '7000000001' })
    expect((await sandbox.call(id, { ...known, userid: '' })).status).toBe(400)
  },
)

test('the sandbox finds a customer by mapping id alone if the call does not require a user ID', async () => {
  const sandbox = await openWithCustomer()
  expect(await sandbox.read('getCustomer', { customermappingid: 'desk-1' })).toMatchObject({ userid: '7000000001' })
  const other = { userid: '7000000001', customermappingid: 'desk-2' }
  expect((await sandbox.call('getCustomer', other)).status).toBe(404)
})

test('the sandbox distinguishes a wrong password from an unknown customer', async () => {
  const sandbox = await openWithCustomer()
  expect((await sandbox.call('GetCustomerStatus', { ...known, password: 'wrong' })).status).toBe(400)
  expect((await sandbox.call('GetCustomerStatus', { ...known, userid: 'nobody' })).status).toBe(404)
  await sandbox.setOptions({ dialect: 'modern' })
  expect((await sandbox.call('GetCustomerStatus', { ...known, password: 'wrong' })).status).toBe(401)
})

test('the sandbox accepts 0 as "no password" if the password is optional, or in every call if an option says so', async () => {
  const sandbox = await openWithCustomer()
  const zero = { ...known, password: '0' }
  expect((await sandbox.call('GetCustomerStatus', zero)).status).toBe(400)
  expect((await sandbox.call('AddMacAddressForUser', { ...zero, macAddress: '00:1A:79:00:00:09' })).status).toBe(200)
  await sandbox.setOptions({ zeroPassword: 'anywhere' })
  expect((await sandbox.call('GetCustomerStatus', zero)).status).toBe(200)
})

test.each<OperationId>(['GetCustomerStatusByReseller', 'GetCustomerStatusByReseller_GET'])(
  'the call %s lists the customers of one reseller or of none',
  async (id) => {
    const sandbox = await openSandbox()
    const ofOne = (await sandbox.read(id, { reseller_id: '501', page: '1' })) as unknown[]
    const ofNone = (await sandbox.read(id, { reseller_id: '0', page: '1' })) as unknown[]
    expect(ofOne.length).toBeGreaterThan(0)
    expect(ofNone.length).toBeGreaterThan(ofOne.length)
    expect(await sandbox.read(id, { reseller_id: '0', page: '2' })).toEqual([])
    const expired = (await sandbox.read(id, { reseller_id: '0', page: '1', status_type: 'Expired' })) as {
      status: string
    }[]
    expect(new Set(expired.map(({ status }) => status))).toEqual(new Set(['Expired']))
    expect((await sandbox.call(id, { reseller_id: '0', page: '0' })).status).toBe(400)
  },
)

test('the sandbox lists the customers of a reseller in pages of 1000', async () => {
  const sandbox = await openSandbox({ uniqueUserids: false })
  for (let batch = 0; batch < 51; batch++)
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        sandbox.call('addCustomer', { ...newCustomer, userid: `${batch}-${index}`, reseller_id: '502' }),
      ),
    )
  const sizes = await Promise.all(
    ['1', '2'].map(async (page) => {
      const customers = await sandbox.read('GetCustomerStatusByReseller', { reseller_id: '502', page })
      return (customers as unknown[]).length
    }),
  )
  expect(sizes[0]).toBe(1000)
  expect(sizes[1]).toBeGreaterThanOrEqual(20)
})

test('GetCustomerStatusByIds takes a JSON body and leaves out unknown customers', async () => {
  const sandbox = await openWithCustomer()
  const body = JSON.stringify({ user_ids: ['7000000001', 'nobody'] })
  for (const type of ['application/json', 'text/json; charset=utf-8']) {
    const reply = await sandbox.call('GetCustomerStatusByIds', {}, { body, headers: { 'content-type': type } })
    expect(JSON.parse(reply.text)).toMatchObject([{ userid: '7000000001', status: 'Pending' }])
  }
  for (const [type, wrong] of [
    ['text/plain', body],
    ['application/json', '{"user_ids":[]}'],
    ['application/json', '{"user_ids":[7]}'],
    ['application/json', '{'],
  ] as const)
    expect(
      (await sandbox.call('GetCustomerStatusByIds', {}, { body: wrong, headers: { 'content-type': type } })).status,
    ).toBe(400)
})

test('the sandbox disables and enables a customer, and an expired customer is Expired again when enabled', async () => {
  const sandbox = await openSandbox({ zeroPassword: 'anywhere' })
  const page = (await sandbox.read('getCustomers', { status: 'Expired' })) as { customers: { userid: string }[] }
  const userid = page.customers[0]?.userid ?? ''
  const who = { customermappingid: '', userid, password: '0' }
  await sandbox.call('Disable', who)
  expect(await sandbox.read('GetCustomerStatus', who)).toMatchObject({ status: 'Disabled' })
  await sandbox.call('Enable', who)
  expect(await sandbox.read('GetCustomerStatus', who)).toMatchObject({ status: 'Expired' })
  expect(sandbox.ledger()).toMatchObject([
    { effect: 'disable', before: { status: 'Expired' }, after: { status: 'Disabled' } },
    { effect: 'enable', before: { status: 'Disabled' }, after: { status: 'Expired' } },
  ])
})
