import type { Locator, Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import {
  anyMac,
  anyPerson,
  call,
  field,
  goTo,
  openCustomer,
  openForFile,
  press,
  scan,
  sees,
  typePerson,
} from './drive.ts'
import { lookAt, noLooks } from './drive-looks.ts'
import { connectTo, openPlatformForFile, passphrase } from './drive-platform.ts'
import { targetName } from './target.ts'

const platform = await openPlatformForFile()
const setdesk = await openForFile({ context: { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' } })
const looks = noLooks()
const pins = { 'A. Moreau': '135790', 'Ben Clerk': '2468' } as const

const isLocked = async (page: Page): Promise<void> =>
  await page.getByRole('heading', { name: 'Setdesk is locked' }).waitFor()

/** Chooses a name by its digit and types the PIN, as at the counter. */
async function signIn(page: Page, digit: '1' | '2', pin: string): Promise<void> {
  await page.getByText('The digits 1 to 9 choose a name.').waitFor()
  await page.keyboard.press(digit)
  await page.getByLabel(/^PIN of/).waitFor()
  await page.keyboard.type(pin)
  await page.keyboard.press('Enter')
}

/** Every name, value and description of the accessibility tree, as a screen reader gets them. */
async function readTree(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  await session.detach()
  return nodes
    .flatMap(({ name, value, description }) => [name, value, description].map((part) => String(part?.value ?? '')))
    .join('\n')
}

const hasFocus = (locator: Locator) => locator.evaluate((one) => one === document.activeElement)

const nameOnTop = (page: Page, name: string) => page.getByRole('banner').getByText(name)

beforeAll(async () => {
  await connectTo(setdesk.page, platform)
})

test('the supervisor sets up the sign-in and adds a clerk', async () => {
  const { page } = setdesk
  await goTo(page, 'Settings')
  await page.getByRole('link', { name: 'Technician', exact: true }).click()
  await lookAt(page, looks, 'no technicians', page.getByRole('button', { name: 'Set up sign-in' }))
  await press(page, 'Set up sign-in')
  await sees(page, /^This technician becomes the supervisor/)
  await page.getByLabel('New PIN', { exact: true }).fill('12')
  await press(page, 'Add')
  await sees(page, 'The two PINs differ.')
  await lookAt(page, looks, 'first technician')
  await page.getByLabel('New PIN', { exact: true }).fill(pins['A. Moreau'])
  await page.getByLabel('Repeat new PIN').fill(pins['A. Moreau'])
  await press(page, 'Add')
  await sees(page, 'Supervisor · Signed in')

  await page.keyboard.press('Control+l')
  await sees(page, /^Type your PIN\./)
  expect(await page.getByText('Choose your name').count()).toBe(0)
  await lookAt(page, looks, 'locked with one technician', page.getByLabel('PIN of A. Moreau'))
  await page.keyboard.type(pins['A. Moreau'])
  await page.keyboard.press('Enter')
  await sees(page, 'Supervisor · Signed in')

  await press(page, 'Add a technician')
  await lookAt(page, looks, 'another technician', page.getByRole('dialog').getByRole('button', { name: 'Add' }))
  await field(page, 'Name').fill('Ben Clerk')
  await page.getByLabel('New PIN', { exact: true }).fill(pins['Ben Clerk'])
  await page.getByLabel('Repeat new PIN').fill(pins['Ben Clerk'])
  await page.getByLabel('Your own PIN').fill('0000')
  await press(page, 'Add')
  await sees(page, 'This PIN is wrong.')
  await page.getByLabel('Your own PIN').fill(pins['A. Moreau'])
  await press(page, 'Add')
  await page.getByRole('button', { name: 'Remove: Ben Clerk' }).waitFor()
  // A message covers the page until it disappears by itself.
  await expect.poll(() => page.getByLabel('Messages').locator('span').count()).toBe(0)
  await lookAt(page, looks, 'technicians')
  for (const task of ['Rename', 'New PIN', 'Remove']) {
    const opener = page.getByRole('button', { name: `${task}: Ben Clerk` })
    await opener.press('Enter')
    await lookAt(page, looks, task, page.getByRole('dialog').getByLabel('Your own PIN'))
    await page.keyboard.press('Escape')
    await expect.poll(() => hasFocus(opener), { message: task }).toBe(true)
  }
}, 180_000)

test('the supervisor can be removed only after all other technicians', async () => {
  const { page } = setdesk
  const leave = page.getByRole('button', { name: 'Remove: A. Moreau' })
  const pin = pins['A. Moreau']
  await sees(page, 'You can remove the supervisor only after all the others.')
  expect(await leave.count()).toBe(0)
  await call(page, 'who.add', { name: 'Cleo Short', pin: '9753', ownPin: pin })
  await page.getByRole('button', { name: 'Remove: Cleo Short' }).press('Enter')
  await page.getByLabel('Your own PIN').fill(pin)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Remove: Cleo Short' }).waitFor({ state: 'detached' })
  await expect.poll(() => hasFocus(page.getByRole('button', { name: 'Add a technician' }))).toBe(true)
})

test('a locked screen shows no customer data, and the form returns when another technician signs in', async () => {
  const { page } = setdesk
  const person = anyPerson()
  await goTo(page, 'Home')
  await scan(page, anyMac())
  await typePerson(page, person)
  const before = await readTree(page)
  for (const text of [person['Last name'], person['Mobile'], 'North TV']) expect(before).toContain(String(text))

  // Locks right after the last key, when the typed text is not stored yet.
  await page.keyboard.press('Control+l')
  await isLocked(page)

  const html = await page.content()
  for (const text of [person['Last name'], person['Mobile'], 'North TV', '001A79'])
    expect(html).not.toContain(String(text))
  const tree = await readTree(page)
  expect(tree).toContain('Ben Clerk')
  for (const text of [person['First name'], person['Last name'], person['Mobile'], person['Street'], 'North TV'])
    expect(tree).not.toContain(String(text))
  expect(await page.title()).toBe('Setdesk is locked')
  await expect(call(page, 'draft.read', {})).rejects.toThrow('signed-out')
  await lookAt(page, looks, 'locked', page.getByRole('button', { name: /Ben Clerk/ }))

  await signIn(page, '2', pins['Ben Clerk'])
  await nameOnTop(page, 'Ben Clerk').waitFor()
  await expect.poll(() => field(page, 'Last name').inputValue()).toBe(person['Last name'])
  expect(await page.title()).toContain('North TV')
  expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
})

test('no address names a customer, also while Setdesk is locked, and the page returns after a reload', async () => {
  const { page } = setdesk
  const userid = '4021770010'
  const addresses: string[] = []
  page.on('framenavigated', (frame) => addresses.push(frame.url()))
  const isOpen = () => page.getByRole('group', { name: 'Actions for this customer' }).waitFor()
  await openCustomer(page, userid)
  await goTo(page, 'Queue')
  await page.goBack()
  await isOpen()
  await page.reload()
  await isOpen()
  await sees(page, userid)
  await page.keyboard.press('Control+l')
  await isLocked(page)
  expect([...addresses, page.url()].filter((address) => address.includes(userid))).toEqual([])
  await signIn(page, '2', pins['Ben Clerk'])
  await isOpen()
})

test('an open dialog is open again after unlocking, with what was typed except a password', async () => {
  const { page } = setdesk
  const dialog = page.getByRole('dialog')
  const box = dialog.getByPlaceholder('Scan or type a box')
  await openCustomer(page, '4021770010')
  await page.getByRole('button', { name: 'Add a box' }).click()
  await box.fill('001A79C0FFE')
  await page.getByLabel(/^Model/).fill('MAG 520')
  await page.getByLabel(/^Password/).fill('green kettle')
  await page.keyboard.press('Control+l')
  await isLocked(page)
  for (const text of ['001A79C0FFE', 'MAG 520', 'green kettle']) expect(await page.content()).not.toContain(text)
  await signIn(page, '2', pins['Ben Clerk'])
  await expect.poll(() => box.inputValue()).toBe('001A79C0FFE')
  expect(await page.getByLabel(/^Model/).inputValue()).toBe('MAG 520')
  expect(await page.getByLabel(/^Password/).inputValue()).toBe('')
  await expect.poll(() => hasFocus(box)).toBe(true)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })

  await page.keyboard.press('Control+l')
  await isLocked(page)
  await signIn(page, '2', pins['Ben Clerk'])
  await page.getByRole('group', { name: 'Actions for this customer' }).waitFor()
  expect(await dialog.count()).toBe(0)
})

test('the search and the forms of a technician and of a fleet keep what was typed over a lock, but no PIN and no code', async () => {
  const { page } = setdesk
  const dialog = page.getByRole('dialog')
  const comeBack = async (...gone: readonly string[]) => {
    await page.keyboard.press('Control+l')
    await isLocked(page)
    for (const text of gone) expect(await page.content()).not.toContain(text)
    await signIn(page, '1', pins['A. Moreau'])
    await nameOnTop(page, 'A. Moreau').waitFor()
  }
  await comeBack()
  await page.keyboard.press('Control+k')
  await dialog.getByRole('searchbox').fill('okonkwo')
  await comeBack('okonkwo')
  await expect.poll(() => dialog.getByRole('searchbox').inputValue()).toBe('okonkwo')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })

  await goTo(page, 'Settings')
  await page.getByRole('link', { name: 'Technician', exact: true }).click()
  await page.getByRole('button', { name: 'Rename: Ben Clerk' }).click()
  await field(page, 'Name').fill('Benjamin Clerk')
  await page.getByLabel('Your own PIN').fill('135790')
  await comeBack('Benjamin')
  await expect.poll(() => field(page, 'Name').inputValue()).toBe('Benjamin Clerk')
  expect(await page.getByLabel('Your own PIN').inputValue()).toBe('')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })

  await page.getByRole('link', { name: 'Fleet', exact: true }).click()
  await field(page, 'Address of the hub').fill('https://hub.example')
  await field(page, 'One-time code').fill('7KQ2-M4PX')
  await comeBack('hub.example', '7KQ2')
  await expect.poll(() => field(page, 'Address of the hub').inputValue()).toBe('https://hub.example')
  expect(await field(page, 'One-time code').inputValue()).toBe('')
})

