/** Runs the targets of "Nothing lost, nothing doubled" at full size: one line each with its figure and its bound. */
import { randomInt } from 'node:crypto'
import { readOptions } from '../read-options.ts'
import { planSoak } from './soak/plan-soak.ts'
import { runAside } from './soak/run-aside.ts'
import { runTarget } from './soak/run-target.ts'
import { allTargets } from './targets/all-targets.ts'

const values = readOptions('soak', {
  only: { type: 'string', does: 'names of targets, separated by commas' },
  seed: {
    type: 'string',
    does: 'plays the faults of an earlier run; without it every run has a new seed, because one proves little',
  },
  size: { type: 'string', does: "how much is played, in the target's own unit; useful only for a single target" },
  jobs: { type: 'string', default: '1', does: 'how many targets run at once, each in its own process' },
  keep: { type: 'boolean', default: false, does: 'keeps the folders of failed targets' },
})
const say = (line: string): void => void process.stdout.write(`${line}\n`)
/** With everything that parts add to it, it stays a seed of 31 bits. */
const largestSeed = 2_000_000_000
const seed = values.seed === undefined ? randomInt(largestSeed) : Number(values.seed)
const size = values.size === undefined ? undefined : Number(values.size)
const jobs = Number(values.jobs)
const usual = Object.keys(allTargets).filter((name) => allTargets[name]?.isAsked !== true)
const names = values.only?.split(',').map((name) => name.trim()) ?? usual
const unknown = names.filter((name) => !Object.hasOwn(allTargets, name))
if (unknown.length > 0 || [seed, size ?? 1, jobs].some((number) => !Number.isSafeInteger(number)) || jobs < 1) {
  const trouble =
    unknown.length > 0 ? `There is no ${unknown.join(', ')}` : 'A seed, a size and a number of jobs are whole numbers'
  process.stderr.write(`${trouble}. There are ${Object.keys(allTargets).join(', ')}\n`)
  process.exit(2)
}

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
