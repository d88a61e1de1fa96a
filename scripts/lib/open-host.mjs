import { explainCrash } from './judge-ending.mjs'
import { dataOption } from './start-options.mjs'

/** Exit code of a start that showed nothing, because only the window can open the existing queue. */
export const ONLY_IN_THE_WINDOW = 4

/**
 * `ask` is undefined without a terminal.
 * @typedef {{
 *   folders: import('./data-folders.mjs').DataFolders,
 *   hasQueue: (folder: string) => boolean,
 *   isForWindowAlone: (folder: string) => boolean,
 *   obtainElectron: (options: { insisted: boolean }) => Promise<import('./electron.mjs').Finding>,
 *   showWindow: (program: string, args: readonly string[]) => Promise<import('./judge-ending.mjs').Ending>,
 *   serveLoopback: (args: readonly string[]) => Promise<number>,
 *   ask: (() => Promise<'browser' | 'stop'>) | undefined,
 *   say: (sentence: string) => void,
 * }} HostDeps
 */

/**
 * Opens the window, or the browser host if the window cannot open. Never switches to another queue without telling the user.
 * @param {import('./start-options.mjs').StartOptions} options
 * @param {HostDeps} deps
 * @returns {Promise<number>} the exit code
 */
export async function openHost({ host, rest }, deps) {
  const { folders, hasQueue, say } = deps
  const apart = folders.window !== folders.browser
  if (host === 'loopback') {
    if (apart && hasQueue(folders.window)) say(tellOfWindow(folders.window))
    return deps.serveLoopback(rest)
  }
  const electron = await deps.obtainElectron({ insisted: host === 'electron' })
  if (!electron.ok) return fallBack(electron, rest, deps)
  if (apart && hasQueue(folders.browser)) say(tellOfBrowser(folders.browser))
  const ending = await deps.showWindow(electron.program, rest)
  const reason = explainCrash(ending)
  return reason === undefined ? ending.code : fallBack({ reason }, rest, deps)
}

/**
 * @param {{ reason: string, remedy?: string }} why
 * @param {readonly string[]} rest
 * @param {HostDeps} deps
 * @returns {Promise<number>} the exit code
 */
async function fallBack({ reason, remedy }, rest, deps) {
  const { folders, say } = deps
  say([`Electron is not used, because ${reason}.`, ...(remedy === undefined ? [] : [remedy])].join(' '))
  const apart = folders.window !== folders.browser
  const isForWindowAlone = deps.isForWindowAlone(folders.window)
  if (deps.hasQueue(folders.window) && (apart || isForWindowAlone)) {
    say(tellOfHidden(folders.window, isForWindowAlone))
    const answer = apart && deps.ask !== undefined ? await deps.ask() : 'stop'
    if (answer === 'stop') {
      say(tellWhatToRun(folders, apart))
      return ONLY_IN_THE_WINDOW
    }
  }
  say(`Setdesk is served to a browser on this computer instead, with the queue in ${folders.browser}.`)
  return deps.serveLoopback(dataOption(rest))
}

/**
 * @param {string} folder
 * @param {boolean} isForWindowAlone
 */
const tellOfHidden = (folder, isForWindowAlone) =>
  `The window's queue is in ${folder}; ${
    isForWindowAlone
      ? "its key is in the system's key store, which a browser cannot ask."
      : `\`npm start -- --loopback --data "${folder}"\` serves it to a browser.`
  }`

/**
 * @param {string} folder
 */
export const tellOfWindow = (folder) =>
  `The window has a queue of its own, in ${folder}. A browser does not show it; \`npm start -- --electron\` does.`

/**
 * @param {string} folder
 */
const tellOfBrowser = (folder) =>
  `The browser host has a queue of its own, in ${folder}. The window does not show it; \`npm start -- --loopback\` does.`

/**
 * @param {import('./data-folders.mjs').DataFolders} folders
 * @param {boolean} apart
 */
function tellWhatToRun(folders, apart) {
  const other = `; \`npm start -- --loopback\` serves a browser with another queue, in ${folders.browser}`
  return `Nothing was started. \`npm start -- --electron\` tries the window again${apart ? other : ''}.`
}
