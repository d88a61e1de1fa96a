import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { activate, anyMac, anyPerson, call, field, goTo, openForTest, press, sees, settlesAs } from './drive.ts'
import { connectTo, effectsOf, openPlatformForTest } from './drive-platform.ts'

const filePassphrase = 'four blue anchors'
const once = ['create', 'bind-user', 'bind-hostname']

async function goToKeeping(page: Page): Promise<void> {
  await goTo(page, 'Settings')
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Data and privacy' }).click()
  await page.getByRole('heading', { name: 'Backups' }).waitFor()
}

const dialog = (page: Page, name: string | RegExp) => page.getByRole('alertdialog', { name })

async function takeOver(page: Page, path: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await press(page, 'Choose a file')
  await (await chooser).setFiles(path)
  await field(page, 'Its passphrase').fill(filePassphrase)
  await press(page, 'Take it over')
}

test('exports work after two confirmations, imports it once, and only the other computer sends it', async () => {
  const platform = await openPlatformForTest()
  const [here, there] = [await openForTest(), await openForTest()]
  for (const { page } of [here, there]) await connectTo(page, platform)
  await platform.setOptions({ offline: true })
  const person = anyPerson()
  await activate(here.page, anyMac(), person)
  await settlesAs(here.page, 'saved')
  const { installation } = await call(there.page, 'app.snapshot', {})

  await goToKeeping(here.page)
  await field(here.page, 'The other computer').fill(installation.toLowerCase())
  await field(here.page, 'Passphrase for the file').fill(filePassphrase)
  await press(here.page, 'Write the file')
  await sees(here.page, '1 unfinished job of North TV')
  await dialog(here.page, `Hand over to ${installation}?`).getByRole('button', { name: 'Cancel' }).click()
  expect((await call(here.page, 'app.snapshot', {})).counts).toMatchObject({ dropped: 0 })
  await press(here.page, 'Write the file')
  await dialog(here.page, /^Hand over/)
    .getByRole('button', { name: 'Hand over' })
    .click()
  await sees(here.page, '1 job is handed over.')

  const folder = join(here.dataFolder, 'hand-over')
  const name = readdirSync(folder).find((one) => one.endsWith('.setdesk')) ?? ''
  await goToKeeping(there.page)
  await takeOver(there.page, join(folder, name))
  await sees(there.page, '1 job is taken over.')
  await takeOver(there.page, join(folder, name))
  await sees(there.page, '1 was here already and stays as it is.')

  await platform.setOptions({ offline: false })
  await goTo(there.page, 'Queue')
  const row = there.page.locator('[data-job]').filter({ hasText: person['Last name'] ?? '' })
  await row.locator('[data-state="done"]').waitFor({ timeout: 20_000 })
  await row.getByText('Taken over from another computer.').waitFor()
  expect(effectsOf(platform)).toEqual(once)

  await goTo(here.page, 'Queue')
  await here.page.getByRole('navigation', { name: 'Show' }).getByRole('link', { name: 'Dropped' }).click()
  await sees(here.page, 'Handed over to another computer.')
})

test('restores a backup from before the work was sent, after a confirmation, and sends nothing twice', async () => {
  const platform = await openPlatformForTest()
  const { page } = await openForTest()
  await connectTo(page, platform)
  await platform.setOptions({ offline: true })
  const person = anyPerson()
  await activate(page, anyMac(), person)
  await settlesAs(page, 'saved')
  await goToKeeping(page)
  await press(page, 'Back up now')
  const rows = page.getByRole('listitem').filter({ hasText: 'of them not finished' })
  await rows.filter({ hasText: '1 jobs, 1 of them not finished' }).first().waitFor()

  await platform.setOptions({ offline: false })
  await expect.poll(async () => (await call(page, 'app.snapshot', {})).counts.done, { timeout: 20_000 }).toBe(1)
  const restore = rows.filter({ hasText: '1 jobs, 1 of them' }).first().getByRole('button', { name: 'Restore…' })
  await restore.click()
  await dialog(page, 'Restore this backup?').getByRole('button', { name: 'Cancel' }).click()
  expect((await call(page, 'app.snapshot', {})).counts.done).toBe(1)
  await restore.click()
  await dialog(page, 'Restore this backup?').getByRole('button', { name: 'Restore it' }).click()
  await sees(page, 'The backup is in place. Unfinished work is read back.')
  await page.locator('[data-banner="notice-restored"]').waitFor()

  await goTo(page, 'Queue')
  const row = page.locator('[data-job]').filter({ hasText: person['Last name'] ?? '' })
  await row.locator('[data-state="done"]').waitFor({ timeout: 20_000 })
  await row.getByText('Came back with a backup.').waitFor()
  await row.getByRole('link').click()
  await sees(page, 'Perhaps sent elsewhere, or after the backup: nothing is known of it here')
  expect(effectsOf(platform)).toEqual(once)
})