test('a wrong PIN is reported, and another name can be chosen', async () => {
  const { page } = setdesk
  await press(page, 'Lock')
  await isLocked(page)
  await signIn(page, '1', '000000')
  await sees(page, 'This PIN is wrong.')
  await lookAt(page, looks, 'wrong PIN', page.getByRole('button', { name: 'Choose another name' }))
  await page.keyboard.press('Escape')
  await signIn(page, '2', pins['Ben Clerk'])
  await goTo(page, 'Activity')
  await page.getByRole('tab', { name: 'Every event' }).click()
  await page.getByText('Wrong PIN').first().waitFor()
})

test('a scan at the locked screen does not count as a PIN: nothing is counted, and the scan is not used', async () => {
  const { page } = setdesk
  await goTo(page, 'Home')
  const countWrong = async () => {
    const { rows } = await call(page, 'activity.list', { filter: {}, limit: 100 })
    return rows.filter(({ action }) => action === 'wrong-pin').length
  }
  const before = await countWrong()
  await page.keyboard.press('Control+l')
  // The first code begins with the digit that chooses the second name. The last one is the address of a web page.
  for (const code of ['2071552830', '001A79C0FFEE', 'HTTPS://TV.EXAMPLE/BOX']) {
    await isLocked(page)
    await scan(page, code)
    await sees(page, 'Scan not used: Setdesk is locked')
    await page.getByText('The digits 1 to 9 choose a name.').waitFor()
    await page.keyboard.press('2')
    await scan(page, code)
    await sees(page, 'Scan not used: Setdesk is locked')
    // Keys that follow a scan within 300 ms would belong to its label.
    await page.waitForTimeout(400)
    if (code === '001A79C0FFEE') await lookAt(page, looks, 'scan at the locked screen')
  }
  await signIn(page, '2', pins['Ben Clerk'])
  await nameOnTop(page, 'Ben Clerk').waitFor()
  expect(await countWrong()).toBe(before)
})

