import type { Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { makeStatus } from '../fakes/hub/played-station.ts'
import { makeJobId, makeWorkItem } from '../fakes/hub/test-fleet.ts'
import { lookAt, noLooks } from './drive-looks.ts'
import { enrolPlayed, openHubForFile, openPath, rowOf } from './drive-fleet.ts'
import { call, openForFile, sees, saveActivation } from './drive.ts'
import { connectTo, openPlatformForFile } from './drive-platform.ts'

const platform = await openPlatformForFile()
const hub = await openHubForFile()
const setdesk = await openForFile({ context: { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' } })
const looks = noLooks()

const aDayAgo = new Date(Date.now() - 2 * 86_400_000).toISOString()
const today = new Date().toISOString().slice(0, 10)

beforeAll(async () => {
  const { page } = setdesk
  await connectTo(page, platform)
  await platform.setOptions({ offline: true })
})

/** Presses Tab until this has the focus. */
async function tabTo(
  page: Page,
  role: 'button' | 'link' | 'textbox' | 'combobox' | 'row',
  name: string | RegExp,
): Promise<void> {
  const wanted = page.getByRole(role, { name }).and(page.locator(':focus'))
  for (let tabs = 0; tabs < 90; tabs += 1) {
    if ((await wanted.count()) > 0) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`90 tabs did not lead to the ${role} ${String(name)}`)
}

const focusedName = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '')

test('a supervisor can join and manage a fleet with the keyboard alone', async () => {
  const { page } = setdesk
  await page.evaluate(() => {
    addEventListener('pointerdown', () => document.body.setAttribute('data-pointer', 'used'), { capture: true })
  })
  await openPath(page, '/settings/fleet')
  await page.getByRole('heading', { name: 'Join a fleet' }).waitFor()
  await tabTo(page, 'textbox', 'Address of the hub')
  await page.keyboard.insertText(hub.url)
  await tabTo(page, 'textbox', 'One-time code')
  await page.keyboard.insertText(hub.code)
  await tabTo(page, 'textbox', 'Name of this computer')
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText('Office')
  await page.keyboard.press('Enter')
  await page.locator('[data-link="reached"]').waitFor()

  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Find anything' }).waitFor()
  await page.keyboard.type('new one-time code', { delay: 45 })
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'New one-time code' }).waitFor()
  await tabTo(page, 'button', 'Make a code')
  await page.keyboard.press('Enter')
  await page.locator('[data-code]').waitFor()

  const silent = await enrolPlayed(page, hub, 'Van 7', 'North')
  const [one, other] = [makeJobId(), makeJobId()]
  await silent.call('work.put', { items: [makeWorkItem(one, 0, 1), makeWorkItem(other, 0, 1)] })
  await silent.call('status.put', makeStatus({ unsent: 2, needsYou: 1 }, { oldestJobAt: aDayAgo }))
  await openPath(page, '/fleet/computers')
  await rowOf(page, 'Van 7').waitFor()
  await tabTo(page, 'row', /Van 7|Office/)
  await page.keyboard.press('Home')
  expect(await focusedName(page)).toContain('Van 7, Needs a decision')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Van 7' }).and(page.locator(':focus')).waitFor()
  await tabTo(page, 'button', 'Move all work…')
  await page.keyboard.press('Enter')
  await tabTo(page, 'combobox', 'To this computer')
  await page.keyboard.type('Off', { delay: 45 })
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await tabTo(page, 'button', /^Move 2 jobs/)
  await page.keyboard.press('Enter')
  // No job is moved, because no computer of this fleet has sealed them.
  await sees(page, 'No job of Van 7 was moved.')
  await sees(page, '2 jobs stayed with Van 7.')
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Escape')
  await tabTo(page, 'button', 'Remove computer…')
  await page.keyboard.press('Enter')
  await page.getByRole('alertdialog').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').waitFor({ state: 'hidden' })
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Remove computer…')
  expect(await page.evaluate(() => document.body.hasAttribute('data-pointer'))).toBe(false)
}, 120_000)

/** The screens of the fleet with something on each. Found by roles and marks, so that it works in every language. */
async function lookAtAll(page: Page, language: string): Promise<void> {
  const look = (name: string) => lookAt(page, looks, `${name}, ${language}`)
  await openPath(page, '/settings/fleet')
  await page.locator('[data-link]').waitFor()
  await look('place in the fleet')
  await openPath(page, '/fleet/computers')
  await rowOf(page, 'Van 7').waitFor()
  await look('board')
  await rowOf(page, 'Office').click()
  await page.locator('#station-work').waitFor()
  await page.locator('section[aria-labelledby="station-work"] button').first().click()
  await page.locator('section[aria-labelledby="station-work"] [role="grid"]').waitFor()
  await look('computer with its jobs')
  await page.locator('section[aria-labelledby="station-work"] [role="row"]').first().click()
  await page.locator('section[aria-labelledby="station-work"] button:not([disabled])').last().click()
  await page.getByRole('dialog').waitFor()
  await look('move work')
  await page.keyboard.press('Escape')
  await openPath(page, '/fleet/computers')
  await rowOf(page, 'Van 7').click()
  await page.locator('section[aria-labelledby="station-remove"] button').click()
  await page.getByRole('alertdialog').waitFor()
  await look('remove a computer')
  await page.keyboard.press('Escape')
  await openPath(page, '/fleet/find')
  await page.locator('main form input').fill('4820913775')
  await page.keyboard.press('Enter')
  await page.locator('main form ~ *').first().waitFor()
  await look('who has it')
  await openPath(page, '/fleet/totals')
  await page.locator('main table').first().waitFor()
  await look('totals')
  await openPath(page, '/fleet/code')
  await page.locator('main form').waitFor()
  await look('new code')
  await page.locator('main form button[type="submit"]').click()
  await page.locator('[data-code]').waitFor()
  await look('a code')
}

test('every screen and dialog of the fleet opens for the accessibility checks in English and Arabic', async () => {
  const { page } = setdesk
  await saveActivation(page)
  const station = await enrolPlayed(page, hub, 'Van 9', 'North')
  const totals = [{ day: today, technician: 'Ada Boss', product: 'Family', done: 7, refused: 2 }]
  await station.call('status.put', makeStatus({ refused: 1 }, { totals }))
  await lookAtAll(page, 'en')
  await call(page, 'preferences.save', { language: 'ar' })
  await page.locator('html[lang="ar"]').waitFor({ state: 'attached' })
  await lookAtAll(page, 'ar')
  await call(page, 'preferences.save', { language: 'en' })
  await page.locator('html[lang="en"]').waitFor({ state: 'attached' })
  await openPath(page, '/settings/fleet')
  await page.getByRole('button', { name: 'Leave the fleet' }).click()
  await page.getByRole('alertdialog').waitFor()
  await lookAt(page, looks, 'leave the fleet')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave the fleet' }).click()
  await page.getByRole('heading', { name: 'Join a fleet' }).waitFor()
  await page.getByText('This computer has left the fleet.').waitFor({ state: 'hidden' })
  await lookAt(page, looks, 'join a fleet')
  expect(looks.seen).toBe(20)
}, 300_000)

test('axe finds no violation on the screens of the fleet in light, dark and forced colours', () => {
  expect(looks.axe).toEqual([])
})

test('nothing on the screens of the fleet is cut off in a window of 1024 by 640', () => {
  expect(looks.counter).toEqual([])
})

test('nothing on the screens of the fleet is cut off or scrolls sideways at 400 % zoom', () => {
  expect(looks.reflow).toEqual([])
})

test('nothing on the screens of the fleet is cut off or scrolls sideways with text at 200 %', () => {
  expect(looks.zoom).toEqual([])
})
