import type { Page } from 'playwright'
import { afterAll, onTestFinished } from 'vitest'
import { createSandbox, type Sandbox, type SandboxDeps } from '../../src/sandbox/sandbox.ts'
import type { SandboxOptions } from '../../src/sandbox/options.ts'
import type { Connection } from '../../src/shared/domain/connection/connection.ts'
import { call, field, press } from './drive.ts'
import { targetName } from './target.ts'

export const passphrase = 'seven green kettles'

/** A platform where every call takes effect each time, so that its ledger shows duplicates. */
export async function openPlatform(
  options: Partial<SandboxOptions> = {},
  onRequest: NonNullable<SandboxDeps['onRequest']> = () => undefined,
): Promise<Sandbox> {
  return await createSandbox({ dataFolder: ':memory:', options: { uniqueUserids: false, ...options }, onRequest })
}

/** A platform for one test. */
export async function openPlatformForTest(options: Partial<SandboxOptions> = {}): Promise<Sandbox> {
  const platform = await openPlatform(options)
  onTestFinished(platform.close)
  return platform
}

/** A platform for all tests of a file. */
export async function openPlatformForFile(...args: Parameters<typeof openPlatform>): Promise<Sandbox> {
  const platform = await openPlatform(...args)
  afterAll(platform.close)
  return platform
}

/** Goes from the first screen to the connection form. In a browser the passphrase comes first. */
export async function beginConnecting(page: Page): Promise<void> {
  await field(page, 'Your name').fill('A. Moreau')
  await press(page, 'Connect')
  const { vault } = await call(page, 'app.snapshot', {})
  if (targetName === 'loopback' && vault.state === 'new') {
    await field(page, 'Passphrase').fill(passphrase)
    await field(page, 'Repeat passphrase').fill(passphrase)
    await press(page, 'Protect this computer')
  }
  await page.getByRole('heading', { name: 'Connect to my platform' }).waitFor()
}

/** Fills in the connection form correctly. */
export async function typePlatform(page: Page, platform: Sandbox): Promise<void> {
  await field(page, 'Platform address').fill(platform.url)
  await field(page, 'CRM service').fill(platform.crmService)
  await field(page, 'CMS service').fill(platform.cmsService)
  await field(page, 'Token').fill(platform.authToken)
  await field(page, 'Display name').fill('North TV')
}

/**
 * Connects to a platform by calls, and sets its products, hostnames and defaults. `connecting.e2e.ts` does it on the screens, which
 * takes twice as much processor time.
 */
export async function connectTo(page: Page, platform: Sandbox, changed: Partial<Connection> = {}): Promise<void> {
  // A technician sees the first screen before connecting. These calls could be quicker than a page on a busy computer.
  await page.getByRole('heading').first().waitFor({ state: 'attached' })
  await call(page, 'preferences.save', { technician: 'A. Moreau' })
  const { vault } = await call(page, 'app.snapshot', {})
  if (targetName === 'loopback' && vault.state === 'new') await call(page, 'vault.protect', { passphrase })
  const { id } = await call(page, 'connection.add', {
    form: {
      name: 'North TV',
      colour: 'plum',
      baseUrl: platform.url,
      crmService: platform.crmService,
      cmsService: platform.cmsService,
    },
    token: platform.authToken,
  })
  await page.getByRole('heading', { name: 'Home' }).waitFor({ state: 'attached' })
  const { connections } = await call(page, 'app.snapshot', {})
  const settings = connections.find((connection) => connection.settings.id === id)?.settings
  if (settings === undefined) throw new Error('The connection is not there.')
  await call(page, 'connection.save', {
    ...settings,
    token: platform.authToken,
    products: platform.products.map(({ id, name }) => ({
      productid: id,
      name,
      months: 12,
      days: 0,
      renewalinterval: 1,
    })),
    hostnames: [...platform.hostnames],
    defaults: { email: 'no-mail@north.example', state: '-', country: 'France' },
    phoneCountry: 'FR',
    longestProcessingSeconds: 1,
    ...changed,
  })
}

/** The effects on the platform, in order. */
export const effectsOf = (platform: Sandbox): readonly string[] => platform.ledger().map(({ effect }) => effect)

/** Lets all calls through until `letThrough` sets how many more may pass; the rest wait for a larger number. */
export function createGate() {
  let free = Infinity
  const waiting: (() => void)[] = []
  return {
    pass: async (): Promise<void> => {
      if (free > 0) free -= 1
      else await new Promise<void>((resolve) => waiting.push(resolve))
    },
    letThrough: (count: number): void => {
      const freed = waiting.splice(0, count)
      free = count - freed.length
      for (const go of freed) go()
    },
  }
}
