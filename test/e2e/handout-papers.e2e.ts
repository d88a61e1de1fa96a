import type { CDPSession, Page } from 'playwright'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { papers, paperNames, stickerPaper, type Paper } from '../../src/shared/domain/handout/handout.ts'
import { makeOurReader } from '../bench/camera-readers.ts'
import { anyDraftId, anyMac, newCustomer } from '../fakes/intents.ts'
import { readPng, type Picture } from '../fakes/picture.ts'
import { call, goTo, openForFile, openForTest, openTab, press, sees, startPractising } from './drive.ts'
import { targetName } from './target.ts'

const read = await makeOurReader()
const steps = ['Plug in the box and switch on the TV.', 'Open “TV login”.', 'Type the user ID and the password.']
const support = '0800 555 0142'

/** A logo that would load a picture from elsewhere and run a script, if it could. */
const logo = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="80"><script>window.stolen = true</script>
<image href="https://evil.example/logo.png" width="10" height="10"/><rect width="300" height="80" fill="#225"/></svg>`

/** Credentials as they are made, and the longest that can be typed. */
const credentials = {
  usual: { userid: '9485617312', password: 'n7su4gdpk6' },
  mixed: { userid: 'rosa.King@north.example', password: 'lO0lI1ooIl' },
  longest: { userid: 'W'.repeat(30).concat('@', 'm'.repeat(33)), password: 'M'.repeat(64) },
} as const
type Credentials = { readonly userid: string; readonly password: string }

const sheet = '.handout:not(:has(~ .handout)) .sheet'

const english = { context: { locale: 'en-GB' } } as const
const setdesk = await openForFile(english)

let created = 10
/** Credentials of a user ID that no earlier test has created. */
const usualLogIn = (): Credentials => ({ ...credentials.usual, userid: `34856173${String((created += 1))}` })

beforeAll(async () => {
  const { page } = setdesk
  page.setDefaultTimeout(30_000)
  await startPractising(page)
  await setBrand(page)
})

beforeEach(async () => {
  const { page } = setdesk
  await page.emulateMedia({ media: null })
  await call(page, 'preferences.save', { handoutPaper: 'a5', handoutLanguage: 'screen' })
  await call(page, 'queue.resume', {})
  await page.unrouteAll()
  // Closes what the test before has left open.
  await page.reload()
})

test('a handout is complete on every paper size, and its QR code can be read', async () => {
  const { page } = setdesk
  const session = await page.context().newCDPSession(page)
  for (const state of ['done', 'pending'] as const) {
    if (state === 'pending') await call(page, 'queue.pause', {})
    for (const [name, usual] of Object.entries(credentials)) {
      // Each creation needs its own user ID.
      const logIn = { ...usual, userid: `${state === 'done' ? 'a' : '7'}${usual.userid.slice(1)}` }
      await openJob(page, logIn, state)
      for (const paper of paperNames) {
        const where = `${name} ${state} ${paper}`
        await call(page, 'preferences.save', { handoutPaper: paper })
        await page.locator(`.handout .sheet-${paper}`).waitFor({ state: 'attached' })
        await page.emulateMedia({ media: 'print' })
        expect(await findCut(page, papers[paper]), where).toEqual([])
        const text = (await page.locator(sheet).textContent()) ?? ''
        for (const told of [support, ...steps, 'Okonkwo']) expect(text, where).toContain(told)
        expect(text.includes('PENDING'), where).toBe(state === 'pending')
        expect(await pagesOf(session, papers[paper]), where).toBe(1)
        const codes = await readBack(page, session, paper.startsWith('roll') ? 'thermal' : 'office', where)
        expect(codes, where).toEqual([`User ID: ${logIn.userid}\nPassword: ${logIn.password}`])
        await page.emulateMedia({ media: null })
      }
    }
  }
}, 300_000)

test('the preview shows a sheet of paper completely, even in the smallest window', async () => {
  const { page } = setdesk
  const logIn = usualLogIn()
  const usualSize = page.viewportSize()
  await page.setViewportSize({ width: 1024, height: 640 })
  await openJob(page, logIn, 'done')
  await press(page, 'Paper and sharing')
  for (const paper of ['a6', 'a5', 'a4'] as const) {
    await call(page, 'preferences.save', { handoutPaper: paper })
    await page.locator(`.sheet-preview .sheet-${paper}`).waitFor({ state: 'attached' })
    const [isWhole, isTooTall] = await page.locator('.sheet-preview').evaluate((box) => {
      const { bottom } = box.querySelector('.sheet')?.getBoundingClientRect() ?? { bottom: Infinity }
      return [bottom <= box.getBoundingClientRect().bottom, box.scrollHeight > box.clientHeight]
    })
    expect([paper, isWhole, isTooTall]).toEqual([paper, true, false])
  }
  if (usualSize !== null) await page.setViewportSize(usualSize)
})

test('a sheet is fitted to its paper again only after something on it has changed', async () => {
  const { page } = setdesk
  await call(page, 'preferences.save', { handoutPaper: 'a6', appearance: 'light', stationName: 'Counter 1' })
  await call(page, 'queue.pause', {})
  await openJob(page, { ...credentials.longest, userid: `f${credentials.longest.userid.slice(1)}` }, 'pending')
  const paper = page.locator(`${sheet}.sheet-a6`)
  await paper.waitFor({ state: 'attached' })
  await paper.evaluate(async (element) => {
    await document.fonts.ready
    const watch = new MutationObserver((changes) => {
      const fitted = Number(element.dataset['fitted'] ?? 0)
      element.dataset['fitted'] = String(fitted + changes.length)
    })
    watch.observe(element, { attributeFilter: ['style'] })
  })
  await call(page, 'preferences.save', { appearance: 'dark' })
  await page.locator('html[data-appearance="dark"]').waitFor({ state: 'attached' })
  expect(await paper.getAttribute('data-fitted')).toBeNull()
  await call(page, 'preferences.save', { stationName: 'Counter 2', appearance: 'system' })
  await expect.poll(() => paper.getAttribute('data-fitted')).not.toBeNull()
})

test('the text of a handout can be sent by mail or text message, with no recipient filled in', async () => {
  const { page } = setdesk
  const logIn = usualLogIn()
  await openJob(page, logIn, 'done')
  await press(page, 'Paper and sharing')
  // In a window these are buttons, because the main process opens the message; shell.test.ts checks its link.
  const isWindow = targetName !== 'loopback'
  for (const [name, scheme] of [
    ['E-mail', 'mailto:?'],
    ['Text message', 'sms:?'],
  ] as const) {
    const way = page.getByRole(isWindow ? 'button' : 'link', { name, exact: true })
    await way.waitFor()
    if (isWindow) continue
    const href = (await way.getAttribute('href')) ?? ''
    expect(href.startsWith(scheme)).toBe(true)
    const body = new URLSearchParams(href.slice(href.indexOf('?'))).get('body') ?? ''
    for (const told of [logIn.userid, logIn.password, support, ...steps]) expect(body).toContain(told)
  }
})

test('a box sticker shows the box as a bar code and as a QR code, but no name and no credentials', async () => {
  const { page } = setdesk
  const session = await page.context().newCDPSession(page)
  for (const identifier of [anyMac(), { kind: 'serial', value: '082021N0715' } as const]) {
    // Each creation needs its own user ID.
    const userid = `${identifier.kind === 'mac' ? '1' : '2'}485617312`
    await openJob(page, { ...credentials.usual, userid }, 'done', identifier)
    await press(page, 'Paper and sharing')
    await page.getByRole('radio', { name: 'Box sticker' }).click({ force: true })
    await page.locator(`${sheet}.sheet-sticker`).waitFor({ state: 'attached' })
    await page.emulateMedia({ media: 'print' })
    expect(await findCut(page, stickerPaper)).toEqual([])
    const text = (await page.locator(sheet).textContent()) ?? ''
    expect(text.replaceAll(':', '')).toContain(identifier.value)
    for (const secret of ['Okonkwo', userid, credentials.usual.password]) expect(text).not.toContain(secret)
    expect(await pagesOf(session, stickerPaper)).toBe(1)
    expect(await readBack(page, session, 'thermal', `sticker ${identifier.kind}`)).toEqual([
      identifier.value,
      identifier.value,
    ])
    await page.emulateMedia({ media: null })
    await page.getByRole('button', { name: 'Close' }).last().click()
  }
}, 120_000)

test('a sticker is printed, and not the handout behind it, after another language was chosen', async () => {
  const { page } = setdesk
  const logIn = usualLogIn()
  const session = await page.context().newCDPSession(page)
  await openJob(page, logIn, 'done')
  await press(page, 'Paper and sharing')
  await page.getByRole('button', { name: /^As on the screen/ }).click()
  await page.getByRole('option', { name: 'Français' }).click()
  await page.locator(`${sheet}[lang="fr"]`).waitFor({ state: 'attached' })
  await page.getByRole('radio', { name: 'Box sticker' }).click({ force: true })
  await page.locator('.handout .sheet-sticker').waitFor({ state: 'attached' })
  await page.emulateMedia({ media: 'print' })
  expect(await page.locator(`${sheet}.sheet-sticker`).isVisible()).toBe(true)
  expect(await page.locator('.handout .sheet:visible').count()).toBe(1)
  expect(await pagesOf(session, stickerPaper)).toBe(1)
}, 60_000)

test('a handout is printed in the language of the screen if the texts of its own language cannot be loaded', async () => {
  const { page } = await openForTest(english)
  await startPractising(page)
  await page.route(/fr-first/, (route) => route.abort())
  await call(page, 'preferences.save', { handoutLanguage: 'fr' })
  await openJob(page, credentials.usual, 'done')
  await page.locator(`${sheet}[lang="en"]`).waitFor({ state: 'attached' })
  await page.emulateMedia({ media: 'print' })
  expect(await page.locator('body').innerText()).toMatch(/^[^]*Your TV login/)
  expect(await page.getByRole('heading', { name: 'History' }).isVisible()).toBe(false)
}, 60_000)

test('the blanks of credentials that the platform made are printed and shown', async () => {
  const { page } = setdesk
  const logIn = usualLogIn()
  const made = { userid: 'Alexander Smith', password: 'ab  cd 1234' }
  await page.route('**/bridge/job.read', async (route) => {
    const response = await route.fetch()
    const { userid, password } = logIn
    const body = (await response.text()).replaceAll(userid, made.userid).replaceAll(password, made.password)
    await route.fulfill({ response, body })
  })
  await openJob(page, logIn, 'done')
  const shown = page.locator('dd[translate="no"]').filter({ hasText: 'cd' })
  expect(await shown.first().innerText()).toBe(made.password)
  await page.emulateMedia({ media: 'print' })
  expect(await page.locator(`${sheet} .sheet-spelt`).evaluateAll(findBlanks)).toEqual([[true], [true, true, true]])
}, 60_000)

test('a sticker keeps its paper size when the job behind it ends', async () => {
  const { page } = setdesk
  const logIn = usualLogIn()
  await call(page, 'preferences.save', { handoutPaper: 'a5' })
  await call(page, 'queue.pause', {})
  const session = await page.context().newCDPSession(page)
  await openJob(page, logIn, 'pending')
  await press(page, 'Paper and sharing')
  await page.getByRole('radio', { name: 'Box sticker' }).click({ force: true })
  await page.locator(`${sheet}.sheet-sticker`).waitFor({ state: 'attached' })
  await page.locator('.handout .sheet-a5').filter({ hasText: 'PENDING' }).waitFor({ state: 'attached' })
  await call(page, 'queue.resume', {})
  // The handout behind the dialog is rendered again.
  await page.locator('.handout .sheet-a5').filter({ hasNotText: 'PENDING' }).waitFor({ state: 'attached' })
  expect(await pagesOf(session, stickerPaper)).toBe(1)
}, 60_000)

test("a handout can be printed in the customer's language while the screen stays in the technician's language", async () => {
  const { page } = setdesk
  const logIn = usualLogIn()
  await openJob(page, logIn, 'done')
  await press(page, 'Paper and sharing')
  await page.getByRole('button', { name: /^As on the screen/ }).click()
  await page.getByRole('option', { name: 'العربية' }).click()
  const paper = page.locator(`${sheet}[lang="ar"]`)
  await paper.waitFor({ state: 'attached' })
  expect(await paper.getAttribute('dir')).toBe('rtl')
  const arabic = (await paper.textContent()) ?? ''
  expect(arabic).toContain('معرّف المستخدم')
  expect(arabic).not.toMatch(/User ID|Password|Runs until/)
  await page.getByRole('heading', { name: 'Print 1 sheet' }).waitFor()

  await page.getByRole('button', { name: /^العربية/ }).click()
  await page.getByRole('option', { name: 'Français' }).click()
  await page.locator(`${sheet}[lang="fr"]`).waitFor({ state: 'attached' })
  // The language is kept for a handout that is printed without the dialog.
  await page.getByRole('button', { name: 'Close' }).last().click()
  await expect.poll(() => page.locator('.handout .sheet').last().getAttribute('lang')).toBe('fr')
  expect(await page.locator('.handout .sheet').last().textContent()).toContain('Mot de passe')
  await page.getByRole('heading', { name: 'History' }).waitFor()
}, 60_000)

/** Sets logo, steps and number in Settings, as an operator does. */
async function setBrand(page: Page): Promise<void> {
  await goTo(page, 'Settings')
  await page.getByRole('link', { name: 'Edit' }).click()
  await openTab(page, 'Handout')
  const chooser = page.waitForEvent('filechooser', { timeout: 90_000 })
  await press(page, 'Choose a picture')
  await (await chooser).setFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(logo) })
  await page.getByRole('img', { name: 'Logo' }).waitFor()
  expect(await page.getByRole('img', { name: 'Logo' }).getAttribute('src')).toMatch(/^data:image\/png;base64,/)
  expect(await page.evaluate(() => 'stolen' in window)).toBe(false)
  await page.getByLabel('Steps for the customer').fill(steps.join('\n'))
  await page.getByLabel('Number to call for help').fill(support)
  await press(page, 'Save')
  await sees(page, 'Saved.')
}

/** Saves a job with these credentials and opens it in the queue. */
async function openJob(page: Page, logIn: Credentials, state: 'done' | 'pending', identifier = anyMac()) {
  const box = { identifier, raw: 'scanned', model: 'MAG 540' }
  const [connection] = (await call(page, 'app.snapshot', {})).connections
  const { productid = '' } = connection?.settings.products[0] ?? {}
  const intent = newCustomer(productid, { box, logIn })
  const { id } = await call(page, 'job.save', { draftId: anyDraftId(), intent })
  await goTo(page, 'Home')
  await page.evaluate((job) => location.assign(`#/queue/all/${job}`), id)
  const wanted = state === 'done' ? ['done', 'unconfirmed'] : ['saved']
  await expect
    .poll(async () => (await call(page, 'job.read', { id })).summary.state, { timeout: 20_000 })
    .toBeOneOf(wanted)
  await page.locator('.handout').waitFor({ state: 'attached' })
}

