import { beforeAll, expect, test } from 'vitest'
import {
  anyMac,
  anyPerson,
  call,
  goTo,
  openForFile,
  press,
  sees,
  withColons,
  saveActivation,
  hasState,
} from './drive.ts'
import { connectTo, openPlatformForFile } from './drive-platform.ts'

const platform = await openPlatformForFile()
const setdesk = await openForFile()
const [mac, person] = [anyMac(), anyPerson()]

beforeAll(async () => {
  await connectTo(setdesk.page, platform)
  await hasState(setdesk.page, await saveActivation(setdesk.page, mac, person), 'done')
})

const openEvents = async (): Promise<void> => {
  await goTo(setdesk.page, 'Activity')
  await setdesk.page.getByRole('tab', { name: 'Every event' }).click()
}

test('Activity lists the jobs of this week with their totals, and on demand the calls of one job', async () => {
  const { page } = setdesk
  await goTo(page, 'Activity')
  const row = page.locator('[data-job]').filter({ hasText: person['Last name'] ?? '' })
  await row.waitFor()
  await sees(page, '1 job: 1 done')
  await row.getByRole('button', { name: /^Requests of the job/ }).click()
  await sees(page, 'addCustomerWithDevice')
  await sees(page, 'Attempt 1: the platform accepted it')
})

test('Activity shows statistics of all jobs, or of one technician after a press on the name', async () => {
  const { page } = setdesk
  await goTo(page, 'Activity')
  await page.getByRole('tab', { name: 'Statistics' }).click()
  const figure = (name: string) => page.locator('dl > div').filter({ hasText: name }).locator('dd')
  await expect.poll(() => figure('Jobs').innerText()).toBe('1')
  expect(await figure('Right the first time').innerText()).toBe('100%')
  await expect.poll(() => page.locator('main svg rect').count()).toBeGreaterThan(0)
  await press(page, 'A. Moreau')
  await expect.poll(() => page.getByRole('searchbox', { name: 'Technician' }).inputValue()).toBe('A. Moreau')
  await page.getByRole('searchbox', { name: 'Technician' }).fill('nobody')
  await sees(page, 'No jobs in this period')
  await page.getByRole('searchbox', { name: 'Technician' }).fill('')
})

test("Activity lists an activation with technician, time, box and the platform's answer, and links to its job", async () => {
  const { page } = setdesk
  await openEvents()
  const saved = page.locator('[data-act^="job-"]').first()
  await saved.waitFor()
  const words = await saved.innerText()
  expect(words).toContain('A. Moreau')
  expect(words).toContain(person['Last name'])
  expect(words.replaceAll('\n', '')).toContain(withColons(mac))
  await sees(page, 'Accepted')

  await saved.getByRole('link').click()
  await page.getByRole('heading', { name: person['Last name'] ?? '' }).waitFor()
})

test('Activity keeps its filter while another screen is open, and hides everything that does not match', async () => {
  const { page } = setdesk
  await openEvents()
  await page.locator('[data-act]').first().waitFor()
  await page.getByRole('searchbox', { name: 'Find' }).fill('nobody of this name')
  await sees(page, 'No matches')
  await goTo(page, 'Home')
  await openEvents()
  await sees(page, 'No matches')
  await press(page, 'Clear filters')
  await page.getByRole('searchbox', { name: 'Find' }).fill(mac)
  await page.locator('[data-act^="job-"]').first().waitFor()
})

test('Activity says where an export is, and exports neither password nor token', async () => {
  const { page } = setdesk
  await openEvents()
  const { host } = await call(page, 'app.snapshot', {})
  const download = host === 'loopback' ? page.waitForEvent('download') : undefined
  await press(page, 'Export as CSV')
  await sees(page, /rows exported/)
  if (download !== undefined) expect((await download).suggestedFilename()).toMatch(/^activity-\d{8}T\d{6}\.csv$/)
  const { jobs } = await call(page, 'job.list', { limit: 1 })
  const { intent } = await call(page, 'job.read', { id: jobs[0]?.id ?? '' })
  const { text } = await call(page, 'activity.export', { filter: {} })
  expect(text).toContain(withColons(mac))
  if (intent.kind !== 'new-customer') throw new Error('another kind')
  for (const secret of [platform.authToken, intent.logIn.password]) expect(text).not.toContain(secret)
})
