import type { Clock } from '../ports.ts'

/** Longer waits make a timer fire at once. */
const longestWait = 2 ** 31 - 1

/** The system's clock. A timer never keeps the process alive by itself. */
export function createSystemClock(): Clock {
  return {
    now: () => Date.now(),
    elapsed: () => performance.now(),
    after: (ms, act) => {
      const timer = setTimeout(act, Math.min(Math.max(ms, 0), longestWait))
      timer.unref()
      return () => clearTimeout(timer)
    },
  }
}
