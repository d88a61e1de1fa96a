import type { Locator, Page } from 'playwright'
import { expect, test } from 'vitest'
import {
  anyMac,
  anyPerson,
  field,
  goOn,
  goHome,
  isReady,
  openForFile,
  press,
  scan,
  sees,
  settlesAs,
  typePerson,
} from './drive.ts'
import { lookAt, noLooks } from './drive-looks.ts'
import { beginConnecting, connectTo, openPlatformForFile, typePlatform } from './drive-platform.ts'
import { targetName } from './target.ts'

const platform = await openPlatformForFile()
const setdesk = await openForFile({ context: { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' } })
const looks = noLooks()
const hasFocus = async (one: Locator): Promise<void> =>
  await expect.poll(() => one.evaluate((element) => element === document.activeElement)).toBe(true)
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('every screen from the first run to the result opens for the accessibility checks', async () => {
  const { page } = setdesk
  const look = (name: string, action?: ReturnType<typeof button>) => lookAt(page, looks, name, action)

  await field(page, 'Your name').waitFor()
  await look('first run', button(page, 'Start practising'))
  await field(page, 'Your name').fill('A. Moreau')
  await press(page, 'Connect')
  if (targetName === 'loopback') {
    await field(page, 'Passphrase').fill('short')
    await press(page, 'Protect this computer')
    await sees(page, 'At least 8 characters.')
    await look('passphrase', button(page, 'Protect this computer'))
  }
  await press(page, 'Back')
  await beginConnecting(page)
  await look('connection form')
  await typePlatform(page, platform)
  await field(page, 'CRM service').fill('another')
  await press(page, 'Test')
  await sees(page, 'This connection cannot be used yet.')
  await look('connection form with findings')
  await press(page, 'Back')
  await connectTo(page, platform)
  await look('empty home', field(page, 'Box'))

  await scan(page, anyMac())
  await field(page, 'First name').waitFor()
  await goOn(page)
  await sees(page, 'Fill this in.')
  await look('activation with problems', page.locator('[data-go-on]'))
  await page.getByRole('radio', { name: 'Existing customer' }).click({ force: true })
  await page.getByRole('combobox', { name: 'Customer’s user ID' }).fill('4021770010')
  await page.getByRole('region', { name: 'Customer with user ID' }).waitFor()
  await look('existing customer', page.locator('[data-go-on]'))
  await page.getByRole('radio', { name: 'No customer' }).click({ force: true })
  await look('hostname only', page.locator('[data-go-on]'))
  await page.getByRole('radio', { name: 'New customer' }).click({ force: true })
  await typePerson(page, anyPerson())
  await press(page, /^More/)
  await press(page, 'Type my own')
  await look('activation with more', page.locator('[data-go-on]'))
  await page.getByRole('radio', { name: 'Basic TV' }).click({ force: true })
  await isReady(page)
  await look('activation that is ready', button(page, 'Activate'))
  await press(page, 'Activate')
  await settlesAs(page, 'done')
  await look('result', button(page, 'New activation'))
  await press(page, 'New activation')
  await field(page, 'Box').fill('00:1A:79:4E:B2:OF')
  await look('box with a proposal', page.locator('[data-go-on]'))
  await press(page, 'Discard')

  expect(looks.seen).toBeGreaterThan(10)
}, 300_000)

test('axe finds no violation on the screens from the first run to the result in light, dark and forced colours', () => {
  expect(looks.axe).toEqual([])
})

test('nothing on the screens of an activation is cut off in a window of 1024 by 640, and the main buttons are visible', () => {
  expect(looks.counter).toEqual([])
})

test('nothing on the screens of an activation is cut off or scrolls sideways at 400 % zoom', () => {
  expect(looks.reflow).toEqual([])
})

test('nothing on the screens of an activation is cut off or scrolls sideways with text at 200 %', () => {
  expect(looks.zoom).toEqual([])
})

test('an activation can be completed with the keyboard alone', async () => {
  const { page } = setdesk
  const person = anyPerson()
  const type = async (text: string): Promise<void> => {
    // Slow enough not to be taken for a scanner.
    await page.keyboard.type(text, { delay: 40 })
    await page.keyboard.press('Enter')
  }
  await goHome(page)
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Find anything' }).waitFor()
  await type('New act')
  await hasFocus(field(page, 'Box'))
  await type(anyMac())
  // Place and product are the last customer's.
  for (const label of ['First name', 'Last name', 'Mobile', 'Street']) {
    await hasFocus(field(page, label))
    await page.keyboard.insertText(person[label] ?? '')
    await page.keyboard.press('Enter')
  }
  await hasFocus(page.locator('[data-go-on]'))
  await page.keyboard.press('Enter')
  await settlesAs(page, 'done')
})
