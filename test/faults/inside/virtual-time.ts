import type { Clock } from '../../../src/main/ports.ts'

/** Time that passes only on command; processes start and end in it. */
export interface VirtualTime {
  /** Milliseconds since the start; not affected by setting the clock. */
  readonly lived: () => number
  /** The true time, milliseconds since 1970. */
  readonly true: () => number
  /** Runs `act` after that many milliseconds, independent of all processes. */
  readonly after: (ms: number, action: () => void) => void
  /** The clock of a process that starts now. */
  readonly begin: () => ProcessClock
  /** Lets that many milliseconds pass, timer by timer. */
  readonly pass: (ms: number) => Promise<void>
  /** Lets work in progress continue until it waits for time or for the network. */
  readonly settle: () => Promise<void>
  /** Moves the computer's clock by that many milliseconds. */
  readonly setBy: (ms: number) => void
  /** The computer sleeps: no timer fires. The processes' own clock stands still or leaps. */
  readonly sleep: (ms: number, ownClock: 'stands still' | 'leaps') => Promise<void>
  /** How many timers wait. */
  readonly timers: () => number
}

/** Counts from 0, like the clock of a process; its timers stop when the process ends. */
export interface ProcessClock extends Clock {
  readonly end: () => void
}

interface Timer {
  readonly at: number
  readonly action: () => void
  /** The process whose clock counts; absent if none does. */
  readonly process?: symbol
}

/** Lets work in progress continue until it waits for time, or for something outside this process. */
export async function settleHere(): Promise<void> {
  // Each turn of the event loop runs all chained promises.
  for (let turn = 0; turn < 2; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve))
}

/** Starts on a fixed day. `settle`: waits until everything that takes no time has ended. */
export function createVirtualTime(start = Date.UTC(2027, 0, 15, 9), settle = settleHere): VirtualTime {
  let lived = 0
  /** The time that processes counted: less than the true time after a sleep with a stopped clock. */
  let awake = 0
  let offset = start
  const timers = new Set<Timer>()
  const due = (timer: Timer): number => (timer.process === undefined ? timer.at - lived : timer.at - awake)
  const pass = async (ms: number): Promise<void> => {
    const end = lived + ms
    await settle()
    for (;;) {
      let next: Timer | undefined
      for (const timer of timers) if (next === undefined || due(timer) < due(next)) next = timer
      if (next === undefined || lived + Math.max(0, due(next)) > end) break
      timers.delete(next)
      const step = Math.max(0, due(next))
      lived += step
      awake += step
      next.action()
      await settle()
    }
    awake += end - lived
    lived = end
  }
  const add = (timer: Timer): (() => void) => {
    timers.add(timer)
    return () => void timers.delete(timer)
  }

  return {
    lived: () => lived,
    true: () => Math.round(start + lived),
    after: (ms, action) => void add({ at: lived + ms, action }),
    begin() {
      const begun = awake
      let hasEnded = false
      const process = Symbol('process')
      return {
        now: () => Math.round(offset + lived),
        elapsed: () => awake - begun,
        after(ms, action) {
          if (hasEnded) return () => undefined
          return add({ at: awake + Math.max(0, ms), action, process })
        },
        end() {
          hasEnded = true
          for (const timer of timers) if (timer.process === process) timers.delete(timer)
        },
      }
    },
    pass,
    settle,
    setBy: (ms) => void (offset += ms),
    async sleep(ms, ownClock) {
      lived += ms
      if (ownClock === 'leaps') awake += ms
      await pass(0)
    },
    timers: () => timers.size,
  }
}
