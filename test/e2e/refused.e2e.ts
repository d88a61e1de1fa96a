import type { Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import type { Connection } from '../../src/shared/domain/connection/connection.ts'
import type { CreationOptions } from '../../src/shared/domain/customer/creation.ts'
import { customerActions } from '../fakes/action-jobs.ts'
import { makeJob } from '../fakes/world.ts'
import {
  anyMac,
  anyPerson,
  call,
  counts,
  field,
  goTo,
  bindingsOf,
  openForFile,
  press,
  prepare,
  scan,
  sees,
  settlesAs,
  handoutText,
} from './drive.ts'
import { connectTo, effectsOf, openPlatformForFile } from './drive-platform.ts'

const platform = await openPlatformForFile({ uniqueUserids: true })
const setdesk = await openForFile()
const taken = '4021770010'

/** Changes the connection's settings. */
async function settle(page: Page, changed: Partial<Connection>): Promise<void> {
  const [connection] = (await call(page, 'app.snapshot', {})).connections
  if (connection !== undefined) await call(page, 'connection.save', { ...connection.settings, ...changed })
}

beforeAll(async () => {
  const usual = { months: 12, days: 0, renewalinterval: 1 }
  const [known] = platform.products
  const products = [
    { productid: known?.id ?? '', name: 'Basic TV', ...usual },
    { productid: '999', name: 'TV of last year', ...usual },
  ]
  await connectTo(setdesk.page, platform, { products })
})

test('a job that was refused because of an unknown product can be corrected, and is then done', async () => {
  const { page } = setdesk
  await prepare(page, anyMac(), anyPerson(), 'TV of last year')
  await press(page, 'Activate')

  await settlesAs(page, 'refused')
  await sees(page, /The platform refused: “[^”]*product/i)
  expect(effectsOf(platform)).toEqual([])
  await page.getByRole('button', { name: 'Print handout (NOT DONE)' }).waitFor()
  expect(await handoutText(page)).toContain('NOT DONE')
  await counts(page, 'needs-you', 1)

  await press(page, 'Correct')
  await page.getByRole('heading', { name: 'Correct and send again' }).waitFor()
  await sees(page, 'Nothing is changed yet.')
  // The last customer is the one of this job.
  expect(await page.getByText('from the last customer').count()).toBe(0)
  await page.getByRole('radio', { name: 'Basic TV' }).click({ force: true })
  await sees(page, 'Ready to save and send.')
  await press(page, 'Send correction')
  await settlesAs(page, 'done')
  expect(await bindingsOf(page)).toEqual(['on', 'on'])
  expect(effectsOf(platform)).toEqual(['create', 'bind-user', 'bind-hostname'])
  await counts(page, 'needs-you', 0)
})

test('a job that was refused because its user ID is taken can be sent with a new user ID in one press', async () => {
  const { page } = setdesk
  const before = platform.ledger().length
  await prepare(page, anyMac(), anyPerson())
  await press(page, /^More/)
  await press(page, 'Type my own')
  await field(page, 'User ID').fill(taken)
  await field(page, 'Password').fill('kettle-77')
  await press(page, 'Activate')
  await settlesAs(page, 'refused')
  expect(platform.ledger()).toHaveLength(before)

  await press(page, 'Use a new user ID and send again')
  await settlesAs(page, 'done')
  const [created, ...others] = platform
    .ledger()
    .slice(before)
    .filter(({ effect }) => effect === 'create')
  expect(others).toEqual([])
  expect(created?.userid).not.toBe(taken)
  expect(await handoutText(page)).toContain(created?.userid)
})

/** Saves a new customer whose creation the platform refuses, and opens its correction from the queue. Returns the job's id. */
async function openRefused(page: Page, box: 'with a box' | 'without a box', options: CreationOptions): Promise<string> {
  const { intent } = makeJob('saved', 2, Date.now())
  if (intent.kind !== 'new-customer' || intent.box === undefined) throw new Error('another kind')
  const { box: own, hostname: _, ...customer } = intent
  const identifier = { kind: 'mac' as const, value: anyMac() }
  const plan = { ...intent.plan, productid: platform.products[0]?.id ?? '' }
  const who = { ...customer, plan, logIn: {}, options }
  const draftId = crypto.randomUUID()
  const { id } =
    box === 'with a box'
      ? await call(page, 'job.save', {
          draftId,
          intent: { ...who, box: { ...own, identifier, raw: identifier.value } },
          evenIfKnown: false,
        })
      : await call(page, 'job.save', { draftId, intent: who })
  await goTo(page, 'Queue')
  await page.locator(`[data-job="${id}"] [data-state="refused"]`).waitFor()
  await page.locator(`[data-job="${id}"]`).getByRole('link').first().click()
  await press(page, 'Correct')
  await page.getByRole('heading', { name: 'Correct and send again' }).waitFor()
  return id
}

const flag = (page: Page, name: string) => page.getByRole('switch', { name })
async function turn(page: Page, name: string, on: boolean): Promise<void> {
  await page.locator('label').filter({ hasText: name }).click()
  await expect.poll(() => flag(page, name).isChecked()).toBe(on)
}

test('the order, reseller, currency and flags of a refused creation without a box can be corrected', async () => {
  const { page } = setdesk
  await settle(page, { creationAlone: 'addCustomerAsync', creationDefaults: { currency: 'CHF', currencyCheck: true } })
  const before = platform.ledger().length
  const id = await openRefused(page, 'without a box', { order_id: 'PO-1', sendMail: true })

  await sees(page, /not sold in this currency/)
  expect(await field(page, 'Currency').inputValue()).toBe('CHF')
  expect(await field(page, 'Order ID').inputValue()).toBe('PO-1')
  expect(await flag(page, 'Platform sends an e-mail').isChecked()).toBe(true)
  await field(page, 'Currency').fill('EUR')
  await field(page, 'Order ID').fill('PO-2')
  await field(page, 'Reseller').fill('501')
  await turn(page, 'Platform sends an e-mail', false)
  await turn(page, 'Platform sends an SMS', true)
  await sees(page, 'Order id: PO-2')
  await press(page, 'Send correction')
  await settlesAs(page, 'done')

  const [made, ...more] = platform.ledger().slice(before)
  expect(more).toEqual([])
  expect(made).toMatchObject({ operation: 'addCustomerAsync', effect: 'create' })
  expect(made?.parameters).toMatchObject({
    currency: 'EUR',
    currencyCheck: 'true',
    order_id: 'PO-2',
    reseller_id: '501',
    sendSMS: 'true',
  })
  expect(made?.parameters).not.toHaveProperty('sendMail')
  expect((await call(page, 'job.read', { id })).revision).toBe(2)
})

test('the correction of a refused creation with a box sends the new reseller, and not the order that was cleared', async () => {
  const { page } = setdesk
  await settle(page, { creation: 'addCustomerReseller', resellerId: '999', creationDefaults: {} })
  const before = platform.ledger().length
  await openRefused(page, 'with a box', { order_id: 'PO-1' })

  await sees(page, /no such reseller/)
  expect(await field(page, 'Reseller').inputValue()).toBe('999')
  await field(page, 'Reseller').fill('502')
  await field(page, 'Order ID').fill('')
  await press(page, 'Send correction')
  await settlesAs(page, 'done')

  const [made, bound, ...more] = platform.ledger().slice(before)
  expect(made).toMatchObject({ operation: 'addCustomerReseller', parameters: { reseller_id: '502' } })
  expect(made?.parameters).not.toHaveProperty('order_id')
  expect([bound?.effect, more]).toEqual(['bind-user', []])
})

test('a job that is refused because its user ID is already used can be dropped with a reason', async () => {
  const { page } = setdesk
  const before = platform.ledger().length
  await prepare(page, anyMac(), anyPerson())
  await press(page, /^More/)
  await press(page, 'Type my own')
  await field(page, 'User ID').fill(taken)
  await field(page, 'Password').fill('kettle-77')
  await press(page, 'Activate')

  await settlesAs(page, 'refused')
  await sees(page, 'Another customer already has this user ID.')
  // The subscription of the other customer does not belong to this job.
  expect(await page.locator('main').innerText()).not.toMatch(
    /Runs until|\d{4}-\d\d-\d\d|[A-Z][a-z]{2} \d{1,2}, 20[2-9]\d|Active/,
  )
  await press(page, 'Drop job')
  const dialog = page.getByRole('dialog', { name: 'Drop this job?' })
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('They have a log-in already.')
  await dialog.getByRole('button', { name: 'Drop job' }).click()
  await settlesAs(page, 'dropped')

  await goTo(page, 'Queue')
  await page.getByRole('navigation', { name: 'Show' }).getByRole('link', { name: 'Dropped' }).click()
  await page.locator('[data-job]').getByRole('link').click()
  await sees(page, 'They have a log-in already.')
  expect(platform.ledger()).toHaveLength(before)
})

test('the correction of a product change keeps what was typed if a box is scanned, or if the job is corrected or dropped elsewhere meanwhile', async () => {
  const { page } = setdesk
  const intent = { ...customerActions['product-change'], userid: taken, productid: '999' }
  const { id } = await call(page, 'job.save', { draftId: crypto.randomUUID(), intent })
  const read = () => call(page, 'job.read', { id })
  await page.evaluate((job) => (location.hash = `#/queue/all/${job}`), id)
  await expect.poll(async () => (await read()).summary.state).toBe('refused')
  await press(page, 'Correct')
  await page.getByRole('heading', { name: 'Correct and send again' }).and(page.locator(':focus')).waitFor()
  const mapping = field(page, 'Mapping ID')
  await mapping.fill('ZZ-7')
  await scan(page, anyMac())
  await sees(page, 'Scan ignored: send or cancel the correction first.')
  expect(await mapping.inputValue()).toBe('ZZ-7')

  const { revision } = await read()
  await call(page, 'job.correct', { id, revision, intent })
  await expect.poll(async () => (await read()).summary.state).toBe('refused')
  await sees(page, 'This changed while you were looking at it.')
  const send = page.getByRole('button', { name: 'Send correction' })
  expect([await mapping.inputValue(), await send.isDisabled()]).toEqual(['ZZ-7', true])
  await call(page, 'job.drop', { id, reason: 'Asked for by mistake' })
  await page.locator('main section [data-state="dropped"]').first().waitFor()
  expect(await mapping.inputValue()).toBe('ZZ-7')
  await press(page, 'Cancel')
  await mapping.waitFor({ state: 'detached' })
  await page.locator('aside h2:focus').waitFor()
})

test('a job that was corrected elsewhere in the meantime is not overwritten, and the input stays as a draft', async () => {
  const { page } = setdesk
  await settle(page, { creation: 'addCustomerReseller', resellerId: '999', creationDefaults: {} })
  const id = await openRefused(page, 'with a box', { order_id: 'PO-1' })
  await field(page, 'Reseller').fill('502')

  const { intent, revision } = await call(page, 'job.read', { id })
  if (intent.kind !== 'new-customer') throw new Error('another kind')
  await call(page, 'job.correct', { id, revision, intent: { ...intent, options: { order_id: 'PO-9' } } })
  await expect.poll(async () => (await call(page, 'job.read', { id })).summary.state).toBe('refused')
  await press(page, 'Send correction')

  await sees(page, 'This changed while you were looking at it.')
  const now = await call(page, 'job.read', { id })
  expect([now.revision, now.intent]).toMatchObject([revision + 1, { options: { order_id: 'PO-9' } }])
  await page.getByRole('link', { name: 'Open that job' }).click()
  await press(page, 'Correct')
  await expect.poll(() => field(page, 'Order ID').inputValue()).toBe('PO-9')
  await press(page, 'Drafts (1)')
  await page.getByRole('menuitem').click()
  await expect.poll(() => field(page, 'Reseller').inputValue()).toBe('502')
})
