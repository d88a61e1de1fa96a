import { beforeAll, expect, test } from 'vitest'
import help from '../../resources/locales/en/help.json' with { type: 'json' }
import { goTo, openForFile, startPractising } from './drive.ts'

const setdesk = await openForFile({ context: { locale: 'en-GB' } })

beforeAll(() => startPractising(setdesk.page))

const screens = {
  Home: 'home',
  Activate: 'activate',
  Customers: 'customers',
  Hostnames: 'hostnames',
  Bulk: 'bulk',
  Queue: 'queue',
  Activity: 'activity',
  Settings: 'settings',
} as const

test.each(Object.entries(screens))(
  'F1 explains the screen %s, and Esc closes the explanation',
  async (name, screen) => {
    const { page } = setdesk
    await goTo(page, name as keyof typeof screens)
    await page.getByRole('link', { name, exact: true }).and(page.locator('[aria-current="page"]')).waitFor()
    const address = await page.evaluate(() => location.hash)
    await page.keyboard.press('F1')
    const dialog = page.getByRole('dialog', { name: help.title })
    await dialog.getByText(help.screens[screen]).waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    expect(await page.evaluate(() => location.hash)).toBe(address)
  },
)
