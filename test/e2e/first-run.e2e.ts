import { expect, test } from 'vitest'
import {
  anyMac,
  anyPerson,
  field,
  goTo,
  bindingsOf,
  listComplaints,
  openForTest,
  press,
  scan,
  sees,
  settlesAs,
  handoutText,
  typePerson,
  withColons,
} from './drive.ts'

test("a new user activates a box with one scan, the customer's data and one confirmation", async () => {
  const setdesk = await openForTest()
  const { page } = setdesk
  const complaints = listComplaints(page)
  await field(page, 'Your name').fill('A. Moreau')
  await page.getByLabel('Name of this computer').fill('Laptop 14')
  await press(page, 'Start practising')
  // The box field has the focus without any click.
  await expect.poll(() => field(page, 'Box').evaluate((input) => input === document.activeElement)).toBe(true)
  await sees(page, 'Training platform: nothing here reaches real customers.')

  const mac = anyMac()
  const person = anyPerson()
  // A link has the focus, which the Enter of a user would open.
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Queue' }).focus()
  await scan(page, mac)
  await typePerson(page, person)
  await page.getByRole('radio', { name: 'Basic TV' }).click({ force: true })
  await press(page, 'Activate')

  await settlesAs(page, 'done')
  await page.getByRole('heading', { name: 'Done', exact: true }).waitFor()
  expect(await bindingsOf(page)).toEqual(['on', 'on'])

  const [userid = '', password = ''] = await page.locator('main dd.font-figures').allTextContents()
  expect(userid).toMatch(/^\d{10}$/)
  // Selecting by hand also gives the plain text: the gaps between groups are not text.
  const selected = await page
    .locator('main dd')
    .filter({ hasText: new RegExp(`^${userid}$`) })
    .evaluate((words) => {
      getSelection()?.selectAllChildren(words)
      return getSelection()?.toString()
    })
  expect(selected).toBe(userid)

  await press(page, 'Copy both')
  await expect.poll(setdesk.readClipboard).toBe(`User ID: ${userid}\nPassword: ${password}`)
  expect(await handoutText(page)).toContain(userid)
  expect(await handoutText(page)).toContain(person['Last name'])
  expect(await handoutText(page)).not.toContain('PENDING')

  await goTo(page, 'Queue')
  const row = page
    .getByRole('table', { name: 'Queue' })
    .getByRole('row')
    .filter({ hasText: person['Last name'] ?? '' })
  expect(await row.textContent()).toContain('Done')
  const lines = await row
    .getByText(withColons(mac), { exact: true })
    .evaluate((identifier) => new Set([...identifier.children].map((pair) => pair.getBoundingClientRect().top)).size)
  expect(lines).toBe(1)
  expect(complaints).toEqual([])
})
