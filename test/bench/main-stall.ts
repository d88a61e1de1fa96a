import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { compose } from '../../src/main/compose.ts'
import { openConfFile } from '../../src/main/host/settings.ts'
import { createHostPorts } from '../../src/main/host/host-ports.ts'
import { saveRows } from '../../src/renderer/src/features/bulk/bulk-state.ts'
import { guessColumns } from '../../src/renderer/src/features/bulk/list/bulk-fields.ts'
import { createListReader } from '../../src/renderer/src/features/bulk/list/list-reader.ts'
import { writeRows } from '../../src/renderer/src/features/bulk/list/read-row.ts'
import { succeed } from '../../src/shared/result.ts'
import { startPlatform } from '../faults/start-platform.ts'
import { listRows, makeList } from './customer-list.ts'
import { makeFinishedJobs } from './finished-jobs.ts'
import type { Metric } from './metric.ts'
import { openApp } from './open-app.ts'
import { mustBe } from './paired.ts'
import { makeIntent } from './waiting-app.ts'

const drained = 2000
const kept = 100_000

/** How long the process that also moves the window was blocked, in milliseconds. */
interface Stall {
  readonly work: string
  readonly p99: number
  readonly longest: number
}

let measured: Promise<readonly Stall[]> | undefined
const stalls = (): Promise<readonly Stall[]> =>
  (measured ??= (async () => [await drain(), await saveList(), ...(await startOnMany())])())

const metric = (key: string, title: string, atMost: number, of: (stall: Stall) => number): Metric => ({
  key,
  title,
  gate: { atMost },
  async measure() {
    const all = await stalls()
    const value = Math.max(...all.map(of))
    return { value, low: value, high: value, notes: all.map((stall) => `${stall.work}: ${of(stall).toFixed(1)} ms`) }
  },
})

export const mainStallP99 = metric(
  'main_stall_p99_ms',
  'how long the main process did not answer, 99 of 100 turns, the worst of a drain, a list, a backup and a start',
  20,
  ({ p99 }) => p99,
)
export const mainStallMax = metric(
  'main_stall_max_ms',
  'the longest time in which the main process did not answer in any of these',
  100,
  ({ longest }) => longest,
)

async function watch(work: string, action: () => Promise<unknown>): Promise<Stall> {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  await sleep(50)
  delay.enable()
  await action()
  // The work of the last turn counts as well.
  await sleep(20)
  delay.disable()
  return { work, p99: delay.percentile(99) / 1e6, longest: delay.max / 1e6 }
}

/** Sends to a platform that answers after 80 ms, as over a network. */
async function drain(): Promise<Stall> {
  const folder = mkdtempSync(join(tmpdir(), 'setdesk-bench-'))
  const platform = await startPlatform(join(folder, 'platform'))
  const app = await openApp(platform.address, { concurrency: 8 })
  try {
    await app.call('queue.pause', {})
    for (let number = 1; number <= drained; number += 1)
      await app.call('job.save', {
        draftId: `draft-no-${number}`,
        intent: makeIntent(number),
        evenIfKnown: false,
      })
    await platform.set({ latencyMs: 80 })
    const stall = await watch(`sending ${drained} jobs`, async () => {
      await app.call('queue.resume', {})
      while ((await app.call('app.snapshot', {})).counts.done < drained) await sleep(250)
    })
    mustBe('creations', (await platform.ledger()).filter(({ effect }) => effect === 'create').length, drained)
    return stall
  } finally {
    await app.close()
    await platform.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function saveList(): Promise<Stall> {
  const app = await openApp()
  try {
    const reader = createListReader()
    const opened = await reader.open(new TextEncoder().encode(makeList()))
    if (!opened.ok) throw new Error('The list was not opened')
    const kind = 'new-customer'
    const rules = { kind, columns: guessColumns(opened.header, kind), common: {}, completesMobiles: false } as const
    await reader.check(rules, app.connection, () => undefined)
    const connectionId = app.connection.id
    const { batch } = await app.call('bulk.find', { connectionId, digest: opened.digest })
    // The page reads the list, not the main process.
    const good = [...reader.goodRows(0, listRows)]
    const begun = { batch, total: listRows, seen: 0, saved: 0, left: [], isOver: false }
    const stall = await watch(`saving a list of ${listRows} rows`, async () => {
      const error = await saveRows(begun, {
        goodRows: (from, count) => Promise.resolve(writeRows(good.slice(from, from + count))),
        save: async ({ text }) =>
          succeed(await app.call('bulk.save', { connectionId, batch, rows: text, evenIfKnown: false })),
        isStopped: () => false,
        show: () => undefined,
        settle: () => undefined,
      })
      mustBe('an error', error, undefined)
    })
    mustBe('jobs', (await app.call('app.snapshot', {})).counts.saved, listRows)
    return stall
  } finally {
    await app.close()
  }
}

async function startOnMany(): Promise<readonly Stall[]> {
  const passphrase = randomBytes(12).toString('base64url')
  const dataFolder = await makeFinishedJobs(kept, passphrase)
  try {
    const ports = createHostPorts({
      host: 'loopback',
      version: '0.0.0',
      dataFolder,
      keyStore: { kind: 'passphrase' },
      openFile: openConfFile,
    })
    const app = compose(ports)
    const start = await watch(`a start with ${kept} jobs`, async () => {
      await app.start()
      await app.handlers['vault.unlock']({ passphrase })
      await sleep(2000)
    })
    const backup = await watch(`a backup of ${kept} jobs`, () => app.handlers['maintenance.back-up']({}))
    await app.stop()
    return [start, backup]
  } finally {
    rmSync(dataFolder, { recursive: true, force: true })
  }
}
