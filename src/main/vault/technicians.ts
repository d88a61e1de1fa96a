import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { deriveKey, guessCost, guessCostFields } from './key-file.ts'
import { openColumnAs, type Sealing } from './sealing.ts'

/** A PIN's hash by scrypt. r is 8. */
const pinSchema = z.object({ salt: z.base64(), ...guessCostFields, hash: z.base64() })
type PinHash = z.infer<typeof pinSchema>

const technicianSchema = z.object({
  id: z.string(),
  name: z.string(),
  isSupervisor: z.boolean(),
  pin: pinSchema,
  /** The number of wrong PINs in a row. It is stored, so that a restart does not allow quick guesses. */
  wrong: z.int().min(0),
})
export type Technician = z.infer<typeof technicianSchema>

export const techniciansIdentity = 'technicians'

/** The technicians of this computer, in the order in which they were added. `unreadable`: the list was changed or damaged. */
export function readTechnicians(database: DatabaseSync, sealing: Sealing): readonly Technician[] | 'unreadable' {
  const sealed = sealedTechnicians(database)
  if (sealed === undefined) return []
  return openColumnAs(sealing, techniciansIdentity, sealed, z.array(technicianSchema)) ?? 'unreadable'
}

export function writeTechnicians(database: DatabaseSync, sealing: Sealing, list: readonly Technician[]): void {
  if (list.length === 0) database.exec('DELETE FROM technicians')
  else putSealedTechnicians(database, sealing.seal(techniciansIdentity, JSON.stringify(list)))
}

/** The sealed list. Undefined if there are no technicians. */
export function sealedTechnicians(database: DatabaseSync): Uint8Array | undefined {
  const sealed = database.prepare('SELECT sealed FROM technicians').get()?.['sealed']
  return sealed instanceof Uint8Array ? sealed : undefined
}

export const putSealedTechnicians = (database: DatabaseSync, sealed: Uint8Array): void =>
  void database
    .prepare(
      'INSERT INTO technicians (id, sealed) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET sealed = excluded.sealed',
    )
    .run(sealed)

export async function hashPin(pin: string): Promise<PinHash> {
  const salt = randomBytes(16)
  const hash = await deriveKey(pin, salt, guessCost.cost, guessCost.parallel)
  return { ...guessCost, salt: salt.toString('base64'), hash: hash.toString('base64') }
}

export async function isPin(pin: string, { salt, cost, parallel, hash }: PinHash): Promise<boolean> {
  const known = Buffer.from(hash, 'base64')
  const given = await deriveKey(pin, Buffer.from(salt, 'base64'), cost, parallel)
  return known.length === given.length && timingSafeEqual(known, given)
}
