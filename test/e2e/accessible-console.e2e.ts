import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { openForFile, press } from './drive.ts'
import { lookAt, noLooks } from './drive-looks.ts'
import { connectTo, openPlatformForFile } from './drive-platform.ts'

const platform = await openPlatformForFile({ dialect: 'foreign' })
const setdesk = await openForFile({ context: { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' } })
const looks = noLooks()

const openAt = async (page: Page, path: string, heading: string): Promise<void> => {
  await page.evaluate((hash) => {
    location.hash = hash
  }, path)
  await page.getByRole('heading', { name: heading }).first().waitFor()
}
const value = (page: Page, name: string) => page.getByRole('textbox', { name: new RegExp(`^${name} `) })

const map = async (page: Page, name: string, meaning: string): Promise<void> => {
  await page.locator(`[data-leaf$="${name}"]`).getByRole('button').click()
  await page.getByRole('option', { name: meaning }).click()
}

test('the console, its confirmations and the field mapping page open for the accessibility checks', async () => {
  const { page } = setdesk
  await connectTo(page, platform)
  await openAt(page, '#/console', 'Interface console')
  await lookAt(page, looks, 'console')
  await openAt(page, '#/console/addCustomerWithDevice', 'addCustomerWithDevice')
  await page.getByText('optional values').click()
  await press(page, 'Send through the queue')
  await page.getByText('Fill this in.').first().waitFor()
  await lookAt(page, looks, 'form at fault')
  await openAt(page, '#/console/renewCustomer', 'renewCustomer')
  await value(page, 'userid').fill('17')
  await value(page, 'months').fill('1')
  await press(page, 'Send through the queue')
  const renew = page.getByRole('alertdialog').getByRole('button', { name: 'Renew' })
  await lookAt(page, looks, 'question before a change', renew)
  await renew.click()
  await page.getByRole('heading', { name: 'Job for this request' }).waitFor()
  await page.locator('main [data-state="needs-you"]').waitFor()
  await lookAt(page, looks, 'what became of a change')
  await openAt(page, '#/console/getCustomers', 'getCustomers')
  await press(page, 'Send')
  await page.getByRole('heading', { name: 'Answer' }).waitFor()
  await lookAt(page, looks, 'answer')
  await press(page, 'Map its fields')
  await map(page, 'inlognaam', 'User ID')
  await page.getByText('Setdesk knows only the user ID of these customers.').waitFor()
  await map(page, 'loopt_tot', 'End date')
  await page.locator('[data-verdict="accepted"]').waitFor()
  await lookAt(page, looks, 'teaching')
  expect(looks.seen).toBe(6)
}, 300_000)

test('axe finds no violation in the console in light, dark and forced colours', () => {
  expect(looks.axe).toEqual([])
})

test('nothing in the console is cut off in a window of 1024 by 640', () => {
  expect(looks.counter).toEqual([])
})

test('nothing in the console is cut off or scrolls sideways at 400 % zoom', () => {
  expect(looks.reflow).toEqual([])
})

test('nothing in the console is cut off or scrolls sideways with text at 200 %', () => {
  expect(looks.zoom).toEqual([])
})
