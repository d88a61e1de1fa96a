import { existsSync, readFileSync } from 'node:fs'

/** Linux reports processor time in hundredths of a second, whatever the frequency of the kernel's own clock. */
const TICKS_IN_A_MINUTE = 100 * 60
const OWN = '/proc/self/stat'

/**
 * The minutes of processor time that a process and its ended descendants have used. Left out are descendants whose parent did not wait for
 * their end, such as the page processes of a browser.
 * @param {string} stat the kernel's line about the process, see proc_pid_stat(5)
 */
export function readProcessorMinutes(stat) {
  // The second field is the program's name in brackets, which may contain anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  // The line's fields 14 to 17.
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
  return ticks / TICKS_IN_A_MINUTE
}

/**
 * The minutes of processor time that this process and its ended descendants have used. Undefined if the system does not report them.
 * @returns {number | undefined}
 */
export const processorMinutes = () => (existsSync(OWN) ? readProcessorMinutes(readFileSync(OWN, 'utf8')) : undefined)
