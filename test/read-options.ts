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
