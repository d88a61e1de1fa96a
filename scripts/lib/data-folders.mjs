import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { inProject } from './project.mjs'

/**
 * The data folders of the two hosts. Each has its own queue.
 * @typedef {{ window: string, browser: string }} DataFolders
 *
 * @typedef {{ platform: NodeJS.Platform, home: string, env: NodeJS.ProcessEnv }} Place
 */

/**
 * The data folders of both hosts. The hosts use the same rules: `--data` names one folder for both hosts, and without `--data`
 * each host has its own folder.
 * @param {Place} place
 * @param {readonly string[]} args
 * @returns {DataFolders}
 */
export function dataFolders(place, args) {
  const named = readDataFlag(args)
  if (named !== undefined) return { window: named, browser: named }
  return { window: usualWindowFolder(place), browser: usualBrowserFolder(place) }
}

/**
 * @param {readonly string[]} args
 * @returns {string | undefined}
 */
function readDataFlag(args) {
  const at = args.findIndex((arg) => arg === '--data' || arg.startsWith('--data='))
  const value = args[at] === '--data' ? args[at + 1] : args[at]?.slice('--data='.length)
  return value === undefined || value === '' ? undefined : path.resolve(value)
}

/**
 * Electron's `userData`: a folder with the app's name in the system's folder for apps.
 * @param {Place} place
 */
function usualWindowFolder({ platform, home, env }) {
  const { productName } = JSON.parse(readFileSync(inProject('package.json'), 'utf8'))
  if (platform === 'darwin') return path.join(home, 'Library', 'Application Support', productName)
  if (platform === 'win32')
    return path.join(namedFolder(env['APPDATA'], path.join(home, 'AppData', 'Roaming')), productName)
  return path.join(namedFolder(env['XDG_CONFIG_HOME'], path.join(home, '.config')), productName)
}

/**
 * @param {Place} place
 */
function usualBrowserFolder({ platform, home, env }) {
  const name = 'setdesk-loopback'
  if (platform === 'darwin') return path.join(home, 'Library', 'Application Support', name)
  if (platform === 'win32')
    return path.join(namedFolder(env['LOCALAPPDATA'], path.join(home, 'AppData', 'Local')), name)
  return path.join(namedFolder(env['XDG_DATA_HOME'], path.join(home, '.local', 'share')), name)
}

/**
 * The folder that a variable of the environment names, or else `usual`. An empty variable would mean the folder of the command line.
 * @param {string | undefined} named
 * @param {string} usual
 */
const namedFolder = (named, usual) => (named !== undefined && path.isAbsolute(named) ? named : usual)

/**
 * Whether a data folder has a queue, that is, a ledger file. The ledger need not have unsent jobs.
 * @param {string} folder
 * @returns {boolean}
 */
export const hasQueue = (folder) => existsSync(path.join(folder, 'setdesk.db'))

/**
 * Whether the key of a data folder is in the system's key store, which only the window can use.
 * @param {string} folder
 * @returns {boolean}
 */
export function isForWindowAlone(folder) {
  try {
    return JSON.parse(readFileSync(path.join(folder, 'key.json'), 'utf8')).protection === 'system'
  } catch {
    return false
  }
}
