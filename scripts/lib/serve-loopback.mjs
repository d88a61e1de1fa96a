import { spawn } from 'node:child_process'
import { hostMemory } from './host-memory.mjs'
import { inProject, pinnedNode } from './project.mjs'
import { follow } from './run.mjs'

/**
 * The command that starts the built browser host: its program, arguments and environment.
 * @param {readonly string[]} args the arguments for the host
 * @param {NodeJS.ProcessEnv} [env]
 */
export const loopbackCommand = (args, env = process.env) => ({
  program: pinnedNode,
  args: [...hostMemory.flags, inProject('out', 'main', 'loopback.cjs'), ...args],
  env: { ...env, ...hostMemory.env },
})

/**
 * Serves the app to a browser on this computer until the host is stopped. The app must be built. Only the host writes to stdout.
 * With `--json` the host writes a single line.
 * @param {readonly string[]} args
 * @returns {Promise<number>} the exit code
 */
export function serveLoopback(args) {
  const command = loopbackCommand(args)
  return follow(spawn(command.program, command.args, { stdio: 'inherit', env: command.env }))
}
