import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { type ActivityRow, activityActionSchema } from '../../shared/domain/activity/activity.ts'
import { readFact, removeFact, setFact } from '../storage/database.ts'
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
  const isEmpty = list.length === 0
  putTechnicians(database, { sealed: isEmpty ? undefined : sealing.seal(techniciansIdentity, JSON.stringify(list)) })
}

/** The sealed list. Undefined if there are no technicians. */
export function sealedTechnicians(database: DatabaseSync): Uint8Array | undefined {
  const sealed = database.prepare('SELECT sealed FROM technicians').get()?.['sealed']
  return sealed instanceof Uint8Array ? sealed : undefined
}

/** Says that the supervisor has removed all technicians. Without it, a file without technicians may simply be new. */
const removedFact = 'technicians-removed'

/** The sealed technicians of a file, or that all of them were removed. */
export interface KeptTechnicians {
  readonly sealed: Uint8Array | undefined
}

/** What a restore must keep. Undefined for a file that never had technicians; then those of the backup count. */
export function keepTechnicians(database: DatabaseSync): KeptTechnicians | undefined {
  const sealed = sealedTechnicians(database)
  return sealed === undefined && readFact(database, removedFact) === undefined ? undefined : { sealed }
}

export function putTechnicians(database: DatabaseSync, { sealed }: KeptTechnicians): void {
  database.exec('DELETE FROM technicians')
  if (sealed === undefined) return setFact(database, removedFact, 'yes')
  removeFact(database, removedFact)
  database.prepare('INSERT INTO technicians (id, sealed) VALUES (1, ?)').run(sealed)
}

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

const eventSchema = z.object({ action: activityActionSchema, by: z.string(), other: z.string().optional() })
type SignInEvent = z.infer<typeof eventSchema>

/** The most sign-in events that are read. A shop counter with ten changes of shift a day reaches this number in half a year. */
const mostEvents = 2000

export const signInIdentity = (id: string): string => `sign-in-event:${id}`

/** Stores a sign-in event, or who caused another event, sealed. `id` is unique and increases with time. */
export function addSignInEvent(
  database: DatabaseSync,
  sealing: Sealing,
  id: string,
  at: number,
  event: SignInEvent | z.infer<typeof actorSchema>,
): void {
  const sealed = sealing.seal(signInIdentity(id), JSON.stringify(event))
  database.prepare('INSERT INTO sign_in_event (id, at, sealed) VALUES (?, ?, ?)').run(id, at, sealed)
}

/** The technician who caused an event of Activity. `of`: the key of the event's row. */
const actorSchema = z.object({ of: z.string(), by: z.string() })

/** Who did something now, by the technician's name, and the id under which this is stored: unique, and increasing with time. */
export interface Actor {
  readonly id: string
  readonly by: string
}

/**
 * Stores who caused an event of Activity. The name is sealed, because transfers and notices are stored readable. It goes with the sign-ins
 * when it is old.
 */
export function addActor(
  database: DatabaseSync,
  sealing: Sealing,
  { id, by }: Actor,
  { of, at }: { readonly of: string; readonly at: number },
): void {
  if (by !== '') addSignInEvent(database, sealing, id, at, { of, by })
}

/** The latest sign-in events, oldest first, and the technicians of other events by the key of the event's row. */
export function readSignInEvents(
  database: DatabaseSync,
  sealing: Sealing,
): { readonly events: readonly ActivityRow[]; readonly actors: ReadonlyMap<string, string> } {
  const rows = database.prepare('SELECT id, at, sealed FROM sign_in_event ORDER BY id DESC LIMIT ?').all(mostEvents)
  const actors = new Map<string, string>()
  const events = rows.toReversed().flatMap((row): readonly ActivityRow[] => {
    const id = String(row['id'])
    const event = openColumnAs(sealing, signInIdentity(id), row['sealed'], z.union([eventSchema, actorSchema]))
    if (event === undefined) return []
    if ('action' in event) return [{ key: `sign-in-${id}`, at: Number(row['at']), ...event }]
    actors.set(event.of, event.by)
    return []
  })
  return { events, actors }
}
