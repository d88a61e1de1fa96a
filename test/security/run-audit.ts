/** Attacks the app as an auditor would: one line for each target and for each closed attack, with its figure and its bound. */
import { chooseTargets, readOptions, targetOptions } from '../read-options.ts'
import { runTarget } from '../faults/soak/run-target.ts'
import { auditTargets } from './all-targets.ts'

const values = readOptions('audit:security', targetOptions)
const say = (line: string): void => void process.stdout.write(`${line}\n`)
const { names, seed, size } = chooseTargets(values, Object.keys(auditTargets))

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
