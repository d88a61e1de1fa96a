/**
 * The facts that decide whether Electron can show a window here. `userId` is undefined on Windows.
 * @typedef {{ platform: NodeJS.Platform, userId: number | undefined, env: NodeJS.ProcessEnv }} Place
 *
 * How the last attempt to fetch Electron's program ended.
 * @typedef {{ version: string, at: number, outcome: 'failed' | 'silent' }} Attempt
 *
 * The result of a trial start of the program.
 * @typedef {{ code: number | null, timedOut: boolean, output: string }} Trial
 */

const AGAIN_AFTER_MS = 24 * 60 * 60 * 1000

/**
 * Why Electron cannot show a window on this system, whatever is installed; undefined if it can.
 * @param {Place} place
 * @returns {string | undefined}
 */
export function judgePlace({ platform, userId, env }) {
  if (platform !== 'linux') return undefined
  if (userId === 0) return 'this is the root account, under which Electron runs only without its sandbox'
  if (!env['DISPLAY'] && !env['WAYLAND_DISPLAY'])
    return 'there is no screen here (neither DISPLAY nor WAYLAND_DISPLAY is set)'
  return undefined
}

/**
 * Whether to fetch the program again after a failed attempt: on request, for another version, or after a day.
 * @param {{ attempt: Attempt | undefined, version: string, now: number, insisted: boolean }} facts `now` in milliseconds
 * @returns {boolean}
 */
export function shouldFetch({ attempt, version, now, insisted }) {
  if (insisted || attempt === undefined || attempt.version !== version) return true
  // If the clock was set back, the old attempt must not block for ever.
  return now < attempt.at || now - attempt.at >= AGAIN_AFTER_MS
}

/**
 * Why the program is missing, in words for the user.
 * @param {{ attempt: Attempt, now: number, limitSeconds: number }} facts
 * @returns {string}
 */
export function explainAttempt({ attempt, now, limitSeconds }) {
  const what = {
    failed: 'its program could not be fetched (it comes from GitHub, not from the npm registry)',
    silent: `fetching its program brought nothing for ${limitSeconds} seconds`,
  }[attempt.outcome]
  const minutes = Math.floor((now - attempt.at) / 60_000)
  if (minutes < 1) return what
  const ago = minutes < 120 ? `${minutes} min` : `${Math.floor(minutes / 60)} h`
  return `${what}; that was ${ago} ago, and \`npm start -- --electron\` tries again now`
}

/**
 * Gives the reason why the installed program does not start, or undefined if it starts. Judges by a trial start without a
 * window.
 * @param {Trial} trial
 * @returns {string | undefined}
 */
export function judgeTrial({ code, timedOut, output }) {
  if (code === 0) return undefined
  const library = /error while loading shared libraries: ([^:\s]+)/.exec(output)?.[1]
  if (library !== undefined) return `the system lacks a library it needs, ${library}`
  if (timedOut) return 'its program hung when it was tried'
  const said = output.trim().split('\n').at(-1)
  return said ? `its program does not run here (${said.slice(0, 200)})` : 'its program does not run here'
}
