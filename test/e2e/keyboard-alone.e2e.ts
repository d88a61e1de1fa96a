import type { Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { anyMac, goHome, openForFile, scan, sees, withColons, saveActivation, hasState } from './drive.ts'
import { connectTo, openPlatformForFile } from './drive-platform.ts'

const platform = await openPlatformForFile()
const setdesk = await openForFile()

beforeAll(async () => {
  const { page } = setdesk
  await connectTo(page, platform)
  // Every press of the mouse makes the test fail.
  await page.evaluate(() => {
    addEventListener('pointerdown', () => document.body.setAttribute('data-pointer', 'used'), { capture: true })
  })
})

const noPointer = async (page: Page): Promise<void> =>
  expect(await page.evaluate(() => document.body.hasAttribute('data-pointer'))).toBe(false)

/** Enough for the longest screen. */
const mostTabs = 90

/** Presses Tab until this has the focus, as somebody without a mouse does. */
async function tabTo(page: Page, role: 'button' | 'textbox' | 'radio' | 'tab', name: string | RegExp): Promise<void> {
  const wanted = page.getByRole(role, { name }).and(page.locator(':focus'))
  for (let tabs = 0; tabs < mostTabs; tabs += 1) {
    if ((await wanted.count()) > 0) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${mostTabs} tabs did not lead to the ${role} ${String(name)}`)
}

test('a broken box can be swapped with scanner and keyboard alone', async () => {
  const { page } = setdesk
  const [broken, fresh] = [anyMac(), anyMac()]
  await hasState(page, await saveActivation(page, broken), 'done')
  await page.evaluate(() => document.body.removeAttribute('data-pointer'))
  await goHome(page)
  await page.evaluate(() => document.body.removeAttribute('data-pointer'))

  await scan(page, broken)
  const way = page.getByRole('link', { name: 'Swap this box' })
  await way.waitFor()
  for (let tabs = 0; tabs < mostTabs && (await way.and(page.locator(':focus')).count()) === 0; tabs += 1)
    await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Swap a box' }).waitFor()
  await scan(page, fresh)
  await tabTo(page, 'button', 'Swap box')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).and(page.locator(':focus')).waitFor()
  await page.getByRole('dialog').locator('[data-state="done"]').waitFor({ timeout: 15_000 })
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  const bound = platform.ledger().filter(({ effect, box }) => effect === 'bind-user' && box === withColons(fresh))
  expect(bound).toHaveLength(1)
  await noPointer(page)
})

test('a list of boxes can be corrected and bound to a hostname with the keyboard alone', async () => {
  const { page } = setdesk
  const [one, two, three] = [anyMac(), anyMac(), anyMac()]
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Find anything' }).waitFor()
  await page.keyboard.type('Bulk', { delay: 45 })
  await page.keyboard.press('Enter')
  await tabTo(page, 'textbox', 'Or scan, type or paste boxes')
  await page.keyboard.insertText(`${one}\n${two}\n00:1A:79:4E:B2`)
  await tabTo(page, 'button', 'Use these 3 boxes')
  await page.keyboard.press('Enter')
  await tabTo(page, 'button', 'Check 3 rows')
  await page.keyboard.press('Enter')
  await sees(page, '2 rows are ready. 1 row has errors and stays here.')
  await tabTo(page, 'textbox', 'Column 1')
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText(three)
  await page.keyboard.press('Enter')
  await sees(page, '3 rows are ready.')
  // Nothing is left to correct, so the focus is on the screen, and Enter does not save.
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
  for (let back = 0; back < mostTabs; back += 1) {
    if ((await page.getByRole('button', { name: 'Save 3 jobs' }).and(page.locator(':focus')).count()) > 0) break
    await page.keyboard.press('Shift+Tab')
  }
  await page.keyboard.press('Enter')
  await page.locator('[data-batch-state="done"]', { hasText: '3' }).waitFor({ timeout: 20_000 })
  const bound = platform.ledger().filter(({ effect }) => effect === 'bind-hostname')
  for (const mac of [one, two, three]) expect(bound.filter(({ box }) => box === withColons(mac))).toHaveLength(1)
  await noPointer(page)
})

test.each([
  ['/settings/privacy', 'Back up now'],
  ['/settings/maintenance', 'Check the records'],
  ['/settings/maintenance', 'Export the audit trail'],
  ['/settings/connections', 'Export settings'],
  ['/customers/4021770010', 'Check again'],
])('on %s the button “%s” keeps the focus while its action is under way, and afterwards', async (path, name) => {
  const { page } = setdesk
  await page.evaluate((to) => {
    location.hash = `#${to}`
  }, path)
  const button = page.getByRole('button', { name, exact: true })
  await button.and(page.locator(':not([aria-disabled], :disabled)')).focus()
  await button.evaluate((one) => {
    const look = () => one.toggleAttribute('data-ended', !one.matches('[aria-disabled="true"], :disabled'))
    new MutationObserver(look).observe(one, { attributeFilter: ['aria-disabled', 'disabled'] })
  })
  await page.keyboard.press('Enter')
  await button.and(page.locator('[data-ended]')).waitFor()
  expect(await button.evaluate((one) => one === document.activeElement)).toBe(true)
})

test('a button that is disabled after its press keeps the focus until the next Tab', async () => {
  const { page } = setdesk
  await page.evaluate(() => {
    location.hash = '#/settings/technician'
  })
  await tabTo(page, 'textbox', 'Your name')
  await page.keyboard.insertText(' Dubois')
  await tabTo(page, 'button', 'Save')
  const save = page.getByRole('button', { name: 'Save', exact: true }).first()
  await page.keyboard.press('Enter')
  await page.getByLabel('Messages').getByText('Saved', { exact: true }).waitFor()
  expect(await save.isDisabled()).toBe(true)
  expect(await save.evaluate((one) => one === document.activeElement)).toBe(true)
  await page.keyboard.press('Tab')
  await save.and(page.locator(':disabled')).waitFor()
  await noPointer(page)
})
