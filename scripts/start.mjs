import { spawn } from 'node:child_process'
import { ensureBuilt } from './lib/build.mjs'
import { obtainElectron } from './lib/electron.mjs'
import { inProject, say } from './lib/project.mjs'
import { follow } from './lib/run.mjs'
import { serveLoopback } from './lib/serve-loopback.mjs'
import { setUp } from './lib/set-up.mjs'
import { readStartOptions } from './lib/start-options.mjs'

const SOON_MS = 5_000
// Exit codes of SIGHUP, SIGINT and SIGTERM. A crash ends by a signal as well, but by another.
const STOPPED_BY_PERSON = new Set([129, 130, 143])

/**
 * Shows the app in Electron's window, until it is closed.
 * @param {string} program
 * @param {readonly string[]} args
 * @returns {Promise<{ code: number, soon: boolean }>} `soon`: it ended before anybody can have used it
 */
async function showWindow(program, args) {
  const { ELECTRON_RUN_AS_NODE: _, ...env } = process.env
  const started = performance.now()
  const code = await follow(spawn(program, [inProject(), ...args], { stdio: 'inherit', env }))
  return { code, soon: performance.now() - started < SOON_MS }
}

/**
 * @param {import('./lib/start-options.mjs').StartOptions} options
 * @returns {Promise<number>} the exit code
 */
async function start({ host, rest }) {
  if (!(await setUp()) || !(await ensureBuilt())) return 1
  if (host === 'loopback') return serveLoopback(rest)
  const electron = await obtainElectron({ insisted: host === 'electron' })
  let reason = electron.ok ? 'it stopped right after its start' : electron.reason
  if (electron.ok) {
    const { code, soon } = await showWindow(electron.program, rest)
    if (code === 0 || !soon || STOPPED_BY_PERSON.has(code)) return code
    reason += ` (exit code ${code})`
  }
  say(`Electron is not used, because ${reason}; Setdesk is served to a browser on this computer instead.`)
  return serveLoopback(rest)
}

process.exitCode = await start(readStartOptions(process.argv.slice(2)))
