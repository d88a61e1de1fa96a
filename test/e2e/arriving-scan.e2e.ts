import type { Page } from 'playwright'
import { beforeEach, expect, test } from 'vitest'
import {
  anyMac,
  anyPerson,
  call,
  field,
  goHome,
  goOn,
  goTo,
  openForFile,
  prepare,
  press,
  scan,
  sees,
  startPractising,
  typePerson,
  withColons,
} from './drive.ts'

const setdesk = await openForFile()
const [article, otherArticle] = ['4006381333931', '3017620422003']

const jobsOf = async (page: Page): Promise<number> => (await call(page, 'job.list', { limit: 50 })).jobs.length
const draftOf = async (page: Page) => (await call(page, 'draft.read', {})).draft
const question = (page: Page, code: string) => page.getByRole('group', { name: `You scanned ${code}` })
const hasFocus = (element: Element): boolean => element === document.activeElement
/** Presses Enter several times and waits long enough for a save to show: the page answers a call made afterwards. */
async function pressEnter(page: Page): Promise<void> {
  for (let time = 0; time < 3; time += 1) await page.keyboard.press('Enter')
  await call(page, 'app.snapshot', {})
}

beforeEach(async () => {
  const { page } = setdesk
  if ((await call(page, 'app.snapshot', {})).connections.length === 0) await startPractising(page)
  // Leaving the form stores the draft, so leave it before discarding.
  await goHome(page)
  await call(page, 'draft.discard', {})
})

test('asks which box is meant when a scan on Home meets a draft at the last step, and saves nothing on Enter', async () => {
  const { page } = setdesk
  const [first, second, person] = [anyMac(), anyMac(), anyPerson()]
  const before = await jobsOf(page)
  await prepare(page, first, person)
  await goHome(page)
  await scan(page, second)
  await question(page, withColons(second)).waitFor()
  await expect.poll(() => question(page, withColons(second)).evaluate(hasFocus)).toBe(true)
  await pressEnter(page)
  await goOn(page)

  expect(await jobsOf(page)).toBe(before)
  expect(await page.locator('[data-go-on]').isDisabled()).toBe(true)
  expect((await draftOf(page))?.box.raw).toBe(first)

  await press(page, 'Continue without it')
  await question(page, withColons(second)).waitFor({ state: 'detached' })
  await sees(page, person['Last name'] ?? '')
  await press(page, 'Activate')
  await page.getByRole('button', { name: 'New activation' }).waitFor()
  expect(await jobsOf(page)).toBe(before + 1)
})

test('keeps a draft that is put aside for a new scan, and restores it once the new one is saved', async () => {
  const { page } = setdesk
  const [first, second, person] = [anyMac(), anyMac(), anyPerson()]
  const before = await jobsOf(page)
  await prepare(page, first, person)
  await goHome(page)
  await scan(page, second)
  await press(page, 'Start a new activation with it')
  await sees(page, /^Another draft is waiting: .* It comes back when you save or discard this one\.$/)
  await expect.poll(async () => (await draftOf(page))?.box.raw).toBe(second)

  await setdesk.kill()
  const again = await setdesk.restart()
  await goTo(again, 'Activate')
  await sees(again, withColons(second))
  const other = anyPerson()
  await typePerson(again, other)
  await goOn(again)
  await again.getByRole('radio', { name: 'Basic TV' }).click({ force: true })
  await goOn(again)
  await press(again, 'Activate')
  await press(again, 'New activation')
  await sees(again, 'Draft restored as you left it.')
  await pressEnter(again)
  await sees(again, 'Review and activate')
  await sees(again, withColons(first))
  await sees(again, person['Last name'] ?? '')
  expect(await jobsOf(again)).toBe(before + 1)
})

test('continues the draft that was put aside on request, and puts the new one aside', async () => {
  const { page } = setdesk
  const [first, second, person] = [anyMac(), anyMac(), anyPerson()]
  await prepare(page, first, person)
  await goHome(page)
  await scan(page, second)
  await press(page, 'Start a new activation with it')
  await press(page, 'Open the other draft')
  await sees(page, person['Last name'] ?? '')
  await sees(page, withColons(first))
  await expect.poll(async () => (await draftOf(page))?.box.raw).toBe(first)
  await press(page, 'Open the other draft')
  await sees(page, withColons(second))
})

