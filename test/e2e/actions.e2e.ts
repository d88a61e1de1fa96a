import type { Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import {
  anyMac,
  call,
  field,
  goHome,
  goTo,
  openForFile,
  press,
  scan,
  scanLabel,
  sees,
  handoutText,
  withColons,
  openCustomer,
  inWords,
} from './drive.ts'
import { connectTo, openPlatformForFile } from './drive-platform.ts'
import { targetName } from './target.ts'

const platform = await openPlatformForFile({ zeroPassword: 'anywhere' })
const setdesk = await openForFile()

/** The user IDs of the platform's own customers, by index. */
const useridAt = (index: number): string => String(4_021_770_010 + index * 613)
const customers = {
  active: useridAt(0),
  expired: useridAt(2),
  pending: useridAt(4),
  trial: useridAt(7),
  disabled: useridAt(9),
}

beforeAll(async () => {
  await connectTo(setdesk.page, platform)
})

const dialog = (page: Page) => page.getByRole('dialog')
const settles = async (page: Page, state: string): Promise<void> =>
  await dialog(page).locator(`[data-state="${state}"]`).first().waitFor({ timeout: 15_000 })
const effectsOn = (userid: string) =>
  platform
    .ledger()
    .filter((entry) => entry.userid === userid)
    .map(({ effect }) => effect)

async function begin(page: Page, action: string): Promise<void> {
  await page
    .getByRole('group', { name: 'Actions for this customer' })
    .getByRole('button', { name: action, exact: true })
    .click()
  await dialog(page).waitFor()
}

/** Waits until the latest scan is a whole label. A code that comes sooner belongs to it, and a screen that opens sooner gets it. */
const labelEnds = async (page: Page): Promise<void> => await page.waitForTimeout(400)

/** Closes the dialog, and nothing else. */
async function finish(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'hidden' })
  await page.getByRole('group', { name: 'Actions for this customer' }).waitFor()
}

test('a renewal shows the new end date before it is saved, and the old and the new end date afterwards', async () => {
  const { page } = setdesk
  await goTo(page, 'Customers')
  await page.getByRole('searchbox').fill('Ada Whitfield')
  const listed = page.locator(`[data-customer="${customers.active}"]`)
  await listed.click()
  const before = platform.ledger().length
  await begin(page, 'Renew')
  await field(page, 'Length').fill('3')
  const shown = await dialog(page).getByRole('row', { name: 'Runs until' }).getByRole('cell').last().textContent()
  expect(shown).toMatch(/^\w{3} \d{1,2}, \d{4}/)
  for (let time = 0; time < 2; time += 1) await page.keyboard.press('Enter')
  await settles(page, 'done')

  const [entry] = platform.ledger().slice(before)
  expect(entry?.effect).toBe('renew')
  const row = dialog(page).getByRole('row', { name: 'Runs until' })
  await row.getByText(inWords(entry?.before?.endDate)).waitFor()
  await row.getByText(inWords(entry?.after?.endDate)).waitFor()
  expect(shown).toContain(inWords(entry?.after?.endDate))
  await finish(page)
  await expect.poll(() => listed.textContent()).toContain(inWords(entry?.after?.endDate))
})

test('the product of a customer can be changed after the subscription has ended', async () => {
  const { page } = setdesk
  await openCustomer(page, customers.expired)
  await begin(page, 'Change product')
  await dialog(page).getByRole('button', { name: 'Change product' }).click()
  await sees(page, 'Fill this in.')
  await dialog(page).getByRole('button', { name: 'Choose Product' }).click()
  await page.getByRole('option', { name: 'Sports Plus' }).click()
  await dialog(page).getByRole('button', { name: 'Change product' }).click()
  await settles(page, 'done')
  await sees(page, 'Sports Plus')
  expect(effectsOn(customers.expired)).toEqual(['change'])
  await finish(page)
})

test('a scan chooses no other product while the list of products has the focus', async () => {
  const { page } = setdesk
  await openCustomer(page, customers.trial)
  await begin(page, 'Change product')
  const list = dialog(page).locator('button[aria-haspopup=listbox]').first()
  await expect.poll(() => list.evaluate((element) => element === document.activeElement)).toBe(true)
  const before = await list.textContent()
  // Several products begin with S.
  await scan(page, 'S4820198347')
  await sees(page, /^Scan ignored/)
  expect(await list.textContent()).toBe(before)
  await finish(page)
})

