import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { explainAttempt, judgePlace, judgeTrial, shouldFetch } from './judge-electron.mjs'
import { judgeSandbox, readSandbox } from './judge-sandbox.mjs'
import { inProject, pinnedNode, say, toolEnvironment } from './project.mjs'
import { proxyEnvironment } from './proxy-environment.mjs'
import { run } from './run.mjs'

const SILENCE_LIMIT_S = 20
const FETCH_LIMIT_S = 600
const TRIAL_LIMIT_MS = 10_000

const home = inProject('node_modules', 'electron')
const note = inProject('.cache', 'electron.json')
const downloads = inProject('.cache', 'electron-download')

/**
 * `reason` is half a sentence; `remedy` is one or more whole sentences.
 * @typedef {{ ok: true, program: string } | { ok: false, reason: string, remedy?: string }} Finding
 */

const isWithinTrial = (/** @type {number} */ elapsed) => elapsed < TRIAL_LIMIT_MS

/** @returns {string | undefined} the path of Electron's program; undefined if Electron's installer has not finished */
function findProgram() {
  try {
    const program = path.join(home, 'dist', readFileSync(path.join(home, 'path.txt'), 'utf8'))
    return existsSync(program) ? program : undefined
  } catch {
    return undefined
  }
}

/**
 * Total size in bytes of a file or folder that may change or vanish meanwhile.
 * @param {string} place
 * @returns {number}
 */
function measure(place) {
  try {
    const found = statSync(place)
    if (!found.isDirectory()) return found.size
    return readdirSync(place).reduce((sum, name) => sum + measure(path.join(place, name)), 0)
  } catch {
    return 0
  }
}

/** @returns {import('./judge-electron.mjs').Attempt | undefined} */
function readAttempt() {
  try {
    return JSON.parse(readFileSync(note, 'utf8'))
  } catch {
    return undefined
  }
}

/**
 * Runs Electron's installer to fetch the program. A slow download may continue, but the installer is stopped if no bytes arrive
 * for 20 seconds, or after 10 minutes in all.
 * @returns {Promise<'fetched' | 'failed' | 'silent'>}
 */
async function fetchProgram() {
  rmSync(downloads, { recursive: true, force: true })
  mkdirSync(downloads, { recursive: true })
  let size = 0
  let grownAt = 0
  const keepGoing = (/** @type {number} */ elapsed) => {
    const now = measure(downloads) + measure(path.join(home, 'dist'))
    if (now !== size) grownAt = elapsed
    size = now
    return elapsed - grownAt < SILENCE_LIMIT_S * 1000 && elapsed < FETCH_LIMIT_S * 1000
  }
  const env = toolEnvironment({ TMPDIR: downloads, TMP: downloads, TEMP: downloads, ...proxyEnvironment(process.env) })
  const { timedOut } = await run(pinnedNode, [path.join(home, 'install.js')], { env, quiet: true, keepGoing })
  rmSync(downloads, { recursive: true, force: true })
  if (findProgram() !== undefined) return 'fetched'
  return timedOut ? 'silent' : 'failed'
}

/**
 * Electron's program if it is installed and can start, else the reason why not. Fetches nothing.
 * @returns {Promise<Finding>}
 */
export async function findElectron() {
  const obstacle = judgePlace({ platform: process.platform, userId: process.getuid?.(), env: process.env })
  if (obstacle !== undefined) return { ok: false, reason: obstacle }
  const program = findProgram()
  if (program === undefined)
    return { ok: false, reason: 'its program is not there', remedy: '`npm start -- --electron` fetches it.' }
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' }
  const failure = judgeTrial(await run(program, ['--version'], { env, quiet: true, keepGoing: isWithinTrial }))
  if (failure !== undefined) return { ok: false, reason: failure }
  // The trial runs as Node, without the sandbox, so the sandbox's needs are checked separately.
  const refusal = process.platform === 'linux' ? judgeSandbox(readSandbox(program)) : undefined
  return refusal === undefined ? { ok: true, program } : { ok: false, ...refusal }
}

/**
 * Returns Electron's program, or the reason why it cannot be used. Fetches the program if it is missing. A failed fetch is noted,
 * so that the next start does not fetch and wait again.
 * @param {{ insisted: boolean }} options `insisted`: fetch even if a failed fetch is noted
 * @returns {Promise<Finding>}
 */
export async function obtainElectron({ insisted }) {
  const obstacle = judgePlace({ platform: process.platform, userId: process.getuid?.(), env: process.env })
  if (obstacle !== undefined || findProgram() !== undefined) return findElectron()
  const { version } = JSON.parse(readFileSync(path.join(home, 'package.json'), 'utf8'))
  let attempt = readAttempt()
  if (attempt === undefined || shouldFetch({ attempt, version, now: Date.now(), insisted })) {
    say(`Fetching Electron ${version} (about 120 MB, once).`)
    const outcome = await fetchProgram()
    if (outcome === 'fetched') return findElectron()
    attempt = { version, at: Date.now(), outcome }
    mkdirSync(path.dirname(note), { recursive: true })
    writeFileSync(note, JSON.stringify(attempt))
  }
  return { ok: false, reason: explainAttempt({ attempt, now: Date.now(), limitSeconds: SILENCE_LIMIT_S }) }
}
