import { setTimeout as delay } from 'node:timers/promises'
import { startHubProcess } from '../../fakes/hub/hub-process.ts'
import { summarise, type Metric } from '../metric.ts'
import { inMs, inTurn, mustBe } from '../paired.ts'
import { median } from '../statistics.ts'
import { openWaitingApp, type WaitingApp } from '../waiting-app.ts'

const waiting = 1000
const pairs = 15
const saves = 40

/** The median time of this many saves, milliseconds. */
async function timeSaves(app: WaitingApp): Promise<number> {
  const times: number[] = []
  for (let save = 0; save < saves; save += 1) times.push(await app.save())
  return median(times)
}

export const fleetSaveOverhead: Metric = {
  key: 'fleet_save_overhead',
  title: 'time to save a job: in a fleet whose hub answers / without a fleet (p50)',
  gate: { atMost: 1.1 },
  async measure() {
    const hub = await startHubProcess(['--try', '--port', '0'])
    const member = await openWaitingApp({ hub: hub.printed.url, code: hub.printed.code ?? '' })
    const alone = await openWaitingApp()
    try {
      for (const app of [member, alone]) await app.fill(waiting)
      const figures = await inTurn(
        pairs,
        () => timeSaves(member),
        () => timeSaves(alone),
      )
      for (const app of [member, alone]) mustBe('saved jobs', await app.waiting(), waiting + (pairs + 1) * saves)
      while ((await member.unchecked()) !== 0) await delay(100)
      return summarise(
        figures.map(([inFleet, without]) => inFleet / without),
        [
          `p50 ${inMs(median(figures.map(([inFleet]) => inFleet)))} in the fleet, ${inMs(median(figures.map(([, without]) => without)))} without`,
          'every job of either is there, and the hub answered about all of the first',
        ],
      )
    } finally {
      await member.close()
      await alone.close()
      await hub.kill()
    }
  },
}