test('an article number that is scanned is not added to a customer as a box, not even on Enter', async () => {
  const { page } = setdesk
  await openCustomer(page, customers.pending)
  await begin(page, 'Add a box')
  const box = dialog(page).locator('[data-box-field]')
  const jobs = (await call(page, 'job.list', { limit: 50 })).jobs.length
  await scan(page, '4006381333931')
  await sees(page, /an article number, the same on every box of its type/)
  await box.focus()
  for (let time = 0; time < 2; time += 1) await page.keyboard.press('Enter')
  await box.waitFor()
  expect((await call(page, 'job.list', { limit: 50 })).jobs).toHaveLength(jobs)
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
})

test.each(['Disable', 'Renew'])('the Enter of a short code, and one Enter, save nothing: %s', async (action) => {
  const { page } = setdesk
  await openCustomer(page, customers.trial)
  await begin(page, action)
  const entries = dialog(page).getByRole('textbox')
  await expect.poll(() => entries.first().evaluate((one) => one.ownerDocument.activeElement?.tagName)).toBe('INPUT')
  const jobs = (await call(page, 'job.list', { limit: 50 })).jobs.length
  await scan(page, 'MAG322')
  await sees(page, 'Press Enter yourself to go on.')
  // An Enter that comes at once would count as a second one of the scanner.
  await page.waitForTimeout(400)
  await page.keyboard.press('Enter')
  await page.getByText('Press Enter yourself to go on.').waitFor({ state: 'detached', timeout: 3000 })
  await call(page, 'app.snapshot', {})
  expect((await call(page, 'job.list', { limit: 50 })).jobs).toHaveLength(jobs)
  const values = await entries.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))
  expect(values.join(' ')).toContain('MAG322')
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
})

test('the Enter of a short code in the box field saves nothing, nor does that of the next short code', async () => {
  const { page } = setdesk
  await openCustomer(page, customers.trial)
  await begin(page, 'Add a box')
  const box = dialog(page).locator('[data-box-field]')
  await expect.poll(() => box.evaluate((one) => one === one.ownerDocument.activeElement)).toBe(true)
  const jobs = (await call(page, 'job.list', { limit: 50 })).jobs.length
  for (const code of ['MAG322', 'MAG520']) {
    await scan(page, code)
    await call(page, 'app.snapshot', {})
    await box.waitFor()
    expect((await call(page, 'job.list', { limit: 50 })).jobs).toHaveLength(jobs)
  }
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
})

test('a code that only looks like a serial number does not replace the address of the box unless the technician says so', async () => {
  const { page } = setdesk
  const mac = anyMac()
  await openCustomer(page, customers.trial)
  await begin(page, 'Add a box')
  const box = dialog(page).locator('[data-box-field]')
  await scan(page, mac)
  await expect.poll(() => box.inputValue()).toBe(mac)
  await labelEnds(page)
  await scan(page, 'PN4820194701')
  await sees(page, 'The label has PN4820194701, too. Check which one is the box.')
  expect(await box.inputValue()).toBe(mac)
  await press(page, 'Use PN4820194701')
  await expect.poll(() => box.inputValue()).toBe('PN4820194701')
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
})

test('the model on a label is not added with another box that is scanned next', async () => {
  const { page } = setdesk
  const [first, second] = [anyMac(), anyMac()]
  await openCustomer(page, customers.trial)
  await begin(page, 'Add a box')
  const model = dialog(page).getByRole('textbox', { name: /^Model/ })
  await scanLabel(page, [first, 'MODEL: MAG520'])
  await expect.poll(() => model.inputValue()).toBe('MAG520')
  await labelEnds(page)
  await scan(page, second)
  await expect.poll(() => model.inputValue()).toBe('')
  await labelEnds(page)
  await model.fill('MAG420')
  await scan(page, first)
  await expect.poll(() => dialog(page).locator('[data-box-field]').inputValue()).toBe(first)
  expect(await model.inputValue()).toBe('MAG420')
  await labelEnds(page)
  await scanLabel(page, [second, 'MODEL: MAG520'])
  await expect.poll(() => model.inputValue()).toBe('MAG520')
  await labelEnds(page)
  await dialog(page).locator('[data-box-field]').fill('')
  await dialog(page).locator('[data-box-field]').fill(first)
  await expect.poll(() => model.inputValue()).toBe('')
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
})

