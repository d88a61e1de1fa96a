import { expect, test } from 'vitest'
import { operations } from '../../../src/platform/catalogue/catalogue.ts'
import { movableClock, newCustomer, openSandbox } from './open-sandbox.ts'

const creations = operations.filter(({ effect }) => effect === 'create')

test.each(creations)('the call $method $path adds a customer who can be read back', async (entry) => {
  const sandbox = await openSandbox()
  const has = (name: string): boolean => entry.parameters.some((parameter) => parameter.name === name)
  const reply = await sandbox.call(entry.id, {
    ...newCustomer,
    ...(has('uuid') ? { uuid: '00:1A:79:AA:BB:01' } : {}),
    ...(has('currency') ? { currency: 'EUR' } : {}),
    ...(has('reseller_id') ? { reseller_id: '501' } : {}),
    ...(has('reellerid') ? { reellerid: '502' } : {}),
  })
  expect(reply.status).toBe(200)
  expect(await sandbox.read('getCustomer', { userid: '7000000001' })).toMatchObject({
    firstname: 'Nell',
    lastname: 'Harper & Sons',
    userid: '7000000001',
    password: 'sunny-day+1',
  })
  const effects = sandbox.ledger().map(({ effect, userid, box }) => ({ effect, userid, box }))
  const bound = { effect: 'bind-user', userid: '7000000001', box: '00:1A:79:AA:BB:01' }
  expect(effects).toEqual([{ effect: 'create', userid: '7000000001', box: null }, ...(has('uuid') ? [bound] : [])])
})

test('the sandbox takes the mapping id 0 for none', async () => {
  const sandbox = await openSandbox()
  await sandbox.call('addCustomer', { ...newCustomer, customermappingid: '0' })
  const { text } = await sandbox.call('getCustomer_V2', { userid: newCustomer['userid'] ?? '' })
  expect(text).toContain('Nell')
  expect(text).not.toMatch(/mapping\w*\W+0/i)
})

test('the sandbox issues credentials if none are sent or if both are 0', async () => {
  const sandbox = await openSandbox()
  const { userid: _, password: __, ...without } = newCustomer
  const made = (await sandbox.read('addCustomer', without)) as Record<string, string>
  expect(made['loginid']).toMatch(/^\d{10}$/)
  expect(made['password']).toMatch(/^\w{10}$/)
  const zero = (await sandbox.read('addCustomer', { ...without, userid: '0', password: '0' })) as Record<string, string>
  expect(zero['loginid']).toMatch(/^\d{10}$/)
  expect(zero['loginid']).not.toBe(made['loginid'])
})

test.each([
  ['a required field is missing', { firstname: '' }, 400],
  ['the mobile number is not international', { mobile: '07700900555' }, 400],
  ['both lengths are given', { subscriptionlengthindays: '3' }, 400],
  ['no length is given', { subscriptionlengthinmonths: '0' }, 400],
  ['the renewal interval is under 1', { renewalinterval: '0' }, 400],
  ['the password has a forbidden character', { password: 'no spaces' }, 400],
  ['the product is unknown', { productid: '999' }, 400],
  ['the reseller is unknown', { reseller_id: '999' }, 400],
  ['the CRM service is unknown', { crmService: 'other' }, 400],
  ['the CMS service is unknown', { cmsService: 'other' }, 400],
  ['the token is missing', { authToken: '' }, 400],
  ['the token is wrong', { authToken: 'x'.repeat(32) }, 401],
])('the sandbox refuses a creation if %s, and changes nothing', async (_, wrong, status) => {
  const sandbox = await openSandbox()
  const reply = await sandbox.call('addCustomer', { ...newCustomer, ...wrong })
  expect(reply.status).toBe(status)
  expect(JSON.parse(reply.text)).toHaveProperty('Message')
  expect(sandbox.ledger()).toEqual([])
  expect((await sandbox.call('getCustomer', { userid: '7000000001' })).status).toBe(404)
})

test('the sandbox checks the currency only if the call asks for it', async () => {
  const sandbox = await openSandbox()
  const yen = { ...newCustomer, currency: 'JPY' }
  expect((await sandbox.call('addCustomerAsync', { ...yen, currencyCheck: 'true' })).status).toBe(400)
  expect((await sandbox.call('addCustomerAsync', yen)).status).toBe(200)
})

test('the sandbox refuses a second customer with the same user ID, and a box that another customer has', async () => {
  const sandbox = await openSandbox()
  const first = { ...newCustomer, uuid: '00:1A:79:AA:BB:01' }
  await sandbox.call('addCustomerWithDevice', first)
  expect((await sandbox.call('addCustomerWithDevice', { ...first, uuid: '00:1A:79:AA:BB:02' })).status).toBe(406)
  const sameBox = await sandbox.call('addCustomerWithDevice', { ...first, userid: 'other', uuid: '001a79aabb01' })
  expect(sameBox.status).toBe(406)
  expect(sameBox.text).toContain('already registered')
  expect(sandbox.ledger()).toHaveLength(2)
})

test('a repeated creation takes effect again in the sandbox if duplicates are allowed', async () => {
  const sandbox = await openSandbox({ uniqueUserids: false })
  const twice = { ...newCustomer, uuid: '00:1A:79:AA:BB:01' }
  await sandbox.call('addCustomerWithDevice', twice)
  await sandbox.call('addCustomerWithDevice', twice)
  const created = sandbox.ledger().filter(({ effect }) => effect === 'create')
  expect(new Set(created.map(({ customer }) => customer)).size).toBe(2)
  expect(new Set(created.map(({ fingerprint }) => fingerprint)).size).toBe(1)
  expect(await sandbox.read('getCustomer', { userid: '7000000001' })).toHaveLength(2)
})

test('a monthly subscription in the sandbox that starts on the 31st ends on the last day of a shorter month', async () => {
  const sandbox = await openSandbox({}, { clock: movableClock('2027-01-31T09:00:00Z') })
  await sandbox.call('addCustomer', newCustomer)
  expect(await sandbox.read('getCustomer_V2', { userid: '7000000001' })).toMatchObject({
    Subscription_start: '2027-01-31',
    Subscription_expire: '2027-02-28',
    Status: 'Pending',
  })
})

test('the first login in the sandbox ends the status Pending, and starts a subscription that waits for the login', async () => {
  const clock = movableClock('2027-03-01T09:00:00Z')
  const sandbox = await openSandbox({}, { clock })
  await sandbox.call('addCustomer', { ...newCustomer, StartSubscriptionFromFirstLogin: 'true' })
  await sandbox.call('addCustomer', { ...newCustomer, userid: '7000000002' })
  clock.moveTo('2027-05-10T09:00:00Z')
  expect(await sandbox.read('getCustomer_V2', { userid: '7000000001' })).toMatchObject({ Status: 'Pending' })
  expect(await sandbox.read('getCustomer_V2', { userid: '7000000002' })).toMatchObject({ Status: 'Expired' })
  expect(sandbox.firstLogIn('7000000001')).toBe(true)
  expect(await sandbox.read('getCustomer_V2', { userid: '7000000001' })).toMatchObject({
    Status: 'Active',
    Subscription_expire: '2027-06-10',
  })
  expect(sandbox.ledger().at(-1)).toMatchObject({ effect: 'first-log-in', operation: null, userid: '7000000001' })
  expect(sandbox.firstLogIn('nobody')).toBe(false)
})
