import type { Page } from 'playwright'
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { call, field, openForTest, press, sees } from './drive.ts'
import { beginConnecting, connectTo, openPlatformForTest, passphrase, typePlatform } from './drive-platform.ts'
import { targetName } from './target.ts'

interface Overheard {
  readonly overheard?: string[]
  readonly setdesk?: { readonly listen: (listener: (event: unknown) => void) => () => void }
}

/** Records everything the bridge returns to the page. Resolves to the recorded text. */
async function overhear(page: Page): Promise<() => Promise<string>> {
  const answers: string[] = []
  page.on('response', (response) => {
    if (!response.url().includes('/bridge/') || response.url().endsWith('/events')) return
    void response.text().then(
      (text) => answers.push(text),
      () => undefined,
    )
  })
  await page.evaluate(async () => {
    const here = window as Overheard
    const overheard: string[] = []
    Object.assign(window, { overheard })
    if (here.setdesk !== undefined) return void here.setdesk.listen((event) => overheard.push(JSON.stringify(event)))
    const authorization = `Bearer ${localStorage.getItem('setdesk-bearer') ?? ''}`
    const { body } = await fetch('/bridge/events', { headers: { authorization } })
    void body
      ?.pipeThrough(new TextDecoderStream())
      .pipeTo(new WritableStream({ write: (text) => void overheard.push(text) }))
  })
  return async () => answers.join('\n') + (await page.evaluate(() => (window as Overheard).overheard?.join('\n')))
}

/** Waits for the finding of the connection test about one subject. */
const finds = async (page: Page, subject: string, words: string): Promise<void> =>
  await page.locator(`[data-check="${subject}"]`).filter({ hasText: words }).waitFor()

const tests = async (page: Page): Promise<void> => {
  await press(page, 'Test')
  await page.getByRole('button', { name: 'Test', exact: true }).and(page.locator(':enabled')).waitFor()
}

test('the connection test says why a connection cannot be used, and the form keeps the input', async () => {
  const platform = await openPlatformForTest()
  const { page } = await openForTest()
  await beginConnecting(page)
  const address = field(page, 'Platform address')
  await expect.poll(() => address.evaluate((element) => element === document.activeElement)).toBe(true)
  await typePlatform(page, platform)

  // The browser's Back button opens the previous step instead of leaving Setdesk, and the input is restored.
  await page.goBack()
  await page.getByRole('heading', { name: 'Who works here?' }).waitFor()
  expect(await field(page, 'Your name').inputValue()).toBe('A. Moreau')
  await page.goForward()
  await expect.poll(() => address.inputValue()).toBe(platform.url)
  await field(page, 'Token').fill(platform.authToken)
  await sees(page, 'Anyone on the network can read the token and the customers’ passwords')

  await address.fill('https://no-such-machine.invalid')
  await tests(page)
  await finds(page, 'address', 'No server has this name.')
  await sees(page, 'This connection cannot be used yet.')

  await address.fill('http://127.0.0.1:1')
  await tests(page)
  await finds(page, 'address', 'nothing answers there')

  await address.fill(platform.url)
  await field(page, 'Token').fill(randomBytes(12).toString('hex'))
  await tests(page)
  await finds(page, 'token', 'Problem')

  await field(page, 'Token').fill(platform.authToken)
  await field(page, 'CRM service').fill('somebody-elses-crm')
  await tests(page)
  await finds(page, 'crm-service', 'The platform does not know this name.')

  expect(await field(page, 'Display name').inputValue()).toBe('North TV')
  expect(await field(page, 'CMS service').inputValue()).toBe(platform.cmsService)
  expect(await address.inputValue()).toBe(platform.url)
})