test('asks about a scan at the last step too, and ignores a second Enter of the scanner', async () => {
  const { page } = setdesk
  const [first, second] = [anyMac(), anyMac()]
  const before = await jobsOf(page)
  await prepare(page, first, anyPerson())
  await scan(page, second)
  await pressEnter(page)
  await question(page, withColons(second)).waitFor()
  await pressEnter(page)
  expect(await jobsOf(page)).toBe(before)
  expect((await draftOf(page))?.box.raw).toBe(first)

  await press(page, 'Use it in this draft')
  await expect.poll(async () => (await draftOf(page))?.box.raw).toBe(second)
  await sees(page, withColons(second))
  expect(await jobsOf(page)).toBe(before)
})

test('asks about a label that is complete only after the last step has opened', async () => {
  const { page } = setdesk
  const [first, second] = [anyMac(), anyMac()]
  await prepare(page, first, anyPerson())
  await press(page, 'Back')
  await page.getByRole('heading', { name: 'Which plan?' }).waitFor()
  await scan(page, second)
  await goOn(page)
  await question(page, withColons(second)).waitFor()
  await expect.poll(async () => (await draftOf(page))?.box.raw).toBe(first)
  expect(await page.getByText(withColons(first)).count()).toBe(1)
})

test('continues the draft when its own box is scanned as the answer', async () => {
  const { page } = setdesk
  const [first, second] = [anyMac(), anyMac()]
  await prepare(page, first, anyPerson())
  await scan(page, second)
  await question(page, withColons(second)).waitFor()
  await scan(page, first)
  await question(page, withColons(second)).waitFor({ state: 'detached' })
  await sees(page, 'This draft already has this box.')
  expect((await draftOf(page))?.box.raw).toBe(first)
})

test('asks before it gives a scanned box to a customer without a box', async () => {
  const { page } = setdesk
  const mac = anyMac()
  const before = await jobsOf(page)
  await page.evaluate(() => {
    location.hash = '#/activate/without-box'
  })
  await sees(page, 'New customer without a box')
  await typePerson(page, anyPerson())
  await goOn(page)
  await page.getByRole('radio', { name: 'Basic TV' }).click({ force: true })
  await goOn(page)
  await page.getByRole('heading', { name: 'Review and activate' }).waitFor()
  await goHome(page)
  await scan(page, mac)
  await question(page, withColons(mac)).waitFor()
  await pressEnter(page)
  expect(await jobsOf(page)).toBe(before)
  await press(page, 'Use it in this draft')
  await sees(page, withColons(mac))
  await expect.poll(async () => (await draftOf(page))?.kind).toBe('new-customer')
})

test('keeps the box of a draft when an article number is scanned, on every step', async () => {
  const { page } = setdesk
  const mac = anyMac()
  const before = await jobsOf(page)
  await scan(page, mac)
  await typePerson(page, anyPerson())
  await scan(page, article)
  await sees(page, `${article} is an article number`)
  await sees(page, withColons(mac))
  expect(await page.getByText('Box changed to').count()).toBe(0)
  await goOn(page)
  await page.getByRole('radio', { name: 'Basic TV' }).click({ force: true })
  await scan(page, otherArticle)
  await sees(page, `${otherArticle} is an article number`)
  await goOn(page)
  await page.getByRole('heading', { name: 'Review and activate' }).waitFor()
  await scan(page, article)
  await question(page, article).waitFor()
  await pressEnter(page)
  expect(await page.getByRole('button', { name: 'Use it in this draft' }).count()).toBe(0)
  expect(await jobsOf(page)).toBe(before)
  expect((await draftOf(page))?.box.raw).toBe(mac)
})

test.each([
  ['an EAN-13', article],
  ['a UPC-A that looks like an address with digits only', '036000291452'],
])('does not use %s as a box until the technician declares it one, also after a reload', async (_, code) => {
  const { page } = setdesk
  await goTo(page, 'Activate')
  await page.getByRole('heading', { name: 'Which box?' }).waitFor()
  await scan(page, code)
  await sees(page, /an article number, the same on every box of its type/)
  await goOn(page)
  await pressEnter(page)
  await page.getByRole('heading', { name: 'Which box?' }).waitFor()
  expect((await draftOf(page))?.box.raw ?? '').toBe('')
  await page.reload()
  await page.getByRole('heading', { name: 'Which box?' }).waitFor()
  expect(await field(page, 'Box').inputValue()).toBe('')

  await scan(page, code)
  await page.getByRole('button', { name: 'Article number' }).click()
  await page.getByRole('option', { name: 'Serial number' }).click()
  await goOn(page)
  await page.getByRole('heading', { name: 'Whose box is it?' }).waitFor({ state: 'attached' })
  await expect.poll(async () => (await draftOf(page))?.box).toMatchObject({ raw: code })
  // The role of such codes is remembered and would apply to the next test.
  await call(page, 'preferences.save', { labelHabits: [] })
})
