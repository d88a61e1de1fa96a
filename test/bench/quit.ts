import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { ensureBuilt } from '../../scripts/lib/build.mjs'
import { startPlatform, type PlatformProcess } from '../faults/start-platform.ts'
import { summarise, type Metric } from './metric.ts'
import type { OpenApp } from './open-app.ts'
import { inMs, inTurn, mustBe } from './paired.ts'
import { startBuiltHost } from './started-host.ts'
import { median } from './statistics.ts'
import { makeIntent } from './waiting-app.ts'

const jobs = 1000
const concurrency = 8
const latencyMs = 80
const pairs = 5
/** By then all lanes are full. */
const underWay = 3 * concurrency
const lookEveryMs = 20

export const quitMs: Metric = {
  key: 'quit_ms',
  title: 'from the signal to end until the process is gone, while 1,000 jobs are being sent, ms',
  gate: { atMost: 500 },
  async measure() {
    mustBe('the build is there', await ensureBuilt(), true)
    const desk = await openDesk()
    try {
      const figures = await inTurn(
        pairs,
        () => desk.quitWhileSending(),
        () => desk.quitWhilePaused(),
      )
      await desk.sendTheRest()
      return summarise(
        figures.map(([sending]) => sending),
        [
          `${inMs(median(figures.map(([, paused]) => paused)))} with the same jobs while sending is paused`,
          `8 requests in flight at ${latencyMs} ms each; afterwards every job was done, and every customer was created once, with one box`,
        ],
      )
    } finally {
      await desk.close()
    }
  },
}

type OpenHost = Awaited<ReturnType<typeof startBuiltHost>>

/** A data folder with more jobs than all the runs send, and the platform they go to. */
async function openDesk() {
  const folder = mkdtempSync(join(tmpdir(), 'setdesk-bench-'))
  const dataFolder = join(folder, 'desk')
  const passphrase = randomBytes(12).toString('base64url')
  const platform = await startPlatform(join(folder, 'platform'))
  let saved = 0
  const open = async (): Promise<OpenHost> => {
    const host = await startBuiltHost(dataFolder)
    await host.call(saved === 0 ? 'vault.protect' : 'vault.unlock', { passphrase })
    return host
  }
  /** As many unfinished jobs as each run wants, while nothing is sent. */
  const fill = async ({ call }: OpenHost): Promise<void> => {
    await call('queue.pause', {})
    if (saved === 0) await connect(call, platform)
    const wanted = jobs + (await call('app.snapshot', {})).counts.done
    for (; saved < wanted; saved += 1)
      await call('job.save', { draftId: `draft-no-${saved}`, intent: makeIntent(saved), evenIfKnown: false })
  }
  return {
    async quitWhileSending(): Promise<number> {
      const host = await open()
      await fill(host)
      await platform.set({ latencyMs })
      const before = (await platform.requests()).length
      await host.call('queue.resume', {})
      while ((await platform.requests()).length < before + underWay) await delay(lookEveryMs)
      const ms = await quit(host)
      await platform.set({ latencyMs: 0 })
      return ms
    },
    async quitWhilePaused(): Promise<number> {
      const host = await open()
      await fill(host)
      return quit(host)
    },
    async sendTheRest(): Promise<void> {
      const host = await open()
      await host.call('queue.resume', {})
      while ((await host.call('app.snapshot', {})).counts.done < saved) await delay(10 * lookEveryMs)
      await quit(host)
      const ledger = await platform.ledger()
      const created = ledger.filter(({ effect }) => effect === 'create')
      mustBe('creations', created.length, saved)
      mustBe('customers created', new Set(created.map(({ userid }) => userid)).size, saved)
      mustBe('effects', ledger.length, 2 * saved)
    },
    async close(): Promise<void> {
      await platform.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function quit(host: OpenHost): Promise<number> {
  const { code, ms } = await host.stop()
  mustBe('exit code', code, 0)
  return ms
}

async function connect(call: OpenApp['call'], { address }: PlatformProcess): Promise<void> {
  const { url, authToken, crmService, cmsService } = address
  const form = { name: 'North', colour: 'teal' as const, baseUrl: url, crmService, cmsService }
  const { id } = await call('connection.add', { form, token: authToken })
  const { connections } = await call('app.snapshot', {})
  const added = connections.find(({ settings }) => settings.id === id)
  if (added === undefined) throw new Error('The connection was not added')
  await call('connection.save', { ...added.settings, concurrency })
}
