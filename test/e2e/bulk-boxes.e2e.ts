import { beforeAll, beforeEach, expect, test } from 'vitest'
import {
  anyMac,
  call,
  chooseList,
  download,
  field,
  goTo,
  loseList,
  openForFile,
  press,
  sees,
  withColons,
} from './drive.ts'
import { connectTo, openPlatformForFile } from './drive-platform.ts'

const platform = await openPlatformForFile()
const setdesk = await openForFile()
const hostname = platform.hostnames[0] ?? ''
const userid = '4021770010'

beforeAll(async () => {
  await connectTo(setdesk.page, platform)
})

beforeEach(async () => {
  const { page } = setdesk
  await goTo(page, 'Bulk')
  await page.getByRole('radio', { name: /Add to customers/ }).click({ force: true })
})

/** The effects on a box, with their hostname. */
const effectsOn = (box: string) =>
  platform
    .ledger()
    .filter((entry) => entry.box === withColons(box) || entry.box === box)
    .map((entry) => [entry.effect, entry.hostname])

test('a box in a list is bound to the hostname of its row, or else to the default hostname', async () => {
  const { page } = setdesk
  const [own, none] = [anyMac(), anyMac()]
  const other = platform.hostnames[1] ?? ''
  await chooseList(page, 'default.csv', `mac,userid,hostname\n${own},${userid},${other}\n${none},${userid},`)
  expect(await field(page, 'Hostname').inputValue()).toBe(hostname)
  await press(page, 'Check 2 rows')
  await press(page, 'Save 2 jobs')
  await page.locator('[data-batch-state="done"]', { hasText: '2' }).waitFor({ timeout: 20_000 })
  expect(effectsOn(own)).toEqual([
    ['bind-user', null],
    ['bind-hostname', other],
  ])
  expect(effectsOn(none)).toEqual([
    ['bind-user', null],
    ['bind-hostname', hostname],
  ])
  await press(page, 'New list')
})

test('a user ID for all rows goes to no row of a list with a column of user IDs, whose empty cell is a fault', async () => {
  const { page } = setdesk
  await chooseList(page, 'all.csv', `mac\n${anyMac()}\n`)
  await field(page, 'User ID').fill(userid)
  await press(page, 'Check 1 row')
  await sees(page, '1 row is ready.')
  await chooseList(page, 'own.csv', `mac,userid\n${anyMac()},${userid}\n${anyMac()},\n`)
  await press(page, 'Check 2 rows')
  await sees(page, /1 row is ready.*1 row has errors/)
  await sees(page, 'User ID: Fill this in.')
  await loseList(page, 'Discard this list')
})

test('the number of boxes without a hostname is shown before saving, even after a row is fixed', async () => {
  const { page } = setdesk
  const [one, two] = [anyMac(), anyMac()]
  await chooseList(page, 'dark.csv', `mac,userid\n${one},${userid}\nno box at all,${userid}`)
  await field(page, 'Hostname').fill('')
  await sees(page, 'Without a hostname, a box with factory settings does not find its operator')
  await press(page, 'Check 2 rows')
  await sees(page, '1 box will not find its operator: it has no hostname.')
  await page.locator('tr[data-line="3"]').getByLabel('mac').fill(two)
  await press(page, 'Check this row again')
  await sees(page, '2 boxes will not find their operator: they have no hostname.')
  await press(page, 'Save 2 jobs')
  await page.locator('[data-batch-state="done"]', { hasText: /^Done, without hostname2$/ }).waitFor({ timeout: 20_000 })
  expect(await page.locator('[data-batch-state]').count()).toBe(1)
  expect(effectsOn(one)).toEqual([['bind-user', null]])
  const results = await download(page, 'Export results', 'results')
  expect(results.text.match(/Done, without hostname/g)).toHaveLength(2)
  await press(page, 'New list')

  // The result of such a box is not simply "Done", because the connection says that a working box has a hostname.
  const { jobs } = await call(page, 'job.list', { limit: 1 })
  await page.evaluate((id) => location.assign(`#/activate/result/${id}`), jobs[0]?.id ?? '')
  await page.getByRole('heading', { name: 'Bound, but without a hostname' }).waitFor()
  // The result does not say that all is well, and links to the remedy.
  expect(await page.locator('main').innerText()).not.toMatch(/No action needed|\bDONE\b/)
  expect(await page.getByRole('link', { name: 'Bind it to a hostname' }).getAttribute('href')).toBe('#/hostnames')
  await sees(page, 'missing: the box will not find its operator')
  expect(await page.getByRole('heading', { name: 'Done', exact: true }).count()).toBe(0)

  // The lists of jobs show the same state as the result.
  const chip = { hasText: /^Done, without hostname$/ }
  await page.evaluate(() => location.assign('#/queue/all'))
  await page.locator(`tr[data-job="${jobs[0]?.id ?? ''}"] [data-state]`, chip).waitFor()
  await page.evaluate((id) => location.assign(`#/queue/all/${id}`), jobs[0]?.id ?? '')
  await page.locator('aside [data-state]', chip).waitFor()
  await sees(page, 'Without a hostname, a box with factory settings does not find its operator')
  await goTo(page, 'Home')
  await page.locator(`li[data-job="${jobs[0]?.id ?? ''}"] [data-state]`, chip).waitFor()
  await page.keyboard.press('Control+k')
  const finder = page.getByRole('dialog', { name: 'Find anything' })
  await finder.locator('[data-state]', chip).nth(1).waitFor()
  await page.keyboard.press('Escape')
  await finder.waitFor({ state: 'detached' })
  await goTo(page, 'Activity')
  await page.locator(`tr[data-job="${jobs[0]?.id ?? ''}"] [data-state]`, chip).waitFor()
  await page.evaluate(() => location.assign('#/activity/events'))
  await page.locator('main tr [data-state]', chip).nth(1).waitFor()
})

