/** Runs the targets of "Nothing lost, nothing doubled" at full size: a line each with its figure and its bound. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { allTargets, type Registered } from './targets/all-targets.ts'
import { judge, type TargetResult } from './targets/target.ts'

const { values } = parseArgs({
  options: {
    /** Names, with commas between. */
    only: { type: 'string' },
    seed: { type: 'string', default: process.env['SEED'] ?? String(Date.now() % 1_000_000) },
    /** In the target's own unit; for one target alone it makes sense. */
    size: { type: 'string' },
    /** Leaves the folders of what fell short. */
    keep: { type: 'boolean', default: false },
  },
})
const seed = Number(values.seed)
const names = values.only?.split(',').map((name) => name.trim()) ?? Object.keys(allTargets)
const unknown = names.filter((name) => !Object.hasOwn(allTargets, name))
if (unknown.length > 0) {
  process.stderr.write(`There is no ${unknown.join(', ')}; there are ${Object.keys(allTargets).join(', ')}\n`)
  process.exit(2)
}
const say = (line: string): void => void process.stdout.write(`${line}\n`)

/** A target that has not come to its end by then has stalled, milliseconds. */
const longestTarget = 3 * 3_600_000
/** Lines of what is wrong that are shown; there may be hundreds alike. */
const shown = 20
const results: TargetResult[] = []
say(`Seed ${seed}: ${names.join(', ')}`)
for (const name of names) {
  const { run, on } = allTargets[name] as Registered
  const folder = mkdtempSync(join(on === 'memory' && existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'setdesk-soak-'))
  const began = performance.now()
  const size = values.size === undefined ? {} : { size: Number(values.size) }
  const stall = setTimeout(() => {
    say(`FALLS SHORT  ${name}: it has not come to its end in ${longestTarget / 3_600_000} h (seed ${seed})`)
    process.exit(1)
  }, longestTarget)
  const result = await run({ seed, folder, ...size, say: (line) => say(`  ${name}: ${line}`) }).catch(
    (error: unknown) =>
      judge(name, { seed }, { figure: 'it broke off', bound: 'that it runs to its end', wrong: [String(error)] }),
  )
  clearTimeout(stall)
  results.push(result)
  say(`${result.line} in ${((performance.now() - began) / 1000).toFixed(0)} s`)
  for (const line of result.wrong.slice(0, shown)) say(`    ${line}`)
  if (result.wrong.length > shown) say(`    and ${result.wrong.length - shown} more`)
  if (!result.holds && values.keep) say(`    kept in ${folder}`)
  else rmSync(folder, { recursive: true, force: true })
}
const short = results.filter(({ holds }) => !holds).map(({ target }) => target)
say(short.length === 0 ? `All ${results.length} targets hold.` : `${short.length} fall short: ${short.join(', ')}`)
process.exitCode = short.length > 0 ? 1 : 0
