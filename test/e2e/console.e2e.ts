import type { Page } from 'playwright'
import { expect, onTestFinished, test } from 'vitest'
import { createSandbox } from '../../src/sandbox/sandbox.ts'
import {
  activate,
  anyMac,
  anyPerson,
  bindingsOf,
  call,
  counts,
  field,
  goHome,
  goTo,
  goToSettings,
  openCustomer,
  openForTest,
  press,
  sees,
  settlesAs,
  saveActivation,
  hasState,
} from './drive.ts'
import { connectTo, effectsOf, openPlatformForTest } from './drive-platform.ts'

/** Opens the console from the settings. */
async function openConsole(page: Page): Promise<void> {
  await goToSettings(page, 'Interface console')
  await page.getByRole('heading', { name: 'Interface console' }).waitFor()
}

/** Selects an operation by method and name. */
async function choose(page: Page, method: 'GET' | 'POST', operation: string): Promise<void> {
  await page.getByLabel('Find an operation').fill(`${method} ${operation}`)
  const links = page.getByRole('navigation', { name: 'Operations' }).getByRole('link')
  await links.filter({ hasText: new RegExp(`^${method}${operation}(?:reads|renews)$`) }).click()
  const id = method === 'GET' && operation.startsWith('renew') ? `${operation}_GET` : operation
  await page.getByRole('heading', { name: id, level: 2, exact: true }).waitFor()
}

const value = (page: Page, name: string) => page.getByRole('textbox', { name: new RegExp(`^${name} `) })

const verdict = (page: Page, is: string) => page.locator(`[data-verdict="${is}"]`).waitFor()

/** The user ID of a customer that the platform has anyway. */
async function anyUserid(page: Page): Promise<string> {
  const { understood } = await call(page, 'console.ask', { slot: 'console', operation: 'getCustomers', values: {} })
  const active = understood.records.find((record) => record.some((one) => one.value === 'Active'))
  return active?.find((one) => one.field === 'userid')?.value ?? ''
}

test('the console sends a reading operation at once, and shows its answer raw and as understood', async () => {
  const platform = await openPlatformForTest()
  const { page } = await openForTest()
  await connectTo(page, platform)
  await openConsole(page)
  await page.getByRole('main').getByRole('link', { name: 'Settings' }).click()
  await openConsole(page)

  await choose(page, 'GET', 'getCustomers')
  await value(page, 'lastname').fill('a & b')
  await sees(page, /lastname=a%20%26%20b&?/)
  await sees(page, /authToken=•••/)
  await value(page, 'lastname').fill('')
  await press(page, 'Send')

  await verdict(page, 'accepted')
  await sees(page, /records · the first 20 are shown/)
  const raw = await page.getByLabel('Raw answer').inputValue()
  expect(raw).toContain('"password":"•••"')
  expect(await page.content()).not.toContain(platform.authToken)
  expect(effectsOf(platform)).toEqual([])
})

test('the console sends a changing operation only after a confirmation, and then once through the queue', async () => {
  const platform = await openPlatformForTest()
  const { page } = await openForTest()
  await connectTo(page, platform)
  const userid = await anyUserid(page)
  await openConsole(page)

  await choose(page, 'GET', 'renewCustomerV2')
  await press(page, 'Send through the queue')
  await sees(page, 'Fill this in.')
  await value(page, 'userid').fill(userid)
  await value(page, 'months').fill('1')
  await value(page, 'days').fill('0')
  await page.getByRole('button', { name: /^left out fromExpireDate/ }).click()
  await page.getByRole('option', { name: 'true' }).click()
  await press(page, 'Send through the queue')
  const question = page.getByRole('alertdialog')
  await question.getByText('renewCustomerV2_GET changes something on North TV').waitFor()
  expect(effectsOf(platform)).toEqual([])
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(await value(page, 'months').inputValue()).toBe('1')

  await press(page, 'Send through the queue')
  await question.getByRole('button', { name: 'Renew' }).click()

  await page.locator('main [data-state="done"]').waitFor({ timeout: 15_000 })
  expect(platform.ledger()).toMatchObject([{ operation: 'renewCustomerV2_GET', effect: 'renew', userid }])
  await page.getByRole('link', { name: 'Open in the queue' }).click()
  await sees(page, 'renewCustomerV2_GET')
})

/** Sends a reading operation and opens the field mapping page with its answer. */
async function fetchToMap(page: Page, operation: string, values: Readonly<Record<string, string>>): Promise<void> {
  await openConsole(page)
  await choose(page, 'GET', operation)
  for (const [name, text] of Object.entries(values)) await value(page, name).fill(text)
  await press(page, 'Send')
  await press(page, 'Map its fields')
  await page.getByRole('heading', { name: 'Fields of the answer' }).waitFor()
}