test('the focus goes from the test of a connection to its result, and stays in a field from which the test was begun', async () => {
  const platform = await openPlatformForTest()
  const { page } = await openForTest()
  await beginConnecting(page)
  await typePlatform(page, platform)
  await page.getByRole('button', { name: 'Test', exact: true }).focus()
  await page.keyboard.press('Enter')
  const result = page.getByRole('region', { name: 'Test result' })
  await result.waitFor()
  await expect.poll(() => result.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.keyboard.press('Tab')
  const connect = page.getByRole('button', { name: 'Connect', exact: true })
  await expect.poll(() => connect.evaluate((element) => element === document.activeElement)).toBe(true)

  // A test from a field leaves the focus there.
  await field(page, 'CRM service').fill('somebody-elses-crm')
  await page.keyboard.press('Enter')
  await finds(page, 'crm-service', 'The platform does not know this name.')
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('crmService')
})

test('the box field has the focus once Setdesk is connected', async () => {
  const platform = await openPlatformForTest()
  const { page } = await openForTest()
  await connectTo(page, platform)
  await expect.poll(() => field(page, 'Box').evaluate((input) => input === document.activeElement)).toBe(true)
})

// Only on this target can a test hold back the answer of the bridge.
test.skipIf(targetName !== 'loopback')(
  'the search field keeps the focus if it was opened while Setdesk was connecting',
  async () => {
    const platform = await openPlatformForTest()
    const { page } = await openForTest()
    await beginConnecting(page)
    await typePlatform(page, platform)
    const { promise: isSearching, resolve: letGo } = Promise.withResolvers<void>()
    await page.route('**/bridge/connection.add', async (route) => {
      const response = await route.fetch()
      await isSearching
      await route.fulfill({ response })
    })
    await press(page, 'Connect without testing')
    await page.getByRole('heading', { name: 'Home' }).waitFor({ state: 'attached' })
    await page.keyboard.press('Control+f')
    const search = page.getByRole('searchbox', { name: 'Name, mobile number, user ID, mapping ID or box' })
    await expect.poll(() => search.evaluate((input) => input === document.activeElement)).toBe(true)
    const answered = page.waitForEvent('requestfinished', (request) => request.url().endsWith('/connection.add'))
    letGo()
    await answered
    // Once a later call is answered, the page has also handled this answer.
    await call(page, 'app.snapshot', {})
    expect(page.url()).toContain('#/customers')
    expect(await search.evaluate((input) => input === document.activeElement)).toBe(true)
  },
)

test('the platform address is corrected visibly, and the token never returns to the page', async () => {
  const platform = await openPlatformForTest()
  const { page } = await openForTest()
  const heard = await overhear(page)
  await beginConnecting(page)
  await typePlatform(page, platform)
  const address = field(page, 'Platform address')

  await address.fill('not an address')
  await tests(page)
  await sees(page, /^(This is not an address|An address begins with)/)

  const { host } = new URL(platform.url)
  await address.fill(`http://somebody:secret@${host}/api/?authToken=1`)
  await sees(page, 'A user name or password was removed.')
  await sees(page, 'Everything after ? or # was removed.')
  await sees(page, '/api was removed: Setdesk adds it itself.')
  await sees(page, `Setdesk uses ${platform.url}`)
  await field(page, 'Token').focus()
  expect(await address.inputValue()).toBe(platform.url)

  await tests(page)
  await sees(page, 'This connection can be used.')
  // Findings say nothing about values that changed later.
  await field(page, 'CRM service').fill('another')
  await sees(page, 'Settings changed after this test.')
  expect(await page.getByText('This connection can be used.').count()).toBe(0)
  await field(page, 'CRM service').fill(platform.crmService)
  await sees(page, 'This connection can be used.')
  await press(page, 'Connect')
  await page.getByRole('heading', { name: 'Home' }).waitFor({ state: 'attached' })
  await page.getByRole('link', { name: 'Connection: North TV' }).click()
  await sees(page, 'A token is stored in')

  const snapshot = JSON.stringify(await call(page, 'app.snapshot', {}))
  const places = [await page.content(), await page.title(), page.url(), await heard(), snapshot]
  for (const place of places) {
    expect(place).not.toContain(platform.authToken)
    expect(place).not.toContain(encodeURIComponent(Buffer.from(platform.authToken).toString('base64')))
    expect(place).not.toContain(passphrase)
  }
  if (targetName === 'loopback') expect(await heard()).toContain('"ok":true')
})
