/**
 * Runs a command of this project. `--help` prints the usage and runs nothing. An error is printed without its stack, and the command exits
 * with 1.
 * @param {string} usage
 * @param {() => void | Promise<void>} run
 */
export async function runCommand(usage, run) {
  if (process.argv.includes('--help')) return void process.stdout.write(usage)
  try {
    await run()
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}
