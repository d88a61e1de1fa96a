import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { seedStore } from '../../../../src/sandbox/seed.ts'
import { deviceKey, boxName } from '../../../../src/sandbox/store/bindings.ts'
import { createCustomers } from '../../../../src/sandbox/store/stored-customers.ts'
import { openStore, type Store } from '../../../../src/sandbox/store/open-store.ts'
import { makeFolder } from '../../../fakes/folder.ts'
import { createPlatformLedger } from '../../../../src/sandbox/platform-ledger.ts'

const now = Date.parse('2027-01-31T12:00:00Z')

function openSeeded(): Store {
  const store = openStore(':memory:', (empty) => seedStore(empty, now, () => 0))
  onTestFinished(store.close)
  return store
}

test('a transaction of the sandbox that throws is rolled back', () => {
  const store = openSeeded()
  const addHostname = (): void => {
    store.run("INSERT INTO hostnames VALUES ('tv.new.example')")
    throw new Error('half way')
  }
  expect(() => store.transaction(addHostname)).toThrow('half way')
  expect(store.get("SELECT * FROM hostnames WHERE name = 'tv.new.example'")).toBeUndefined()
  expect(store.transaction(() => 7)).toBe(7)
})

const cut = (): void => {
  throw new Error('cut')
}

test('a new file of the sandbox gets its schema and its customers together, or stays new', () => {
  const file = join(makeFolder(), 'store.sqlite')
  expect(() => openStore(file, cut)).toThrow('cut')
  const store = openStore(file, (empty) => seedStore(empty, now, () => 0))
  onTestFinished(store.close)
  expect(store.all('SELECT id FROM products')).toHaveLength(5)
})

test("the sandbox's ledger allows only additions", () => {
  const store = openSeeded()
  const ledger = createPlatformLedger(store)
  ledger.add({
    at: now,
    request: null,
    operation: null,
    effect: 'first-log-in',
    userid: '1',
    box: null,
    hostname: null,
    customer: 1,
    fingerprint: '',
    parameters: {},
    before: null,
    after: null,
  })
  expect(() => store.run('UPDATE ledger SET userid = :userid', { userid: '2' })).toThrow('append-only')
  expect(() => store.run('DELETE FROM ledger')).toThrow('append-only')
  expect(ledger.read()).toMatchObject([{ seq: 1, userid: '1' }])
})

test.each([
  'SELECT * FROM customers WHERE userid = 1',
  'SELECT * FROM customers WHERE mappingId = 1',
  'SELECT * FROM customers WHERE resellerId IS 1 ORDER BY id',
  'SELECT * FROM devices WHERE key = 1',
  'SELECT * FROM devices WHERE customer = 1',
  'SELECT * FROM hostnameBindings WHERE hostname = 1',
  'SELECT * FROM hostnameBindings WHERE key = 1',
])("the sandbox's store uses an index for: %s", (sql) => {
  const plan = openSeeded().all(`EXPLAIN QUERY PLAN ${sql}`) as { detail: string }[]
  expect(plan.map(({ detail }) => detail).join()).toMatch(/USING (?:COVERING )?INDEX/)
  expect(plan.map(({ detail }) => detail).join()).not.toMatch(/SCAN|TEMP B-TREE/)
})

test('the sandbox starts with about forty customers with unique user IDs and boxes, in all five statuses', () => {
  const store = openSeeded()
  const customers = createCustomers(store, () => '2027-01-31').list({}, 1000)
  expect(customers.length).toBeGreaterThanOrEqual(40)
  expect(new Set(customers.map(({ userid }) => userid)).size).toBe(customers.length)
  expect(new Set(customers.map(({ status }) => status)).size).toBe(5)
  expect(customers.some(({ resellerId }) => resellerId === '501')).toBe(true)
  expect(customers.some(({ resellerId }) => resellerId === '502')).toBe(true)
  for (const { email, mobile } of customers) {
    expect(email).toMatch(/^[a-z.-]+@customers\.example$/)
    expect(mobile).toMatch(/^\+[1-9]\d{6,14}$/)
  }
  const keys = (store.all('SELECT key FROM devices') as { key: string }[]).map(({ key }) => key)
  expect(new Set(keys).size).toBe(keys.length)
  expect(new Set(keys.map((key) => key.split(':')[0]))).toEqual(new Set(['mac', 'serial']))
})

test('a customer of the sandbox is still active on the end date, and expired afterwards', () => {
  const store = openSeeded()
  const statusOn = (day: string) => createCustomers(store, () => day).byId(1).status
  const { endDate } = createCustomers(store, () => '2027-01-31').byId(1)
  expect(statusOn(endDate)).toBe('Active')
  expect(statusOn('2099-01-01')).toBe('Expired')
})

test("a box has one key and one name in the sandbox's ledger, in any notation", () => {
  for (const writing of ['00:1a:79:aa:bb:01', '001A79AABB01', '00-1A-79-AA-BB-01', '001a.79aa.bb01']) {
    expect(deviceKey(writing)).toBe('mac:001A79AABB01')
    expect(boxName(writing)).toBe('00:1A:79:AA:BB:01')
  }
  expect(deviceKey('sn-0099')).toBe(deviceKey('SN-0099'))
  expect(boxName('sn-0099')).toBe('SN-0099')
})