/** Finds parts of the printed sheet that are beyond the paper or its printable width, or are split. */
async function findCut(page: Page, paper: Paper): Promise<readonly string[]> {
  return await page.locator(sheet).evaluate((element, { printed, width, height }) => {
    const millimetre = 96 / 25.4
    const cut: string[] = []
    const outer = element.getBoundingClientRect()
    const edge = ((width - printed) / 2) * millimetre - 0.6
    if (Math.abs(outer.width - width * millimetre) > 0.5) cut.push(`the sheet is ${String(outer.width)} wide`)
    if (element.scrollWidth > element.clientWidth) cut.push('wider than the paper')
    if (height !== undefined && element.scrollHeight > element.clientHeight) cut.push('longer than the paper')
    for (const part of element.querySelectorAll('*')) {
      const range = document.createRange()
      range.selectNodeContents(part)
      const boxes =
        part instanceof SVGElement || part instanceof HTMLImageElement
          ? [part.getBoundingClientRect()]
          : [...range.getClientRects()]
      if (part.closest('svg') !== null && part.tagName !== 'svg') continue
      for (const box of boxes)
        if (box.left < outer.left + edge || box.right > outer.right - edge || box.bottom > outer.bottom + 0.5)
          cut.push(
            `${part.tagName} ${part.textContent.slice(0, 30)}: ${String(box.left - outer.left)} to ${String(box.right - outer.left)}`,
          )
      if (part.matches('.sheet-spelt > span') && range.getClientRects().length !== 1)
        cut.push(`split: ${part.textContent}`)
    }
    return cut
  }, paper)
}

