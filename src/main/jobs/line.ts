import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Clock } from '../ports.ts'

/** Of fewer requests at once than this, none is left unused for long. */
const several = 4

/**
 * How many jobs are worked on at once. Answers tend to come together, so while as many jobs as there are requests are judged and
 * written to disk, as many others have their requests under way.
 */
export const jobsInWork = (requestsAtOnce: number): number =>
  requestsAtOnce < several ? requestsAtOnce : 2 * requestsAtOnce

export interface Turn {
  /** Ends the wait. Work that has begun goes on. */
  readonly stopping: AbortSignal
  /** For a call that changes something: it goes before reads, and no later than this after it was decided, milliseconds. */
  readonly changesWithin?: number
}

export type Line = ReturnType<typeof createLine>

/**
 * The line in which the jobs of a connection wait with their requests, so that never more than `requestsAtOnce` are under way.
 * There are some more jobs in work than that: while one of them is written to disk, another one has its request under way.
 */
export function createLine(requestsAtOnce: number, clock: Pick<Clock, 'after'>) {
  let underWay = 0
  const changes = new Set<() => void>()
  const reads = new Set<() => void>()

  /** False if the wait ended without a turn. */
  const waitForTurn = ({ stopping, changesWithin }: Turn): Promise<boolean> => {
    if (underWay < requestsAtOnce) {
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

  /** Gives the turn to the next one. True if somebody waited. */
  const passOn = (): boolean => {
    const [next] = changes.size > 0 ? changes : reads
    if (next === undefined) underWay -= 1
    else next()
    return next !== undefined
  }

  let lastTurn: Promise<unknown> = Promise.resolve()
  /** A turn of the event loop for this answer alone: between two answers that came together, a third can come in. */
  const ownTurn = (): Promise<unknown> => (lastTurn = lastTurn.then(() => nextTurn()))

  return {
    /** Does `request` when it is its turn. Undefined if the wait ended before; then nothing was asked. */
    async take<T>(turn: Turn, request: () => Promise<T>): Promise<T | undefined> {
      if (!(await waitForTurn(turn))) return undefined
      try {
        return await request()
      } finally {
        // The next request leaves this computer before this answer is worked on: one turn to connect, one to send.
        if (passOn()) {
          await nextTurn()
          await ownTurn()
        }
      }
    },
    /** Resolves when a request would have its turn at once, or when `stopping` is. */
    async waitForRoom(stopping: AbortSignal): Promise<void> {
      if (await waitForTurn({ stopping })) passOn()
    },
  }
}
