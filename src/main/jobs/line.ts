import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Clock } from '../ports.ts'

/** Of fewer requests at once than this, none is left unused for long. */
const several = 4

/** How long a request may wait in the line on average, milliseconds. */
const shortWait = 100

/** How much the latest answer counts for the time that answers usually take. */
const weight = 1 / 8

export interface Turn {
  /** Ends the wait. Work that has begun goes on. */
  readonly stopping: AbortSignal
  /** For a call that changes something: it goes before reads, and no later than this after it was decided, milliseconds. */
  readonly changesWithin?: number
}

export type Line = ReturnType<typeof createLine>

/**
 * The line in which the jobs of a connection wait with their requests, so that never more than `requestsAtOnce` are under way.
 * There are more jobs in work than that: while one of them is written to disk, another one has its request under way.
 */
export function createLine(requestsAtOnce: number, clock: Pick<Clock, 'after' | 'elapsed'>) {
  let underWay = 0
  /** How long an answer usually takes, milliseconds; undefined before the first. */
  let usual: number | undefined
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
    /**
     * How many jobs to work on at once now. Answers of a quick platform come together, so while the jobs of these are judged and written
     * to disk, as many others need requests to send. To a slow one there are fewer, or a changing call would wait too long for its turn.
     */
    jobsInWork(): number {
      if (requestsAtOnce < several || usual === undefined) return requestsAtOnce
      const more = Math.floor((requestsAtOnce * shortWait) / Math.max(usual, shortWait))
      return requestsAtOnce + more
    },
    /** Does `request` when it is its turn. Undefined if the wait ended before; then nothing was asked. */
    async take<T>(turn: Turn, request: () => Promise<T>): Promise<T | undefined> {
      if (!(await waitForTurn(turn))) return undefined
      const asked = clock.elapsed()
      try {
        return await request()
      } finally {
        const took = clock.elapsed() - asked
        usual = usual === undefined ? took : usual + (took - usual) * weight
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
