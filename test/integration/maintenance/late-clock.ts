import type { Clock } from '../../../src/main/ports.ts'
import { createSystemClock } from '../../../src/main/host/host-ports.ts'

export const aMinute = 60_000

/** The real clock, but the elapsed time can be moved ahead. */
export function createLateClock(): Clock & { readonly pass: (ms: number) => void } {
  const real = createSystemClock()
  let ahead = 0
  return { ...real, elapsed: () => real.elapsed() + ahead, pass: (ms) => void (ahead += ms) }
}
