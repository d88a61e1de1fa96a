import { beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright'
import { anyMac, anyPerson, call, openForFile, scan, sees } from './drive.ts'
import { lookAt, noLooks } from './drive-looks.ts'
import { operations } from '../../src/platform/catalogue/catalogue.ts'
import { directionOf, languages } from '../../src/shared/domain/language.ts'
import { connectTo, openPlatformForFile, passphrase } from './drive-platform.ts'

const platform = await openPlatformForFile()
const setdesk = await openForFile({
  context: { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce', locale: 'en-GB' },
})

/** A customer of the platform. */
const userid = '4021770010'

const goToHash = async (page: Page, hash: string): Promise<void> =>
  await page.evaluate((to) => {
    location.hash = to
  }, hash)

const languageOf = (page: Page) => page.evaluate(() => [document.documentElement.lang, document.documentElement.dir])

/** Finds phone numbers and addresses of boxes on screen whose order a right-to-left sentence would reverse. */
const findTurnedAround = (page: Page) =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    while (walker.nextNode() !== null) {
      const { data, parentElement } = walker.currentNode as Text
      if (parentElement === null || getComputedStyle(parentElement).direction !== 'rtl') continue
      for (const [text] of data.matchAll(/.?(?:\+\d{7,}|(?:[0-9A-F]{2}:){3}).*/g))
        if (!text.startsWith('\u2068')) found.push(text)
    }
    return found
  })

beforeAll(async () => {
  await connectTo(setdesk.page, platform)
})

test('a language that is chosen in Settings is used at once, and no typed text is lost', async () => {
  const { page } = setdesk
  const person = anyPerson()
  await scan(page, anyMac())
  await page.getByRole('textbox', { name: 'First name' }).fill(String(person['First name']))
  await goToHash(page, '#/settings/appearance')
  await page.getByRole('button', { name: /^Same as the system/ }).click()
  await page.getByRole('option', { name: 'Français' }).click()
  await page.getByRole('navigation', { name: 'Écrans' }).waitFor()
  expect(await languageOf(page)).toEqual(['fr', 'ltr'])
  await goToHash(page, '#/activate')
  await expect.poll(() => page.getByRole('textbox', { name: 'Prénom' }).inputValue()).toBe(String(person['First name']))
})

/** The Arabic weights that the page has fetched. */
const arabicFonts = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready
    const fonts = [...document.fonts].filter(({ family, status }) => /Arabic/.test(family) && status === 'loaded')
    return fonts.map(({ weight }) => weight)
  })

test('the Arabic typeface is downloaded only if the language is Arabic', async () => {
  const { page } = setdesk
  await goToHash(page, '#/')
  await page.reload()
  await page.getByRole('navigation', { name: 'Écrans' }).waitFor()
  expect(await arabicFonts(page)).toEqual([])
  await call(page, 'preferences.save', { language: 'ar' })
  await page.getByRole('navigation', { name: 'الشاشات' }).waitFor()
  await expect.poll(() => arabicFonts(page)).toEqual(['400', '700'])
  await call(page, 'preferences.save', { language: 'fr' })
  await page.getByRole('navigation', { name: 'Écrans' }).waitFor()
})

test('the chosen language stays after a restart', async () => {
  const page = await setdesk.restart()
  await page.getByRole('navigation', { name: 'Écrans' }).waitFor()
  expect(await languageOf(page)).toEqual(['fr', 'ltr'])
  // The window's key store opens by itself.
  if ((await call(page, 'app.snapshot', {})).vault.state === 'locked') await call(page, 'vault.unlock', { passphrase })
})

/** Where the arrow of the part "More" points, as it is drawn. */
const arrowOf = (page: Page) =>
  page.locator('main h2 > button svg').evaluate((arrow) => {
    const { rotate, scale } = getComputedStyle(arrow)
    const across = scale.startsWith('-1') ? -1 : 1
    const angle = rotate === 'none' ? 0 : (Number.parseFloat(rotate) * Math.PI) / 180
    const [x, y] = [across * Math.cos(angle), across * Math.sin(angle)].map((part) => Math.round(part))
    return x === 0 ? (y === 1 ? 'down' : 'up') : x === 1 ? 'right' : 'left'
  })

test.each([
  ['fr', 'Écrans', 'right'],
  ['ar', 'الشاشات', 'left'],
] as const)(
  'in the language %s the arrow of a section points in the reading direction, and down once the section is open',
  async (language, screens, onward) => {
    const { page } = setdesk
    await call(page, 'preferences.save', { language })
    await page.getByRole('navigation', { name: screens }).waitFor()
    await goToHash(page, '#/activate')
    const more = page.locator('main h2 > button')
    await page.locator('main h2 > button[aria-expanded="false"]').waitFor()
    await expect.poll(() => arrowOf(page)).toBe(onward)
    await more.click()
    await expect.poll(() => arrowOf(page)).toBe('down')
    await more.click()
  },
)

test('the interface description in the console is in English from left to right, even if the language is Arabic', async () => {
  const { page } = setdesk
  await call(page, 'preferences.save', { language: 'ar' })
  await page.getByRole('navigation', { name: 'الشاشات' }).waitFor()
  await goToHash(page, '#/console/getCustomer')
  await page.locator('main p', { hasText: '/getCustomer' }).first().waitFor()
  /** The texts of the interface with their writing direction. */
  const texts = await page.locator('main').evaluate((main) =>
    [...main.querySelectorAll('[lang="en"]')].map((one) => {
      const { direction, unicodeBidi } = getComputedStyle(one)
      return `${direction} ${unicodeBidi}`
    }),
  )
  // At least all operations in the list, their sections, and the chosen one.
  expect(texts.length).toBeGreaterThan(operations.length)
  expect(new Set(texts)).toEqual(new Set(['ltr isolate']))
})

test.each(languages.filter((language) => language !== 'en'))(
  'every screen in the language %s fits and is accessible',
  async (language) => {
    const { page } = setdesk
    await call(page, 'preferences.save', { language })
    await expect.poll(() => languageOf(page)).toEqual([language, directionOf(language)])
    const looks = noLooks()
    let heading: string | null = null
    for (const screen of [
      'home',
      'activate',
      `customers/${userid}`,
      'hostnames',
      'bulk',
      'queue',
      'activity',
      'settings',
    ]) {
      await goToHash(page, screen === 'home' ? '#/' : `#/${screen}`)
      const title = page.locator('#main h1').first()
      await expect.poll(() => title.textContent({ timeout: 1000 }).catch(() => heading)).not.toBe(heading)
      heading = await title.textContent()
      if (screen.startsWith('customers')) {
        await page.locator('[data-verdict]').waitFor()
        await page
          .getByText(/\+\d{9}/)
          .first()
          .waitFor()
      }
      if (language === 'ar') expect(await findTurnedAround(page)).toEqual([])
      await lookAt(page, looks, `${screen} (${language})`)
    }
    expect([...looks.axe, ...looks.counter, ...looks.reflow, ...looks.zoom]).toEqual([])
    await call(page, 'preferences.save', { language: 'en' })
    await sees(page, 'Settings')
  },
  180_000,
)