test('an almost valid MAC address in a list is refused with the reason', async () => {
  const { page } = setdesk
  await chooseList(page, 'near.csv', `mac,userid\n001A7920ZZ11,${userid}\n001A79ABCDEG,${userid}`)
  await press(page, 'Check 2 rows')
  await sees(page, '0 rows are ready. 2 rows have errors and stay here.')
  await sees(page, 'Box: This is almost a MAC address, but no MAC address contains Z.')
  await sees(page, 'Box: This is almost a MAC address, but no MAC address contains G.')
  const row = page.locator('tr[data-line="2"]')
  await row.getByLabel('mac').fill('SN 001A7920ZZ11')
  await row.getByRole('button', { name: 'Check this row again' }).click()
  await press(page, 'Save 1 job')
  await page.locator('[data-batch-state="done"]', { hasText: '1' }).waitFor({ timeout: 20_000 })
  expect(effectsOn('001A7920ZZ11').map(([effect]) => effect)).toEqual(['bind-user', 'bind-hostname'])
  await loseList(page, 'New list')
})

test('the handouts of all finished rows can be printed in one run', async () => {
  const { page } = setdesk
  await page.getByRole('radio', { name: /Activate new customers/ }).click({ force: true })
  const people = ['Okonkwo', 'Durand', 'Martin']
  const rows = people.map((name, index) => `${anyMac()},Ana,${name},+3361200000${index},1 Quai,75020,Paris,Basic TV`)
  await chooseList(page, 'three.csv', `MAC,First name,Last name,Mobile,Street,Zip,City,Product\n${rows.join('\n')}`)
  await press(page, 'Check 3 rows')
  await press(page, 'Save 3 jobs')
  await page.locator('[data-batch-state="done"]', { hasText: '3' }).waitFor({ timeout: 20_000 })
  await press(page, 'Handouts of finished jobs')
  await page.getByRole('heading', { name: 'Print 3 sheets' }).waitFor()
  const sheets = page.locator('.handout .sheet')
  await expect.poll(() => sheets.count()).toBe(3)
  const texts = await sheets.allTextContents()
  for (const [index, name] of people.entries()) expect(texts[index]).toContain(name)
  await page.evaluate(() => (window.print = () => document.body.setAttribute('data-printed', '')))
  await page.keyboard.press('Control+p')
  await page.locator('body[data-printed]').waitFor()
  await page.keyboard.press('Escape')
  await press(page, 'New list')
})

test('the handouts of a long list are printed in several runs, and each run says which ones it has', async () => {
  const { page } = setdesk
  await page.getByRole('radio', { name: /Bind to a hostname/ }).click({ force: true })
  const macs = Array.from({ length: 203 }, (_, index) => `001A7C${index.toString(16).toUpperCase().padStart(6, '0')}`)
  await chooseList(page, 'long.csv', `MAC;Hostname\n${macs.map((mac) => `${mac};${hostname}`).join('\n')}`)
  await press(page, 'Check 203 rows')
  await press(page, 'Save 203 jobs')
  await page.locator('[data-batch-state="done"]', { hasText: '203' }).waitFor({ timeout: 60_000 })
  await press(page, 'Handouts of finished jobs')
  const dialog = page.getByRole('dialog')
  const sheets = page.locator('.handout .sheet')
  await dialog.getByText('These are handouts 1 to 200 of 203.').waitFor()
  expect(await sheets.count()).toBe(200)
  await dialog.getByRole('button', { name: 'Next 3 handouts' }).waitFor()
  await page.keyboard.press('Escape')

  // Whoever closes the run sees that there is more.
  await sees(page, '3 handouts are still to be printed.')
  await page.getByRole('button', { name: 'From the first handout' }).waitFor()
  await press(page, 'Next 3 handouts')
  await dialog.getByText('These are handouts 201 to 203 of 203, the last ones.').waitFor()
  await dialog.getByRole('heading', { name: 'Print 3 sheets' }).waitFor()
  const texts = await sheets.allTextContents()
  for (const [index, mac] of macs.slice(200).entries()) expect(texts[index]).toContain(withColons(mac))
  expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Handouts of finished jobs' }).waitFor()
  await press(page, 'New list')
}, 120_000)
