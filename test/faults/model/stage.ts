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

/** The settings of the app for a sequence, and its random seed. */
export interface Setting {
  readonly seed: number
  readonly resendsRenewals: boolean
  /** Whether the connection has the platform's products with their names. */
  readonly knowsProducts: boolean
}

/** Plays sequences one after the other, each with its own app and customers. */
export interface Stage {
  /** Runs `act` with the app, then lets all jobs come to rest. Throws at the first broken promise. */
  readonly play: (setting: Setting, action: (shop: Shop, stock: Stock) => Promise<void>) => Promise<void>
  /** Gives the next sequence a new platform, because a replayed sequence would find its own customers on the old one. */
  readonly clear: () => void
  readonly close: () => void
}

/** How many sequences share a platform: its lists grow with each. */
const perPlatform = 50
const processingSeconds = 120

/** Connects one data folder; each sequence starts with a copy of it. */
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
    async play(setting, action) {
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
        await action(shop, stock)
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

/** Plays stored events, without the generator. */
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
