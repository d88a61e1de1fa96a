import type { DatabaseSync } from 'node:sqlite'
import { dropCopied } from '../jobs/ledger/job-rows.ts'
import type { Clock } from '../ports.ts'
import { inTransaction } from '../storage/database.ts'
import { forgetAllLists } from './stored-lists.ts'
import { readFact, removeFact, setFact } from './notes.ts'

const fact = 'held'

/** Whether sending waits for a technician's word on a copied folder: two computers would both send its work. */
export const isSendLocked = (database: DatabaseSync): boolean => readFact(database, fact) !== undefined

export const lockSending = (database: DatabaseSync, from: string): void => setFact(database, fact, from)

/** Ends the lock. Work that is left to the other computer is dropped here. Gives the ids of those jobs. */
export function unlockSending(
  database: DatabaseSync,
  clock: Clock,
  work: 'send-here' | 'leave-there',
): readonly string[] {
  return inTransaction(database, () => {
    removeFact(database, fact)
    if (work === 'send-here') return []
    forgetAllLists(database)
    return dropCopied(database, clock.now())
  })
}
