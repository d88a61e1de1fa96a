/** Runs the targets of "Nothing lost, nothing doubled" at full size: one line each with its figure and its bound. */
import { chooseTargets, readOptions, targetOptions } from '../read-options.ts'
import { planSoak } from './soak/plan-soak.ts'
import { runAside } from './soak/run-aside.ts'
import { runTarget } from './soak/run-target.ts'
import { allTargets } from './targets/all-targets.ts'

const values = readOptions('soak', {
  ...targetOptions,
  jobs: { type: 'string', default: '1', does: 'how many targets run at once, each in its own process' },
})
const say = (line: string): void => void process.stdout.write(`${line}\n`)
const jobs = Number(values.jobs)
if (!Number.isSafeInteger(jobs) || jobs < 1) {
  process.stderr.write('The number of jobs is a whole number from 1\n')
  process.exit(2)
}
const usual = Object.keys(allTargets).filter((name) => allTargets[name]?.isAsked !== true)
const { names, seed, size } = chooseTargets(values, Object.keys(allTargets), usual)

say(`Seed ${seed}: ${names.join(', ')}${jobs > 1 ? `, ${jobs} at once` : ''}`)
const began = performance.now()
const pieces = planSoak(names, { seed, jobs, ...(size !== undefined && { size }) })
const short: string[] = []
const work = async (): Promise<void> => {
  for (let piece = pieces.shift(); piece !== undefined; piece = pieces.shift()) {
    const options = { ...piece, keep: values.keep, say }
    const holds = await (jobs > 1 ? runAside(options) : runTarget(options))
    if (!holds) short.push(piece.label)
  }
}
await Promise.all(Array.from({ length: jobs }, work))
const took = `${((performance.now() - began) / 60_000).toFixed(1)} min`
say(
  short.length === 0
    ? `All ${names.length} targets hold (seed ${seed}, ${took}).`
    : `${short.length} fall short: ${short.join(', ')} (seed ${seed}, ${took})`,
)
process.exitCode = short.length > 0 ? 1 : 0
