import type { Page } from 'playwright'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import {
  activate,
  anyMac,
  anyPerson,
  call,
  field,
  goHome,
  goOn,
  goTo,
  isReady,
  openForFile,
  openForTest,
  prepare,
  press,
  scan,
  sees,
  settlesAs,
  startPractising,
  typePerson,
  withColons,
} from './drive.ts'
import { targetName } from './target.ts'

const setdesk = await openForFile()

beforeAll(async () => {
  await startPractising(setdesk.page)
})

beforeEach(async () => {
  // Leaving the form stores the draft, so leave it before discarding.
  await goHome(setdesk.page)
  await call(setdesk.page, 'draft.discard', {})
  await setdesk.page.reload()
  await goHome(setdesk.page)
})

const valuesOf = async (page: Page, labels: readonly string[]): Promise<readonly string[]> =>
  await Promise.all(labels.map((label) => field(page, label).inputValue()))

const kept = async (page: Page): Promise<void> =>
  await expect
    .poll(async () => (await call(page, 'draft.read', {})).draft?.customer.city)
    .toBe(await field(page, 'City').inputValue())

const hasFocus = (element: Element): boolean => element === document.activeElement

const isNotSaved = async (page: Page): Promise<void> =>
  expect((await call(page, 'job.list', { limit: 10 })).jobs).toEqual([])

test('a draft is restored as it was, after a reload and after a kill', async () => {
  const person = { ...anyPerson(), City: 'Nantes' }
  const mac = anyMac()
  await scan(setdesk.page, mac)
  await typePerson(setdesk.page, person)
  await kept(setdesk.page)

  await setdesk.page.reload()
  await sees(setdesk.page, 'Draft restored as you left it.')
  expect(await valuesOf(setdesk.page, Object.keys(person))).toEqual(Object.values(person))

  await setdesk.kill()
  const page = await setdesk.restart()
  await goTo(page, 'Activate')
  await sees(page, 'Draft restored as you left it.')
  expect(await valuesOf(page, Object.keys(person))).toEqual(Object.values(person))
  await sees(page, withColons(mac))
  await isNotSaved(page)
})

// Electron has one window.
test.runIf(targetName === 'loopback')(
  'a window whose draft was changed in another window asks which draft to keep, and overwrites nothing before the answer',
  async () => {
    const { page } = setdesk
    await scan(page, anyMac())
    await typePerson(page, { ...anyPerson(), City: 'Nantes' })
    await kept(page)
    const other = await page.context().newPage()
    await other.goto(page.url())
    await sees(other, 'Draft restored as you left it.')
    await field(other, 'City').fill('Brest')
    await kept(other)

    await sees(page, 'This draft was changed, saved or discarded in another window of this browser.')
    expect(await page.getByText('Draft saved').count()).toBe(0)
    await field(page, 'City').fill('Lille')
    await kept(other)
    await press(page, 'Keep my draft')
    await expect.poll(async () => (await call(page, 'draft.read', {})).draft?.customer.city).toBe('Lille')
    await sees(other, 'This draft was changed, saved or discarded in another window of this browser.')
    await press(other, 'Reload without my changes')
    await sees(other, 'Draft restored as you left it.')
    expect(await field(other, 'City').inputValue()).toBe('Lille')
    await other.close()
    await isNotSaved(page)
  },
)

test.runIf(targetName === 'loopback')(
  'a draft that another window has begun stays in Drafts when the first window keeps its own, and when it discards it',
  async () => {
    const { page } = setdesk
    const [first, second, third] = [anyMac(), anyMac(), anyMac()]
    const boxes = async (): Promise<readonly (string | undefined)[]> => {
      const { draft } = await call(page, 'draft.read', {})
      return [draft?.box.raw, ...(draft?.aside ?? []).map(({ box }) => box.raw)]
    }
    const other = await page.context().newPage()
    /** Begins a draft for a box in the other window. The first window has another draft on screen. */
    const beginThere = async (box: string): Promise<void> => {
      await other.goto(page.url())
      await other.reload()
      await sees(other, 'Draft restored as you left it.')
      await goTo(other, 'Queue')
      await scan(other, box)
      await press(other, 'Start a new activation with it')
      await expect.poll(boxes).toContain(box)
      await sees(page, 'This draft was changed, saved or discarded in another window of this browser.')
    }
    await scan(page, first)
    await typePerson(page, { ...anyPerson(), City: 'Nantes' })
    await kept(page)
    await beginThere(second)
    await field(page, 'City').fill('Lille')
    await press(page, 'Keep my draft')
    await expect.poll(boxes).toEqual([first, second])
    await page.getByRole('button', { name: 'Drafts (1)' }).waitFor()
    await beginThere(third)
    await press(page, 'Discard')
    await expect.poll(async () => new Set(await boxes())).toEqual(new Set([second, third]))
    await page.getByRole('button', { name: 'Drafts (2)' }).waitFor()
    await other.close()
  },
)

