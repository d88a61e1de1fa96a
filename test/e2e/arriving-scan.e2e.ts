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
  isReady,
  openForFile,
  prepare,
  press,
  scan,
  scanLabel,
  sees,
  settlesAs,
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

test('a scan on Home with a ready draft leads to the question which box is meant, and Enter saves nothing', async () => {
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
  await expect.poll(async () => (await draftOf(page))?.box.raw).toBe(first)

  await press(page, 'Continue without it')
  await question(page, withColons(second)).waitFor({ state: 'detached' })
  await sees(page, person['Last name'] ?? '')
  await press(page, 'Activate')
  await page.getByRole('button', { name: 'New activation' }).waitFor()
  expect(await jobsOf(page)).toBe(before + 1)
})

test('a used box that is scanned on Home is not asked about: the screen says which customer has it, and the draft stays', async () => {
  const { page } = setdesk
  const [used, first, owner] = [anyMac(), anyMac(), anyPerson()]
  await prepare(page, used, owner)
  await press(page, 'Activate')
  await settlesAs(page, 'done')
  await prepare(page, first, anyPerson())
  const before = await jobsOf(page)
  await goHome(page)
  await scan(page, used)
  await sees(page, 'This box is already in use, so this draft is unchanged.')
  await sees(page, `${String(owner['First name'])} ${String(owner['Last name'])} has this box`)
  expect(await question(page, withColons(used)).count()).toBe(0)
  await pressEnter(page)
  expect(await jobsOf(page)).toBe(before)
  await expect.poll(async () => (await draftOf(page))?.box.raw).toBe(first)
  await press(page, 'Continue without it')
  await isReady(page)
})

test('the form can be filled in while the screen says who has the scanned box', async () => {
  const { page } = setdesk
  const [used, first] = [anyMac(), anyMac()]
  await page.setViewportSize({ width: 1024, height: 640 })
  await prepare(page, used, anyPerson())
  await press(page, 'Activate')
  await settlesAs(page, 'done')
  await prepare(page, first, anyPerson())
  await scan(page, used)
  await sees(page, 'This box is already in use, so this draft is unchanged.')
  const last = page.locator('main').getByRole('textbox').last()
  await last.click()
  await last.press('x', { delay: 80 })
  await call(page, 'app.snapshot', {})
  expect(await last.evaluate((element) => element.getBoundingClientRect().bottom <= innerHeight)).toBe(true)
  await page.setViewportSize({ width: 1280, height: 720 })
})

test('a scanned box that is only bound to a hostname can be used in the draft', async () => {
  const { page } = setdesk
  const bound = anyMac()
  const hostname = (await call(page, 'app.snapshot', {})).connections[0]?.settings.hostnames[0] ?? ''
  const box = { identifier: { kind: 'mac', value: bound }, raw: bound, model: '' } as const
  const intent = { kind: 'hostname', box, hostname } as const
  const { id } = await call(page, 'job.save', { draftId: crypto.randomUUID(), intent })
  await expect.poll(async () => (await call(page, 'job.read', { id })).summary.state).toBe('done')
  await prepare(page, anyMac(), anyPerson())
  await scan(page, bound)
  await question(page, withColons(bound)).waitFor()
  await press(page, 'Use it in this draft')
  await expect.poll(async () => (await draftOf(page))?.box.raw).toBe(bound)
})

test('a draft that was put aside for a new scan survives a kill, and is listed after the new job was saved', async () => {
  const { page } = setdesk
  const [first, second, person] = [anyMac(), anyMac(), anyPerson()]
  const before = await jobsOf(page)
  await prepare(page, first, person)
  await goHome(page)
  await scan(page, second)
  await press(page, 'Start a new activation with it')
  await page.getByRole('button', { name: 'Drafts (1)' }).waitFor()
  await expect.poll(async () => (await draftOf(page))?.box.raw).toBe(second)

  await setdesk.kill()
  const again = await setdesk.restart()
  await goTo(again, 'Activate')
  await sees(again, withColons(second))
  await typePerson(again, anyPerson())
  await again.getByRole('radio', { name: 'Basic TV' }).click({ force: true })
  await press(again, 'Activate')
  await press(again, 'New activation')
  await pressEnter(again)
  expect(await jobsOf(again)).toBe(before + 1)

  // The next box is scanned into a form of its own, without a question.
  const third = anyMac()
  await scan(again, third)
  await sees(again, withColons(third))
  expect(await again.getByText('This draft already has another box.').count()).toBe(0)
  await press(again, 'Drafts (1)')
  await again.getByRole('menuitem', { name: person['Last name'] ?? '' }).click()
  await sees(again, 'Draft restored as you left it.')
  await sees(again, withColons(first))
  await sees(again, person['Last name'] ?? '')
  await again.getByRole('button', { name: 'Drafts (1)' }).waitFor()
})

