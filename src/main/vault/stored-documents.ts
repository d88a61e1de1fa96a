import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { documentViewSchema } from '../../shared/domain/fleet-document.ts'
import { readFact, setFact } from '../storage/database.ts'
import { readJson } from '../storage/files.ts'

/** The outcome of a document. `station`: this computer's id in the fleet at that time. */
const storedSchema = z.object({
  ...documentViewSchema.shape,
  state: z.enum(['taken', 'refused']),
  /** The fingerprint of the key that signed the document. Empty if the signature was not checked. */
  fingerprint: z.string(),
  station: z.string(),
  isReported: z.boolean(),
})
export type StoredDocument = z.infer<typeof storedSchema>

const documentsFact = 'fleet-documents'

export const readDocuments = (database: DatabaseSync): readonly StoredDocument[] =>
  readJson(readFact(database, documentsFact), z.array(storedSchema)) ?? []

/** Stores the documents. They stay when this computer leaves the fleet, so that no older document can come back. */
export const writeDocuments = (database: DatabaseSync, documents: readonly StoredDocument[]): void =>
  setFact(database, documentsFact, JSON.stringify(documents))
