import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { ensureBuilt } from '../../scripts/lib/build.mjs'
import { hostMemory } from '../../scripts/lib/host-memory.mjs'
import { loopbackCommand } from '../../scripts/lib/serve-loopback.mjs'
import { makeFinishedJobs } from './finished-jobs.ts'
import { summarise, type Metric } from './metric.ts'
import { inTurn, mustBe } from './paired.ts'
import { startBuiltHost } from './started-host.ts'
import { median } from './statistics.ts'

const many = 100_000
const few = 100
const pairs = 3
/** Waits for the backup, the last thing that a start does. */
const idleMs = 5000

export const memoryIdle: Metric = {
  key: 'memory_idle_ratio',
  title: 'resident memory of an idle main process: 100,000 finished jobs / 100 finished jobs',
  gate: { atMost: 1.1 },
  async measure() {
    mustBe('the build is there', await ensureBuilt(), true)
    const passphrase = randomBytes(12).toString('base64url')
    const full = await makeFinishedJobs(many, passphrase)
    const empty = await makeFinishedJobs(few, passphrase)
    try {
      const figures = await inTurn(
        pairs,
        () => measureIdle(full, passphrase, many),
        () => measureIdle(empty, passphrase, few),
      )
      return summarise(
        figures.map(([large, small]) => large / small),
        [
          `${median(figures.map(([large]) => large)).toFixed(0)} MB with many, ${median(figures.map(([, small]) => small)).toFixed(0)} MB with few`,
          'each process counted its jobs, showed the newest page of them and had made its backup',
        ],
      )
    } finally {
      for (const folder of [full, empty]) rmSync(folder, { recursive: true, force: true })
    }
  },
}

export const memoryIdleMb: Metric = {
  key: 'memory_idle_mb',
  title: 'resident memory of an idle main process with 100 finished jobs / an empty Node process with SQLite',
  gate: { atMost: 1.8 },
  async measure() {
    mustBe('the build is there', await ensureBuilt(), true)
    const passphrase = randomBytes(12).toString('base64url')
    const folder = await makeFinishedJobs(few, passphrase)
    try {
      const figures = await inTurn(pairs, () => measureIdle(folder, passphrase, few), measureBare)
      const [main, bare] = [median(figures.map(([one]) => one)), median(figures.map(([, other]) => other))]
      return summarise(
        figures.map(([one, other]) => one / other),
        [`${main.toFixed(0)} MB, and ${bare.toFixed(0)} MB of the empty process`],
      )
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

/** Starts the built host on a data folder, waits until it is idle, and returns its resident memory in megabytes. */
async function measureIdle(folder: string, passphrase: string, jobs: number): Promise<number> {
  const { call, pid, stop } = await startBuiltHost(folder)
  try {
    await call('vault.unlock', { passphrase })
    mustBe('jobs done', (await call('app.snapshot', {})).counts.done, jobs)
    mustBe('jobs on the newest page', (await call('job.list', { limit: 50 })).jobs.length, 50)
    const [newest] = (await call('job.list', { limit: 1 })).jobs
    mustBe('the newest job', newest?.customerName, `Amélie Okonkwo ${jobs}`)
    while ((await call('app.snapshot', {})).maintenance.lastBackup === undefined) await delay(500)
    await delay(idleMs)
    return readResident(pid)
  } finally {
    await stop()
  }
}

const openTable = `
  const { DatabaseSync } = require('node:sqlite')
  const database = new DatabaseSync(':memory:')
  database.exec('CREATE TABLE job (id TEXT)')
  setInterval(() => database.prepare('SELECT count(*) FROM job').get(), 60_000)
  process.stdout.write('open')
`

/** The same of a process that only has Node and an empty database. */
async function measureBare(): Promise<number> {
  const { program, env } = loopbackCommand([])
  const bare = spawn(program, [...hostMemory.flags, '--eval', openTable], { stdio: ['ignore', 'pipe', 'inherit'], env })
  try {
    await once(bare.stdout, 'data')
    await delay(idleMs)
    return readResident(bare.pid)
  } finally {
    bare.kill()
    await once(bare, 'exit')
  }
}

const readResident = (pid: number | undefined): number =>
  Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024
