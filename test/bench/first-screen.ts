import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright'
import { ensureBuilt } from '../../scripts/lib/build.mjs'
import { inProject } from '../../scripts/lib/project.mjs'
import { openSetdesk } from '../e2e/target.ts'
import type { Metric } from './metric.ts'
import { mustBe } from './paired.ts'
import { startTraining } from './start-training.ts'

const kilobyte = 1000

export const firstScreen: Metric = {
  key: 'first_screen_kb',
  title: 'gzipped JavaScript before Home is usable, kB',
  gate: { atMost: 180 },
  async measure() {
    mustBe('the build is there', await ensureBuilt(), true)
    const setdesk = await openSetdesk()
    try {
      await startTraining(setdesk.page)
      const { scripts, later } = await loadHome(setdesk.page)
      const value = scripts.reduce((sum, script) => sum + gzippedSize(script), 0) / kilobyte
      const rest = later.reduce((sum, script) => sum + gzippedSize(script), 0) / kilobyte
      const parts = scripts.map((script) => `${script} ${(gzippedSize(script) / kilobyte).toFixed(1)}`)
      return {
        value,
        low: value,
        high: value,
        notes: [
          `${scripts.length} files: ${parts.join(', ')}`,
          `asked for later, while Home stood: ${rest.toFixed(1)} kB`,
        ],
      }
    } finally {
      await setdesk.close()
    }
  },
}

/** The scripts that the browser requests until a box can be typed on Home, and those that it requests after that. */
async function loadHome(
  page: Page,
): Promise<{ readonly scripts: readonly string[]; readonly later: readonly string[] }> {
  const home = new URL('/', page.url()).href
  // The page of the first run may still be fetching its parts.
  await page.goto('about:blank')
  const asked = new Set<string>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.endsWith('.js')) asked.add(pathname)
  })
  // The stream of events never ends, so with it the network would never be idle.
  await page.route('**/bridge/events', (route) => route.abort())
  await page.goto(home)
  const field = page.getByRole('textbox', { name: 'Box' })
  await field.waitFor()
  const scripts = [...asked]
  await field.fill('00:1A:79:4C:00:01')
  await page.getByRole('button', { name: 'Continue with this box' }).waitFor()
  await page.waitForLoadState('networkidle')
  return { scripts, later: [...asked].filter((script) => !scripts.includes(script)) }
}

const gzippedSize = (script: string): number =>
  gzipSync(readFileSync(join(inProject('out', 'renderer'), script)), { level: 9 }).length
