import type { Clock } from '../../../src/main/ports.ts'

/** Time that passes only when it is told to; processes begin and end in it. */
export interface VirtualTime {
  /** Milliseconds since the beginning: never set. */
  readonly lived: () => number
  /** What a true clock on a wall shows, milliseconds since 1970. */
  readonly true: () => number
  /** Something outside of all processes happens after so many milliseconds. */
  readonly after: (ms: number, act: () => void) => void
  /** The clock of a process that begins now. */
  readonly begin: () => ProcessClock
  /** Lives through so many milliseconds, timer by timer. */
  readonly pass: (ms: number) => Promise<void>
  /** Lets what is under way come to where it waits for time or for the network. */
  readonly settle: () => Promise<void>
  /** Somebody sets the computer's clock, by so many milliseconds from what it shows. */
  readonly setBy: (ms: number) => void
  /** The computer sleeps: no timer fires. Its processes' own clock stands still meanwhile, or leaps. */
  readonly sleep: (ms: number, ownClock: 'stands still' | 'leaps') => Promise<void>
}

/** Counts from 0, as that of a process does; no timer of it fires once it has ended. */
export interface ProcessClock extends Clock {
  readonly end: () => void
}

interface Timer {
  readonly at: number
  readonly act: () => void
  readonly isOfComputer: boolean
}

async function settle(): Promise<void> {
  // Each turn of the event loop runs all that promises hand on to each other.
  for (let turn = 0; turn < 2; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve))
}

/** Begins on a fixed day. */
export function createVirtualTime(start = Date.UTC(2027, 0, 15, 9)): VirtualTime {
  let lived = 0
  /** What the computer has lived through: less, where it slept with its clock standing still. */
  let awake = 0
  let offset = start
  const timers = new Set<Timer>()
  const due = (timer: Timer): number => (timer.isOfComputer ? timer.at - awake : timer.at - lived)
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
      next.act()
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
    after: (ms, act) => void add({ at: lived + ms, act, isOfComputer: false }),
    begin() {
      const begun = awake
      let hasEnded = false
      const own = new Set<() => void>()
      return {
        now: () => Math.round(offset + lived),
        elapsed: () => awake - begun,
        after(ms, act) {
          if (hasEnded) return () => undefined
          const cancel = add({ at: awake + Math.max(0, ms), act, isOfComputer: true })
          own.add(cancel)
          return cancel
        },
        end() {
          hasEnded = true
          for (const cancel of own) cancel()
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
  }
}