// The window loads a page that is gone by itself; the double of Electron has no renderer that could die.
test.runIf(targetName === 'loopback')('a draft is restored after the page has crashed', async () => {
  const { page } = await openForTest()
  await startPractising(page)
  const person = { ...anyPerson(), City: 'Nantes' }
  await scan(page, anyMac())
  await typePerson(page, person)
  await kept(page)

  const session = await page.context().newCDPSession(page)
  const crashed = page.waitForEvent('crash')
  // This call is never answered, because it ends the process.
  session.send('Page.crash').catch(() => undefined)
  await crashed
  const next = await page.context().newPage()
  await next.goto(page.url())
  await sees(next, 'Draft restored as you left it.')
  expect(await valuesOf(next, Object.keys(person))).toEqual(Object.values(person))
})

test('a screen that cannot be loaded is reported, and the draft is restored after a reload', async () => {
  const { page } = setdesk
  const person = { ...anyPerson(), City: 'Nantes' }
  await scan(page, anyMac())
  await typePerson(page, person)
  const gone = /queue-screen[^/]*\.js$/
  await page.route(gone, (route) => route.fulfill({ status: 404 }))
  await goTo(page, 'Queue')
  await sees(page, 'This screen could not be shown')
  await goTo(page, 'Activate')
  expect(await valuesOf(page, Object.keys(person))).toEqual(Object.values(person))
  await goTo(page, 'Queue')
  await page.unroute(gone)
  await press(page, 'Reload')
  await page.getByRole('heading', { name: 'Queue' }).waitFor()
  await goTo(page, 'Activate')
  await sees(page, 'Draft restored as you left it.')
  expect(await valuesOf(page, Object.keys(person))).toEqual(Object.values(person))
})

test('the values under "More" are kept and shown on the ticket when "More" is closed', async () => {
  const { page } = setdesk
  const person = anyPerson()
  const mac = anyMac()
  await scan(page, mac)
  await typePerson(page, person)
  await page.getByRole('radio', { name: 'Family TV' }).click({ force: true })
  await press(page, /^More/)
  await field(page, 'Length').fill('7')
  await press(page, 'Type my own')
  await field(page, 'User ID').fill('kettle.seven')
  await press(page, /^More/)
  await field(page, 'User ID').waitFor({ state: 'detached' })
  await sees(page, '7 months, renewed every month')
  await sees(page, 'kettle.seven')
  await press(page, 'Change box')
  expect(await page.locator('[data-box-field]').inputValue()).toBe(mac)
  await page.keyboard.press('Enter')
  await page.locator('[data-box-field]').waitFor({ state: 'detached' })
  await press(page, /^More/)
  expect(await valuesOf(page, ['Length', 'User ID'])).toEqual(['7', 'kettle.seven'])
  expect(await valuesOf(page, Object.keys(person))).toEqual(Object.values(person))
  await isNotSaved(page)
})

test('a box that cannot be read is marked, with a suggestion if letters stand for digits', async () => {
  const { page } = setdesk
  const box = page.locator('[data-box-field]')
  await box.pressSequentially('001A794EB20', { delay: 60 })
  await page.keyboard.press('Enter')
  await sees(page, 'A MAC address has 12 digits; this has 11.')
  await box.fill('00:1A:79:4E:B2:OF')
  await press(page, /^Use 00:?1A:?79:?4E:?B2:?0F$/)
  await press(page, 'Continue with this box')
  await field(page, 'First name').waitFor()
  await sees(page, '00:1A:79:4E:B2:0F')
  await isNotSaved(page)
})

test('a text that is not a box is replaced by a scanned box without a question', async () => {
  const { page } = setdesk
  const mac = anyMac()
  await goTo(page, 'Activate')
  await page.locator('[data-box-field]').fill('no box at all')
  await expect.poll(async () => (await call(page, 'draft.read', {})).draft?.box.raw).toBe('no box at all')
  await goTo(page, 'Queue')
  await scan(page, mac)
  await page.locator('main [data-device-label]').first().waitFor()
  await sees(page, withColons(mac))
  expect(await page.getByText('This draft already has another box.').count()).toBe(0)
  await isNotSaved(page)
})

