import { beforeAll, expect, test } from 'vitest'
import { encodeText } from '../fakes/encode-text.ts'
import { anyMac, call, chooseList, goTo, openForFile, press, sees, seesSavedRows } from './drive.ts'
import { lookAt, noLooks } from './drive-looks.ts'
import { connectTo, openPlatformForFile } from './drive-platform.ts'

const platform = await openPlatformForFile()
const setdesk = await openForFile({
  context: { locale: 'en-GB', viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' },
})

const list = [
  'mac;firstname;lastname;street;zip;city;mobile;product',
  `${anyMac()};محمد;حداد;شارع الحسن الثاني 14;20000;الدار البيضاء;+212612000001;Basic TV`,
  '00:1A:79;فاطمة;القرشي;حي السلام 3;10000;الرباط;+212612000002;Basic TV',
].join('\r\n')

beforeAll(async () => {
  await connectTo(setdesk.page, platform)
})

test('a list that a spreadsheet saved in Arabic is read so, says so, and is read again as the technician chooses', async () => {
  const { page } = setdesk
  const notice = page.getByRole('status').filter({ hasText: 'Do names look wrong?' })
  const readAs = async (name: string): Promise<void> => {
    await notice.getByRole('button', { name: 'How the file was saved' }).click()
    await page.getByRole('option', { name, exact: true }).click()
    await sees(page, `Read as ${name}`)
  }
  await goTo(page, 'Bulk')
  await page.getByRole('radio', { name: /Activate new customers/ }).click({ force: true })
  await chooseList(page, 'unicode.csv', list)
  await sees(page, 'unicode.csv: 2 rows, separated by semicolons, utf-8')
  expect(await notice.count()).toBe(0)

  await chooseList(page, 'arabic.csv', Buffer.from(encodeText(list, 'windows-1256')))
  await sees(page, 'Read as Arabic')
  await notice.getByText('محمد').waitFor()
  const looks = noLooks()
  await lookAt(page, looks, 'a list in Arabic')
  expect(looks).toEqual({ ...noLooks(), seen: 1 })
  await readAs('Western European')
  await notice.getByText('ãÍãÏ').waitFor()
  await press(page, 'Check 2 rows')
  await sees(page, '1 row is ready. 1 row has errors and stays here.')
  const row = page.locator('tr[data-line="3"]')
  const box = anyMac()
  await row.getByLabel('mac').fill(box)

  await readAs('Arabic')
  await press(page, 'Check 2 rows')
  await row.getByText('القرشي').waitFor()
  expect(await row.getByLabel('mac').inputValue()).toBe(box)
  await press(page, 'Check this row again')
  await press(page, 'Save 2 jobs')
  await seesSavedRows(page, 2)
  const { jobs } = await call(page, 'job.list', { limit: 5 })
  expect(new Set(jobs.map(({ customerName }) => customerName))).toEqual(new Set(['محمد حداد', 'فاطمة القرشي']))
})
