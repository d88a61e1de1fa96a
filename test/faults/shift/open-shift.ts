import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { inProject } from '../../../scripts/lib/project.mjs'
import { createSandbox, type Sandbox } from '../../../src/sandbox/sandbox.ts'
import { buildShiftHost } from './build-shift-host.ts'
import { createCallHost, type CallHost } from './call-host.ts'
import { createCounter, type Counter } from './counter.ts'
import { startShiftHost, type ShiftHost } from './start-shift-host.ts'
import { openCounterPage, type CounterPage } from './visit-page.ts'

/** A counter that is ready for its first customer. */
export interface Shift {
  readonly platform: Sandbox
  readonly host: ShiftHost
  readonly page: CounterPage
  readonly counter: Counter
  readonly call: CallHost
  readonly dataFolder: string
  readonly close: () => Promise<void>
}

/**
 * Enough customers and boxes that the lists have several pages, and that the boxes of a hostname are a long answer that a thread reads, in the
 * first hour and in the last.
 */
const customers = 2000
/** Real seconds. The time of the shift stands still until a request is answered. */
const timeoutSeconds = 2

/** Starts a platform, a host that was set up with it, and a page. `folder`: an empty one. */
export async function openShift({ seed, folder }: { readonly seed: number; readonly folder: string }): Promise<Shift> {
  const start = Date.now()
  let running: ShiftHost | undefined
  const platform = await createSandbox({
    dataFolder: ':memory:',
    customers,
    clock: { now: () => Math.round(start + (running?.lived() ?? 0)) },
    // A second customer, box or renewal takes effect again, and shows in the ledger.
    options: { uniqueUserids: false, seed },
  })
  const ends: (() => Promise<void>)[] = [platform.close]
  const close = async (): Promise<void> => {
    for (const end of ends.splice(0).toReversed()) await end()
  }
  try {
    const program = await buildShiftHost(join(folder, 'program'))
    const dataFolder = join(folder, 'counter')
    const rendererFolder = inProject('out', 'renderer')
    const host = await startShiftHost({ program, dataFolder, rendererFolder, start, seed })
    ends.push(host.kill)
    running = host
    const page = await openCounterPage(host.url, join(folder, 'film'))
    ends.push(page.close)
    const bearer = await page.page.evaluate(() => localStorage.getItem('setdesk-bearer') ?? '')
    const call = createCallHost(new URL(host.url).origin, bearer)
    const connectionId = await setUp(call, platform)
    return { platform, host, page, call, dataFolder, close, counter: createCounter(call, connectionId) }
  } catch (error) {
    await close()
    throw error
  }
}

/** Protects the folder and connects it to the platform; gives the connection's id. */
async function setUp(call: CallHost, { url, authToken, ...platform }: Sandbox): Promise<string> {
  const { crmService, cmsService, products, hostnames } = platform
  await call('vault.protect', { passphrase: randomBytes(12).toString('base64url') })
  await call('preferences.save', { technician: 'A. Moreau', stationName: 'Counter 1' })
  const form = { name: 'North', colour: 'teal' as const, baseUrl: url, crmService, cmsService }
  const { id } = await call('connection.add', { form, token: authToken })
  const { connections } = await call('app.snapshot', {})
  const added = connections.find(({ settings }) => settings.id === id)
  if (added === undefined) throw new Error('The connection was not added')
  await call('connection.save', {
    ...added.settings,
    products: products.map(({ id: productid, name }) => ({ productid, name, months: 12, days: 0, renewalinterval: 1 })),
    hostnames: [...hostnames],
    defaults: { email: 'no-mail@north.example', state: '-', country: 'France' },
    phoneCountry: 'FR',
    timeoutSeconds,
  })
  return id
}
