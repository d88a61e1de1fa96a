import { beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright'
import {
  anyMac,
  anyPerson,
  call,
  field,
  goHome,
  goTo,
  goToSettings,
  openForFile,
  press,
  scan,
  sees,
  withColons,
  saveActivation,
  hasState,
} from './drive.ts'
import { anyDraftId, newCustomer } from '../fakes/intents.ts'
import { lookAt, noLooks } from './drive-looks.ts'
import { connectTo, openPlatformForFile } from './drive-platform.ts'
import { targetName } from './target.ts'

const platform = await openPlatformForFile()
const setdesk = await openForFile({ context: { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' } })
const box = anyMac()
const person = anyPerson()
const finder = (page: Page) => page.getByRole('dialog', { name: 'Find anything' })

/** Types slowly enough not to be taken for a scanner. */
async function find(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await finder(page).waitFor()
  await page.keyboard.type(text, { delay: 40 })
}

/** The first Esc empties the field, the second closes. */
async function closeIt(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await finder(page).waitFor({ state: 'detached' })
}

beforeAll(async () => {
  const { page } = setdesk
  await connectTo(page, platform)
  await hasState(page, await saveActivation(page, box, person), 'done')
})

test('the search shows the newest jobs before anything is typed, and Enter opens the selected job', async () => {
  const { page } = setdesk
  await page
    .getByRole('button', { name: /Find anything/ })
    .first()
    .click()
  await finder(page).getByRole('group', { name: 'Newest jobs' }).getByText(String(person['Last name'])).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect.poll(() => new URL(page.url()).hash).toMatch(/^#\/queue\/all\//)
})

/** Loads the search as slowly as a slow computer does. */
const slowDown = (page: Page): Promise<unknown> =>
  page.route('**/find-dialog*.js', async (route) => {
    await page.waitForTimeout(600)
    await route.continue()
  })

test('letters that are typed while the search opens for the first time are in its field, and not in the field below it', async () => {
  const { page } = setdesk
  await goTo(page, 'Activate')
  await page.reload()
  const name = field(page, 'First name')
  await name.focus()
  await slowDown(page)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('Settx', { delay: 60 })
  await page.keyboard.press('Backspace')
  await finder(page).waitFor()
  await page.keyboard.type('ings', { delay: 60 })
  await expect.poll(() => finder(page).getByRole('searchbox').inputValue()).toBe('Settings')
  expect(await name.inputValue()).toBe('')
  await closeIt(page)
  await expect.poll(() => name.evaluate((element) => element === document.activeElement)).toBe(true)
})

test('Esc while the search opens forgets what was typed, and no key of the form below works until then', async () => {
  const { page } = setdesk
  await goTo(page, 'Activate')
  await page.reload()
  const name = field(page, 'First name')
  await name.fill('Ada')
  await slowDown(page)
  await page.keyboard.press('Control+k')
  await page.keyboard.press('Control+Backspace')
  await page.keyboard.type('zzqq')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await finder(page).waitFor()
  expect(await finder(page).getByRole('searchbox').inputValue()).toBe('')
  expect(await name.inputValue()).toBe('Ada')
  await closeIt(page)
})

test('the search for a name finds the job here and the customer on the platform', async () => {
  const { page } = setdesk
  await find(page, String(person['Last name']))
  await finder(page).getByRole('group', { name: 'Jobs on this computer' }).getByRole('option').waitFor()
  await finder(page).getByRole('group', { name: 'Customers' }).getByRole('option').first().click()
  await page.getByRole('group', { name: 'Actions for this customer' }).waitFor()
  // The focus is on the screen, not at the top of the page.
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
})

test('a mobile number that is typed as the customer says it finds the customer, and Enter opens the customer', async () => {
  const { page } = setdesk
  const mobile = String(person['Mobile']).replace('+33', '0')
  await find(page, mobile)
  const hits = finder(page).getByRole('group', { name: 'Customers' }).getByRole('option')
  await expect.poll(() => hits.allInnerTexts()).toEqual([expect.stringContaining(String(person['Last name']))])
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: String(person['Last name']) }).waitFor()
})

test('the search for a box in any notation finds its job and offers to activate the box', async () => {
  const { page } = setdesk
  await find(page, withColons(box).toLowerCase())
  await finder(page).getByRole('group', { name: 'Jobs on this computer' }).getByText(withColons(box)).waitFor()
  await finder(page)
    .getByRole('option', { name: /^Activate this box/ })
    .waitFor()
  await closeIt(page)
})

test('a MAC address in the search shows what concerns the box first, and is not taken for a user ID', async () => {
  const { page } = setdesk
  const groups = async () =>
    await finder(page)
      .getByRole('group')
      .evaluateAll((all) => all.map((group) => group.querySelector('header')?.textContent))
  await find(page, box)
  await expect.poll(groups).toEqual(['Jobs on this computer', 'Box', 'Customers'])
  expect(await finder(page).getByText('Open the customer with this user ID').count()).toBe(0)
  await closeIt(page)

  await find(page, anyMac())
  await finder(page)
    .getByRole('option', { name: /^Activate this box/ })
    .waitFor()
  // The jobs that were found for the first letters go once the answer for the whole address is there.
  await expect.poll(groups).toEqual(['Box'])
  await closeIt(page)

  await find(page, '4471920385')
  await finder(page).getByRole('option', { name: 'Open the customer with this user ID' }).waitFor()
  await expect.poll(async () => (await groups())[0]).toBe('Customers')
  await closeIt(page)
})

test('a scan into the open search is searched for once, and no screen behind the search takes it', async () => {
  const { page } = setdesk
  await goHome(page)
  await page.keyboard.press('Control+k')
  await finder(page).getByRole('option').first().waitFor()
  await scan(page, box)
  await expect.poll(() => finder(page).getByRole('searchbox').inputValue()).toBe(box)
  await finder(page).getByText(withColons(box)).first().waitFor()
  expect(new URL(page.url()).hash).toBe('#/')

  const other = anyMac()
  await scan(page, other)
  await expect.poll(() => finder(page).getByRole('searchbox').inputValue()).toBe(other)
  await closeIt(page)
})

test('the search can run a command, and says if nothing is found', async () => {
  const { page } = setdesk
  await find(page, 'go to activ')
  await page.keyboard.press('Enter')
  await expect.poll(() => new URL(page.url()).hash).toBe('#/activity')
  await find(page, 'zzqq')
  await sees(page, 'Nothing found.')
  await closeIt(page)
})

test('Enter in the search opens what the typed text finds, however soon Enter is pressed', async () => {
  const { page } = setdesk
  await page.keyboard.press('Control+k')
  await finder(page).getByRole('group', { name: 'Newest jobs' }).getByRole('option').first().waitFor()
  await finder(page)
    .getByRole('searchbox')
    .evaluate((field: HTMLInputElement) => {
      field.focus()
      document.execCommand('insertText', false, 'without a box')
      field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
    })
  await page.getByRole('heading', { name: 'New customer without a box' }).waitFor()
})

/** Holds back all searches for customers, until the returned function is called. */
async function holdSearches(page: Page): Promise<() => Promise<void>> {
  const searches = '**/bridge/customers.find'
  const { promise: isOver, resolve: letGo } = Promise.withResolvers<void>()
  await page.route(searches, async (route) => {
    await isOver
    await route.continue()
  })
  return async () => {
    letGo()
    await page.unrouteAll({ behavior: 'wait' })
  }
}

// Only on this target the bridge can be slowed down from outside.
test.skipIf(targetName !== 'loopback')(
  'Enter before the platform has answered opens the customer once the answer is there',
  async () => {
    const { page } = setdesk
    const answer = await holdSearches(page)
    await find(page, 'eriksen')
    await page.keyboard.press('Enter')
    await sees(page, 'Asking the platform…')
    await answer()
    await page
      .getByRole('heading', { name: /Eriksen/ })
      .first()
      .waitFor()
    await finder(page).waitFor({ state: 'detached' })

    const answerAgain = await holdSearches(page)
    await goTo(page, 'Customers')
    await page.keyboard.press('Control+f')
    const asked = page.waitForRequest((request) => request.postData()?.includes('okonkwo') === true)
    await page.keyboard.type('okonkwo', { delay: 40 })
    await page.keyboard.press('Enter')
    await asked
    await answerAgain()
    await page.getByRole('heading', { name: String(person['Last name']) }).waitFor()
  },
)

test.skipIf(targetName !== 'loopback')(
  'the error of a command stays on the screen until it is closed or another command is given',
  async () => {
    const { page } = setdesk
    const alert = page.getByRole('alert').filter({ hasText: 'Code storage-full' })
    const { connections } = await call(page, 'app.snapshot', {})
    await call(page, 'connection.start-training', {})
    for (const channel of ['queue.pause', 'queue.resume', 'connection.select'])
      await page.route(`**/bridge/${channel}`, (route) =>
        route.fulfill({ json: { ok: false, error: { code: 'storage-full', message: '', retryable: true } } }),
      )
    const showsWhy = async (isIn: string) => {
      await alert.waitFor()
      const tops = await page.evaluate(
        (message) => [document.querySelector('#main'), message].map((one) => one?.getBoundingClientRect()),
        await alert.elementHandle(),
      )
      expect(tops[0]?.bottom, `${isIn}: the message covers no row`).toBeLessThanOrEqual(tops[1]?.top ?? 0)
      await alert.getByRole('button', { name: 'Close' }).click()
      await alert.waitFor({ state: 'detached' })
      expect(await page.evaluate(() => document.activeElement?.id), isIn).toBe('main')
    }
    await find(page, 'pause sending')
    await page.keyboard.press('Enter')
    await showsWhy('the dialog')
    await goTo(page, 'Queue')
    await press(page, 'Pause sending')
    await showsWhy('the queue')
    await page.unroute('**/bridge/queue.pause')
    await press(page, 'Pause sending')
    await page.locator('[data-banner="paused"]').getByRole('button').click()
    await showsWhy('a banner')
    await goToSettings(page, 'Connections')
    await press(page, 'Switch to this')
    await alert.waitFor()
    await page.unrouteAll()
    await press(page, 'Switch to this')
    await alert.waitFor({ state: 'detached' })
    await page.getByRole('link', { name: `Connection: ${String(connections[0]?.settings.name)}` }).waitFor()
    await call(page, 'queue.resume', {})
  },
)

test('the search without a network finds what this computer knows, and says so', async () => {
  const { page } = setdesk
  await platform.setOptions({ offline: true })
  await find(page, String(person['Last name']))
  await sees(page, /^The platform cannot be reached\. These customers are from its earlier answers/)
  await finder(page).getByRole('group', { name: 'Jobs on this computer' }).getByRole('option').click()
  await expect.poll(() => new URL(page.url()).hash).toMatch(/^#\/queue\/all\//)
})

test('the search of the queue finds a job that is older than the rows on screen', async () => {
  const { page } = setdesk
  await goHome(page)
  await call(page, 'queue.pause', {})
  // A page of the queue has 50 rows.
  for (let number = 0; number < 55; number += 1)
    await call(page, 'job.save', { draftId: anyDraftId(), intent: newCustomer('101') })
  await page.evaluate(() => (location.hash = '#/queue/all'))
  await page.getByRole('button', { name: 'Show more' }).waitFor()
  const row = page.getByRole('main').getByText(withColons(box))
  expect(await row.count()).toBe(0)
  await page.getByRole('searchbox', { name: 'Find in the queue' }).fill(withColons(box))
  await row.first().waitFor()
})

test('the search is accessible, and fits into the smallest window', async () => {
  const { page } = setdesk
  const looks = noLooks()
  await find(page, 'queue')
  await lookAt(page, looks, 'find anything')
  expect([...looks.axe, ...looks.counter, ...looks.reflow, ...looks.zoom]).toEqual([])
  expect((await call(page, 'job.list', { limit: 5, text: 'nobody at all' })).jobs).toEqual([])
})
