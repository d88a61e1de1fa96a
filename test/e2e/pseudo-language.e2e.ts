import { beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright'
import { activate, anyMac, anyPerson, openForFile, scan, settlesAs } from './drive.ts'
import { lookAt, noLooks } from './drive-looks.ts'
import { connectTo, openPlatformForFile } from './drive-platform.ts'
import { operations } from '../../src/platform/catalogue/catalogue.ts'
import { people } from '../../src/sandbox/seed.ts'
import { findHardCoded, pseudo, speakPseudo } from './pseudo-language.ts'

const platform = await openPlatformForFile()
const setdesk = await openForFile({
  context: { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce', locale: 'en-GB' },
})
const person = anyPerson()
const names = [
  ...people.map((one) => one.join(' ')),
  ...operations.flatMap(({ id, parameters }) => [id, ...parameters.map(({ name }) => name)]),
  'devices',
]

/** Every screen by its address, with what has to be done there before it is looked at. */
type Screen = readonly [name: string, hash: string, act?: (page: Page) => Promise<void>]
const screens: readonly Screen[] = [
  ['home', '#/'],
  ['activation', '#/activate'],
  [
    'activation with a box',
    '#/activate',
    async (page) => {
      await scan(page, anyMac())
      await page.locator('main [data-device-label]').first().waitFor()
      await page.locator('main h2 button[aria-expanded]').click()
      await page.keyboard.press('Control+Enter')
    },
  ],
  ['customers', '#/customers'],
  [
    'a customer',
    '#/customers/4021770010',
    async (page) => await page.locator('main').getByRole('group').first().waitFor(),
  ],
  ['hostnames', '#/hostnames'],
  ['bulk', '#/bulk'],
  ['queue', '#/queue'],
  ['a job', '#/queue', async (page) => await page.locator('[data-job]').getByRole('link').first().click()],
  ['activity', '#/activity'],
  ['statistics', '#/activity/statistics', async (page) => await page.locator('main svg').nth(2).waitFor()],
  ['events', '#/activity/events'],
  ['a fleet that this computer is not in', '#/fleet'],
  ['console', '#/console'],
  ['an operation', '#/console/addCustomerWithDevice'],
  ...['', '/technician', '/appearance', '/scanner', '/privacy', '/maintenance', '/policy', '/fleet', '/about'].map(
    (page) => [`settings${page}`, `#/settings${page}`] as const,
  ),
]

const monthNames = (month: 'long' | 'short'): string =>
  Array.from({ length: 12 }, (_, index) =>
    new Intl.DateTimeFormat('en', { month }).format(new Date(2026, index, 1)),
  ).join(' ')

beforeAll(async () => {
  const { page } = setdesk
  await connectTo(page, platform)
  await activate(page, anyMac(), person)
  await settlesAs(page, 'done')
  await speakPseudo(page)
  await page.reload()
  await page.getByRole('navigation', { name: pseudo('Screens') }).waitFor()
})

test.each(screens.map(([name, ...screen]) => ({ name, screen })))(
  'every word on the screen "$name" comes from the locale file, and words that are 40 % longer fit',
  async ({ name, screen: [hash, act] }) => {
    const { page } = setdesk
    await page.evaluate((to) => {
      location.hash = to
    }, hash)
    await page.locator('#main h1').first().waitFor({ state: 'attached' })
    await act?.(page)
    const data = [
      ...Object.values(person),
      'A. Moreau Laptop 14 North TV Infomir MAG Basic Family Sports Plus Guest Room Seven Day Trial',
      'Zuid-Holland Netherlands NETHERLANDS no-mail training-crm training-cms Pending Active',
      // Names of the interface, and words that come from the browser or the library of the controls.
      ...names,
      'Show suggestions mm dd yyyy year month day',
      'sec secs min mins hr Sun Mon Tue Wed Thu Fri Sat',
      monthNames('long'),
      monthNames('short'),
      setdesk.dataFolder,
    ]
    expect(await findHardCoded(page, data)).toEqual([])
    const looks = noLooks()
    await lookAt(page, looks, name)
    expect([...looks.counter, ...looks.reflow, ...looks.zoom]).toEqual([])
  },
  60_000,
)