test('the model of a box stays if the label of the box is scanned again without it', async () => {
  const { page } = setdesk
  const [mac, serial] = [anyMac(), 'SN:STB7N0042913']
  await openCustomer(page, customers.trial)
  await begin(page, 'Add a box')
  const box = dialog(page).locator('[data-box-field]')
  const model = dialog(page).getByRole('textbox', { name: /^Model/ })
  await scanLabel(page, [mac, 'MODEL: MAG520'])
  await expect.poll(() => model.inputValue()).toBe('MAG520')
  await labelEnds(page)
  await scanLabel(page, [serial, mac])
  await labelEnds(page)
  await expect.poll(() => box.inputValue()).toBe(mac)
  expect(await model.inputValue()).toBe('MAG520')
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
})

test('a pending customer can get a box, and a trial customer can be disabled', async () => {
  const { page } = setdesk
  const mac = anyMac()
  await openCustomer(page, customers.pending)
  await begin(page, 'Add a box')
  // Letters that look like those of an address but belong to another alphabet.
  await scan(page, '001АВ79С4ЕВ20F')
  await sees(page, 'U+0410 U+0412 U+0421 U+0415')
  await scanLabel(page, ['4006381333931', 'STB7N0042913', mac, 'MODEL: MAG520'])
  await sees(page, withColons(mac))
  expect(await dialog(page).locator('[data-box-field]').inputValue()).toBe(mac)
  await expect
    .poll(() =>
      dialog(page)
        .getByRole('textbox', { name: /^Model/ })
        .inputValue(),
    )
    .toBe('MAG520')
  expect(await dialog(page).getByRole('group', { name: 'What the label says' }).getByRole('button').count()).toBe(4)
  expect(await dialog(page).getByText('not understood').count()).toBe(0)
  const bind = dialog(page).getByRole('button', { name: 'Add box' })
  expect((await bind.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await bind.click()
  await settles(page, 'done')
  expect(effectsOn(customers.pending)).toEqual(['bind-user'])
  expect(platform.ledger().at(-1)?.box).toBe(withColons(mac))
  await finish(page)

  await openCustomer(page, customers.trial)
  await begin(page, 'Disable')
  await sees(page, 'They cannot watch until they are enabled again.')
  await dialog(page).getByRole('button', { name: 'Disable', exact: true }).click()
  await settles(page, 'done')
  expect(effectsOn(customers.trial)).toEqual(['disable'])
  await finish(page)
})

test('a disabled customer can be enabled', async () => {
  const { page } = setdesk
  await openCustomer(page, customers.disabled)
  await begin(page, 'Enable')
  await dialog(page).getByRole('button', { name: 'Enable', exact: true }).click()
  await settles(page, 'done')
  expect(effectsOn(customers.disabled)).toEqual(['enable'])
  await finish(page)
})

test('after a swap, Home and the customer page ask to unbind the old box until the technician marks that as done', async () => {
  const { page } = setdesk
  const mac = anyMac()
  await openCustomer(page, customers.active)
  await begin(page, 'Swap a box')
  await scan(page, mac)
  await dialog(page).getByRole('button', { name: 'Swap box' }).click()
  await settles(page, 'done')
  await sees(page, /^Still to do by hand: unbind /)
  // The result says only once what is left to do.
  expect(
    await dialog(page)
      .getByText(/nothing/i)
      .count(),
  ).toBe(0)
  await finish(page)
  await sees(page, /^Unbind .* from 4021770010$/)
  await goHome(page)
  await sees(page, '1 task in the platform’s console')
  // The second press of a double click undoes nothing.
  await page.getByRole('button', { name: /^Mark as unbound: / }).dblclick({ delay: 60 })
  await sees(page, 'Done in the platform’s console')
  await page.waitForTimeout(500)
  await sees(page, 'Done in the platform’s console')
  await page.getByRole('button', { name: /^Undo: / }).click()
  await sees(page, '1 task in the platform’s console')
  await page.getByRole('button', { name: /^Mark as unbound: / }).click()
  expect(effectsOn(customers.active)).toEqual(['renew', 'bind-user'])
})

test('the screen says if a box was added without its hostname', async () => {
  const { page } = setdesk
  await openCustomer(page, customers.pending)
  await begin(page, 'Add a box')
  const hostname = dialog(page).getByRole('combobox', { name: /^Hostname/ })
  await hostname.fill('')
  await hostname.press('Tab')
  await scan(page, anyMac())
  await dialog(page).getByRole('button', { name: 'Add box' }).click()
  await dialog(page)
    .locator('[data-state="done"]', { hasText: /^Done, without hostname$/ })
    .waitFor({ timeout: 15_000 })
  await sees(page, 'Without a hostname, a box with factory settings does not find its operator')
  await finish(page)
})

test('a renewal warns of another renewal of the customer that is not finished yet', async () => {
  const { page } = setdesk
  const warning = 'Another renewal or product change for this customer is not finished yet.'
  await call(page, 'queue.pause', {})
  await openCustomer(page, customers.active)
  await begin(page, 'Renew')
  await field(page, 'Length').fill('1')
  expect(await dialog(page).getByText(warning).count()).toBe(0)
  for (let time = 0; time < 2; time += 1) await page.keyboard.press('Enter')
  await settles(page, 'saved')
  await finish(page)

  await begin(page, 'Renew')
  await dialog(page).getByText(warning).waitFor()
  await dialog(page).getByRole('button', { name: 'Cancel', exact: true }).click()
  await dialog(page).waitFor({ state: 'hidden' })
  await call(page, 'queue.resume', {})
})

test('an action for a typed user ID is saved without a network, and sent exactly once when the network is back', async () => {
  const { page } = setdesk
  const nobody = useridAt(20)
  await platform.setOptions({ offline: true })
  await openCustomer(page, nobody)
  await begin(page, 'Renew')
  await dialog(page).getByRole('button', { name: 'Renew', exact: true }).click()
  await dialog(page).locator('[data-state]').first().waitFor()
  await sees(page, /Saved on this computer|Waiting/)
  expect(effectsOn(nobody)).toEqual([])
  await platform.setOptions({ offline: false })
  await settles(page, 'done')
  expect(effectsOn(nobody)).toEqual(['renew'])
  await finish(page)
})

test('the form of an action keeps an invalid value, and saves nothing on Escape', async () => {
  const { page } = setdesk
  await openCustomer(page, customers.active)
  await begin(page, 'Renew')
  await field(page, 'Length').fill('x')
  await dialog(page).getByRole('button', { name: 'Renew', exact: true }).click()
  await dialog(page).locator('[data-invalid], [aria-invalid="true"]').first().waitFor()
  expect(await field(page, 'Length').inputValue()).toBe('x')
  const { jobs } = await call(page, 'job.list', { limit: 100 })
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'hidden' })
  expect((await call(page, 'job.list', { limit: 100 })).jobs).toHaveLength(jobs.length)
  // Esc closed only the dialog, so the customer is still on screen.
  await page.getByRole('group', { name: 'Actions for this customer' }).waitFor()
})

