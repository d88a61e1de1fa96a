import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { proxyLogInSchema } from '../../shared/domain/connection/connection.ts'
import { broughtTechnicianSchema } from '../../shared/domain/fleet.ts'
import { stationRoleSchema } from '../../shared/fleet/hub-calls.ts'
import { forgetAudit, keepAudit, putAudit, type KeptAudit } from './audit-place.ts'
import { openColumnAs, type Sealing } from './sealing.ts'
import { readDocuments, writeDocuments, type StoredDocument } from './stored-documents.ts'

const keySchema = z.base64().length(44)

/** The two private keys of a station, 32 bytes each in base64: Ed25519 signs for it, X25519 opens what is sealed for it. */
const identitySchema = z.object({ signingKey: keySchema, openingKey: keySchema })
export type FleetIdentity = z.infer<typeof identitySchema>

/** Where the hub is, and how it is reached: like a connection to a platform. */
const placeSchema = z.object({
  hub: z.string(),
  /** Certificates (PEM) trusted beside the system's; empty for none. */
  authority: z.string(),
  /** `http://host:port`; empty for a direct connection. */
  proxy: z.string(),
  proxyLogIn: proxyLogInSchema.optional(),
})
export type HubPlace = z.infer<typeof placeSchema>

/** What the members of a fleet share, and the hub never has. `fleetPrivateKey`: supervisors only. All in base64. */
export const fleetSecretsSchema = z.object({
  claimKey: keySchema,
  fleetKey: keySchema,
  fleetPrivateKey: keySchema.optional(),
  /** SHA-256 of the operator's key that signs documents, in pairs of hexadecimal digits; absent if there is none so far. */
  documentsKey: z.string().optional(),
  /** The technicians of the computer where the code was made, by name alone. */
  technicians: z.array(broughtTechnicianSchema).max(50).optional(),
})
export type FleetSecrets = z.infer<typeof fleetSecretsSchema>

const membershipSchema = z.object({
  ...placeSchema.shape,
  ...identitySchema.shape,
  ...fleetSecretsSchema.shape,
  station: z.string(),
  name: z.string(),
  role: stationRoleSchema,
  group: z.string().optional(),
  /** The hub no longer admits this station. Work goes on without the fleet. */
  isRevoked: z.boolean().optional(),
})
export type Membership = z.infer<typeof membershipSchema>

/** `joining`: a code may be used up, but no answer came. With the same keys the hub answers again. */
const storedSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('joining'), lookup: z.string(), ...identitySchema.shape }),
  z.object({ state: z.literal('joined'), ...membershipSchema.shape }),
])
type Stored = z.infer<typeof storedSchema>

/** The identity that the row is sealed with. */
export const fleetSealedAs = 'fleet'

/** What this computer is to a fleet. `unreadable`: it was, but the row does not open. Undefined if it is in none. */
export function readFleetRow(database: DatabaseSync, sealing: Sealing): Stored | 'unreadable' | undefined {
  const sealed = sealedFleetRow(database)
  if (sealed === undefined) return undefined
  return openColumnAs(sealing, fleetSealedAs, sealed, storedSchema) ?? 'unreadable'
}

export const writeFleetRow = (database: DatabaseSync, sealing: Sealing, row: Stored): void =>
  putSealedFleetRow(database, sealing.seal(fleetSealedAs, JSON.stringify(row)))

/** The row as it is sealed; undefined if this computer is in no fleet. */
export function sealedFleetRow(database: DatabaseSync): Uint8Array | undefined {
  const sealed = database.prepare('SELECT sealed FROM fleet').get()?.['sealed']
  return sealed instanceof Uint8Array ? sealed : undefined
}

export const putSealedFleetRow = (database: DatabaseSync, sealed: Uint8Array): void =>
  void database
    .prepare('INSERT INTO fleet (id, sealed) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET sealed = excluded.sealed')
    .run(sealed)

/** What a restore keeps of the present file. */
export interface KeptFleet {
  /** The sealed row; undefined if this computer is in no fleet. */
  readonly row: Uint8Array | undefined
  readonly audit: KeptAudit
  readonly documents: readonly StoredDocument[]
}

/**
 * This computer's place in the fleet, its audit lines and what it knows of documents: a backup must bring back neither an earlier place
 * nor an earlier end of the lines, and settings are in no backup.
 */
export const keepFleet = (database: DatabaseSync): KeptFleet => ({
  row: sealedFleetRow(database),
  audit: keepAudit(database),
  documents: readDocuments(database),
})

/** Puts what was kept into a restored file. The hub is asked anew about each job. Within the caller's transaction. */
export function putFleet(database: DatabaseSync, { row, audit, documents }: KeptFleet): void {
  // First, because the place of the backup's own lines still counts.
  putAudit(database, audit)
  database.exec('DELETE FROM fleet; DELETE FROM fleet_job')
  if (row !== undefined) putSealedFleetRow(database, row)
  writeDocuments(database, documents)
}

const forgetJobs = 'DELETE FROM fleet_job; DELETE FROM fleet_counted; DELETE FROM fleet_total'

/** What the hub said of the jobs of a restored file, and was told of them, is of the time of the backup. */
export const forgetClaims = (database: DatabaseSync): void => database.exec(forgetJobs)

/** Set in a copied folder whose original is in a fleet: the id of the original. */
export const copiedFleetFact = 'fleet-copied'

/** Forgets the fleet, and what its hub said of jobs. Within the caller's transaction. */
export function forgetFleet(database: DatabaseSync): void {
  database.exec(`DELETE FROM fleet; ${forgetJobs}`)
  forgetAudit(database)
}
