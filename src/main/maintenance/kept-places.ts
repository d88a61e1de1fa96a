import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { type Connection, sharesCustomers } from '../../shared/domain/connection/connection.ts'
import { countOpenJobs } from '../jobs/ledger/views.ts'
import { readFact, setFact } from '../storage/database.ts'
import { readJson } from '../storage/files.ts'

const placeSchema = z.object({ id: z.string(), baseUrl: z.string(), crmService: z.string() })
/** Where the jobs of a connection go. */
type KeptPlace = z.infer<typeof placeSchema>

const fact = 'connections'

/**
 * Keeps in the ledger where each connection leads. If the settings are lost, its jobs still find their platform. The place of a connection
 * that is not in the settings stays until none of its jobs is open.
 */
export function keepPlaces(database: DatabaseSync, connections: readonly Connection[]): void {
  const known = connections
    .filter(({ kind }) => kind === 'platform')
    .map(({ id, baseUrl, crmService }) => ({ id, baseUrl, crmService }))
  write(database, [...known, ...findMissing(database, connections)])
}

/** The places of open jobs whose connection is not in the settings. */
export const findMissing = (
  database: DatabaseSync,
  connections: readonly Pick<Connection, 'id'>[],
): readonly KeptPlace[] => {
  const lost = read(database).filter(({ id }) => !connections.some((connection) => connection.id === id))
  if (lost.length === 0) return []
  const { connectionIds } = countOpenJobs(database)
  return lost.filter(({ id }) => connectionIds.includes(id))
}

/** The id of a lost connection to the same customers as this one. Its jobs are still here, and continue with this connection. */
export const findLost = (
  database: DatabaseSync,
  connections: readonly Pick<Connection, 'id'>[],
  place: Pick<Connection, 'baseUrl' | 'crmService'>,
): string | undefined => findMissing(database, connections).find((one) => sharesCustomers(one, place))?.id

/** Forgets the place of a connection that is erased. */
export const forgetPlace = (database: DatabaseSync, connectionId: string): void =>
  write(
    database,
    read(database).filter(({ id }) => id !== connectionId),
  )

const read = (database: DatabaseSync): readonly KeptPlace[] =>
  readJson(readFact(database, fact), z.array(placeSchema)) ?? []

function write(database: DatabaseSync, places: readonly KeptPlace[]): void {
  const text = JSON.stringify(places)
  if (text !== (readFact(database, fact) ?? '[]')) setFact(database, fact, text)
}
