import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { documentViewSchema } from '../../shared/domain/fleet-document.ts'
import { readFact, setFact } from '../storage/database.ts'
import { readJson } from '../storage/files.ts'

/** What became of a document. `station`: who this computer was in the fleet then. */
const storedSchema = z.object({
  ...documentViewSchema.shape,
  state: z.enum(['taken', 'refused']),
  /** Of the key that signed it; empty if that was not looked at. */
  fingerprint: z.string(),
  station: z.string(),
  isReported: z.boolean(),
})
export type StoredDocument = z.infer<typeof storedSchema>

const documentsFact = 'fleet-documents'

export const readDocuments = (database: DatabaseSync): readonly StoredDocument[] =>
  readJson(readFact(database, documentsFact), z.array(storedSchema)) ?? []

/** The documents stay when this computer leaves the fleet: an older one must not come back. */
export const writeDocuments = (database: DatabaseSync, documents: readonly StoredDocument[]): void =>
  setFact(database, documentsFact, JSON.stringify(documents))
