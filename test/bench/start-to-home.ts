import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { ensureBuilt } from '../../scripts/lib/build.mjs'
import { inProject } from '../../scripts/lib/project.mjs'
import { launchBrowser } from '../browser.ts'
import { enter } from './enter.ts'
import { summarise, type Metric } from './metric.ts'
import { inMs, inTurn, mustBe } from './paired.ts'
import { argsFor, startHost } from './started-host.ts'
import { median } from './statistics.ts'

const pairs = 15

/** What a start took, milliseconds: as a whole, until the host was ready, and from an open browser on. */
interface Start {
  readonly whole: number
  readonly host: number
  readonly page: number
}

export const startToHome: Metric = {
  key: 'start_to_home_ms',
  title: 'from the start of host and browser to Home, ready for a box: Setdesk / an empty page',
  gate: { atMost: 2 },
  async measure() {
    mustBe('the build is there', await ensureBuilt(), true)
    const folder = mkdtempSync(join(tmpdir(), 'setdesk-bench-'))
    try {
      await startTrainingIn(folder)
      const ours: Start[] = []
      const empty: Start[] = []
      const keep = (list: Start[], start: Start): number => {
        list.push(start)
        return start.whole
      }
      const host = inProject('out', 'main', 'loopback.cjs')
      const figures = await inTurn(
        pairs,
        async () => keep(ours, await timeStart(host, argsFor(folder), waitForHome, checkHome)),
        async () => keep(empty, await timeStart(inProject('test', 'bench', 'empty-host.mjs'), [], waitForTitle)),
      )
      const say = (name: string, starts: readonly Start[]) => {
        const of = (part: keyof Start): string => inMs(median(starts.slice(1).map((start) => start[part])))
        return `${name}: ${of('whole')}, of which the host ${of('host')}, the page ${of('page')}, and the start of Chromium the rest`
      }
      return summarise(
        figures.map(([whole, bare]) => whole / bare),
        [say('Setdesk', ours), say('an empty page', empty)],
      )
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

/** Setdesk's first run is over, and its key opens without a passphrase, as with the system's key store. */
async function startTrainingIn(folder: string): Promise<void> {
  const host = await startHost({ args: [inProject('out', 'main', 'loopback.cjs'), ...argsFor(folder)] })
  const call = await enter(host.url)
  await call('connection.start-training', {})
  await host.stop()
}

async function timeStart(
  program: string,
  args: readonly string[],
  waitUntilUsable: (page: Page) => Promise<void>,
  check?: (page: Page) => Promise<void>,
): Promise<Start> {
  const begin = performance.now()
  const host = await startHost({ args: [program, ...args] })
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage()
    const opened = performance.now()
    await page.goto(host.url, { waitUntil: 'commit' })
    await waitUntilUsable(page)
    const end = performance.now()
    await check?.(page)
    return { whole: end - begin, host: host.readyMs, page: end - opened }
  } finally {
    await browser.close()
    await host.stop()
  }
}

/**
 * Waits until a box can be typed and the frame that shows the field is painted. Like the wait for the empty page, this looks at every frame.
 * Playwright's wait for an element would look only after 20, 70, 170 and 270 ms.
 */
async function waitForHome(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.querySelectorAll('label')].some(
      ({ textContent, control }) =>
        textContent === 'Box' &&
        control instanceof HTMLInputElement &&
        control.matches(':enabled:not(:read-only)') &&
        control.checkVisibility(),
    ),
  )
  await waitForFrame(page)
}

/** Waits until the empty page has its title and a frame of it is painted. */
async function waitForTitle(page: Page): Promise<void> {
  await page.waitForFunction(() => document.title === 'Empty')
  await waitForFrame(page)
}

/** The page is Home, and its field takes a box. */
const checkHome = async (page: Page): Promise<void> => {
  mustBe('the field takes a box', await page.getByRole('textbox', { name: 'Box' }).isEditable(), true)
}

const waitForFrame = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise<void>((resolve) => void requestAnimationFrame(() => setTimeout(resolve, 0))))
