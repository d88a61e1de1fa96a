import { describe, expect, test } from 'vitest'
import { comesToTheSame, isSameBox, planSteps, stepRules } from '../../../../src/main/jobs/plans.ts'
import { operation, type OperationId } from '../../../../src/platform/catalogue/catalogue.ts'
import { validateParameters } from '../../../../src/platform/catalogue/operation.ts'
import type { Intent } from '../../../../src/shared/domain/activation.ts'
import { creations, takesOf } from '../../../../src/shared/domain/customer/creation.ts'
import { stepKinds } from '../../../../src/shared/domain/job-kinds.ts'
import {
  existingCustomer,
  hostnameOnly,
  macBox,
  makeConnection,
  newCustomer,
  payloadOf,
  serialBox,
} from './make-job.ts'

const connection = makeConnection()

test('the plan for a new customer creates the customer with the box, binds the box, and binds the hostname', () => {
  expect(planSteps(payloadOf(newCustomer({ hostname: 'tv.north.example' })), connection)).toEqual([
    {
      kind: 'create-customer',
      operation: 'addCustomerWithDevice',
      payload: {
        send: {
          firstname: 'Amélie',
          lastname: 'Okonkwo',
          street: '14 Rue des Lilas & Söhne',
          zipcode: '75020',
          city: 'Paris',
          state: 'Île-de-France',
          country: 'France',
          phone: '+33612345678',
          mobile: '+33612345678',
          email: 'amelie+tv@north.example',
          productid: '101',
          subscriptionlengthinmonths: '12',
          subscriptionlengthindays: '0',
          renewalinterval: '1',
          crmService: 'north-crm',
          cmsService: 'north-cms',
          userid: '4820913775',
          password: 'kv7tm2xwpa',
          customermappingid: 'AB23CD-01JZZZZZZZZZZZZZZZZZZZZZZZ',
          uuid: '00:1A:79:AB:12:CD',
        },
        read: { userid: '4820913775', customermappingid: '', crmService: 'north-crm' },
      },
    },
    {
      kind: 'bind-user',
      operation: 'AddMacAddressForUser',
      payload: {
        send: {
          userid: '4820913775',
          password: 'kv7tm2xwpa',
          macAddress: '00:1A:79:AB:12:CD',
          crmService: 'north-crm',
          cmsService: 'north-cms',
          model: 'STB',
        },
        read: { userid: '4820913775', password: 'kv7tm2xwpa', crmService: 'north-crm' },
      },
    },
    {
      kind: 'bind-hostname',
      operation: 'AddMacAddressToHostname',
      payload: {
        send: { macAddress: '00:1A:79:AB:12:CD', hostname: 'tv.north.example', crmService: 'north-crm' },
        read: { hostname: 'tv.north.example', crmService: 'north-crm' },
      },
    },
  ])
})

test('the plan for platform-issued credentials reads by our mapping id, and lets the binding wait for the user ID', () => {
  const [creation, binding] = planSteps(payloadOf(newCustomer({ logIn: {} })), connection)
  expect(creation?.payload.send).not.toHaveProperty('userid')
  expect(creation?.payload.read).toEqual({
    userid: '',
    customermappingid: 'AB23CD-01JZZZZZZZZZZZZZZZZZZZZZZZ',
    crmService: 'north-crm',
  })
  expect(binding?.payload).toEqual({
    awaitsLogIn: true,
    send: { macAddress: '00:1A:79:AB:12:CD', crmService: 'north-crm', cmsService: 'north-cms', model: 'STB' },
    read: { crmService: 'north-crm' },
  })
})

test('a creation call that has no parameter for a box is sent without a box', () => {
  const connectionWithout = makeConnection({ creation: 'addCustomer' })
  const [creation, binding] = planSteps(payloadOf(newCustomer()), connectionWithout)
  expect(creation?.payload.send).not.toHaveProperty('uuid')
  expect(binding?.payload.send).toMatchObject({ macAddress: '00:1A:79:AB:12:CD' })
})

test('a subscription that is counted in days is sent with 0 months', () => {
  const intent = newCustomer({ plan: { productid: '7', months: 0, days: 30, renewalinterval: 3 } })
  expect(planSteps(payloadOf(intent), connection)[0]?.payload.send).toMatchObject({
    productid: '7',
    subscriptionlengthinmonths: '0',
    subscriptionlengthindays: '30',
    renewalinterval: '3',
  })
})

test('calls for an existing customer without a known password have the password 0', () => {
  expect(planSteps(payloadOf(existingCustomer()), connection)).toEqual([
    {
      kind: 'bind-user',
      operation: 'AddMacAddressForUser',
      payload: {
        send: {
          userid: 'rosa.marin',
          password: '0',
          macAddress: 'Sn-0042/x',
          crmService: 'north-crm',
          cmsService: 'north-cms',
          model: 'MAG 540',
        },
        read: { userid: 'rosa.marin', password: '0', crmService: 'north-crm' },
      },
    },
  ])
})

test('a job for only a hostname has one step', () => {
  const steps = planSteps(payloadOf(hostnameOnly()), connection)
  expect(steps.map(({ operation: id }) => id)).toEqual(['AddMacAddressToHostname'])
})

