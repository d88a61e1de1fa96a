import { loadavg } from 'node:os'
import type { CDPSession, Page } from 'playwright'
import { ensureBuilt } from '../../scripts/lib/build.mjs'
import { openSetdesk } from '../e2e/target.ts'
import { seededChance } from '../fakes/key-traces.ts'
import type { Metric } from './metric.ts'
import { inMs, mustBe } from './paired.ts'
import { startTraining } from './start-training.ts'
import { median, quantile } from './statistics.ts'

const seed = 20_260_103
const scans = 250
const warmUps = 10
/** Milliseconds between two keys of the scanner. */
const gap = 4
/** Time for Home to load before a scan, milliseconds. */
const rest = 250

interface PageWithWatch {
  readonly framesOf: Map<string, number>
}

export const scanToChecked: Metric = {
  key: 'scan_to_checked_ms',
  title: "p99 from the scanner's last key to the painted frame with the checked box, ms",
  gate: { atMost: 33 },
  async measure() {
    mustBe('the build is there', await ensureBuilt(), true)
    const setdesk = await openSetdesk()
    const before = loadavg()[0] ?? 0
    try {
      const { page } = setdesk
      await startTraining(page)
      await page.addInitScript(watchDeviceLabels)
      await page.reload()
      const session = await page.context().newCDPSession(page)
      const chance = seededChance(seed)
      const times: number[] = []
      for (let count = 0; count < warmUps + scans; count += 1) {
        const ms = await scanOnce(page, session, macOf(chance))
        if (count >= warmUps) times.push(ms)
      }
      const value = quantile(times, 0.99)
      return {
        value,
        low: value,
        high: value,
        notes: [
          `${scans} scans on Home, each of another box, after ${warmUps} that warm up; seed ${seed}`,
          `median ${inMs(median(times))}, p95 ${inMs(quantile(times, 0.95))}, longest ${inMs(Math.max(...times))}`,
          `load of the machine ${before.toFixed(1)} before, ${(loadavg()[0] ?? 0).toFixed(1)} after`,
        ],
      }
    } finally {
      await setdesk.close()
    }
  },
}

const macOf = (chance: () => number): string =>
  `001A79${Array.from({ length: 6 }, () => Math.floor(chance() * 16).toString(16)).join('')}`.toUpperCase()

/** Scans once on Home, in milliseconds, then leaves the form that opens. */
async function scanOnce(page: Page, session: CDPSession, mac: string): Promise<number> {
  await page.evaluate(() => {
    location.hash = '#/'
  })
  await page.getByRole('textbox', { name: 'Box' }).waitFor()
  await page.waitForTimeout(rest)
  const begun = Date.now() - mac.length * gap
  // The browser's own timestamp is on the end key; the keys before it come at the pace of a scanner.
  await Promise.all([
    ...Array.from(mac, (key, index) =>
      session.send('Input.dispatchKeyEvent', {
        type: 'keyDown',
        key,
        text: key,
        timestamp: (begun + index * gap) / 1000,
      }),
    ),
    session.send('Input.dispatchKeyEvent', { type: 'keyDown', key: 'Enter', text: '\r', windowsVirtualKeyCode: 13 }),
  ])
  const ms = await page.waitForFunction((text) => (window as unknown as PageWithWatch).framesOf.get(text), mac)
  await page.getByRole('button', { name: 'Discard' }).click()
  return Number(await ms.jsonValue())
}

/**
 * Runs in the page before any script of the app. Records when Enter arrives and, for every identifier on a device label, how long
 * it took until the frame with it was painted. A task after a frame's callbacks runs when the frame is painted.
 */
function watchDeviceLabels(): void {
  const framesOf = new Map<string, number>()
  let pressed = 0
  addEventListener(
    'keydown',
    ({ key, timeStamp }) => {
      if (key === 'Enter') pressed = timeStamp
    },
    { capture: true },
  )
  const look = (): void => {
    const text = document.querySelector('[data-scanned]')?.textContent.replaceAll(':', '') ?? ''
    const mac = /001A79[0-9A-F]{6}/.exec(text)?.[0]
    if (mac === undefined || framesOf.has(mac)) return
    const at = pressed
    framesOf.set(mac, 0)
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.addEventListener('message', () => framesOf.set(mac, performance.now() - at))
      port1.start()
      port2.postMessage(undefined)
    })
  }
  new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true })
  Object.assign(window, { framesOf })
}
