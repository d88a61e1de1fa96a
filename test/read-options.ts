import { randomInt } from 'node:crypto'
import { parseArgs, type ParseArgsOptionDescriptor } from 'node:util'

type Options = Readonly<Record<string, ParseArgsOptionDescriptor & { readonly does: string }>>

/**
 * Reads the options of a command such as `npm run soak`. `does`: what an option does. Prints all options and ends the process if the user
 * asks for `--help`. Ends it with 2 if an option is unknown or has a bad value.
 */
export function readOptions<T extends Options>(command: string, options: T) {
  const usage = [
    `npm run ${command} -- [options]`,
    ...Object.entries(options).map(([name, { type, does }]) =>
      `  --${name}${type === 'string' ? ' VALUE' : ''}`.padEnd(20).concat(does),
    ),
  ].join('\n')
  if (process.argv.includes('--help')) {
    process.stdout.write(`${usage}\n`)
    process.exit(0)
  }
  try {
    return parseArgs({ options }).values
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${usage}\n`)
    process.exit(2)
  }
}

/** The options of every command that runs targets. */
export const targetOptions = {
  only: { type: 'string', does: 'names of targets, separated by commas' },
  seed: {
    type: 'string',
    does: 'repeats an earlier run; without it every run has a new seed, because one seed proves little',
  },
  size: { type: 'string', does: "how much is played, in the target's own unit; useful only for a single target" },
  keep: { type: 'boolean', default: false, does: 'keeps the folders of failed targets' },
} as const satisfies Options

/** With everything that parts of a run add to it, it stays a seed of 31 bits. */
const largestSeed = 2_000_000_000

interface Chosen {
  readonly only?: string | undefined
  readonly seed?: string | undefined
  readonly size?: string | undefined
}

/**
 * What a command is to run. `known`: the names of all targets; `usual`: of those that run without `--only`. Ends the process with 2 if a name
 * is unknown, or a number is not a whole number.
 */
export function chooseTargets({ only, ...chosen }: Chosen, known: readonly string[], usual = known) {
  const names = only?.split(',').map((name) => name.trim()) ?? usual
  const seed = chosen.seed === undefined ? randomInt(largestSeed) : Number(chosen.seed)
  const size = chosen.size === undefined ? undefined : Number(chosen.size)
  const unknown = names.filter((name) => !known.includes(name))
  if (unknown.length > 0 || [seed, size ?? 1].some((number) => !Number.isSafeInteger(number))) {
    const trouble = unknown.length > 0 ? `There is no ${unknown.join(', ')}` : 'A seed and a size are whole numbers'
    process.stderr.write(`${trouble}. There are ${known.join(', ')}\n`)
    process.exit(2)
  }
  return { names, seed, ...(size !== undefined && { size }) }
}
