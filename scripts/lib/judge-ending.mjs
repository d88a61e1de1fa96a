import { constants } from 'node:os'

/**
 * How the window's program ended. `code`: the exit code, 128 + n after signal n, 127 if the program could not be run. `soon`: the
 * program ended so early that no technician can have used it.
 * @typedef {{ code: number, soon: boolean }} Ending
 */

/**
 * The codes after SIGHUP, SIGINT, SIGTERM, SIGKILL, and Ctrl+C on Windows. SIGKILL belongs here, because a program that cannot start
 * does not end by SIGKILL.
 */
const STOPPED_FROM_OUTSIDE = new Set([129, 130, 143, 137, 0xc000013a])

/**
 * Why the program counts as unable to start here, as half a sentence; undefined if it started. An ordinary exit code is the
 * app's own failure, which the app has already shown.
 * @param {Ending} ending
 * @returns {string | undefined}
 */
export function explainCrash({ code, soon }) {
  if (!soon || STOPPED_FROM_OUTSIDE.has(code)) return undefined
  if (code === 127) return 'its program could not be run'
  if (code < 128) return undefined
  const signal = Object.entries(constants.signals).find(([, number]) => number === code - 128)?.[0]
  return `its program was ended by ${signal ?? `exit code ${code}`} right after its start`
}
