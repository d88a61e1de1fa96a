import { copyFileSync, cpSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { expect, onTestFinished, test } from 'vitest'
import {
  anyMac,
  anyPerson,
  call,
  chooseFile,
  field,
  goTo,
  goToSettings,
  openForTest,
  press,
  sees,
  startPractising,
  saveActivation,
} from './drive.ts'
import { connectTo, effectsOf, openPlatformForTest, passphrase } from './drive-platform.ts'
import { targetName } from './target.ts'

const filePassphrase = 'four blue anchors'
const once = ['create', 'bind-user', 'bind-hostname']

async function goToMaintenance(page: Page): Promise<void> {
  await goToSettings(page, 'Data and privacy')
  await page.getByRole('heading', { name: 'Backups' }).waitFor()
}

const dialog = (page: Page, name: string | RegExp) => page.getByRole('alertdialog', { name })

async function showWork(page: Page, path: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser', { timeout: 90_000 })
  await press(page, 'Choose a file')
  await (await chooser).setFiles(path)
  await field(page, 'Passphrase of this file').fill(filePassphrase)
  await press(page, 'Show the jobs')
}

test('exported jobs can be imported only once, and only the computer that imported them sends them', async () => {
  const platform = await openPlatformForTest()
  const [here, there] = [await openForTest(), await openForTest()]
  for (const { page } of [here, there]) await connectTo(page, platform)
  await platform.setOptions({ offline: true })
  const person = anyPerson()
  await saveActivation(here.page, anyMac(), person)
  const { installation } = await call(there.page, 'app.snapshot', {})

  await goToMaintenance(here.page)
  await field(here.page, 'Target computer').fill(installation.toLowerCase())
  await field(here.page, 'Passphrase for the file').fill(filePassphrase)
  await field(here.page, 'Repeat the passphrase for the file').fill(filePassphrase)
  await press(here.page, 'Export jobs')
  await sees(here.page, '1 unfinished job of North TV')
  await dialog(here.page, `Export to ${installation}?`).getByRole('button', { name: 'Cancel' }).click()
  expect((await call(here.page, 'app.snapshot', {})).counts).toMatchObject({ dropped: 0 })
  await press(here.page, 'Export jobs')
  await dialog(here.page, /^Export to/)
    .getByRole('button', { name: 'Export' })
    .click()
  await sees(here.page, '1 job exported.')

  const folder = join(here.dataFolder, 'hand-over')
  const name = readdirSync(folder).find((one) => one.endsWith('.setdesk')) ?? ''
  await goToMaintenance(there.page)
  await showWork(there.page, join(folder, name))
  await sees(there.page, '1 job from computer')
  await there.page
    .getByRole('grid', { name: 'Jobs in this file' })
    .getByText(person['Last name'] ?? '')
    .waitFor()
  expect(await there.page.getByRole('grid', { name: 'Jobs in this file' }).innerText()).toContain('Saved, not sent')
  expect((await call(there.page, 'job.list', { limit: 5 })).jobs).toEqual([])
  const { fingerprint } = await call(here.page, 'maintenance.fingerprint', {})
  await sees(here.page, fingerprint)
  await there.page.getByText(`Fingerprint of that computer: ${fingerprint}`).waitFor()
  expect(await there.page.getByRole('button', { name: 'Import 1 job' }).isDisabled()).toBe(true)
  await there.page.getByText('The other computer shows the same fingerprint').click()
  await press(there.page, 'Import 1 job')
  await sees(there.page, '1 job imported. Nothing is sent until you decide at the top of the screen.')
  await showWork(there.page, join(folder, name))
  await sees(there.page, 'It is here already.')
  expect(await there.page.getByRole('button', { name: 'Import 0 jobs' }).isDisabled()).toBe(true)

  await platform.setOptions({ offline: false })
  const question = dialog(there.page, 'Send the imported jobs?')
  await press(there.page, 'Decide')
  await question.getByRole('button', { name: 'Close' }).click()
  await question.waitFor({ state: 'detached' })
  expect(effectsOf(platform)).toEqual([])
  await press(there.page, 'Decide')
  await question.getByRole('button', { name: 'Send them from here' }).click()
  await question.waitFor({ state: 'detached' })
  await goTo(there.page, 'Queue')
  const row = there.page.locator('[data-job]').filter({ hasText: person['Last name'] ?? '' })
  await row.locator('[data-state="done"]').waitFor({ timeout: 20_000 })
  await row.getByText('Imported from another computer.').waitFor()
  expect(effectsOf(platform)).toEqual(once)

  await goTo(here.page, 'Queue')
  await here.page.getByRole('navigation', { name: 'Show' }).getByRole('link', { name: 'Dropped' }).click()
  await sees(here.page, 'Exported to another computer.')
})

test('a backup from before a job was sent can be restored, and the job is not sent again', async () => {
  const platform = await openPlatformForTest()
  const { page } = await openForTest()
  await connectTo(page, platform)
  await platform.setOptions({ offline: true })
  const person = anyPerson()
  await saveActivation(page, anyMac(), person)
  await goToMaintenance(page)
  await press(page, 'Back up now')
  const rows = page.getByRole('listitem').filter({ hasText: ', unfinished: ' })
  await rows.filter({ hasText: 'Jobs: 1, unfinished: 1' }).first().waitFor()

  await platform.setOptions({ offline: false })
  await expect.poll(async () => (await call(page, 'app.snapshot', {})).counts.done, { timeout: 20_000 }).toBe(1)
  const restore = rows.filter({ hasText: 'Jobs: 1, unfinished: 1' }).first().getByRole('button', { name: 'Restore…' })
  await restore.click()
  await dialog(page, 'Restore this backup?').getByRole('button', { name: 'Cancel' }).click()
  expect((await call(page, 'app.snapshot', {})).counts.done).toBe(1)
  await restore.click()
  await dialog(page, 'Restore this backup?').getByRole('button', { name: 'Restore' }).click()
  await sees(
    page,
    'Backup restored. Before Setdesk sends its unfinished jobs, it asks the platform what is there already.',
  )
  await page.locator('[data-banner="notice-restored"]').waitFor()

  await goTo(page, 'Queue')
  const row = page.locator('[data-job]').filter({ hasText: person['Last name'] ?? '' })
  await row.locator('[data-state="done"]').waitFor({ timeout: 20_000 })
  await row.getByText('Restored from a backup.').waitFor()
  await row.getByRole('link').click()
  await sees(page, 'Possibly sent elsewhere, or after the backup: this computer has no record of it')
  expect(effectsOf(platform)).toEqual(once)
})

// The key of the desktop app is in the system's own key store, so no other computer opens its backups.
test.runIf(targetName === 'loopback')(
  'a large backup of a lost computer is imported from the list of backups',
  async () => {
    const platform = await openPlatformForTest()
    const [lost, here] = [await openForTest(), await openForTest()]
    for (const { page } of [lost, here]) await connectTo(page, platform)
    await platform.setOptions({ offline: true })
    const person = anyPerson()
    await saveActivation(lost.page, anyMac(), person)
    const { name } = await call(lost.page, 'maintenance.back-up', {})

    await goToMaintenance(here.page)
    await chooseFile(here.page, { name, mimeType: 'application/vnd.sqlite3', buffer: Buffer.alloc(7_000_000) })
    await sees(here.page, 'This file is too large to choose here.')
    await sees(here.page, here.dataFolder)

    const { folder } = await call(here.page, 'maintenance.list-backups', {})
    mkdirSync(folder, { recursive: true })
    copyFileSync(join(lost.dataFolder, 'backups', name), join(folder, name))
    await goToSettings(here.page, 'About')
    await goToMaintenance(here.page)
    await press(here.page, 'Import…')
    await here.page.keyboard.type(passphrase)
    await here.page.keyboard.press('Enter')
    await sees(here.page, '1 job from computer')
    await here.page.getByText('That computer will never start Setdesk again').click()
    await here.page.getByText('I know that this backup comes from that computer.').click()
    await press(here.page, 'Import 1 job')
    await sees(here.page, '1 job imported. Nothing is sent until you decide at the top of the screen.')
  },
)

test('with a copied data folder Setdesk asks whether the original sends, and sends nothing before the answer', async () => {
  const setdesk = await openForTest()
  await startPractising(setdesk.page)
  await call(setdesk.page, 'queue.pause', {})
  await saveActivation(setdesk.page)
  await setdesk.kill()
  // As if the folder had been lost and put back from a backup of the system.
  const original = `${setdesk.dataFolder}-original`
  onTestFinished(() => rmSync(original, { recursive: true, force: true }))
  renameSync(setdesk.dataFolder, original)
  cpSync(original, setdesk.dataFolder, { recursive: true })

  const page = await setdesk.restart()
  const question = dialog(page, 'Does the original or this copy send these jobs?')
  await press(page, 'Decide')
  await question.getByRole('button', { name: 'Close' }).click()
  await question.waitFor({ state: 'detached' })
  const { maintenance, counts } = await call(page, 'app.snapshot', {})
  expect([maintenance.sendLocked, counts.done]).toEqual([true, 0])
  await press(page, 'Decide')
  await question.getByRole('button', { name: 'The original no longer sends: send from here' }).click()
  await question.waitFor({ state: 'detached' })
  await page.locator('[data-banner="held"]').waitFor({ state: 'detached' })
  expect((await call(page, 'app.snapshot', {})).maintenance.sendLocked).toBe(false)
})
