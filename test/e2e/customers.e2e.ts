import type { Page } from 'playwright'
import { expect, onTestFinished, test } from 'vitest'
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts'
import { startHttpServer } from '../fakes/http-server.ts'
import {
  anyMac,
  anyPerson,
  call,
  field,
  goTo,
  openCustomer,
  openForTest,
  press,
  sees,
  saveActivation,
} from './drive.ts'
import { connectTo } from './drive-platform.ts'

async function openCrowd(customers: number): Promise<Sandbox> {
  const platform = await createSandbox({ dataFolder: ':memory:', customers, options: { uniqueUserids: false } })
  onTestFinished(platform.close)
  return platform
}

/** Replaces the platform by one that answers each read as given, and refuses the other reads. */
async function answerWith(on: Page, answers: Readonly<Record<string, (asked: URLSearchParams) => unknown>>) {
  const platform = await openCrowd(1)
  await connectTo(on, platform)
  const { url } = await startHttpServer((response, request) => {
    const { pathname, searchParams } = new URL(request.url, 'http://platform.example')
    const answer = answers[pathname.split('/').at(-1) ?? '']
    if (answer === undefined) response.statusCode = 400
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(answer?.(searchParams) ?? { Message: 'You may not do this.' }))
  })
  const settings = (await call(on, 'app.snapshot', {})).connections[0]?.settings
  if (settings === undefined) throw new Error('The connection is not there.')
  await call(on, 'connection.save', { ...settings, baseUrl: url, retrieval: 'query', token: platform.authToken })
}

const ada = '4021770010'
const find = (page: Page) => page.getByRole('searchbox', { name: 'Name, mobile number, user ID, mapping ID or box' })
const list = (page: Page) => page.getByRole('grid', { name: 'Customers, newest first' })
const rowOf = (page: Page, userid: string) => page.locator(`[data-customer="${userid}"]`)
const page = (on: Page) => on.getByRole('complementary', { name: 'Customer' })

/** The visible rows, by their text. With `top` it scrolls first and returns the rows painted in the same frame. */
const rowsInSight = async (on: Page, top?: number): Promise<readonly string[]> =>
  await list(on).evaluate(async (scroller, to) => {
    if (to !== undefined) scroller.scrollTop = to
    await new Promise((resolve) => requestAnimationFrame(resolve))
    const sight = scroller.getBoundingClientRect()
    return [...scroller.querySelectorAll('[role="row"]')]
      .filter((row) => {
        const box = row.getBoundingClientRect()
        return box.bottom > sight.top && box.top < sight.bottom
      })
      .map((row) => row.textContent)
  }, top)
const theEnd = 1_000_000_000

