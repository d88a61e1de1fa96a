import { describe, expect, test } from 'vitest'
import type { Sandbox } from '../../../src/sandbox/sandbox.ts'
import {
  creations,
  loneCreations,
  takesOf,
  type CreationOptions,
} from '../../../src/shared/domain/customer/creation.ts'
import type { Connection } from '../../../src/shared/domain/connection/connection.ts'
import { connect, openApp, openPlatform, type TestApp } from '../../fakes/test-app.ts'
import { anyDraftId, newCustomer } from '../../fakes/intents.ts'

const ended = ['done', 'unconfirmed', 'refused', 'needs-you'] as const

async function openBoth(changed: Partial<Connection>): Promise<{ readonly app: TestApp; readonly platform: Sandbox }> {
  const platform = await openPlatform()
  const app = await openApp()
  await connect(app, platform, { hostnames: [], ...changed })
  return { app, platform }
}

async function createWithBox(app: TestApp, platform: Sandbox, options?: CreationOptions) {
  const intent = newCustomer(platform.products[0]?.id ?? '', options === undefined ? {} : { options })
  const { id } = await app.call('job.save', { draftId: anyDraftId(), intent, evenIfKnown: false })
  return await app.jobIn(id, ...ended)
}

async function createAlone(app: TestApp, platform: Sandbox, options?: CreationOptions) {
  const { customer, plan } = newCustomer(platform.products[0]?.id ?? '')
  const action = { kind: 'new-customer' as const, customer, plan, logIn: {}, ...(options && { options }) }
  const { id } = await app.call('job.save', { draftId: anyDraftId(), intent: action })
  return await app.jobIn(id, ...ended)
}

const callsOf = (platform: Sandbox) => platform.ledger().map(({ operation, effect }) => `${operation} ${effect}`)
const sentOf = (platform: Sandbox) => platform.ledger()[0]?.parameters ?? {}

describe.each(creations)('a customer with a box who is created by %s', (creation) => {
  test('is created once and gets the box once, by a separate call if the creation takes no box', async () => {
    const reseller = creation.includes('Reseller') ? '501' : ''
    const { app, platform } = await openBoth({
      creation,
      resellerId: reseller,
      creationDefaults: { currency: 'EUR', currencyCheck: true, sendMail: true, sendSMS: false },
    })

    const detail = await createWithBox(app, platform)

    expect(detail.summary.state).toBe('done')
    expect(callsOf(platform)).toEqual(
      takesOf(creation).box
        ? [`${creation} create`, `${creation} bind-user`]
        : [`${creation} create`, 'AddMacAddressForUser bind-user'],
    )
    const sent = sentOf(platform)
    expect(sent).toMatchObject({ sendMail: 'true', sendSMS: 'false' })
    expect(sent['currency']).toBe(takesOf(creation).currency ? 'EUR' : undefined)
    expect(sent['currencyCheck']).toBe(takesOf(creation).currency ? 'true' : undefined)
    expect(sent['reellerid'] ?? sent['reseller_id'] ?? '').toBe(reseller)
  })
})

test.each(loneCreations)('a customer without a box is created once by %s', async (creationAlone) => {
  const { app, platform } = await openBoth({ creationAlone, creationDefaults: { currency: 'EUR' } })
  expect((await createAlone(app, platform)).summary.state).toBe('done')
  expect(callsOf(platform)).toEqual([`${creationAlone} create`])
})

test("a creation uses the reseller's variant of the usual call if the technician chooses a reseller", async () => {
  const { app, platform } = await openBoth({ creation: 'addCustomerWithDevice_V2' })
  await createWithBox(app, platform, { reseller_id: '502' })
  expect(callsOf(platform)).toEqual([
    'addCustomerResellerWithDevice_V2 create',
    'addCustomerResellerWithDevice_V2 bind-user',
  ])
  expect(sentOf(platform)['reellerid']).toBe('502')
})

