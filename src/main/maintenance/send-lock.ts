import type { DatabaseSync } from 'node:sqlite'
import { dropCopied } from '../jobs/ledger/job-rows.ts'
import type { Clock } from '../ports.ts'
import { inTransaction } from '../storage/database.ts'
import { forgetAllLists } from './stored-lists.ts'
import { readFact, removeFact, setFact } from './notes.ts'

/**
 * Sending is held until a person says whose the work of a copied folder is: two computers that hold the same would both find
 * it absent, and both send it.
 */
export const isHeld = (database: DatabaseSync): boolean => readFact(database, 'held') !== undefined

/** Holds sending; `from` is the installation that the folder was copied from. */
export const hold = (database: DatabaseSync, from: string): void => setFact(database, 'held', from)

/** Ends the hold; what is left to the other computer is given up here. Gives those jobs. */
export function release(database: DatabaseSync, clock: Clock, work: 'send-here' | 'leave-there'): readonly string[] {
  return inTransaction(database, () => {
    removeFact(database, 'held')
    if (work === 'send-here') return []
    forgetAllLists(database)
    return dropCopied(database, clock.now())
  })
}
