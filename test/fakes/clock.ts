import type { Clock } from '../../src/main/ports.ts'

/** A clock that a test moves by hand. */
export interface FakeClock extends Clock {
  /** Lets this many milliseconds pass, timer by timer. Promises settle in between. */
  readonly pass: (ms: number) => Promise<void>
  /** Sets the wall clock; elapsed time goes on. */
  readonly set: (now: number) => void
  /** Timers that have not fired yet. */
  readonly waiting: () => number
}

/** Starts at a fixed date, so that no test depends on today. */
export function createFakeClock(start = Date.UTC(2027, 0, 15, 9)): FakeClock {
  let elapsed = 0
  let offset = start
  const timers = new Set<{ readonly at: number; readonly action: () => void }>()
  return {
    now: () => offset + elapsed,
    elapsed: () => elapsed,
    after(ms, action) {
      const timer = { at: elapsed + ms, action }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    async pass(ms) {
      const end = elapsed + ms
      await settle()
      for (;;) {
        const next = [...timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0]
        if (next === undefined) break
        timers.delete(next)
        elapsed = Math.max(elapsed, next.at)
        next.action()
        await settle()
      }
      elapsed = end
    },
    set: (now) => void (offset = now - elapsed),
    waiting: () => timers.size,
  }
}

/** Enough turns for the promise chains of a lane, a run and a read. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve()
}
