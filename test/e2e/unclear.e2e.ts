import { beforeAll, expect, test } from 'vitest'
import {
  activate,
  anyMac,
  anyPerson,
  bindingsOf,
  call,
  goHome,
  goOn,
  isReady,
  openForFile,
  press,
  scan,
  sees,
  settlesAs,
  handoutText,
  typePerson,
  withColons,
  saveActivation,
} from './drive.ts'
import { connectTo, openPlatformForFile } from './drive-platform.ts'

const platform = await openPlatformForFile()
const setdesk = await openForFile()

beforeAll(async () => {
  await connectTo(setdesk.page, platform)
})

test("a job ends as not confirmed if the platform's lists cannot be understood, and shows those answers", async () => {
  const { page } = setdesk
  platform.setFaults([{ match: { changing: false }, fault: { kind: 'rubbish', body: 'xml', commit: false } }])
  await activate(page, anyMac(), anyPerson())
  await settlesAs(page, 'unconfirmed')
  await page.getByRole('heading', { name: 'Done, not confirmed' }).waitFor()
  expect(await bindingsOf(page)).toEqual(['unread', 'unread'])
  expect(await handoutText(page)).toContain('NOT CONFIRMED')

  await page.getByRole('link', { name: 'Open in the queue' }).click()
  await sees(page, 'the answer could not be understood')
  await page.getByText('Raw answer').first().click()
  await expect.poll(() => page.getByLabel('Raw answer').first().inputValue()).toContain('<Report>')

  platform.setFaults([])
  await press(page, 'Check again')
  await page.locator('aside [data-state="done"]').first().waitFor()
})

test('a change whose answer cannot be understood is confirmed by the lists, and takes effect only once', async () => {
  const { page } = setdesk
  const mac = anyMac()
  platform.setFaults([{ match: { changing: true }, fault: { kind: 'rubbish', body: 'truncated-json', commit: true } }])
  await activate(page, mac, anyPerson())
  await settlesAs(page, 'done')
  const effects = platform.ledger().filter(({ box, parameters }) => [box, parameters['uuid']].includes(withColons(mac)))
  expect(effects.map(({ effect }) => effect)).toEqual(['create', 'bind-user', 'bind-hostname'])
  platform.setFaults([])
})

test('a job needs the technician if neither an answer nor a list can be understood, and shows those answers', async () => {
  const { page } = setdesk
  platform.setFaults([{ fault: { kind: 'rubbish', body: 'message', commit: false } }])
  await activate(page, anyMac(), anyPerson())
  await settlesAs(page, 'needs-you')
  await page.getByRole('heading', { name: 'This needs you' }).waitFor()
  expect(await handoutText(page)).toContain('PENDING')
  await page.getByRole('link', { name: 'Open in the queue' }).click()
  await page.getByText('Raw answer').first().click()
  await expect.poll(() => page.getByLabel('Raw answer').first().inputValue()).toContain('Something happened.')
  platform.setFaults([])
})

test('the progress of sending promises nothing while the rest waits for a job that needs the technician', async () => {
  const { page } = setdesk
  const mac = anyMac()
  await call(page, 'queue.pause', {})
  await saveActivation(page, mac)
  await goHome(page)
  await scan(page, mac)
  await press(page, 'Use this box anyway')
  await typePerson(page, anyPerson())
  await page.getByRole('radio', { name: 'Basic TV' }).click({ force: true })
  await isReady(page)
  await goOn(page)
  await sees(page, /^Waiting for an earlier job/)
  platform.setFaults([{ fault: { kind: 'rubbish', body: 'message', commit: false } }])
  await goHome(page)
  await call(page, 'queue.resume', {})
  await page.getByText('Waiting to send the rest').waitFor({ timeout: 20_000 })
  expect(await page.getByText('less than a minute').count()).toBe(0)
  platform.setFaults([])
})
