import type { DatabaseSync } from 'node:sqlite'
import { createElsewhere } from '../jobs/ledger/elsewhere.ts'
import { waitForReadBack } from '../jobs/ledger/transfer-rows.ts'
import type { Clock } from '../ports.ts'
import type { Sealing } from '../vault/sealing.ts'

/**
 * Lets unfinished jobs wait until the platform was read for each step that may have been sent elsewhere. Within the caller's
 * transaction; gives the number of jobs.
 */
export function readBackFirst(
  database: DatabaseSync,
  sealing: Sealing,
  clock: Clock,
  origin: 'restored' | 'copied' | 'taken-over',
  only?: readonly number[],
): number {
  createElsewhere(database, sealing, clock).assumeSent(only)
  return waitForReadBack(database, { origin, now: clock.now(), only })
}
