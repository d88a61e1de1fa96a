import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Clock } from '../ports.ts'

/** A connection with fewer simultaneous requests than this gets no extra jobs, because it would gain nothing from them. */
const several = 4

/** The average time that a request may wait in the line, in milliseconds. */
const shortWait = 100

/** The weight of the latest answer in the usual answer time. */
const weight = 1 / 8

export interface Turn {
  /** Ends the wait for a turn. A request that has begun continues. */
  readonly stopping: AbortSignal
  /**
   * Set for a changing call, which goes before reads. It may wait this long for its turn, in milliseconds. After that the wait ends without
   * a turn.
   */
  readonly changesWithin?: number
}

export type Line = ReturnType<typeof createLine>

/**
 * Creates the line in which the requests of a connection's jobs wait. At most `requestsAtOnce` requests are under way. More jobs than that
 * are in work, because while one job is written to disk, another job can send a request. `onRoom`: called when more jobs may be in work
 * than before.
 */
export function createLine(requestsAtOnce: number, clock: Pick<Clock, 'after' | 'elapsed'>, onRoom: () => void) {
  let underWay = 0
  /** The usual answer time, in milliseconds. Undefined before the first answer. */
  let usual: number | undefined
  /** True if the platform has just asked for a pause, and the job that got that answer has not reported it yet. */
  let isHeld = false
  const changes = new Set<() => void>()
  const reads = new Set<() => void>()

  /** Waits for a turn. False if the wait ended without one. */
  const waitForTurn = ({ stopping, changesWithin }: Turn): Promise<boolean> => {
    if (underWay < requestsAtOnce && !isHeld) {
      underWay += 1
      return Promise.resolve(true)
    }
    if (stopping.aborted) return Promise.resolve(false)
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const waiting = changesWithin === undefined ? reads : changes
    const end = (hasTurn: boolean): void => {
      waiting.delete(begin)
      stopping.removeEventListener('abort', giveUp)
      cancel?.()
      resolve(hasTurn)
    }
    const begin = (): void => end(true)
    const giveUp = (): void => end(false)
    waiting.add(begin)
    stopping.addEventListener('abort', giveUp)
    const cancel = changesWithin === undefined ? undefined : clock.after(changesWithin, giveUp)
    return promise
  }

  /** Gives a free turn to the next waiting request. True if there was one. */
  const letNextIn = (): boolean => {
    const [next] = changes.size > 0 ? changes : reads
    if (next === undefined || isHeld || underWay >= requestsAtOnce) return false
    underWay += 1
    next()
    return true
  }
  const passOn = (): boolean => {
    underWay -= 1
    return letNextIn()
  }

  /**
   * How many jobs to work on at once. The answers of a quick platform arrive together. While their jobs are written to disk, the same
   * number of other jobs must be ready to send requests. For a slow platform the number is lower, because otherwise a changing call would
   * wait too long for its turn.
   */
  const jobsInWork = (): number => {
    if (requestsAtOnce < several || usual === undefined) return requestsAtOnce
    const more = Math.floor((requestsAtOnce * shortWait) / Math.max(usual, shortWait))
    return requestsAtOnce + more
  }

  const noteTime = (took: number): void => {
    const before = jobsInWork()
    usual = usual === undefined ? took : usual + (took - usual) * weight
    // In a turn of its own, so that no failure of `onRoom` can replace the answer.
    if (jobsInWork() > before) void nextTurn().then(onRoom)
  }

  let lastTurn: Promise<unknown> = Promise.resolve()
  /** Gives each answer its own turn of the event loop. A third answer can then arrive between two answers that came together. */
  const ownTurn = (): Promise<unknown> => (lastTurn = lastTurn.then(() => nextTurn()))

  return {
    jobsInWork,
    /** Called when the platform asks for a pause. No request leaves before the job that got this answer has told its lane. */
    async hold() {
      isHeld = true
      await nextTurn()
      isHeld = false
      while (letNextIn());
    },
    /** Makes the request when it has its turn. Undefined if the wait ended first; then nothing was asked. */
    async take<T>(turn: Turn, request: () => Promise<T>): Promise<T | undefined> {
      if (!(await waitForTurn(turn))) return undefined
      const asked = clock.elapsed()
      try {
        return await request()
      } finally {
        const took = clock.elapsed() - asked
        // Lets the next request leave before this answer is worked on. That request needs one turn of the event loop to connect and one to
        // send.
        if (passOn()) {
          await nextTurn()
          await ownTurn()
        }
        noteTime(took)
      }
    },
    /** Resolves when a request would have its turn at once, or when `stopping` fires. */
    async waitForRoom(stopping: AbortSignal): Promise<void> {
      if (await waitForTurn({ stopping })) passOn()
    },
  }
}
