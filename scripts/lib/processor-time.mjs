import { existsSync, readFileSync } from 'node:fs'

/** Linux counts in these parts of a second for every program, whatever its own clock does. */
const TICKS_IN_A_MINUTE = 100 * 60
const OWN = '/proc/self/stat'

/**
 * Minutes of processor time from the kernel's line about a process: its own, and that of all its children that have ended, with
 * theirs. See proc_pid_stat(5).
 * @param {string} stat
 */
export function readProcessorMinutes(stat) {
  // The second field is the program's name in brackets, which may contain anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  // The line's fields 14 to 17.
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
  return ticks / TICKS_IN_A_MINUTE
}

/**
 * The same of this process; undefined where the system does not tell.
 * @returns {number | undefined}
 */
export const processorMinutes = () => (existsSync(OWN) ? readProcessorMinutes(readFileSync(OWN, 'utf8')) : undefined)
