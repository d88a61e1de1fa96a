import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ensureBuilt } from '../../scripts/lib/build.mjs'
import { commandOf, inProject } from '../../scripts/lib/project.mjs'
import { countReport, listFailures } from '../../scripts/lib/test-count.mjs'
import { judge, type Target } from '../faults/targets/target.ts'
import type { ClosedAttack } from './closed-attacks.ts'

type Report = NonNullable<Parameters<typeof countReport>[0]>

const isEndToEnd = (file: string): boolean => file.endsWith('.e2e.ts')

/** Runs test files of the project in a process of their own. Resolves to the findings, and the number of tests that held. */
export async function runTestFiles(folder: string, files: readonly string[]) {
  const missing = files.filter((file) => !existsSync(inProject(file)))
  if (missing.length > 0) return { held: 0, wrong: missing.map((file) => `${file} does not exist`) }
  const lots = [files.filter(isEndToEnd), files.filter((file) => !isEndToEnd(file))].filter(({ length }) => length > 0)
  if (files.some(isEndToEnd) && !(await ensureBuilt())) return { held: 0, wrong: ['the app cannot be built'] }
  mkdirSync(folder, { recursive: true })
  let held = 0
  const wrong: string[] = []
  for (const [number, lot] of lots.entries()) {
    const { count, failures } = await runVitest(join(folder, `report-${number}.json`), lot, lot.some(isEndToEnd))
    held += count.passed
    wrong.push(...failures)
    if (count.failed > failures.length) wrong.push(`${count.failed} failed in ${lot.join(', ')}`)
    if (count.skipped > 0) wrong.push(`${count.skipped} skipped in ${lot.join(', ')}`)
  }
  return { held, wrong }
}

async function runVitest(report: string, files: readonly string[], isEndToEnd: boolean) {
  const config = isEndToEnd ? ['--config', 'vitest.e2e.config.ts'] : []
  const args = [commandOf('vitest'), 'run', ...config, ...files, '--reporter=json', `--outputFile=${report}`]
  // A run inside a run of Vitest would take itself for one of its workers.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST')))
  const code = await promisify(execFile)(process.execPath, args, {
    cwd: inProject(),
    env: { ...env, SETDESK_TARGET: 'loopback' },
    maxBuffer: 64 * 1024 * 1024,
  }).then(
    () => 0,
    () => 1,
  )
  const read = existsSync(report) ? (JSON.parse(readFileSync(report, 'utf8')) as Report) : undefined
  const failures = listFailures(read).map(({ file, test }) => test ?? file)
  return { count: countReport(read, code), failures }
}

/** The target of a closed attack: it holds if every test of its files passes, and there are enough of them. */
export const replayAttack =
  (name: string, { title, files, least }: ClosedAttack): Target =>
  async (options) => {
    const { held, wrong } = await runTestFiles(options.folder, files)
    return judge(name, options, {
      figure: `${title}: ${held} tests held`,
      bound: `all, at least ${least}`,
      wrong: held < least ? [...wrong, `only ${held} of ${least} tests held`] : wrong,
    })
  }
