import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { driveKills } from '../drive-kills.ts'
import { describeReport, shortfalls } from '../report.ts'
import { judge, type Target } from './target.ts'

/** Jobs to a kill: there must be work for each of them to meet. */
const jobsToAKill = 4
const processingSeconds = 1.5
/** Kills, two of three of them at a named point. */
const enoughForEveryPoint = 200

/**
 * Kills a desk again and again while it drains against a platform on a bad day; by the platform's own ledger. A
 * point that a ledger comes by once in its life is struck on a new one.
 */
export const kill: Target = async (options) => {
  const { seed, folder, size = 200, say } = options
  const wanted = { kills: size, jobs: Math.ceil(size * jobsToAKill), everyPoint: size >= enoughForEveryPoint }
  const onKill = (kills: number): void => {
    if (kills % 50 === 0) say?.(`${kills} kills`)
  }
  const report = await driveKills({ ...wanted, seed, folder, processingSeconds, onKill })
  const wrong = [...shortfalls(report, wanted)]
  const unstruck = wanted.everyPoint ? report.unstruck : []
  const missed: string[] = []
  for (const [number, aimAt] of unstruck.entries()) {
    const small = { kills: 1, jobs: 8 }
    const own = join(folder, `point-${number}`)
    mkdirSync(own)
    const first = await driveKills({ ...small, seed: seed + number, folder: own, processingSeconds, aimAt })
    wrong.push(...shortfalls(first, { ...small, kills: 0 }).map((line) => `killed ${aimAt}: ${line}`))
    if (first.kills['point'] === undefined) missed.push(aimAt)
  }
  wrong.push(...missed.map((point) => `no kill ${point}`))
  const needsYou = ((100 * report.needsYou.length) / Math.max(1, report.saved)).toFixed(1)
  return judge('kill', options, {
    figure: `${report.saved} jobs, ${report.killCount} kills, at ${report.points - report.unstruck.length + unstruck.length - missed.length} of ${report.points} named points: ${report.lost.length} lost, ${report.doubled.length} doubled, ${report.astray.length} astray, ${needsYou} % need a person, nothing moved for ${report.longestStill.toFixed(0)} s at the longest`,
    bound: `${wanted.jobs} jobs and ${wanted.kills} kills, at every named point, with 0 lost and 0 doubled, at most 1 % need a person, no stall`,
    wrong: wrong.length === 0 ? [] : [...wrong, describeReport(report)],
  })
}
