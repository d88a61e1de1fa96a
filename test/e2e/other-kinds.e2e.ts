import type { Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import {
  anyMac,
  anyPerson,
  call,
  field,
  goHome,
  bindingsOf,
  goOn,
  openBox,
  openForFile,
  prepare,
  press,
  scan,
  sees,
  settlesAs,
  handoutText,
  withColons,
  saveActivation,
  hasState,
} from './drive.ts'
import { connectTo, openPlatformForFile } from './drive-platform.ts'
import { people } from '../../src/sandbox/seed.ts'

const platform = await openPlatformForFile()
const setdesk = await openForFile()
/** The platform's first customer. */
const known = { userid: '4021770010', name: people[0]?.slice(0, 2).join(' ') ?? '' }

beforeAll(async () => {
  await connectTo(setdesk.page, platform)
})

async function scanFor(page: Page, mac: string, kind: string): Promise<void> {
  await goHome(page)
  await scan(page, mac)
  await page.getByRole('radio', { name: kind }).click({ force: true })
}

const effectsOn = (mac: string) =>
  platform
    .ledger()
    .filter(({ box }) => box === withColons(mac))
    .map(({ effect, userid, hostname }) => ({ effect, userid, hostname }))

test('the name of an existing customer is shown before a box is bound, and an unknown user ID is reported', async () => {
  const { page } = setdesk
  const mac = anyMac()
  await scanFor(page, mac, 'Existing customer')
  const logIn = page.getByRole('combobox', { name: 'Customer’s user ID' })
  await logIn.fill('1234509876')
  await sees(page, 'No customer on the platform has this user ID.')
  await logIn.fill(known.userid)
  await sees(page, known.name)
  await sees(page, known.name)
  await press(page, 'Activate')

  await settlesAs(page, 'done')
  expect(await bindingsOf(page)).toEqual(['on', 'on'])
  await sees(page, known.name)
  expect(await handoutText(page)).toContain(known.name)
  // The end date is asked of the platform after the job is done.
  await expect.poll(() => handoutText(page)).toContain('Runs until')
  expect(await handoutText(page)).not.toMatch(/\d{4}-\d\d-\d\d/)
  expect(effectsOn(mac)).toEqual([
    { effect: 'bind-user', userid: known.userid, hostname: null },
    { effect: 'bind-hostname', userid: null, hostname: platform.hostnames[0] },
  ])
})

test('an existing customer who cannot be looked up now is accepted, and marked as unchecked', async () => {
  const { page } = setdesk
  const mac = anyMac()
  await platform.setOptions({ offline: true })
  await saveActivation(page)
  await scanFor(page, mac, 'Existing customer')
  await page.getByRole('combobox', { name: 'Customer’s user ID' }).fill(known.userid)
  await sees(page, 'Not checked: the platform cannot be reached.')
  await press(page, 'Save on this computer')
  await settlesAs(page, 'saved')
  expect(effectsOn(mac)).toEqual([])
  await platform.setOptions({ offline: false })
  await settlesAs(page, 'done')
  expect(effectsOn(mac).map(({ effect }) => effect)).toEqual(['bind-user', 'bind-hostname'])
})

test('an existing customer can be chosen from a list by name, or by typing the whole user ID', async () => {
  const { page } = setdesk
  const mac = anyMac()
  await scanFor(page, mac, 'Existing customer')
  const logIn = page.getByRole('combobox', { name: 'Customer’s user ID' })
  const line = page.getByRole('option', { name: /^Nora Eriksen/ })
  await logIn.pressSequentially('Eriksen', { delay: 60 })
  await line.waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect.poll(() => logIn.inputValue()).toMatch(/^\d+$/)
  const userid = await logIn.inputValue()
  await page.getByText('Nora Eriksen').first().waitFor()

  // The newest jobs' customers come first, before anything is typed.
  await logIn.fill('')
  await page.keyboard.press('ArrowDown')
  await page.getByRole('option').first().waitFor()
  await page.keyboard.press('Escape')

  // Enter after a typed user ID continues without choosing from the list.
  await logIn.fill('')
  await logIn.pressSequentially('Eriksen', { delay: 60 })
  await line.waitFor()
  await logIn.fill(userid)
  await page.keyboard.press('Enter')
  expect(await logIn.inputValue()).toBe(userid)
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('[data-go-on]') !== null)).toBe(true)
  await page.getByRole('listbox').waitFor({ state: 'detached' })
  await page.keyboard.press('Enter')
  await settlesAs(page, 'done')
  expect(effectsOn(mac)[0]).toMatchObject({ effect: 'bind-user', userid })
})

