import type { Locator, Page } from 'playwright'
import { Buffer } from 'node:buffer'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { call, field, goTo, goToSettings, openForFile, openForTest, openTab, press, sees } from './drive.ts'
import { targetName } from './target.ts'
import { lookAt, noLooks } from './drive-looks.ts'
import { connectTo, openPlatformForFile, typePlatform } from './drive-platform.ts'
import { createOperator } from '../fakes/policy.ts'
import type { Connection } from '../../src/shared/domain/connection/connection.ts'
import { makeCertificate } from '../fakes/http-server-certificate.ts'

const north = await openPlatformForFile()
const south = await openPlatformForFile({ dialect: 'modern' })
const west = await openPlatformForFile()
const setdesk = await openForFile({ context: { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' } })
const looks = noLooks()

/** Waits until the toasts have disappeared, because their timing would change the result. */
async function look(page: Page, name: string, action?: Locator): Promise<void> {
  await expect.poll(() => page.getByLabel('Messages').textContent(), { timeout: 15_000 }).toBe('')
  await lookAt(page, looks, name, action)
}

const hasFocus = (one: Locator) => one.evaluate((element) => element === document.activeElement)

const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true })

/** Chooses a file like a user. */
async function choose(page: Page, action: string, name: string, text: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser', { timeout: 90_000 })
  await press(page, action)
  await (await chooser).setFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) })
}

const openConnections = async (page: Page): Promise<void> => {
  await goToSettings(page, 'Connections')
}
const edit = async (page: Page, name: string): Promise<void> => {
  await openConnections(page)
  await page.getByRole('listitem').filter({ hasText: name }).getByRole('link', { name: 'Edit' }).click()
}
const save = async (page: Page): Promise<void> => {
  await press(page, 'Save')
  await page.getByRole('button', { name: 'Save', exact: true, disabled: true }).waitFor()
}
/** _Save_ is disabled while the settings are saved, as well as afterwards. */
const settingsBecome = async (page: Page, name: string, part: Partial<Connection>): Promise<void> => {
  const read = async () => {
    const { connections } = await call(page, 'app.snapshot', {})
    return connections.find(({ settings }) => settings.name === name)?.settings
  }
  await expect.poll(read).toMatchObject(part)
}
const barColour = async (page: Page): Promise<string> =>
  await page.getByRole('link', { name: /^Connection: / }).evaluate((bar) => {
    const blocks = [bar, ...bar.querySelectorAll('*')].map((element) => getComputedStyle(element).backgroundColor)
    return blocks.find((colour) => colour !== 'rgba(0, 0, 0, 0)') ?? ''
  })

test('the active connection is shown at the top of the screen with its own name and colour', async () => {
  const { page } = setdesk
  await connectTo(page, north)
  const plum = await barColour(page)
  await openConnections(page)
  await page.getByRole('link', { name: 'Add a connection' }).click()
  await typePlatform(page, south)
  await press(page, 'Connect without testing')
  await sees(page, 'Another connection has this name. Choose another one.')
  expect(await field(page, 'Token').inputValue()).toBe(south.authToken)
  await field(page, 'Display name').fill('South TV')
  await page.getByRole('radio', { name: 'Brick' }).click({ force: true })
  await page.getByText('Your company’s network').click()
  await field(page, 'Proxy').fill('socks5://proxy.example')
  await sees(page, 'Only an http proxy can be used.')
  await look(page, 'a new connection with its network')
  await field(page, 'Proxy').fill('')
  await press(page, 'Connect without testing')
  await page.getByRole('link', { name: 'Connection: South TV' }).waitFor()
  expect(await barColour(page)).not.toBe(plum)
  await openConnections(page)
  await press(page, 'Switch to this')
  await page.getByRole('link', { name: 'Connection: North TV' }).waitFor()
  expect(await barColour(page)).toBe(plum)
})

test('a connection name that is already used is refused at its field, and the input is kept', async () => {
  const { page } = setdesk
  await edit(page, 'South TV')
  await field(page, 'Display name').fill('north tv')
  await openTab(page, 'Advanced')
  await field(page, 'Timeout, seconds').fill('45')
  await press(page, 'Save')
  // The page with the fault opens, with the focus in its field.
  await sees(page, 'Another connection has this name. Choose another one.')
  await sees(page, 'Check the marked fields. Nothing was saved.')
  expect(await field(page, 'Display name').evaluate((element) => element === document.activeElement)).toBe(true)
  await openTab(page, 'Advanced')
  expect(await field(page, 'Timeout, seconds').inputValue()).toBe('45')
  await openTab(page, 'Platform')
  await settingsBecome(page, 'South TV', { timeoutSeconds: 30 })
  await field(page, 'Display name').fill('South TV')
  await save(page)
  await settingsBecome(page, 'South TV', { timeoutSeconds: 45 })
})

