import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Told } from '../faults/orders.ts'
import { startApp, type AppProcess } from '../faults/start-app.ts'
import { startPlatform, type PlatformProcess } from '../faults/start-platform.ts'
import { startJoinableHub } from './fleet/start-hub.ts'
import { summarise, type Metric } from './metric.ts'
import { mustBe } from './paired.ts'
import { makeIntent } from './waiting-app.ts'

const jobs = 1000
const concurrency = 8
const latencyMs = 80
const runs = 5

interface Drain {
  readonly wallMs: number
  readonly requests: number
}

export const drainVsFloor: Metric = {
  key: 'drain_vs_floor',
  title: 'time to drain 1,000 jobs / (requests x 80 ms / 8 at once)',
  gate: { atMost: 1.05 },
  measure: () => measureDrains(() => drainOnce()),
}

/** The same on a computer in a fleet: each call that changes something is confirmed by the hub first. */
export const drainVsFloorInFleet: Metric = {
  key: 'drain_vs_floor_in_fleet',
  title: 'the same in a fleet, where the hub confirms each changing call first',
  gate: { atMost: 1.1 },
  measure: () =>
    measureDrains(async () => {
      const hub = await startJoinableHub()
      try {
        return await drainOnce({ hub: hub.url, code: hub.code })
      } finally {
        await hub.close()
      }
    }),
}

async function measureDrains(drain: () => Promise<Drain>) {
  const drains: Drain[] = []
  for (let run = 0; run < runs; run += 1) drains.push(await drain())
  const [first] = drains
  return summarise(
    drains.map(({ wallMs, requests }) => wallMs / ((requests * latencyMs) / concurrency)),
    [
      `${((first?.wallMs ?? 0) / 1000).toFixed(1)} s and ${first?.requests} requests in the first run`,
      'every job is done, every customer was created once, with one box',
    ],
  )
}

/** Runs the app and the platform as two new processes. With `fleet`, the app joins it first. */
async function drainOnce(fleet?: { readonly hub: string; readonly code: string }): Promise<Drain> {
  const folder = mkdtempSync(join(tmpdir(), 'setdesk-bench-'))
  const platform = await startPlatform(join(folder, 'platform'))
  const { over, hear } = untilRests()
  const app = startApp(join(folder, 'desk'), { onTold: hear })
  try {
    await openPaused(app, platform)
    if (fleet !== undefined) {
      app.order({ order: 'join', ...fleet, name: 'Van 12' })
      await app.next('joined')
    }
    await saveAll(app)
    await platform.set({ latencyMs })
    const before = (await platform.requests()).at(-1)?.seq ?? 0
    const started = performance.now()
    app.order({ order: 'resume' })
    await Promise.race([over, app.ended])
    const wallMs = performance.now() - started
    const requests = (await platform.requests(before)).length
    await check(app, platform)
    return { wallMs, requests }
  } finally {
    app.kill()
    await app.ended
    await platform.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Resolves `over` once no job is unfinished that was. */
function untilRests(): { readonly over: Promise<void>; readonly hear: (told: Told) => void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  let hasBegun = false
  return {
    over: promise,
    hear(told) {
      if (told.told !== 'unfinished') return
      hasBegun ||= told.count === jobs
      if (hasBegun && told.count === 0) resolve()
    },
  }
}

async function openPaused(app: AppProcess, platform: PlatformProcess): Promise<void> {
  const times = { longestProcessingSeconds: 120, timeoutSeconds: 30, concurrency }
  const passphrase = randomBytes(12).toString('base64url')
  app.order({ order: 'open', passphrase, connect: { ...platform.address, ...times } })
  await app.next('ready')
  app.order({ order: 'pause' })
  await app.next('paused')
}

async function saveAll(app: AppProcess): Promise<void> {
  for (let number = 1; number <= jobs; number += 1) {
    app.order({ order: 'save', draftId: `draft-no-${number}`, intent: makeIntent(number) })
    await app.next('saved')
  }
}

async function check(app: AppProcess, platform: PlatformProcess): Promise<void> {
  app.order({ order: 'list' })
  const { jobs: shown } = await app.next('jobs')
  mustBe('jobs done', shown.filter(({ state }) => state === 'done').length, jobs)
  const ledger = await platform.ledger()
  const created = ledger.filter(({ effect }) => effect === 'create')
  mustBe('creations', created.length, jobs)
  mustBe('customers created', new Set(created.map(({ userid }) => userid)).size, jobs)
  mustBe('effects', ledger.length, 2 * jobs)
}
