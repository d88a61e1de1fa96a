import { createHash } from 'node:crypto'
import type { PlatformAccess } from './access.ts'
import type { Step } from './ledger/rows.ts'

/** SHA-256 over all that a step sends but the token: the same call has the same, whoever's token it goes out with. */
export const fingerprintOf = (
  access: Pick<PlatformAccess, 'fingerprintText'>,
  { operation, payload }: Pick<Step, 'operation' | 'payload'>,
): Uint8Array => createHash('sha256').update(access.fingerprintText(operation, payload.send)).digest()