test('a box can be bound to a hostname alone, and the screen says that no customer has it', async () => {
  const { page } = setdesk
  const mac = anyMac()
  await scanFor(page, mac, 'No customer')
  await sees(page, 'The hostname tells the box which operator to load, but the box belongs to no customer.')
  await press(page, 'Activate')
  await settlesAs(page, 'done')
  expect(await bindingsOf(page)).toEqual(['not-asked-for', 'on'])
  expect(effectsOn(mac)).toEqual([{ effect: 'bind-hostname', userid: null, hostname: platform.hostnames[0] }])
})

test('a box that is already in a waiting job can be used only after a warning that names and links that job', async () => {
  const { page } = setdesk
  const mac = anyMac()
  const person = anyPerson()
  await platform.setOptions({ offline: true })
  await saveActivation(page, mac, person)

  await goHome(page)
  await scan(page, mac)
  await sees(page, 'This box is already in another job on this computer')
  await sees(page, person['Last name'] ?? '')
  await press(page, 'Use this box anyway')
  await page.getByRole('button', { name: 'Use this box anyway' }).waitFor({ state: 'hidden' })
  // The pressed button is gone, so the focus goes on to the first field to fill in.
  await expect.poll(() => field(page, 'First name').evaluate((one) => one === document.activeElement)).toBe(true)
  await press(page, 'Discard')

  await goHome(page)
  await scan(page, mac)
  await page.getByRole('link', { name: 'Open in the queue' }).click()
  await page.getByRole('heading', { name: person['Last name'] ?? '' }).waitFor()
  await platform.setOptions({ offline: false })
  await page.locator('aside [data-state="done"]').first().waitFor()
})

// Another window may have saved its job after this form was filled in.
test('a refused box can be saved anyway, and another box that replaces it cannot', async () => {
  const { page } = setdesk
  const mac = anyMac()
  await goHome(page)
  await call(page, 'draft.discard', {})
  await platform.setOptions({ offline: true })
  await saveActivation(page, mac)
  await page.route('**/bridge/box.look-up', async (route) => {
    const reply = await route.fetch()
    const { value } = (await reply.json()) as { readonly value: object }
    await route.fulfill({ response: reply, json: { ok: true, value: { ...value, jobs: [] } } })
  })
  await prepare(page, mac, anyPerson())
  await goOn(page)
  await goOn(page)
  const anyway = page.getByRole('button', { name: 'Save anyway' })
  await anyway.waitFor()
  await openBox(page)
  await field(page, 'Box').fill(anyMac())
  await anyway.waitFor({ state: 'detached' })
  await field(page, 'Box').fill(mac)
  await anyway.waitFor()
  await page.unrouteAll({ behavior: 'wait' })
  await press(page, 'Discard')
  await platform.setOptions({ offline: false })
})

test('a scanned box in service shows its customer, and offers a swap, a check and a renewal', async () => {
  const { page } = setdesk
  const mac = anyMac()
  const person = anyPerson()
  await goHome(page)
  await call(page, 'draft.discard', {})
  await hasState(page, await saveActivation(page, mac, person), 'done')
  const scanAgain = async (way: string): Promise<void> => {
    await goHome(page)
    await scan(page, mac)
    await page
      .getByRole('region', { name: `${person['First name'] ?? ''} ${person['Last name'] ?? ''} has this box` })
      .getByRole('link', { name: way, exact: true })
      .click()
  }
  await scanAgain('Open customer')
  await page.getByRole('group', { name: 'Actions for this customer' }).waitFor()

  await scanAgain('Check the install')
  await page.locator('[data-verdict="works"]:focus').waitFor()

  await scanAgain('Renew')
  await page.getByRole('dialog', { name: 'Renew' }).waitFor()
  await page.keyboard.press('Escape')

  await scanAgain('Swap this box')
  const swap = page.getByRole('dialog', { name: 'Swap a box' })
  await swap.getByRole('button', { name: new RegExp(`^${withColons(mac)}`) }).waitFor()
  await page.keyboard.press('Escape')
  await swap.waitFor({ state: 'hidden' })
  // After a reload the dialog does not open again, and the scans have left no draft.
  await page.reload()
  await page.getByRole('group', { name: 'Actions for this customer' }).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  await expect.poll(async () => (await call(page, 'draft.read', {})).draft).toBeUndefined()
})
