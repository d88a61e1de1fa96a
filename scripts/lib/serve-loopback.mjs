import { spawn } from 'node:child_process'
import { inProject, pinnedNode } from './project.mjs'
import { follow } from './run.mjs'

/**
 * Serves the app to a browser on this computer, until it is stopped. The app must be built. stdout is the host's alone:
 * with `--json` its one line is all that is on it.
 * @param {readonly string[]} args
 * @returns {Promise<number>} the exit code
 */
export function serveLoopback(args) {
  return follow(spawn(pinnedNode, [inProject('out', 'main', 'loopback.js'), ...args], { stdio: 'inherit' }))
}
