import { join } from 'node:path'
import { sharedRead } from '../../../src/main/jobs/shared-reading.ts'
import { driveKills } from '../drive-kills.ts'
import { strikeAnew, surveyPoints } from '../kill-scenario.ts'
import { describeReport, shortfalls } from '../report.ts'
import { judge, type Target } from './target.ts'

/** Jobs per kill: each kill must find work. */
const jobsToAKill = 4
const processingSeconds = 1.5
/** Enough kills for every point, and for as many at any time. */
const enoughForEveryPoint = 200
/** Tries per point on a new ledger, each with another seed; more tries would only hope for luck. */
const tries = 3

const written = ['beginAttempt', 'endAttempt', 'addReading', 'settleStep', 'standJob', 'enqueue', 'purgeCachedAnswers']
const asked = [
  'addCustomerWithDevice',
  'AddMacAddressForUser',
  'AddMacAddressToHostname',
  'getCustomer',
  'getCustomers',
  'devices',
  'GetMacAddressesUnderHostname',
  'GetCustomerStatusByReseller',
  sharedRead,
]
/** The points around a call, in the order in which the app passes them. */
export const pointsAround = (name: string): readonly string[] => [
  `before sending ${name}`,
  `after sending ${name}`,
  `before taking the reply to ${name}`,
  `after taking the reply to ${name}`,
]
/** Points that must exist: a point that the app never passes cannot be hit, so nothing would be proved about it. */
const essentialPoints: readonly string[] = [
  ...written.flatMap((name) => [`before the commit of ${name}`, `after the commit of ${name}`]),
  ...asked.flatMap(pointsAround),
]

/**
 * Kills the app again and again while it sends to a platform with many faults; the platform's own ledger decides. First finds all
 * points, then hits each one. A point that a ledger passes only once is hit on a new ledger.
 */
export const kill: Target = async (options) => {
  const { seed, folder, size = 200, say } = options
  const wanted = { kills: size, jobs: Math.ceil(size * jobsToAKill) }
  const isWhole = size >= enoughForEveryPoint
  const of = (name: string, number: number) => ({ seed: seed + number, folder: join(folder, name), processingSeconds })
  const survey = isWhole ? await surveyPoints(of('survey', 1)) : undefined
  say?.(`${survey?.always.length ?? 0} points of every life, ${survey?.once.length ?? 0} of a new ledger`)
  const onKill = (kills: number): void => {
    if (kills % 50 === 0) say?.(`${kills} kills`)
  }
  const report = await driveKills({ ...wanted, seed, folder, processingSeconds, onKill, plan: survey?.always ?? [] })
  const wrong = [...shortfalls(report, wanted)]
  const points = new Set([...report.points, ...(survey?.always ?? []), ...(survey?.once ?? [])])
  const missed: string[] = []
  let anew = 0
  for (const point of points) {
    if (!isWhole || (report.points.includes(point) && !report.unstruck.includes(point))) continue
    let isStruck = false
    for (let one = 0; one < tries && !isStruck; one += 1) {
      anew += 1
      const struck = await strikeAnew(of(`point-${anew}`, 1 + anew), point)
      wrong.push(...struck.wrong)
      isStruck = struck.isStruck
    }
    if (!isStruck) missed.push(point)
  }
  if (isWhole)
    wrong.push(...essentialPoints.filter((point) => !points.has(point)).map((point) => `no app came by ${point}`))
  wrong.push(...missed.map((point) => `no kill ${point}`))
  const struckPoints = isWhole ? points.size - missed.length : report.points.length - report.unstruck.length
  const needsYou = ((100 * report.needsYou.length) / Math.max(1, report.saved)).toFixed(1)
  return judge('kill', options, {
    figure: `${report.saved} jobs, ${report.killCount} kills and ${anew} on new ledgers, at ${struckPoints} of ${points.size} named points: ${report.lost.length} lost, ${report.doubled.length} doubled, ${report.astray.length} astray, ${needsYou} % need a person, nothing moved for ${report.longestStill.toFixed(0)} s at the longest`,
    bound: `${wanted.jobs} jobs and ${wanted.kills} kills, at every named point, with 0 lost and 0 doubled, at most 1 % need a person, no stall`,
    wrong: wrong.length === 0 ? [] : [...wrong, describeReport(report)],
  })
}
