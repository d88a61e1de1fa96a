import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { inProject } from './project.mjs'

/**
 * How a program ended. `code` is null when it could not be started, was killed, or ran out of time.
 * @typedef {{ code: number | null, timedOut: boolean, output: string }} Ending
 */

const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])
const GRACE_MS = 5_000
const onWindows = process.platform === 'win32'

/**
 * Ends a process and all that it started. It must have been started as the head of a group of its own.
 * @param {number | undefined} pid
 */
function killGroup(pid) {
  if (pid === undefined) return
  try {
    if (onWindows) spawn('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore' })
    else process.kill(-pid, 'SIGKILL')
  } catch {
    // It ended by itself in the meantime.
  }
}

/**
 * Runs a program to its end and never throws. What it prints goes to stderr, or into `output` where `quiet` is set.
 * `keepGoing` is asked once a second; when it says no, the program is ended with all that it started.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, quiet?: boolean, shell?: boolean, keepGoing?: (elapsedMs: number) => boolean }} [options]
 * @returns {Promise<Ending>}
 */
export function run(command, args, { env = process.env, quiet = false, shell = false, keepGoing } = {}) {
  return new Promise((resolve) => {
    let output = ''
    let timedOut = false
    const started = performance.now()
    const child = spawn(command, args, {
      cwd: inProject(),
      env,
      shell,
      detached: keepGoing !== undefined && !onWindows,
      stdio: ['ignore', quiet ? 'pipe' : 2, quiet ? 'pipe' : 2],
    })
    // Nothing goes on behind our back once we are told to stop: an install left running would meet the next one.
    const breakOff = () => {
      child.once('exit', () => process.exit(130))
      if (keepGoing !== undefined) killGroup(child.pid)
      else child.kill()
      setTimeout(() => child.kill('SIGKILL'), GRACE_MS)
    }
    for (const signal of SIGNALS) process.once(signal, breakOff)
    const watch = setInterval(() => {
      if (keepGoing === undefined || keepGoing(performance.now() - started)) return
      timedOut = true
      killGroup(child.pid)
    }, 1000)
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => (output += text))
    }
    /** @param {number | null} code */
    const end = (code) => {
      clearInterval(watch)
      for (const signal of SIGNALS) process.removeListener(signal, breakOff)
      resolve({ code: timedOut ? null : code, timedOut, output })
    }
    child.once('error', (error) => {
      output += error.message
      end(null)
    })
    child.once('close', end)
  })
}

/**
 * Hands the terminal over to a program: its exit code is ours, and what we are told to do, it is told.
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<number>} the exit code, 128 + n where signal n ended it
 */
export function follow(child) {
  let told = false
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      told = true
      // Ctrl+C in a terminal reaches the whole group already: passing it on would count as pressing it twice.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
    })
  }
  // npm passes a signal on to the shell it started us by, and that shell does not: to be left behind is to be told to stop.
  const parent = process.ppid
  const watch = setInterval(() => {
    if (told || process.env['npm_lifecycle_event'] === undefined || process.ppid === parent) return
    told = true
    child.kill('SIGTERM')
  }, 500)
  child.once('exit', () => clearInterval(watch))
  return new Promise((resolve) => {
    child.once('error', () => resolve(127))
    child.once('exit', (code, signal) => resolve(code ?? 128 + (constants.signals[signal ?? 'SIGTERM'] ?? 0)))
  })
}
