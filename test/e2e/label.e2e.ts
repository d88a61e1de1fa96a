import type { Locator, Page } from 'playwright'
import { expect, test } from 'vitest'
import { sendAs } from './drive-scanner.ts'
import {
  anyMac,
  field,
  goHome,
  openBox,
  openForFile,
  press,
  scan,
  scanLabel,
  sees,
  startPractising,
  withColons,
} from './drive.ts'

const setdesk = await openForFile()

const pasteInto = (input: Locator, text: string): Promise<void> =>
  input.evaluate((element, pasted) => {
    const data = new DataTransfer()
    data.setData('text/plain', pasted)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  }, text)

/** The screens to scan on, with the element that shows they are open. */
const screens = [
  ['#/queue', 'heading', 'Queue'],
  ['#/', 'heading', 'Home'],
  ['#/activate', 'heading', 'New activation'],
  ['#/customers', 'heading', 'Customers'],
  ['#/customers/4021770010', 'group', 'Actions for this customer'],
  ['#/activity', 'heading', 'Activity'],
  ['#/settings', 'heading', 'Settings'],
  ['#/settings/connections', 'heading', 'Settings'],
  ['#/console', 'heading', 'Interface console'],
  ['#/console/getCustomer', 'heading', 'Interface console'],
] as const

/** Opens a screen and focuses its first text field. */
async function open(page: Page, [hash, role, name]: readonly [string, 'heading' | 'group', string]): Promise<void> {
  await page.evaluate((address) => {
    location.hash = address
  }, hash)
  // A scan before this element appears would go to the previous screen.
  await page.getByRole(role, { name, exact: true }).first().waitFor({ state: 'attached' })
  const first = page.locator('main').getByRole('textbox').or(page.locator('main').getByRole('searchbox')).first()
  if ((await first.count()) > 0) await first.focus()
}

test('a label with three codes fills in the box and its model, whatever screen is open', async () => {
  const { page } = setdesk
  await startPractising(page)
  for (const [index, screen] of screens.entries()) {
    const mac = anyMac()
    const model = `MAG52${index}`
    await open(page, screen)
    await scanLabel(page, ['4006381333931', `MODEL: ${model}`, mac])
    await page.getByRole('heading', { name: 'New activation' }).waitFor()
    await openBox(page)
    expect(await field(page, 'Box').inputValue(), screen[0]).toBe(mac)
    expect(await page.getByRole('textbox', { name: /^Model/ }).inputValue(), screen[0]).toBe(model)
    const said = page.getByRole('group', { name: 'What the label says' })
    for (const role of ['Article number', 'Model', 'MAC address'])
      await said.getByRole('button', { name: role }).waitFor()
    await press(page, 'Discard')
  }
}, 120_000)

test('a scan of an article number alone opens the form, which says what the number is', async () => {
  const { page } = setdesk
  for (const screen of [screens[0], screens[2]]) {
    await open(page, screen)
    await scan(page, '4006381333931')
    await page.getByRole('heading', { name: 'New activation' }).waitFor()
    await sees(page, /an article number, the same on every box of its type/)
    await page.getByRole('button', { name: 'Article number' }).waitFor()
    await press(page, 'Discard')
  }
})

test('on screens with a scan batch, a scan is added to the batch', async () => {
  const { page } = setdesk
  const [one, other] = [anyMac(), anyMac()]
  await open(page, ['#/bulk', 'heading', 'Bulk'])
  await scanLabel(page, ['4006381333931', one])
  await expect.poll(() => field(page, 'Or scan, type or paste boxes').inputValue()).toBe(`${one}\n`)
  await open(page, ['#/hostnames', 'heading', 'Hostnames'])
  await scanLabel(page, ['4006381333931', other])
  await page.locator('[data-verdict]').waitFor()
  await sees(page, withColons(other))
  expect(await page.evaluate(() => location.hash)).toMatch(/^#\/hostnames/)
})

test('every screen in the side bar is covered by the scan tests of this file', async () => {
  const { page } = setdesk
  const links = await page.getByRole('navigation', { name: 'Screens' }).getByRole('link').all()
  const rail = await Promise.all(links.map(async (link) => await link.getAttribute('href')))
  const tried = new Set<string>([...screens.map(([hash]) => hash), '#/bulk', '#/hostnames'])
  expect(rail.filter((hash) => hash === null || !tried.has(hash))).toEqual([])
})

test('a changed role of a code is remembered for later codes of that kind', async () => {
  const { page } = setdesk
  await goHome(page)
  await scan(page, '4006381333931')
  await page.getByRole('button', { name: /^4006381333931|Article number/ }).click()
  await page.getByRole('option', { name: 'Serial number' }).click()
  await page.getByRole('button', { name: /Serial number/ }).waitFor()
  await field(page, 'Box').fill('')
  await scan(page, '4012345678901')
  await page.getByRole('heading', { name: 'New activation' }).waitFor()
  await openBox(page)
  expect(await field(page, 'Box').inputValue()).toBe('4012345678901')
  await press(page, 'Discard')
})

test('a GS1 code is read even if computer and scanner have different keyboard layouts', async () => {
  const { page } = setdesk
  await goHome(page)
  await field(page, 'Box').focus()
  await sendAs(page, '010400638133393121STB7N0042913\u001D240MAG520', { gap: 8, end: 'Enter' })
  await page.getByRole('heading', { name: 'New activation' }).waitFor()
  await openBox(page)
  expect(await field(page, 'Box').inputValue()).toBe('STB7N0042913')
  expect(await page.getByRole('textbox', { name: /^Model/ }).inputValue()).toBe('MAG520')
  await press(page, 'Discard')
})

test('a pasted label that names only a radio or a smart card is not taken as the box', async () => {
  const { page } = setdesk
  await page.evaluate(() => {
    location.hash = '#/activate'
  })
  await page.getByRole('heading', { name: 'New activation' }).waitFor()
  for (const [text, number] of [
    ['BT MAC: 001A794EB20F', '001A794EB20F'],
    ['CARD SN: 8125123456789012', '8125123456789012'],
  ] as const) {
    await field(page, 'Box').fill('')
    await pasteInto(field(page, 'Box'), text)
    await sees(page, `The label gives ${number} for something else`)
    expect(await page.locator('[data-bars]').count()).toBe(0)
  }
  const mac = anyMac()
  await pasteInto(field(page, 'Box'), `WIFI MAC: 001A794EB20F; MAC: ${mac}; MODEL: MAG520`)
  await sees(page, withColons(mac))
  await press(page, 'Discard')
})

test('an address from a scanner with another keyboard layout is corrected once the technician accepts the suggestion', async () => {
  const { page } = setdesk
  await goHome(page)
  await scan(page, '00Ö1AÖ79Ö4CÖ00Ö01')
  await press(page, 'Use 00:1A:79:4C:00:01')
  expect(await field(page, 'Box').inputValue()).toBe('00:1A:79:4C:00:01')
})

test('a scan that is not understood is reported in a toast with its code points', async () => {
  const { page } = setdesk
  await page.evaluate(() => {
    location.hash = '#/queue'
  })
  await page.getByRole('heading', { name: 'Queue', level: 1 }).waitFor()
  await scan(page, `ЖБДЗИ${'x'.repeat(495)}`)
  await sees(page, /It has 500 characters; only the beginning is shown.*U\+0416 U\+0411 U\+0414 and 2 more/)
})
