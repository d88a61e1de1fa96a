import type { Page } from 'playwright'
import { call } from '../e2e/drive.ts'

/** A screen to take pictures of, in the order in which they are opened. */
export interface PictureScreen {
  readonly name: string
  /** The part of the address behind the `#`. */
  readonly hash: string
  /** What has to be done there first. */
  readonly act?: (page: Page) => Promise<void>
}

const mac = '001A794EB210'
const person = {
  firstname: 'Amélie',
  lastname: 'Okonkwo',
  mobile: '+31612345678',
  street: 'Kerkstraat 14',
  zipcode: '1017 GA',
  city: 'Amsterdam',
}

const row = (mac: string, lastname: string, mobile: string, product: string): string =>
  [mac, 'Jan', lastname, mobile, 'Dam 1', '1012 JS', 'Amsterdam', product].join(';')

/** A list with the faults that lists have: local numbers, an unknown product, one box twice, no box. */
const list = [
  'MAC;First name;Last name;Mobile;Street;Zip code;City;Product',
  row('001A79000011', 'Bakker', '0612000001', 'Basic TV'),
  row('001A79000012', 'Visser', '0612000002', 'Basic TV'),
  row('001A79000013', 'Meijer', '+31612000003', 'Basik'),
  row('001A79000014', 'de Boer', '+31612000004', 'Basik'),
  row('001A79000011', 'Vos', '+31612000005', 'Basic TV'),
  row('001A7920ZZ11', 'Mulder', '+31612000006', 'Basic TV'),
  row('001A79000017', 'Peters', '+31612000007', 'Family TV'),
  row('001A79000018', 'Hendriks', '+31612000008', 'Family TV'),
].join('\n')

/** A list stays with its connection. */
async function closeList(page: Page): Promise<void> {
  const { activeConnectionId } = await call(page, 'app.snapshot', {})
  if (activeConnectionId !== undefined) await call(page, 'list.forget', { connectionId: activeConnectionId })
  await page.reload()
  await shown(page, '#main h1')
}

const shown = async (page: Page, what: string): Promise<void> => await page.locator(what).first().waitFor()

