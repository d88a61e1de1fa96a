import type { Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import {
  anyMac,
  call,
  chooseList,
  field,
  goTo,
  loseList,
  openForFile,
  press,
  sees,
  seesSavedRows,
  withColons,
} from './drive.ts'
import { connectTo, openPlatformForFile, passphrase } from './drive-platform.ts'
import { targetName } from './target.ts'

const platform = await openPlatformForFile()
const setdesk = await openForFile()
const hostname = platform.hostnames[0] ?? ''

const [one, two, three, four, five] = Array.from({ length: 5 }, anyMac) as [string, string, string, string, string]
/** Two good rows, and three with faults in lines 3, 4 and 6. */
const list = [
  'Place;Label;MAC',
  `Attic;A;${one}`,
  'Bar;B;00:1A:79',
  `Cellar;C;${one}`,
  `Den;D;${two}`,
  'Eaves;E;',
].join('\r\n')

const rowAt = (page: Page, line: number) => page.locator(`tr[data-line="${String(line)}"]`)
const kept = async (page: Page) => {
  const { activeConnectionId = '' } = await call(page, 'app.snapshot', {})
  return (await call(page, 'list.read', { connectionId: activeConnectionId })).list
}
/** Waits until the list is stored, which happens a moment after typing. */
const keeps = async (page: Page, part: object | undefined): Promise<void> => {
  if (part === undefined) await expect.poll(() => kept(page)).toBeUndefined()
  else await expect.poll(() => kept(page)).toMatchObject(part)
}
const jobCount = async (page: Page): Promise<number> => {
  const { counts } = await call(page, 'app.snapshot', {})
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}

async function fix(page: Page, line: number, mac: string): Promise<void> {
  const row = rowAt(page, line)
  await row.getByLabel('MAC').fill(mac)
  await row.getByRole('button', { name: 'Check this row again' }).click()
  await row.waitFor({ state: 'detached' })
}

/** Kills the app like a power cut, and starts it again. */
async function cutPower(): Promise<Page> {
  await setdesk.kill()
  const page = await setdesk.restart()
  // On the other targets the key is in the system's key store.
  if (targetName === 'loopback') {
    await field(page, 'Passphrase').fill(passphrase)
    await press(page, 'Unlock')
  }
  await goTo(page, 'Bulk')
  return page
}

beforeAll(async () => {
  await connectTo(setdesk.page, platform)
})

test('the columns of a list are restored after a change of screen, a reload or a power cut', async () => {
  let { page } = setdesk
  await goTo(page, 'Bulk')
  await chooseList(page, 'boxes.csv', list)
  await sees(page, 'boxes.csv: 5 rows, separated by semicolons, utf-8')
  await page.getByRole('button', { name: /Label/ }).click()
  await page.getByRole('option', { name: 'Model' }).click()
  await field(page, 'Hostname').fill(hostname)
  await keeps(page, { common: { hostname }, columns: ['', 'box.model', 'box.raw'], stage: 'columns' })

  const isThere = async (): Promise<void> => {
    await sees(page, 'boxes.csv: 5 rows, separated by semicolons, utf-8')
    expect(await field(page, 'Hostname').inputValue()).toBe(hostname)
    await page.getByRole('button', { name: /Label.*Model|Model.*Label/ }).waitFor()
  }
  await page.reload()
  await isThere()
  await goTo(page, 'Home')
  await goTo(page, 'Bulk')
  await isThere()
  page = await cutPower()
  await isThere()
})

test('the corrected rows, half-typed rows and faults of a list are still there after a reload, a power cut or a cancelled other list', async () => {
  let { page } = setdesk
  await press(page, 'Check 5 rows')
  await sees(page, '2 rows are ready. 3 rows have errors and stay here.')
  await fix(page, 3, three)
  await rowAt(page, 4).getByLabel('MAC').fill('00:1A:7')
  await keeps(page, {
    stage: 'checked',
    mended: [{ line: 3 }],
    typed: [{ line: 4, cells: ['Cellar', 'C', '00:1A:7'] }],
  })

  const isThere = async (): Promise<void> => {
    await sees(page, '3 rows are ready. 2 rows have errors and stay here.')
    expect(await rowAt(page, 4).getByLabel('MAC').inputValue()).toBe('00:1A:7')
    await rowAt(page, 6).getByText('This row has no box.').waitFor()
  }
  await page.reload()
  await isThere()
  await chooseList(page, 'other.csv', 'mac\nrubbish')
  const question = page.getByRole('alertdialog', { name: 'Discard 5 unsaved rows?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await isThere()
  page = await cutPower()
  await isThere()
  expect(await jobCount(page)).toBe(0)
})

test('a partly saved list is restored with its remaining rows, and no row is saved twice', async () => {
  let { page } = setdesk
  await press(page, 'Save 3 jobs')
  await seesSavedRows(page, 3)
  await page.reload()
  await seesSavedRows(page, 3)
  await page.locator('[data-batch-state="done"]', { hasText: '3' }).waitFor({ timeout: 20_000 })
  await fix(page, 6, four)
  await sees(page, '1 row is ready and not saved yet.')
  await keeps(page, { stage: 'saved', mended: [{ line: 3 }, { line: 6 }] })
  page = await cutPower()
  await seesSavedRows(page, 3)
  await sees(page, '1 row is ready and not saved yet.')
  await press(page, 'Save this row too')
  await seesSavedRows(page, 4)
  await page.reload()
  await seesSavedRows(page, 4)
  expect(await jobCount(page)).toBe(4)

  await rowAt(page, 4).getByLabel('MAC').fill(five)
  await rowAt(page, 4).getByRole('button', { name: 'Check this row again' }).click()
  await press(page, 'Save this row too')
  await page.locator('[data-batch-state="done"]', { hasText: '5' }).waitFor({ timeout: 20_000 })
  const bound = platform.ledger().map(({ box }) => box)
  expect(bound).toHaveLength(5)
  expect(new Set(bound)).toEqual(new Set([one, two, three, four, five].map(withColons)))
})

test('a list is no longer stored once it is finished, discarded or replaced', async () => {
  const { page } = setdesk
  await keeps(page, undefined)
  await page.reload()
  await page.getByRole('button', { name: 'Choose a file' }).waitFor()
  expect(await page.getByText('rows are saved on this computer').count()).toBe(0)

  await chooseList(page, 'first.csv', 'mac\nrubbish!')
  await keeps(page, { name: 'first.csv' })
  await chooseList(page, 'second.csv', 'mac\nrubbish?')
  await keeps(page, { name: 'second.csv' })
  await chooseList(page, 'book.csv', Buffer.from([0x50, 0x4b, 3, 4, 20, 0, 6, 0]))
  await sees(page, 'book.csv was not loaded')
  await sees(page, 'second.csv: 1 row')
  await page.reload()
  await sees(page, 'second.csv: 1 row')

  await loseList(page, 'Discard this list')
  await keeps(page, undefined)
  expect(await page.getByText('second.csv').count()).toBe(0)
  await chooseList(page, 'third.csv', 'mac\nrubbish')
  await keeps(page, { name: 'third.csv' })
  await field(page, 'Or scan, type or paste boxes').fill(anyMac())
  await press(page, 'Use this box')
  await sees(page, 'Scan batch: 1 row')
  await keeps(page, undefined)
})

test.runIf(targetName === 'loopback')('a window says so if another window has changed the list', async () => {
  const { page } = setdesk
  await chooseList(page, 'shared.csv', `mac,model,other\nrubbish!\nrubbish?\n${anyMac()},A,B,C`)
  await field(page, 'Hostname').fill(hostname)
  await press(page, 'Check 3 rows')
  await sees(page, '3 rows have errors and stay here.')
  await rowAt(page, 4).getByRole('button', { name: 'Check this row again' }).click()
  await keeps(page, { stage: 'checked', mended: [{ line: 4 }] })
  await sees(page, '3 rows have errors and stay here.')
  const other = await page.context().newPage()
  await other.goto(page.url())
  await rowAt(other, 2).getByLabel('mac').fill('001A79')
  await keeps(page, { typed: [{ line: 2, cells: ['001A79', '', ''] }] })

  await rowAt(page, 3).getByLabel('mac').fill('001A')
  await sees(page, 'Another window has changed or replaced the stored list')
  await rowAt(other, 2).getByLabel('mac').fill(anyMac())
  await rowAt(other, 2).getByRole('button', { name: 'Check this row again' }).click()
  await keeps(page, { mended: [{ line: 4 }, { line: 2 }] })
  expect(await other.getByText('Another window has changed').count()).toBe(0)
  await other.close()
  await page.reload()
  await sees(page, '1 row is ready. 2 rows have errors and stay here.')
  await loseList(page, 'Discard this list')
  await keeps(page, undefined)
})

test('a long list continues to be saved while another screen is open', async () => {
  const { page } = setdesk
  await platform.setOptions({ offline: true })
  const before = await jobCount(page)
  const rows = Array.from({ length: 6000 }, (_, index) => `001A7B${index.toString(16).padStart(6, '0')};${hostname}`)
  await chooseList(page, 'long.csv', `MAC;Hostname\n${rows.join('\n')}\nrubbish!;${hostname}`)
  await press(page, 'Check 6001 rows')
  await press(page, 'Save 6000 jobs')
  await goTo(page, 'Home')
  await expect.poll(() => jobCount(page), { timeout: 40_000 }).toBe(before + 6000)
  await goTo(page, 'Bulk')
  await seesSavedRows(page, 6000)
  await rowAt(page, 6002).waitFor()
  await loseList(page, 'New list')
  await keeps(page, undefined)
}, 90_000)

test('the remaining rows of a list are offered after a power cut during the saving, and no row is saved twice', async () => {
  let { page } = setdesk
  const before = await jobCount(page)
  const rows = Array.from({ length: 12_000 }, (_, index) => `001A7C${index.toString(16).padStart(6, '0')};${hostname}`)
  await chooseList(page, 'cut.csv', `MAC;Hostname\n${rows.join('\n')}`)
  await press(page, 'Check 12000 rows')
  await press(page, 'Save 12000 jobs')
  await expect.poll(() => jobCount(page), { interval: 20, timeout: 20_000 }).toBeGreaterThan(before)
  page = await cutPower()
  const rest = page.getByRole('button', { name: /^Save the other \d+ rows$/ })
  await rest.waitFor()
  const left = Number(/\d+/.exec(await rest.innerText())?.[0])
  expect(await jobCount(page)).toBe(before + 12_000 - left)
  await sees(page, `${String(12_000 - left)} rows are saved on this computer`)

  await rest.click()
  await page.getByText('12000 rows are saved on this computer').waitFor({ timeout: 60_000 })
  expect(await jobCount(page)).toBe(before + 12_000)
}, 120_000)
