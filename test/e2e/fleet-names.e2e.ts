import { beforeAll, expect, test } from 'vitest'
import { makeAuditEntries } from '../fakes/hub/test-fleet.ts'
import { anyMac, anyPerson, call, field, openForFile, press, sees, saveActivation } from './drive.ts'
import { enrolPlayed, joinFleet, openHubForFile, openPath, rowOf } from './drive-fleet.ts'
import { connectTo, openPlatformForFile } from './drive-platform.ts'

const platform = await openPlatformForFile()
const hub = await openHubForFile()
const [office, van] = [await openForFile(), await openForFile()]
const person = { ...anyPerson(), 'First name': 'Rosa', 'Last name': 'Marín' }

beforeAll(async () => {
  await Promise.all([connectTo(office.page, platform), connectTo(van.page, platform)])
  await joinFleet(office.page, hub.url, hub.code, 'Office')
  await call(office.page, 'who.add', { name: 'Ada Boss', pin: '135790' })
  await call(office.page, 'who.add', { name: 'Ben Clerk', pin: '2468', ownPin: '135790' })
})

test("a one-time code shows which technicians' names it carries, and the computer that joins shows the same names", async () => {
  await openPath(office.page, '/fleet/code')
  await press(office.page, 'Make a code')
  await sees(office.page, /Ada Boss.? \(supervisor\), .?Ben Clerk.?\. Only names and roles, no PINs\./)
  const groups = await office.page.locator('[data-code] span').allInnerTexts()
  await joinFleet(van.page, hub.url, groups.join('-'), 'Van 12')
  await sees(van.page, /The code contained the names of 2 technicians: .?Ada Boss.? \(supervisor\), .?Ben Clerk/)
})

test('the supervisor can set up the sign-in at the computer that joined, and give another technician a PIN', async () => {
  const { page } = van
  await page.getByRole('link', { name: 'Technicians of this computer' }).click()
  await sees(page, 'Known to the fleet, without a PIN here')
  expect(await page.getByRole('button', { name: 'Give a PIN: Ben Clerk' }).count()).toBe(0)
  await press(page, 'Set up sign-in')
  const name = field(page, 'Name')
  expect(await name.inputValue()).toBe('Ada Boss')
  await name.fill('Ben Clerk')
  await field(page, 'New PIN').fill('777777')
  await field(page, 'Repeat new PIN').fill('777777')
  await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click()
  await sees(page, 'In the fleet this technician is not a supervisor.')
  await name.fill('Ada Boss')
  await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click()
  await page.getByRole('button', { name: 'Give a PIN: Ben Clerk' }).click()
  expect(await field(page, 'Name').inputValue()).toBe('Ben Clerk')
  await field(page, 'New PIN').fill('8888')
  await field(page, 'Repeat new PIN').fill('8888')
  await field(page, 'Your own PIN').fill('777777')
  await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click()
  await page.getByRole('button', { name: 'New PIN: Ben Clerk' }).waitFor()
  expect(await page.getByText('Known to the fleet').count()).toBe(0)
})

test('a customer is found by name in the unfinished jobs of another computer', async () => {
  await platform.setOptions({ offline: true })
  await saveActivation(van.page, anyMac(), person)
  const { page } = office
  await openPath(page, '/fleet/computers')
  await expect.poll(() => rowOf(page, 'Van 12').innerText(), { timeout: 30_000 }).toMatch(/\n1\n0\n0\n/)
  await openPath(page, '/fleet/find')
  await field(page, 'Box, ID or customer’s name').fill('rosa MARIN')
  await press(page, 'Ask the fleet')
  await page.locator('[data-found]').getByText('Rosa Marín').waitFor()
  await sees(page, '1 unfinished job was searched.')
  // One word may be an ID, so names are searched on demand.
  await field(page, 'Box, ID or customer’s name').fill('nobody')
  await press(page, 'Ask the fleet')
  await sees(page, /No computer has .?nobody/)
  await page.getByRole('button', { name: /^Search customers’ names for .?nobody/ }).click()
  await sees(page, /No unfinished job for a customer with this name/)
})

test('audit lines that arrived twice are mentioned, but not as a fault', async () => {
  const { page } = office
  const played = await enrolPlayed(page, hub, 'Van 13')
  const entries = makeAuditEntries(3)
  for (let time = 0; time < 2; time += 1) await played.call('audit.append', { entries })
  await openPath(page, `/fleet/computers/${played.id}`)
  await sees(page, '3 entries came twice. This can happen when an answer is lost on the way. Nothing is wrong.')
  await page.getByText('3 entries came twice').scrollIntoViewIfNeeded()
  expect(await page.getByRole('list', { name: 'What it needs' }).count()).toBe(0)
})
