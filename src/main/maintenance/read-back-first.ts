import type { DatabaseSync } from 'node:sqlite'
import { createEntries } from '../jobs/ledger/entries.ts'
import { lastOutcome, listOpenSteps, setReadBack, waitForReadBack } from '../jobs/ledger/transfer-rows.ts'
import type { EntryPayload } from '../jobs/ledger/payload.ts'
import type { Clock } from '../ports.ts'
import type { Sealing } from '../vault/sealing.ts'

/**
 * Makes every step that is not over one that may have arrived: of an attempt that was made after a backup, or by another
 * computer, this file knows nothing. Each gets an attempt that ended unknown, so the platform is read before anything is
 * sent, as after any reply that was lost. What stood before an attempt that is known goes along, so that a renewal can still
 * be compared. Within the caller's transaction; gives the number of jobs.
 */
export function readBackFirst(
  database: DatabaseSync,
  sealing: Sealing,
  clock: Clock,
  origin: 'restored' | 'copied' | 'taken-over',
  only?: readonly number[],
): number {
  const entries = createEntries(database, sealing, clock)
  for (const { revision, ...step } of listOpenSteps(database, only)) {
    if (isSettledAnyway(lastOutcome(database, step.id, revision))) continue
    const before = knownBefore(() => entries.lastSeen(step, revision, 'attempt'))
    entries.add(step, revision, 'attempt', before === undefined ? {} : { seen: before })
    entries.add(step, revision, 'verdict', { result: 'unknown' })
    setReadBack(database, step.id)
  }
  return waitForReadBack(database, { origin, now: clock.now(), only })
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