test('the draft on screen can be exchanged for a draft that was put aside, and back again', async () => {
  const { page } = setdesk
  const [first, second, person] = [anyMac(), anyMac(), anyPerson()]
  await prepare(page, first, person)
  await goHome(page)
  await scan(page, second)
  await press(page, 'Start a new activation with it')
  const other = async (): Promise<void> => {
    await press(page, 'Drafts (1)')
    await page.getByRole('menuitem').click()
  }
  await other()
  await sees(page, person['Last name'] ?? '')
  await sees(page, withColons(first))
  await expect.poll(async () => (await draftOf(page))?.box.raw).toBe(first)
  await other()
  await sees(page, withColons(second))
  await expect.poll(async () => (await draftOf(page))?.box.raw).toBe(second)
})

test('a short code saves nothing, whether the focus is on the save button or in the last field', async () => {
  const { page } = setdesk
  const before = await jobsOf(page)
  await prepare(page, anyMac(), anyPerson())
  await page.locator('[data-go-on]').focus()
  await scan(page, 'MAG322')
  await sees(page, /The scanner read “MAG322”/)
  await field(page, 'City').focus()
  for (let time = 0; time < 2; time += 1) {
    await scan(page, 'MAG322')
    await sees(page, 'Press Enter yourself to go on.')
    expect(await field(page, 'City').evaluate(hasFocus)).toBe(true)
  }
  await call(page, 'app.snapshot', {})
  expect(await jobsOf(page)).toBe(before)
})

test('a scan moves the focus away from the save button, so that an Enter after the scan saves nothing', async () => {
  const { page } = setdesk
  const [mac, before] = [anyMac(), await jobsOf(page)]
  await prepare(page, mac, anyPerson())
  await page.locator('[data-go-on]').focus()
  await scan(page, mac)
  await sees(page, 'This draft already has this box.')
  await pressEnter(page)
  expect(await jobsOf(page)).toBe(before)

  await page.locator('[data-go-on]').focus()
  await scan(page, 'ключ от коробки')
  await pressEnter(page)
  expect(await jobsOf(page)).toBe(before)
})

test('a scan in a ready form leads to the question which box is meant, and a second Enter is ignored', async () => {
  const { page } = setdesk
  const [first, second] = [anyMac(), anyMac()]
  const before = await jobsOf(page)
  await prepare(page, first, anyPerson())
  await scan(page, second)
  await pressEnter(page)
  await question(page, withColons(second)).waitFor()
  await pressEnter(page)
  expect(await jobsOf(page)).toBe(before)
  await expect.poll(async () => (await draftOf(page))?.box.raw).toBe(first)

  await press(page, 'Use it in this draft')
  await expect.poll(async () => (await draftOf(page))?.box.raw).toBe(second)
  await sees(page, withColons(second))
  expect(await jobsOf(page)).toBe(before)
})

/** Scans a box into an empty form, types a name, and scans another box, which replaces the first one. */
async function replaceBox(page: Page) {
  const [first, second] = [anyMac(), anyMac()]
  await scan(page, first)
  await field(page, 'First name').fill('Ann')
  await scan(page, second)
  await sees(page, `Box changed to ${withColons(second)}.`)
  return { first, second }
}

test('a scanned box replaces the box of an incomplete form, and this can be undone', async () => {
  const { page } = setdesk
  const { first } = await replaceBox(page)
  await press(page, `Change back to ${withColons(first)}`)
  await expect.poll(async () => (await draftOf(page))?.box.raw).toBe(first)
  await expect.poll(() => field(page, 'Last name').evaluate(hasFocus)).toBe(true)
})

test('a replaced box can also be put back after scans of codes that name no box', async () => {
  const { page } = setdesk
  const { first, second } = await replaceBox(page)
  await scan(page, article)
  await sees(page, `${article} is an article number`)
  await sees(page, `Box changed to ${withColons(second)}.`)
  await scan(page, '00:1A:79:4E:B2')
  await sees(page, 'The scanner read “00:1A:79:4E:B2”.')
  await press(page, `Change back to ${withColons(first)}`)
  await expect.poll(async () => (await draftOf(page))?.box.raw).toBe(first)
  await page.getByText('Box changed to').waitFor({ state: 'detached' })
})

test('a replaced box can also be put back after a scan of an article number into the form that was then completed', async () => {
  const { page } = setdesk
  const { first, second } = await replaceBox(page)
  await typePerson(page, anyPerson())
  await isReady(page)
  await scan(page, article)
  await page.getByRole('button', { name: 'Continue without it' }).click()
  await sees(page, `Box changed to ${withColons(second)}.`)
  await press(page, `Change back to ${withColons(first)}`)
  await expect.poll(async () => (await draftOf(page))?.box.raw).toBe(first)
})

test('a box that replaced the box of an incomplete form can start a form of its own, and the first box is in its form again', async () => {
  const { page } = setdesk
  const { first, second } = await replaceBox(page)
  await press(page, 'Start a new activation with it')
  await expect.poll(async () => (await draftOf(page))?.box.raw).toBe(second)
  const draft = await draftOf(page)
  expect(draft?.customer.firstname).toBe('')
  expect(draft?.aside?.[0]).toMatchObject({ box: { raw: first }, customer: { firstname: 'Ann' } })
})

