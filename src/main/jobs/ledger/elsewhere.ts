import type { DatabaseSync } from 'node:sqlite'
import type { Clock } from '../../ports.ts'
import type { Sealing } from '../../vault/sealing.ts'
import { createEntries } from './entries.ts'
import { dropTransferred, lastOutcome, listOpenSteps, setReadBack, waitForReadBack } from './maintenance-rows.ts'
import type { EntryPayload } from './payload.ts'
import type { Job } from './rows.ts'

/** Records that another computer may have sent a job, or has the job now. All methods work within the caller's transaction. */
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
     * Marks every unfinished step as one whose call may have arrived. This file knows nothing about attempts after a backup or on another
     * computer. So each step gets an attempt with an unknown end. The platform is then read before anything is sent, as after any lost
     * reply. The subscription that was stored with a known attempt is kept, so that a renewal can be compared with it. `only`: the jobs to
     * mark; by default all unfinished jobs.
     */
    assumeSent,
    /** Marks the jobs like `assumeSent`, and makes them wait until they are read back. Returns the number of jobs. */
    readBackFirst(origin: 'restored' | 'copied' | 'taken-over', only?: readonly number[]): number {
      assumeSent(only)
      return waitForReadBack(database, { origin, now: clock.now(), only })
    },
    /** Records that another computer (`to`) has the job now. This computer sends nothing more for it. */
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

/**
 * Whether the step is never sent again: its last attempt was accepted, or a technician chose "it is there". "Send again" does not count,
 * because the call may have been sent after that choice.
 */
const isSettledAnyway = (last: string | undefined): boolean => last === 'accepted' || last === 'it-is-there'

/**
 * The subscription that was stored with a known attempt. Undefined if the entry cannot be opened. In that case, a technician decides after
 * the next reading.
 */
function knownBefore(read: () => EntryPayload | undefined): EntryPayload | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
