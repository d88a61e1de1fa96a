import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import Papa from 'papaparse'
import { inProject } from '../../../scripts/lib/project.mjs'
import { judge, type Target } from '../../faults/targets/target.ts'

const tool = '@doyensec/electronegativity'
const version = '1.10.3'
const electronVersion = (createRequire(import.meta.url)('electron/package.json') as { version: string }).version

/** Findings that are not mistakes. The tool reads single calls; it does not follow a function or a header. */
const explained: readonly { readonly issue: string; readonly file: string; readonly why: string }[] = [
  {
    issue: 'CSP_GLOBAL_CHECK',
    file: 'N/A',
    why: 'the policy is a header of the own scheme; the target csp attacks it',
  },
  {
    issue: 'AUXCLICK_JS_CHECK',
    file: 'main/electron/main.ts',
    why: 'denyNewWindows and denyNavigation hold for every page, whatever the mouse button',
  },
  {
    issue: 'CONTEXT_ISOLATION_JS_CHECK',
    file: 'main/electron/main.ts',
    why: 'describeWindow sets it; the target window reads it from the window',
  },
  {
    issue: 'SANDBOX_JS_CHECK',
    file: 'main/electron/main.ts',
    why: 'describeWindow sets it, and enableSandbox for everything; the target window reads it',
  },
  {
    issue: 'OPEN_EXTERNAL_JS_CHECK',
    file: 'main/electron/page-rules.ts',
    why: 'only https to a listed host; none is listed',
  },
  {
    issue: 'OPEN_EXTERNAL_JS_CHECK',
    file: 'main/electron/main.ts',
    why: 'a draft of a message: messageLink makes the link, so the page chooses neither scheme nor recipient',
  },
  {
    issue: 'PROTOCOL_HANDLER_JS_CHECK',
    file: 'main/electron/main.ts',
    why: 'a link only offers a box, which a person must accept; box-link.test.ts and hard-start.test.ts attack it',
  },
]

/** Without a network the tool's look for new releases ends it before it writes its report. */
const surviveTheMissingNetwork = "process.on('uncaughtException', (error) => console.error(error.message))\n"

/**
 * Runs electronegativity over the sources and judges its report. It is not a dependency: its hundreds of packages are installed for this run
 * only, in the folder of the target, and no script of theirs runs. Needs the npm registry.
 */
export const electronegativity: Target = async (options) => {
  const { folder } = options
  mkdirSync(folder, { recursive: true })
  const [hook, report] = [join(folder, 'hook.cjs'), join(folder, 'report.csv')]
  writeFileSync(hook, surviveTheMissingNetwork)
  writeFileSync(join(folder, 'package.json'), '{}')
  const run = promisify(execFile)
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const shell = process.platform === 'win32'
  await run('npm', ['install', ...quiet, `${tool}@${version}`], { cwd: folder, shell })
  const program = join(folder, 'node_modules', tool, 'dist', 'index.js')
  const args = ['--require', hook, program, '-i', inProject('src'), '-o', report, '-r', '-e', electronVersion]
  await run(process.execPath, args, { cwd: folder, maxBuffer: 64 * 1024 * 1024 }).catch(() => undefined)
  const wrong: string[] = []
  if (!existsSync(report)) wrong.push('it wrote no report')
  const text = existsSync(report) ? readFileSync(report, 'utf8').trim() : ''
  const { data } = Papa.parse<Readonly<Record<string, string>>>(text, {
    header: true,
    transformHeader: (name) => name.trim(),
  })
  const reasonOf = (finding: Readonly<Record<string, string>>) =>
    explained.find(({ issue, file }) => finding['issue'] === issue && finding['filename'] === file)
  for (const finding of data)
    if (reasonOf(finding) === undefined)
      wrong.push(`${finding['issue']}: ${finding['filename']} ${finding['location']}: ${finding['description']}`)
  for (const one of explained) {
    const count = data.filter((finding) => reasonOf(finding) === one).length
    options.say?.(`${one.issue}: ${count}; ${one.file}: ${one.why}`)
    if (count === 0) wrong.push(`${one.issue} is explained for ${one.file}, and not found there`)
  }
  return judge('electronegativity', options, {
    figure: `${tool} ${version}: ${data.length} findings, ${explained.length} explained, ${wrong.length} not`,
    bound: '0 findings without a reason',
    wrong,
  })
}
