import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createDraw } from '../../../src/sandbox/faults/fault.ts'
import type { PostgresPlace } from '../../postgres/find-postgres.ts'
import { findFreePorts, startCluster, type PostgresCluster } from '../../postgres/start-cluster.ts'
import { connectBox, drawnRandom, keepSettings, openBox } from '../inside/open-box.ts'
import { startFleetProxy, type FleetProxy } from './fleet-proxy.ts'
import { createHarnessLedger, type HarnessLedger } from './happenings.ts'
import { startLaptop, type Laptop } from './laptop.ts'
import { createObserver, type Observer } from './observer.ts'
import { createSharedPlatform, type SharedPlatform } from './shared-platform.ts'
import { prepareDatabase, startHub, type HubProcess } from './start-hubs.ts'
import { createTechnicians, type Technicians } from './technicians.ts'
import { calm, drawFate, stormy } from './weather.ts'

/** A fleet on this computer: its servers, its laptops, and the observers. */
export interface FleetStage {
  readonly cluster: PostgresCluster
  readonly hubs: readonly [HubProcess, HubProcess]
  readonly proxy: FleetProxy
  readonly ledger: HarnessLedger
  readonly platform: SharedPlatform
  readonly technicians: Technicians
  readonly observer: Observer
  /** The supervisor's laptop, which takes no part in the storm. */
  readonly office: Laptop
  readonly laptops: readonly Laptop[]
  /** The station's id in the fleet. */
  readonly stationOf: (laptop: Laptop) => string
  readonly setStormy: (isStormy: boolean) => void
  /** Unexpected exceptions of the app, and of the harness. */
  readonly bugs: readonly string[]
  readonly close: () => Promise<void>
}

export interface StageOptions {
  readonly seed: number
  readonly folder: string
  readonly stations: number
  readonly place: PostgresPlace
  readonly say: (line: string) => void
}

/** A claim that is not renewed lapses within the run. */
const claimSeconds = 45
/** How long a laptop waits for the effect of an accepted call, in seconds. */
const longestProcessingSeconds = 4
/** Laptops that join at a time. */
const joinsAtOnce = 8

const isSpared = (laptop: string): boolean => laptop === 'observer' || laptop === 'office'

export async function openStage({ seed, folder, stations, place, say }: StageOptions): Promise<FleetStage> {
  const ledger = createHarnessLedger()
  const bugs: string[] = []
  const cluster = await startCluster({ place })
  const platform = createSharedPlatform(ledger, createDraw(seed + 1))
  const closing: (() => unknown)[] = [() => cluster.close(), platform.close]
  const close = async (): Promise<void> => {
    for (const end of closing.toReversed()) await end()
  }
  try {
    const database = await prepareDatabase(cluster)
    await database.setClaimSeconds(claimSeconds)
    const [port, otherPort] = await findFreePorts()
    const hubs = [await startHub(database.hubUrls, port), await startHub(database.hubUrls, otherPort)] as const
    closing.push(() => Promise.all(hubs.map((hub) => hub.kill())))
    let isStormy = false
    const draws = new Map<string, () => number>()
    const drawOf = (laptop: string): (() => number) => {
      const known = draws.get(laptop) ?? createDraw(seed + 7919 * numberOf(laptop))
      draws.set(laptop, known)
      return known
    }
    const proxy = await startFleetProxy({
      hubs: hubs.map(({ url }) => url),
      ledger,
      fateFor: (laptop) => drawFate(isStormy && !isSpared(laptop) ? stormy : calm, drawOf(laptop)),
    })
    closing.push(proxy.close)
    say('the servers are up')

    const template = await makeTemplate(join(folder, 'template'), platform)
    const open = (name: string): Promise<Laptop> => {
      const own = join(folder, name)
      mkdirSync(own, { recursive: true })
      return startLaptop({
        name,
        folder: own,
        template,
        platform,
        ledger,
        seed: seed + 104_729 * numberOf(name),
        cutLine: () => proxy.cut(name),
        onBug: (text) => void bugs.push(text),
      })
    }
    const stationIds = new Map<Laptop, string>()
    const joinFleet = async (laptop: Laptop, code: string): Promise<void> => {
      await laptop.box().call('fleet.join', { code, hub: proxy.urlFor(laptop.name), name: laptop.name })
      const { fleet } = await laptop.box().call('app.snapshot', {})
      stationIds.set(laptop, fleet?.station ?? '')
    }
    const office = await open('office')
    closing.push(() => office.close())
    await joinFleet(office, await database.firstCode())
    const invite = async (role: 'station' | 'supervisor'): Promise<string> =>
      (await office.box().call('fleet.invite', { role, hours: 1 })).code
    const observer = await createObserver(proxy.urlFor('observer'), await invite('supervisor'), ledger)
    closing.push(observer.close)

    const laptops: Laptop[] = []
    closing.push(() => Promise.all(laptops.map((laptop) => laptop.close())))
    const names = Array.from({ length: stations }, (_, index) => `van-${index + 1}`)
    const work = async (): Promise<void> => {
      for (let name = names.shift(); name !== undefined; name = names.shift()) {
        const laptop = await open(name)
        laptops.push(laptop)
        await joinFleet(laptop, await invite('station'))
      }
    }
    await Promise.all(Array.from({ length: joinsAtOnce }, work))
    say(`${stations} laptops have joined`)
    return {
      cluster,
      hubs,
      proxy,
      ledger,
      platform,
      observer,
      office,
      laptops,
      bugs,
      close,
      technicians: createTechnicians(platform, ledger),
      stationOf: (laptop) => stationIds.get(laptop) ?? '',
      setStormy: (next) => void (isStormy = next),
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Of `van-7` it is 7. */
const numberOf = (laptop: string): number => Number(/\d+$/.exec(laptop)?.[0] ?? 0)

async function makeTemplate(
  folder: string,
  platform: SharedPlatform,
): Promise<{ folder: string; settings: ReturnType<typeof keepSettings> }> {
  const settings = keepSettings()
  const clock = {
    now: Date.now,
    elapsed: () => performance.now(),
    after: () => () => undefined,
    end: () => undefined,
  }
  const transport = {
    exchange: (request: Parameters<SharedPlatform['exchange']>[1]) => platform.exchange('template', request),
  }
  const box = await openBox({ folder, clock, transport, settings, random: drawnRandom(createDraw(1)) })
  await connectBox(box, platform, { longestProcessingSeconds })
  await box.stop()
  return { folder, settings }
}