test('a technician can lock Setdesk, correct a wrong PIN and sign in with the keyboard alone', async () => {
  const { page } = setdesk
  const focused = () =>
    page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent)
  await page.keyboard.press('Control+l')
  await isLocked(page)
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('UL')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect.poll(focused).toContain('Ben Clerk')
  await page.keyboard.press('Enter')
  const pin = page.getByLabel('PIN of Ben Clerk')
  await expect.poll(() => hasFocus(pin)).toBe(true)
  // The name is chosen, so only the PIN is asked for.
  expect(await page.getByText('Choose your name').count()).toBe(0)
  // At a person's pace. Soon after a quick code, a second Enter belongs to the code and has no effect.
  await page.keyboard.type('000000', { delay: 80 })
  await page.keyboard.press('Enter')
  await sees(page, 'This PIN is wrong.')
  await expect.poll(() => hasFocus(pin)).toBe(true)
  expect(await pin.inputValue()).toBe('')
  // An Arabic keyboard types other digits.
  await page.keyboard.insertText('٢٤٦٨')
  await page.keyboard.press('Enter')
  await nameOnTop(page, 'Ben Clerk').waitFor()
})

test('after unlocking, the focus is in the box field of Home, and on any other screen on the screen', async () => {
  const { page } = setdesk
  const unlock = async () => {
    await page.keyboard.press('Control+l')
    await isLocked(page)
    await signIn(page, '2', pins['Ben Clerk'])
    await nameOnTop(page, 'Ben Clerk').waitFor()
  }
  await goTo(page, 'Home')
  await unlock()
  await expect.poll(() => hasFocus(page.locator('[data-box-field]'))).toBe(true)
  await goTo(page, 'Activity')
  await unlock()
  await expect.poll(() => hasFocus(page.locator('main'))).toBe(true)
})

