import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { call } from '../e2e/drive.ts'
import { startOnLoopback } from '../e2e/start-on-loopback.ts'
import { prepareFleet } from './prepare-fleet.ts'
import { openScreen, prepareTraining, settling } from './open-screens.ts'
import { pictureScreens } from './screens.ts'

const sizes = [
  { width: 1024, height: 640 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
] as const
const themes = {
  light: { colorScheme: 'light', forcedColors: 'none' },
  dark: { colorScheme: 'dark', forcedColors: 'none' },
  forced: { colorScheme: 'light', forcedColors: 'active' },
} as const
const languages = ['en', 'ar'] as const

/** What differs from run to run: times, drawn user IDs and their codes, folders, and identifiers of this computer. */
const changing =
  'time, [data-when], [data-bars], .font-figures, .qr, svg[role="img"], [translate="no"], [data-changing], [data-link]'

/** The same as texts: a folder, a time of the day, the ID of a computer. */
const changingTexts = [/setdesk-pictures-/, /\b\d{2}:\d{2}\b/, /^[A-Z0-9]{6}$/]

interface Taking {
  /** Of the built app. */
  readonly appFolder: string
  readonly folder: string
  readonly say: (line: string) => void
}

/** Takes a picture of every screen in each theme, size and language. Resolves to the number of pictures. */
export async function takePictures({ appFolder, folder, say }: Taking): Promise<number> {
  mkdirSync(folder, { recursive: true })
  const dataFolder = mkdtempSync(join(tmpdir(), 'setdesk-pictures-'))
  const context = {
    viewport: sizes[1],
    locale: 'en-GB',
    timezoneId: 'Europe/Amsterdam',
    reducedMotion: 'reduce',
  } as const
  const setdesk = await startOnLoopback({ dataFolder, appFolder, context })
  const { page } = setdesk
  page.setDefaultTimeout(10_000)
  let taken = 0
  let endFleet: (() => Promise<void>) | undefined
  try {
    await prepareTraining(page, { withoutHostname: true })
    endFleet = await prepareFleet(page)
    for (const language of languages) {
      await call(page, 'preferences.save', { language, missions: { done: [] } })
      await page.locator(`html[lang="${language}"]`).waitFor({ state: 'attached' })
      await call(page, 'draft.discard', {})
      for (const { name, hash, act } of pictureScreens) {
        await openScreen(page, hash)
        const isThere =
          act === undefined || (await act(page).then(() => true, tellMissing(say, `${name}, ${language}`)))
        if (!isThere) continue
        // A dialog comes in a moment later.
        await page.waitForTimeout(settling)
        taken += await takeAll(page, join(folder, `${name}-${language}`))
        await page.keyboard.press('Escape')
      }
      say(`Took the screens in the language ${language}.`)
    }
    return taken
  } finally {
    await setdesk.close()
    await endFleet?.()
    rmSync(dataFolder, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function takeAll(page: Page, path: string): Promise<number> {
  let taken = 0
  await page.mouse.move(0, 0)
  for (const size of sizes)
    for (const [theme, media] of Object.entries(themes)) {
      await page.setViewportSize(size)
      await page.emulateMedia(media)
      await page.evaluate(() => document.fonts.ready.then(() => new Promise(requestAnimationFrame)))
      await page.waitForFunction(areChartsFitted)
      await setReadOnly(page, true)
      await page.screenshot({
        path: `${path}-${theme}-${String(size.width)}.png`,
        animations: 'disabled',
        caret: 'hide',
        mask: [page.locator(changing), ...changingTexts.map((text) => page.getByText(text))],
      })
      await setReadOnly(page, false)
      taken += 1
    }
  await page.setViewportSize(sizes[1])
  await page.emulateMedia(themes.light)
  return taken
}

/** A chart takes the width of its panel a moment after the window has changed. */
const areChartsFitted = (): boolean =>
  [...document.querySelectorAll('main .overflow-hidden > svg')].every(
    (chart) => Math.abs(chart.getBoundingClientRect().width - (chart.parentElement?.clientWidth ?? 0)) < 1,
  )

/** A field that is only read shows no cursor. With forced colours the cursor blinks whatever the style says. */
const setReadOnly = async (page: Page, isReadOnly: boolean): Promise<void> =>
  await page.evaluate((wanted) => {
    if (document.activeElement instanceof HTMLInputElement) document.activeElement.readOnly = wanted
  }, isReadOnly)

/** An earlier version may lack a screen: its pictures are then missing, and the comparison says so. */
const tellMissing =
  (say: (line: string) => void, what: string) =>
  (error: unknown): false => {
    say(`Could not open ${what}: ${error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)}`)
    return false
  }
