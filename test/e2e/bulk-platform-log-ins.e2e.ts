import { beforeAll, expect, test } from 'vitest'
import type { Connection } from '../../src/shared/domain/connection/connection.ts'
import { anyMac, call, chooseList, field, goTo, loseList, openForFile, press, sees, seesSavedRows } from './drive.ts'
import { connectTo, openPlatformForFile } from './drive-platform.ts'

const platform = await openPlatformForFile()
const setdesk = await openForFile({ context: { locale: 'en-GB' } })

const namesOnly = 'mac,firstname,lastname,street,zip,city,mobile,product'
const header = `${namesOnly},userid,password`
const row = (userid: string, password: string): string =>
  `${anyMac()},Ana,Petit,4 Quai,69001,Lyon,+33612000045,Basic TV,${userid},${password}`

beforeAll(async () => {
  await connectTo(setdesk.page, platform, { logIns: 'platform' })
})

test('a list says that the platform makes the credentials: before the check that customers are made one at a time, then at each typed user ID', async () => {
  const { page } = setdesk
  const oneAtATime = page.getByText('only one new customer at a time is possible')
  await goTo(page, 'Bulk')
  await page.getByRole('radio', { name: /Activate new customers/ }).click({ force: true })
  await chooseList(page, 'two.csv', [header, row('', ''), row('', '')].join('\n'))
  await oneAtATime.waitFor()
  await press(page, 'Check 2 rows')
  await sees(page, '2 rows are ready.')
  expect(await page.getByRole('button', { name: 'Save 2 jobs' }).isDisabled()).toBe(true)
  await chooseList(page, 'one.csv', [header, row('wanted-1', 'secret99')].join('\n'))
  await press(page, 'Check 1 row')
  await sees(page, 'User ID: The platform makes the user ID here: leave this empty.')
  expect(await oneAtATime.count()).toBe(0)
  expect((await call(page, 'job.list', { limit: 5 })).jobs).toEqual([])
})

test('the rows of a list that are corrected later are not offered together, and the screen says why', async () => {
  const { page } = setdesk
  const bad = (line: number) => page.locator(`tr[data-line="${String(line)}"]`)
  await chooseList(page, 'later.csv', [header, row('', ''), row('wanted-1', ''), row('wanted-2', '')].join('\n'))
  await press(page, 'Check 3 rows')
  await press(page, 'Save 1 job')
  await seesSavedRows(page, 1)
  for (const line of [3, 4]) {
    await bad(line).getByLabel('userid').fill('')
    await bad(line).getByRole('button', { name: 'Check this row again' }).click()
    await bad(line).waitFor({ state: 'detached' })
  }
  await page.getByText('only one new customer at a time is possible').waitFor()
  expect(await page.getByRole('button', { name: 'Save the other 2 rows' }).isDisabled()).toBe(true)
  await loseList(page, 'New list')
})

test('a user ID for all rows stays on the screen when the platform makes the user IDs by now, and can be cleared', async () => {
  const { page } = setdesk
  const setLogIns = async (logIns: Connection['logIns']): Promise<void> => {
    const [connection] = (await call(page, 'app.snapshot', {})).connections
    if (connection !== undefined) await call(page, 'connection.save', { ...connection.settings, logIns })
  }
  await setLogIns('own')
  await goTo(page, 'Bulk')
  await page.getByRole('radio', { name: /Activate new customers/ }).click({ force: true })
  await chooseList(
    page,
    'one.csv',
    [namesOnly, `${anyMac()},Ana,Petit,4 Quai,69001,Lyon,+33612000045,Basic TV`].join('\n'),
  )
  await page.getByText('Values for all rows').click()
  await field(page, 'User ID').fill('wanted-1')
  await goTo(page, 'Home')
  await setLogIns('platform')
  await goTo(page, 'Bulk')
  await press(page, 'Check 1 row')
  await sees(page, 'User ID: The platform makes the user ID here: leave this empty.')
  await field(page, 'User ID').fill('')
  await press(page, 'Check 1 row')
  await sees(page, '1 row is ready.')
})
