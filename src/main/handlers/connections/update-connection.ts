import type { Connection } from '../../../shared/domain/connection/connection.ts'
import type { AppParts, Sessions } from '../session/sessions.ts'

const places = ['baseUrl', 'crmService', 'cmsService'] as const

type Place = Pick<Connection, (typeof places)[number]>

/** Whether two connections lead to the same services of the same platform. */
export const isSamePlatform = (one: Place, other: Partial<Place>): boolean =>
  places.every((place) => one[place] === other[place])

/**
 * Whether stored knowledge about the platform of one connection also holds for the other connection. True if both have the same platform
 * and the same way of retrieval.
 */
export const leadsToSame = (one: Connection, other: Connection): boolean =>
  isSamePlatform(one, other) && one.retrieval === other.retrieval

/**
 * Saves changed settings of a connection. If the connection now leads to another platform, or if its answers are now read in another way,
 * the stored knowledge about the platform is deleted. If the form did not contain the field mapping, the mapping stays unchanged.
 */
export function updateConnection(
  { settings, sessions }: Pick<AppParts, 'settings'> & { readonly sessions: Pick<Sessions, 'current'> },
  connection: Connection,
): void {
  const known = settings.connection(connection.id)
  const { fieldNames = known?.fieldNames, textLayout = known?.textLayout } = connection
  const kept = { ...connection, ...(fieldNames && { fieldNames }), ...(textLayout !== undefined && { textLayout }) }
  const isReadAlike =
    JSON.stringify([known?.fieldNames, known?.textLayout]) === JSON.stringify([fieldNames, textLayout])
  if (known !== undefined && !(leadsToSame(known, kept) && isReadAlike))
    sessions.current()?.queue.knowledge.forget(connection.id)
  settings.saveConnection(kept)
}