test('the handout of a customer can be shown later, with the password only if the customer was created here', async () => {
  const { page } = setdesk
  await openCustomer(page, customers.active)
  await begin(page, 'Customer handout')
  await sees(page, 'the handout shows only the user ID')
  expect(await handoutText(page)).toContain(customers.active)
  await page.keyboard.press('Escape')

  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Find anything' }).waitFor()
  await dialog(page).getByRole('searchbox').fill('without a box')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'New customer without a box' }).waitFor()
  for (const [label, text] of [
    ['First name', 'Ines'],
    ['Last name', 'Duarte'],
    ['Mobile', '+33612345999'],
    ['Street', '3 Quai de Seine'],
    ['Zip code', '75019'],
    ['City', 'Paris'],
  ] as const)
    await field(page, label).fill(text)
  await page.getByRole('radio', { name: 'Basic TV' }).click({ force: true })
  await page.keyboard.press('Control+Enter')
  await page.locator('main section [data-state="done"]').first().waitFor({ timeout: 15_000 })
  const created = platform.ledger().findLast(({ effect }) => effect === 'create')
  expect(created?.operation).toBe('addCustomer')

  await openCustomer(page, created?.userid ?? '')
  await begin(page, 'Customer handout')
  await sees(page, created?.parameters['password'] ?? 'no password')
  expect(await handoutText(page)).toContain(created?.parameters['password'])
  await page.keyboard.press('Escape')
})

test.skipIf(targetName !== 'loopback')(
  'a handout whose password cannot be read says so, cannot be printed, and can be read again',
  async () => {
    const { page } = setdesk
    const password = platform.ledger().findLast(({ operation }) => operation === 'addCustomer')?.parameters['password']
    const print = dialog(page).getByRole('button', { name: 'Print' })
    await page.route('**/bridge/job.read', (route) => route.abort())
    await begin(page, 'Customer handout')
    await dialog(page).getByRole('alert').waitFor()
    await sees(page, /^The password of this customer could not be read/)
    expect(await page.getByText('the handout shows only the user ID').count()).toBe(0)
    expect(await print.isDisabled()).toBe(true)
    await page.unrouteAll()
    await press(page, 'Try again')
    await sees(page, String(password))
    expect(await print.isEnabled()).toBe(true)
    expect(await dialog(page).getByRole('alert').count()).toBe(0)
    await page.keyboard.press('Escape')
  },
)
