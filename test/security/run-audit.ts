/** Attacks the app as an auditor would: one line for each target and for each closed attack, with its figure and its bound. */
import { randomInt } from 'node:crypto'
import { readOptions } from '../read-options.ts'
import { runTarget } from '../faults/soak/run-target.ts'
import { auditTargets } from './all-targets.ts'

const values = readOptions('audit:security', {
  only: { type: 'string', does: 'names of targets, separated by commas' },
  seed: {
    type: 'string',
    does: 'repeats an earlier run; without it every run has a new seed, because one proves little',
  },
  size: { type: 'string', does: "how much is tried, in the target's own unit; useful only for a single target" },
  keep: { type: 'boolean', default: false, does: 'keeps the folders of failed targets' },
})
const say = (line: string): void => void process.stdout.write(`${line}\n`)
const seed = values.seed === undefined ? randomInt(2_000_000_000) : Number(values.seed)
const size = values.size === undefined ? undefined : Number(values.size)
const names = values.only?.split(',').map((name) => name.trim()) ?? Object.keys(auditTargets)
const unknown = names.filter((name) => !Object.hasOwn(auditTargets, name))
if (unknown.length > 0 || [seed, size ?? 1].some((number) => !Number.isSafeInteger(number))) {
  const trouble = unknown.length > 0 ? `There is no ${unknown.join(', ')}` : 'A seed and a size are whole numbers'
  process.stderr.write(`${trouble}. There are ${Object.keys(auditTargets).join(', ')}\n`)
  process.exit(2)
}

say(`Seed ${seed}: ${names.join(', ')}`)
const began = performance.now()
const short: string[] = []
for (const name of names) {
  const piece = { name, label: name, seed, keep: values.keep, say, ...(size !== undefined && { size }) }
  if (!(await runTarget(piece, auditTargets))) short.push(name)
}
const took = `${((performance.now() - began) / 60_000).toFixed(1)} min`
say(
  short.length === 0
    ? `All ${names.length} hold (seed ${seed}, ${took}).`
    : `${short.length} of ${names.length} fall short: ${short.join(', ')} (seed ${seed}, ${took})`,
)
process.exitCode = short.length > 0 ? 1 : 0
