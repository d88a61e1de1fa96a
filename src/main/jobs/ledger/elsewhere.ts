import type { DatabaseSync } from 'node:sqlite'
import type { Clock } from '../../ports.ts'
import type { Sealing } from '../../vault/sealing.ts'
import { createEntries } from './entries.ts'
import { dropTransferred, lastOutcome, listOpenSteps, setReadBack, waitForReadBack } from './maintenance-rows.ts'
import type { EntryPayload } from './payload.ts'
import type { Job } from './rows.ts'

/** Writes down what another computer may have done with jobs, or that it has them now. Within the caller's transaction. */
export function createElsewhere(database: DatabaseSync, sealing: Sealing, clock: Clock) {
  const entries = createEntries(database, sealing, clock)
  const assumeSent = (only: readonly number[] | undefined): void => {
    for (const { revision, ...step } of listOpenSteps(database, only)) {
      if (isSettledAnyway(lastOutcome(database, step.id, revision))) continue
      const before = knownBefore(() => entries.lastSeen(step, revision, 'attempt'))
      entries.add(step, revision, 'attempt', before === undefined ? {} : { seen: before })
      entries.add(step, revision, 'verdict', { result: 'unknown' })
      setReadBack(database, step.id)
    }
  }
  return {
    /**
     * Makes every step that is not over one that may have arrived: of an attempt that was made after a backup, or by another
     * computer, this file knows nothing. Each gets an attempt that ended unknown, so the platform is read before anything is sent, as
     * after any reply that was lost. What stood before an attempt that is known goes along, so that a renewal can still be compared.
     * `only`: these jobs; by default all unfinished ones.
     */
    assumeSent,
    /** The same, and the jobs wait until the platform was read for them. Gives their number. */
    readBackFirst(origin: 'restored' | 'copied' | 'taken-over', only?: readonly number[]): number {
      assumeSent(only)
      return waitForReadBack(database, { origin, now: clock.now(), only })
    },
    /** Another computer has the job now: nothing more is sent for it here. `to`: that computer. */
    transferAway(
      { id, revision }: Pick<Job, 'id' | 'revision'>,
      to: string,
      why: Parameters<typeof dropTransferred>[3],
    ): void {
      const step = dropTransferred(database, id, clock.now(), why)
      if (step !== undefined) entries.add(step, revision, 'choice', { result: 'drop', seen: { message: to } })
    },
  }
}

/** After a yes, or a person's word that it is there, nothing is sent any more. "Send again" may have been done. */
const isSettledAnyway = (last: string | undefined): boolean => last === 'accepted' || last === 'it-is-there'

/** One that cannot be opened is as good as none: the step is then read, and put to a person. */
function knownBefore(read: () => EntryPayload | undefined): EntryPayload | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