/** Maps each value with one of these names to a meaning. */
async function map(page: Page, meanings: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, meaning] of Object.entries(meanings)) {
    const leaf = page.locator(`[data-leaf$="${name}"], [data-leaf$="${name} › each"]`).first()
    await leaf.getByRole('button').click()
    await page.getByRole('option', { name: meaning, exact: true }).click()
    await leaf.getByRole('button', { name: meaning }).waitFor()
  }
}

/** Maps each value to one of the five statuses. */
async function mapStatuses(page: Page, statuses: Readonly<Record<string, string>>): Promise<void> {
  for (const [said, status] of Object.entries(statuses)) {
    const value = page.locator(`[data-status-said="${said}"]`)
    await value.getByRole('button').click()
    await page.getByRole('option', { name: status }).click()
    await value.getByRole('button', { name: status }).waitFor()
  }
}

/** Carries out an action on the customer's page and closes its dialog once it is done. */
async function action(page: Page, name: 'Disable' | 'Enable'): Promise<void> {
  await page
    .getByRole('group', { name: 'Actions for this customer' })
    .getByRole('button', { name, exact: true })
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name, exact: true }).click()
  await dialog.locator('[data-state="done"]').first().waitFor({ timeout: 15_000 })
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
}

test('jobs of a platform with unknown field names and statuses end as done once these are mapped on screen', async () => {
  const platform = await openPlatformForTest({ dialect: 'foreign', zeroPassword: 'anywhere' })
  const { page } = await openForTest()
  await connectTo(page, platform)
  const id = await saveActivation(page)
  await hasState(page, id, 'needs-you')
  const { summary, steps } = await call(page, 'job.read', { id })
  const { userid = '' } = summary

  await fetchToMap(page, 'getCustomers', {})
  await map(page, {
    inlognaam: 'User ID',
    toegangsCode: 'Password',
    roepnaam: 'First name',
    achternaam: 'Last name',
    gsm: 'Mobile',
    extern_kenmerk: 'Mapping ID',
    loopt_tot: 'End date',
    toestand: 'Status',
    meer_volgt: 'More pages',
  })
  await mapStatuses(page, { 0: 'Pending', 1: 'Active', 2: 'Trial', 3: 'Disabled', verlopen: 'Expired' })
  await verdict(page, 'accepted')
  await fetchToMap(page, 'devices', { userid })
  await map(page, { kastnummer: 'Box (MAC or serial number)' })
  await verdict(page, 'accepted')
  await fetchToMap(page, 'GetMacAddressesUnderHostname', { hostname: platform.hostnames[0] ?? '' })
  await map(page, { kastadressen: 'Box (MAC or serial number)' })
  await fetchToMap(page, 'getCustomer_V2', { userid })
  await press(page, 'Look inside')
  await verdict(page, 'accepted')
  await fetchToMap(page, 'getCustomer_V2', { userid: 'niemand' })
  await map(page, { toelichting: 'These words mean not found' })
  await verdict(page, 'absent')
  // The answer to the changing call is copied from the job's history.
  await field(page, 'Answer text').fill(steps[0]?.attempts[0]?.raw ?? '')
  await map(page, { uitkomst: 'These words mean yes' })
  await press(page, 'Save for North TV')
  await sees(page, 'Saved. Setdesk reads this platform’s answers with this mapping now.')

  const mac = anyMac()
  await activate(page, mac, anyPerson())
  await settlesAs(page, 'done')
  expect(await bindingsOf(page)).toEqual(['on', 'on'])
  await counts(page, 'needs-you', 1)
  const made = ['create', 'bind-user', 'create', 'bind-user', 'bind-hostname']
  expect(effectsOf(platform)).toEqual(made)

  await goHome(page)
  // The first customer still has work that needs a technician, so take the latest.
  const [latest] = (await call(page, 'job.list', { limit: 1 })).jobs
  await openCustomer(page, latest?.userid ?? '')
  await sees(page, 'Pending, normal until the first login')
  await action(page, 'Disable')
  await sees(page, 'The operator disabled this customer. The box stays dark until the customer is enabled.')
  await action(page, 'Enable')
  await sees(page, 'Pending, normal until the first login')
  expect(effectsOf(platform)).toEqual([...made, 'disable', 'enable'])
}, 120_000)

