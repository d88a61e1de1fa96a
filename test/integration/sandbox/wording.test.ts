import { expect, test } from 'vitest'
import type { OperationId } from '../../../src/platform/catalogue/catalogue.ts'
import type { DialectName } from '../../../src/sandbox/options.ts'
import { movableClock, newCustomer, openSandbox, type Opened, type Values } from './open-sandbox.ts'

const known = { customermappingid: '', userid: '7000000001', password: 'sunny-day+1' }
const user = { userid: '7000000001' }
const hostname = 'tv.north.example'
const box = '00:1A:79:AA:BB:01'

/** A platform of this dialect with one customer, created on 15 January 2027, who has one box. */
async function openWith(dialect: DialectName): Promise<Opened> {
  const sandbox = await openSandbox({}, { clock: movableClock('2027-01-15T09:00:00Z') })
  await sandbox.call('addCustomerWithDevice', { ...newCustomer, customermappingid: 'desk-1', uuid: box })
  await sandbox.setOptions({ dialect })
  return sandbox
}

const wording = async (sandbox: Opened, id: OperationId, values: Values): Promise<readonly [number, string]> => {
  const { status, text } = await sandbox.call(id, values)
  return [status, text]
}

test('in the classic dialect addCustomer returns a text that contains JSON, and addCustomerAsync an object with other keys', async () => {
  const sandbox = await openWith('classic')
  expect(await wording(sandbox, 'addCustomer', { ...newCustomer, userid: 'u2' })).toEqual([
    200,
    String.raw`"{\"loginid\":\"u2\",\"password\":\"sunny-day+1\"}"`,
  ])
  expect(await wording(sandbox, 'addCustomerAsync', { ...newCustomer, userid: 'u3', currency: 'EUR' })).toEqual([
    200,
    '{"loginId":"u3","password":"sunny-day+1"}',
  ])
})

test('in the classic dialect getCustomer returns doubly encoded JSON with a password, and getCustomer_V2 an object', async () => {
  const sandbox = await openWith('classic')
  const [, text] = await wording(sandbox, 'getCustomer', user)
  expect(JSON.parse(JSON.parse(text) as string)).toEqual({
    firstname: 'Nell',
    lastname: 'Harper & Sons',
    userid: '7000000001',
    password: 'sunny-day+1',
    mobile: '+447700900555',
    email: 'nell@harper.example',
    customermappingid: 'desk-1',
    expiredate: '2027-02-15',
  })
  const [, second] = await wording(sandbox, 'getCustomer_V2', user)
  expect(JSON.parse(second)).toMatchObject({
    Userid: '7000000001',
    Password: 'sunny-day+1',
    Subscription_expire: '2027-02-15',
    Subscription_name: 'Basic TV',
    Subscription_interval: 1,
    Subscription_type: 'Paid',
  })
})

test('in the classic dialect the list of boxes has `valid` in Unix seconds', async () => {
  const sandbox = await openWith('classic')
  const [, text] = await wording(sandbox, 'devices', user)
  expect(JSON.parse(text)).toMatchObject([{ uuid: box, valid: Date.parse('2027-02-15') / 1000, resellerId: '0' }])
})

test.each<[OperationId, Values, number, string]>([
  ['renewCustomer', { ...user, months: '1', days: '0' }, 200, '"OK"'],
  ['renewCustomer', { userid: 'nobody', months: '1', days: '0' }, 400, '{"Message":"Customer not found."}'],
  ['AddMacAddressToHostname', { macAddress: box, hostname }, 200, '"OK"'],
  ['getCustomer', { userid: 'nobody' }, 404, '{"Message":"Customer not found."}'],
  ['getCustomer', { ...user, authToken: 'wrong' }, 401, '{"Message":"Invalid company token."}'],
  ['getCustomer', { ...user, password: 'wrong' }, 400, '{"Message":"Wrong userid or password."}'],
  ['addCustomer', newCustomer, 406, '{"Message":"Userid already exists."}'],
])('in the classic dialect %s with %j gives %i %s', async (id, values, status, text) => {
  expect(await wording(await openWith('classic'), id, values)).toEqual([status, text])
})