describe.each(creations.filter((creation) => takesOf(creation).box))('the creation by %s', (creation) => {
  test.each(['', 'R-9'])('has the parameters that the interface takes, with the reseller %j', (resellerId) => {
    const [step] = planSteps(payloadOf(newCustomer()), makeConnection({ creation, resellerId }))
    expect(step?.operation).toBe(creation)
    expect(validateParameters(operation(creation), { authToken: 'token', ...step?.payload.send })).toEqual([])
    const reseller = creation.includes('Reseller') && resellerId !== '' ? resellerId : undefined
    expect(step?.payload.send['reellerid']).toBe(reseller)
  })
})

test.each([
  ['colon', '00:1A:79:AB:12:CD'],
  ['hyphen', '00-1A-79-AB-12-CD'],
  ['bare', '001A79AB12CD'],
] as const)('a MAC address is written in every step in the notation of the connection (%s)', (macFormat, written) => {
  const steps = planSteps(payloadOf(newCustomer({ hostname: 'h' })), makeConnection({ macFormat }))
  expect(steps.map(({ payload: { send } }) => send['uuid'] ?? send['macAddress'])).toEqual([written, written, written])
})

test('a serial number is sent as it was scanned, whatever the notation of MAC addresses', () => {
  const steps = planSteps(payloadOf(hostnameOnly({ box: serialBox })), makeConnection({ macFormat: 'hyphen' }))
  expect(steps[0]?.payload.send['macAddress']).toBe('Sn-0042/x')
})

test("a read without a known mapping id sends the connection's value for an unknown mapping id", () => {
  const [step] = planSteps(payloadOf(newCustomer()), makeConnection({ unknownMappingId: '0' }))
  expect(step?.payload.read['customermappingid']).toBe('0')
})

const known = { userid: '4820913775', password: 'pw' }
const every: readonly Intent[] = [
  newCustomer({ hostname: 'h' }),
  existingCustomer({ hostname: 'h', password: 'pw' }),
  hostnameOnly(),
  { kind: 'new-customer', customer: newCustomer().customer, plan: newCustomer().plan, logIn: newCustomer().logIn },
  { kind: 'renewal', ...known, months: 3, days: 0, from: 'end-date' },
  { kind: 'product-change', ...known, productid: '7', months: 0, days: 30, from: 'today', keepExtraPackages: true },
  { kind: 'disable', ...known },
  { kind: 'enable', userid: '4820913775' },
]

test('every step of every kind sends and reads valid parameters', () => {
  for (const step of every.flatMap((intent) => planSteps(payloadOf(intent), connection))) {
    const token = { authToken: 'token' }
    expect(validateParameters(operation(step.operation as OperationId), { ...token, ...step.payload.send })).toEqual([])
    expect(validateParameters(operation(stepRules[step.kind].reads), { ...token, ...step.payload.read })).toEqual([])
  }
})

test('the name of an existing customer is not sent', () => {
  for (const intent of every.filter((one) => !('customer' in one) && one.kind !== 'hostname')) {
    const named = { ...intent, customerName: 'Rosa Marín' } as Intent
    expect(planSteps(payloadOf(named), connection)).toEqual(planSteps(payloadOf(intent), connection))
  }
})

test('each kind of step is read back by an operation that the catalogue names for it', () => {
  const steps = every.flatMap((intent) => planSteps(payloadOf(intent), connection))
  expect(new Set(steps.map(({ kind }) => kind))).toEqual(new Set(stepKinds))
  for (const step of steps)
    expect(operation(step.operation as OperationId).readBack.map(({ operation: id }) => id)).toContain(
      stepRules[step.kind].reads,
    )
})

describe('two steps of a plan', () => {
  const [creation, binding, hostname] = planSteps(payloadOf(newCustomer({ hostname: 'a' })), connection)
  const planned = (changed: Parameters<typeof newCustomer>[0], by = connection) =>
    planSteps(payloadOf(newCustomer({ hostname: 'a', ...changed })), by)
  if (!creation || !binding || !hostname) throw new Error('three steps')

  test('count as equal for the same customer even if the box was corrected', () => {
    expect(comesToTheSame(creation, planned({ box: serialBox })[0] ?? binding)).toBe(true)
  })
  test('count as equal for the same box in another notation', () => {
    const [, again] = planned({}, makeConnection({ macFormat: 'bare', defaultModel: 'Other' }))
    expect(comesToTheSame(binding, again ?? creation)).toBe(true)
  })
  test('count as equal for the same box and the same hostname', () => {
    expect(
      comesToTheSame(
        hostname,
        planned({ plan: { productid: '7', months: 1, days: 0, renewalinterval: 1 } })[2] ?? creation,
      ),
    ).toBe(true)
  })
  test.each([
    ['another box', binding, planned({ box: serialBox })[1]],
    ['another customer', binding, planned({ logIn: { userid: 'x1', password: 'abcd' } })[1]],
    ['another box for the hostname', hostname, planned({ box: serialBox })[2]],
    ['another hostname', hostname, planned({ hostname: 'b' })[2]],
    ['another kind', hostname, binding],
  ])('do not count as equal for %s', (_, one, other) => {
    expect(comesToTheSame(one, other ?? one)).toBe(false)
  })
  test('do not count as having the same box if the box of neither is known', () => {
    expect(isSameBox(undefined, undefined)).toBe(false)
    expect(isSameBox(macBox.identifier.value, '00-1a-79-ab-12-cd')).toBe(true)
  })
})
