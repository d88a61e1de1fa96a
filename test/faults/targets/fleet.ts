import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { judgeAudit } from '../fleet/judge-audit.ts'
import { judgeCare } from '../fleet/judge-care.ts'
import { judgeClaims } from '../fleet/judge-claims.ts'
import { judgeEffects } from '../fleet/judge-effects.ts'
import { judgeRevoked } from '../fleet/judge-revoked.ts'
import { openStage, type FleetStage } from '../fleet/open-stage.ts'
import { settleFleet } from '../fleet/settle-fleet.ts'
import { playStorm } from '../fleet/storm.ts'
import { findPostgres } from '../../postgres/find-postgres.ts'
import { judge, type Target } from './target.ts'

const wholeFleet = 500
const bound =
  'of 500 stations: 0 double winners, 0 acknowledged claims, copies and audit lines lost, 0 jobs lost, 0 sent by two, nothing for a revoked station'

/** A fleet of laptops with the whole app on each, two hubs and a PostgreSQL cluster, while everything fails. `size`: stations. */
export const fleet: Target = async (options) => {
  const { seed, folder, size = wholeFleet, say = () => undefined } = options
  const place = findPostgres('pg_basebackup')
  if (!place.ok) return judge('fleet', options, { figure: `not run: ${place.error}`, bound, wrong: [place.error] })
  const stage = await openStage({ seed, folder, stations: size, place: place.value, say })
  try {
    const played = await playOn(stage, { seed, size, say })
    if (played.wrong.length > 0)
      writeFileSync(
        join(folder, 'ledger.jsonl'),
        stage.ledger
          .all()
          .map((one) => `${JSON.stringify(one)}\n`)
          .join(''),
      )
    return judge('fleet', options, { ...played, bound })
  } finally {
    await stage.close()
  }
}

async function playOn(
  stage: FleetStage,
  { seed, size, say }: { seed: number; size: number; say: (line: string) => void },
) {
  const isWhole = size >= wholeFleet
  const storm = await playStorm(stage, {
    seed,
    turns: isWhole ? 12 : 14,
    rounds: isWhole ? 2 : 1,
    rescues: isWhole ? 40 : 6,
    revocations: isWhole ? 6 : 1,
    betweenTurns: Math.max(1200, size * 26),
  })
  say(`the storm is over: ${JSON.stringify(storm.serverFaults)}`)
  const ending = await settleFleet(stage, storm, say)
  const all = stage.ledger.all()
  const claims = judgeClaims(all)
  const care = judgeCare(all)
  const audit = judgeAudit(all)
  const effects = judgeEffects(all)
  const revoked = judgeRevoked(all)
  const { died, wentOffline, clocksSet, moved, serverFaults } = storm
  const broken = Object.values(serverFaults).reduce((sum, count) => sum + count, 0)
  return {
    figure:
      `${size} stations, ${stage.technicians.saved.length} jobs, ${effects.counts.contested} contested boxes; ${broken} server faults, ${died} laptops died, ${wentOffline} offline, ${clocksSet} clocks set, ` +
      `${moved} jobs moved, ${storm.revoked.size} stations revoked; ${claims.counts.acknowledged} claims acknowledged, ${claims.counts.conflicts} conflicts, ${audit.acknowledged} audit lines; ` +
      `${effects.counts.effects} effects, ${effects.counts.rescued} moved jobs sent, ${effects.counts.unguarded} sent by two that could not ask; ${ending.counts.done} done, ${ending.counts.losers} losers told who has it, ${ending.counts.dropped} dropped, ${ending.counts.needsYou} need a technician`,
    wrong: [
      ...stage.bugs.map((text) => `bug: ${text}`),
      ...all.flatMap((one) => (one.what === 'fault' && one.fault.startsWith('proxy:') ? [one.fault] : [])),
      ...[claims, care, audit, effects, revoked, ending].flatMap(({ wrong }) => wrong),
    ],
  }
}
