import { createHash } from 'node:crypto'
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import { z } from 'zod'
import { proxyLogInSchema } from '../../shared/domain/connection/connection.ts'
import { broughtTechnicianSchema } from '../../shared/domain/fleet.ts'
import { stationRoleSchema } from '../../shared/fleet/hub-calls.ts'
import { openColumnAs, type Sealing } from './sealing.ts'
import { documentViewSchema } from '../../shared/domain/fleet-document.ts'
import { readFact, setFact, removeFact } from '../storage/database.ts'
import { readJson } from '../storage/files.ts'

const keySchema = z.base64().length(44)

/** The two private keys of a station, 32 bytes each in base64. The Ed25519 key signs. The X25519 key opens what is sealed to it. */
const identitySchema = z.object({ signingKey: keySchema, openingKey: keySchema })
export type FleetIdentity = z.infer<typeof identitySchema>

/** The hub's address and the route to it, as for a connection to a platform. */
const placeSchema = z.object({
  hub: z.string(),
  /** Certificates (PEM) that are trusted in addition to the system's; empty for none. */
  authority: z.string(),
  /** `http://host:port`; empty for a direct connection. */
  proxy: z.string(),
  proxyLogIn: proxyLogInSchema.optional(),
})
export type HubPlace = z.infer<typeof placeSchema>

/** Secrets that the members of a fleet share and the hub never has. `fleetPrivateKey`: only for supervisors. All in base64. */
export const fleetSecretsSchema = z.object({
  claimKey: keySchema,
  fleetKey: keySchema,
  fleetPrivateKey: keySchema.optional(),
  /** SHA-256 of the operator's key that signs documents, in pairs of hexadecimal digits. Absent if the fleet has no such key yet. */
  documentsKey: z.string().optional(),
  /** The technicians that came with the one-time code for joining the fleet. */
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
  /** The hub no longer admits this station. Work continues without the fleet. */
  isRevoked: z.boolean().optional(),
})
export type Membership = z.infer<typeof membershipSchema>

/**
 * The stored state. `joining`: this computer sent its one-time code to the hub but got no answer, so the code may be used up. If this
 * computer repeats the call with the same keys, the hub answers again.
 */
const storedSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('joining'), lookup: z.string(), ...identitySchema.shape }),
  z.object({ state: z.literal('joined'), ...membershipSchema.shape }),
])
type Stored = z.infer<typeof storedSchema>

export const fleetSealedAs = 'fleet'

/** This computer's row for the fleet. `unreadable`: the row does not open. Undefined if this computer is not in a fleet. */
export function readFleetRow(database: DatabaseSync, sealing: Sealing): Stored | 'unreadable' | undefined {
  const sealed = sealedFleetRow(database)
  if (sealed === undefined) return undefined
  return openColumnAs(sealing, fleetSealedAs, sealed, storedSchema) ?? 'unreadable'
}

export const writeFleetRow = (database: DatabaseSync, sealing: Sealing, row: Stored): void =>
  putSealedFleetRow(database, sealing.seal(fleetSealedAs, JSON.stringify(row)))

/** The sealed row. Undefined if this computer is not in a fleet. */
export function sealedFleetRow(database: DatabaseSync): Uint8Array | undefined {
  const sealed = database.prepare('SELECT sealed FROM fleet').get()?.['sealed']
  return sealed instanceof Uint8Array ? sealed : undefined
}

const putSealedFleetRow = (database: DatabaseSync, sealed: Uint8Array): void =>
  void database
    .prepare('INSERT INTO fleet (id, sealed) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET sealed = excluded.sealed')
    .run(sealed)

/** What a restore keeps from the present file. */
export interface KeptFleet {
  readonly row: Uint8Array | undefined
  readonly audit: KeptAudit
  readonly documents: readonly StoredDocument[]
}

/**
 * Reads this computer's membership, its audit lines and its documents, so that they survive a restore. A backup must bring back neither an
 * earlier membership nor an earlier end of the audit lines. Settings need no such care, because no backup contains them.
 */
export const keepFleet = (database: DatabaseSync): KeptFleet => ({
  row: sealedFleetRow(database),
  audit: keepAudit(database),
  documents: readDocuments(database),
})

/** Puts the kept data into a restored file. The hub is asked again about each job. Runs within the caller's transaction. */
export function putFleet(database: DatabaseSync, { row, audit, documents }: KeptFleet): void {
  // The audit comes before the rest, because `putAudit` still reads the position of the backup's own lines.
  putAudit(database, audit)
  database.exec('DELETE FROM fleet; DELETE FROM fleet_job')
  if (row !== undefined) putSealedFleetRow(database, row)
  writeDocuments(database, documents)
}

/** Deletes what the hub said about a restored file's jobs, and what the hub was told about them. Both are as old as the backup. */
export const forgetClaims = (database: DatabaseSync): void =>
  database.exec('DELETE FROM fleet_job; DELETE FROM fleet_counted; DELETE FROM fleet_total')

/** The name of a fact that is set in a copied folder if its original is in a fleet. The value is the id of the original. */
export const copiedFleetFact = 'fleet-copied'

/** The id of the total for the jobs that this computer counted as an earlier station of the fleet. No row of a total has this id. */
export const earlierTotal = 0

/**
 * Forgets the fleet, and what its hub said about jobs. Which jobs the hub has counted stays known, in case this computer joins again. Runs
 * within the caller's transaction.
 */
