import { describe, expect, test } from 'vitest'
import {
  completeValues,
  consoleFaults,
  meaningOf,
  ordinaryOf,
  planConsole,
} from '../../../../../src/main/jobs/steps/console-steps.ts'
import { operation, operations, type OperationId } from '../../../../../src/platform/catalogue/catalogue.ts'
import type { ConsoleIntent, ConsoleValues } from '../../../../../src/shared/domain/console.ts'
import { makeConnection, newCustomer, payloadOf } from '../make-job.ts'

const connection = makeConnection()
const call = (id: OperationId, values: ConsoleValues = {}): ConsoleIntent => ({
  kind: 'console',
  operation: id,
  values,
})
const person = {
  firstname: 'Rosa',
  lastname: 'Marin',
  street: 'Calle Mayor 3',
  zipcode: '28013',
  city: 'Madrid',
  state: 'Madrid',
  country: 'Spain',
  phone: '+34600111222',
  mobile: '+34600111222',
  email: 'rosa@north.example',
}
const aYear = {
  productid: '101',
  subscriptionlengthinmonths: '12',
  subscriptionlengthindays: '0',
  renewalinterval: '3',
}
const box = { identifier: { kind: 'mac', value: '001A79AB12CD' }, raw: '00:1a:79:ab:12:cd', model: '' }

const plan = (id: OperationId, values: ConsoleValues) => {
  const intent = call(id, values)
  return planConsole(intent, payloadOf(intent, { customermappingid: 'AB-1' }), connection)
}
const complete = (id: OperationId, values: ConsoleValues, changed: Parameters<typeof makeConnection>[0] = {}) =>
  completeValues(operation(id), values, makeConnection(changed))