test('a lock by the main process is shown at once, and a reload does not remove the lock', async () => {
  const { page } = setdesk
  await goTo(page, 'Home')
  await call(page, 'who.sign-out', {})
  await isLocked(page)
  await page.reload()
  await isLocked(page)
  await signIn(page, '1', pins['A. Moreau'])
  await nameOnTop(page, 'A. Moreau').waitFor()
})

// Only this host carries calls over HTTP, where a test sees them.
test.runIf(targetName === 'loopback')('a key press tells the main process that the technician is active', async () => {
  const { page } = setdesk
  await press(page, 'Lock')
  await signIn(page, '1', pins['A. Moreau'])
  await nameOnTop(page, 'A. Moreau').waitFor()
  const told = page.waitForRequest((request) => request.url().endsWith('/bridge/who.active'))
  await page.keyboard.press('Tab')
  expect((await (await told).response())?.status()).toBe(200)
})

test.runIf(targetName === 'loopback')('the passphrase can be changed in Settings with the old one', async () => {
  const { page } = setdesk
  await goTo(page, 'Settings')
  await page.getByRole('link', { name: 'Data and privacy' }).click()
  const action = page.getByRole('button', { name: 'Change the passphrase' })
  await call(page, 'maintenance.back-up', {})
  await action.click()
  await sees(page, /Setdesk deletes the earlier backups on this computer/)
  await press(page, 'Cancel')
  await field(page, 'Old passphrase').waitFor({ state: 'detached' })
  await expect.poll(() => hasFocus(action)).toBe(true)
  await action.press('Enter')
  await field(page, 'Old passphrase').waitFor()
  await lookAt(page, looks, 'change of the passphrase')
  await field(page, 'Old passphrase').fill('not the old one')
  await field(page, 'New passphrase').fill('eight red kettles')
  await field(page, 'Repeat new passphrase').fill('eight red kettles')
  await action.click()
  await sees(page, 'This passphrase is wrong.')
  expect(await page.getByText('Fill this in.').count()).toBe(0)
  await field(page, 'Old passphrase').fill(passphrase)
  await action.click()
  await sees(page, 'The passphrase was changed.')
  await expect.poll(() => hasFocus(action)).toBe(true)
  await page.locator('[data-banner="notice-new-key"]').waitFor()

  const again = await setdesk.restart()
  await again.getByLabel('Passphrase').focus()
  await scan(again, 'HTTPS://TV.EXAMPLE/BOX')
  await sees(again, 'Scan not used: Setdesk is locked')
  await lookAt(again, looks, 'scan into the passphrase', again.getByRole('button', { name: 'Unlock' }))
  await again.getByLabel('Passphrase').focus()
  await scan(again, 'SHELF')
  await expect.poll(() => again.getByLabel('Passphrase').inputValue()).toBe('SHELF')
  // What the scanner typed is selected, so it does not become a part of the passphrase.
  await again.keyboard.type('eight red kettles', { delay: 70 })
  expect(await again.getByText('This passphrase is wrong.').count()).toBe(0)
  await again.keyboard.press('Enter')
  await isLocked(again)
})

test('axe finds no violation on the screens of the sign-in, and nothing is cut off', () => {
  expect(looks.seen).toBeGreaterThan(4)
  expect(looks.axe).toEqual([])
  expect([...looks.counter, ...looks.reflow, ...looks.zoom]).toEqual([])
})
