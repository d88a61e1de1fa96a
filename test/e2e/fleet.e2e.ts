import { beforeAll, expect, test } from 'vitest'
import { writeInvitation } from '../../src/renderer/src/features/fleet/say-fleet.ts'
import { enrolPlayed, joinFleet, openHubForFile, openPath, rowOf } from './drive-fleet.ts'
import { anyMac, call, field, goTo, openForFile, press, scan, sees, saveActivation } from './drive.ts'
import { connectTo, openPlatformForFile } from './drive-platform.ts'
import { makeStatus } from '../fakes/hub/played-station.ts'

const platform = await openPlatformForFile()
const hub = await openHubForFile()
const [office, van] = [await openForFile(), await openForFile()]
const mac = anyMac()

beforeAll(async () => {
  await Promise.all([connectTo(office.page, platform), connectTo(van.page, platform)])
})

const text = (name: string) => rowOf(office.page, name).innerText()

test('the first supervisor joins with the code that the hub has printed, and sees the board', async () => {
  const { page } = office
  await page.getByRole('navigation', { name: 'Screens' }).waitFor()
  expect(await page.getByRole('link', { name: 'Fleet' }).count()).toBe(0)
  await joinFleet(page, hub.url, hub.code, 'Office')
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Fleet' }).click()
  await sees(page, 'This is the only computer of the fleet so far.')
  await rowOf(page, 'Office').waitFor()
})

test('another computer joins with a code from the screen, and a wrong or used code is refused at its field', async () => {
  await openPath(office.page, '/fleet/code')
  await press(office.page, 'Make a code')
  await office.page.locator('[data-code]').waitFor()
  const groups = await office.page.locator('[data-code] span').allInnerTexts()
  expect(groups).toHaveLength(6)
  const code = groups.join('-')

  const { page } = van
  await openPath(page, '/settings/fleet')
  await field(page, 'Address of the hub').fill(hub.url)
  await field(page, 'One-time code').fill(code.slice(0, -1))
  await field(page, 'Name of this computer').fill('Van 12')
  await press(page, 'Join the fleet')
  await sees(page, /This is not a one-time code/)
  await field(page, 'One-time code').fill(hub.code)
  await press(page, 'Join the fleet')
  await sees(page, /it was already used, has expired or is for another hub/)
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('code')
  // Address and code are pasted together, as from the QR code.
  await field(page, 'Address of the hub').fill('https://elsewhere.example')
  await field(page, 'One-time code').fill(writeInvitation({ hub: hub.url, code }))
  await expect.poll(() => field(page, 'Address of the hub').inputValue()).toBe(hub.url)
  await press(page, 'Join the fleet')
  await sees(page, /The hub was reached/)

  await openPath(office.page, '/fleet/computers')
  await rowOf(office.page, 'Van 12').waitFor()
  // A technician’s computer does not show other computers.
  expect(await page.getByRole('link', { name: 'Fleet', exact: true }).count()).toBe(1)
  await openPath(page, '/fleet')
  await sees(page, 'The fleet is for its supervisors')
})

test("a job that is saved on one computer appears on the supervisor's board without a reload", async () => {
  await rowOf(office.page, 'Van 12').waitFor()
  await platform.setOptions({ offline: true })
  await saveActivation(van.page, mac)
  await expect.poll(async () => await text('Van 12'), { timeout: 30_000 }).toMatch(/\n1\n0\n0\n/)
})

test("a scan on the fleet's search page finds which computer has a job for the box, and since when", async () => {
  const { page } = office
  await openPath(page, '/fleet/find')
  await field(page, 'Box, ID or customer’s name').waitFor()
  await scan(page, mac)
  await page.locator('[data-holder="Van 12"]').waitFor()
  await sees(page, /Van 12 has a job for it, which began/)
  const before = (await call(page, 'app.snapshot', {})).activeConnectionId ?? ''
  await call(page, 'connection.start-training', {})
  await page.locator('[data-holder]').waitFor({ state: 'detached' })
  await call(page, 'connection.select', { id: before })
  await scan(page, mac)
  await page.getByRole('link', { name: 'Open Van 12' }).click()
  await page.getByRole('heading', { name: 'Van 12' }).waitFor()
})

test('the jobs of one computer can be moved to another, and both computers say so', async () => {
  const { page } = office
  await call(page, 'who.add', { name: 'Ada', pin: '2468' })
  await press(page, 'Show the jobs')
  await page.getByRole('grid', { name: 'Unfinished jobs of Van 12' }).getByText('Okonkwo').waitFor()
  await press(page, 'Move all work…')
  const dialog = page.getByRole('dialog', { name: 'Move work of Van 12' })
  await dialog.getByRole('combobox').fill('Office')
  await dialog
    .getByRole('option', { name: 'Office' })
    .or(page.getByRole('option', { name: 'Office' }))
    .first()
    .click()
  // The dialog is open again after a lock.
  await call(page, 'who.sign-out', {})
  await page.getByLabel('PIN of Ada').fill('2468')
  await page.keyboard.press('Enter')
  await expect.poll(() => dialog.getByRole('combobox').inputValue()).toBe('Office')
  await dialog.getByText('Van 12 loses its 1 unfinished job. If it is switched on again').waitFor()
  await dialog.getByRole('button', { name: 'Move 1 job' }).click()
  await sees(page, '1 job of Van 12 belongs to Office now.')
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Escape')
  await press(page, 'Show the jobs')
  await sees(page, 'The fleet has no unfinished job of this computer.')
  await expect.poll(async () => (await call(page, 'job.list', { limit: 5 })).jobs.length).toBe(1)
  await goTo(van.page, 'Queue')
  await sees(van.page, 'A supervisor moved it to another computer of your fleet.')
})

