import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { runDrawn, type DrawnRun, type NeedsYou, type Weather } from '../dialects/run-drawn.ts'
import { judge, type Target } from './target.ts'

const fair = { faults: 0, kills: 0, hides: 0 }
const foul = { faults: 0.12, kills: 0.01, hides: 0 }
/** Requests fail, and after a fault the platform's lists are often empty for a while. So more jobs need a technician. */
const hiding = { faults: 0.3, kills: 0.01, hides: 1 }
const weathers = [fair, foul, fair, hiding] as const
/** Largest shares of jobs that may need the technician, on platforms whose lists show the effects. */
const mostInFairWeather = 0.01
const mostInFoulWeather = 0.03

/**
 * Runs the app on unknown generated platforms, every second one under faults and kills; their own ledgers decide. The lists of every
 * fourth one are empty for a while after a fault.
 */
export const dialects: Target = async (options) => {
  const { seed, folder, size = 500, say } = options
  const runs: DrawnRun[] = []
  for (let number = 0; number < size; number += 1) {
    const own = join(folder, `platform-${number}`)
    runs.push(
      await runDrawn({
        seed: seed * 1000 + number,
        folder: own,
        weather: weathers[number % weathers.length] ?? fair,
        resendsRenewals: Math.floor(number / weathers.length) % 2 === 0,
      }),
    )
    rmSync(own, { recursive: true, force: true })
    if ((number + 1) % 50 === 0) say?.(`${number + 1} platforms`)
  }
  const wrong = runs.flatMap((run) => run.wrong.map((line) => `platform ${run.seed}: ${line}`))
  const sharesIn = (weather: Weather) =>
    shares(runs.filter((_, number) => weathers[number % weathers.length] === weather))
  const [inFair, inFoul, inHiding] = [sharesIn(fair), sharesIn(foul), sharesIn(hiding)]
  say?.(`in fair weather: ${inFair.line}`)
  say?.(`under faults and kills: ${inFoul.line}`)
  say?.(`and with lists that are empty for a while: ${inHiding.line}`)
  if (inFair.readable > mostInFairWeather) wrong.push(`${percent(inFair.readable)} need you in fair weather`)
  if (inFoul.readable > mostInFoulWeather) wrong.push(`${percent(inFoul.readable)} need you under faults`)
  const jobs = runs.reduce((sum, run) => sum + run.jobs, 0)
  const kills = runs.reduce((sum, run) => sum + run.kills, 0)
  return judge('dialects', options, {
    figure: `${runs.length} platforms, ${jobs} jobs, ${kills} kills: ${wrong.length} contradictions; of the jobs that can be read back, mapped, ${percent(inFair.readable)} need you, ${percent(inFoul.readable)} under faults, ${percent(inHiding.readable)} where lists are empty for a while`,
    bound: `${size} platforms with no lost, doubled or false word, at most ${percent(mostInFairWeather)} need you in fair weather and ${percent(mostInFoulWeather)} under faults`,
    wrong,
  })
}

/**
 * What a read of the step must show, with the notes of platforms that do not show it. A reader cannot know what a platform does
 * not tell, so such jobs are counted separately.
 */
const needs: Readonly<Record<string, readonly string[]>> = {
  logIn: ['no mapping ID', 'demand the password'],
  end: ['no read shows an end date', 'shows no end date', 'show no end date', 'fall on another day'],
  product: ['no product'],
  status: ['no status'],
}
const neededBy: Readonly<Record<string, readonly (keyof typeof needs)[]>> = {
  'new-customer': ['logIn'],
  renewal: ['end'],
  'product-change': ['end', 'product'],
  disable: ['status'],
  enable: ['status'],
  'existing-customer': [],
  hostname: [],
}

/** Whether the platform's lists show what is needed to read back this kind of job. */
const isReadable = ({ platform: { description } }: DrawnRun, kind: string): boolean =>
  (neededBy[kind] ?? []).every(
    (need) =>
      // 24-FEB-27 may be a day of 2027 or of 2024.
      !(need === 'end' && description.values.dateForm === 'dd-MON-yy') &&
      !description.notes.some((note) => needs[need]?.some((part) => note.includes(part))),
  )

const kindsInABatch = [
  ...Array.from({ length: 8 }, () => 'new-customer'),
  'existing-customer',
  'hostname',
  'renewal',
  'product-change',
  'disable',
  'enable',
]

interface Share {
  readonly jobs: number
  readonly needsYou: number
}
const ratio = ({ jobs, needsYou }: Share): number => needsYou / Math.max(1, jobs)

function shareOf(
  runs: readonly DrawnRun[],
  of: (run: DrawnRun) => readonly NeedsYou[],
  counts: (run: DrawnRun, kind: string) => boolean = () => true,
): Share {
  const count = (kinds: (run: DrawnRun) => readonly string[]): number =>
    runs.reduce((sum, run) => sum + kinds(run).filter((kind) => counts(run, kind)).length, 0)
  return { jobs: count(() => kindsInABatch), needsYou: count((run) => of(run).map(({ kind }) => kind)) }
}

/** On every second platform the operator wants to confirm before money is spent again: those jobs are counted separately. */
const notByWish = (run: DrawnRun): readonly NeedsYou[] => run.mapped.filter(({ why }) => why !== 'not-applied')

function shares(runs: readonly DrawnRun[]): { readonly readable: number; readonly line: string } {
  const mapped = shareOf(runs, notByWish, isReadable)
  const whys = new Map<string, number>()
  for (const run of runs)
    for (const { kind, why } of run.mapped) {
      const key = `${kind} ${why}${isReadable(run, kind) ? '' : ' (not told)'}`
      whys.set(key, (whys.get(key) ?? 0) + 1)
    }
  const asked = runs.reduce((sum, run) => sum + run.asked, 0)
  const unmapped = percent(ratio(shareOf(runs, (run) => run.unmapped)))
  const all = percent(ratio(shareOf(runs, (run) => run.mapped)))
  return {
    readable: ratio(mapped),
    line: `need you before the field mapping ${unmapped}, after it ${all}; of the ${mapped.jobs} jobs that the lists of their service can tell of ${percent(ratio(mapped))} (${[...whys].map(([why, count]) => `${why} ${count}`).join(', ')}); the lane asked ${asked} times`,
  }
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`
