import { constants } from 'node:os'

/**
 * How the window's program ended: its exit code, 128 + n where signal n ended it, 127 where it could not be run. `soon`: before a
 * technician can have used it.
 * @typedef {{ code: number, soon: boolean }} Ending
 */

/** SIGHUP, SIGINT, SIGTERM, and Ctrl+C on Windows. SIGKILL comes from outside, too: a program that cannot start does not use it. */
const STOPPED_FROM_OUTSIDE = new Set([129, 130, 143, 137, 0xc000013a])

/**
 * Why the program counts as one that does not start here, as half a sentence; undefined where it does not. An ordinary exit code is
 * the app's own failure, which it has shown itself.
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
