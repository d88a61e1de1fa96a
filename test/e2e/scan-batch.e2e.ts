import type { Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import {
  anyMac,
  call,
  field,
  goTo,
  openForFile,
  press,
  scan,
  sees,
  seesSavedRows,
  startPractising,
  withColons,
} from './drive.ts'

const setdesk = await openForFile()
const hostname = 'tv.north.example'
const scanBatchField = (page: Page) => field(page, 'Or scan, type or paste boxes')

/** Scans three random boxes, each after the previous one was confirmed. */
async function scanThree(page: Page): Promise<readonly string[]> {
  const scanBatch = [anyMac(), anyMac(), anyMac()]
  for (const mac of scanBatch) {
    await scan(page, mac)
    await sees(page, withColons(mac))
  }
  return scanBatch
}

beforeAll(async () => {
  await startPractising(setdesk.page)
})

test('a scan batch on Bulk is restored after a power cut, even if it was already turned into a list', async () => {
  await goTo(setdesk.page, 'Bulk')
  await scanBatchField(setdesk.page).waitFor()
  const scanBatch = await scanThree(setdesk.page)
  await setdesk.kill()
  let page = await setdesk.restart()
  await goTo(page, 'Bulk')
  await expect.poll(() => scanBatchField(page).inputValue()).toBe(`${scanBatch.join('\n')}\n`)

  await page.getByRole('radio', { name: /Bind to a hostname/ }).click({ force: true })
  await press(page, 'Use these 3 boxes')
  await sees(page, 'Scan batch: 3 rows')
  await setdesk.kill()
  page = await setdesk.restart()
  await goTo(page, 'Bulk')
  await expect.poll(() => scanBatchField(page).inputValue()).toBe(`${scanBatch.join('\n')}\n`)

  await page.getByRole('radio', { name: /Bind to a hostname/ }).click({ force: true })
  await press(page, 'Use these 3 boxes')
  await sees(page, 'Scan batch: 3 rows')
  const later = anyMac()
  await scan(page, later)
  await sees(page, `New: ${withColons(later)}`)
  await goTo(page, 'Home')
  await goTo(page, 'Bulk')
  await expect.poll(() => scanBatchField(page).inputValue()).toBe(`${[...scanBatch, later].join('\n')}\n`)

  const last = anyMac()
  await scan(page, last)
  await sees(page, `New: ${withColons(last)}`)
  await press(page, 'Use these 5 boxes')
  await field(page, 'Hostname').fill(hostname)
  await press(page, 'Check 5 rows')
  await press(page, 'Save 5 jobs')
  await seesSavedRows(page, 5)
  await expect.poll(() => page.getByText(`New: ${withColons(last)}`).count()).toBe(0)
  await press(page, 'New list')
  expect(await scanBatchField(page).inputValue()).toBe('')
  expect((await call(page, 'scan-batch.read', { place: 'bulk' })).text).toBe('')
})

test('a scan batch on Hostnames is restored after a power cut, and can be removed', async () => {
  await goTo(setdesk.page, 'Hostnames')
  await sees(setdesk.page, /^Boxes bound to /)
  const scanBatch = await scanThree(setdesk.page)
  // The row appears before the box is stored.
  await expect
    .poll(async () => (await call(setdesk.page, 'scan-batch.read', { place: 'hostnames' })).text)
    .toBe(scanBatch.join('\n'))
  await setdesk.kill()
  const page = await setdesk.restart()
  await goTo(page, 'Hostnames')
  await sees(page, '0 of 3 are bound to this hostname; these 3 are not.')
  for (const mac of scanBatch) await sees(page, withColons(mac))

  await press(page, 'Remove all')
  await expect.poll(async () => (await call(page, 'scan-batch.read', { place: 'hostnames' })).text).toBe('')
})
