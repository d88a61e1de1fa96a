import { join } from 'node:path'
import type { SettingsStore } from '../../../src/main/ports.ts'
import type { Exchange, PlatformRequest } from '../../../src/platform/transport/exchange.ts'
import { createDraw } from '../../../src/sandbox/faults/fault.ts'
import type { Connection } from '../../../src/shared/domain/connection/connection.ts'
import { createDirectPlatform, type DirectPlatform } from './direct-platform.ts'
import { connectBox, copyFolder, drawnRandom, keepSettings, openBox, type Box } from './open-box.ts'
import { createVirtualTime, type ProcessClock, type VirtualTime } from './virtual-time.ts'

/** Carries a request of the app over the test's network to the platform. */
export type Network = (request: PlatformRequest) => Promise<Exchange>

/** The platform of a world: the app's connection to it, and the arrival of requests. */
export type WorldPlatform = Pick<
  DirectPlatform,
  'baseUrl' | 'authToken' | 'crmService' | 'cmsService' | 'hostnames' | 'carryOut' | 'close'
>

/** An app, its platform and their time. The app can die at any moment and start again from its disk. */
export interface World<P extends WorldPlatform = DirectPlatform> {
  readonly time: VirtualTime
  readonly platform: P
  /** Random numbers from 0 up to 1; a seed always gives the same numbers. */
  readonly draw: () => number
  readonly box: () => Box
  /** The data folder of the running process, or of the next one. */
  readonly folder: () => string
  readonly connection: Connection
  /** Sets what happens to requests from now on. */
  readonly setNetwork: (network: Network) => void
  /** Kills the process: only the data on disk remains, and nothing that it still does has an effect. */
  readonly kill: () => void
  readonly isAlive: () => boolean
  /** Unexpected errors of the app or of the test's network; none if all is well. */
  readonly problems: () => readonly string[]
  /** Starts the next process on the data of the last one. */
  readonly restart: () => Promise<void>
  readonly close: () => Promise<void>
}

export interface WorldOptions<P extends WorldPlatform = DirectPlatform> {
  readonly seed: number
  /** An empty folder. */
  readonly folder: string
  readonly connection?: Partial<Connection>
  /** Shared by many worlds if creating it each time would take too long. */
  readonly platform?: P
  readonly time?: VirtualTime
  /** A connected data folder and its settings; each world starts with a copy. */
  readonly template?: { readonly folder: string; readonly settings: SettingsStore; readonly connection: Connection }
}

/** No server accepts the request. */
export const noNetwork: Exchange = { reach: 'not-sent', failure: 'connection-refused' }
/** Log events of unexpected exceptions. */
const bugs: ReadonlySet<string> = new Set([
  'job-broken',
  'job-not-set-aside',
  'ledger-not-read',
  'job-not-read',
  'probe-broken',
  'bridge.handler-threw',
  'bridge.response-misfit',
])
const afterDeath: Exchange = { reach: 'maybe-sent', failure: 'cancelled' }

/** Starts with a connected app and a network without faults. */
export async function createWorld<P extends WorldPlatform = DirectPlatform>(
  options: WorldOptions<P>,
): Promise<World<P>> {
  const { seed, folder, template } = options
  const time = options.time ?? createVirtualTime()
  // Without a platform of its own, a world uses the training platform, which its callers then expect.
  const platform = options.platform ?? (createDirectPlatform(time.true) as WorldPlatform as P)
  const draw = createDraw(seed)
  const random = drawnRandom(createDraw(seed + 1))
  const settings = keepSettings(template?.settings.read())
  const perfect: Network = (request) => Promise.resolve(platform.carryOut(request))
  let network = perfect
  const problems: string[] = []
  let lives = 0
  let life: { readonly clock: ProcessClock; readonly folder: string; die: () => void } | undefined
  let box: Box | undefined
  let isAlive = false

  const begin = async (): Promise<void> => {
    const death = Promise.withResolvers<Exchange>()
    const own = join(folder, `life-${lives}`)
    let hasDied = false
    life = {
      clock: time.begin(),
      folder: own,
      die() {
        hasDied = true
        death.resolve(afterDeath)
      },
    }
    const exchange = (request: PlatformRequest): Promise<Exchange> => {
      const { signal } = request
      if (hasDied) return Promise.resolve(afterDeath)
      if (signal?.aborted === true) return Promise.resolve({ reach: 'not-sent', failure: 'cancelled' })
      const calledOff = Promise.withResolvers<Exchange>()
      signal?.addEventListener('abort', () => calledOff.resolve(afterDeath), { once: true })
      return Promise.race([network(request), death.promise, calledOff.promise])
    }
    isAlive = true
    const { clock } = life
    box = await openBox({
      folder: own,
      clock,
      transport: { exchange },
      settings,
      random,
      onProblem(event) {
        if (bugs.has(event)) problems.push(`the app came upon a bug: ${event}`)
      },
    })
  }
  const kill = (): void => {
    if (!isAlive || life === undefined) return
    isAlive = false
    lives += 1
    copyFolder(life.folder, join(folder, `life-${lives}`))
    life.die()
    life.clock.end()
  }

  if (template !== undefined) copyFolder(template.folder, join(folder, 'life-0'))
  await begin()
  const live = (): Box => {
    if (box === undefined) throw new Error('No process has begun')
    return box
  }
  const connection = template?.connection ?? (await connectBox(live(), platform, options.connection))

  return {
    time,
    platform,
    draw,
    connection,
    box: live,
    folder: () => join(folder, `life-${lives}`),
    setNetwork: (next) => void (network = next),
    kill,
    isAlive: () => isAlive,
    problems: () => problems,
    async restart() {
      await box?.stop()
      await begin()
    },
    async close() {
      life?.die()
      life?.clock.end()
      await box?.stop()
      if (options.platform === undefined) platform.close()
    },
  }
}
