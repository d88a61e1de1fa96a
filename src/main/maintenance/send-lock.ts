import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import type { SendLock } from '../../shared/domain/maintenance.ts'
import { dropCopied, dropImported } from '../jobs/ledger/maintenance-rows.ts'
import type { Clock } from '../ports.ts'
import { inTransaction, readFact, removeFact, setFact } from '../storage/database.ts'
import { readJson } from '../storage/files.ts'

const fact = 'held'
const importFact = 'held-imports'

/** Imported jobs that wait for a technician's decision, by sequence, and the ids of the transfer files that they came with. */
const heldImportsSchema = z.object({ jobs: z.array(z.int()), files: z.array(z.string()) })

const readHeldImports = (database: DatabaseSync) => readJson(readFact(database, importFact), heldImportsSchema)

/**
 * The reason why sending is locked. `copied`: the folder was copied, so two computers would send the same work. `imported`: a technician
 * must confirm the imported work. Undefined if sending is not locked.
 */
export function findSendLock(database: DatabaseSync): SendLock | undefined {
  if (readFact(database, fact) !== undefined) return 'copied'
  return readFact(database, importFact) === undefined ? undefined : 'imported'
}

/** Deletes the lists of Bulk. Rows that were saved since the backup or the copy was made would be saved twice. */
export const forgetAllLists = (database: DatabaseSync): void => void database.prepare('DELETE FROM list').run()

export const lockSending = (database: DatabaseSync, from: string): void => setFact(database, fact, from)

/** Locks sending in the import's transaction, so that no moment is without the lock. `file`: the id of the jobs' transfer file. */
export function lockImported(database: DatabaseSync, sequences: readonly number[], file: string | undefined): void {
  const { jobs, files } = readHeldImports(database) ?? { jobs: [], files: [] }
  const held = { jobs: [...jobs, ...sequences], files: file === undefined ? files : [...files, file] }
  setFact(database, importFact, JSON.stringify(held))
}

/**
 * Unlocks sending. With `leave-there`, the jobs that the other computer will send, or that were imported, are dropped on this computer.
 * Returns the ids of the dropped jobs. Has no effect if `lock` is not the present lock.
 */
export function unlockSending(
  database: DatabaseSync,
  clock: Clock,
  work: 'send-here' | 'leave-there',
  lock = findSendLock(database),
): readonly string[] {
  return inTransaction(database, () => {
    if (lock !== findSendLock(database)) return []
    if (lock === 'imported') return endImportLock(database, clock, work)
    removeFact(database, fact)
    if (work === 'send-here') return []
    forgetAllLists(database)
    return dropCopied(database, clock.now())
  })
}

/** Ends the lock of imported work. Files of dropped jobs can be imported again, because these jobs exist nowhere else. */
function endImportLock(database: DatabaseSync, clock: Clock, work: 'send-here' | 'leave-there'): readonly string[] {
  const held = readHeldImports(database)
  removeFact(database, importFact)
  if (work === 'send-here' || held === undefined) return []
  const forget = database.prepare("DELETE FROM hand_over WHERE id = ? AND direction = 'in'")
  for (const file of held.files) forget.run(file)
  return dropImported(database, held.jobs, clock.now())
}
