import type { DatabaseSync } from 'node:sqlite'
import { ulid } from 'ulid'
import { readFact, setFact } from '../../maintenance/notes.ts'
import type { Clock, Random } from '../../ports.ts'
import { inTransaction } from '../../storage/database.ts'

/** This data folder on this machine. Its id is random, made once, and part of every mapping id that is made here. */
export interface Installation {
  readonly id: string
}

/** No letter or digit that is mistaken for another. */
const alphabet = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'

/**
 * Reads the installation's id, or makes it at the first start. A folder that was made on another machine, a copy or a disk
 * image, gets an id of its own, once; `onCopy` is told the one it had, within the same transaction.
 */
export function settleInstallation(
  database: DatabaseSync,
  random: Random,
  machineId: string,
  onCopy: (former: string) => void,
): Installation {
  const former = readFact(database, 'installation')
  const machine = readFact(database, 'machine')
  if (former !== undefined && machine === machineId) return { id: former }
  const id = makeInstallationId(random)
  inTransaction(database, () => {
    setFact(database, 'installation', id)
    setFact(database, 'machine', machineId)
    if (former === undefined) return
    setFact(database, 'former-installations', `${former} ${readFact(database, 'former-installations') ?? ''}`.trim())
    onCopy(former)
  })
  return { id }
}

const makeInstallationId = (random: Random): string =>
  Array.from({ length: 6 }, () => alphabet[random.below(alphabet.length)]).join('')

/** A ULID from the app's own clock and randomness; a clock before 1970 counts as 1970. */
export const makeUlid = (clock: Clock, random: Random): string =>
  ulid(Math.max(0, clock.now()), () => random.below(2 ** 32) / 2 ** 32)
