import { Buffer } from 'node:buffer'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { createOperator } from '../fakes/policy.ts'
import {
  anyMac,
  call,
  field,
  goTo,
  goToSettings,
  openForTest,
  press,
  scan,
  sees,
  withColons,
  saveActivation,
} from './drive.ts'
import { connectTo, openPlatformForTest } from './drive-platform.ts'
import { targetName } from './target.ts'

type Answer = (body: Readonly<Record<string, unknown>>) => object

/** Holds the answer of a channel back. Returns the function that lets it go, perhaps changed. */
async function holdAnswer(page: Page, channel: string, change: Answer = (body) => body) {
  const gate = Promise.withResolvers<void>()
  await page.route(`**/bridge/${channel}`, async (route) => {
    const response = await route.fetch()
    await gate.promise
    await route.fulfill({ response, json: change((await response.json()) as Record<string, unknown>) })
  })
  return async () => {
    gate.resolve()
    await page.unrouteAll({ behavior: 'wait' })
  }
}

/** The report on an erasure that could not delete one file. */
const leaveFile: Answer = ({ value, ...reply }) => ({
  ...reply,
  value: { ...(value as object), failed: [{ path: 'hand-over/x.setdesk', code: 'EBUSY' }] },
})

async function choose(page: Page, action: string, file: string | { name: string; text: string }): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await press(page, action)
  const chosen =
    typeof file === 'string' ? file : { name: file.name, mimeType: 'application/json', buffer: Buffer.from(file.text) }
  await (await chooser).setFiles(chosen)
}

async function openConnected() {
  const platform = await openPlatformForTest()
  const { page, dataFolder } = await openForTest()
  await connectTo(page, platform)
  return { platform, page, dataFolder }
}

