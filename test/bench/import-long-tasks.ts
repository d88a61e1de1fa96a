import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { ensureBuilt } from '../../scripts/lib/build.mjs'
import { openSetdesk } from '../e2e/target.ts'
import { listRows, makeList } from './customer-list.ts'
import type { Metric } from './metric.ts'
import { mustBe } from './paired.ts'
import { startTraining } from './start-training.ts'

/** Time-out for steps that take seconds on an idle computer, milliseconds. */
const patience = 600_000

/** How many times slower the page's processor is made than this one. */
const slowdown = 2

interface PageWithWatch {
  readonly longTasks: number[]
}

export const importLongTasks: Metric = {
  key: 'import_long_tasks',
  title: `tasks over 50 ms in the page, its processor ${slowdown} times slower, while a list of ${listRows} rows is opened, checked and saved`,
  gate: { atMost: 0 },
  async measure() {
    mustBe('the build is there', await ensureBuilt(), true)
    const folder = mkdtempSync(join(tmpdir(), 'setdesk-bench-'))
    const setdesk = await openSetdesk()
    try {
      const { page } = setdesk
      page.setDefaultTimeout(patience)
      const file = join(folder, 'list.csv')
      writeFileSync(file, makeList())
      await startTraining(page)
      await page.addInitScript(watchTasks)
      await page.reload()
      await page.getByRole('navigation', { name: 'Screens' }).waitFor()
      const devTools = await page.context().newCDPSession(page)
      await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
      const tasks: number[] = []
      const notes: string[] = []
      // What the start of the page took is not part of it.
      await takeLongTasks(page)
      for (const [step, action] of Object.entries(stepsWith(file))) {
        const started = performance.now()
        await action(page)
        const longest = await takeLongTasks(page)
        tasks.push(...longest)
        notes.push(
          `${step}: ${((performance.now() - started) / 1000).toFixed(1)} s, ${longest.length === 0 ? 'none' : `${longest.map(Math.round).join(', ')} ms`}`,
        )
      }
      const value = tasks.length
      return { value, low: value, high: value, notes }
    } finally {
      await setdesk.close()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

/** Those that were noticed since the last call, milliseconds. */
const takeLongTasks = (page: Page): Promise<number[]> =>
  page.evaluate(() => (window as unknown as PageWithWatch).longTasks.splice(0))

/** The actions of the user, each until the screen says that it is done. */
const stepsWith = (file: string): Readonly<Record<'opened' | 'checked' | 'saved', (page: Page) => Promise<void>>> => ({
  async opened(page) {
    await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Bulk' }).click()
    await page.getByRole('radio', { name: /Activate new customers/ }).click({ force: true })
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Choose a file' }).click()
    await (await chooser).setFiles(file)
    await page.getByRole('button', { name: `Check ${listRows} rows` }).waitFor()
  },
  async checked(page) {
    await page.getByRole('button', { name: `Check ${listRows} rows` }).click()
    await page.getByText(`${listRows} rows are ready.`).waitFor()
  },
  async saved(page) {
    await page.getByRole('button', { name: `Save ${listRows} jobs` }).click()
    await page.getByText(`${listRows} rows are saved on this computer`).waitFor()
  },
})

/** Runs in the page: records every long task, which for the browser is one over 50 ms. */
function watchTasks(): void {
  const longTasks: number[] = []
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longTasks.push(duration)
  }).observe({ type: 'longtask', buffered: true })
  Object.assign(window, { longTasks })
}
