import { join } from 'node:path'
import { driveKills } from '../drive-kills.ts'
import { strikeAnew, surveyPoints } from '../kill-scenario.ts'
import { describeReport, shortfalls } from '../report.ts'
import { judge, type Target } from './target.ts'

/** Jobs to a kill: there must be work for each of them to meet. */
const jobsToAKill = 4
const processingSeconds = 1.5
/** Kills that leave room for every point, and for as many at any time. */
const enoughForEveryPoint = 200
/** Tries at a point on a new ledger, each by another seed; more would be looking for luck. */
const tries = 3

const written = ['beginAttempt', 'endAttempt', 'addReading', 'settleStep', 'standJob', 'enqueue', 'purgeKeptAnswers']
const asked = [
  'addCustomerWithDevice',
  'AddMacAddressForUser',
  'AddMacAddressToHostname',
  'getCustomer',
  'getCustomers',
  'devices',
  'GetMacAddressesUnderHostname',
  'GetCustomerStatusByReseller',
]
/** Points that there must be: one that is not come by cannot be struck, and nothing would be proved of it. */
export const essentialPoints: readonly string[] = [
  ...written.flatMap((name) => [`before the commit of ${name}`, `after the commit of ${name}`]),
  ...asked.flatMap((name) => [
    `before sending ${name}`,
    `after sending ${name}`,
    `before taking the reply to ${name}`,
    `after taking the reply to ${name}`,
  ]),
]

/**
 * Kills a desk again and again while it drains against a platform on a bad day; by the platform's own ledger. Which points there are
 * is found out first; each is struck by plan, one that a ledger comes by once on a new ledger.
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
    wrong.push(...essentialPoints.filter((point) => !points.has(point)).map((point) => `no desk came by ${point}`))
  wrong.push(...missed.map((point) => `no kill ${point}`))
  const struckPoints = isWhole ? points.size - missed.length : report.points.length - report.unstruck.length
  const needsYou = ((100 * report.needsYou.length) / Math.max(1, report.saved)).toFixed(1)
  return judge('kill', options, {
    figure: `${report.saved} jobs, ${report.killCount} kills and ${anew} on new ledgers, at ${struckPoints} of ${points.size} named points: ${report.lost.length} lost, ${report.doubled.length} doubled, ${report.astray.length} astray, ${needsYou} % need a person, nothing moved for ${report.longestStill.toFixed(0)} s at the longest`,
    bound: `${wanted.jobs} jobs and ${wanted.kills} kills, at every named point, with 0 lost and 0 doubled, at most 1 % need a person, no stall`,
    wrong: wrong.length === 0 ? [] : [...wrong, describeReport(report)],
  })
}
