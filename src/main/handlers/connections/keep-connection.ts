import type { Connection } from '../../../shared/domain/connection/connection.ts'
import type { Book } from '../session/book.ts'
import type { Office } from '../session/office.ts'

const places = ['baseUrl', 'crmService', 'cmsService'] as const

type Place = Pick<Connection, (typeof places)[number]>

/** Whether two connections lead to the same services of the same platform. */
export const isSamePlatform = (one: Place, other: Partial<Place>): boolean =>
  places.every((place) => one[place] === other[place])

/** Whether what was learnt of the platform of one holds for the other: it is asked in the same way as well. */
export const leadsToSame = (one: Connection, other: Connection): boolean =>
  isSamePlatform(one, other) && one.retrieval === other.retrieval

/**
 * Writes changed settings; where they lead elsewhere, or answers are read in another way, what was learnt of the platform is
 * forgotten. A form that does not ask for what was taught takes none of it away.
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