test("resellers, countries and the platform's products can be added to the settings", async () => {
  const { page } = setdesk
  await edit(page, 'North TV')
  await openTab(page, 'Products')
  const addReseller = button(page, 'Add a reseller')
  const remove = page.getByRole('button', { name: /^Remove reseller/ })
  for (let row = 0; row < 3; row += 1) await addReseller.click()
  await remove.nth(1).press('Enter')
  await expect.poll(() => remove.count()).toBe(2)
  expect(await hasFocus(remove.nth(1))).toBe(true)
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await remove.count()) === 1 && (await hasFocus(remove))).toBe(true)
  await page.keyboard.press('Enter')
  await remove.waitFor({ state: 'detached' })
  expect(await hasFocus(addReseller)).toBe(true)
  await page.keyboard.press('Enter')
  await field(page, 'Reseller ID of the platform').fill('501')
  await page
    .getByRole('listitem')
    .filter({ has: field(page, 'Reseller ID of the platform') })
    .getByRole('textbox', { name: 'Name', exact: true })
    .fill('Coast')
  await page.getByLabel('Countries').fill('FRANCE\nSPAIN')
  await press(page, 'Ask the platform')
  const list = page.getByRole('list', { name: 'Products that the platform lists' })
  await list.getByText('Offered').first().waitFor()
  await look(page, 'settings of a connection')
  await save(page)
  await settingsBecome(page, 'North TV', {
    resellers: [{ id: '501', name: 'Coast' }],
    countries: ['FRANCE', 'SPAIN'],
  })
  await edit(page, 'South TV')
  await page.getByRole('heading', { name: 'Before the first customer' }).waitFor()
  await page.getByRole('link', { name: 'Products', exact: true }).click()
  await press(page, 'Ask the platform')
  await sees(page, 'This platform does not have the call.')
})

test('a company certificate is shown by its name, and a file without a certificate is refused', async () => {
  const { page } = setdesk
  await edit(page, 'South TV')
  await choose(page, 'Add a certificate file', 'notes.txt', 'no certificate at all')
  await sees(page, 'This file contains no certificate that can be read.')
  await choose(page, 'Add a certificate file', 'company.pem', makeCertificate().cert)
  await sees(page, 'CN=localhost')
  await field(page, 'Proxy').fill('proxy.example:8080')
  await sees(page, 'The proxy has changed. Type the token again')
  await field(page, 'Token').fill(south.authToken)
  await page.getByRole('switch', { name: 'Allow sending without encryption' }).click({ force: true })
  await field(page, 'Proxy user').fill('sam')
  await field(page, 'Proxy password').fill('six loud doors')
  await save(page)
  await settingsBecome(page, 'South TV', { proxy: 'http://proxy.example:8080' })
  await sees(page, 'User and password are stored in')
  await press(page, 'Enter credentials')
  await field(page, 'Proxy user').fill('sam')
  await field(page, 'Proxy password').fill('seven quiet doors')
  await look(page, 'log-in of a proxy')
  await page.keyboard.press('Enter')
  await sees(page, 'Proxy credentials saved.')
  const snapshot = JSON.stringify(await call(page, 'app.snapshot', {}))
  expect(snapshot + (await page.content())).not.toContain('seven quiet doors')
})

test('a settings file shows its changes before the import, and an invalid file changes nothing', async () => {
  const { page, dataFolder } = setdesk
  await openConnections(page)
  await press(page, 'Export settings')
  await sees(page, 'Settings exported.')
  const path = join(dataFolder, 'settings-file', 'operator.setdesk-connections')
  const text = readFileSync(path, 'utf8')
  for (const secret of [north.authToken, south.authToken, 'seven quiet doors']) expect(text).not.toContain(secret)
  if (process.platform !== 'win32') expect(statSync(path).mode & 0o077).toBe(0)

  const before = await call(page, 'app.snapshot', {})
  await choose(page, 'Import settings', 'holiday.json', 'a picture of the sea')
  await sees(page, 'This file was not imported.')
  await sees(page, 'It is not a settings file, or it is damaged.')
  expect((await call(page, 'app.snapshot', {})).connections.map(({ settings }) => settings)).toEqual(
    before.connections.map(({ settings }) => settings),
  )

  const newer = text.replace('"SPAIN"', '"PORTUGAL"').replace('"North TV"', '"Far North TV"')
  await choose(page, 'Import settings', 'from-the-office.json', newer)
  const changes = page.getByRole('region', { name: 'Changes in from-the-office.json' })
  await changes.getByText('PORTUGAL').waitFor()
  await changes.getByText('Removed').waitFor()
  await changes.getByText('No changes').waitFor()
  await look(page, 'what a file would change', button(page, 'Apply these changes'))
  await settingsBecome(page, 'North TV', { countries: ['FRANCE', 'SPAIN'] })
  await press(page, 'Apply these changes')
  await sees(page, 'Imported: 0 new, 1 changed.')
  await settingsBecome(page, 'Far North TV', { countries: ['FRANCE', 'PORTUGAL'] })
  await page.getByRole('link', { name: 'Connection: Far North TV' }).waitFor()
})

