import type { Clock } from '../../../src/main/ports.ts'
import { createSystemClock } from '../../../src/main/host/host-ports.ts'

const aDay = 86_400_000
const anHour = 3_600_000

interface HastyClock extends Clock {
  readonly passDays: (days: number) => void
  /** How often a wait of one hour has begun. One begins after each sweep of the ledger. */
  readonly hourlyWaits: () => number
}

/** The real clock, but the date can be moved ahead, and long waits are short. */
export function createHastyClock(): HastyClock {
  const real = createSystemClock()
  let ahead = 0
  let hourlyWaits = 0
  return {
    now: () => real.now() + ahead,
    elapsed: real.elapsed,
    after: (ms, action) => {
      if (ms === anHour) hourlyWaits += 1
      return real.after(ms >= 5000 ? ms / 50_000 : ms, action)
    },
    hourlyWaits: () => hourlyWaits,
    passDays: (days) => void (ahead += days * aDay),
  }
}
