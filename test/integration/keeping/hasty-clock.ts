import type { Clock } from '../../../src/main/ports.ts'
import { createSystemClock } from '../../../src/main/host/ports.ts'

const aDay = 86_400_000

/** The real clock, but the date can be moved ahead, and long waits are short. */
export function createHastyClock(): Clock & { readonly passDays: (days: number) => void } {
  const real = createSystemClock()
  let ahead = 0
  return {
    now: () => real.now() + ahead,
    elapsed: real.elapsed,
    after: (ms, act) => real.after(ms >= 5000 ? ms / 50_000 : ms, act),
    passDays: (days) => void (ahead += days * aDay),
  }
}