test('a very long answer is shown completely, part by part, and its fields can be mapped', async () => {
  const platform = await createSandbox({ dataFolder: ':memory:', customers: 1400, options: { dialect: 'foreign' } })
  onTestFinished(platform.close)
  const { page } = await openForTest()
  await connectTo(page, platform)
  await openConsole(page)
  await choose(page, 'POST', 'GetCustomerStatusByReseller')
  await value(page, 'reseller_id').fill('0')
  await value(page, 'page').fill('1')
  await press(page, 'Send')

  await sees(page, /^Part 1 of 2: characters 1 to 65,536 of \d\d,\d{3}$/)
  const raw = page.getByLabel('Raw answer')
  const first = await raw.inputValue()
  await press(page, 'Last part')
  await sees(page, /^Part 2 of 2: characters 65,537 to /)
  const all = JSON.parse(first + (await raw.inputValue())) as { antwoord: { klantenlijst: unknown[] } }
  expect(all.antwoord.klantenlijst).toHaveLength(1000)

  await press(page, 'Map its fields')
  await sees(page, /^Part 1 of 2/)
  await map(page, { inlognaam: 'User ID', toestand: 'Status' })
  await verdict(page, 'accepted')
  await sees(page, '1000 records · the first 20 are shown')
  await press(page, 'Use another answer')
  expect(await field(page, 'Answer text').inputValue()).toBe('')
})

test('a request in the console that takes too long can be cancelled, even by leaving the page', async () => {
  const platform = await openPlatformForTest()
  const { page } = await openForTest()
  await connectTo(page, platform)
  await openConsole(page)
  await choose(page, 'GET', 'getCustomers')
  platform.setFaults([{ match: { operation: 'getCustomers' }, times: 2, fault: { kind: 'hang', commit: false } }])

  await press(page, 'Send')
  await sees(page, 'Waiting for the answer…')
  await press(page, 'Cancel')
  await sees(page, 'Cancelled. The platform may have received the query, which changes nothing there.')
  await press(page, 'Send')
  await sees(page, 'Waiting for the answer…')
  await choose(page, 'GET', 'devices')
  await choose(page, 'GET', 'getCustomers')
  await press(page, 'Send')
  await verdict(page, 'accepted')
})

test('a refused operation can be corrected in the console, which keeps its values and its job', async () => {
  const platform = await openPlatformForTest()
  const { page } = await openForTest()
  await connectTo(page, platform)
  const userid = await anyUserid(page)
  const operation = 'changeCustomerProduct_GET'
  const length = { subscriptionlengthinmonths: '12', subscriptionlengthindays: '0', fromExpireDate: 'false' }
  const values = { userid, password: '0', productid: 'none-such', ...length }
  const { id } = await call(page, 'job.save', {
    draftId: 'a draft of this test',
    intent: { kind: 'console', operation, values },
  })

  await goTo(page, 'Queue')
  await page.locator('[data-job] [data-state="refused"]').waitFor()
  await page.locator('[data-job]').getByRole('link').first().click()
  await press(page, 'Correct')
  await sees(page, 'You are correcting a job that the platform refused.')
  await expect.poll(() => value(page, 'productid').inputValue()).toBe('none-such')
  const correct = async (productid: string): Promise<void> => {
    await value(page, 'productid').fill(productid)
    await press(page, 'Correct and send again')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Send correction' }).click()
  }
  // Another correction follows in the same form if the platform refuses this one, too.
  await correct('none-such-either')
  await page.locator('main [data-state="refused"]').waitFor({ timeout: 15_000 })

  // What was typed stays, also when the engineer comes back to the form.
  await value(page, 'productid').fill('typed')
  await goTo(page, 'Queue')
  await page.goBack()
  await expect.poll(() => value(page, 'productid').inputValue()).toBe('typed')
  await sees(page, 'You are correcting a job that the platform refused.')
  expect(await value(page, 'productid').inputValue()).toBe('typed')
  await correct('none-such-at-all')
  await page.locator('main [data-state="refused"]').waitFor({ timeout: 15_000 })
  await correct(platform.products[1]?.id ?? '')

  await page.locator('main [data-state="done"]').waitFor({ timeout: 15_000 })
  // A job that is done cannot be corrected, and the form makes no other job from its values.
  await correct('once-more')
  await page.getByRole('alertdialog').getByText('This changed while you were looking at it.').waitFor()
  const { jobs } = await call(page, 'job.list', { limit: 5 })
  expect(jobs.map((job) => job.id)).toEqual([id])
  expect(platform.ledger()).toMatchObject([{ operation, effect: 'change', userid }])
})

test('the values and the answer of a connection do not appear under another connection', async () => {
  const platform = await openPlatformForTest()
  const { page } = await openForTest()
  await connectTo(page, platform)
  await openConsole(page)
  await choose(page, 'GET', 'getCustomer')
  await value(page, 'userid').fill('4471920385')
  await press(page, 'Send')
  await press(page, 'Map its fields')
  await page.getByRole('heading', { name: 'Fields of the answer' }).waitFor()
  expect(await page.getByText('No answer yet').count()).toBe(0)

  await call(page, 'connection.start-training', {})
  await sees(page, 'No answer yet')
  await openConsole(page)
  await choose(page, 'GET', 'getCustomer')
  expect(await value(page, 'userid').inputValue()).toBe('')
})
