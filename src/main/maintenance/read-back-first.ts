import type { DatabaseSync } from 'node:sqlite'
import { createEntries } from '../jobs/ledger/entries.ts'
import type { EntryPayload } from '../jobs/ledger/payload.ts'
import type { Clock } from '../ports.ts'
import { unfinishedStates } from '../storage/inspect.ts'
import type { Sealing } from '../vault/sealing.ts'

/** Where a job came from that was not made in this file. */
export type Origin = 'restored' | 'copied' | 'taken-over'

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
  origin: Origin,
  only?: readonly number[],
): number {
  const entries = createEntries(database, sealing, clock)
  const chosen = only === undefined ? '' : 'AND j.sequence IN (SELECT value FROM json_each(:only))'
  const among = only === undefined ? {} : { only: JSON.stringify(only) }
  const open = database
    .prepare(`SELECT s.id, s.operation, j.revision FROM job j JOIN step s ON s.job_sequence = j.sequence
      WHERE j.state IN ${unfinishedStates} ${chosen} AND s.state NOT IN ('done', 'unconfirmed', 'skipped')`)
    .all(among)
  const setStep = database.prepare("UPDATE step SET state = 'read-back' WHERE id = ?")
  for (const row of open) {
    const step = { id: Number(row['id']), operation: String(row['operation']) }
    const revision = Number(row['revision'])
    if (isSettledAnyway(database, step.id, revision)) continue
    const before = knownBefore(() => entries.lastSeen(step, revision, 'attempt'))
    entries.add(step, revision, 'attempt', before === undefined ? {} : { seen: before })
    entries.add(step, revision, 'verdict', { result: 'unknown' })
    setStep.run(step.id)
  }
  const { changes } = database
    .prepare(`UPDATE job AS j SET state = 'waiting', why = 'read-back-first', waits_until = NULL, origin = :origin, updated_at = :now
      WHERE j.state IN ${unfinishedStates} ${chosen}`)
    .run({ ...among, origin, now: clock.now() })
  return Number(changes)
}

/**
 * After the platform's yes, or a person's word that it is there, nothing is sent any more. "Send again" is not to be trusted
 * here: it may have been done.
 */
function isSettledAnyway(database: DatabaseSync, stepId: number, revision: number): boolean {
  const last = database
    .prepare(`SELECT result FROM entry WHERE step_id = ? AND revision = ? AND type IN ('attempt', 'verdict', 'choice')
      AND result IS NOT 'check-again' ORDER BY sequence DESC LIMIT 1`)
    .get(stepId, revision)
  return last?.['result'] === 'accepted' || last?.['result'] === 'it-is-there'
}

/** One that cannot be opened is as good as none: the step is then read, and put to a person. */
function knownBefore(read: () => EntryPayload | undefined): EntryPayload | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
