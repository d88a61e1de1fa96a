import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { call, counts, field, openForTest, press, sees, saveActivation } from './drive.ts'
import { lookAt, noLooks } from './drive-looks.ts'
import { connectTo, effectsOf, openPlatformForTest } from './drive-platform.ts'

const usual = { context: { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' } } as const
const addressChanged = 'The address has changed. Type the token again'

const openConnection = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: 'Connection: North TV' }).click()
  await field(page, 'Platform address').waitFor()
}
const save = async (page: Page): Promise<void> => {
  await press(page, 'Save')
  await page.getByRole('button', { name: 'Save', exact: true, disabled: true }).waitFor()
}
const connectionOf = async (page: Page) => (await call(page, 'app.snapshot', {})).connections[0]

test('the browser is told to keep nothing that is typed, neither names nor searches', async () => {
  const platform = await openPlatformForTest()
  const { page } = await openForTest(usual)
  await connectTo(page, platform)
  const screens = [
    '',
    'activate',
    'customers',
    'customers/4021770010',
    'queue',
    'activity/events',
    'hostnames/tv.coast.example',
    'bulk',
    'console',
  ]
  for (const screen of screens) {
    await page.evaluate((to) => {
      location.hash = `#/${to}`
    }, screen)
    await page.locator('main input, main textarea').first().waitFor({ state: 'attached' })
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog', { name: 'Find anything' }).waitFor()
    const kept = await page.evaluate(() =>
      [...document.querySelectorAll('input, textarea')]
        .filter((one) => /^(text|search|textarea|password|tel|email|number)$/.test((one as HTMLInputElement).type))
        .filter((one) => one.getAttribute('autocomplete') !== 'off')
        .map((one) => one.outerHTML),
    )
    expect(kept, screen).toEqual([])
    await page.keyboard.press('Escape')
  }
})

test('a changed platform address needs the token again, and waiting jobs are then sent to the new address', async () => {
  const [old, next] = [await openPlatformForTest(), await openPlatformForTest()]
  const { page } = await openForTest(usual)
  const looks = noLooks()
  await connectTo(page, old)
  await old.setOptions({ offline: true })
  await saveActivation(page)
  await counts(page, 'saved', 1)

  await openConnection(page)
  expect(await field(page, 'Token').count()).toBe(0)
  await field(page, 'Platform address').fill(next.url)
  await sees(page, addressChanged)
  await press(page, 'Test')
  await sees(page, 'Type the token again: the stored one is not sent there.')
  await lookAt(page, looks, 'the token asked for again', field(page, 'Token'))
  expect(next.requests()).toEqual([])

  await field(page, 'Token').fill(next.authToken)
  await press(page, 'Test')
  await sees(page, 'This connection can be used.')
  await save(page)
  await sees(page, 'A token is stored in')
  expect(await field(page, 'Token').count()).toBe(0)
  await counts(page, 'saved', 0)
  await expect.poll(() => effectsOf(next)).toEqual(['create', 'bind-user', 'bind-hostname'])
  expect(effectsOf(old)).toEqual([])
  expect((await page.content()) + JSON.stringify(await connectionOf(page))).not.toContain(next.authToken)
  expect([...looks.axe, ...looks.counter, ...looks.reflow, ...looks.zoom]).toEqual([])
})

test('jobs wait while a changed address has no token, and the stored token works again at the old address', async () => {
  const [old, next] = [await openPlatformForTest(), await openPlatformForTest()]
  const { page } = await openForTest(usual)
  await connectTo(page, old)
  await old.setOptions({ offline: true })
  await saveActivation(page)
  await openConnection(page)
  await field(page, 'Platform address').fill(next.url)
  await sees(page, addressChanged)
  // A token that was typed for one address is not saved for another one.
  await field(page, 'Token').fill(next.authToken)
  await field(page, 'Platform address').fill(old.url)
  await page.getByText(addressChanged).waitFor({ state: 'detached' })
  await field(page, 'Display name').fill('Far North')
  await save(page)
  await page.getByRole('link', { name: 'Connection: Far North' }).waitFor()

  await field(page, 'Platform address').fill(next.url)
  await field(page, 'Token').fill('')
  await save(page)
  await sees(page, 'Far North has no token. Nothing is sent until you enter one; saved work waits.')
  await counts(page, 'saved', 1)
  await old.setOptions({ offline: false })
  await field(page, 'Platform address').fill(old.url)
  await save(page)
  await counts(page, 'saved', 0)
  await expect.poll(() => effectsOf(old)).toEqual(['create', 'bind-user', 'bind-hostname'])
  expect(next.requests()).toEqual([])
})

test('an address without encryption is neither tested nor saved before the technician allows unencrypted sending', async () => {
  const platform = await openPlatformForTest()
  const { page } = await openForTest(usual)
  const looks = noLooks()
  await connectTo(page, platform)
  await openConnection(page)
  const allows = page.getByRole('switch', { name: 'Allow sending without encryption' })
  expect(await allows.count()).toBe(0)
  await field(page, 'Platform address').fill('http://tv.example')
  await field(page, 'Token').fill('a token of the test')
  await press(page, 'Test')
  await sees(page, 'so nothing was sent. Use https://')
  await press(page, 'Save')
  await sees(page, 'Check the marked fields. Nothing was saved.')
  await sees(page, 'Use https://, or allow sending without encryption below.')
  await lookAt(page, looks, 'an address without encryption', allows.locator('..'))
  expect(await field(page, 'Platform address').inputValue()).toBe('http://tv.example')
  await page.locator('label').filter({ has: allows }).click()
  await save(page)
  expect(await connectionOf(page)).toMatchObject({ settings: { allowsPlainHttp: true }, hasToken: true })
  expect([...looks.axe, ...looks.counter, ...looks.reflow, ...looks.zoom]).toEqual([])
})
