import { setTimeout as delay } from 'node:timers/promises'
import { makeClaimKey, makeJobId, nextVersion } from '../../fakes/hub/test-fleet.ts'
import { inMs, mustBe } from '../paired.ts'
import { summarise, type Metric } from '../metric.ts'
import { quantile } from '../statistics.ts'
import { findFleetObstacle, openFleetStage, type FleetStage } from './fleet-stage.ts'

const stations = 500
const aSecond = 90
const seconds = 20
const runs = 5

export const fleetClaim: Metric = {
  key: 'fleet_claim_p99_ms',
  title:
    'p99 of a claim of three keys at 90 a second with 500 connected stations, over TLS, committed to disk; in milliseconds',
  gate: { atMost: 25 },
  findObstacle: findFleetObstacle,
  async measure() {
    const stage = await openFleetStage(stations)
    try {
      // Each station has its stream open and its connection warm.
      for (const station of stage.stations) {
        await station.follow()
        await station.call('claims.find', { keys: [makeClaimKey()] })
      }
      await claimFor(stage, 3)
      const all = []
      for (let run = 0; run < runs; run += 1) all.push(await claimFor(stage, seconds))
      const claims = all.flat()
      mustBe('keys that are taken', await countClaims(stage), 3 * (claims.length + 3 * aSecond))
      return summarise(
        all.map((times) => quantile(times, 0.99)),
        [
          `${claims.length} claims, each of them held and stored; median ${inMs(quantile(claims, 0.5))}, longest ${inMs(quantile(claims, 1))}`,
          'counted from when a claim was due, so that a slow one makes those after it late as well',
        ],
      )
    } finally {
      await stage.close()
    }
  },
}

/** Claims at a steady rate, whatever the hub answers, and returns how long each took. Every 30 s each station reports its status, too. */
async function claimFor({ stations: all }: FleetStage, forSeconds: number): Promise<readonly number[]> {
  const started = performance.now()
  const claims: Promise<number>[] = []
  const reports: Promise<unknown>[] = []
  for (let count = 0; count < aSecond * forSeconds; count += 1) {
    const due = started + (count * 1000) / aSecond
    const early = due - performance.now()
    if (early > 0) await delay(early)
    const station = all[Math.floor(Math.random() * all.length)]
    const reporting = all[Math.floor((count * all.length) / (aSecond * 30)) % all.length]
    if (station === undefined || reporting === undefined) throw new Error('There are stations')
    const keys = [makeClaimKey(), makeClaimKey(), makeClaimKey()]
    claims.push(
      station.call('claims.take', { jobs: [{ job: makeJobId(), keys, version: nextVersion() }] }).then(({ jobs }) => {
        mustBe('the claim', jobs[0]?.result, 'held')
        return performance.now() - due
      }),
    )
    if (count % 5 === 0) reports.push(reporting.call('status.put', makeReport(count)))
  }
  await Promise.all(reports)
  return Promise.all(claims)
}

/** A status that differs from the one before. */
export const makeReport = (unsent: number) => ({
  version: '1.0.0',
  counts: { unsent, sending: 0, needsYou: 0, refused: 0 },
  totals: [],
})

async function countClaims({ database }: FleetStage): Promise<unknown> {
  const [row] = await database.as(
    'postgres',
    'select count(*)::integer as count from setdesk.claim where job is not null',
  )
  return row?.['count']
}
