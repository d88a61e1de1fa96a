import { openConfQueue } from './conf-queue.ts'
import { summarise, type Metric } from './metric.ts'
import { inMs, inTurn, mustBe } from './paired.ts'
import { median } from './statistics.ts'
import { openWaitingApp } from './waiting-app.ts'

const waiting = 5000
const pairs = 15
/** Saves per run: enough of ours for the clock to measure, and few enough of conf's to stay under two seconds. */
const ours = 30
const theirs = 3

export const enqueueVsConf: Metric = {
  key: 'enqueue_vs_conf',
  title: 'time to save a job with 5,000 waiting: conf / Setdesk',
  gate: { atLeast: 100 },
  async measure() {
    const app = await openWaitingApp()
    const conf = openConfQueue(waiting)
    try {
      await app.fill(waiting)
      const figures = await inTurn(
        pairs,
        async () => {
          let sum = 0
          for (let index = 0; index < ours; index += 1) sum += await app.save()
          return sum / ours
        },
        async () => {
          let sum = 0
          for (let index = 0; index < theirs; index += 1) sum += conf.save()
          return sum / theirs
        },
      )
      mustBe('jobs waiting in Setdesk', await app.waiting(), waiting + (pairs + 1) * ours)
      mustBe('jobs in conf', conf.count(), waiting + (pairs + 1) * theirs)
      return summarise(
        figures.map(([our, their]) => their / our),
        [
          `Setdesk ${inMs(median(figures.map(([our]) => our)))}, conf ${inMs(median(figures.map(([, their]) => their)))} a job`,
          'every job of either is there',
        ],
      )
    } finally {
      await app.close()
      conf.close()
    }
  },
}
