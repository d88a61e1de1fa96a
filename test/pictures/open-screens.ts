import type { Page } from 'playwright'
import type { Intent } from '../../src/shared/domain/activation.ts'
import { call } from '../e2e/drive.ts'
import { newCustomer } from '../fakes/intents.ts'

/** Milliseconds that a screen has for its data. */
export const settling = 400

/** The training platform, with a job that is done and one that is paused, and perhaps one that is done without a hostname. */
export async function prepareTraining(page: Page, { withoutHostname = false } = {}): Promise<void> {
  await page.getByLabel('Your name').fill('A. Moreau')
  await page.getByLabel('Name of this computer').fill('Laptop 14')
  await page.getByRole('button', { name: 'Start practising' }).click()
  await page.getByRole('heading', { name: 'Home' }).waitFor({ state: 'attached' })
  const [connection] = (await call(page, 'app.snapshot', {})).connections
  const { productid = '' } = connection?.settings.products[0] ?? {}
  const hostname = connection?.settings.hostnames[0] ?? ''
  const logIn = { userid: '9485617312', password: 'n7su4gdpk6' }
  const identifier = { kind: 'mac', value: '001A79000001' } as const
  const customer = {
    ...newCustomer(productid).customer,
    lastname: 'Okonkwo',
    phone: '+33612345678',
    mobile: '+33612345678',
  }
  const dark = newCustomer(productid, {
    box: { identifier: { ...identifier, value: '001A79000003' }, raw: '001A79000003', model: '' },
    customer: { ...customer, firstname: 'Rosa', lastname: 'Marín' },
    logIn: { ...logIn, userid: '9485617314' },
  })
  const intent = newCustomer(productid, {
    box: { identifier, raw: identifier.value, model: 'MAG 540' },
    customer,
    logIn,
    hostname,
  })
  if (withoutHostname) await saveUntilDone(page, 'picture-without-hostname', dark)
  await saveUntilDone(page, 'first-picture', intent)
  await call(page, 'queue.pause', {})
  const other = { ...identifier, value: '001A79000002' }
  const second = newCustomer(productid, {
    box: { identifier: other, raw: other.value, model: '' },
    customer: { ...customer, firstname: 'Jonas', lastname: 'Weber' },
    logIn: { ...logIn, userid: '9485617313' },
  })
  await call(page, 'job.save', { draftId: 'second-picture', intent: second })
  // How far the sending got is shown until the page is loaded again.
  await page.reload()
  await page.locator('#main h1').first().waitFor({ state: 'attached' })
}

async function saveUntilDone(page: Page, draftId: string, intent: Intent): Promise<void> {
  const { id } = await call(page, 'job.save', { draftId, intent })
  for (;;) {
    const { summary } = await call(page, 'job.read', { id })
    if (summary.state === 'done') return
    await page.waitForTimeout(100)
  }
}

/** Opens the screen at this address, and waits for its data. */
export async function openScreen(page: Page, hash: string): Promise<void> {
  await page.evaluate((to) => {
    location.hash = `#${to}`
  }, hash)
  await page.locator('#main h1').first().waitFor({ state: 'attached' })
  // Lists come from the host or the platform, and no event says that the last of them is there.
  await page.waitForTimeout(settling)
}
