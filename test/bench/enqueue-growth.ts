import { summarise, type Metric } from './metric.ts'
import { inMs, inTurn, mustBe } from './paired.ts'
import { median } from './statistics.ts'
import { openWaitingApp, type WaitingApp } from './waiting-app.ts'

const many = 100_000
const few = 10
const pairs = 15
const saves = 40

/** The median time of this many saves, milliseconds. */
async function halfOf(app: WaitingApp): Promise<number> {
  const times: number[] = []
  for (let index = 0; index < saves; index += 1) times.push(await app.save())
  return median(times)
}

export const enqueueGrowth: Metric = {
  key: 'enqueue_growth',
  title: 'time to save a job: 100,000 waiting / 10 waiting (p50)',
  gate: { atMost: 1.2 },
  async measure() {
    const full = await openWaitingApp()
    const empty = await openWaitingApp()
    try {
      await full.fill(many)
      // Grows and rewrites both files first, because a new file is slower just for being new.
      await empty.fill(1000)
      const figures = await inTurn(
        pairs,
        () => {
          full.cutTo(many)
          return halfOf(full)
        },
        () => {
          empty.cutTo(few)
          return halfOf(empty)
        },
      )
      mustBe('jobs waiting in the full one', await full.waiting(), many + saves)
      mustBe('jobs waiting in the empty one', await empty.waiting(), few + saves)
      return summarise(
        figures.map(([large, small]) => large / small),
        [
          `p50 ${inMs(median(figures.map(([large]) => large)))} with many, ${inMs(median(figures.map(([, small]) => small)))} with few`,
          'every job of either is there',
        ],
      )
    } finally {
      await full.close()
      await empty.close()
    }
  },
}