test('the model on a label goes with its box, also when a replaced box is put back', async () => {
  const { page } = setdesk
  const [first, second] = [anyMac(), anyMac()]
  const hasBox = (raw: string, model: string): Promise<void> =>
    expect.poll(async () => (await draftOf(page))?.box).toMatchObject({ raw, model })
  await scanLabel(page, [first, 'MODEL: MAG520'])
  await hasBox(first, 'MAG520')
  await scan(page, second)
  await hasBox(second, '')
  await press(page, `Change back to ${withColons(first)}`)
  await hasBox(first, 'MAG520')
  await scan(page, second)
  await hasBox(second, '')
  await scanLabel(page, [first, 'MODEL: MAG420'])
  await hasBox(first, 'MAG420')
  await press(page, `Change back to ${withColons(second)}`)
  await hasBox(second, '')
})

test('the model on a label goes when another box is typed over its box', async () => {
  const { page } = setdesk
  const [first, second] = [anyMac(), anyMac()]
  await scanLabel(page, [first, 'MODEL: MAG520'])
  await expect.poll(async () => (await draftOf(page))?.box).toMatchObject({ raw: first, model: 'MAG520' })
  await press(page, 'Change box')
  await field(page, 'Box').fill('')
  await field(page, 'Box').fill(second)
  await expect.poll(async () => (await draftOf(page))?.box).toMatchObject({ raw: second, model: '' })
})

test("the question which box is meant is answered by another scan of the draft's own box", async () => {
  const { page } = setdesk
  const [first, second] = [anyMac(), anyMac()]
  await prepare(page, first, anyPerson())
  await scan(page, second)
  await question(page, withColons(second)).waitFor()
  await scan(page, first)
  await question(page, withColons(second)).waitFor({ state: 'detached' })
  await sees(page, 'This draft already has this box.')
  await expect.poll(async () => (await draftOf(page))?.box.raw).toBe(first)
})

test('a box that is scanned on Home joins the draft of a customer without a box only if the technician agrees', async () => {
  const { page } = setdesk
  const mac = anyMac()
  const before = await jobsOf(page)
  await page.evaluate(() => {
    location.hash = '#/activate/without-box'
  })
  await sees(page, 'New customer without a box')
  await typePerson(page, anyPerson())
  await page.getByRole('radio', { name: 'Basic TV' }).click({ force: true })
  await isReady(page)
  await goHome(page)
  await scan(page, mac)
  await question(page, withColons(mac)).waitFor()
  await pressEnter(page)
  expect(await jobsOf(page)).toBe(before)
  await press(page, 'Use it in this draft')
  await sees(page, withColons(mac))
  await expect.poll(async () => (await draftOf(page))?.kind).toBe('new-customer')
})

test('an article number that is scanned does not replace the box of a draft, even if the form is ready', async () => {
  const { page } = setdesk
  const mac = anyMac()
  const before = await jobsOf(page)
  const person = anyPerson()
  await scan(page, mac)
  await typePerson(page, { ...person, Mobile: '' })
  await scan(page, article)
  await sees(page, `${article} is an article number`)
  await sees(page, withColons(mac))
  expect(await page.getByText('Box changed to').count()).toBe(0)
  await scan(page, otherArticle)
  await sees(page, `${otherArticle} is an article number`)
  await page.getByRole('radio', { name: 'Basic TV' }).click({ force: true })
  await field(page, 'Mobile').fill(person['Mobile'] ?? '')
  await isReady(page)
  await scan(page, article)
  await question(page, article).waitFor()
  await pressEnter(page)
  expect(await page.getByRole('button', { name: 'Use it in this draft' }).count()).toBe(0)
  expect(await jobsOf(page)).toBe(before)
  await expect.poll(async () => (await draftOf(page))?.box.raw).toBe(mac)
})

test.each([
  ['an EAN-13', article],
  ['a UPC-A that looks like an address with digits only', '036000291452'],
])('%s is not used as a box until the technician declares it a serial number, even after a reload', async (_, code) => {
  const { page } = setdesk
  await goTo(page, 'Activate')
  await field(page, 'Box').waitFor()
  await scan(page, code)
  await sees(page, /an article number, the same on every box of its type/)
  await goOn(page)
  await pressEnter(page)
  await field(page, 'Box').waitFor()
  expect((await draftOf(page))?.box.raw ?? '').toBe('')
  await page.reload()
  await field(page, 'Box').waitFor()
  expect(await field(page, 'Box').inputValue()).toBe('')

  await scan(page, code)
  await page.getByRole('button', { name: 'Article number' }).click()
  await page.getByRole('option', { name: 'Serial number' }).click()
  await expect.poll(async () => (await draftOf(page))?.box).toMatchObject({ raw: code })
  // The role of such codes is remembered and would apply to the next test.
  await call(page, 'preferences.save', { labelHabits: [] })
})
