import { expect, test } from 'vitest'
import type { OperationId } from '../../../src/platform/catalogue/catalogue.ts'
import type { SandboxOptions } from '../../../src/sandbox/options.ts'
import { movableClock, newCustomer, openSandbox, type Opened } from './open-sandbox.ts'

const known = { userid: '7000000001', password: 'sunny-day+1' }

/** A customer whose subscription runs from 31 January to 28 February 2027. */
async function openInWinter(options: Parameters<typeof openSandbox>[0] = {}): Promise<Opened> {
  const sandbox = await openSandbox(options, { clock: movableClock('2027-01-31T09:00:00Z') })
  await sandbox.call('addCustomer', newCustomer)
  return sandbox
}

const endOf = async (sandbox: Opened): Promise<unknown> =>
  ((await sandbox.read('getCustomer_V2', { userid: known.userid })) as Record<string, unknown>)['Subscription_expire']

test.each<OperationId>([
  'renewCustomer',
  'renewCustomerV2',
  'renewCustomerV2_GET',
  'renewCustomerV2Async',
  'renewCustomerV2Async_GET',
])('the call %s adds months or days to the end date, and records the old date', async (id) => {
  const sandbox = await openInWinter()
  expect((await sandbox.call(id, { ...known, months: '2', days: '0', fromExpireDate: 'true' })).status).toBe(200)
  expect(await endOf(sandbox)).toBe('2027-04-28')
  await sandbox.call(id, { ...known, months: '0', days: '5' })
  expect(await endOf(sandbox)).toBe('2027-05-03')
  await sandbox.call(id, { ...known, months: '1', days: '0', fromExpireDate: 'false' })
  expect(await endOf(sandbox)).toBe('2027-02-28')
  expect(sandbox.ledger().slice(1)).toMatchObject([
    { effect: 'renew', operation: id, before: { endDate: '2027-02-28' }, after: { endDate: '2027-04-28' } },
    { effect: 'renew', before: { endDate: '2027-04-28' }, after: { endDate: '2027-05-03' } },
    { effect: 'renew', before: { endDate: '2027-05-03' }, after: { endDate: '2027-02-28' } },
  ])
})

test('the sandbox refuses a renewal with a missing or invalid value', async () => {
  const sandbox = await openInWinter()
  const sound = { ...known, months: '1', days: '0' }
  for (const [wrong, status] of [
    [{ months: '0' }, 400],
    [{ days: '1' }, 400],
    [{ userid: '' }, 400],
    [{ userid: 'nobody' }, 400],
    [{ password: 'wrong' }, 400],
    [{ crmServices: '' }, 400],
    [{ fromExpireDate: 'yes' }, 400],
  ] as const)
    expect((await sandbox.call('renewCustomer', { ...sound, ...wrong })).status).toBe(status)
  expect(await endOf(sandbox)).toBe('2027-02-28')
})

const missing = (name: string) => ({ status: 400, text: `{"Message":"Parameter ${name} is not valid: required."}` })

test.each<[mode: SandboxOptions['renewalService'], crmServices: string, crmService: string, answer: object]>([
  ['plural', 'training-crm', '', { status: 200 }],
  ['plural', '', 'training-crm', missing('crmServices')],
  ['plural', 'training-crm', 'another', { status: 200 }],
  ['singular', '', 'training-crm', { status: 200 }],
  ['singular', 'training-crm', '', missing('crmService')],
  ['singular', 'another', 'training-crm', { status: 200 }],
  ['either', 'training-crm', '', { status: 200 }],
  ['either', '', 'training-crm', { status: 200 }],
  ['either', 'training-crm', 'another', { status: 400 }],
  ['either', '', '', missing('crmServices')],
])(
  'in the mode %s a renewal with crmServices "%s" and crmService "%s" is answered with %j',
  async (mode, crmServices, crmService, answer) => {
    const sandbox = await openInWinter({ renewalService: mode })
    const renewal = { ...known, months: '1', days: '0', crmServices, crmService }
    for (const id of ['renewCustomerV2', 'renewCustomerV2Async_GET'] as const)
      expect(await sandbox.call(id, renewal)).toMatchObject(answer)
  },
)

test("the sandbox's ledger records both service parameters of a renewal", async () => {
  const sandbox = await openInWinter({ renewalService: 'singular' })
  await sandbox.call('renewCustomer', { ...known, months: '1', days: '0', crmService: 'training-crm' })
  expect(sandbox.ledger().at(-1)?.parameters).toMatchObject({ crmServices: 'training-crm', crmService: 'training-crm' })
})

test('a renewal before the first login extends the subscription that starts with the first login', async () => {
  const sandbox = await openSandbox({}, { clock: movableClock('2027-01-10T09:00:00Z') })
  await sandbox.call('addCustomer', { ...newCustomer, StartSubscriptionFromFirstLogin: 'true' })
  await sandbox.call('renewCustomer', { ...known, months: '2', days: '0' })
  sandbox.firstLogIn(known.userid)
  expect(await endOf(sandbox)).toBe('2027-04-10')
})

test('a product change from the end date keeps the paid time of a customer before the first login', async () => {
  const sandbox = await openSandbox({}, { clock: movableClock('2027-01-10T09:00:00Z') })
  await sandbox.call('addCustomer', { ...newCustomer, StartSubscriptionFromFirstLogin: 'true' })
  const change = { ...known, password: '0', productid: '102', subscriptionlengthinmonths: '2' }
  await sandbox.call('changeCustomerProduct', { ...change, subscriptionlengthindays: '0', fromExpireDate: 'true' })
  sandbox.firstLogIn(known.userid)
  expect(await endOf(sandbox)).toBe('2027-04-10')
})

test.each<OperationId>([
  'changeCustomerProduct',
  'changeCustomerProduct_GET',
  'changeCustomerProductAsync',
  'changeCustomerProductAsync_GET',
])('the call %s changes the product from today or from the end date', async (id) => {
  const sandbox = await openInWinter()
  const change = {
    ...known,
    password: '0',
    productid: '102',
    subscriptionlengthinmonths: '1',
    subscriptionlengthindays: '0',
  }
  expect((await sandbox.call(id, { ...change, fromExpireDate: 'true' })).status).toBe(200)
  expect(await endOf(sandbox)).toBe('2027-03-28')
  const extra = id.includes('Async') ? { keepExtraPackages: 'true' } : {}
  expect((await sandbox.call(id, { ...change, ...extra, fromExpireDate: 'False' })).status).toBe(200)
  expect(await endOf(sandbox)).toBe('2027-02-28')
  expect(sandbox.ledger()[1]).toMatchObject({
    effect: 'change',
    before: { productid: '101', endDate: '2027-02-28' },
    after: { productid: '102', endDate: '2027-03-28' },
  })
  expect((await sandbox.call(id, { ...change, fromExpireDate: 'perhaps' })).status).toBe(400)
  expect((await sandbox.call(id, { ...change, fromExpireDate: 'true', productid: '999' })).status).toBe(400)
  expect((await sandbox.call(id, { ...change, fromExpireDate: 'true', password: 'wrong' })).status).toBe(400)
})
