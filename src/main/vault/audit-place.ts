import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import { z } from 'zod'
import { readFact, removeFact, setFact } from '../storage/database.ts'
import { readJson } from '../storage/files.ts'

/**
 * How far a station's audit lines reach. `job`, `entry`: the newest rows of these tables that have an audit line. `acknowledged`: the hub
 * has all lines up to this one. `forkedAt`: the first line for which the hub has a different line. `gapAt`: a line that the hub lacks and
 * that no longer exists on this station.
 */
const placeSchema = z.object({
  station: z.string(),
  job: z.int(),
  entry: z.int(),
  acknowledged: z.int(),
  forkedAt: z.int().optional(),
  gapAt: z.int().optional(),
})
export type AuditPlace = z.infer<typeof placeSchema>

const [placeFact, notesFact] = ['fleet-audit', 'fleet-audit-notes']

export const readAuditPlace = (database: DatabaseSync): AuditPlace | undefined =>
  readJson(readFact(database, placeFact), placeSchema)

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

export interface KeptAudit {
  readonly lines: readonly Readonly<Record<string, SQLOutputValue>>[]
  readonly place: AuditPlace | undefined
  readonly notes: readonly string[]
}

export const keepAudit = (database: DatabaseSync): KeptAudit => ({
  lines: database.prepare('SELECT sequence, previous, hash, line FROM fleet_audit').all(),
  place: readAuditPlace(database),
  notes: readAuditNotes(database),
})

/**
 * Puts the audit lines of the present file into a restored file. Events that are in both files already have their line. Events after the
 * restore get a line, although their rows may reuse the numbers of earlier rows. Runs within the caller's transaction.
 */
export function putAudit(database: DatabaseSync, { lines, place, notes }: KeptAudit): void {
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