test('in the classic dialect no successful answer has a Message, which clients would read as an error', async () => {
  const sandbox = await openWith('classic')
  const change = {
    productid: '102',
    subscriptionlengthinmonths: '1',
    subscriptionlengthindays: '0',
    fromExpireDate: 'true',
  }
  const calls: readonly (readonly [OperationId, Values])[] = [
    ['addCustomer', { ...newCustomer, userid: 'u2' }],
    ['addCustomerAsync', { ...newCustomer, userid: 'u3', currency: 'EUR' }],
    ['renewCustomerV2', { ...user, months: '1', days: '0' }],
    ['changeCustomerProduct', { ...user, password: '0', ...change }],
    ['Disable', known],
    ['AddMacAddressForUser', { ...user, password: '0', macAddress: 'SN00998877', model: '' }],
    ['AddMacAddressToHostname', { macAddress: box, hostname }],
    ['GetCustomerStatus', known],
    ['getCustomer', user],
    ['getCustomers', {}],
  ]
  for (const [id, values] of calls) {
    const [status, text] = await wording(sandbox, id, values)
    expect([id, status, /message/i.test(text)]).toEqual([id, 200, false])
  }
})

test.each<[OperationId, Values, number, unknown]>([
  ['addCustomer', { ...newCustomer, userid: 'u2' }, 200, { success: true, data: { customerId: 42, userId: 'u2' } }],
  ['Disable', known, 200, { success: true }],
  ['devices', user, 200, { success: true, data: { devices: [{ macAddress: box, model: '' }] } }],
  [
    'GetCustomerStatus',
    known,
    200,
    { success: true, data: { userId: '7000000001', status: 'Pending', subscriptionEnd: '2027-02-15' } },
  ],
  [
    'getCustomer',
    { userid: 'nobody' },
    404,
    { success: false, message: 'Customer not found.', code: 'no-such-customer' },
  ],
  ['addCustomer', newCustomer, 422, { success: false, message: 'Userid already exists.', code: 'userid-taken' }],
])('in the modern dialect %s with %j gives %i %j', async (id, values, status, body) => {
  const [answered, text] = await wording(await openWith('modern'), id, values)
  expect(answered).toBe(status)
  expect(JSON.parse(text)).toEqual(body)
})

test('in the modern dialect no password is shown except a platform-issued one', async () => {
  const sandbox = await openWith('modern')
  for (const id of ['getCustomer', 'getCustomer_V2', 'getCustomers'] as const)
    expect((await sandbox.call(id, id === 'getCustomers' ? {} : user)).text).not.toContain('sunny-day')
  const { password: _, ...without } = newCustomer
  expect((await sandbox.call('addCustomer', { ...without, userid: 'u9' })).text).toMatch(/"password":"\w{10}"/)
})

test.each<[OperationId, Values, number, string]>([
  ['addCustomer', { ...newCustomer, userid: 'u2' }, 200, 'OK'],
  ['renewCustomer', { ...user, months: '1', days: '0' }, 200, 'OK'],
  ['GetCustomerStatus', known, 200, 'Pending'],
  ['getCustomer', user, 200, '{"userid":"7000000001","firstname":"Nell","lastname":"Harper & Sons"}'],
  ['devices', user, 200, `["${box}"]`],
  ['addCustomer', newCustomer, 200, 'ERROR: Userid already exists.'],
  ['getCustomer', { userid: 'nobody' }, 404, 'ERROR: Customer not found.'],
  ['getCustomer', { ...user, authToken: 'wrong' }, 401, 'ERROR: Invalid company token.'],
])('in the terse dialect %s with %j gives %i %s', async (id, values, status, text) => {
  expect(await wording(await openWith('terse'), id, values)).toEqual([status, text])
})

test('in the terse dialect the boxes of a hostname are separated by commas', async () => {
  const sandbox = await openWith('terse')
  await sandbox.call('AddMacAddressToHostname', { macAddress: box, hostname })
  const [, text] = await wording(sandbox, 'GetMacAddressesUnderHostname', { hostname })
  expect(text).toMatch(/^(?:[0-9A-F]{2}(?::[0-9A-F]{2}){5},)+00:1A:79:AA:BB:01$/)
})
