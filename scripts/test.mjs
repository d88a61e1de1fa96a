import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { relative } from 'node:path'
import { ensureBrowser } from './lib/browser.mjs'
import { ensureBuilt } from './lib/build.mjs'
import { findElectron } from './lib/electron.mjs'
import { processorMinutes } from './lib/processor-time.mjs'
import { commandOf, inProject, pinnedNode, say, toolEnvironment } from './lib/project.mjs'
import { run } from './lib/run.mjs'
import { RUN_RECORD_FILE } from './lib/run-record.mjs'
import { setUp } from './lib/set-up.mjs'
import {
  addCounts,
  closingLine,
  countCheck,
  countReport,
  describeDeath,
  listFailures,
  listStrayErrors,
} from './lib/test-count.mjs'
import { readPhases } from './lib/test-phases.mjs'

/** @typedef {import('./lib/test-count.mjs').Count} Count */

/** @type {{ title: string, count: Count, seconds: number, note: string }[]} */
const results = []

/**
 * @param {string} title
 * @param {() => Promise<{ count: Count, note?: string }>} work
 * @returns {Promise<Count>}
 */
async function phase(title, work) {
  say(`\n== ${title}`)
  const started = performance.now()
  const { count, note = '' } = await work()
  results.push({ title, count, seconds: (performance.now() - started) / 1000, note })
  return count
}

/**
 * The type checker and the linter with types are written in Go. On one thread, and with rare garbage collections, they need about
 * half the processor time for the same work.
 */
const GO = { GOMAXPROCS: '1', GOGC: '400' }

/**
 * Runs a tool whose exit code is its result. Its output is shown in one piece, since another tool may run at the same time.
 * @param {string} title
 * @param {string} script
 * @param {readonly string[]} args
 */
async function check(title, script, args) {
  const started = performance.now()
  const { code, output } = await run(pinnedNode, [script, ...args], { env: toolEnvironment(GO), quiet: true })
  say(`\n== ${title}\n${output}`.trimEnd())
  results.push({ title, count: countCheck(code === 0), seconds: (performance.now() - started) / 1000, note: '' })
}

async function checkTypes() {
  for (const project of ['.', 'src/renderer', 'test']) {
    // Only what has changed since the last run is checked again.
    const record = inProject('.cache', `types-${project.replace(/\W/g, '-')}.tsbuildinfo`)
    const args = ['-p', project, '--incremental', '--tsBuildInfoFile', record, '--pretty']
    await check(`type check, ${project}`, commandOf('typescript', 'tsc'), args)
  }
}

async function checkStyle() {
  await check('lint', commandOf('oxlint'), ['--type-aware', '--deny-warnings'])
  await check('format', commandOf('oxfmt'), ['--check'])
  await check('unused code', commandOf('knip'), [])
}

/**
 * The report of a reporter. Undefined if the run did not get as far as its end.
 * @param {string} file
 */
function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/**
 * Runs Vitest once, and names the tests that failed. No test is run again: a test that passes only the second time is a defect.
 * @param {string} title
 * @param {string} report the file name of Vitest's report in `.cache/`
 * @param {readonly string[]} args
 * @param {Record<string, string>} [env]
 */
function vitest(title, report, args, env = {}) {
  return phase(title, async () => {
    const file = inProject('.cache', report)
    const recordFile = inProject('.cache', `record-${report}`)
    // Removes the reports of an earlier run, which must not be taken for the new ones.
    for (const old of [file, recordFile]) rmSync(old, { force: true })
    const reporters = ['default', 'json', inProject('scripts/lib/run-record.mjs')].map((name) => `--reporter=${name}`)
    const options = [...reporters, `--outputFile.json=${file}`]
    const ending = await run(pinnedNode, [commandOf('vitest'), 'run', ...args, ...options], {
      env: toolEnvironment({ ...env, [RUN_RECORD_FILE]: recordFile }),
    })
    const result = readJson(file)
    /** @type {import('./lib/run-record.mjs').RunRecord | undefined} */
    const record = readJson(recordFile)
    const failures = [...listFailures(result), ...listStrayErrors(record?.strayErrors)]
    if (result === undefined)
      failures.push(
        describeDeath(
          ending,
          record?.running.map((name) => relative(inProject(), name)),
        ),
      )
    return { count: countReport(result, ending.code), note: nameFailures(failures) }
  })
}

