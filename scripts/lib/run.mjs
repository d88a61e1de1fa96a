import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { inProject } from './project.mjs'

/**
 * How a program ended. `code` is null if the program could not be started, was killed by `signal`, or was stopped by `keepGoing`.
 * @typedef {{ code: number | null, signal: NodeJS.Signals | null, timedOut: boolean, output: string }} Ending
 */

const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])
const GRACE_MS = 5_000
const onWindows = process.platform === 'win32'

/**
 * Kills a process and all its children. The process must be the head of its own process group.
 * @param {number | undefined} pid
 */
function killGroup(pid) {
  if (pid === undefined) return
  try {
    if (onWindows) spawn('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore' })
    else process.kill(-pid, 'SIGKILL')
  } catch {
    // The process ended by itself in the meantime.
  }
}

/**
 * Runs a program to its end and never throws. Output goes to stderr, or into `output` if `quiet` is set. `keepGoing` is called
 * once a second; if it returns false, the program and all its children are killed.
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
    // After a stop signal, this process ends only after the child. An install that is still running would collide with the next install.
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
    /** @type {(code: number | null, signal?: NodeJS.Signals | null) => void} */
    const end = (code, signal = null) => {
      clearInterval(watch)
      for (const name of SIGNALS) process.removeListener(name, breakOff)
      resolve({ code: timedOut ? null : code, signal, timedOut, output })
    }
    child.once('error', (error) => {
      output += error.message
      end(null)
    })
    child.once('close', end)
  })
}

/**
 * Waits for the end of a program that uses this terminal, and passes signals on to the program.
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<number>} the exit code, 128 + n after signal n
 */
export function follow(child) {
  let told = false
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      told = true
      // Ctrl+C in a terminal already reaches the whole group. Passing it on would count as a second Ctrl+C.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
    })
  }
  // npm passes a signal to the shell that started this process. The shell ends without passing the signal on, and this process gets
  // another parent. So a change of the parent means "stop".
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
