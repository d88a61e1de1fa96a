import type { Sandbox } from '../../../src/sandbox/sandbox.ts'
import type { Transport } from '../../../src/platform/transport/exchange.ts'
import { createHttpTransport } from '../../../src/platform/transport/transport.ts'
import type { Ports } from '../../../src/main/ports.ts'
import type { FleetView } from '../../../src/shared/domain/fleet.ts'
import type { Connection } from '../../../src/shared/domain/connection/connection.ts'
import type { JobDetail } from '../../../src/shared/domain/job.ts'
import { anyMac, newCustomer } from '../../fakes/intents.ts'
import type { TestApp } from '../../fakes/test-app.ts'
import { productOf, save } from '../app/activate.ts'
import { openComputer } from '../maintenance/work.ts'

/** Where a hub listens, and how its first supervisor joins. */
export interface Hub {
  readonly url: string
  readonly firstCode: () => Promise<string>
}

/** What is cut off for one computer. */
export interface Line {
  hub: boolean
  platform: boolean
}

/** The real app in a fleet. */
export interface Desk extends TestApp {
  /** `true`: that end is reached. */
  readonly line: Line
  readonly fleet: () => Promise<FleetView | undefined>
}

/** A transport whose ways to the hub and to everything else can be cut. A request that is cut off was never sent. */
export function createLine(hub: string): { readonly line: Line; readonly transport: Transport } {
  const line: Line = { hub: true, platform: true }
  const http = createHttpTransport()
  return {
    line,
    transport: {
      async exchange(request) {
        const isCut = request.url.href.startsWith(hub) ? !line.hub : !line.platform
        return isCut ? { reach: 'not-sent', failure: 'host-unreachable' } : http.exchange(request)
      },
    },
  }
}

/** A computer that is connected to the platform and joins the fleet with a code. */
export async function openDesk(
  hub: Hub,
  platform: Sandbox,
  { code, name }: { readonly code: string; readonly name: string },
  { ports = {}, changed = {} }: { readonly ports?: Partial<Ports>; readonly changed?: Partial<Connection> } = {},
): Promise<Desk> {
  const { line, transport } = createLine(hub.url)
  const app = await openComputer(platform, { transport, machineId: () => Promise.resolve(name), ...ports }, changed)
  await app.call('fleet.join', { code, hub: hub.url, name })
  return asDesk(app, line)
}

export const asDesk = (app: TestApp, line: Line): Desk => ({
  ...app,
  line,
  fleet: async () => (await app.call('app.snapshot', {})).fleet,
})

/** A supervisor and one more station. */
export async function openTwoDesks(
  hub: Hub,
  platform: Sandbox,
  changed: Partial<Connection> = {},
): Promise<{ readonly boss: Desk; readonly van: Desk }> {
  const boss = await openDesk(hub, platform, { code: await hub.firstCode(), name: 'Office' }, { changed })
  const { code } = await boss.call('fleet.invite', { role: 'station', hours: 1 })
  const van = await openDesk(hub, platform, { code, name: 'Van 12' }, { changed })
  return { boss, van }
}

/** Saves a new customer with this box. */
export const saveBox = (desk: TestApp, platform: Sandbox, identifier = anyMac()): Promise<string> =>
  save(desk, newCustomer(productOf(platform), { box: { identifier, raw: '', model: '' } }))

/** Waits until `isSo` holds for what `read` gives. */
export async function until<T>(read: () => Promise<T> | T, isSo: (value: T) => boolean): Promise<T> {
  for (;;) {
    const value = await read()
    if (isSo(value)) return value
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/** Waits until the hub has answered about all jobs of a desk. */
export const allChecked = (desk: Desk): Promise<unknown> => until(desk.fleet, (fleet) => fleet?.unchecked === 0)

/** Waits until the job is as `isSo` says. */
export const jobAs = (desk: TestApp, id: string, isSo: (job: JobDetail) => boolean): Promise<JobDetail> =>
  until(() => desk.call('job.read', { id }), isSo)

/** The id of a desk's station in the fleet. */
export const stationOf = async (desk: Desk): Promise<string> => (await desk.fleet())?.station ?? ''

/** Waits until the hub has copies of this many jobs of a station. */
export const inCare = (boss: Desk, station: string, count = 1) =>
  until(
    () => boss.call('fleet.work', { station }),
    ({ jobs }) => jobs.length === count,
  )