/** @param {readonly import('./lib/test-count.mjs').Failure[]} failures */
function nameFailures(failures) {
  return failures
    .map(({ file, test, error }) => {
      const name = [file && relative(inProject(), file), test].filter(Boolean).join(' > ')
      return `\n        ${name}\n${error.replace(/^/gm, '          ')}`
    })
    .join('')
}

/** Tests the packages of all systems, made with a stand-in for Electron. Needs the build and the browser for tests. */
async function packages() {
  const obstacle = await findObstacle()
  if (obstacle === undefined) await vitest('packages', 'packages.json', ['test/package/'])
  else await phase('packages', async () => ({ count: countCheck(false), note: `not run: ${obstacle}` }))
}

/** @returns {Promise<string | undefined>} why tests that need the build and the browser cannot run; undefined if they can */
async function findObstacle() {
  if (!(await ensureBuilt())) return 'the build failed'
  return ensureBrowser().then(
    () => undefined,
    (error) => String(error),
  )
}

async function endToEnd() {
  const obstacle = await findObstacle()
  if (obstacle !== undefined) {
    await phase('end-to-end', async () => ({ count: countCheck(false), note: `not run: ${obstacle}` }))
    return
  }
  const specs = ['--config', 'vitest.e2e.config.ts']
  const first = await vitest('end-to-end, loopback', 'e2e-loopback.json', specs, { SETDESK_TARGET: 'loopback' })
  await vitest('end-to-end, shell', 'e2e-shell.json', specs, { SETDESK_TARGET: 'shell' })
  const electron = await findElectron()
  if (electron.ok) {
    await vitest('end-to-end, electron', 'e2e-electron.json', specs, { SETDESK_TARGET: 'electron' })
    return
  }
  const skipped = first.passed + first.failed + first.skipped
  const note = `skipped, because ${electron.reason}`
  await phase('end-to-end, electron', async () => ({ count: { passed: 0, failed: 0, skipped }, note }))
}

/**
 * Runs the phases. Types and lint run at the same time, each on one thread. All other phases run one after another.
 * @param {ReadonlySet<import('./lib/test-phases.mjs').Phase>} phases
 */
async function runPhases(phases) {
  await Promise.all([phases.has('types') && checkTypes(), phases.has('lint') && checkStyle()])
  const folders = /** @type {const} */ (['unit', 'contract', 'integration']).filter((name) => phases.has(name))
  if (folders.length > 0) {
    await vitest(
      folders.join(', '),
      'tests.json',
      folders.map((name) => `test/${name}/`),
    )
  }
  if (phases.has('build')) await phase('build', async () => ({ count: countCheck(await ensureBuilt()) }))
  if (phases.has('package')) await packages()
  if (phases.has('e2e')) await endToEnd()
}

/**
 * @param {readonly string[]} args
 * @returns {Promise<Count>}
 */
async function test(args) {
  const asked = readPhases(args)
  if (!asked.ok) {
    say(asked.error)
    return countCheck(false)
  }
  if (!(await setUp())) return countCheck(false)
  mkdirSync(inProject('.cache'), { recursive: true })
  await runPhases(asked.phases)
  say('')
  for (const { title, count, seconds, note } of results) {
    say(
      `${count.failed > 0 ? 'FAILED' : 'ok'.padEnd(6)}  ${title}: ${closingLine(count)} (${seconds.toFixed(1)} s)${note.startsWith('\n') || note === '' ? note : `; ${note}`}`,
    )
  }
  return addCounts(results.map(({ count }) => count))
}

const total = await test(process.argv.slice(2))
const minutes = processorMinutes()
if (minutes !== undefined) process.stdout.write(`\ntest_cpu_minutes: ${minutes.toFixed(2)}\n`)
process.stdout.write(`\n${closingLine(total)}\n`)
process.exitCode = total.failed > 0 ? 1 : 0
