import { describe, expect, test } from 'vitest'
import { comesToTheSame, isSameBox, planSteps } from '../../../../src/main/jobs/plans.ts'
import type { PlannedStep } from '../../../../src/main/jobs/ledger/rows.ts'
import type { Intent, IntentOf } from '../../../../src/shared/domain/activation.ts'
import type { Connection } from '../../../../src/shared/domain/connection/connection.ts'
import { existingCustomer, makeConnection, newCustomer, payloadOf } from './make-job.ts'

const only = (intent: Intent, changed: Partial<Connection> = {}): PlannedStep => {
  const [step, ...others] = planSteps(payloadOf(intent), makeConnection(changed))
  if (step === undefined || others.length > 0) throw new Error('one step')
  return step
}
const unknown = { userid: 'rosa', password: '0', customermappingid: '' }
const services = { crmService: 'north-crm', cmsService: 'north-cms' }
const change: IntentOf<'product-change'> = {
  kind: 'product-change',
  userid: 'rosa',
  productid: '102',
  months: 12,
  days: 0,
  from: 'today',
  keepExtraPackages: true,
}

describe('the plan for a renewal', () => {
  test.each([
    ['end-date', true],
    ['today', false],
  ] as const)(
    'that counts from "%s" is one call, in which the parameter for the CRM service is named crmServices',
    (from, fromExpireDate) => {
      expect(only({ kind: 'renewal', userid: 'rosa', months: 3, days: 0, from })).toEqual({
        kind: 'renew',
        operation: makeConnection().renewal,
        payload: {
          send: { ...unknown, months: '3', days: '0', crmServices: 'north-crm', fromExpireDate },
          read: { ...unknown, crmService: 'north-crm' },
        },
      })
    },
  )
})

describe('the plan for a product change', () => {
  test.each([
    ['end-date', 'true'],
    ['today', 'false'],
  ] as const)('that counts from "%s" is one call, which says nothing about extra packages', (from, fromExpireDate) => {
    expect(only({ ...change, from }, { productChange: 'changeCustomerProduct' })).toEqual({
      kind: 'change-product',
      operation: 'changeCustomerProduct',
      payload: {
        send: {
          ...unknown,
          productid: '102',
          subscriptionlengthinmonths: '12',
          subscriptionlengthindays: '0',
          ...services,
          fromExpireDate,
        },
        read: { ...unknown, crmService: 'north-crm' },
      },
    })
  })
  test.each([true, false])('with the Async call says whether extra packages stay: %s', (keepExtraPackages) => {
    const step = only({ ...change, keepExtraPackages }, { productChange: 'changeCustomerProductAsync' })
    expect(step.payload.send).toMatchObject({ keepExtraPackages })
  })
})

test.each([
  ['disable', 'Disable'],
  ['enable', 'Enable'],
] as const)('the plan to %s a customer is one call that is read back', (kind, operation) => {
  expect(only({ kind, userid: 'rosa' })).toEqual({
    kind,
    operation,
    payload: { send: { ...unknown, ...services }, read: { ...unknown, crmService: 'north-crm' } },
  })
})

const sentFor = (intent: Partial<IntentOf<'disable'>>, changed: Partial<Connection> = {}) =>
  only({ kind: 'disable', userid: 'rosa', ...intent }, changed).payload.send

describe('an existing customer in a call', () => {
  test('is identified by the known values', () => {
    expect(sentFor({ password: 'kv7tm2xwpa', customermappingid: 'M-1' })).toMatchObject({
      password: 'kv7tm2xwpa',
      customermappingid: 'M-1',
    })
  })
  test(`has the connection's value for "no mapping id" if the mapping id is empty or not known`, () => {
    expect(sentFor({ customermappingid: '' }, { unknownMappingId: '0' })).toMatchObject({ customermappingid: '0' })
    expect(sentFor({}, { unknownMappingId: '0' })).toMatchObject({ customermappingid: '0' })
  })
})

describe('the plan for a new customer without a box', () => {
  const { customer, plan, logIn } = newCustomer()
  test('creates the customer and binds no box', () => {
    const step = only({ kind: 'new-customer', customer, plan, logIn })
    expect(step).toMatchObject({ kind: 'create-customer', operation: 'addCustomer' })
    expect(step.payload.send).not.toHaveProperty('uuid')
    expect(step.payload.send).toHaveProperty('customermappingid')
  })
})

describe('the plan for a new customer whose credentials the platform issues', () => {
  const [creation, binding] = planSteps(payloadOf(newCustomer({ logIn: {} })), makeConnection())
  test('creates the customer without a user ID, and looks for our own mapping id', () => {
    expect(creation?.payload.send).not.toHaveProperty('userid')
    expect(creation?.payload.send).not.toHaveProperty('password')
    expect(creation?.payload.read).toEqual({
      userid: '',
      customermappingid: 'AB23CD-01JZZZZZZZZZZZZZZZZZZZZZZZ',
      crmService: 'north-crm',
    })
  })
  test('lets the binding wait for the user ID, unlike the plan with a chosen user ID', () => {
    expect(binding?.payload.awaitsLogIn).toBe(true)
    const [, chosen] = planSteps(payloadOf(newCustomer()), makeConnection())
    expect(chosen?.payload).not.toHaveProperty('awaitsLogIn')
  })
  test('reads with an empty mapping id if Setdesk made none', () => {
    const payload = { intent: newCustomer({ logIn: {} }), technician: '' }
    expect(planSteps(payload, makeConnection({ unknownMappingId: '0' }))[0]?.payload.read['customermappingid']).toBe('')
  })
})

const binding = (userid: string): PlannedStep => only(existingCustomer({ userid }))

describe('two steps of a plan', () => {
  test('count as equal if they name the same customer in a different case', () => {
    expect(comesToTheSame(binding('Rosa.Marin'), binding('rosa.marin'))).toBe(true)
  })
  test('do not count as equal if their kinds differ, even if they name the same box', () => {
    const one = binding('rosa')
    expect(comesToTheSame(one, { ...one, kind: 'bind-hostname' })).toBe(false)
  })
  test.each([
    ['00:1A:79:AB:12:CD', '001a79ab12cd', true],
    ['sn-0042', 'SN-0042', true],
    ['SN-0042', 'SN0042', false],
    ['001A79AB12CD', '001A79AB12CE', false],
    ['001A79AB12CD', undefined, false],
    [undefined, '001A79AB12CD', false],
    ['undefined', undefined, false],
    [undefined, 'undefined', false],
  ])('that name %j and %j are about the same box: %s', (one, other, isOne) => {
    expect(isSameBox(one, other)).toBe(isOne)
  })
})
