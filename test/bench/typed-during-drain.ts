import type { Page } from 'playwright'
import { ensureBuilt } from '../../scripts/lib/build.mjs'
import { mostRowsSaved } from '../../src/shared/bridge/bulk-channels.ts'
import { call } from '../e2e/drive.ts'
import { openSetdesk } from '../e2e/target.ts'
import type { Metric } from './metric.ts'
import { inMs, mustBe } from './paired.ts'
import { startTraining } from './start-training.ts'
import { median, quantile } from './statistics.ts'
import { makeIntent } from './waiting-app.ts'

const jobs = 10_000
/** How many letters the field holds; it is filled again and again. */
const letters = 100
const fills = 4
/** Milliseconds between two keys of a fast typist. */
const gap = 60

interface PageWithWatch {
  readonly frames: number[]
}

export const typedDuringDrain: Metric = {
  key: 'typed_during_drain_ms',
  title: `p99 from a key to the painted frame with its letter while ${jobs} jobs are sent, ms`,
  gate: { atMost: 50 },
  async measure() {
    mustBe('the build is there', await ensureBuilt(), true)
    const setdesk = await openSetdesk()
    try {
      const { page } = setdesk
      await startTraining(page)
      await call(page, 'queue.pause', {})
      await saveJobs(page)
      await page.addInitScript(watchLetters)
      await page.reload()
      await page.evaluate(() => {
        location.hash = '#/customers'
      })
      const field = page.getByRole('searchbox').first()
      await field.click()
      const text = Array.from({ length: letters }, (_, index) => 'abcdefghij'[index % 10]).join('')
      await call(page, 'queue.resume', {})
      for (let fill = 0; fill < fills; fill += 1) {
        await page.keyboard.press('ControlOrMeta+A')
        await page.keyboard.type(text, { delay: gap })
        mustBe('letters in the field', await field.inputValue(), text)
      }
      const frames = await page.evaluate(() => (window as unknown as PageWithWatch).frames)
      mustBe('letters that were painted', frames.length, letters * fills)
      const { counts } = await call(page, 'app.snapshot', {})
      mustBe('jobs went on being sent', counts.done > 0 && counts.done < jobs, true)
      const value = quantile(frames, 0.99)
      return {
        value,
        low: value,
        high: value,
        notes: [
          `${letters * fills} letters; median ${inMs(median(frames))}, longest ${inMs(Math.max(...frames))}`,
          `${counts.done} jobs were done meanwhile`,
        ],
      }
    } finally {
      await setdesk.close()
    }
  },
}

async function saveJobs(page: Page): Promise<void> {
  const { activeConnectionId: connectionId = '' } = await call(page, 'app.snapshot', {})
  const { batch } = await call(page, 'bulk.find', { connectionId, digest: '0'.repeat(64) })
  for (let first = 1; first <= jobs; first += mostRowsSaved) {
    const rows = Array.from({ length: mostRowsSaved }, (_, index) => ({
      line: first + index,
      intent: makeIntent(first + index),
    }))
    await call(page, 'bulk.save', { connectionId, batch, rows, evenIfKnown: false })
  }
}

/** Runs in the page: how long after each key the frame with its letter was painted (a task after a frame's callbacks). */
function watchLetters(): void {
  const frames: number[] = []
  let pressed = 0
  addEventListener(
    'keydown',
    ({ timeStamp }) => {
      pressed = timeStamp
    },
    { capture: true },
  )
  addEventListener(
    'input',
    () => {
      const at = pressed
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.addEventListener('message', () => frames.push(performance.now() - at))
        port1.start()
        port2.postMessage(undefined)
      })
    },
    { capture: true },
  )
  Object.assign(window, { frames })
}