test('the question which box is meant stays until the technician answers, even after a reload, and then never returns', async () => {
  const { page } = setdesk
  const question = page.getByText('This draft already has another box.')
  const [first, second] = [anyMac(), anyMac()]
  await scan(page, first)
  await typePerson(page, anyPerson())
  await kept(page)
  await goTo(page, 'Queue')
  await scan(page, second)
  await question.waitFor()
  await page.reload()
  await question.waitFor()
  await sees(page, new RegExp(`You scanned ${withColons(second)}`))
  await press(page, 'Use it in this draft')
  await expect.poll(async () => (await call(page, 'draft.read', {})).draft?.box.raw).toBe(second)
  await page.reload()
  await sees(page, 'Draft restored as you left it.')
  expect(await question.count()).toBe(0)

  await goTo(page, 'Queue')
  await scan(page, first)
  await question.waitFor()
  await goTo(page, 'Queue')
  await page.goBack()
  await question.waitFor()
  await press(page, 'Start a new activation with it')
  await sees(page, withColons(first))
  await page.reload()
  await page.getByRole('heading', { name: 'New activation' }).waitFor()
  expect(await question.count()).toBe(0)
  await isNotSaved(page)
})

test('a value that the platform would refuse is marked at its field, and nothing is saved', async () => {
  const { page } = setdesk
  const marked = async (label: string, sentence: string): Promise<void> => {
    await goOn(page)
    await sees(page, sentence)
    expect(await field(page, label).getAttribute('aria-invalid')).toBe('true')
    await expect.poll(() => field(page, label).evaluate(hasFocus)).toBe(true)
  }
  await scan(page, anyMac())
  await typePerson(page, { ...anyPerson(), Mobile: '12345' })
  await marked('Mobile', 'Start with the country code, then digits only')
  await field(page, 'Mobile').fill('+31612345678')
  await goOn(page)
  await sees(page, 'Choose a product.')
  // The first invalid field, not the first text field.
  await expect.poll(() => page.getByRole('radio', { name: 'Basic TV' }).evaluate(hasFocus)).toBe(true)
  await page.getByRole('radio', { name: 'Basic TV' }).click({ force: true })

  await press(page, /^More/)
  await field(page, 'E-mail').fill('nobody')
  await press(page, /^More/)
  // The invalid field is under More, which opens to show it.
  await marked('E-mail', 'This is not an e-mail address')
  await field(page, 'E-mail').fill('somebody@north.example')
  await field(page, 'Length').fill('')
  await marked('Length', 'Enter a length, 1 or more.')
  // One number with its unit, so months and days cannot both be set.
  await page
    .locator('label')
    .filter({ hasText: /^Days$/ })
    .click()
  await field(page, 'Length').fill('30')
  await field(page, 'Renewal interval (months)').fill('0')
  await marked('Renewal interval (months)', 'At least 1 month.')
  await field(page, 'Renewal interval (months)').fill('1')
  await press(page, 'Type my own')
  await field(page, 'Password').fill('two words')
  await marked('Password', 'Letters, digits and ! # @ = ( ) _ $ + - only.')
  await field(page, 'Password').fill('0')
  await goOn(page)
  expect(await field(page, 'Password').getAttribute('aria-invalid')).toBe('true')
  await field(page, 'Password').fill('two-words')
  await isReady(page)
  await sees(page, '30 days, renewed every month')
  await isNotSaved(page)
})

test('a mobile number gets its country code when the field is left, and this can be undone', async () => {
  const { page } = setdesk
  const person = anyPerson()
  const mobile = field(page, 'Mobile')
  await scan(page, anyMac())
  await typePerson(page, { ...person, Mobile: '' })
  await mobile.focus()
  await page.keyboard.type('0612345678', { delay: 60 })
  await page.keyboard.press('Tab')
  await sees(page, 'Country: Netherlands. You typed 0612345678.')
  expect(await mobile.inputValue()).toBe('+31612345678')

  await press(page, 'Undo')
  expect(await mobile.inputValue()).toBe('0612345678')
  expect(await mobile.evaluate(hasFocus)).toBe(true)
  await sees(page, 'Start with the country code, then digits only')
  // After the undo the number is not completed again, and Enter does not leave the field.
  await page.keyboard.press('Enter')
  await sees(page, 'Start with the country code, then digits only')
  expect(await mobile.inputValue()).toBe('0612345678')
  expect(await mobile.evaluate(hasFocus)).toBe(true)
  await mobile.fill('0687654321')
  await page.keyboard.press('Enter')
  await expect.poll(() => mobile.inputValue()).toBe('+31687654321')
  const others = Object.keys(person).filter((label) => label !== 'Mobile')
  expect(await valuesOf(page, others)).toEqual(others.map((label) => person[label]))
  await isNotSaved(page)
})

