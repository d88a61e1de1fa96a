import { describe, expect, test } from 'vitest'
import { operation, operations } from '../../../../../src/platform/catalogue/catalogue.ts'
import {
  completeValues,
  consoleFaults,
  findForbidden,
  meaningOf,
  ordinaryOf,
  productIdOf,
} from '../../../../../src/main/jobs/steps/console-steps.ts'
import type { Intent } from '../../../../../src/shared/domain/activation.ts'
import { openPolicy, type PolicyField } from '../../../../../src/shared/domain/policy.ts'
import { newCustomer } from '../make-job.ts'

const intent = (id: string, values: Record<string, string>) => ({ kind: 'console' as const, operation: id, values })
const services = { crmService: 'crm', cmsService: 'cms', unknownMappingId: '' as const }
const mac = '00:1A:79:12:34:56'

describe('an operation of the console', () => {
  test.each([
    ['addCustomer', {}, 'new-customer'],
    ['addCustomerResellerWithDevice_V2', { uuid: mac }, 'new-customer'],
    ['AddMacAddressForUser', { macAddress: mac, userid: '17' }, 'existing-customer'],
    ['AddMacAddressToHostname', { macAddress: mac, hostname: 'tv.example' }, 'hostname'],
    ['renewCustomerV2_GET', { userid: '17', months: '3' }, 'renewal'],
    ['changeCustomerProductAsync_GET', { userid: '17', productid: '3' }, 'product-change'],
    ['Disable', { userid: '17' }, 'disable'],
    ['Enable', { userid: '17' }, 'enable'],
  ])('counts as ordinary work: %s', (id, values, kind) => {
    expect(meaningOf(intent(id, values))?.kind).toBe(kind)
  })

  test('counts as ordinary work if it changes something, and only then', () => {
    const values = { uuid: mac, macAddress: mac, userid: '17', hostname: 'tv.example' }
    for (const { id, effect } of operations)
      expect(meaningOf(intent(id, values)) === undefined, id).toBe(effect === 'read')
  })

  test('counts a renewal from the end date unless the operation says otherwise', () => {
    const months = { userid: '17', months: '3', days: '0' }
    expect(meaningOf(intent('renewCustomer', months))).toMatchObject({ months: 3, from: 'end-date' })
    const today = { ...months, fromExpireDate: 'false' }
    expect(meaningOf(intent('renewCustomer', today))).toMatchObject({ from: 'today' })
  })

  test('takes the password 0 for no password', () => {
    expect(meaningOf(intent('Disable', { userid: '17', password: '0' }))).toEqual({ kind: 'disable', userid: '17' })
  })

  test('with an invalid value or an unknown name stays a console job', () => {
    const unread = intent('AddMacAddressForUser', { macAddress: '?' })
    expect(meaningOf(unread)).toBe(undefined)
    expect(ordinaryOf(unread)).toBe(unread)
    expect(meaningOf(intent('noSuchOperation', {}))).toBe(undefined)
  })
})

describe('the values that a console operation sends', () => {
  test('have the services of the connection, and no empty fields', () => {
    const values = completeValues(operation('renewCustomer'), { userid: '17', months: '', password: '' }, services)
    expect(values).toEqual({ userid: '17', crmServices: 'crm' })
  })

  test(`have the connection's value for "unknown" if a required value is missing`, () => {
    const values = completeValues(operation('Disable'), { userid: '17' }, { ...services, unknownMappingId: '0' })
    expect(values).toEqual({
      userid: '17',
      password: '0',
      customermappingid: '0',
      crmService: 'crm',
      cmsService: 'cms',
    })
  })

  test('have the password 0 if a box is bound to a customer without a password', () => {
    const box = { userid: '17', macAddress: '00:1A:79:4C:00:01' }
    const call = operation('AddMacAddressForUser')
    expect(completeValues(call, box, services)).toMatchObject({ ...box, password: '0' })
    expect(completeValues(call, { ...box, password: 'abc' }, services)).toMatchObject({ password: 'abc' })
  })

  test('have a list if the operation takes a list, however the list was pasted', () => {
    const values = completeValues(operation('GetCustomerStatusByIds'), { user_ids: ' a,b;\n c ' }, services)
    expect(values['user_ids']).toEqual(['a', 'b', 'c'])
  })

  test('include a field that the operation does not have', () => {
    expect(completeValues(operation('getCustomer'), { strange: '1' }, services)).toMatchObject({ strange: '1' })
  })
})

test.each([
  ['getCustomer', { userid: '17' }, { operation: 'unknown' }],
  ['noSuchOperation', {}, { operation: 'unknown' }],
  ['renewCustomer', { months: '1' }, { userid: 'required' }],
  ['renewCustomer', { customermappingid: 'a', months: '1' }, {}],
  ['AddMacAddressForUser', { userid: '17', macAddress: '???' }, { macAddress: 'device-format' }],
  ['AddMacAddressForUser', { customermappingid: 'a', macAddress: mac }, { userid: 'required' }],
  ['AddMacAddressToHostname', { macAddress: mac }, { hostname: 'required' }],
  ['addCustomerWithDevice', {}, { uuid: 'required' }],
  ['Disable', { userid: '17', authToken: 'x' }, { authToken: 'unknown' }],
])('the check of %s with %j reports %j', (id, values, faults) => {
  expect(consoleFaults(intent(id, values))).toEqual(faults)
})

describe('the policy of the operator', () => {
  test.each<[PolicyField, Intent, Intent]>([
    ['disableCustomers', { kind: 'disable', userid: 'rosa' }, intent('Disable', { userid: 'rosa' })],
    [
      'productChange',
      {
        kind: 'product-change',
        userid: 'rosa',
        productid: '101',
        months: 1,
        days: 0,
        from: 'today',
        keepExtraPackages: false,
      },
      intent('changeCustomerProduct', { userid: 'rosa' }),
    ],
  ])('forbids work by %s, also from the console, and no other work', (field, work, fromConsole) => {
    const policy = { ...openPolicy, [field]: false }
    for (const one of [work, fromConsole]) {
      expect(findForbidden(one, policy)).toBe(field)
      expect(findForbidden(one, openPolicy)).toBeUndefined()
    }
    for (const one of [newCustomer(), intent('Enable', { userid: 'rosa' })])
      expect(findForbidden(one, policy)).toBeUndefined()
  })

  test('forbids all work from the console, and no other work', () => {
    const policy = { ...openPolicy, console: false }
    expect(findForbidden(intent('Enable', { userid: 'rosa' }), policy)).toBe('console')
    expect(findForbidden(newCustomer(), policy)).toBeUndefined()
  })
})

test('the product of work is that of its plan or its change, also from the console', () => {
  const intents = [
    newCustomer(),
    intent('addCustomer', { productid: '101' }),
    intent('changeCustomerProduct', { productid: '102' }),
    intent('Enable', { userid: 'rosa' }),
  ]
  expect(intents.map(productIdOf)).toEqual(['101', '101', '102', undefined])
})
