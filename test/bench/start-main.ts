import { randomBytes } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { ensureBuilt } from '../../scripts/lib/build.mjs'
import { inProject } from '../../scripts/lib/project.mjs'
import { enter } from './enter.ts'
import { makeFinishedJobs } from './finished-jobs.ts'
import { summarise, type Metric } from './metric.ts'
import { inMs, inTurn, mustBe } from './paired.ts'
import { argsFor, startHost } from './started-host.ts'
import { median } from './statistics.ts'

const pairs = 15
const jobs = 100
/** What Node needs for itself is measured before each start and taken off: under Electron it is another time. */
const emptyProgram = `process.stdout.write('{"url":""}\\n'); setInterval(() => undefined, 1000)`
const entry = join('main', 'loopback', 'main')

export const startMain: Metric = {
  key: 'start_main',
  title: 'from the first line of the main process to its first answer: unbundled / as it ships',
  gate: { atLeast: 5 },
  async measure() {
    mustBe('the build is there', await ensureBuilt(), true)
    const work = layOutWork()
    const passphrase = randomBytes(12).toString('base64url')
    const folder = await makeFinishedJobs(jobs, passphrase)
    try {
      const shipped = inProject('out', 'main', 'loopback.cjs')
      const sources = copySources(work)
      const modules = await buildModules(work)
      for (const program of [shipped, sources, modules]) await checkWork(program, folder, passphrase)
      const bare: number[] = []
      const time = (program: string) => async () => {
        const own = await timeEmpty()
        bare.push(own)
        return (await timeStart(program, folder)) - own
      }
      const figures = await inTurn(pairs, time(sources), time(shipped))
      const harder = await inTurn(pairs, time(modules), time(shipped))
      const ratios = figures.map(([unbundled, bundled]) => unbundled / bundled)
      const [from, to] = [median(figures.map(([one]) => one)), median(figures.map(([, one]) => one))]
      const compiled = median(harder.map(([unbundled, bundled]) => unbundled / bundled))
      return summarise(ratios, [
        `the sources, as Node runs them, ${inMs(from)}; as it ships ${inMs(to)}`,
        `with Node's own start of ${inMs(median(bare))} in both: ${((from + median(bare)) / (to + median(bare))).toFixed(2)}`,
        `compiled before, but still a file for each module and packages from node_modules: ${compiled.toFixed(2)}`,
        `each opened the same ledger with ${jobs} jobs, which was unlocked and counted once before`,
      ])
    } finally {
      for (const one of [work, folder]) rmSync(one, { recursive: true, force: true })
    }
  },
}

/** In the project, so that packages are found from there. */
function layOutWork(): string {
  const cache = inProject('.cache')
  mkdirSync(cache, { recursive: true })
  return mkdtempSync(join(cache, 'start-'))
}

/** Where a host looks for its page from that entry. */
const linkPage = (place: string): void =>
  symlinkSync(inProject('out', 'renderer'), join(place, 'main', 'renderer'), 'junction')

/** The sources with a page. They lie elsewhere, because beside the sources there is none. */
function copySources(work: string): string {
  for (const name of ['src', 'resources', 'package.json'])
    cpSync(inProject(name), join(work, 'sources', name), { recursive: true })
  linkPage(join(work, 'sources', 'src'))
  return join(work, 'sources', 'src', `${entry}.ts`)
}

async function buildModules(work: string): Promise<string> {
  const outDir = join(work, 'modules')
  await build({
    configFile: false,
    root: inProject(),
    logLevel: 'warn',
    build: {
      ssr: true,
      target: 'node24',
      minify: false,
      outDir,
      rolldownOptions: {
        input: {
          [entry]: inProject('src', `${entry}.ts`),
          'main/jobs/ledger/check-file-apart': inProject('src/main/jobs/ledger/check-file-apart.ts'),
          'main/jobs/ledger/check-records-apart': inProject('src/main/jobs/ledger/check-records-apart.ts'),
        },
        output: { preserveModules: true, preserveModulesRoot: inProject('src'), entryFileNames: '[name].js' },
      },
    },
  })
  linkPage(outDir)
  return join(outDir, `${entry}.js`)
}

async function checkWork(program: string, folder: string, passphrase: string): Promise<void> {
  const host = await startHost({ args: [program, ...argsFor(folder)] })
  try {
    const call = await enter(host.url)
    await call('vault.unlock', { passphrase })
    mustBe('jobs done', (await call('app.snapshot', {})).counts.done, jobs)
  } finally {
    await host.stop()
  }
}

/** Until a call is answered: the address is printed before the ledger is open. */
async function timeStart(program: string, folder: string): Promise<number> {
  const begin = performance.now()
  const host = await startHost({ args: [program, ...argsFor(folder)] })
  const call = await enter(host.url)
  await call('app.snapshot', {})
  const end = performance.now()
  await host.stop()
  return end - begin
}

async function timeEmpty(): Promise<number> {
  const host = await startHost({ args: ['--eval', emptyProgram] })
  await host.stop()
  return host.readyMs
}
