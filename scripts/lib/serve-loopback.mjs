import { spawn } from 'node:child_process'
import { inProject, pinnedNode } from './project.mjs'
import { follow } from './run.mjs'

/**
 * Serves the app to a browser on this computer until it is stopped. The app must be built. Only the host writes to stdout: with
 * `--json` that is a single line.
 * @param {readonly string[]} args
 * @returns {Promise<number>} the exit code
 */
export function serveLoopback(args) {
  return follow(spawn(pinnedNode, [inProject('out', 'main', 'loopback.cjs'), ...args], { stdio: 'inherit' }))
}