/** Every screen after the first run. The fields are found by their paths, so that it works in every language. */
export const pictureScreens: readonly PictureScreen[] = [
  { name: 'home', hash: '/' },
  { name: 'activation', hash: '/activate' },
  {
    name: 'activation-ready',
    hash: '/activate',
    act: async (page) => {
      await page.locator('[data-box-field]').fill(mac)
      await page.locator('[data-box-field]').press('Enter')
      for (const [field, text] of Object.entries(person))
        await page.locator(`[data-path="customer.${field}"] input`).fill(text)
      await page.locator('[data-path="plan.productid"] label').nth(1).click()
      await shown(page, '[data-ready="yes"]')
    },
  },
  {
    name: 'activation-more',
    hash: '/activate',
    act: async (page) => await page.locator('main h2 button[aria-expanded="false"]').click(),
  },
  {
    name: 'activation-known-box',
    hash: '/activate',
    act: async (page) => {
      await call(page, 'draft.discard', {})
      await page.reload()
      await page.locator('[data-box-field]').fill('001A79000001')
      await page.locator('[data-box-field]').press('Enter')
      await shown(page, '[data-owner]')
    },
  },
  { name: 'customers', hash: '/customers' },
  { name: 'customer', hash: '/customers/9485617312', act: async (page) => await shown(page, 'main fieldset') },
  ...['swap', 'renewal'].map((wish) => ({
    name: `customer-${wish}`,
    hash: `/customers/9485617312/${wish}/001A79000001`,
    act: async (page: Page) => await shown(page, '[role="dialog"]'),
  })),
  { name: 'hostnames', hash: '/hostnames' },
  { name: 'bulk', hash: '/bulk' },
  {
    name: 'bulk-checked',
    hash: '/bulk',
    act: async (page) => {
      await closeList(page)
      await page.locator('main [role="radiogroup"] label').nth(2).click()
      await page
        .locator('main input[type="file"]')
        .setInputFiles({ name: 'monday.csv', mimeType: 'text/csv', buffer: Buffer.from(list) })
      // The source, the columns, the check.
      await page.locator('main section').nth(2).getByRole('button').click()
      await shown(page, 'tr[data-line]')
      await page.locator('main section section').first().scrollIntoViewIfNeeded()
    },
  },
  { name: 'queue', hash: '/queue' },
  {
    name: 'queue-job',
    hash: '/queue',
    act: async (page) => {
      await page.locator('[data-job] a').first().click()
      await shown(page, '.ticket')
    },
  },
  {
    name: 'result',
    hash: '/queue',
    act: async (page) => {
      const { jobs } = await call(page, 'job.list', { limit: 2 })
      const done = jobs.find(({ state }) => state === 'done')
      await page.evaluate((id) => location.assign(`#/activate/result/${id}`), done?.id ?? '')
      await shown(page, 'main h1[tabindex]')
    },
  },
  {
    name: 'result-without-hostname',
    hash: '/queue',
    act: async (page) => {
      const { jobs } = await call(page, 'job.list', { limit: 3 })
      const without = jobs.find(({ state, hostname }) => state === 'done' && hostname === undefined)
      await page.evaluate((id) => location.assign(`#/activate/result/${id}`), without?.id ?? '')
      await shown(page, 'main h1[tabindex]')
    },
  },
  {
    name: 'paper',
    hash: '/activity',
    act: async (page) => {
      const { jobs } = await call(page, 'job.list', { limit: 2 })
      const done = jobs.find(({ state }) => state === 'done')
      await page.evaluate((id) => location.assign(`#/activate/result/${id}`), done?.id ?? '')
      await page.locator('button:has(.lucide-scroll-text)').click()
      await shown(page, '.sheet-preview .sheet')
    },
  },
  { name: 'activity', hash: '/activity' },
  { name: 'statistics', hash: '/activity/statistics', act: async (page) => await shown(page, 'main svg rect') },
  { name: 'events', hash: '/activity/events' },
  { name: 'fleet', hash: '/fleet', act: async (page) => await shown(page, '[data-station="Van 12"]') },
  {
    name: 'fleet-computer',
    hash: '/fleet',
    act: async (page) => {
      await page.locator('[data-station="Van 21"]').click()
      await shown(page, '#station-work')
    },
  },
  {
    name: 'fleet-move',
    hash: '/fleet',
    act: async (page) => {
      await page.locator('[data-station="Van 21"]').click()
      await page.locator('section[aria-labelledby="station-work"] button').last().click()
      await shown(page, '[role="dialog"]')
    },
  },
  {
    name: 'fleet-find',
    hash: '/fleet/find',
    act: async (page) => {
      await page.locator('main form input').fill('001A79000002')
      await page.keyboard.press('Enter')
      await shown(page, 'main form ~ *')
    },
  },
  { name: 'fleet-totals', hash: '/fleet/totals', act: async (page) => await shown(page, 'main svg rect') },
  {
    name: 'fleet-code',
    hash: '/fleet/code',
    act: async (page) => {
      await page.locator('main form button[type="submit"]').click()
      await shown(page, '[data-code]')
    },
  },
  { name: 'console', hash: '/console' },
  { name: 'operation', hash: '/console/addCustomerWithDevice' },
  ...['connections', 'technician', 'appearance', 'scanner', 'privacy', 'maintenance', 'policy', 'fleet', 'about'].map(
    (name) => ({
      name: `settings-${name}`,
      hash: `/settings/${name}`,
    }),
  ),
  {
    name: 'find',
    hash: '/',
    act: async (page) => {
      await page.keyboard.press('Control+k')
      await shown(page, '[role="dialog"]')
    },
  },
  {
    name: 'help',
    hash: '/bulk',
    act: async (page) => {
      await closeList(page)
      await page.keyboard.press('F1')
      await shown(page, '[role="dialog"]')
    },
  },
  {
    name: 'mission',
    hash: '/',
    act: async (page) => {
      await page.locator('section[aria-labelledby="missions"] button').first().click()
      await shown(page, 'aside [data-device-label]')
    },
  },
]
