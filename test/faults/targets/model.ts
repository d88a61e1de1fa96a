import { rmSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { defaultPreferences } from '../../../src/main/host/settings.ts'
import { createDirectPlatform, type DirectPlatform } from '../inside/direct-platform.ts'
import { keepSettings } from '../inside/open-box.ts'
import { createVirtualTime, type VirtualTime } from '../inside/virtual-time.ts'
import { createWorld } from '../inside/world.ts'
import { anySequence, type Stock } from '../model/commands.ts'
import { openShop } from '../model/shop.ts'
import { judge, type Target } from './target.ts'

/** Tries to make a counter-example shorter; then the shortest so far must do. */
const mostShrinks = 300
/** Sequences that share a platform: its lists grow with each. */
const perPlatform = 50
const longest = 24
const processingSeconds = 120

/** Anything that can happen, in any order: no sequence of it may break a promise. Counter-examples are shrunk. */
export const model: Target = async (options) => {
  const { seed, folder, size = 10_000, say } = options
  const template = await makeTemplate(folder)
  let time: VirtualTime = createVirtualTime()
  let platform: DirectPlatform | undefined
  let stock: Stock | undefined
  let sequences = 0
  let commands = 0
  let shrinks: number | undefined
  const inStock = (): Stock => {
    if (stock === undefined) throw new Error('There is nothing in stock')
    return stock
  }

  const details = await fc.check(
    fc.asyncProperty(anySequence(inStock, longest), async (sequence) => {
      if (sequences % perPlatform === 0) {
        platform?.close()
        platform = createDirectPlatform(() => time.true())
      }
      if (shrinks !== undefined) shrinks += 1
      if (platform === undefined || (shrinks ?? 0) > mostShrinks) return
      sequences += 1
      if (sequences % 500 === 0) say?.(`${sequences} sequences`)
      time = createVirtualTime()
      const customers = [`old-${sequences}-0`, `old-${sequences}-1`]
      for (const userid of customers) platform.makeCustomer(userid)
      stock = { number: sequences, customers, hostname: platform.hostnames[0] ?? '' }
      const own = join(folder, `sequence-${sequences}`)
      const world = await createWorld({
        seed: seed + sequences,
        folder: own,
        platform,
        time,
        template: template(sequences),
      })
      const shop = openShop(world, platform, processingSeconds * 1000)
      try {
        await fc.asyncModelRun(() => ({ model: {}, real: shop }), sequence)
        await shop.conclude()
        commands += Array.from(sequence).length
      } catch (error) {
        shrinks ??= 0
        throw error
      } finally {
        await shop.close()
        rmSync(own, { recursive: true, force: true })
      }
    }),
    { seed, numRuns: size, endOnFailure: false },
  )
  platform?.close()
  const { failed, counterexamplePath, counterexample, errorInstance, numShrinks } = details
  const problem =
    errorInstance instanceof Error ? (errorInstance.stack ?? errorInstance.message) : String(errorInstance)
  return judge('model', options, {
    figure: `${failed ? details.numRuns - 1 : details.numRuns} sequences, ${commands} commands, ${failed ? 1 : 0} violations`,
    bound: `${size} sequences with no violation`,
    wrong: failed
      ? [`path ${counterexamplePath} after ${numShrinks} shrinks: ${fc.stringify(counterexample?.[0])}`, problem]
      : [],
  })
}

/** A data folder that is connected already; whether renewals are sent again by themselves takes turns. */
async function makeTemplate(folder: string) {
  const made = join(folder, 'template')
  const world = await createWorld({
    seed: 1,
    folder: made,
    connection: { longestProcessingSeconds: processingSeconds, concurrency: 4 },
  })
  const { connection } = world
  await world.close()
  return (number: number) => {
    const own = { ...connection, resendsRenewals: number % 2 === 0 }
    const settings = keepSettings({
      preferences: { ...defaultPreferences, technician: 'Sam' },
      connections: [own],
      activeConnectionId: own.id,
    })
    return { folder: join(made, 'life-0'), settings, connection: own }
  }
}
