import { beforeAll, expect, test } from 'vitest'
import {
  activate,
  anyMac,
  anyPerson,
  call,
  openForFile,
  press,
  prepare,
  sees,
  settlesAs,
  handoutText,
} from './drive.ts'
import { connectTo, openPlatformForFile } from './drive-platform.ts'

const platform = await openPlatformForFile()
const setdesk = await openForFile()

beforeAll(async () => {
  await connectTo(setdesk.page, platform, { logIns: 'platform' })
})

const madeLast = () => platform.ledger().findLast(({ effect }) => effect === 'create')

test('platform-issued credentials and the handout are shown only after the reply of the platform', async () => {
  const { page } = setdesk
  platform.setFaults([{ match: { effect: 'create' }, times: 1, fault: { kind: 'latency', ms: 700 } }])
  await activate(page, anyMac(), anyPerson())
  await settlesAs(page, 'sending')
  await sees(page, 'made by the platform, shown when it answers')
  expect(await page.locator('.handout').count()).toBe(0)
  expect(await page.getByRole('button', { name: /Print/ }).count()).toBe(0)

  await settlesAs(page, 'done')
  expect(await handoutText(page)).toContain(madeLast()?.userid)
  expect(madeLast()?.parameters).not.toHaveProperty('userid')
  await page.getByRole('button', { name: 'Copy user ID' }).waitFor()
})

test('a customer with platform-issued credentials is created only once, even if the reply is lost', async () => {
  const { page } = setdesk
  const before = platform.ledger().length
  platform.setFaults([{ match: { effect: 'create' }, times: 1, fault: { kind: 'drop-after-commit' } }])
  await activate(page, anyMac(), anyPerson())
  await settlesAs(page, 'done')
  expect(await handoutText(page)).toContain(madeLast()?.userid)
  expect(platform.ledger(before).filter(({ effect }) => effect === 'create')).toHaveLength(1)
})

test('without a network a customer with platform-issued credentials is not saved, and the input is kept', async () => {
  const { page } = setdesk
  await platform.setOptions({ offline: true })
  // Other work is still saved. The app notices from it that the network is gone.
  const box = { identifier: { kind: 'mac', value: anyMac() }, raw: '', model: '' } as const
  const intent = { kind: 'hostname', box, hostname: platform.hostnames[0] ?? '' } as const
  await call(page, 'job.save', { draftId: 'a box for a hostname', intent, evenIfKnown: false })
  await sees(page, /^Unreachable since \d/)
  const person = anyPerson()
  await prepare(page, anyMac(), person)
  await press(page, 'Save on this computer')
  await sees(
    page,
    'The platform makes the user ID here, so you can save a new customer only while the platform can be reached.',
  )
  await page.getByRole('heading', { name: 'New activation' }).waitFor()
  await sees(page, person['Last name'] ?? '')
  expect((await call(page, 'app.snapshot', {})).counts).toMatchObject({ saved: 1 })

  await platform.setOptions({ offline: false })
  await sees(page, 'Connected')
  await press(page, 'Activate')
  await settlesAs(page, 'done')
})