describe('an operation of the console counts as ordinary work:', () => {
  test('a creation without a box is a new customer with the typed user ID and password', () => {
    const values = { ...person, ...aYear, userid: 'rosa', password: 'kv7tm2xwpa' }
    expect(meaningOf(call('addCustomer', values))).toEqual({
      kind: 'new-customer',
      customer: person,
      plan: { productid: '101', months: 12, days: 0, renewalinterval: 3 },
      logIn: { userid: 'rosa', password: 'kv7tm2xwpa' },
    })
  })

  test('a creation for some days is a new customer whose plan is in days', () => {
    const values = { ...person, ...aYear, subscriptionlengthinmonths: '0', subscriptionlengthindays: '30' }
    expect(meaningOf(call('addCustomer', values))).toMatchObject({ plan: { months: 0, days: 30 } })
  })

  test('a creation with a box is a new customer with a box, with empty text in the fields that were not filled in', () => {
    expect(meaningOf(call('addCustomerWithDevice_V2', { uuid: '00:1a:79:ab:12:cd' }))).toEqual({
      kind: 'new-customer',
      box,
      customer: Object.fromEntries(Object.keys(person).map((field) => [field, ''])),
      plan: { productid: '', months: 0, days: 0, renewalinterval: 1 },
      logIn: {},
    })
  })

  test('a binding to a customer is a job for an existing customer, and a binding to a hostname is a hostname job', () => {
    const values = { macAddress: '00:1a:79:ab:12:cd', model: 'STB-520', userid: 'rosa', password: 'kv7tm2xwpa' }
    expect(meaningOf(call('AddMacAddressForUser', values))).toEqual({
      kind: 'existing-customer',
      box: { ...box, model: 'STB-520' },
      userid: 'rosa',
      password: 'kv7tm2xwpa',
    })
    const hostname = 'tv.north.example'
    expect(meaningOf(call('AddMacAddressToHostname', { macAddress: '00:1a:79:ab:12:cd', hostname }))).toEqual({
      kind: 'hostname',
      box,
      hostname,
    })
  })

  test.each(['', '0'])('the password %j counts as no password', (password) => {
    const values = { macAddress: '00:1a:79:ab:12:cd', userid: 'rosa', password }
    expect(meaningOf(call('AddMacAddressForUser', values))).not.toHaveProperty('password')
    expect(meaningOf(call('Disable', { userid: 'rosa', password }))).toEqual({ kind: 'disable', userid: 'rosa' })
  })

  test('a typed password is part of the work, and without a typed one the work has no password', () => {
    const kind = 'disable'
    expect(meaningOf(call('Disable', { userid: 'rosa' }))).toStrictEqual({ kind, userid: 'rosa' })
    const password = 'kv7tm2xwpa'
    expect(meaningOf(call('Disable', { userid: 'rosa', password }))).toStrictEqual({ kind, userid: 'rosa', password })
  })

  test('a binding without a typed user ID, hostname or model stays without them', () => {
    const values = { macAddress: '00:1a:79:ab:12:cd' }
    expect(meaningOf(call('AddMacAddressForUser', values))).toStrictEqual({
      kind: 'existing-customer',
      box,
      userid: '',
    })
    expect(meaningOf(call('AddMacAddressToHostname', values))).toStrictEqual({ kind: 'hostname', box, hostname: '' })
  })

  test('a call with only a mapping id stays without a user ID', () => {
    const customermappingid = 'M-1'
    expect(meaningOf(call('Enable', { customermappingid }))).toEqual({ kind: 'enable', userid: '', customermappingid })
    expect(plan('Enable', { customermappingid })[0]?.payload.read).toMatchObject({ userid: '', customermappingid })
  })

  test('a call that renews is a renewal from the end date unless it says otherwise', () => {
    expect(meaningOf(call('renewCustomerV2', { userid: 'rosa', months: '3' }))).toEqual({
      kind: 'renewal',
      userid: 'rosa',
      months: 3,
      days: 0,
      from: 'end-date',
    })
    expect(meaningOf(call('renewCustomerV2', { userid: 'rosa', days: '7', fromExpireDate: 'false' }))).toMatchObject({
      months: 0,
      days: 7,
      from: 'today',
    })
  })

  test.each(['true', 'TRUE', '1', 'yes'])(
    'a renewal with fromExpireDate %j counts from the end date',
    (fromExpireDate) => {
      expect(meaningOf(call('renewCustomer', { fromExpireDate }))).toMatchObject({ from: 'end-date' })
    },
  )

  test.each(['0', 'no', 'untrue', 'trues'])('a renewal with fromExpireDate %j counts from today', (fromExpireDate) => {
    expect(meaningOf(call('renewCustomer', { fromExpireDate }))).toMatchObject({ from: 'today' })
  })

  test('a call that changes the product is a product change with the typed plan', () => {
    const values = { userid: 'rosa', customermappingid: 'M-1', ...aYear, keepExtraPackages: 'true' }
    expect(meaningOf(call('changeCustomerProductAsync', values))).toEqual({
      kind: 'product-change',
      userid: 'rosa',
      customermappingid: 'M-1',
      productid: '101',
      months: 12,
      days: 0,
      from: 'end-date',
      keepExtraPackages: true,
    })
    expect(meaningOf(call('changeCustomerProduct', { subscriptionlengthindays: '9' }))).toMatchObject({
      productid: '',
      months: 0,
      days: 9,
      keepExtraPackages: false,
    })
  })

  test('the calls that disable and enable a customer are jobs of the kinds "disable" and "enable"', () => {
    expect(meaningOf(call('Disable', { userid: 'rosa' }))).toEqual({ kind: 'disable', userid: 'rosa' })
    expect(meaningOf(call('Enable', { userid: 'rosa' }))).toEqual({ kind: 'enable', userid: 'rosa' })
  })

  test('an operation that only reads, is unknown or has an invalid box does not count as ordinary work', () => {
    const strange = [
      call('getCustomer', { userid: 'rosa' }),
      { ...call('Disable'), operation: 'removeEverything' },
      call('addCustomerWithDevice', { uuid: '' }),
      call('AddMacAddressForUser', { macAddress: '' }),
    ]
    expect(strange.map(meaningOf)).toEqual([undefined, undefined, undefined, undefined])
    for (const intent of strange) expect(ordinaryOf(intent)).toBe(intent)
  })

  test('a job that is not from the console stays as it is', () => {
    const intent = newCustomer()
    expect(meaningOf(intent)).toBe(intent)
    expect(ordinaryOf(intent)).toBe(intent)
  })
})