test("a creation with a reseller's order uses the call that takes an order, and the box is bound afterwards", async () => {
  const { app, platform } = await openBoth({ creation: 'addCustomerWithDevice' })
  await createWithBox(app, platform, {
    reseller_id: '502',
    order_id: 'PO-77',
    productmappingid: 'EXT-9',
    StartSubscriptionFromFirstLogin: true,
  })
  expect(callsOf(platform)).toEqual(['addCustomerReseller create', 'AddMacAddressForUser bind-user'])
  expect(sentOf(platform)).toMatchObject({
    reseller_id: '502',
    order_id: 'PO-77',
    productmappingid: 'EXT-9',
    StartSubscriptionFromFirstLogin: 'true',
  })
})

test('a creation has no reseller if the technician chooses none, even if the connection names a reseller', async () => {
  const { app, platform } = await openBoth({ creationAlone: 'addCustomerReseller', resellerId: '501' })
  await createAlone(app, platform, { reseller_id: '' })
  expect(sentOf(platform)['reseller_id']).toBeUndefined()
})

test('an asynchronous creation without a currency is not saved, and the currency is named', async () => {
  const { app, platform } = await openBoth({ creation: 'addCustomerAsync' })
  const intent = newCustomer(platform.products[0]?.id ?? '')
  await expect(app.call('job.save', { draftId: anyDraftId(), intent, evenIfKnown: false })).rejects.toThrow(
    '"currency":"required"',
  )
})

test('an asynchronous creation whose reply is lost creates one customer and binds the box once', async () => {
  const { app, platform } = await openBoth({ creation: 'addCustomerAsync', creationDefaults: { currency: 'EUR' } })
  platform.setFaults([{ match: { effect: 'create' }, times: 1, fault: { kind: 'drop-after-commit' } }])
  expect((await createWithBox(app, platform)).summary.state).toBe('done')
  expect(callsOf(platform)).toEqual(['addCustomerAsync create', 'AddMacAddressForUser bind-user'])
})

test('the creation options are kept when a refused creation is corrected', async () => {
  const { app, platform } = await openBoth({ creationAlone: 'addCustomerReseller' })
  const detail = await createAlone(app, platform, { reseller_id: '999', order_id: 'PO-1', sendSMS: true })
  expect(detail.summary.state).toBe('refused')
  const { intent, revision, summary } = detail
  if (intent.kind !== 'new-customer') throw new Error('another kind')
  const { options: _, ...corrected } = intent
  await app.call('job.correct', { id: summary.id, intent: corrected, revision })
  const again = await app.jobIn(summary.id, ...ended)
  expect(again.intent).toMatchObject({ options: { reseller_id: '999', order_id: 'PO-1', sendSMS: true } })
})

test('a correction does not change the creation options if the customer was created already', async () => {
  const { app, platform } = await openBoth({ creation: 'addCustomerReseller' })
  const first = await createWithBox(app, platform)
  if (first.intent.kind !== 'new-customer' || first.intent.box === undefined) throw new Error('another kind')
  await platform.setOptions({ uniqueUserids: true })
  const taken = { ...newCustomer(platform.products[0]?.id ?? ''), box: first.intent.box, options: { order_id: 'PO-1' } }
  const { id } = await app.call('job.save', { draftId: anyDraftId(), intent: taken, evenIfKnown: true })
  const refused = await app.jobIn(id, ...ended)
  expect(refused.steps.map(({ state }) => state)).toEqual(['done', 'refused'])

  const { box } = newCustomer('')
  if (refused.intent.kind !== 'new-customer') throw new Error('another kind')
  const intent = { ...refused.intent, box, options: { order_id: 'PO-2' } }
  await app.call('job.correct', { id, intent, revision: refused.revision })

  expect((await app.jobIn(id, ...ended)).intent).toMatchObject({ box, options: { order_id: 'PO-1' } })
  expect(callsOf(platform).filter((call) => call.endsWith('create'))).toHaveLength(2)
})
