import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { runDrawn, type DrawnRun, type NeedsYou } from '../dialects/run-drawn.ts'
import { judge, type Target } from './target.ts'

const fair = { faults: 0, kills: 0 }
const foul = { faults: 0.12, kills: 0.01 }
/** Shares of jobs that may need the technician on services whose lists can be read. */
const mostInFairWeather = 0.01
const mostInFoulWeather = 0.03

/** Drawn platforms that nobody has met, each with a full run, every other one under faults and kills; by its own ledger. */
export const dialects: Target = async (options) => {
  const { seed, folder, size = 500, say } = options
  const runs: DrawnRun[] = []
  for (let number = 0; number < size; number += 1) {
    const own = join(folder, `platform-${number}`)
    const isFoul = number % 2 === 1
    runs.push(
      await runDrawn({
        seed: seed * 1000 + number,
        folder: own,
        weather: isFoul ? foul : fair,
        resendsRenewals: number % 4 < 2,
      }),
    )
    rmSync(own, { recursive: true, force: true })
    if ((number + 1) % 50 === 0) say?.(`${number + 1} platforms`)
  }
  const wrong = runs.flatMap((run) => run.wrong.map((line) => `platform ${run.seed}: ${line}`))
  const inFair = shares(runs.filter((_, number) => number % 2 === 0))
  const inFoul = shares(runs.filter((_, number) => number % 2 === 1))
  for (const line of [`in fair weather: ${inFair.line}`, `under faults and kills: ${inFoul.line}`]) say?.(line)
  if (inFair.readable > mostInFairWeather) wrong.push(`${percent(inFair.readable)} need you in fair weather`)
  if (inFoul.readable > mostInFoulWeather) wrong.push(`${percent(inFoul.readable)} need you under faults`)
  const jobs = runs.reduce((sum, run) => sum + run.jobs, 0)
  const kills = runs.reduce((sum, run) => sum + run.kills, 0)
  return judge('dialects', options, {
    figure: `${runs.length} platforms, ${jobs} jobs, ${kills} kills: ${wrong.length} contradictions; of readable services, taught, ${percent(inFair.readable)} need you, ${percent(inFoul.readable)} under faults`,
    bound: `${size} platforms with no lost, doubled or false word, at most ${percent(mostInFairWeather)} and ${percent(mostInFoulWeather)} need you`,
    wrong,
  })
}

/** Whether the lists of a service tell all that a reading needs: what its notes say cannot be known is no fault of a reader. */
const isReadable = ({ platform }: DrawnRun): boolean =>
  !platform.description.notes.some((note) => unreadable.some((part) => note.includes(part)))

const unreadable = [
  'no end date',
  'an end date',
  'the day stands before the month',
  'the month stands before the day',
  'fall on another day',
  'no status',
  'no mapping ID',
  'no product',
  'demand the password',
  'columns have no names',
]

const jobsInABatch = 9

const share = (among: readonly DrawnRun[], of: (run: DrawnRun) => readonly NeedsYou[]): number =>
  among.reduce((sum, run) => sum + of(run).length, 0) / Math.max(1, among.length * jobsInABatch)

function shares(runs: readonly DrawnRun[]): { readonly readable: number; readonly line: string } {
  const readable = runs.filter(isReadable)
  const taught = share(readable, (run) => run.taught)
  const whys = new Map<string, number>()
  for (const run of readable)
    for (const { kind, why } of run.taught) whys.set(`${kind} ${why}`, (whys.get(`${kind} ${why}`) ?? 0) + 1)
  const asked = runs.reduce((sum, run) => sum + run.asked, 0)
  return {
    readable: taught,
    line: `need you before teaching ${percent(share(runs, (run) => run.untaught))}, after it ${percent(share(runs, (run) => run.taught))}; on ${readable.length} of ${runs.length} services whose lists can be read ${percent(share(readable, (run) => run.untaught))} and ${percent(taught)} (${[...whys].map(([why, count]) => `${why} ${count}`).join(', ')}); the lane asked ${asked} times`,
  }
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`
