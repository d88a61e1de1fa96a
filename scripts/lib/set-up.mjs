import { existsSync, lstatSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { holdLock } from './hold-lock.mjs'
import { inProject, pinnedNode, say } from './project.mjs'
import { run } from './run.mjs'

/**
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, devOptional?: boolean }} Entry
 * @typedef {{ packages?: Record<string, Entry> }} Lock
 */

/**
 * Why packages must be installed, as half a sentence; undefined if they need not. npm's own record in `node_modules` is compared
 * with the lock file, so packages that were installed by hand count as well.
 * @param {{ lock: Lock, installed: Lock | undefined, hasPinnedNode: boolean }} facts
 * @returns {string | undefined}
 */
export function reasonToInstall({ lock, installed, hasPinnedNode }) {
  if (installed === undefined) return 'nothing is installed yet'
  if (!hasPinnedNode) return 'the pinned Node is missing'
  const wanted = Object.entries(lock.packages ?? {}).filter(([place]) => place !== '')
  for (const [place, entry] of wanted) {
    const there = installed.packages?.[place]
    const name = place.replace(/^.*node_modules\//, '')
    if (there === undefined) {
      // An optional package may be for another operating system. npm does not install such a package.
      if (entry.optional === true || entry.devOptional === true) continue
      return `${name} is missing`
    }
    if (there.version !== entry.version) return `${name} ${entry.version} is wanted, ${there.version} is installed`
    if (entry.integrity !== undefined && there.integrity !== undefined && entry.integrity !== there.integrity) {
      return `${name} has changed`
    }
  }
  return undefined
}

/**
 * @param {string} file
 * @returns {Lock | undefined}
 */
function readLock(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/**
 * Whether a folder is a link. npm would delete what is in the folder that the link leads to.
 * @param {string} folder
 * @returns {boolean}
 */
export const isLink = (folder) => lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink() === true

function lookForReason() {
  return reasonToInstall({
    lock: readLock(inProject('package-lock.json')) ?? {},
    installed: readLock(inProject('node_modules', '.package-lock.json')),
    hasPinnedNode: existsSync(pinnedNode),
  })
}

/**
 * The command that runs npm: the npm that started this script, else the npm on the path.
 * @param {NodeJS.ProcessEnv} env
 * @param {NodeJS.Platform} platform
 * @returns {{ command: string, args: string[], shell: boolean }}
 */
export function findNpm(env, platform) {
  const script = env['npm_execpath']
  if (script !== undefined && /^npm(-cli)?\.c?js$/.test(path.basename(script))) {
    // npm does not run on the pinned Node, which `npm ci` replaces. It runs on the Node that ran npm when npm started this script.
    return { command: env['npm_node_execpath'] ?? process.execPath, args: [script], shell: false }
  }
  return platform === 'win32'
    ? { command: 'npm.cmd', args: [], shell: true }
    : { command: 'npm', args: [], shell: false }
}

/**
 * Hides npm's warnings. npm would warn of every tool that asks for a newer Node than the Node that runs npm, although the tools run on
 * the pinned Node.
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv}
 */
export const quietly = (env) => ({ npm_config_loglevel: 'error', ...env })

const leftOut =
  "npm's settings leave packages out (`npm config get omit`, or NODE_ENV=production). " +
  'Setdesk is built and run with them: run `npm ci --include=dev --include=optional`, then the same command again.'

/**
 * Installs the packages of the lock file if necessary. Prints the reason and the duration; prints nothing if all is installed.
 * @returns {Promise<boolean>} whether everything is in place; if not, the reason was printed
 */
export async function setUp() {
  if (lookForReason() === undefined) return true
  const isDone = await holdLock(inProject('.cache', 'set-up.lock'), 'set-up', async () => {
    const reason = lookForReason()
    if (reason === undefined) return true
    if (isLink(inProject('node_modules'))) {
      say(`The packages in node_modules do not fit, because ${reason}.`)
      say(
        'The folder is a link, so they belong to another copy of Setdesk. Remove the link, then run the same command again.',
      )
      return false
    }
    say(`Installing packages, because ${reason}. This can take some minutes.`)
    const started = performance.now()
    const npm = findNpm(process.env, process.platform)
    // No package needs an install script. The user's own npm settings stay in force.
    const { code } = await run(npm.command, [...npm.args, 'ci'], { shell: npm.shell, env: quietly(process.env) })
    const left = lookForReason()
    if (code === 0 && left === undefined) {
      say(`Packages are installed (${((performance.now() - started) / 1000).toFixed(1)} s).`)
      return true
    }
    say(`The packages could not be installed${left === undefined ? '' : `: ${left}`}.`)
    say(
      code === 0
        ? leftOut
        : 'Setdesk needs the npm registry for this. Once it can be reached, run the same command again.',
    )
    return false
  })
  return isDone ?? false
}