test('the cursor stays in the phone field while a typed number replaces the mobile number', async () => {
  const { page } = setdesk
  await scan(page, anyMac())
  await typePerson(page, anyPerson())
  await press(page, /^More/)
  const phone = field(page, 'Phone')
  await phone.focus()
  await page.keyboard.type('0145', { delay: 60 })
  expect(await phone.inputValue()).toBe('0145')
  expect(await phone.evaluate(hasFocus)).toBe(true)
})

test('a job of which nothing was sent can be edited in the form, and is replaced by the edited job', async () => {
  const { page } = setdesk
  await call(page, 'queue.pause', {})
  const person = anyPerson()
  await activate(page, anyMac(), person)
  await page.getByRole('link', { name: 'Edit' }).click()
  await sees(page, /^Taken out of the queue to be edited/)
  expect(await valuesOf(page, Object.keys(person))).toEqual(Object.values(person))
  const states = async () => (await call(page, 'job.list', { limit: 10 })).jobs.map(({ state }) => state)
  expect(await states()).toEqual(['dropped'])
  // The address of the correction is gone, so a reload does not repeat it.
  await page.reload()
  await sees(page, 'Draft restored as you left it.')
  await field(page, 'City').fill('Brest')
  await page.locator('[data-go-on]').click()
  await page.getByRole('button', { name: 'New activation' }).waitFor()
  expect(await states()).toEqual(['saved', 'dropped'])

  // A job that was sent cannot be taken back, and the open draft stays.
  await call(page, 'queue.resume', {})
  await settlesAs(page, 'done')
  const [{ id } = { id: '' }] = (await call(page, 'job.list', { limit: 1 })).jobs
  await page.evaluate((job) => {
    location.hash = `#/activate/edit/${job}`
  }, id)
  await sees(page, 'This changed while you were looking at it.')
  expect(await states()).toEqual(['done', 'dropped'])
})

test('the drafts that wait are still there after a job was opened to correct it', async () => {
  const { page } = setdesk
  const [waiting, box] = [anyMac(), anyMac()]
  const boxes = async () => (await call(page, 'draft.read', {})).draft?.aside?.map((form) => form.box.raw)
  await call(page, 'queue.pause', {})
  await activate(page, anyMac(), anyPerson())
  const [{ id } = { id: '' }] = (await call(page, 'job.list', { limit: 1 })).jobs
  await goHome(page)
  await scan(page, waiting)
  await typePerson(page, anyPerson())
  await goTo(page, 'Queue')
  await scan(page, box)
  await press(page, 'Start a new activation with it')
  await expect.poll(boxes).toEqual([waiting])
  await goTo(page, 'Queue')
  await goTo(page, 'Activate')
  await sees(page, 'Draft restored as you left it.')
  await press(page, 'Change box')
  await field(page, 'Box').fill('')
  await expect.poll(async () => (await call(page, 'draft.read', {})).draft?.box.raw).toBe('')

  await page.evaluate((job) => {
    location.hash = `#/activate/${job}`
  }, id)
  await page.getByRole('button', { name: 'Drafts (1)' }).waitFor()
  await field(page, 'City').fill('Brest')
  await kept(page)
  expect(await boxes()).toEqual([waiting])
  await call(page, 'queue.resume', {})
})

test('the box of a filled form can be changed without another question', async () => {
  const { page } = setdesk
  const [first, second] = [anyMac(), anyMac()]
  const person = anyPerson()
  await prepare(page, first, person)
  await press(page, 'Change box')
  await field(page, 'Box').fill(second)
  await page.keyboard.press('Enter')
  await isReady(page)
  expect(await page.evaluate(() => location.hash)).toBe('#/activate')
  expect(await valuesOf(page, ['First name', 'Last name', 'Mobile', 'Street'])).toEqual(
    ['First name', 'Last name', 'Mobile', 'Street'].map((label) => person[label]),
  )
  await page
    .locator(`main [data-device-label]`)
    .filter({ hasText: withColons(second) })
    .first()
    .waitFor()
})

