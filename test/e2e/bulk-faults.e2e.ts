import type { Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { anyMac, call, chooseList, goTo, listComplaints, openForFile, press, scan, sees } from './drive.ts'
import { connectTo, createGate, openPlatformForFile } from './drive-platform.ts'

const creations = createGate()
const platform = await openPlatformForFile({}, ({ operation }) =>
  operation.startsWith('addCustomer') ? creations.pass() : undefined,
)
/**
 * A time zone in which it is about noon now, so that no day ends during the tests of this file: Home counts the jobs of
 * the day. The sign in these names is the opposite of the usual one: `Etc/GMT-2` is two hours ahead of UTC.
 */
const zoneOfNoon = (): string => {
  const ahead = 12 - new Date().getUTCHours()
  return `Etc/GMT${ahead > 0 ? '-' : '+'}${String(Math.abs(ahead))}`
}
const setdesk = await openForFile({ context: { viewport: { width: 1024, height: 640 }, timezoneId: zoneOfNoon() } })

const rowWith = (mobile: string, product: string): string =>
  `${anyMac()};${mobile};Okonkwo;Amélie;14 Rue des Lilas;75020;Paris;${product}`
const list = [
  'MAC;Mobile;Last name;First name;Street;Zip;City;Product',
  rowWith('0612000001', 'Basic TV'),
  rowWith('0612000002', 'Basic TV'),
  rowWith('0612000003', 'Basic TV'),
  rowWith('+33612000004', 'Basik'),
  rowWith('+33612000005', 'Basik'),
  rowWith('+33612000006', 'Basic TV'),
].join('\n')

const isInWindow = (element: Element): boolean => {
  const { top, bottom } = element.getBoundingClientRect()
  return top >= 0 && bottom <= innerHeight
}

const focusedText = async (page: Page) => await page.evaluate(() => document.activeElement?.textContent)

beforeAll(async () => {
  // The timeout is long, because this test holds calls back.
  await connectTo(setdesk.page, platform, { phoneCountry: 'FR', timeoutSeconds: 600 })
})

test('a fault that several rows share can be fixed for all of them at once, and the fix survives a reload', async () => {
  const { page } = setdesk
  const complaints = listComplaints(page)
  await goTo(page, 'Bulk')
  await page.getByRole('radio', { name: /Activate new customers/ }).click({ force: true })
  await chooseList(page, 'new.csv', list)
  await sees(page, 'Numbers without a country code are from France')
  await press(page, 'Check 6 rows')
  await sees(page, '1 row is ready. 5 rows have errors and stay here.')
  // The result is visible without scrolling.
  await expect.poll(() => page.getByRole('button', { name: 'Save 1 job' }).evaluate(isInWindow)).toBe(true)

  await press(page, 'Treat 3 numbers as numbers from France')
  await sees(page, '4 rows are ready. 2 rows have errors and stay here.')

  const groups = page.getByRole('region', { name: 'The same error in several rows' })
  await groups.getByText('“Basik”').waitFor()
  await groups.getByRole('button', { name: /Replace with/ }).click()
  await page.getByRole('option', { name: 'Family TV' }).click()
  await press(page, 'Change 2 rows')
  await sees(page, '6 rows are ready.')
  await expect.poll(() => groups.count()).toBe(0)

  await page.reload()
  await sees(page, '6 rows are ready.')
  await press(page, 'Save 6 jobs')
  await page.locator('[data-batch-state="done"]', { hasText: '6' }).waitFor({ timeout: 30_000 })
  const { jobs } = await call(page, 'job.list', { limit: 10 })
  expect(jobs.map(({ productName }) => productName).filter((name) => name === 'Family TV')).toHaveLength(2)
  const mobiles = await Promise.all(
    jobs.map(async ({ id }) => {
      const { intent } = await call(page, 'job.read', { id })
      return 'customer' in intent ? intent.customer.mobile : ''
    }),
  )
  expect(mobiles.every((mobile) => mobile.startsWith('+33612'))).toBe(true)
  expect(complaints).toEqual([])
})

test('a single row with an error can be left out, stays left out after a reload, and can be taken back', async () => {
  const { page } = setdesk
  await press(page, 'New list')
  await page.getByRole('radio', { name: /Activate new customers/ }).click({ force: true })
  const rows = [rowWith('+33612000031', 'Basic TV'), rowWith('+33612000032', 'Basik'), rowWith('+33612000033', 'Basuk')]
  await chooseList(page, 'three.csv', [list.split('\n')[0], ...rows].join('\n'))
  await press(page, 'Check 3 rows')
  await sees(page, '1 row is ready. 2 rows have errors and stay here.')
  await page.locator('tr[data-line="3"]').getByRole('button', { name: 'Leave out' }).click()
  await sees(page, '1 row is ready. 1 row has errors and stays here.')
  await page.reload()
  await sees(page, '1 row is left out.')
  await page.locator('tr[data-line="4"]').getByRole('button', { name: 'Leave out' }).click()
  await sees(page, '2 rows are left out.')
  await press(page, 'Bring back')
  await sees(page, '1 row is ready. 2 rows have errors and stay here.')
  for (const left of ['1 row is left out.', '2 rows are left out.']) {
    await page.getByRole('button', { name: 'Leave out' }).first().click()
    await sees(page, left)
  }
  await press(page, 'Save 1 job')
  await page.locator('[data-batch-state="done"]', { hasText: '1' }).waitFor({ timeout: 30_000 })
})

test('the page of a list shows the progress of its jobs and the remaining time, and can pause sending', async () => {
  const { page } = setdesk
  await press(page, 'New list')
  await page.getByRole('radio', { name: /Activate new customers/ }).click({ force: true })
  const rows = Array.from({ length: 10 }, (_, index) => rowWith(`+3361200002${String(index)}`, 'Basic TV'))
  await chooseList(page, 'ten.csv', [list.split('\n')[0], ...rows].join('\n'))
  await page.getByRole('button', { name: 'Check 10 rows' }).focus()
  await page.keyboard.press('Enter')
  await sees(page, '10 rows are ready.')
  await expect.poll(() => focusedText(page)).toBe('Check')
  await page.keyboard.press('Tab')
  expect(await focusedText(page)).toBe('Save 10 jobs')
  creations.letThrough(6)
  await page.keyboard.press('Enter')
  await expect.poll(() => focusedText(page)).toBe('Jobs of this list')
  const progress = page.getByRole('region', { name: 'Sending progress' })
  await progress.getByText(/^6 of 10 jobs done/).waitFor()
  // The remaining time appears after ten seconds.
  await progress.getByText('less than a minute').waitFor({ timeout: 30_000 })
  await progress.getByRole('button', { name: 'Pause sending' }).click()
  await page.locator('[data-banner="paused"]').getByRole('button', { name: 'Resume sending' }).click()
  creations.letThrough(Infinity)
  await progress.waitFor({ state: 'detached' })
  await page.locator('[data-batch-state="done"]', { hasText: '10' }).waitFor({ timeout: 30_000 })
})

test('Home counts all jobs of the day, even if there are more than it reads', async () => {
  const { page } = setdesk
  await call(page, 'queue.pause', {})
  const before = (await call(page, 'job.list', { limit: 50 })).jobs.length
  await press(page, 'New list')
  await page.getByRole('radio', { name: /Activate new customers/ }).click({ force: true })
  const rows = Array.from({ length: 230 }, (_, index) => rowWith(`+33612${String(300_000 + index)}`, 'Basic TV'))
  await chooseList(page, 'day.csv', [list.split('\n')[0], ...rows].join('\n'))
  await press(page, 'Check 230 rows')
  await press(page, 'Save 230 jobs')
  await expect.poll(async () => (await call(page, 'app.snapshot', {})).counts.saved).toBe(230)
  await goTo(page, 'Home')
  const today = page.getByRole('region', { name: 'Today' })
  await today.getByText(`${String(before + 230)} jobs`, { exact: true }).waitFor()
  await expect.poll(() => today.getByRole('term').allInnerTexts()).toEqual(['done', 'under way'])
  expect(await today.getByRole('definition').allInnerTexts()).toEqual([String(before), '230'])
  const strip = await today.locator('[data-bar]').evaluateAll((bars) => bars.map((bar) => bar.getBoundingClientRect()))
  const { right } = await today.evaluate((panel) => panel.getBoundingClientRect())
  expect(strip).toHaveLength(200)
  expect(Math.max(...strip.map((bar) => bar.right))).toBeLessThanOrEqual(right)
})

test('a scan into the faulty cell of a box corrects that row, and the next scan corrects the next row', async () => {
  const { page } = setdesk
  await goTo(page, 'Bulk')
  await page.getByRole('radio', { name: /Activate new customers/ }).click({ force: true })
  const [header] = list.split('\n')
  const broken = ['+33612000201', '+33612000202'].map((mobile) =>
    rowWith(mobile, 'Basic TV').replace(/^[^;]+/, 'rubbish!'),
  )
  await chooseList(page, 'broken.csv', [header, ...broken].join('\n'))
  await press(page, 'Check 2 rows')
  const errors = page.getByRole('region', { name: 'Rows with errors' })
  const cells = errors.getByRole('textbox', { name: 'MAC' })
  await cells.first().focus()

  // An article number is not a box, although its twelve digits could be an address.
  await scan(page, '036000291452')
  await page
    .getByText(/036000291452.*names no box|036000291452/)
    .first()
    .waitFor()
  expect(await cells.count()).toBe(2)
  const first = anyMac()
  await scan(page, first)
  await expect.poll(() => cells.count()).toBe(1)
  // The serial number of the same label comes too late to be gathered with its address.
  await scan(page, 'SN: WD4471920')
  await page.getByText('“WD4471920” may be a second code of the label that you scanned before.').waitFor()
  expect(await cells.inputValue()).toBe('rubbish!')
  await scan(page, first)
  await errors.getByText(/same as in line 2/).waitFor()
  await scan(page, anyMac())
  await sees(page, '2 rows are ready.')
})

test('a list with rows that are not saved is closed only after a question with their number, and keeps the focus', async () => {
  const { page } = setdesk
  await press(page, 'Discard this list')
  const question = page.getByRole('alertdialog', { name: 'Discard 2 unsaved rows?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await sees(page, '2 rows are ready.')
  await expect.poll(() => focusedText(page)).toBe('Discard this list')
  await press(page, 'Discard this list')
  await question.getByRole('button', { name: 'Discard this list' }).click()
  await expect.poll(() => focusedText(page)).toBe('Source')
  expect(await page.getByText('broken.csv').count()).toBe(0)
})

test('once the box of a row is corrected, a later scan goes to the scan batch and not into that row', async () => {
  const { page } = setdesk
  await page.getByRole('radio', { name: /Activate new customers/ }).click({ force: true })
  const [header] = list.split('\n')
  const broken = rowWith('no number', 'Basic TV').replace(/^[^;]+/, 'rubbish!')
  await chooseList(page, 'two-faults.csv', [header, broken].join('\n'))
  await press(page, 'Check 1 row')
  const errors = page.getByRole('region', { name: 'Rows with errors' })
  const [box, mobile] = [errors.getByRole('textbox', { name: 'MAC' }), errors.getByRole('textbox', { name: 'Mobile' })]
  const [first, later] = [anyMac(), anyMac()]
  await box.focus()
  await scan(page, first)
  await box.waitFor({ state: 'detached' })
  await expect.poll(() => mobile.evaluate((field) => field === document.activeElement)).toBe(true)

  await scan(page, later)
  await page.getByText(later).first().waitFor()
  await mobile.fill('+33612000301')
  await mobile.press('Enter')
  await sees(page, '1 row is ready.')
  await press(page, 'Save 1 job')
  await page.locator('[data-batch-state]').first().waitFor()
  const { jobs } = await call(page, 'job.list', { limit: 1 })
  const { intent } = await call(page, 'job.read', { id: jobs[0]?.id ?? '' })
  expect('box' in intent ? intent.box?.raw : undefined).toBe(first)
})

test('rows whose box is in other work are all named by their line, and can be saved anyway', async () => {
  const { page } = setdesk
  await call(page, 'queue.pause', {})
  const [header] = list.split('\n')
  const rows = Array.from({ length: 25 }, (_, index) => rowWith(`+33612${String(400_000 + index)}`, 'Basic TV'))
  const saveAll = async (name: string, text: string, button: string): Promise<void> => {
    await goTo(page, 'Home')
    await goTo(page, 'Bulk')
    await page.getByRole('radio', { name: /Activate new customers/ }).click({ force: true })
    await chooseList(page, name, text)
    await press(page, 'Check 25 rows')
    await press(page, button)
  }
  await saveAll('once.csv', [header, ...rows].join('\n'), 'Save 25 jobs')
  await sees(page, '25 rows are saved on this computer')
  await saveAll('twice.csv', [header, ...rows.toReversed()].join('\n'), 'Save 25 jobs')
  await sees(page, '25 rows were not saved')
  await page.getByText('lines 22, 23, 24, 25, 26', { exact: true }).waitFor()
  await press(page, 'Also save boxes that are in other jobs')
  await sees(page, '25 rows are saved on this computer')
})
