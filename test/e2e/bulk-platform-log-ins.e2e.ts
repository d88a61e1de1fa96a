import { beforeAll, expect, test } from 'vitest'
import { anyMac, call, chooseList, goTo, openForFile, press, sees } from './drive.ts'
import { connectTo, openPlatformForFile } from './drive-platform.ts'

const platform = await openPlatformForFile()
const setdesk = await openForFile({ context: { locale: 'en-GB' } })

const header = 'mac,firstname,lastname,street,zip,city,mobile,product,userid,password'
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
