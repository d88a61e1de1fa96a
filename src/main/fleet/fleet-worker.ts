import { errorName } from '../../shared/result.ts'
import type { Log } from '../ports.ts'
import { isDiskFull } from '../storage/files.ts'
import type { HubClient, MemberParts } from './hub-client.ts'

/** The pause before a round after a change, and the longest pause before a round without a change, in milliseconds. */
const [changePause, idlePause] = [200, 30_000]
/** The shortest time between the starts of two rounds, milliseconds. */
const leastDistance = 500

/** One part of a round. Returns false if the hub could not be reached. Then the remaining parts wait for the next round. */
export type RoundPart = (isOver: () => boolean) => Promise<boolean>

interface WorkerDeps extends Pick<MemberParts, 'clock' | 'random' | 'log'> {
  readonly client: Pick<HubClient, 'mayAsk' | 'restsUntil' | 'link'>
  readonly parts: readonly RoundPart[]
}

export const logProblem = (log: Log, error: unknown): void =>
  log.problem('fleet', { kind: isDiskFull(error) ? 'no-room' : errorName(error) })

/** Notes what also comes about without the note, only later. A failure, for example a full disk, is only logged. */
export function tryToNote(log: Log, note: () => void): void {
  try {
    note()
  } catch (error) {
    logProblem(log, error)
  }
}

/** Synchronises this station with the hub in the background, round by round. No other work waits for a round. */
export function createFleetWorker({ clock, random, log, client, parts }: WorkerDeps) {
  let isStopped = false
  let cancel: (() => void) | undefined
  let dueAt = Number.POSITIVE_INFINITY
  let begunAt = Number.NEGATIVE_INFINITY
  let running: Promise<void> | undefined
  const isOver = (): boolean => isStopped

  const schedule = (at: number): void => {
    // A timer may not run while the computer sleeps. Then it is still waiting although its time has passed.
    if (isStopped || (at >= dueAt && dueAt > clock.elapsed())) return
    cancel?.()
    dueAt = Math.min(at, dueAt)
    cancel = clock.after(Math.max(0, dueAt - clock.elapsed()), begin)
  }
  const work = async (): Promise<void> => {
    for (const part of parts) {
      if (isStopped || client.link().state === 'revoked') return
      if (!(await part(isOver))) return
    }
  }
  const begin = (): void => {
    dueAt = Number.POSITIVE_INFINITY
    if (isStopped || running !== undefined) return
    begunAt = clock.elapsed()
    running = work()
      .catch((error: unknown) => {
        // After `stop`, the ledger may already be closed. Errors are then expected and are not logged.
        if (!isStopped) logProblem(log, error)
      })
      .finally(() => {
        running = undefined
        const idle = clock.elapsed() + idlePause / 2 + random.below(idlePause / 2)
        schedule(client.mayAsk() ? idle : Math.max(client.restsUntil(), clock.elapsed() + changePause))
        if (isWanted) wake()
      })
  }
  let isWanted = false
  const wake = (): void => {
    if (running !== undefined) {
      isWanted = true
      return
    }
    isWanted = false
    schedule(Math.max(clock.elapsed() + changePause, begunAt + leastDistance))
  }

  return {
    wake,
    async stop() {
      isStopped = true
      cancel?.()
      await running
    },
  }
}
