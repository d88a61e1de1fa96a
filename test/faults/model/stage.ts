import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { defaultPreferences } from '../../../src/main/host/settings.ts'
import { createDirectPlatform, type DirectPlatform } from '../inside/direct-platform.ts'
import { keepSettings } from '../inside/open-box.ts'
import { createVirtualTime, type VirtualTime } from '../inside/virtual-time.ts'
import { createWorld } from '../inside/world.ts'
import type { Event } from './events.ts'
import { perform, type Stock } from './perform.ts'
import { openShop, type Shop } from './shop.ts'

/** How the app is set for a sequence, and what its randomness begins with. */
export interface Setting {
  readonly seed: number
  readonly resendsRenewals: boolean
  /** The connection has the platform's products with their names. */
  readonly knowsProducts: boolean
}

/** Where sequences are played, one after the other, each with an app and customers of its own. */
export interface Stage {
  /** Lets `act` do what it wants with the app, then lets all come to rest. Throws at the first promise that is not kept. */
  readonly play: (setting: Setting, act: (shop: Shop, stock: Stock) => Promise<void>) => Promise<void>
  /** The next sequence has a new platform: one that was played before would find its own customers there. */
  readonly clear: () => void
  readonly close: () => void
}

/** Sequences that share a platform: its lists grow with each. */
const perPlatform = 50
const processingSeconds = 120

/** Connects one data folder; each sequence begins on a copy of it. */
export async function openStage(folder: string): Promise<Stage> {
  const template = await makeTemplate(join(folder, 'template'))
  let time: VirtualTime = createVirtualTime()
  let platform: DirectPlatform | undefined
  let number = 0
  const clear = (): void => {
    platform?.close()
    platform = undefined
  }

  return {
    async play(setting, act) {
      if (number % perPlatform === 0) clear()
      platform ??= createDirectPlatform(() => time.true())
      number += 1
      time = createVirtualTime()
      const customers = [`old-${number}-0`, `old-${number}-1`]
      for (const userid of customers) platform.makeCustomer(userid)
      const stock = { number, customers, hostname: platform.hostnames[0] ?? '' }
      const own = join(folder, `sequence-${number}`)
      const world = await createWorld({ seed: setting.seed, folder: own, platform, time, template: template(setting) })
      const shop = openShop(world, platform, processingSeconds * 1000)
      try {
        await act(shop, stock)
        await shop.conclude()
      } finally {
        await shop.close()
        rmSync(own, { recursive: true, force: true })
      }
    },
    clear,
    close: clear,
  }
}

/** Plays events that are kept, without the generator. */
export const playEvents = (stage: Stage, setting: Setting, events: readonly Event[]): Promise<void> =>
  stage.play(setting, async (shop, stock) => {
    for (const event of events) await perform(shop, stock, event)
  })

async function makeTemplate(folder: string) {
  const world = await createWorld({
    seed: 1,
    folder,
    connection: { longestProcessingSeconds: processingSeconds, concurrency: 4 },
  })
  const { connection, platform } = world
  const known = platform.products.map(({ id, name }) => ({
    productid: id,
    name,
    months: 12,
    days: 0,
    renewalinterval: 1,
  }))
  await world.close()
  return ({ resendsRenewals, knowsProducts }: Setting) => {
    const own = { ...connection, resendsRenewals, products: knowsProducts ? known : [] }
    const settings = keepSettings({
      preferences: { ...defaultPreferences, technician: 'Sam' },
      connections: [own],
      activeConnectionId: own.id,
    })
    return { folder: join(folder, 'life-0'), settings, connection: own }
  }
}
