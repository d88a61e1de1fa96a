import type { Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  anyMac,
  call,
  chooseFile,
  chooseList,
  download,
  field,
  goTo,
  listComplaints,
  loseList,
  openForFile,
  press,
  scan,
  scanLabel,
  sees,
  seesSavedRows,
  withColons,
} from './drive.ts'
import { connectTo, effectsOf, openPlatformForFile } from './drive-platform.ts'
import { makeFolder } from '../fakes/folder.ts'

const platform = await openPlatformForFile()
const setdesk = await openForFile()

const boundBoxes = (effect: string): readonly (string | null)[] =>
  platform
    .ledger()
    .filter((entry) => entry.effect === effect)
    .map(({ box }) => box)

const scanBatchField = (page: Page) => field(page, 'Or scan, type or paste boxes')

const jobCount = async (page: Page): Promise<number> => {
  const { counts } = await call(page, 'app.snapshot', {})
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}

beforeAll(async () => {
  await connectTo(setdesk.page, platform)
})

const macs = Array.from({ length: 5 }, anyMac)
const [one = '', two = '', three = '', four = '', five = ''] = macs
const list = [
  'City;MAC;Mobile;Last name;First name;Street;Zip;Package;Remark',
  `Paris;${one};+33612000001;Okonkwo;Amélie;14 Rue des Lilas;75020;Basic TV;=1+1`,
  `Lyon;${withColons(two)};+33612000002;Durand;Zoé;2 Quai;69001;Basic TV;`,
  `Lyon;00:1A:79:4E:B2;+33612000003;Martin;Luc;3 Quai;69001;Basic TV;=cmd()`,
  `Lyon;${three};;Petit;Ana;4 Quai;69001;Basic TV;`,
  `Lyon;${one};+33612000005;Roux;Eva;5 Quai;69001;Basic TV;`,
  `Nice;${four};+33612000006;Blanc;Tom;6 Quai;06000;Basic TV;`,
].join('\r\n')

test('the area where a file can be dropped is announced by screen readers with the words on screen', async () => {
  const { page } = setdesk
  await goTo(page, 'Bulk')
  await page.getByRole('button', { name: /Drop a CSV or text file here/ }).waitFor({ state: 'attached' })
})

