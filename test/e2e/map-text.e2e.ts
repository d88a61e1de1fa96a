import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import {
  activate,
  anyMac,
  anyPerson,
  call,
  field,
  goHome,
  goTo,
  bindingsOf,
  openForTest,
  press,
  sees,
  settlesAs,
} from './drive.ts'
import { lookAt, noLooks } from './drive-looks.ts'
import { connectTo, effectsOf, openPlatformForTest } from './drive-platform.ts'

const verdict = (page: Page, is: string) => page.locator(`[data-verdict="${is}"]`).waitFor()

/** Sends a reading operation in the console and opens the field mapping page with its answer. */
async function fetchToMap(page: Page, operation: string, values: Readonly<Record<string, string>> = {}): Promise<void> {
  await page.evaluate((id) => {
    location.hash = `#/console/${id}`
  }, operation)
  await page.getByRole('heading', { name: operation, level: 2, exact: true }).waitFor()
  for (const [name, text] of Object.entries(values))
    await page.getByRole('textbox', { name: new RegExp(`^${name} `) }).fill(text)
  await press(page, 'Send')
  await press(page, 'Map its fields')
  await page.getByRole('heading', { name: 'Records in plain text' }).waitFor()
}

/** Selects an option of a drop-down list. */
async function choose(page: Page, list: ReturnType<Page['locator']>, name: string): Promise<void> {
  await list.getByRole('button').click()
  await page.getByRole('option', { name, exact: true }).click()
  await list.getByRole('button', { name }).waitFor()
}

/** Maps each value whose name ends like this to a meaning. */
async function map(page: Page, meanings: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, meaning] of Object.entries(meanings))
    await choose(page, page.locator(`[data-leaf$="${name}"]`).first(), meaning)
}

async function mapStatuses(page: Page, statuses: Readonly<Record<string, string>>): Promise<void> {
  for (const [said, status] of Object.entries(statuses)) {
    await page.locator(`[data-status-said="${said}"]`).getByRole('button').click()
    await page.getByRole('option', { name: status }).click()
  }
}

/** Gives columns their meanings, from left to right. */
async function nameColumns(page: Page, meanings: readonly string[]): Promise<void> {
  for (const [index, meaning] of meanings.entries())
    await choose(page, page.locator('[data-text-field]').nth(index), meaning)
}

/** Pastes the answer of a changing operation. */
async function paste(page: Page, operation: string, text: string): Promise<void> {
  await page.getByRole('button', { name: /Operation/ }).click()
  await page
    .getByRole('option', { name: new RegExp(`^${operation}\\b(?!_)`) })
    .first()
    .click()
  await field(page, 'Answer text').fill(text)
  // The contents of the previous answer are shown until this one is read.
  await sees(page, `“${text.split(/[=;]/)[1] ?? ''}”`)
}

const statuses = { 0: 'Pending', 1: 'Active', 2: 'Trial', 3: 'Disabled', verlopen: 'Expired' }

