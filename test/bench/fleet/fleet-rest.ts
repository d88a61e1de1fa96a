import { setTimeout as delay } from 'node:timers/promises'
import { mustBe } from '../paired.ts'
import type { Measured, Metric } from '../metric.ts'
import { makeReport } from './fleet-claims.ts'
import { findFleetObstacle, openFleetStage, type FleetStage, type LoadStation } from './fleet-stage.ts'

const few = 500
const many = 5000
const settleMs = 5000
const restSeconds = 70

/** Both figures come from one measurement, because to connect 5,000 stations takes a while. */
let measured:
  | Promise<{ readonly aStationKb: number; readonly restMb: number; readonly notes: readonly string[] }>
  | undefined

/** One measurement: memory hardly varies. */
const pick = (value: number, notes: readonly string[]): Measured => ({ value, low: value, high: value, notes })

export const fleetStationMemory: Metric = {
  key: 'fleet_stations_per_hub',
  title: 'memory of the hub for one more connected station, between 500 and 5,000; in kB',
  gate: { atMost: 100 },
  findObstacle: findFleetObstacle,
  async measure() {
    const { aStationKb, notes } = await (measured ??= measureRest())
    return pick(aStationKb, notes)
  },
}

export const fleetRest: Metric = {
  key: 'fleet_rest_5000_mb',
  title: 'memory of the hub with 5,000 connected stations at rest; in MB',
  gate: { atMost: 700 },
  findObstacle: findFleetObstacle,
  async measure() {
    const { restMb, notes } = await (measured ??= measureRest())
    return pick(restMb, notes)
  },
}

async function measureRest() {
  const stage = await openFleetStage(many)
  try {
    await connectAll(stage.stations.slice(0, few))
    await delay(settleMs)
    const atFew = stage.measureHub()
    await connectAll(stage.stations.slice(few))
    await delay(settleMs)
    const before = stage.measureHub()
    await delay(restSeconds * 1000)
    const after = stage.measureHub()
    mustBe('streams that are open', await countOpen(stage), many)
    const cpu = ((after.cpuSeconds - before.cpuSeconds) / restSeconds) * 100
    return {
      aStationKb: (after.residentKb - atFew.residentKb) / (many - few),
      restMb: after.residentKb / 1024,
      notes: [
        `${(atFew.residentKb / 1024).toFixed(0)} MB with 500 stations, ${(after.residentKb / 1024).toFixed(0)} MB with 5,000; each has a stream with TLS; a second connection, for calls, ends 4 s after the last one`,
        `at rest they take ${cpu.toFixed(1)} % of a core: signs of life every 20 s, and every minute a note that they are there`,
      ],
    }
  } finally {
    await stage.close()
  }
}

/** Opens the stream of each station and calls once on its other connection, some at a time. */
async function connectAll(stations: readonly LoadStation[]): Promise<void> {
  const waiting = [...stations]
  const work = async (): Promise<void> => {
    for (let station = waiting.pop(); station !== undefined; station = waiting.pop()) {
      const stream = await station.follow()
      mustBe('the stream', stream.status, 200)
      await station.call('status.put', makeReport(1))
    }
  }
  await Promise.all(Array.from({ length: 20 }, work))
}

/** Every station that still has its stream was noted to be there in the last two minutes. */
async function countOpen({ database }: FleetStage): Promise<unknown> {
  const [row] = await database.as(
    'postgres',
    `select count(*)::integer as count from setdesk.presence where seen_at > now() - interval '2 minutes'`,
  )
  return row?.['count']
}