/** The pages of the PDF of a print run, each of the paper's size. */
async function pagesOf(session: CDPSession, { width, height }: Paper): Promise<number> {
  const { data } = await session.send('Page.printToPDF', { preferCSSPageSize: true, printBackground: true })
  const boxes = [
    ...Buffer.from(data, 'base64')
      .toString('latin1')
      .matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g),
  ]
  const point = 72 / 25.4
  for (const [, wide, high] of boxes) {
    expect(Math.abs(Number(wide) - width * point)).toBeLessThan(1.5)
    if (height !== undefined) expect(Math.abs(Number(high) - height * point)).toBeLessThan(1.5)
  }
  return boxes.length
}

/** Draws the sheet as its printer would, in dots of black or white for a thermal one, and reads every code on it. */
async function readBack(page: Page, session: CDPSession, printer: 'thermal' | 'office', name: string) {
  const scale = (printer === 'thermal' ? 203 : 300) / 96
  const clip = await page.locator(sheet).evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    return { x, y, width, height }
  })
  const shot = await session.send('Page.captureScreenshot', {
    format: 'png',
    clip: { ...clip, scale },
    captureBeyondViewport: true,
  })
  const png = Buffer.from(shot.data, 'base64')
  const folder = process.env['SETDESK_HANDOUTS']
  if (folder !== undefined) writeFileSync(join(folder, `${name.replaceAll(' ', '-')}.png`), png)
  const picture = readPng(png)
  // The picture has the resolution of the printer.
  expect(Math.abs(picture.width - clip.width * scale)).toBeLessThan(scale + 1)
  return await read({ ...picture, name, says: '', colours: toColours(picture, printer === 'thermal') })
}

function toColours({ pixels }: Picture, isOneBit: boolean): Uint8ClampedArray<ArrayBuffer> {
  const colours = new Uint8ClampedArray(pixels.length * 4).fill(255)
  for (let at = 0; at < pixels.length; at += 1) {
    const shade = pixels[at] ?? 0
    const dot = isOneBit ? (shade < 128 ? 0 : 255) : shade
    colours[at * 4] = dot
    colours[at * 4 + 1] = dot
    colours[at * 4 + 2] = dot
  }
  return colours
}

/** For each element, whether each of its blanks takes room. */
function findBlanks(elements: readonly Element[]): readonly (readonly boolean[])[] {
  const range = document.createRange()
  return elements.map((element) =>
    [...element.children].flatMap(({ firstChild: text }) =>
      Array.from(text?.textContent ?? '').flatMap((character, at) => {
        if (text === null || character !== ' ') return []
        range.setStart(text, at)
        range.setEnd(text, at + 1)
        return [range.getBoundingClientRect().width > 1]
      }),
    ),
  )
}