// Only on this target the test can hold an answer back.
describe.skipIf(targetName !== 'loopback')('an answer that comes late', () => {
  test('does not throw away what was typed while a connection was being saved', async () => {
    const { page } = await openConnected()
    await goToSettings(page, 'Connections')
    await page.getByRole('link', { name: 'Edit' }).click()
    await field(page, 'Display name').fill('South TV')
    const answer = await holdAnswer(page, 'connection.save')
    const sent = page.waitForRequest('**/bridge/connection.save')
    await press(page, 'Save')
    await sent
    await field(page, 'CMS service').fill('typed-meanwhile')
    await answer()
    await sees(page, 'Saved.')
    expect(await field(page, 'CMS service').inputValue()).toBe('typed-meanwhile')
    expect(await field(page, 'Display name').inputValue()).toBe('South TV')
    await press(page, 'Save')
    const stored = async () => (await call(page, 'app.snapshot', {})).connections[0]?.settings
    await expect.poll(stored).toMatchObject({ name: 'South TV', cmsService: 'typed-meanwhile' })
  })

  test('shows no jobs under the name of a file that was chosen after it', async () => {
    const { platform, page, dataFolder } = await openConnected()
    await platform.setOptions({ offline: true })
    await saveActivation(page)
    const passphrase = 'four blue anchors'
    await call(page, 'maintenance.export-work', { target: 'ABCDEF', passphrase })
    const name = readdirSync(join(dataFolder, 'hand-over')).find((one) => one.endsWith('.setdesk')) ?? ''
    await goToSettings(page, 'Data and privacy')
    await choose(page, 'Choose a file', join(dataFolder, 'hand-over', name))
    await field(page, 'Passphrase of this file').fill(passphrase)
    const answer = await holdAnswer(page, 'maintenance.read-work')
    const sent = page.waitForRequest('**/bridge/maintenance.read-work')
    await press(page, 'Show the jobs')
    await sent
    await choose(page, 'Choose a file', { name: 'other.setdesk', text: 'another' })
    await sees(page, 'other.setdesk')
    await answer()
    await page.getByRole('button', { name: 'Show the jobs', disabled: false }).waitFor()
    expect(await page.getByText(/job that this computer exported/).count()).toBe(0)
    await press(page, 'Show the jobs')
    await page.getByRole('alert').first().waitFor()
  })

  test('does not replace the answer to a later scan by that to an earlier one', async () => {
    const { page } = await openConnected()
    await goTo(page, 'Bulk')
    await field(page, 'Or scan, type or paste boxes').waitFor()
    const box = anyMac()
    const answer = await holdAnswer(page, 'scan-batch.save')
    const sent = page.waitForRequest('**/bridge/scan-batch.save')
    await scan(page, box)
    await sent
    await scan(page, '?!not a box at all, ever')
    await sees(page, 'The scanner read “?!not a box at all, ever”.')
    await answer()
    // The answer to a second call is there after that to the first.
    expect((await call(page, 'scan-batch.read', { place: 'bulk' })).text).toBe(box)
    expect(await page.getByText(`New: ${withColons(box)}`).count()).toBe(0)
    expect(await page.getByText('The scanner read “?!not a box at all, ever”.').count()).toBe(1)
  })

  test('keeps the dialog for a technician open until the change is known', async () => {
    const { page } = await openConnected()
    await call(page, 'who.add', { name: 'A. Moreau', pin: '135790' })
    await call(page, 'who.add', { name: 'Ben Clerk', pin: '2468', ownPin: '135790' })
    await goToSettings(page, 'Technician')
    await press(page, 'Remove: Ben Clerk')
    const dialog = page.getByRole('dialog')
    await field(page, 'Your own PIN').fill('135790')
    const answer = await holdAnswer(page, 'who.remove')
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await sees(page, 'The PIN is being checked.')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.keyboard.press('Escape')
    expect(await dialog.count()).toBe(1)
    await answer()
    await dialog.waitFor({ state: 'detached' })
    expect((await call(page, 'app.snapshot', {})).who.technicians).toHaveLength(1)
  })

  test('says that a connection was removed and that files stay, and leaves the user on the screen they went to', async () => {
    const { page } = await openConnected()
    await call(page, 'connection.start-training', {})
    await goToSettings(page, 'Connections')
    await page.getByRole('link', { name: 'Edit' }).first().click()
    const answer = await holdAnswer(page, 'connection.remove', leaveFile)
    await press(page, 'Remove this connection')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove the connection' }).click()
    await page.getByRole('alertdialog').waitFor({ state: 'detached' })
    await goTo(page, 'Activate')
    const address = page.url()
    await answer()
    await sees(page, 'removed. Files that could not be deleted: 1.')
    expect(page.url()).toBe(address)
  })

  test('says that files stay before the page of an erased computer is loaded again', async () => {
    const { page } = await openConnected()
    await goToSettings(page, 'Maintenance')
    await press(page, 'Erase everything')
    await field(page, 'Type: erase everything').fill('erase everything')
    const answer = await holdAnswer(page, 'maintenance.erase-everything', leaveFile)
    await page.getByRole('alertdialog').getByRole('button', { name: 'Erase', exact: true }).click()
    await answer()
    await sees(page, 'Files that could not be deleted: 1')
    await page.waitForEvent('load')
  })
})

test("the confirmation of an operator's key does not stay for another key in a file of the same name", async () => {
  const { page } = await openConnected()
  await goToSettings(page, 'Connections')
  const [one, two] = [createOperator(), createOperator()]
  const apply = page.getByRole('button', { name: 'Apply these changes' })
  await choose(page, 'Import settings', { name: 'operator.json', text: one.write(1, {}) })
  await sees(page, one.fingerprint)
  await page.getByText('The fingerprint is that of my operator').click()
  expect(await apply.isEnabled()).toBe(true)
  await choose(page, 'Import settings', { name: 'operator.json', text: two.write(1, {}) })
  await sees(page, two.fingerprint)
  expect(await apply.isDisabled()).toBe(true)
})