test('a computer that was removed from the fleet is shown as removed, and says so on its own screen', async () => {
  const { page } = office
  await press(page, 'Remove computer…')
  const dialog = page.getByRole('alertdialog', { name: /^Remove Van 12/ })
  await dialog.getByText('The boxes and customers of its jobs stay reserved for Van 12.').waitFor()
  await dialog.getByRole('button', { name: 'Remove computer' }).click()
  await sees(page, 'Van 12 was removed from the fleet.')
  await sees(page, 'The hub no longer accepts it.')
  await openPath(van.page, '/settings/fleet')
  await sees(van.page, 'A supervisor removed this computer from the fleet.')
  await press(van.page, 'Leave the fleet')
  await van.page.getByRole('alertdialog').getByRole('button', { name: 'Leave the fleet' }).click()
  await field(van.page, 'One-time code').waitFor()
})

/** More than fit on any screen. */
const many = 250

test('a board with hundreds of computers renders only the visible rows, and those that need attention come first', async () => {
  const { page } = office
  const played = []
  for (let number = 1; number <= many; number += 1)
    played.push(await enrolPlayed(page, hub, `Laptop ${String(number)}`, number % 2 === 0 ? 'North' : 'South'))
  await openPath(page, '/fleet/computers')
  await sees(page, /25\d computers/)
  const rendered = await page.locator('[data-station]').count()
  expect(rendered).toBeGreaterThan(5)
  expect(rendered).toBeLessThan(120)
  await played.at(-1)?.call('status.put', makeStatus({ needsYou: 3 }))
  await expect.poll(() => page.locator('[data-station]').first().getAttribute('data-station')).toBe(`Laptop ${many}`)
  await page.getByRole('searchbox', { name: 'Find' }).fill(`laptop ${many} north`)
  await sees(page, /^1 of 25\d computers$/)
}, 300_000)

test('the totals show what the computers reported, and no cell of their export is a formula', async () => {
  const { page } = office
  const station = await enrolPlayed(page, hub, '=Formula', 'North')
  const day = new Intl.DateTimeFormat('sv-SE').format(Date.now())
  const totals = [{ day, technician: 'Ada Boss', product: 'Family', done: 7, refused: 2 }]
  await station.call('status.put', makeStatus({}, { totals }))
  await page.getByRole('searchbox', { name: 'Find' }).fill('=Formula')
  await rowOf(page, '=Formula').waitFor()
  await openPath(page, '/fleet/totals')
  await page.getByRole('heading', { name: 'By product' }).first().waitFor()
  const done = () => page.locator('dl > div').filter({ hasText: 'Done' }).first().locator('dd').innerText()
  await expect.poll(done).toBe('7')
  await page.getByRole('cell', { name: '7' }).first().waitFor()
  const { host } = await call(page, 'app.snapshot', {})
  const download = host === 'loopback' ? page.waitForEvent('download') : undefined
  await press(page, 'Export as CSV')
  if (download !== undefined) {
    expect((await download).suggestedFilename()).toMatch(/^fleet-totals-\d+\.csv$/)
    const stream = await (await download).createReadStream()
    let file = ''
    for await (const part of stream as AsyncIterable<Buffer>) file += part.toString()
    expect(file).toContain(`"'=Formula","Ada Boss","Family","7","2"`)
  }
  await station.call('status.put', makeStatus({}, { totals: totals.map((one) => ({ ...one, done: 19 })) }))
  await expect.poll(done, { timeout: 30_000 }).toBe('19')
})

test('the board stays on screen while the hub does not answer, and says that it is out of date', async () => {
  const { page } = office
  await openPath(page, '/fleet/computers')
  await page.getByRole('searchbox', { name: 'Find' }).fill('')
  await rowOf(page, 'Laptop 1').waitFor()
  await hub.kill()
  await openPath(page, '/settings/fleet')
  await press(page, 'Ask the hub now')
  await sees(page, 'The hub of the fleet does not answer.')
  await sees(page, /The hub cannot be used: .* Work continues\./)
  await openPath(page, '/fleet/computers')
  await sees(page, /The hub cannot be used/)
  await sees(page, /This list is from the last contact with the hub\./)
  expect(await page.locator('[data-station]').count()).toBeGreaterThan(5)

  // One message is enough, although both the board and the totals cannot be read.
  const messages = page.getByRole('main').getByText(/The hub (?:cannot be used|of the fleet does not answer)/)
  await openPath(page, '/fleet/totals')
  await page.getByRole('button', { name: 'Period' }).waitFor()
  await expect(call(page, 'fleet.totals', { from: '2026-01-01', to: '2026-01-02' })).rejects.toThrow('fleet.totals')
  expect(await messages.count()).toBe(1)
  await goTo(page, 'Home')
  await field(page, 'Box').waitFor()
})
