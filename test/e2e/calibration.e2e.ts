import type { Locator, Page } from 'playwright'
import { expect, test } from 'vitest'
import {
  anyMac,
  call,
  field,
  goHome,
  goTo,
  goToSettings,
  listComplaints,
  openForFile,
  press,
  scan,
  sees,
  startPractising,
  withColons,
} from './drive.ts'
import { lookAt, noLooks } from './drive-looks.ts'
import { sendAs, type Sending } from './drive-scanner.ts'

const setdesk = await openForFile({ context: { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' } })
const looks = noLooks()
const slow: Sending = { gap: 45, end: 'Tab' }

async function openLearning(page: Page): Promise<void> {
  await goToSettings(page, 'Scanner')
  await page.getByRole('link', { name: 'Calibrate a scanner' }).click()
  await page.getByRole('heading', { name: 'Calibrate a scanner' }).waitFor()
}

const slots = (page: Page, state: 'done' | 'next'): Locator => page.locator(`[data-slot="${state}"]`)

/** Scans one code three times, each time after the previous scan was shown. */
async function scanThrice(page: Page, text: string, sending: Sending): Promise<void> {
  for (const count of [1, 2, 3]) {
    await sendAs(page, text, sending)
    await expect.poll(() => slots(page, 'done').count()).toBe(count)
  }
}

/** Checks that a scan has started an activation with this box. */
async function begins(page: Page, mac: string): Promise<void> {
  await page.getByRole('heading', { name: 'New activation' }).waitFor()
  await page.getByRole('main').getByText(withColons(mac)).first().waitFor()
  await press(page, 'Discard')
}

/** Scans with a known scanner. Checks that this box starts an activation, and that no earlier code had started one. */
async function beginsOnlyNow(page: Page, earlier: string): Promise<void> {
  const mac = anyMac()
  await scan(page, mac)
  await page.getByRole('heading', { name: 'New activation' }).waitFor()
  await expect.poll(async () => (await call(page, 'draft.read', {})).draft?.box.raw).toBe(mac)
  expect(await page.getByRole('main').innerText()).not.toContain(withColons(earlier))
  await begins(page, mac)
}

test('a slow scanner with a prefix and a Tab at the end is not recognized before it is calibrated', async () => {
  const { page } = setdesk
  await startPractising(page)
  await goTo(page, 'Queue')
  await page.getByRole('heading', { name: 'Queue', level: 1 }).waitFor()
  const first = anyMac()
  await sendAs(page, `~${first}`, slow)
  expect(page.url()).toContain('#/queue')
  await beginsOnlyNow(page, first)
  await goHome(page)
  await field(page, 'Box').focus()
  const second = anyMac()
  await sendAs(page, `~${second}`, slow)
  expect(await field(page, 'Box').inputValue()).toBe(`~${second}`)
  expect(page.url()).toMatch(/#\/$/)
  await beginsOnlyNow(page, second)
})

test('the calibration learns a slow scanner from three scans, and refuses scans that differ or were typed', async () => {
  const { page } = setdesk
  const complaints = listComplaints(page)
  await openLearning(page)
  await lookAt(page, looks, 'a scanner to be learnt', slots(page, 'next'))
  await page.keyboard.type('001A794EB20F', { delay: 180 })
  await page.keyboard.press('Enter')
  await sees(page, /This looks typed by hand/)
  expect(await slots(page, 'done').count()).toBe(0)

  await sendAs(page, '~001A794EB20F', slow)
  await expect.poll(() => slots(page, 'done').count()).toBe(1)
  expect(await slots(page, 'done').innerText()).toMatch(/~001A794EB20F\s*Tab\s*14 keys, about 45 ms apart/)
  await sendAs(page, '~001A794EB210', slow)
  await sees(page, 'The second scan differs from the first. Scan the same code.')
  await lookAt(page, looks, 'scans that differ', slots(page, 'next'))
  await sendAs(page, '~001A794EB20F', slow)
  await expect.poll(() => slots(page, 'done').count()).toBe(2)
  await sendAs(page, '~001A794EB20F', slow)

  await page.getByRole('heading', { name: 'Result' }).waitFor()
  const learnt = page.getByRole('region', { name: 'Result' })
  for (const said of ['45 ms', 'the Tab key', '~', '001A794EB20F', /this computer’s/])
    await learnt.locator('dd').filter({ hasText: said }).first().waitFor()
  expect(page.url()).toContain('#/settings/scanner/learn')
  expect(complaints).toEqual([])
})

test('a scanner can be tried before its calibration is saved, and the printed text shows what the scanner adds', async () => {
  const { page } = setdesk
  await sendAs(page, '~001A79AABBCC', slow)
  await sees(page, 'Recognised: 001A79AABBCC')
  await sendAs(page, '001A79AABBCC', { gap: 90, end: 'Tab' })
  await sees(page, 'Received, but not recognised as a scan:')
  const printed = page.getByRole('textbox', { name: /^Text printed under the code/ })
  await printed.fill('STB7N0042913')
  await sees(page, /The scanner did not send this/)
  await lookAt(page, looks, 'a code that was not sent')
  await printed.fill('1A:79:4E:B2:0F')
  await page.locator('dd').filter({ hasText: '~00' }).waitFor()
  await printed.fill('00:1A:79:4E:B2:0F')
  await page.locator('dd').filter({ hasText: /^~$/ }).waitFor()
  await sendAs(page, '~001A79AABBCC', slow)
  await sees(page, 'Recognised: 001A79AABBCC')
  expect(await printed.inputValue()).toBe('00:1A:79:4E:B2:0F')
  await lookAt(page, looks, 'a scanner that was learnt', page.getByRole('button', { name: 'Save scanner' }))
  expect((await call(page, 'app.snapshot', {})).preferences.scannerLearnt).toBeNull()
})

test('scans of the calibrated scanner are recognized on every screen, and scans of another scanner, too', async () => {
  const { page } = setdesk
  await press(page, 'Save scanner')
  await sees(page, /Saved\. Setdesk recognises this scanner/)
  for (const screen of ['Queue', 'Home', 'Customers', 'Settings', 'Bulk'] as const) {
    await (screen === 'Home' ? goHome(page) : goTo(page, screen))
    await page.getByRole('heading', { name: screen, level: 1 }).waitFor({ state: 'attached' })
    const mac = anyMac()
    await sendAs(page, `~${mac}`, slow)
    if (screen !== 'Bulk') await begins(page, mac)
    else await expect.poll(() => field(page, 'Or scan, type or paste boxes').inputValue()).toContain(mac)
  }
  await goTo(page, 'Queue')
  await page.getByRole('heading', { name: 'Queue', level: 1 }).waitFor()
  const other = anyMac()
  await scan(page, other)
  await begins(page, other)
})

test('the calibrated scanner is still recognized after a restart, and leaves no characters in a text field', async () => {
  const page = await setdesk.restart()
  await goHome(page)
  await field(page, 'Box').focus()
  const mac = anyMac()
  await sendAs(page, `~${mac}`, slow)
  await begins(page, mac)
  await goToSettings(page, 'Scanner')
  await sees(page, 'Calibrated: 45 ms between keys, the Tab key at the end.')
  await lookAt(page, looks, 'the settings of a scanner')
  const before = await field(page, 'Characters before a code').inputValue()
  expect(before).toBe('~')
  await field(page, 'Characters before a code').focus()
  await page.keyboard.type('x', { delay: 40 })
  expect(await field(page, 'Characters before a code').inputValue()).toBe('~x')
})

test('a scanner without an end key can be calibrated, and the previous scanner can be restored', async () => {
  const { page } = setdesk
  const endless: Sending = { gap: 30, end: 'none' }
  await openLearning(page)
  await scanThrice(page, '082021N071543', endless)
  await sees(page, 'no key')
  await press(page, 'Save scanner')
  await sees(page, /Saved\. Setdesk/)
  await press(page, 'Restore previous setting')
  await page.getByRole('button', { name: 'Save scanner' }).waitFor()
  expect((await call(page, 'app.snapshot', {})).preferences).toMatchObject({
    scannerPrefix: '~',
    scannerLearnt: { end: 'Tab', shortestGap: 45 },
  })
  await press(page, 'Save scanner')
  await sees(page, /Saved\. Setdesk/)
  await goHome(page)
  await sendAs(page, '082021N071599', endless)
  await page.getByRole('heading', { name: 'New activation' }).waitFor()
  await page.getByRole('main').getByText('082021N071599', { exact: true }).first().waitFor()
  await press(page, 'Discard')

  await goToSettings(page, 'Scanner')
  await press(page, 'Remove calibration')
  await sees(page, /Setdesk recognises most scanners without setup/)
  expect((await call(page, 'app.snapshot', {})).preferences).toMatchObject({ scannerPrefix: '', scannerLearnt: null })
})

test('a scanner as slow as typing is recognized by its short key presses, and a person at the same pace is not', async () => {
  const { page } = setdesk
  const sluggish: Sending = { gap: 100, end: 'Enter', hold: 8 }
  const hand: Sending = { gap: 100, end: 'Enter', hold: 70 }
  await openLearning(page)
  await scanThrice(page, '001A794EB20F', sluggish)
  await sees(page, /by how quickly it releases each key/)
  await sendAs(page, '001A79AABBCC', sluggish)
  await sees(page, 'Recognised: 001A79AABBCC')
  await sendAs(page, '001A79AABBCC', hand)
  await sees(page, 'Received, but not recognised as a scan:')
  await lookAt(page, looks, 'a slow scanner without a prefix')
  await press(page, 'Save scanner')
  await sees(page, /Saved\. Setdesk/)
  await goTo(page, 'Queue')
  await page.getByRole('heading', { name: 'Queue', level: 1 }).waitFor()
  const typed = anyMac()
  await sendAs(page, typed, hand)
  expect(page.url()).toContain('#/queue')
  await beginsOnlyNow(page, typed)
  await goTo(page, 'Queue')
  await page.getByRole('heading', { name: 'Queue', level: 1 }).waitFor()
  const mac = anyMac()
  await sendAs(page, mac, sluggish)
  await begins(page, mac)
  await goToSettings(page, 'Scanner')
  await press(page, 'Remove calibration')
  await sees(page, /Setdesk recognises most scanners without setup/)
})

test('a scanner that cannot be distinguished from typing cannot be saved, but still works in the box field', async () => {
  const { page } = setdesk
  const slowHand: Sending = { gap: 100, end: 'Enter', hold: 70 }
  await openLearning(page)
  await scanThrice(page, '001A794EB20F', slowHand)
  await sees(page, 'Setdesk cannot distinguish this scanner from a person typing')
  await sees(page, /put the cursor in the box field/)
  expect(await page.getByRole('button', { name: 'Save scanner' }).count()).toBe(0)
  await lookAt(page, looks, 'a scanner that cannot be told from a hand')
  await press(page, 'Start again')
  await slots(page, 'next').waitFor()
  await goHome(page)
  await field(page, 'Box').focus()
  const mac = anyMac()
  await sendAs(page, mac, slowHand)
  await begins(page, mac)
})

test('a scan from another keyboard layout is corrected visibly, and the sent text can be used instead', async () => {
  const { page } = setdesk
  const german: Sending = { gap: 15, end: 'Enter', hold: 4 }
  await openLearning(page)
  await scanThrice(page, '00Ö1AÖ79Ö4CÖ00Ö01', german)
  await sees(page, /Not this computer’s. The code means 00:1A:79:4C:00:01./)
  await sendAs(page, 'STBY071543', german)
  await sees(page, 'Recognised: STBZ071543')
  await press(page, 'Save scanner')
  await sees(page, /Saved\. Setdesk/)
  expect((await call(page, 'app.snapshot', {})).preferences).toMatchObject({
    scannerLearnt: { layouts: [{ computer: 'german', scanner: 'us' }] },
  })

  await goTo(page, 'Queue')
  await page.getByRole('heading', { name: 'Queue', level: 1 }).waitFor()
  await sendAs(page, 'STBY071543', german)
  await page.getByRole('heading', { name: 'New activation' }).waitFor()
  await sees(page, 'The scanner sent “STBY071543”. In its keyboard layout that is STBZ071543.')
  await lookAt(page, looks, 'a box that was put right')
  await press(page, 'Use STBY071543, as scanned')
  await expect.poll(async () => (await call(page, 'draft.read', {})).draft?.box.raw).toBe('STBY071543')
  expect(await page.getByText('The scanner sent').count()).toBe(0)
  await press(page, 'Discard')

  await goTo(page, 'Bulk')
  await page.getByRole('heading', { name: 'Bulk', level: 1 }).waitFor({ state: 'attached' })
  await sendAs(page, '00Ö1AÖ79Ö4CÖ00Ö02', german)
  await sees(page, 'The scanner sent “00Ö1AÖ79Ö4CÖ00Ö02”. In its keyboard layout that is 00:1A:79:4C:00:02.')
  await expect.poll(() => field(page, 'Or scan, type or paste boxes').inputValue()).toContain('00:1A:79:4C:00:02')
})

test('axe finds no violation on the page that calibrates a scanner, and nothing on that page is cut off', () => {
  expect(looks.seen).toBe(8)
  expect([...looks.axe, ...looks.counter, ...looks.reflow, ...looks.zoom]).toEqual([])
})
