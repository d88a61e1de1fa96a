import type { Page } from 'playwright'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import {
  activate,
  anyMac,
  anyPerson,
  call,
  goHome,
  goTo,
  openForFile,
  press,
  sees,
  settlesAs,
  handoutText,
  withColons,
} from './drive.ts'
import { connectTo, createGate, openPlatformForFile } from './drive-platform.ts'

const creations = createGate()
const platform = await openPlatformForFile({}, ({ operation }) =>
  operation.startsWith('addCustomer') ? creations.pass() : undefined,
)
const setdesk = await openForFile()

beforeAll(async () => {
  // The timeout is long, because this test holds calls back.
  // Three requests at once, so that a created customer can be read back while other calls are held.
  await connectTo(setdesk.page, platform, { timeoutSeconds: 600, concurrency: 3 })
})

beforeEach(() => {
  platform.setFaults([])
})

const created = () => platform.ledger().filter(({ effect }) => effect === 'create').length

const createdWith = (mac: string) =>
  platform.ledger().filter(({ effect, parameters }) => effect === 'create' && parameters['uuid'] === withColons(mac))

/** A creation whose reply is lost while nothing can be read, so that only the technician can decide. */
async function becomesUndecided(page: Page, mac: string, isMade: boolean): Promise<void> {
  platform.setFaults([
    { match: { effect: 'create' }, times: 1, fault: { kind: isMade ? 'drop-after-commit' : 'drop-before-commit' } },
    { match: { changing: false }, fault: { kind: 'rubbish', body: 'xml', commit: false } },
  ])
  await activate(page, mac, anyPerson())
  await settlesAs(page, 'needs-you')
  await sees(page, 'No clear reply came, and the platform')
}

const answer = (page: Page, title: string, button: string) =>
  page.getByRole('alertdialog', { name: title }).getByRole('button', { name: button, exact: true }).click()

test('a job that the technician marks as present ends as not confirmed, and nothing more is sent for it', async () => {
  const { page } = setdesk
  const mac = anyMac()
  await becomesUndecided(page, mac, true)
  await press(page, 'Mark as present')
  await answer(page, 'Did you see it on the platform?', 'Cancel')
  await settlesAs(page, 'needs-you')
  await press(page, 'Mark as present')
  await answer(page, 'Did you see it on the platform?', 'Mark as present')
  await settlesAs(page, 'unconfirmed')
  expect(await handoutText(page)).toContain('NOT CONFIRMED')
  expect(createdWith(mac)).toHaveLength(1)
})

test('an open question is closed when the job was decided elsewhere, and does not come back for a later step', async () => {
  const { page } = setdesk
  await becomesUndecided(page, anyMac(), true)
  await page.getByRole('link', { name: 'Open in the queue' }).click()
  await press(page, 'Mark as present')
  const question = page.getByRole('alertdialog', { name: 'Did you see it on the platform?' })
  await question.waitFor()
  platform.setFaults([{ fault: { kind: 'rubbish', body: 'message', commit: false } }])
  const { jobs } = await call(page, 'job.list', { limit: 1 })
  await call(page, 'job.it-is-there', { id: jobs[0]?.id ?? '' })
  await question.waitFor({ state: 'detached' })
  await page.locator('main button', { hasText: 'Mark as present' }).waitFor()
  expect(await question.count()).toBe(0)
})

test('a job that the technician has not found on the platform is sent once more', async () => {
  const { page } = setdesk
  const mac = anyMac()
  await becomesUndecided(page, mac, false)
  await press(page, 'Not there: send again')
  await answer(page, 'Not on the platform: send it again?', 'Cancel')
  expect(createdWith(mac)).toEqual([])
  platform.setFaults([])
  await page.getByRole('link', { name: 'Open in the queue' }).click()
  await press(page, 'Not there: send again')
  await answer(page, 'Not on the platform: send it again?', 'Send again')
  await page.locator('aside [data-state="done"]').first().waitFor()
  expect(createdWith(mac)).toHaveLength(1)
  // The button that had the focus is gone.
  await page.locator('aside h2:focus').waitFor()
})

test('no job is sent while sending is paused', async () => {
  const { page } = setdesk
  await goTo(page, 'Queue')
  await press(page, 'Pause sending')
  await page.locator('[data-banner="paused"]').waitFor()
  const mac = anyMac()
  await activate(page, mac, anyPerson())
  await settlesAs(page, 'saved')
  expect(await handoutText(page)).toContain('PENDING')
  expect(createdWith(mac)).toEqual([])
  await page.locator('[data-banner="paused"]').getByRole('button', { name: 'Resume sending' }).click()
  await settlesAs(page, 'done')
  await page.locator('[data-banner="paused"]').waitFor({ state: 'detached' })
})

test('the sending progress of many jobs matches what the platform has received', async () => {
  const { page } = setdesk
  const many = 40
  const before = created()
  await call(page, 'queue.pause', {})
  for (let index = 0; index < many; index += 1) await saveOne(page, index)
  await goHome(page)
  const progress = page.getByRole('region', { name: 'Sending progress' })
  creations.letThrough(10)
  await call(page, 'queue.resume', {})
  // The platform holds every later creation, so that each count stays on screen until the test has seen it.
  await progress.getByText(/^10 of 40 jobs done/).waitFor()
  expect(created() - before).toBe(10)
  creations.letThrough(15)
  await progress.getByText(/^25 of 40 jobs done/).waitFor()
  expect(created() - before).toBe(25)
  creations.letThrough(Infinity)
  await progress.waitFor({ state: 'detached' })
  expect(created() - before).toBe(many)
})

/** Saves a job without the form, as one of many scans. */
async function saveOne(page: Page, index: number): Promise<void> {
  const person = {
    firstname: 'Amélie',
    lastname: `Okonkwo ${String(index)}`,
    street: '14 Rue des Lilas',
    zipcode: '75020',
  }
  const rest = { city: 'Paris', state: '-', country: 'France', phone: '+33612345678', mobile: '+33612345678' }
  await call(page, 'job.save', {
    draftId: `many jobs ${String(index).padStart(4, '0')}`,
    intent: {
      kind: 'new-customer',
      box: { identifier: { kind: 'mac', value: anyMac() }, raw: '', model: '' },
      customer: { ...person, ...rest, email: 'no-mail@north.example' },
      plan: { productid: platform.products[0]?.id ?? '', months: 1, days: 0, renewalinterval: 1 },
      logIn: {},
    },
    evenIfKnown: false,
  })
}
