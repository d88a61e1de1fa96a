import { setImmediate as nextTurn } from 'node:timers/promises'
import type { InTurn } from '../../platform/transport/exchange.ts'
import type { Clock } from '../ports.ts'

/** A connection with fewer simultaneous requests than this has no more jobs in work than requests. More would not be faster. */
const several = 4

/** The acceptable average wait of a request in the line, in milliseconds. */
const shortWait = 100

/** The weight of the latest answer's time in the usual answer time, from 0 to 1. */
const weight = 1 / 8

export interface Turn {
  /** Ends the wait for a turn. A request that has begun continues. */
  readonly stopping: AbortSignal
  /**
   * Set only for a changing call, which gets its turn before reads: the longest time that the call waits for its turn, in milliseconds.
   * After that time, the wait ends without a turn.
   */
  readonly changesWithin?: number
}

export type Line = ReturnType<typeof createLine>

/**
 * Creates the line in which the requests of a connection's jobs wait. At most `requestsAtOnce` requests are under way at the same time.
 * More jobs are in work than requests, because while one job is written to disk, another job can send a request. `onRoom`: called when the
 * number of jobs that may be in work has grown.
 */
export function createLine(requestsAtOnce: number, clock: Pick<Clock, 'after' | 'elapsed'>, onRoom: () => void) {
  let underWay = 0
  /** The usual answer time, in milliseconds. Undefined before the first answer. */
  let usual: number | undefined
  /** How many answers have asked for a pause of which the lane was not yet told. */
  let holds = 0
  const changes = new Set<() => void>()
  const reads = new Set<() => void>()

  /** Waits for a turn. Resolves to false if the wait ended without a turn. */
  const waitForTurn = ({ stopping, changesWithin }: Turn): Promise<boolean> => {
    if (stopping.aborted) return Promise.resolve(false)
    if (underWay < requestsAtOnce && holds === 0) {
      underWay += 1
      return Promise.resolve(true)
    }
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const waiting = changesWithin === undefined ? reads : changes
    const end = (hasTurn: boolean): void => {
      waiting.delete(begin)
      stopping.removeEventListener('abort', giveUp)
      cancel?.()
      resolve(hasTurn)
    }
    const askedAt = clock.elapsed()
    // While a computer sleeps, timers stand still on some systems. So the time is checked once more when the turn comes.
    const begin = (): void => {
      const isLate = changesWithin !== undefined && clock.elapsed() - askedAt > changesWithin
      end(!isLate)
      if (isLate) passOn()
    }
    const giveUp = (): void => end(false)
    waiting.add(begin)
    stopping.addEventListener('abort', giveUp)
    const cancel = changesWithin === undefined ? undefined : clock.after(changesWithin, giveUp)
    return promise
  }

  const letNextIn = (): boolean => {
    const [next] = changes.size > 0 ? changes : reads
    if (next === undefined || holds > 0 || underWay >= requestsAtOnce) return false
    underWay += 1
    next()
    return true
  }
  const passOn = (): boolean => {
    underWay -= 1
    return letNextIn()
  }

  /**
   * How many jobs may be in work at the same time. The answers of a fast platform arrive together. While these answers are written to disk,
   * the same number of other jobs must be ready to send requests. For a slow platform fewer jobs may be in work, because otherwise a
   * changing call would wait too long for its turn.
   */
  const jobsInWork = (): number => {
    if (requestsAtOnce < several || usual === undefined) return requestsAtOnce
    const more = Math.floor((requestsAtOnce * shortWait) / Math.max(usual, shortWait))
    return requestsAtOnce + more
  }

  const noteTime = (took: number): void => {
    const before = jobsInWork()
    usual = usual === undefined ? took : usual + (took - usual) * weight
    // `onRoom` gets its own turn of the event loop, so that a failure of `onRoom` cannot replace the answer.
    if (jobsInWork() > before) void nextTurn().then(onRoom)
  }

  let lastTurn: Promise<unknown> = Promise.resolve()
  /** Gives each answer its own turn of the event loop, so that a further answer can be received between two that came together. */
  const ownTurn = (): Promise<unknown> => (lastTurn = lastTurn.then(() => nextTurn()))

  const makeInTurn: InTurn = async (exchange) => {
    const asked = clock.elapsed()
    try {
      return await exchange()
    } finally {
      const took = clock.elapsed() - asked
      // Lets the next request leave before this answer is interpreted. That request needs one turn of the event loop to connect and one to
      // send.
      if (passOn()) {
        await nextTurn()
        await ownTurn()
      }
      noteTime(took)
    }
  }

  return {
    jobsInWork,
    /**
     * Called when an answer asks for a pause. No request leaves until the returned function is called and the job that got this answer has
     * told the lane about the pause.
     */
    hold(): () => Promise<void> {
      holds += 1
      return async () => {
        await nextTurn()
        holds -= 1
        while (letNextIn());
      }
    },
    /** Lets each exchange of a question wait for a turn. Without a turn it is not made, and `isMissed` is true from then on. */
    takeTurns(turn: Turn) {
      let missed = false
      const inTurn: InTurn = async (exchange) => {
        if (await waitForTurn(turn)) return makeInTurn(exchange)
        missed = true
        return { reach: 'not-sent', failure: 'cancelled' }
      }
      return { inTurn, isMissed: () => missed }
    },
    /** Resolves when a request would have its turn at once, or when `stopping` fires. */
    async waitForRoom(stopping: AbortSignal): Promise<void> {
      if (await waitForTurn({ stopping })) passOn()
    },
  }
}

/** The number of jobs that may send a changing call before Setdesk has understood an answer to such a call. */
const mostOnTrial = 2

export type Trial = ReturnType<typeof createTrial>

/**
 * Lets only a few jobs send changing calls after the start, until Setdesk has understood one of the platform's answers to such calls. If
 * Setdesk understands none of the answers, only these few jobs have to be read back. Reads are not held back.
 */
export function createTrial() {
  let isOver = false
  const sending = new Set<number>()
  const waiting = new Set<(mayGoOn: boolean) => void>()
  const endWait = (mayGoOn: boolean): void => {
    for (const end of waiting) end(mayGoOn)
  }
  return {
    admits(job: number): boolean {
      if (isOver || sending.has(job)) return true
      if (sending.size >= mostOnTrial) return false
      sending.add(job)
      return true
    },
    /** Waits until a job may be admitted again. Resolves to false if the job has to stop before that, or if `giveUp` ends the wait. */
    async waitForPlace(stopping: AbortSignal): Promise<boolean> {
      if (stopping.aborted) return false
      if (isOver || sending.size < mostOnTrial) return true
      const { promise, resolve } = Promise.withResolvers<boolean>()
      const stop = (): void => resolve(false)
      waiting.add(resolve)
      stopping.addEventListener('abort', stop)
      const mayGoOn = await promise
      waiting.delete(resolve)
      stopping.removeEventListener('abort', stop)
      return mayGoOn
    },
    /** Called when the platform's answer to a changing call was understood. After that, every job is admitted. */
    pass() {
      isOver = true
      endWait(true)
    },
    /** Called when the run of this job has ended. */
    leave(job: number) {
      if (sending.delete(job)) endWait(true)
    },
    /** Called when the platform is not reached or refuses the token. The jobs that wait for a place stop waiting and send nothing. */
    giveUp() {
      endWait(false)
    },
  }
}
