import type { DatabaseSync } from 'node:sqlite'
import { ulid } from 'ulid'
import { readFact, setFact } from '../../storage/facts.ts'
import type { Clock, Random } from '../../ports.ts'
import { inTransaction } from '../../storage/database.ts'

/** Without letters and digits that look alike. */
const alphabet = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'

/**
 * Reads the installation's id, which is part of every mapping id made here, or creates it at the first start. A folder from another machine (a copy or a disk image) gets a
 * new id, once. `onCopy` gets the former id, within the same transaction.
 */
export function settleInstallation(
  database: DatabaseSync,
  random: Random,
  machineId: string,
  onCopy: (former: string) => void,
): { readonly id: string } {
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

/** A ULID from the app's own clock and randomness. A clock before 1970 counts as 1970. */
export const makeUlid = (clock: Clock, random: Random): string =>
  ulid(Math.max(0, clock.now()), () => random.below(2 ** 32) / 2 ** 32)
