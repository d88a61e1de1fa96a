import { expect, test } from 'vitest'
import { movableClock, newCustomer, openSandbox, type Opened } from './open-sandbox.ts'

const box = '00:1A:79:AA:BB:01'
const user = { userid: '7000000001', password: '0' }

const macsUnder = async (sandbox: Opened, hostname: string): Promise<readonly string[]> => {
  const listed = (await sandbox.read('GetMacAddressesUnderHostname', { hostname })) as { MacAddress: string }[]
  return listed.map(({ MacAddress }) => MacAddress)
}

test('the sandbox binds a box to a hostname, and moves the box with the next binding', async () => {
  const sandbox = await openSandbox()
  const bind = (hostname: string) => sandbox.call('AddMacAddressToHostname', { macAddress: box, hostname })
  expect((await bind('tv.north.example')).status).toBe(200)
  expect((await bind('TV.South.example')).status).toBe(200)
  expect(await macsUnder(sandbox, 'tv.north.example')).not.toContain(box)
  expect((await macsUnder(sandbox, 'tv.south.example')).filter((mac) => mac === box)).toHaveLength(1)
  expect(sandbox.ledger()).toMatchObject([
    { effect: 'bind-hostname', box, hostname: 'tv.north.example', before: null },
    { effect: 'bind-hostname', box, hostname: 'tv.south.example', before: { hostname: 'tv.north.example' } },
  ])
})

test('the sandbox lists a box once after a repeated binding, or twice if duplicates are allowed', async () => {
  const sandbox = await openSandbox()
  const bind = (macAddress: string) =>
    sandbox.call('AddMacAddressToHostname', { macAddress, hostname: 'tv.north.example' })
  await bind(box)
  await bind(box)
  expect((await macsUnder(sandbox, 'tv.north.example')).filter((mac) => mac === box)).toHaveLength(1)
  await sandbox.setOptions({ uniqueUserids: false })
  await bind(box)
  expect((await macsUnder(sandbox, 'tv.north.example')).filter((mac) => mac === box)).toHaveLength(2)
})

test('the sandbox refuses unknown hostnames, and missing or invalid values', async () => {
  const sandbox = await openSandbox()
  const unknown = { macAddress: box, hostname: 'tv.elsewhere.example' }
  expect((await sandbox.call('AddMacAddressToHostname', unknown)).status).toBe(400)
  const { hostname } = unknown
  expect((await sandbox.call('GetMacAddressesUnderHostname', { hostname })).status).toBe(404)
  expect((await sandbox.call('GetMacAddressesUnderHostname', { hostname: '' })).status).toBe(400)
  expect((await sandbox.call('AddMacAddressToHostname', { ...unknown, macAddress: '' })).status).toBe(400)
  expect((await sandbox.call('AddMacAddressToHostname', { ...unknown, macAddress: '00:1A:79:AA:BB' })).status).toBe(400)
  expect(sandbox.ledger()).toEqual([])
})

test('the sandbox binds boxes with their models to a customer, up to the product’s limit', async () => {
  const sandbox = await openSandbox()
  await sandbox.call('addCustomer', newCustomer)
  const bind = (macAddress: string) => sandbox.call('AddMacAddressForUser', { ...user, macAddress, model: 'STB-520' })
  expect((await bind(box)).status).toBe(200)
  expect((await bind(box)).text).toContain('already registered')
  expect((await bind('SN0099887')).status).toBe(200)
  const third = await bind('00:1A:79:AA:BB:03')
  expect(third.status).toBe(406)
  expect(third.text).toContain('limit')
  expect(await sandbox.read('devices', user)).toMatchObject([
    { uuid: box, model: 'STB-520' },
    { uuid: 'SN0099887', model: 'STB-520' },
  ])
  expect(sandbox.ledger().slice(1)).toMatchObject([
    { effect: 'bind-user', box, after: { devices: 1 } },
    { effect: 'bind-user', box: 'SN0099887', after: { devices: 2 } },
  ])
})

test('boxes of an expired subscription do not count towards the limit in the sandbox', async () => {
  const clock = movableClock('2027-01-10T09:00:00Z')
  const sandbox = await openSandbox({}, { clock })
  await sandbox.call('addCustomer', newCustomer)
  const bind = (macAddress: string) => sandbox.call('AddMacAddressForUser', { ...user, macAddress, model: '' })
  for (const macAddress of [box, 'SN0099887']) expect((await bind(macAddress)).status).toBe(200)
  expect((await bind('SN0099888')).status).toBe(406)
  clock.moveTo('2027-03-01T09:00:00Z')
  expect((await bind('SN0099888')).status).toBe(200)
})

test('the sandbox binds another customer’s box and exceeds the limit if duplicates are allowed', async () => {
  const sandbox = await openSandbox({ uniqueUserids: false })
  await sandbox.call('addCustomer', newCustomer)
  await sandbox.call('addCustomer', { ...newCustomer, userid: '7000000002' })
  for (const userid of ['7000000001', '7000000002', '7000000002', '7000000002'])
    expect((await sandbox.call('AddMacAddressForUser', { ...user, userid, macAddress: box })).status).toBe(200)
  expect(sandbox.ledger().filter(({ effect }) => effect === 'bind-user')).toHaveLength(4)
})
