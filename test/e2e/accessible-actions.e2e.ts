import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { creationQuestions } from '../../src/shared/domain/customer/creation.ts'
import { anyMac, call, field, goHome, isReady, openForFile, scan, openCustomer } from './drive.ts'
import { lookAt, noLooks } from './drive-looks.ts'
import { connectTo, openPlatformForFile } from './drive-platform.ts'

const platform = await openPlatformForFile({ zeroPassword: 'anywhere' })
const setdesk = await openForFile({ context: { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' } })
const looks = noLooks()
const dialog = (page: Page) => page.getByRole('dialog')

/** Words of the table before and after an action that are broken over two lines on the width of a telephone. */
const brokenWords: string[] = []
async function findBrokenWords(page: Page): Promise<readonly string[]> {
  await page.setViewportSize({ width: 375, height: 700 })
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  const found = await dialog(page)
    .locator('td')
    .evaluateAll((cells) =>
      cells.flatMap((cell) => {
        const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
        const words: string[] = []
        while (walker.nextNode() !== null)
          for (const { 0: word, index } of (walker.currentNode as Text).data.matchAll(/\S+/g)) {
            const range = document.createRange()
            range.setStart(walker.currentNode, index)
            range.setEnd(walker.currentNode, index + word.length)
            if (range.getClientRects().length > 1) words.push(word)
          }
        return words
      }),
    )
  await page.setViewportSize({ width: 1280, height: 800 })
  return found
}

async function begin(page: Page, action: string): Promise<void> {
  await page
    .getByRole('group', { name: 'Actions for this customer' })
    .getByRole('button', { name: action, exact: true })
    .click()
  await dialog(page).waitFor()
}

test('every dialog of a customer action, of a creation and of a task opens for the accessibility checks', async () => {
  const { page } = setdesk
  const look = (name: string) => lookAt(page, looks, name)
  await connectTo(page, platform, {
    creationQuestions: [...creationQuestions],
    creationAlone: 'addCustomerAsync',
    productChange: 'changeCustomerProductAsync',
    resellers: platform.resellers.map(({ id, name }) => ({ id, name })),
  })
  await openCustomer(page, '4021770010')
  for (const action of ['Renew', 'Change product', 'Add a box', 'Enable', 'Disable', 'Customer handout']) {
    await begin(page, action)
    await look(action)
    brokenWords.push(...(await findBrokenWords(page)))
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'hidden' })
  }
  await begin(page, 'Swap a box')
  await scan(page, anyMac())
  await look('Swap a box')
  await dialog(page).getByRole('button', { name: 'Swap box' }).click()
  await dialog(page).locator('[data-state="done"]').waitFor()
  await look('a swap that is done')
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'hidden' })
  await goHome(page)
  await page.getByRole('button', { name: /^Mark as unbound: / }).waitFor()
  await look('home with a task')

  await page.keyboard.press('Control+k')
  await dialog(page).getByRole('searchbox').fill('4021770010')
  await page.locator('[data-key="customer 4021770010"]').waitFor()
  await look('a customer found by user ID')
  // The first Esc empties the field, and the second one closes the dialog.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'hidden' })

  await page.evaluate(() => {
    location.hash = '#/activate/without-box'
  })
  await page.getByRole('heading', { name: 'New customer without a box' }).waitFor()
  await look('a customer without a box')
  for (const [label, text] of [
    ['First name', 'Ines'],
    ['Last name', 'Duarte'],
    ['Mobile', '+33612345999'],
    ['Street', '3 Quai de Seine'],
    ['Zip code', '75019'],
    ['City', 'Paris'],
  ] as const)
    await field(page, label).fill(text)
  await page.getByText('Customer creation').waitFor()
  await page.keyboard.press('Control+Enter')
  await look('how a customer is created')
  await page.getByRole('radio', { name: 'Basic TV' }).click({ force: true })
  await field(page, 'Currency').fill('EUR')
  await isReady(page)
  await look('the ticket of a creation')

  const { activeConnectionId = '' } = await call(page, 'app.snapshot', {})
  await page.evaluate((id) => {
    location.hash = `#/settings/connections/${id}/advanced`
  }, activeConnectionId)
  await page.getByRole('heading', { name: 'Creating customers' }).waitFor()
  await look('settings of creations')
  expect(looks.seen).toBe(14)
}, 180_000)

test('axe finds no violation on the screens of actions in light, dark and forced colours', () => {
  expect(looks.axe).toEqual([])
})

test('nothing on the screens of actions is cut off in a window of 1024 by 640', () => {
  expect(looks.counter).toEqual([])
})

test('nothing on the screens of actions is cut off or scrolls sideways at 400 % zoom or with text at 200 %', () => {
  expect([...looks.reflow, ...looks.zoom]).toEqual([])
})

test('no word of a customer action is broken on the width of a telephone', () => {
  expect(brokenWords).toEqual([])
})
