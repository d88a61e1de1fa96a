import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { call, field, goTo, openForFile, press, sees, openCustomer } from './drive.ts'
import { lookAt, noLooks } from './drive-looks.ts'
import { connectTo, openPlatformForFile } from './drive-platform.ts'

const platform = await openPlatformForFile({ renewalService: 'singular', zeroPassword: 'anywhere' })
const setdesk = await openForFile({ context: { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' } })
const looks = noLooks()
const userid = '4021770010'
const setting = 'Send crmService with renewals too'

const dialog = (page: Page) => page.getByRole('dialog')
const renewals = () => platform.ledger().filter(({ effect }) => effect === 'renew')
const isOn = async (page: Page): Promise<boolean | undefined> =>
  (await call(page, 'app.snapshot', {})).connections[0]?.settings.sendsCrmService

test('a renewal that was refused without crmService names this reason, and links the setting that sends crmService', async () => {
  const { page } = setdesk
  await connectTo(page, platform)
  await openCustomer(page, userid)
  await page
    .getByRole('group', { name: 'Actions for this customer' })
    .getByRole('button', { name: 'Renew', exact: true })
    .click()
  await field(page, 'Length').fill('3')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await dialog(page).locator('[data-state="refused"]').waitFor({ timeout: 15_000 })
  await sees(page, /The platform refused: “[^”]*crmService is not valid: required/)
  await sees(page, 'The platform asks for crmService')
  await lookAt(page, looks, 'a renewal that is refused for want of crmService')
  expect(renewals()).toEqual([])

  await dialog(page).getByRole('link', { name: 'Open the connection’s settings' }).click()
  await dialog(page).waitFor({ state: 'hidden' })
  const toggle = page.getByRole('switch', { name: setting })
  await toggle.waitFor()
  expect([await toggle.isChecked(), await isOn(page)]).toEqual([false, false])
  await page.locator('label').filter({ hasText: setting }).click()
  await press(page, 'Save')
  await expect.poll(() => isOn(page)).toBe(true)
})

test('a renewal that was refused without crmService takes effect once if it is sent again with the setting on', async () => {
  const { page } = setdesk
  await goTo(page, 'Queue')
  await page.locator('[data-job]').getByRole('link').first().click()
  await sees(page, /^Renewals now send crmService\./)
  // The toast disappears by itself.
  await expect.poll(() => page.getByLabel('Messages').textContent(), { timeout: 15_000 }).toBe('')
  await lookAt(page, looks, 'the same in the queue, once the setting is on')
  expect(renewals()).toEqual([])
  await press(page, 'Correct')
  await press(page, 'Send correction')
  await page.locator('main section [data-state="done"]').first().waitFor({ timeout: 15_000 })
  await page.getByText(/^Renewals now send crmService\./).waitFor({ state: 'hidden' })

  const [made, ...more] = renewals()
  expect(more).toEqual([])
  const { crmService } = platform
  expect(made).toMatchObject({ userid, parameters: { crmServices: crmService, crmService, months: '3' } })
})

test('axe finds no violation on the screens of a refused renewal, and nothing is cut off in small windows or with large text', () => {
  expect(looks.seen).toBe(2)
  expect([...looks.axe, ...looks.counter, ...looks.reflow, ...looks.zoom]).toEqual([])
})