export function forgetFleet(database: DatabaseSync): void {
  database.exec(`DELETE FROM fleet; DELETE FROM fleet_job;
    DELETE FROM fleet_counted WHERE total_id IN (SELECT id FROM fleet_total WHERE is_told = 0);
    UPDATE fleet_counted SET total_id = ${earlierTotal}; DELETE FROM fleet_total`)
  forgetAudit(database)
  removeFact(database, requestVersionFact)
}

/** The highest version of this station's requests about claims that may be in use. */
export const requestVersionFact = 'fleet-version'

const countedFact = 'fleet-counted'

type Counting = Pick<FleetSecrets, 'fleetKey'>

const nameCounting = ({ fleetKey }: Counting): string => createHash('sha256').update(fleetKey).digest('hex')

/** Forgets what another fleet has counted. Runs when this computer joins a fleet, within the caller's transaction. */
export function beginTotals(database: DatabaseSync, fleet: Counting): void {
  if (readFact(database, countedFact) !== nameCounting(fleet))
    database.exec('DELETE FROM fleet_counted; DELETE FROM fleet_total')
  setFact(database, countedFact, nameCounting(fleet))
}

/** Notes which fleet has counted the jobs, unless that is known. A computer that joined with an earlier version has no note of it. */
export function noteTotals(database: DatabaseSync, fleet: Counting): void {
  if (readFact(database, countedFact) === undefined) setFact(database, countedFact, nameCounting(fleet))
}

/** A document of the fleet's operator that was accepted or refused here. `station`: this computer's id in the fleet at that time. */
const documentsSchema = z.object({
  ...documentViewSchema.shape,
  state: z.enum(['taken', 'refused']),
  /** The fingerprint of the key that signed the document. Empty if the signature was not checked. */
  fingerprint: z.string(),
  station: z.string(),
  isReported: z.boolean(),
})
export type StoredDocument = z.infer<typeof documentsSchema>

const documentsFact = 'fleet-documents'

export const readDocuments = (database: DatabaseSync): readonly StoredDocument[] =>
  readJson(readFact(database, documentsFact), z.array(documentsSchema)) ?? []

/** Stores the documents. They stay when this computer leaves the fleet, so that no older document can come back. */
export const writeDocuments = (database: DatabaseSync, documents: readonly StoredDocument[]): void =>
  setFact(database, documentsFact, JSON.stringify(documents))

/**
 * How far a station's audit lines reach. `job`, `entry`: the newest rows of these tables that have an audit line. `acknowledged`: the hub
 * has all lines up to this one. `forkedAt`: the first line for which the hub has a different line. `gapAt`: a line that the hub lacks and
 * that no longer exists on this station.
 */
const auditPlaceSchema = z.object({
  station: z.string(),
  job: z.int(),
  entry: z.int(),
  acknowledged: z.int(),
  forkedAt: z.int().optional(),
  gapAt: z.int().optional(),
})
export type AuditPlace = z.infer<typeof auditPlaceSchema>

const [placeFact, notesFact] = ['fleet-audit', 'fleet-audit-notes']

export const readAuditPlace = (database: DatabaseSync): AuditPlace | undefined =>
  readJson(readFact(database, placeFact), auditPlaceSchema)

export const writeAuditPlace = (database: DatabaseSync, place: AuditPlace): void =>
  setFact(database, placeFact, JSON.stringify(place))

/** The keys of the events that concern the whole computer and have an audit line. */
export const readAuditNotes = (database: DatabaseSync): readonly string[] =>
  readJson(readFact(database, notesFact), z.array(z.string())) ?? []

export const writeAuditNotes = (database: DatabaseSync, keys: readonly string[]): void =>
  setFact(database, notesFact, JSON.stringify(keys))

/** The sequence of the newest row; 0 if the table has no rows. */
export const lastOf = (database: DatabaseSync, table: 'job' | 'entry'): number =>
  Number(database.prepare(`SELECT max(sequence) AS last FROM ${table}`).get()?.['last'] ?? 0)

interface KeptAudit {
  readonly lines: readonly Readonly<Record<string, SQLOutputValue>>[]
  readonly place: AuditPlace | undefined
  readonly notes: readonly string[]
}

const keepAudit = (database: DatabaseSync): KeptAudit => ({
  lines: database.prepare('SELECT sequence, previous, hash, line FROM fleet_audit').all(),
  place: readAuditPlace(database),
  notes: readAuditNotes(database),
})

/**
 * Puts the audit lines of the present file into a restored file. Events that are in both files already have their line. Events after the
 * restore get a line, although their rows may reuse the numbers of earlier rows. Runs within the caller's transaction.
 */
function putAudit(database: DatabaseSync, { lines, place, notes }: KeptAudit): void {
  const former = readAuditPlace(database)
  const isSame = former !== undefined && former.station === place?.station
  const formerNotes = isSame ? readAuditNotes(database) : []
  forgetAudit(database)
  const put = database.prepare('INSERT INTO fleet_audit (sequence, previous, hash, line) VALUES (?, ?, ?, ?)')
  for (const { sequence = null, previous = null, hash = null, line = null } of lines)
    put.run(sequence, previous, hash, line)
  if (place === undefined) return
  const reach = (table: 'job' | 'entry'): number =>
    Math.max(isSame ? former[table] : 0, Math.min(place[table], lastOf(database, table)))
  writeAuditPlace(database, { ...place, job: reach('job'), entry: reach('entry') })
  writeAuditNotes(database, [...new Set([...notes, ...formerNotes])])
}

/** Deletes all audit lines and the note of how far they reach. Runs within the caller's transaction. */
export function forgetAudit(database: DatabaseSync): void {
  database.exec('DELETE FROM fleet_audit')
  for (const fact of [placeFact, notesFact]) removeFact(database, fact)
}
