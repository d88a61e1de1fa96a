import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import {
  activate,
  anyMac,
  anyPerson,
  call,
  field,
  goHome,
  goTo,
  goToSettings,
  openForFile,
  openTab,
  press,
  scan,
  sees,
  seesSavedRows,
  settlesAs,
} from './drive.ts'
import { lookAt, noLooks } from './drive-looks.ts'
import { connectTo, openPlatformForFile, passphrase } from './drive-platform.ts'
import { targetName } from './target.ts'

const platform = await openPlatformForFile()
const setdesk = await openForFile({ context: { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' } })
const looks = noLooks()
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('every screen and dialog of jobs and settings opens for the accessibility checks', async () => {
  const { page } = setdesk
  const look = (name: string, action?: ReturnType<typeof button>) => lookAt(page, looks, name, action)
  const openPage = async (path: string, heading: string): Promise<void> => {
    await page.evaluate((hash) => {
      location.hash = hash
    }, path)
    await page.getByRole('heading', { name: heading }).first().waitFor()
  }

  await connectTo(page, platform)
  await platform.setOptions({ offline: true })
  const known = anyMac()
  await activate(page, known, anyPerson())
  await settlesAs(page, 'saved')
  await look('result without a network', button(page, 'New activation'))
  await goHome(page)
  await look('home with work', field(page, 'Box'))
  await scan(page, known)
  await sees(page, 'This box is already in another job on this computer')
  await look('a box in other work')
  await press(page, 'Discard')
  await platform.setOptions({
    offline: false,
    faults: [{ fault: { kind: 'rubbish', body: 'message', commit: false } }],
  })
  await goTo(page, 'Queue')
  await page.locator('[data-job] [data-state="needs-you"]').first().waitFor()
  platform.setFaults([])
  await look('queue')
  await page
    .locator('[data-job]')
    .filter({ has: page.locator('[data-state="needs-you"]') })
    .getByRole('link')
    .first()
    .click()
  await press(page, 'Mark as present')
  await look('seen it', page.getByRole('alertdialog').getByRole('button', { name: 'Mark as present' }))
  await page.keyboard.press('Escape')
  await press(page, 'Not there: send again')
  await look('send again', page.getByRole('alertdialog').getByRole('button', { name: 'Send again' }))
  await page.keyboard.press('Escape')
  await press(page, 'Drop job')
  await look('drop', page.getByRole('dialog').getByRole('button', { name: 'Drop job' }))
  await page.keyboard.press('Escape')
  await page.getByText('Raw answer').first().click()
  await look('job')
  await goHome(page)
  await look('home that needs you', field(page, 'Box'))

  await goTo(page, 'Hostnames')
  await sees(page, /\d+ boxes, checked/)
  await scan(page, anyMac())
  await sees(page, /0 of 1 are bound to this hostname/)
  await look('hostnames', page.getByRole('button', { name: /^Add 1 box/ }))
  await goTo(page, 'Bulk')
  await look('bulk', button(page, 'Choose a file'))
  await field(page, 'Or scan, type or paste boxes').fill(`${anyMac()}\nno box at all`)
  await press(page, 'Use these 2 boxes')
  await press(page, 'Check 2 rows')
  await look('bulk, checked')
  await press(page, 'Save 1 job')
  await seesSavedRows(page, 1)
  await look('bulk, saved', button(page, 'Export results'))
  await goTo(page, 'Activity')
  await page
    .getByRole('button', { name: /^Requests of the job/ })
    .first()
    .click()
  await look('activity, jobs')
  await page.getByRole('tab', { name: 'Statistics' }).click()
  await page.getByRole('heading', { name: 'By technician' }).waitFor()
  await look('activity, statistics')
  await page.getByRole('tab', { name: 'Every event' }).click()
  await page.locator('[data-act]').first().waitFor()
  await look('activity, events', button(page, 'Export as CSV'))

  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Find anything' }).waitFor()
  await look('find anything')
  await page.keyboard.press('Escape')
  await page.keyboard.press('F1')
  await page.getByRole('dialog', { name: 'Help' }).waitFor()
  await look('help')
  await page.keyboard.press('Escape')

  for (const name of ['Connections', 'Technician', 'Appearance', 'Scanner', 'Data and privacy']) {
    await goToSettings(page, name)
    await page.getByRole('heading', { name }).first().waitFor()
    await look(`settings, ${name}`)
  }
  await openPage('#/settings/connections/new', 'Add a connection')
  await look('a further connection')
  const { activeConnectionId = '' } = await call(page, 'app.snapshot', {})
  await openPage(`#/settings/connections/${activeConnectionId}`, 'Your company’s network')
  await look('settings of a connection')
  for (const name of ['Products', 'Defaults', 'Handout', 'Advanced']) {
    await openTab(page, name)
    await look(`settings of a connection, ${name}`)
  }
  await openTab(page, 'Platform')
  await press(page, 'Enter a new token')
  await look('token', page.getByRole('dialog').getByRole('button', { name: 'Save token' }))
  await page.keyboard.press('Escape')
  expect(looks.seen).toBeGreaterThan(18)
}, 300_000)

test('axe finds no violation on the screens of jobs and settings in light, dark and forced colours', () => {
  expect(looks.axe).toEqual([])
})

test('nothing on the screens of jobs and settings is cut off in a window of 1024 by 640, and the main buttons are visible', () => {
  expect(looks.counter).toEqual([])
})

test('nothing on the screens of jobs and settings is cut off or scrolls sideways at 400 % zoom', () => {
  expect(looks.reflow).toEqual([])
})

test('nothing on the screens of jobs and settings is cut off or scrolls sideways with text at 200 %', () => {
  expect(looks.zoom).toEqual([])
})

// On the other targets the key is in the system's key store.
if (targetName === 'loopback')
  test('the screen that asks for the passphrase is accessible', async () => {
    await setdesk.restart()
    const { page } = setdesk
    const locked = noLooks()
    await field(page, 'Passphrase').fill(`not ${passphrase}`)
    await page.keyboard.press('Enter')
    await sees(page, 'This passphrase is wrong.')
    await lookAt(page, locked, 'locked', button(page, 'Unlock'))
    expect(locked).toEqual({ ...noLooks(), seen: 1 })
    await field(page, 'Passphrase').fill(passphrase)
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate(() => document.activeElement?.hasAttribute('data-box-field'))).toBe(true)
  })