describe('the values that a console operation sends', () => {
  test('have the CRM and CMS services of the connection, whatever was typed for them', () => {
    expect(complete('AddMacAddressForUser', { userid: 'rosa', crmService: 'elsewhere' })).toMatchObject({
      userid: 'rosa',
      crmService: 'north-crm',
      cmsService: 'north-cms',
    })
    expect(complete('renewCustomerV2', { userid: 'rosa' })).toMatchObject({ crmServices: 'north-crm' })
  })

  test('have no empty fields', () => {
    expect(complete('addCustomer', { firstname: '', lastname: 'Marin' })).toStrictEqual({
      lastname: 'Marin',
      crmService: 'north-crm',
      cmsService: 'north-cms',
    })
  })

  test(`have the connection's value for "unknown" if a required value is missing`, () => {
    const optional = operation('addCustomer').parameters.find(({ name }) => name === 'password')
    expect(optional?.requirement).toBe('optional')
    expect(complete('addCustomer', {})).not.toHaveProperty('password')
    const toggle = operation('Disable').parameters.find(({ name }) => name === 'password')
    expect(toggle?.requirement).toBe('required')
    expect(complete('Disable', { userid: 'rosa' }, { unknownMappingId: '' })).toMatchObject({
      password: '0',
      customermappingid: '',
    })
    expect(complete('Disable', { userid: 'rosa' }, { unknownMappingId: '0' })).toMatchObject({ customermappingid: '0' })
  })

  test('have a list if the operation takes a list, however the list was pasted', () => {
    const list = operation('GetCustomerStatusByIds').parameters.find(({ type }) => type === 'string[]')
    expect(list).toBeDefined()
    const sent = complete('GetCustomerStatusByIds', { [list?.name ?? '']: ' 7, 8;9\n10 ' })
    expect(sent[list?.name ?? '']).toEqual(['7', '8', '9', '10'])
  })

  test('include a field that the operation does not know', () => {
    expect(complete('Enable', { nonsense: 'x' })).toMatchObject({ nonsense: 'x' })
  })
})