test('Esc in a field neither closes the screen nor changes the typed text', async () => {
  const { page } = setdesk
  await scan(page, anyMac())
  await field(page, 'First name').fill('Ann')
  await field(page, 'First name').press('Escape')
  await call(page, 'app.snapshot', {})
  expect(await page.evaluate(() => location.hash)).toBe('#/activate')
  expect(await field(page, 'First name').inputValue()).toBe('Ann')
})

test('a draft of one connection waits while another connection is active, and is not filled into its form', async () => {
  const { page } = setdesk
  await scan(page, anyMac())
  await typePerson(page, { ...anyPerson(), City: 'Nantes' })
  await kept(page)
  await goHome(page)
  const { draft } = await call(page, 'draft.read', {})
  if (draft === undefined) throw new Error('There is no draft')
  await call(page, 'draft.save', { draft: { ...draft, connectionId: 'another' } })
  await goTo(page, 'Activate')
  expect(await field(page, 'First name').inputValue()).toBe('')
  await press(page, 'Drafts (1)')
  // That connection was removed, so the draft can be opened under this one.
  await page.getByRole('menuitem').click()
  await expect.poll(() => field(page, 'City').inputValue()).toBe('Nantes')
})

test('a box from the search enters the form that is open already, or the technician is asked about it', async () => {
  const { page } = setdesk
  const [first, second] = [anyMac(), anyMac()]
  const findBox = async (mac: string): Promise<void> => {
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('searchbox').fill(mac)
    await page.getByRole('option', { name: /^Activate this box/ }).click()
  }
  await goTo(page, 'Activate')
  await field(page, 'First name').waitFor()
  await findBox(first)
  await sees(page, withColons(first))
  await findBox(second)
  await press(page, 'Use it in this draft')
  await sees(page, withColons(second))
})

// Only this target can lose its host while the page stays.
test.skipIf(targetName !== 'loopback')(
  'a form whose draft cannot be saved says why, until it is saved again',
  async () => {
    const { page } = setdesk
    await scan(page, anyMac())
    await field(page, 'First name').waitFor()
    await page.route('**/bridge/draft.save', (route) => route.abort())
    await field(page, 'First name').fill('Ann')
    await sees(page, 'Setdesk does not answer.')
    await page.unrouteAll()
    await field(page, 'City').fill('Nantes')
    await kept(page)
    await page.getByText('Setdesk does not answer.').waitFor({ state: 'detached' })
  },
)

// Only on this target the bridge can be slowed down from outside.
test.skipIf(targetName !== 'loopback')(
  'a form whose save was not answered says that it was saved before, as soon as it is changed',
  async () => {
    const { page } = setdesk
    await prepare(page, anyMac(), anyPerson())
    await page.route('**/bridge/job.save', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await press(page, 'Activate')
    await sees(page, 'Setdesk does not answer.')
    await page.unrouteAll()
    await field(page, 'City').fill('Nantes')
    await sees(page, 'This was saved as a job before.')
    await page.getByRole('link', { name: 'Open that job' }).waitFor()
    await sees(page, 'Draft not saved')
    expect(await call(page, 'draft.read', {})).toEqual({})
  },
)

test.skipIf(targetName !== 'loopback')(
  'a box that is scanned while a job is being saved is offered for the next activation',
  async () => {
    const { page } = setdesk
    const next = anyMac()
    await prepare(page, anyMac(), anyPerson())
    const gate = Promise.withResolvers<void>()
    await page.route('**/bridge/job.save', async (route) => {
      await gate.promise
      await route.continue()
    })
    const sent = page.waitForRequest('**/bridge/job.save')
    await press(page, 'Activate')
    await sent
    await scan(page, next)
    await sees(page, `You scanned ${withColons(next)}`)
    gate.resolve()
    await page.getByRole('button', { name: 'New activation' }).waitFor()
    await sees(page, `You scanned ${withColons(next)}`)
    await press(page, 'Start a new activation with it')
    await expect.poll(async () => (await call(page, 'draft.read', {})).draft?.box.raw).toBe(next)
    await page.unrouteAll()
  },
)
