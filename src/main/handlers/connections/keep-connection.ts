import type { Connection } from '../../../shared/domain/connection/connection.ts'
import type { Book } from '../session/book.ts'
import type { Office } from '../session/office.ts'

const places = ['baseUrl', 'crmService', 'cmsService'] as const

type Place = Pick<Connection, (typeof places)[number]>

/** Whether two connections lead to the same services of the same platform. */
export const isSamePlatform = (one: Place, other: Partial<Place>): boolean =>
  places.every((place) => one[place] === other[place])

/** Whether knowledge about one connection's platform is valid for the other: same platform and same way of retrieval. */
export const leadsToSame = (one: Connection, other: Connection): boolean =>
  isSamePlatform(one, other) && one.retrieval === other.retrieval

/**
 * Saves changed settings. If they lead to another platform or change how answers are read, the knowledge about the platform is
 * deleted. A form that does not ask for the field mapping leaves it as it is.
 */
export function keepConnection(
  { book, office }: { readonly book: Book; readonly office: Office },
  connection: Connection,
): void {
  const known = book.connection(connection.id)
  const { fieldNames = known?.fieldNames, textLayout = known?.textLayout } = connection
  const kept = { ...connection, ...(fieldNames && { fieldNames }), ...(textLayout !== undefined && { textLayout }) }
  const isReadAlike =
    JSON.stringify([known?.fieldNames, known?.textLayout]) === JSON.stringify([fieldNames, textLayout])
  if (known !== undefined && !(leadsToSame(known, kept) && isReadAlike))
    office.open()?.queue.knowledge.forget(connection.id)
  book.saveConnection(kept)
}
