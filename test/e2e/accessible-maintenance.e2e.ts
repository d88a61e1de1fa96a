import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright'
import { expect, test } from 'vitest'
import { createOperator } from '../fakes/policy.ts'
import { call, field, goToSettings, openForFile, press, sees, saveActivation } from './drive.ts'
import { lookAt, noLooks } from './drive-looks.ts'
import { connectTo, openPlatformForFile } from './drive-platform.ts'

const context = { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' } as const
const platform = await openPlatformForFile()
const here = await openForFile({ context })
const there = await openForFile({ context })
const looks = noLooks()
const filePassphrase = 'four blue anchors'

const question = (page: Page, name: string | RegExp) => page.getByRole('alertdialog', { name })

const hasFocus = (locator: Locator) => locator.evaluate((one) => one === document.activeElement)

/** A message covers the page until it disappears by itself. */
const waitForSilence = async (page: Page): Promise<void> =>
  await expect.poll(() => page.getByLabel('Messages').locator('span').count()).toBe(0)

/** Closes the open question with Escape. The focus must then be where it was before. */
async function leave(page: Page, opener: string): Promise<void> {
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').waitFor({ state: 'detached' })
  // Setdesk also makes backups by itself, so another button of this name may come before the one that was pressed.
  const openers = page.getByRole('button', { name: opener, exact: true })
  const haveFocus = async () => await Promise.all((await openers.all()).map(hasFocus))
  await expect.poll(haveFocus, { message: opener }).toContain(true)
}

test('the screens for backups and an export open for the accessibility checks', async () => {
  for (const { page } of [here, there]) await connectTo(page, platform)
  await platform.setOptions({ offline: true })
  const { page } = here
  await saveActivation(page)
  await goToSettings(page, 'Data and privacy')
  await press(page, 'Back up now')
  await sees(page, 'Jobs: 1, unfinished: 1')
  await lookAt(page, looks, 'backups')
  await page.getByRole('button', { name: 'Restore…' }).first().click()
  await lookAt(page, looks, 'restore', question(page, 'Restore this backup?').getByRole('button', { name: 'Restore' }))
  // A backup made meanwhile is listed. The button that opened the question must still be there for the focus.
  await call(page, 'maintenance.back-up', {})
  await expect.poll(() => page.locator('li', { hasText: 'Jobs: 1, unfinished: 1' }).count()).toBeGreaterThan(1)
  await leave(page, 'Restore…')
  await page.keyboard.press('Enter')
  await question(page, 'Restore this backup?').getByRole('button', { name: 'Restore' }).press('Enter')
  await sees(page, 'Backup restored.')
  const openers = page.getByRole('button', { name: 'Restore…' })
  await expect.poll(async () => await Promise.all((await openers.all()).map(hasFocus))).toContain(true)

  const { installation } = await call(there.page, 'app.snapshot', {})
  await field(page, 'Target computer').fill(installation)
  await field(page, 'Passphrase for the file').fill(filePassphrase)
  await field(page, 'Repeat the passphrase for the file').fill(filePassphrase)
  await press(page, 'Export jobs')
  await lookAt(page, looks, 'export', question(page, /^Export to/).getByRole('button', { name: 'Export' }))
  await leave(page, 'Export jobs')
  await press(page, 'Export jobs')
  await question(page, /^Export to/)
    .getByRole('button', { name: 'Export' })
    .click()
  await sees(page, '1 job exported.')
  await expect.poll(() => hasFocus(page.getByRole('button', { name: 'Export jobs' }))).toBe(true)
  const exported = page.getByText('1 job exported.')
  await expect.poll(async () => (await exported.boundingBox())?.y).toBeGreaterThan(80)
  expect((await exported.boundingBox())?.y).toBeLessThan(700)
  await waitForSilence(page)
  await lookAt(page, looks, 'exported')
  await goToSettings(page, 'About')
  await page.getByRole('heading', { name: 'About' }).first().waitFor()
  await lookAt(page, looks, 'about')
}, 180_000)

test('the screens for an import and for the send lock after it open for the accessibility checks', async () => {
  const { page } = there
  const folder = join(here.dataFolder, 'hand-over')
  const path = join(folder, readdirSync(folder).find((name) => name.endsWith('.setdesk')) ?? '')
  await goToSettings(page, 'Data and privacy')
  const chooser = page.waitForEvent('filechooser', { timeout: 90_000 })
  await press(page, 'Choose a file')
  await (await chooser).setFiles(path)
  await field(page, 'Passphrase of this file').fill(`not ${filePassphrase}`)
  await press(page, 'Show the jobs')
  await page.getByRole('alert').filter({ visible: true }).first().waitFor()
  await lookAt(page, looks, 'file with another passphrase')
  await field(page, 'Passphrase of this file').fill(filePassphrase)
  await press(page, 'Show the jobs')
  await page.getByRole('grid', { name: 'Jobs in this file' }).waitFor()
  await lookAt(page, looks, 'file before the import')
  await page.getByText('The other computer shows the same fingerprint').click()
  await press(page, 'Import 1 job')
  await sees(page, '1 job imported.')
  await expect.poll(() => hasFocus(page.getByRole('button', { name: 'Choose a file' }))).toBe(true)
  await lookAt(page, looks, 'send lock')
  await press(page, 'Decide')
  await lookAt(
    page,
    looks,
    'question of the send lock',
    question(page, 'Send the imported jobs?').getByRole('button', { name: 'Send them from here' }),
  )
  await leave(page, 'Decide')
  expect((await call(page, 'app.snapshot', {})).maintenance.sendLocked).toBe(true)
}, 180_000)

test('the screens for diagnostics, erasing and a token that must be typed again open for the accessibility checks', async () => {
  const { page } = there
  await goToSettings(page, 'Maintenance')
  await press(page, 'Show the diagnostics')
  await sees(page, '"version"')
  await press(page, 'Check the records')
  await sees(page, '1 record was checked.')
  await sees(page, 'It contains the names, boxes and user IDs of customers.')
  await press(page, 'Export the audit trail')
  await page.getByText(/audit-trail-\w+\.jsonl/).waitFor()
  await lookAt(page, looks, 'maintenance')
  await press(page, 'Erase everything')
  await expect.poll(() => hasFocus(field(page, 'Type: erase everything'))).toBe(true)
  await lookAt(page, looks, 'erase everything', field(page, 'Type: erase everything'))
  await leave(page, 'Erase everything')

  await goToSettings(page, 'Connections')
  await page.getByRole('link', { name: 'Edit' }).first().click()
  await field(page, 'Platform address').fill('https://other.north.example')
  await sees(page, 'The address has changed. Type the token again')
  await lookAt(page, looks, 'token again')
  await press(page, 'Remove this connection')
  await question(page, 'Remove North TV?').getByRole('button', { name: 'Remove the connection' }).click()
  await expect.poll(() => hasFocus(page.getByRole('alertdialog').getByRole('textbox'))).toBe(true)
  await lookAt(page, looks, 'unfinished jobs of a connection', page.getByRole('alertdialog').getByRole('textbox'))
  await leave(page, 'Remove this connection')
}, 180_000)

test('the policy screens open for the accessibility checks with no policy, one in a file and one in force', async () => {
  const { page } = there
  const operator = createOperator()
  await goToSettings(page, 'Policy')
  await sees(page, /^No operator has set a policy/)
  await lookAt(page, looks, 'no policy')
  await goToSettings(page, 'Connections')
  const chooser = page.waitForEvent('filechooser', { timeout: 90_000 })
  await press(page, 'Import settings')
  const file = operator.write(1, { console: false, supervisors: ['A. Moreau'], lockMinutes: 5 })
  await (await chooser).setFiles({ name: 'north.json', mimeType: 'application/json', buffer: Buffer.from(file) })
  await sees(page, 'This file contains your operator’s policy')
  await lookAt(page, looks, 'policy in a file')
  await page.getByText('The fingerprint is that of my operator').click()
  await press(page, 'Apply these changes')
  await sees(page, 'Your operator’s policy is in force now.')
  await expect.poll(() => hasFocus(page.getByRole('button', { name: 'Import settings' }))).toBe(true)
  await goToSettings(page, 'Policy')
  await sees(page, /^Your operator’s policy is in force\. /)
  await waitForSilence(page)
  await lookAt(page, looks, 'policy in force')
}, 180_000)

test('axe finds no violation on the screens of maintenance, and nothing is cut off or scrolls sideways', () => {
  expect(looks).toEqual({ ...noLooks(), seen: 16 })
})