test('jobs of a platform that answers in lines of text end as done once its fields are mapped on screen', async () => {
  const platform = await openPlatformForTest({ dialect: 'lines', zeroPassword: 'anywhere' })
  const { page } = await openForTest({ context: { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' } })
  await connectTo(page, platform)

  await fetchToMap(page, 'getCustomers')
  await verdict(page, 'unclear')
  await sees(page, /^It looks like \d+ records: A name and a value · Line break · Semicolon ; · Equals sign =\.$/)
  const looks = noLooks()
  await lookAt(page, looks, 'layout that is proposed')
  await press(page, 'Use this layout')
  await sees(page, /^The text fits: \d+ records in this answer to getCustomers\.$/)
  await map(page, {
    inlognaam: 'User ID',
    sleutel: 'Password',
    roepnaam: 'First name',
    achternaam: 'Last name',
    gsm: 'Mobile',
    kenmerk: 'Mapping ID',
    toestand: 'Status',
    loopt_tot: 'End date',
    pakket: 'Product',
  })
  await verdict(page, 'accepted')
  await mapStatuses(page, statuses)
  await lookAt(page, looks, 'layout that is taught')
  const [first] = (await call(page, 'console.ask', { slot: 'test', operation: 'getCustomers', values: {} })).raw.split(
    ';',
  )
  const userid = first?.split('=')[1] ?? ''

  await fetchToMap(page, 'devices', { userid })
  await map(page, { kastnummer: 'Box (MAC or serial number)', uitvoering: 'Model of the box' })
  await verdict(page, 'accepted')
  await paste(page, 'devices', 'melding=geen gegevens')
  await map(page, { melding: 'These words mean not found' })
  await verdict(page, 'absent')
  await paste(page, 'getCustomer', 'uitkomst=mislukt;toelichting=Klant onbekend')
  await map(page, { toelichting: 'These words mean not found', uitkomst: 'These words mean no' })
  await verdict(page, 'absent')
  await paste(page, 'Disable', 'uitkomst=gelukt;tijdstip=12:00')
  await map(page, { uitkomst: 'These words mean yes' })
  await verdict(page, 'accepted')
  await press(page, 'Save for North TV')
  await sees(page, 'Saved. Setdesk reads this platform’s answers with this mapping now.')
  expect(looks).toMatchObject({ axe: [], counter: [], reflow: [], zoom: [] })

  await activate(page, anyMac(), anyPerson())
  await settlesAs(page, 'done')
  expect(await bindingsOf(page)).toEqual(['on', 'on'])
  expect(effectsOf(platform)).toEqual(['create', 'bind-user', 'bind-hostname'])

  await goHome(page)
  await goTo(page, 'Customers')
  await sees(page, 'Expired')
}, 180_000)

test('an answer in columns without names can be mapped on screen, even by keyboard', async () => {
  const platform = await openPlatformForTest({ dialect: 'table', zeroPassword: 'anywhere' })
  const { page } = await openForTest({ context: { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' } })
  await connectTo(page, platform)

  await fetchToMap(page, 'GetCustomerStatusByReseller', { reseller_id: '0', page: '1' })
  await press(page, 'Use this layout')
  await page.getByText('A name and a value', { exact: true }).click()
  await sees(page, /does not fit, so the whole answer is read as plain words/)
  await page.getByText('A column without a name', { exact: true }).click()
  await page.getByRole('button', { name: /Between fields/ }).click()
  await page.getByRole('option', { name: 'Comma ,' }).click()
  await sees(page, /does not fit, so the whole answer is read as plain words/)

  // The separator follows the ten digits of the first user ID.
  await page.getByLabel(/^Or select a separator in the text/).focus()
  await page.keyboard.press('Control+Home')
  for (let figure = 0; figure < 10; figure += 1) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /Vertical bar \|.*Between fields/ }).waitFor()
  await sees(page, /^The text fits: \d+ records in this answer to GetCustomerStatusByReseller\.$/)
  await verdict(page, 'unclear')

  await nameColumns(page, ['User ID', 'Status', 'End date'])
  await verdict(page, 'accepted')
  await mapStatuses(page, statuses)
  const looks = noLooks()
  await lookAt(page, looks, 'columns that are named')
  await press(page, 'Save for North TV')
  await sees(page, 'Saved. Setdesk reads this platform’s answers with this mapping now.')
  expect(looks).toMatchObject({ axe: [], counter: [], reflow: [], zoom: [] })

  const values = { reseller_id: '0', page: '1' }
  const ask = { slot: 'test', operation: 'GetCustomerStatusByReseller_GET', values }
  const { understood } = await call(page, 'console.ask', ask)
  expect(understood.verdict).toBe('accepted')
  expect(understood.records).toContainEqual(expect.arrayContaining([{ field: 'status', value: 'Expired' }]))

  await press(page, 'Read as plain words')
  await verdict(page, 'unclear')
  await press(page, 'Discard changes')
  await verdict(page, 'accepted')
}, 120_000)
