import type { Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import {
  activate,
  anyMac,
  anyPerson,
  call,
  goHome,
  goTo,
  openForFile,
  scan,
  sees,
  settlesAs,
  withColons,
} from './drive.ts'
import { findByAxe } from './drive-looks.ts'
import { connectTo, openPlatformForFile } from './drive-platform.ts'

const platform = await openPlatformForFile({ uniqueUserids: true })
const setdesk = await openForFile({ context: { permissions: ['notifications'], locale: 'en-GB' } })

interface Heard {
  readonly notifications: readonly { readonly title: string; readonly body: string; readonly tag: string }[]
  readonly tones: readonly number[]
}

/** What the page has shown and played since it was last asked. */
const hear = (page: Page): Promise<Heard> =>
  page.evaluate(() => {
    const { heard } = window as unknown as { heard: { notifications: Heard['notifications']; tones: number[] } }
    const told = { ...heard }
    Object.assign(heard, { notifications: [], tones: [] })
    return told
  })

beforeAll(async () => {
  const { page } = setdesk
  // The window has no focus, and everything that goes to the system is recorded.
  await page.addInitScript(() => {
    const heard = { notifications: [] as unknown[], tones: [] as number[] }
    document.hasFocus = () => false
    class NotedNotification extends EventTarget {
      static readonly permission = 'granted'
      static readonly requestPermission = () => Promise.resolve('granted')
      constructor(title: string, { body, tag }: NotificationOptions) {
        super()
        heard.notifications.push({ title, body, tag })
      }
    }
    class NotedContext extends AudioContext {
      override createOscillator(): OscillatorNode {
        const tone = super.createOscillator()
        const start = tone.start.bind(tone)
        tone.start = (when) => {
          heard.tones.push(Math.round(tone.frequency.value))
          start(when)
        }
        return tone
      }
    }
    Object.assign(window, { heard, Notification: NotedNotification, AudioContext: NotedContext })
  })
  await page.reload()
  await connectTo(page, platform)
  await page.evaluate(() => location.assign('#/settings/appearance'))
  await page.getByRole('switch', { name: /notif/i }).click({ force: true })
  await page.locator('label:has([role="switch"]:checked)', { hasText: /notif/i }).waitFor()
})

test('a system notification says that the platform is reachable again, or that a job needs the technician', async () => {
  const { page } = setdesk
  await platform.setOptions({ offline: true })
  await activate(page, anyMac(), anyPerson())
  await sees(page, 'Waiting until the platform can be reached.')
  expect((await hear(page)).notifications).toEqual([])

  await platform.setOptions({ offline: false })
  await settlesAs(page, 'done')
  const heard = (await hear(page)).notifications
  expect(heard).toMatchObject([{ title: 'Setdesk', tag: 'network-back' }])
  // A quick platform may have received the job before the page learns that it is reached.
  expect(heard[0]?.body).toMatch(/^The platform is reachable again\.( 1 job is being sent\.)?$/)

  const refusal = { kind: 'status', status: 400, commit: false, message: 'This product is not available.' } as const
  platform.setFaults([{ match: { effect: 'create' }, fault: refusal }])
  await activate(page, anyMac(), anyPerson())
  await settlesAs(page, 'refused')
  await expect
    .poll(async () => (await hear(page)).notifications)
    .toEqual([{ title: 'Setdesk', body: '1 job needs you.', tag: 'attention' }])
  platform.setFaults([])
})

test('scans, unreadable codes and results have sounds, until sounds are turned off', async () => {
  const { page } = setdesk
  await goHome(page)
  await hear(page)
  await scan(page, 'ещё одна')
  await expect.poll(async () => (await hear(page)).tones).toEqual([196])
  await activate(page, anyMac(), anyPerson())
  await settlesAs(page, 'done')
  const tones: number[] = []
  const collect = async () => {
    tones.push(...(await hear(page)).tones)
    return tones
  }
  await expect.poll(collect).toEqual([1320, 660, 990])

  await goTo(page, 'Bulk')
  // A scan that begins before the screen is there sounds as one that is received.
  await page.getByRole('heading', { name: 'Bulk' }).waitFor()
  const box = anyMac()
  await scan(page, box)
  await sees(page, `New: ${withColons(box)}`)
  await scan(page, box)
  tones.length = 0
  await expect.poll(collect).toEqual([1320, 196])

  await call(page, 'preferences.save', { sounds: false })
  await expect.poll(async () => (await call(page, 'app.snapshot', {})).preferences.sounds).toBe(false)
  const other = anyMac()
  await scan(page, other)
  await sees(page, `New: ${withColons(other)}`)
  await activate(page, anyMac(), anyPerson())
  await settlesAs(page, 'done')
  expect((await hear(page)).tones).toEqual([])
})

test('a switch shows whether it is on, even with forced colours', async () => {
  const { page } = setdesk
  await page.evaluate(() => location.assign('#/settings/appearance'))
  const sounds = page.locator('label').filter({ hasText: 'Play a sound' })
  await sounds.waitFor()
  await page.emulateMedia({ forcedColors: 'active' })
  /** The position of the thumb, and whether it differs in colour from its track. */
  const look = () =>
    sounds.locator('span[aria-hidden]').evaluate((track) => {
      const thumb = track.firstElementChild ?? track
      const [colour, ground] = [thumb, track].map((part) => getComputedStyle(part).backgroundColor)
      const [inner, outer] = [thumb, track].map((part) => part.getBoundingClientRect().left)
      return { isSeen: colour !== ground, isOn: Number(inner) - Number(outer) > 10 }
    })
  for (const isOn of [true, false]) {
    await call(page, 'preferences.save', { sounds: isOn })
    await expect.poll(look).toEqual({ isSeen: true, isOn })
    expect(await sounds.evaluate((label) => getComputedStyle(label).outlineStyle)).toBe('none')
  }
  await page.emulateMedia({ forcedColors: 'none' })
})

test("a toast has the system's colours if colours are forced", async () => {
  const { page } = setdesk
  await page.evaluate(() => location.assign('#/settings/appearance'))
  await page.locator('label').filter({ hasText: 'Play a sound' }).waitFor()
  await page.emulateMedia({ forcedColors: 'active' })
  // Loads axe before the message is shown, which is soon gone.
  expect(await findByAxe(page, 'settings', ['color-contrast'])).toEqual([])
  await scan(page, 'ещё одна')
  const message = page.locator('output[aria-label="Messages"] > span')
  await message.waitFor()
  const found = await findByAxe(page, 'a message', ['color-contrast'])
  const colours = await message.evaluate((shown) => {
    const system = document.createElement('span')
    system.style.cssText = 'forced-color-adjust: none; color: CanvasText; background-color: Canvas'
    shown.append(system)
    return [shown, system].map((one) => [getComputedStyle(one).color, getComputedStyle(one).backgroundColor])
  })
  expect(found).toEqual([])
  expect(colours[0]).toEqual(colours[1])
  await page.emulateMedia({ forcedColors: 'none' })
})
