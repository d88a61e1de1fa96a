import type { Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import {
  anyPerson,
  call,
  counts,
  goHome,
  goOn,
  isReady,
  listComplaints,
  openForFile,
  press,
  scan,
  sees,
  startPractising,
  typePerson,
} from './drive.ts'
import { lookAt, noLooks } from './drive-looks.ts'

const setdesk = await openForFile({ context: { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' } })
const complaints = listComplaints(setdesk.page)
const looks = noLooks()
const bar = (page: Page) => page.getByRole('complementary', { name: 'Mission' })
const missions = (page: Page) => page.getByRole('region', { name: /missions/ })
const missionsOf = async (page: Page) => (await call(page, 'app.snapshot', {})).preferences.missions

const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent)

/** Makes a customer and saves the job. */
async function typeAndSave(page: Page): Promise<void> {
  await typePerson(page, anyPerson())
  await page.getByRole('radio', { name: 'Basic TV' }).click({ force: true })
  await isReady(page)
  await goOn(page)
}

beforeAll(() => startPractising(setdesk.page))

test('the first mission leads from the scan of a label to a box that works', async () => {
  const { page } = setdesk
  await missions(page).getByRole('heading', { name: 'Practise: three missions' }).waitFor()
  expect(await page.getByRole('button', { name: 'Begin: Swap a broken box' }).isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Begin: Activate a box' }).press('Enter')
  await bar(page).getByText('Scan the label with your scanner').waitFor()
  await expect.poll(() => focusedText(page)).toBe('Mission 1 of 3: Activate a box')
  await lookAt(page, looks, 'home with a mission')

  await bar(page).getByRole('button', { name: 'Scan this label' }).click()
  await bar(page).getByText('Make up a customer').waitFor()
  await typeAndSave(page)
  await bar(page).getByText('The box is bound to the customer and to the hostname').waitFor({ timeout: 15_000 })
  await expect.poll(async () => (await missionsOf(page)).done).toEqual(['activate'])
})

test('the second mission swaps the box of the first mission, with a label that can be scanned in the open dialog', async () => {
  const { page } = setdesk
  const { box: broken } = await missionsOf(page)
  await bar(page).getByRole('button', { name: 'Next: Swap a broken box' }).click()
  await bar(page).getByText('This box is broken').waitFor()
  expect((await missionsOf(page)).begun?.broken).toBe(broken)

  await bar(page).getByRole('button', { name: 'Scan this label' }).click()
  await page.getByRole('link', { name: 'Open customer' }).click()
  await bar(page).getByText('Press “Swap a box”').waitFor()
  // The scan only showed whose box it is, so it leaves no draft.
  await expect.poll(async () => (await call(page, 'draft.read', {})).draft).toBeUndefined()
  await press(page, 'Swap a box')
  await page.getByRole('dialog').waitFor()
  await bar(page).getByRole('button', { name: 'Scan this label' }).click()
  await lookAt(page, looks, 'swap with a mission')
  await page.getByRole('button', { name: 'Swap box', exact: true }).click()
  await bar(page).getByText('The new box works').waitFor({ timeout: 15_000 })
  await expect.poll(async () => (await missionsOf(page)).done).toEqual(['activate', 'swap'])
  expect((await missionsOf(page)).box).not.toBe(broken)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
})

test('the third mission cuts the network, and the waiting job is sent when the network is back', async () => {
  const { page } = setdesk
  await bar(page).getByRole('button', { name: 'Next: The network is gone' }).click()
  await bar(page).getByRole('button', { name: 'Cut the network' }).press('Enter')
  await bar(page).getByText('Scan the label with your scanner').waitFor()
  await expect.poll(() => focusedText(page)).toBe('Mission 3 of 3: The network is gone')
  // A real scanner can scan the label of the mission.
  await goHome(page)
  await scan(page, (await missionsOf(page)).begun?.box ?? '')
  await typeAndSave(page)
  await counts(page, 'saved', 1)
  await bar(page).getByText('The job is saved on this computer and waits').waitFor()

  // The mission continues after a reload, where the focus is not taken from whoever has just opened Setdesk.
  await goHome(page)
  await page.reload()
  await bar(page).getByRole('button', { name: 'Connect again' }).waitFor()
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY')
  await bar(page).getByRole('button', { name: 'Connect again' }).click()
  await bar(page).getByText('was sent once, automatically').waitFor({ timeout: 15_000 })
  await expect.poll(async () => (await missionsOf(page)).done).toEqual(['activate', 'swap', 'offline'])
  await bar(page).getByRole('button', { name: 'Finish' }).click()
  await bar(page).waitFor({ state: 'detached' })
  await goHome(page)
  await missions(page).getByRole('heading', { name: 'All missions done' }).waitFor()
})

test('ending a mission restores the network, and the next mission begins with another box', async () => {
  const { page } = setdesk
  await press(page, 'Begin: The network is gone')
  await bar(page).getByRole('button', { name: 'Cut the network' }).click()
  await sees(page, 'Scan the label with your scanner')
  const first = (await missionsOf(page)).begun?.box
  await bar(page).getByRole('button', { name: 'End the mission' }).press('Enter')
  await bar(page).waitFor({ state: 'detached' })
  await page.locator('#main:focus').waitFor()
  expect(await call(page, 'app.snapshot', {})).not.toHaveProperty('isTrainingCut')
  await press(page, 'Begin: Activate a box')
  await bar(page).waitFor()
  expect((await missionsOf(page)).begun?.box).not.toBe(first)
})

test('axe finds no violation in the missions, and nothing is cut off in small windows or with large text', () => {
  expect(looks.seen).toBe(2)
  expect([...looks.axe, ...looks.counter, ...looks.reflow, ...looks.zoom]).toEqual([])
  expect(complaints).toEqual([])
})