test('the good rows of a list are saved as jobs, and the bad rows can be fixed in place', async () => {
  const { page } = setdesk
  const complaints = listComplaints(page)
  await goTo(page, 'Bulk')
  await page.getByRole('radio', { name: /Activate new customers/ }).click({ force: true })
  await chooseList(page, 'new.csv', list)
  await sees(page, 'new.csv: 6 rows, separated by semicolons, utf-8')
  for (const [column, meaning] of [
    ['MAC', 'Box'],
    ['Zip', 'Zip code'],
    ['Package', 'Product'],
    ['Remark', 'Ignore'],
  ] as const)
    await page.getByRole('button', { name: new RegExp(`${column}.*${meaning}|${meaning}.*${column}`) }).waitFor()

  await press(page, 'Check 6 rows')
  await sees(page, '3 rows are ready. 3 rows have errors and stay here.')
  await sees(page, /A MAC address has 12 digits; this has more or fewer/)
  await sees(page, 'Box: same as in line 2.')
  expect(await jobCount(page)).toBe(0)
  const faults = await download(page, 'Export these 3 rows', 'faults')
  expect(faults.text).toContain('00:1A:79:4E:B2')
  expect(faults.text).toContain(
    `,"'=cmd()","4","Box: A MAC address has 12 digits; this has more or fewer. If it is a serial number, write SN and a space before it."`,
  )
  expect(faults.text).not.toMatch(/(?:^|,)"?=/m)

  await press(page, 'Save 3 jobs')
  await seesSavedRows(page, 3)
  await page.locator('[data-batch-state="done"]', { hasText: '3' }).waitFor({ timeout: 20_000 })
  await sees(page, /^3 rows are saved on this computer\.\s*$/)

  const row = page.locator('tr[data-line="4"]')
  await row.getByLabel('MAC').fill('00:1A:79:4E')
  await row.getByRole('button', { name: 'Check this row again' }).click()
  await row.getByText(/A MAC address has 12 digits; this has more or fewer/).waitFor()
  await row.getByLabel('MAC').fill(five)
  await row.getByRole('button', { name: 'Check this row again' }).click()
  await sees(page, '1 row is ready and not saved yet.')
  await press(page, 'Save this row too')
  await seesSavedRows(page, 4)
  await page.locator('[data-batch-state="done"]', { hasText: '4' }).waitFor({ timeout: 20_000 })

  const results = await download(page, 'Export results', 'results')
  expect(results.name).toMatch(/^results-\d+\.csv$/)
  const lines = results.text.trim().split('\r\n')
  expect(lines).toHaveLength(5)
  expect(lines[1]).toMatch(new RegExp(`^"2","${withColons(one)}",.*Okonkwo.*,"Done",`))
  expect(boundBoxes('create')).toHaveLength(4)
  expect(boundBoxes('bind-user')).toHaveLength(4)
  expect(boundBoxes('bind-hostname')).toHaveLength(4)
  expect(new Set(boundBoxes('bind-user'))).toEqual(new Set([one, two, four, five].map(withColons)))
  expect(complaints).toEqual([])
})

test('a list that was saved before is recognized under another file name, and no row is saved twice', async () => {
  const { page } = setdesk
  const before = effectsOf(platform)
  const jobs = await jobCount(page)
  await loseList(page, 'New list')
  await chooseList(page, 'renamed.csv', list)
  await press(page, 'Check 6 rows')
  await sees(page, /4 rows of this list were saved before, first on/)
  await press(page, 'Save 3 jobs')
  await seesSavedRows(page, 3)
  expect(await jobCount(page)).toBe(jobs)
  expect(effectsOf(platform)).toEqual(before)
  await loseList(page, 'New list')
})

test('a scan batch can be bound to a hostname, and each scan is answered', async () => {
  const { page } = setdesk
  await page.getByRole('radio', { name: /Bind to a hostname/ }).click({ force: true })
  const scanBatch = [anyMac(), anyMac(), anyMac()]
  for (const mac of scanBatch) {
    await scan(page, mac)
    await sees(page, `New: ${withColons(mac)}`)
  }
  await scan(page, scanBatch[0] ?? '')
  await sees(page, `Already in the batch: ${withColons(scanBatch[0] ?? '')}`)
  await scan(page, '?!not a box at all, ever')
  await sees(page, 'The scanner read “?!not a box at all, ever”.')
  await scan(page, 'ключ от коробки')
  await sees(page, /U\+043A U\+043B U\+044E/)
  expect(await scanBatchField(page).inputValue()).toBe(`${scanBatch.join('\n')}\n`)
  await press(page, 'Use these 3 boxes')
  expect(await scanBatchField(page).inputValue()).toBe('')
  await page.getByRole('button', { name: 'Use these boxes' }).and(page.locator('[disabled]')).waitFor()
  await field(page, 'Hostname').fill(platform.hostnames[0] ?? '')
  await press(page, 'Check 3 rows')
  await press(page, 'Save 3 jobs')
  await page.locator('[data-batch-state="done"]', { hasText: '3' }).waitFor({ timeout: 20_000 })
  for (const mac of scanBatch) expect(boundBoxes('bind-hostname')).toContain(withColons(mac))
  await press(page, 'New list')
})

test('the next step of a pasted list has the focus', async () => {
  const { page } = setdesk
  await scanBatchField(page).fill(`${anyMac()}\n${anyMac()}\n`)
  await page.getByRole('button', { name: 'Use these 2 boxes' }).press('Enter')
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Check')
  await page.keyboard.press('Tab')
  await page.getByRole('button', { name: 'Check 2 rows' }).and(page.locator(':focus')).waitFor()
  // The boxes come back into the field.
  await press(page, 'Discard this list')
  await expect.poll(() => scanBatchField(page).inputValue()).not.toBe('')
  await scanBatchField(page).fill('')
})

test('a label with several codes counts as one box, and the screen asks about codes that may be other boxes', async () => {
  const { page } = setdesk
  const [box, serial, other] = [anyMac(), 'STB7N0042913', anyMac()]
  await scanLabel(page, ['4006381333931', serial, box, 'MODEL: MAG520'])
  await sees(page, `New: ${withColons(box)}`)
  expect(await scanBatchField(page).inputValue()).toBe(`${box}\n`)

  await scan(page, '4006381333931')
  await sees(page, 'This may be an article number')
  expect(await scanBatchField(page).inputValue()).toBe(`${box}\n`)

  const second = anyMac()
  await scanLabel(page, [second, other])
  await sees(page, '1 more was read in the same scan. Is it another box?')
  expect(await scanBatchField(page).inputValue()).toBe(`${box}\n${second}\n`)
  await press(page, 'Add it too')
  await sees(page, `New: ${withColons(other)}`)
  expect(await scanBatchField(page).inputValue()).toBe(`${box}\n${second}\n${other}\n`)

  // A scanner with another keyboard layout: the technician accepts the suggestion.
  await scan(page, '00Ö1AÖ79Ö4CÖ00Ö01')
  await press(page, 'Use 00:1A:79:4C:00:01')
  expect(await scanBatchField(page).inputValue()).toContain('00:1A:79:4C:00:01')

  // The same with the focus in the field. The text stays there to be corrected.
  await scanBatchField(page).fill('')
  await scan(page, 'ещё одна')
  await sees(page, /U\+0435 U\+0449/)
  expect(await scanBatchField(page).inputValue()).toBe('ещё одна\n')
  await scanBatchField(page).fill('')
})

test('a file that is not a list is refused with the reason and the line, if known, and nothing is saved', async () => {
  const { page } = setdesk
  const jobs = await jobCount(page)
  const wide = Array.from({ length: 300 }, (_, index) => `column ${String(index)}`).join(',')
  const refusals: readonly (readonly [string, string | Buffer, string | RegExp])[] = [
    ['picture.csv', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 1, 2, 3, 0, 0, 0]), 'This file contains no text.'],
    ['book.csv', Buffer.from([0x50, 0x4b, 3, 4, 20, 0, 6, 0]), 'This is a spreadsheet file.'],
    ['empty.csv', '', 'The file is empty.'],
    ['blank.csv', '\r\n \r\n', 'The file is empty.'],
    ['title.csv', 'mac,hostname\r\n', 'The file has no row with a box.'],
    [
      'quote.csv',
      `mac,hostname\r\n${one},a.example\r\n"${two},b.example\r\n`,
      'The quote that opens in line 3 is never closed.',
    ],
    ['wide.csv', `${wide}\r\n${one}`, 'Line 1 has more than 100 columns'],
  ]
  for (const [name, content, says] of refusals) {
    await chooseList(page, name, content)
    await sees(page, `${name} was not loaded`)
    await sees(page, says)
    expect(await page.getByRole('heading', { name: 'What the columns mean' }).count(), name).toBe(0)
  }

  const huge = join(makeFolder(), 'huge.csv')
  writeFileSync(huge, 'mac,hostname\n')
  truncateSync(huge, 2 * 1024 ** 3)
  await chooseFile(page, huge)
  await sees(page, 'huge.csv was not loaded')
  await sees(page, 'The file is larger than 64 MB')

  await chooseList(page, 'west.csv', Buffer.from(`mac,hostname,city\n${one},tv.example.net,Orl\xe9ans\n`, 'latin1'))
  await sees(page, 'west.csv: 1 row, separated by commas, windows-1252')
  await sees(page, 'Orléans')
  await chooseList(page, 'ragged.csv', `mac,hostname\n${one},tv.example.net\n${two}\n`)
  await sees(page, /One row has more or fewer cells than there are columns: line 3/)
  expect(await jobCount(page)).toBe(jobs)
})