describe('the steps of a console job', () => {
  test('for a creation with a box send the chosen operation, and read the binding afterwards', () => {
    const values = { ...person, ...aYear, userid: 'rosa', uuid: '00:1a:79:ab:12:cd', order_id: '' }
    const [creation, binding, ...others] = plan('addCustomerWithDevice_V2', values)
    expect(creation).toMatchObject({ kind: 'create-customer', operation: 'addCustomerWithDevice_V2' })
    expect(creation?.payload.send).toMatchObject({ uuid: '00:1a:79:ab:12:cd', customermappingid: 'AB-1' })
    expect(creation?.payload.send).not.toHaveProperty('order_id')
    expect(creation?.payload.read).toEqual({ userid: 'rosa', customermappingid: '', crmService: 'north-crm' })
    expect(binding).toMatchObject({ kind: 'bind-user', payload: { send: { macAddress: '00:1A:79:AB:12:CD' } } })
    expect(others).toEqual([])
  })

  test('send a typed mapping id in place of our own', () => {
    const [creation] = plan('addCustomer', { ...person, customermappingid: 'typed' })
    expect(creation?.payload.send).toMatchObject({ customermappingid: 'typed' })
  })

  test('have no mapping id if none was typed or made', () => {
    const intent = call('addCustomer', person)
    const [creation] = planConsole(intent, payloadOf(intent), connection)
    expect(creation?.payload.send).not.toHaveProperty('customermappingid')
  })

  test('have a mapping id of ours only if they create a customer', () => {
    expect(plan('Enable', { userid: 'rosa' })[0]?.payload.send['customermappingid']).not.toBe('AB-1')
  })

  test.each<[OperationId, ConsoleValues, string, Readonly<Record<string, string>>]>([
    [
      'AddMacAddressForUser',
      { macAddress: '00:1a:79:ab:12:cd', userid: 'rosa' },
      'bind-user',
      { userid: 'rosa', password: '0', crmService: 'north-crm' },
    ],
    [
      'AddMacAddressForUser',
      { macAddress: '00:1a:79:ab:12:cd', userid: 'rosa', password: 'kv7tm2xwpa' },
      'bind-user',
      { userid: 'rosa', password: 'kv7tm2xwpa', crmService: 'north-crm' },
    ],
    [
      'AddMacAddressToHostname',
      { macAddress: '00:1a:79:ab:12:cd', hostname: 'tv.north.example' },
      'bind-hostname',
      { hostname: 'tv.north.example', crmService: 'north-crm' },
    ],
    [
      'renewCustomerV2Async_GET',
      { userid: 'rosa', months: '1' },
      'renew',
      { userid: 'rosa', password: '0', customermappingid: '', crmService: 'north-crm' },
    ],
    [
      'changeCustomerProduct',
      { userid: 'rosa', customermappingid: 'M-1' },
      'change-product',
      { userid: 'rosa', password: '0', customermappingid: 'M-1', crmService: 'north-crm' },
    ],
    [
      'Disable',
      { userid: 'rosa', password: 'kv7tm2xwpa' },
      'disable',
      { userid: 'rosa', password: 'kv7tm2xwpa', customermappingid: '', crmService: 'north-crm' },
    ],
    [
      'Enable',
      { userid: 'rosa' },
      'enable',
      { userid: 'rosa', password: '0', customermappingid: '', crmService: 'north-crm' },
    ],
  ])('for %s with %j are one step that is read back as %s', (id, values, kind, read) => {
    const [step, ...others] = plan(id, values)
    expect(step).toMatchObject({ kind, operation: id })
    expect(step?.payload.read).toEqual(read)
    expect(others).toEqual([])
  })

  test('do not exist for an operation that only reads, is unknown or has an invalid box', () => {
    expect(plan('getCustomers', {})).toEqual([])
    expect(plan('addCustomerWithDevice', { uuid: '' })).toEqual([])
    const unknown = { ...call('Enable'), operation: 'removeEverything' }
    expect(planConsole(unknown, payloadOf(unknown), connection)).toEqual([])
  })
})

describe('the check of a console operation', () => {
  test.each<[string, ConsoleIntent, Readonly<Record<string, string>>]>([
    ['an operation that only reads', call('getCustomer', { userid: 'rosa' }), { operation: 'unknown' }],
    ['an unknown operation', { ...call('Enable'), operation: 'removeEverything' }, { operation: 'unknown' }],
    [
      'a typed token or service',
      call('Enable', { userid: 'rosa', authToken: 'x', crmService: 'y', cmsService: 'z' }),
      { authToken: 'unknown', crmService: 'unknown', cmsService: 'unknown' },
    ],
    ['a missing box', call('addCustomerWithDevice'), { uuid: 'required' }],
    [
      'an invalid box',
      call('AddMacAddressForUser', { userid: 'rosa', macAddress: '!' }),
      { macAddress: 'device-format' },
    ],
    ['a change without a customer', call('Disable'), { userid: 'required' }],
    [
      'a missing hostname',
      call('AddMacAddressToHostname', { macAddress: '00:1a:79:ab:12:cd' }),
      { hostname: 'required' },
    ],
  ])('reports %s', (_, intent, faults) => {
    expect(consoleFaults(intent)).toEqual(faults)
  })

  test('accepts a customer who is named by the mapping id alone, or who is being created', () => {
    expect(consoleFaults(call('Disable', { customermappingid: 'M-1' }))).toEqual({})
    expect(consoleFaults(call('addCustomer', person))).toEqual({})
  })

  test('rejects every operation that reads, but no complete operation that changes something', () => {
    const values = { userid: 'rosa', macAddress: '00:1a:79:ab:12:cd', uuid: '00:1a:79:ab:12:cd', hostname: 'h' }
    for (const { id, effect } of operations)
      expect([id, consoleFaults(call(id, values))]).toEqual([id, effect === 'read' ? { operation: 'unknown' } : {}])
  })
})
