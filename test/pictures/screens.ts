import type { Page } from 'playwright'

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
  { name: 'customers', hash: '/customers' },
  { name: 'customer', hash: '/customers/9485617312', act: async (page) => await shown(page, 'main fieldset') },
  { name: 'hostnames', hash: '/hostnames' },
  { name: 'bulk', hash: '/bulk' },
  { name: 'queue', hash: '/queue' },
  {
    name: 'queue-job',
    hash: '/queue',
    act: async (page) => {
      await page.locator('[data-job] a').first().click()
      await shown(page, '.ticket')
    },
  },
  { name: 'activity', hash: '/activity' },
  { name: 'statistics', hash: '/activity/statistics', act: async (page) => await shown(page, 'main svg rect') },
  { name: 'events', hash: '/activity/events' },
  { name: 'console', hash: '/console' },
  { name: 'operation', hash: '/console/addCustomerWithDevice' },
  ...['connections', 'technician', 'appearance', 'scanner', 'privacy', 'maintenance', 'policy', 'about'].map(
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
    name: 'mission',
    hash: '/',
    act: async (page) => {
      await page.locator('section[aria-labelledby="missions"] button').first().click()
      await shown(page, 'aside [data-device-label]')
    },
  },
]