test('a list of 50,000 rows is checked in the background, with progress and Cancel', async () => {
  const { page } = setdesk
  const rows = Array.from(
    { length: 50_000 },
    (_, index) => `001A79${index.toString(16).padStart(6, '0')},tv.example.net`,
  )
  await chooseList(page, 'long.csv', `mac,hostname\n${rows.join('\n')}`)
  await sees(page, 'long.csv: 50000 rows')
  expect(page.workers()).toHaveLength(1)
  // Pressed by a script in the page, because on a busy computer the check could end before a click arrives.
  const cancelled = page.evaluate(
    () =>
      new Promise<string | null>((resolve) => {
        const observer = new MutationObserver(() => {
          const progress = document.querySelector('[role="progressbar"]')
          const cancel = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Cancel')
          if (progress === null || cancel === undefined) return
          observer.disconnect()
          cancel.click()
          resolve(progress.getAttribute('aria-label'))
        })
        observer.observe(document.body, { childList: true, subtree: true })
      }),
  )
  await press(page, 'Check 50000 rows')
  expect(await cancelled).toBe('Check')
  await page.getByText('50000 rows are ready.').waitFor({ state: 'detached' })
  await press(page, 'Check 50000 rows')
  await page.getByText('50000 rows are ready.').waitFor({ timeout: 40_000 })
}, 90_000)

test('the saving of a list can be stopped, and continued later with the remaining rows', async () => {
  const { page } = setdesk
  await platform.setOptions({ offline: true })
  const rows = Array.from(
    { length: 20_000 },
    (_, index) => `001A7A${index.toString(16).padStart(6, '0')},tv.example.net`,
  )
  await chooseList(page, 'stopped.csv', `mac,hostname\n${rows.join('\n')}`)
  await press(page, 'Check 20000 rows')
  await press(page, 'Save 20000 jobs')
  await press(page, 'Stop, keep what is saved')
  const rest = page.getByRole('button', { name: /^Save the other \d+ rows$/ })
  await rest.waitFor()
  const left = Number(/\d+/.exec(await rest.innerText())?.[0])
  expect(left).toBeGreaterThan(0)
  await sees(page, `${String(20_000 - left)} rows are saved on this computer`)
  await sees(page, `${String(left)} rows are ready and not saved yet.`)
  expect(await page.getByRole('button', { name: 'Export results' }).count()).toBe(1)
  await rest.click()
  await page.getByText('20000 rows are saved on this computer').waitFor({ timeout: 60_000 })
  await press(page, 'New list')
}, 120_000)