test('a customer is found by name or ID, and the customer page says whether the installation works', async () => {
  const platform = await openCrowd(300)
  const { page: on } = await openForTest()
  await connectTo(on, platform)
  await on.keyboard.press('Control+f')
  await expect.poll(() => find(on).evaluate((input) => input === document.activeElement)).toBe(true)
  await on.keyboard.insertText('whitfield')
  await sees(on, '8 customers in all')
  await find(on).fill('Ada Whitfield')
  await rowOf(on, ada).waitFor()

  await find(on).fill('CRM-10040')
  await sees(on, 'Has this mapping ID')
  await find(on).fill(ada)
  await on.locator(`[data-direct="${ada}"]`).click()
  await page(on).getByRole('heading', { name: 'Ada Whitfield' }).waitFor()
  await page(on).locator('[data-verdict="works"]').waitFor()
  await page(on).locator('[data-light="on"]').waitFor()
  await sees(on, 'tv.coast.example')
  await page(on)
    .locator('summary')
    .filter({ hasText: /^getCustomer ?HTTP/ })
    .click()
  await sees(on, /"firstname\\?":\s*\\?"Ada/)
  expect(await on.content()).not.toContain(platform.authToken)

  await on.keyboard.press('Escape')
  await find(on).fill('00:1A:79:20:00:00')
  await sees(on, /^Had this box when this computer last looked/)
  await find(on).fill('nobody at all')
  await sees(on, 'No matches')
  await press(on, 'New search')
  await sees(on, '100 customers so far')
})

test('the list of customers loads to its end during scrolling, without blank rows, and can be used by keyboard', async () => {
  const platform = await openCrowd(1050)
  const { page: on } = await openForTest()
  await connectTo(on, platform)
  await goTo(on, 'Customers')
  await sees(on, '100 customers so far')
  for (let total = 100; total < 1050;) {
    const shown = await rowsInSight(on, theEnd)
    expect(shown.length).toBeGreaterThan(3)
    expect(shown.every((text) => text.trim() !== '')).toBe(true)
    await expect.poll(async () => Number(await list(on).getAttribute('aria-rowcount'))).toBeGreaterThan(total)
    total = Number(await list(on).getAttribute('aria-rowcount'))
  }
  await sees(on, '1050 customers in all')
  expect(await on.locator('[data-customer]').count()).toBeLessThan(100)
  expect((await rowsInSight(on, 20_000)).length).toBeGreaterThan(3)
  await rowsInSight(on, 0)
  await list(on).getByRole('row').first().focus()
  await on.keyboard.press('ArrowDown')
  await on.keyboard.press('ArrowDown')
  const third = await on.locator('[aria-rowindex="3"]').getAttribute('data-customer')
  await on.keyboard.press('Enter')
  await page(on)
    .getByText(third ?? 'no row')
    .first()
    .waitFor()
})

test('customers can be found by filter, by reseller and by a pasted list of user IDs', async () => {
  const platform = await openCrowd(1500)
  const { page: on } = await openForTest()
  await connectTo(on, platform, { extraCustomerFilter: 'email' })
  await goTo(on, 'Customers')
  await press(on, 'Filters')
  const dialog = on.getByRole('dialog', { name: 'Filters' })
  await dialog.getByRole('button', { name: /Status/ }).click()
  await on.getByRole('option', { name: 'Disabled' }).click()
  await field(on, 'email').fill('nora.eriksen')
  await press(on, 'Show the list')
  await sees(on, /^\d+ customers? in all$/)
  await expect
    .poll(async () => await rowsInSight(on))
    .toSatisfy((rows: readonly string[]) =>
      rows.every((row) => row.includes('Nora Eriksen') && row.includes('Disabled')),
    )
  await press(on, /^email:/)
  await press(on, /^Status:/)

  await on.getByRole('tab', { name: 'By reseller' }).click()
  await sees(on, '1000 customers so far')
  await rowsInSight(on, theEnd)
  await sees(on, '1250 customers in all')
  await field(on, 'Reseller ID').fill('501')
  await sees(on, '125 customers in all')

  await on.getByRole('tab', { name: 'By list of user IDs' }).click()
  await field(on, 'User IDs').fill(`${ada}; nobody-1\n4021770623`)
  await on.getByRole('tab', { name: 'By reseller' }).click()
  await on.getByRole('tab', { name: 'By list of user IDs' }).click()
  await press(on, 'Look up 3 user IDs')
  await sees(on, '2 of 3 user IDs found')
  await rowOf(on, 'nobody-1').getByText('Not found').waitFor()
  await rowOf(on, '4021770623').getByText('Active').waitFor()
  const load = async (name: string, buffer: Buffer): Promise<void> =>
    await on.locator('input[type="file"]').setInputFiles({ name, mimeType: 'text/plain', buffer })
  await load('log-ins.txt', Buffer.from(`${ada}\n4021771236\n`))
  await sees(on, '2 of 2 user IDs found')
  await load('unicode.txt', Buffer.from(`\uFEFF${ada}\nnobody-1\n4021771236\n`, 'utf16le'))
  await sees(on, '2 of 3 user IDs found')
  expect(await field(on, 'User IDs').inputValue()).toBe(`${ada}\nnobody-1\n4021771236\n`)
  await load('book.csv', Buffer.from([0x50, 0x4b, 3, 4, 20, 0, 6, 0]))
  await sees(on, 'This is a spreadsheet file.')
})

test('without a network, earlier answers about customers are shown with their age', async () => {
  const platform = await openCrowd(300)
  const { page: on } = await openForTest()
  await connectTo(on, platform)
  await goTo(on, 'Customers')
  await find(on).fill('Whitfield')
  await rowOf(on, ada).click()
  await page(on).locator('[data-verdict="works"]').waitFor()
  await platform.setOptions({ offline: true })
  await press(on, 'Check again')
  await sees(on, 'The platform cannot be reached. This is what it reported just now.')
  await page(on).locator('[data-verdict="works"]').waitFor()
  await find(on).fill('Ada')
  await sees(on, /^The platform cannot be reached\. These customers were looked up here/)
  await rowOf(on, ada).waitFor()
  await find(on).fill('Nobody Here')
  await sees(on, 'No customer looked up on this computer matches. Try again when the platform can be reached.')
  await platform.setOptions({ offline: false })
  await press(on, 'Ask again')
  await sees(on, 'The platform has no such customer. Check the spelling, or type less of it.')
})

test('without a network, the page of a customer who was never looked up shows the jobs on this computer', async () => {
  const platform = await openCrowd(40)
  const { page: on } = await openForTest()
  await connectTo(on, platform)
  await sees(on, 'Connected')
  await platform.setOptions({ offline: true })
  const person = anyPerson()
  const id = await saveActivation(on, anyMac(), person)
  const { userid = '' } = (await call(on, 'job.read', { id })).summary
  await openCustomer(on, userid)
  await page(on).getByRole('heading', { name: userid }).waitFor()
  await sees(on, 'The platform could not be reached.')
  await page(on)
    .getByRole('region', { name: 'Jobs on this computer' })
    .getByText(person['Last name'] ?? '')
    .waitFor()
})

test('an answer about customers that cannot be understood is reported, and shown without the token', async () => {
  const platform = await openCrowd(40)
  const { page: on } = await openForTest()
  await connectTo(on, platform)
  platform.setFaults([
    { match: { operation: 'getCustomers' }, fault: { kind: 'rubbish', body: 'message', commit: false } },
  ])
  await goTo(on, 'Customers')
  await sees(on, 'The platform’s answer could not be read')
  await on.getByText('Raw answer').click()
  await on.locator('details[open] pre').waitFor()
  expect(await on.content()).not.toContain(platform.authToken)
})

test('an unreadable search for a customer is reported once, and the screen does not say that there is nobody', async () => {
  const platform = await openCrowd(40)
  const { page: on } = await openForTest()
  await connectTo(on, platform)
  await goTo(on, 'Customers')
  platform.setFaults([{ fault: { kind: 'rubbish', body: 'message', commit: false } }])
  const isAnswered = on.waitForResponse('**/bridge/customers.direct')
  await find(on).fill('9999999999')
  await isAnswered
  await sees(on, 'The platform’s answer could not be read')
  expect(await on.getByText('The platform’s answer could not be understood').count()).toBe(0)
  expect(await on.getByText('Code not-understood').count()).toBe(0)
  platform.setFaults([])
})

test('a user ID without a digit finds its customer, if no customer has such a name', async () => {
  const { page: on } = await openForTest()
  const nobody = { Message: 'Customer not found' }
  await answerWith(on, {
    getCustomers: () => ({ customers: [], has_next: false }),
    getCustomer: (asked) => (asked.get('userid') === 'jsmith' ? { userid: 'jsmith', firstname: 'Joan' } : nobody),
  })
  await goTo(on, 'Customers')
  await find(on).fill('nosuch')
  await sees(on, 'No matches')
  await find(on).fill('jsmith')
  await on.locator('[data-direct="jsmith"]').waitFor()
  await sees(on, 'No other matches')
  await find(on).press('Enter')
  await page(on).getByRole('heading', { name: 'Joan' }).waitFor()
  await on.keyboard.press('Control+k')
  await on.keyboard.type('jsmith', { delay: 40 })
  await on.getByRole('dialog', { name: 'Find anything' }).getByRole('option', { name: 'Joan' }).waitFor()
})

test.each<[how: string, answers: Parameters<typeof answerWith>[1]]>([
  ['is refused', {}],
  ['cannot be understood', { getCustomers: () => ({ hello: 'there' }) }],
])('the search for anything says that customers may be missing if the list of customers %s', async (_, answers) => {
  const { page: on } = await openForTest()
  await answerWith(on, answers)
  await on.keyboard.press('Control+k')
  await on.keyboard.type('whitfield', { delay: 40 })
  await sees(on, 'The platform’s answer could not be used. Customers may be missing here.')
})

test('the page of a customer loads even if the end of the page before it reaches the host late', async () => {
  const platform = await openCrowd(40)
  const { page: on } = await openForTest()
  await connectTo(on, platform)
  await openCustomer(on, ada)
  await platform.setOptions({ latencyMs: 1000 })
  const isAsked = on.waitForRequest('**/bridge/customers.read')
  await on.route('**/bridge/customers.cancel', async (route) => {
    await isAsked
    await route.continue()
  })
  await openCustomer(on, '4021770623')
  await on.unrouteAll({ behavior: 'wait' })
})
