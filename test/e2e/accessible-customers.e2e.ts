import { expect, test } from 'vitest'
import { field, goTo, openForFile, press, sees } from './drive.ts'
import { lookAt, noLooks } from './drive-looks.ts'
import { connectTo, openPlatformForFile } from './drive-platform.ts'

const platform = await openPlatformForFile({ dialect: 'modern' })
const setdesk = await openForFile({ context: { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' } })
const looks = noLooks()

test('every search for customers and every state of the customer page opens for the accessibility checks', async () => {
  const { page } = setdesk
  const look = (name: string, action?: Parameters<typeof lookAt>[3]) => lookAt(page, looks, name, action)
  const search = page.getByRole('searchbox')
  const openCustomer = async (id: string): Promise<void> => {
    await page.evaluate((hash) => {
      location.hash = `#/customers/${hash}`
    }, id)
  }

  await connectTo(page, platform)
  await goTo(page, 'Customers')
  await sees(page, '40 customers in all')
  await look('customers', search)
  await press(page, 'Filters')
  await look('filters')
  await page.getByRole('dialog').getByRole('button', { name: 'Calendar Subscription starts' }).click()
  await page.getByRole('grid', { name: /\d{4}/ }).waitFor()
  // The calendar adapts to a new window size a moment later, so its layout is not measured during a resize.
  const calendar = noLooks()
  await lookAt(page, calendar, 'calendar')
  looks.axe.push(...calendar.axe)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').getByRole('textbox', { name: 'City' }).fill('nowhere')
  await press(page, 'Show the list')
  await sees(page, 'No matches')
  await look('nobody', search)
  await press(page, 'New search')
  await search.fill('4021770010')
  await sees(page, 'Has this user ID')
  await look('found directly', search)
  await search.fill('')
  await page.getByRole('tab', { name: 'By reseller' }).click()
  await sees(page, /in all$/)
  await look('by reseller', field(page, 'Reseller ID'))
  await page.getByRole('tab', { name: 'By list of user IDs' }).click()
  await field(page, 'User IDs').fill('4021770010 nobody-1')
  await press(page, /^Look up/)
  await sees(page, '1 of 2 user IDs found')
  await look('by list', page.getByRole('button', { name: /^Look up/ }))

  await openCustomer('4021770010')
  await page.locator('[data-verdict="works"]').waitFor()
  await look('a customer', page.getByRole('button', { name: 'Check again' }))
  await page.locator('summary').filter({ hasText: 'devices' }).click()
  await look('an answer as it came')
  await openCustomer('nobody-1')
  await sees(page, 'No customer found')
  await look('nobody’s page')
  await platform.setOptions({ offline: true })
  await openCustomer('4021770010')
  await sees(page, /^The platform cannot be reached/)
  await look('a customer without a network', page.getByRole('button', { name: 'Check again' }))
  await openCustomer('4021770011')
  await page.getByRole('alert').waitFor()
  await look('a customer who was never looked up')
  await platform.setOptions({ offline: false })
  expect(looks.seen).toBeGreaterThan(9)
}, 180_000)

test('axe finds no violation on the screens of customers in light, dark and forced colours', () => {
  expect(looks.axe).toEqual([])
})

test('nothing on the screens of customers is cut off in a window of 1024 by 640, and the main buttons are visible', () => {
  expect(looks.counter).toEqual([])
})

test('nothing on the screens of customers is cut off or scrolls sideways at 400 % zoom', () => {
  expect(looks.reflow).toEqual([])
})

test('nothing on the screens of customers is cut off or scrolls sideways with text at 200 %', () => {
  expect(looks.zoom).toEqual([])
})
