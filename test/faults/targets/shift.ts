import { setTimeout as delay } from 'node:timers/promises'
import { ensureBuilt } from '../../../scripts/lib/build.mjs'
import { compareWithLedger, type SavedWork } from '../compare-ledger.ts'
import { createPageCounter } from '../shift/count-page.ts'
import type { HostCount } from '../shift/count-host.ts'
import { describeHour, describeShift, judgeHours } from '../shift/judge-shift.ts'
import { measureFiles } from '../shift/measure-files.ts'
import { openShift, type Shift } from '../shift/open-shift.ts'
import { planShift } from '../shift/plan-shift.ts'
import { playHour, type HourFigures } from '../shift/play-hour.ts'
import { judge, type Target } from './target.ts'

const fullSize = 2000
const mostHours = 8
const leastOfAnHour = 25

/**
 * A working day at a counter: a host process, a page in a browser, and time that passes faster. Size: activations; fewer than 200
 * make fewer hours.
 */
export const shift: Target = async (options) => {
  const { seed, size: activations = fullSize, say = () => undefined } = options
  if (!(await ensureBuilt())) throw new Error('The page is not built')
  const hours = Math.min(mostHours, Math.max(2, Math.floor(activations / leastOfAnHour)))
  const plan = planShift({ seed, activations, hours })
  const open = await openShift(options)
  try {
    const countPage = await createPageCounter(open.page.page)
    const figures: HourFigures[] = []
    const saved: SavedWork[] = []
    for (const [hour, own] of plan.entries()) {
      saved.push(...(await playHour(open, hour, own)))
      await open.page.goHome()
      const jobs = saved.length + open.counter.saved().length
      const [host, page] = [await countStill(open), await countPage()]
      const counted = { at: open.host.lived(), jobs, host, page, files: measureFiles(open.dataFolder) }
      figures.push(counted)
      say(describeHour(counted))
    }
    saved.push(...open.counter.saved())
    say(
      Object.entries(open.counter.done())
        .map(([what, count]) => `${count} ${what}`)
        .join(', '),
    )
    const wrong = [...judgeHours(figures), ...(await judgeEffects(open, saved, activations))]
    await open.host.end()
    return judge('shift', options, {
      figure: `${saved.length} activations in ${hours} h, each done once; after the last hour as a multiple of the first: ${describeShift(figures)}`,
      bound:
        'memory 1.1 of the first hour, no handle, listener, document or worker more, files bounded, each done once',
      wrong,
    })
  } finally {
    await open.close()
  }
}

/** Every piece of work is done, and each of its effects is in the platform's ledger once. */
async function judgeEffects(
  { platform, counter }: Shift,
  saved: readonly SavedWork[],
  activations: number,
): Promise<readonly string[]> {
  const jobs = await counter.jobs()
  const { lost, doubled, astray } = compareWithLedger(saved, jobs, platform.ledger())
  return [
    ...(saved.length === activations ? [] : [`${saved.length} of ${activations} were saved`]),
    ...lost.map((line) => `lost: ${line}`),
    ...doubled.map((line) => `doubled: ${line}`),
    ...astray.map((line) => `astray: ${line}`),
    ...jobs.filter(({ state }) => state !== 'done').map(({ id, state, why }) => `job ${id} is ${state} (${why?.code})`),
  ]
}

/** Idle connections are closed, and an idle thread is ended, after 5 seconds at the latest. V8 keeps the pages of a thread for 8 more. */
const settledMs = 15_000
const longestMs = 30_000
const pauseMs = 500
/** Only the stream of events stays. */
const streams = 1

/** Counts once nothing idle is left open. Meanwhile no time passes. */
async function countStill({ host }: Shift): Promise<HostCount> {
  const begun = performance.now()
  const { atWork } = await host.count()
  for (;;) {
    await delay(pauseMs)
    const count = await host.count()
    const waited = performance.now() - begun
    const isStill = waited > settledMs && (count.handles['TCPSocketWrap'] ?? 0) <= streams
    if (isStill || waited > longestMs) {
      await host.passUntil(0)
      return { ...count, atWork }
    }
  }
}