test('a settings file that changes the address requires a token, and nothing is sent before the token is entered', async () => {
  const { page } = setdesk
  await openConnections(page)
  const { text } = await call(page, 'connection.write-file', {})
  await choose(page, 'Import settings', 'moved.json', text.replace(north.url, west.url))
  await sees(
    page,
    /^This changes the address, the proxy or the certificates of Far North TV\. The stored token is not sent there\./,
  )
  await look(page, 'what a file that leads elsewhere would change', button(page, 'Apply these changes'))
  const asked = west.requests().length
  await press(page, 'Apply these changes')
  await sees(page, 'Far North TV has no token. Nothing is sent until you enter one; saved work waits.')
  await goTo(page, 'Customers')
  await sees(page, 'This connection has no token.')
  expect(west.requests()).toHaveLength(asked)

  await press(page, 'Enter a new token')
  await page.getByRole('dialog').getByLabel('Token').fill(west.authToken)
  await press(page, 'Save token')
  await page.getByText('Far North TV has no token.').waitFor({ state: 'hidden' })
  const { understood } = await call(page, 'console.ask', { slot: 'console', operation: 'getCustomers', values: {} })
  expect(understood.verdict).toBe('accepted')
  expect(west.requests().length).toBeGreaterThan(asked)
})

test('a connection can be removed after a confirmation, and the other one stays', async () => {
  const { page } = setdesk
  await edit(page, 'South TV')
  await press(page, 'Remove this connection')
  await page.getByRole('alertdialog', { name: 'Remove South TV?' }).waitFor()
  await look(page, 'question before a removal')
  await press(page, 'Remove the connection')
  await sees(page, 'South TV removed.')
  const { connections, activeConnectionId } = await call(page, 'app.snapshot', {})
  expect(connections.map(({ settings }) => settings.name)).toEqual(['Far North TV'])
  expect(activeConnectionId).toBe(connections[0]?.settings.id)
})

test('axe finds no violation on the screens of connections, and nothing is cut off in small windows or with large text', () => {
  expect(looks.seen).toBe(6)
  expect([...looks.axe, ...looks.counter, ...looks.reflow, ...looks.zoom]).toEqual([])
})

test("a policy in a settings file takes effect only after the technician confirms the operator's fingerprint", async () => {
  const { page } = setdesk
  const operator = createOperator()
  await openConnections(page)
  await choose(page, 'Import settings', 'policy.json', operator.write(1, { console: false, addresses: [] }))
  await sees(page, operator.sign(1, {}).fingerprint)
  await look(page, 'a policy in a file', button(page, 'Apply these changes'))
  expect(await button(page, 'Apply these changes').isDisabled()).toBe(true)
  await page.getByText('The fingerprint is that of my operator').click()
  await press(page, 'Apply these changes')
  await sees(
    page,
    'Your operator does not allow this: an address, proxy or certificate that the operator has not named.',
  )

  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Policy' }).click()
  await sees(page, 'policy is in force.')
  await look(page, 'the policy in force', page.getByRole('heading', { name: 'Policy' }))
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'console' }).click()
  await sees(page, 'Your operator does not allow this: using the interface console.')
})

test.skipIf(targetName !== 'loopback')(
  'after a change of the connection, the queue shows no job of the former one while it reads',
  async () => {
    const { page } = await openForTest()
    await connectTo(page, north)
    await call(page, 'job.save', { draftId: 'a draft of this test', intent: { kind: 'disable', userid: '4471920385' } })
    await goTo(page, 'Queue')
    await page.locator('[data-job]').waitFor()
    const gate = Promise.withResolvers<void>()
    await page.route('**/bridge/job.list', async (route) => {
      await gate.promise
      await route.continue()
    })
    const { id } = await call(page, 'connection.start-training', {})
    await expect.poll(() => page.locator('[data-job]').count()).toBe(0)
    gate.resolve()
    await page.unrouteAll({ behavior: 'wait' })
    expect((await call(page, 'app.snapshot', {})).activeConnectionId).toBe(id)
  },
)
