import { succeed } from '../../../shared/result.ts'
import { createBatchViews } from '../../jobs/ledger/views.ts'
import { createStoredLists, forgetList, type StoredLists } from '../../maintenance/stored-lists.ts'
import { problem } from '../session/problem.ts'
import { done, type Session, type SessionHandlers } from '../session/session.ts'

const anotherList = problem('changed-meanwhile', 'Another list took its place')

const listsOf = ({ database, sealing, clock }: Session): StoredLists => createStoredLists(database, sealing, clock)

/** Stores the list that is being worked through, one per connection. */
export const listHandlers: SessionHandlers<
  'list.read' | 'list.read-part' | 'list.begin' | 'list.save-part' | 'list.save' | 'list.forget' | 'list.saved-lines'
> = {
  'list.read': (session, { connectionId }) => {
    const list = listsOf(session).read(connectionId)
    return succeed({ ...(list !== undefined && { list }) })
  },
  'list.read-part': (session, { connectionId, digest, part }) => {
    const bytes = listsOf(session).readPart(connectionId, digest, part)
    return bytes === undefined ? problem('not-found', 'There is no such part') : succeed({ bytes })
  },
  'list.begin': (session, { connectionId, list }) => {
    // A list without a connection would never be found again.
    if (session.settings.connection(connectionId) === undefined)
      return problem('not-found', 'There is no such connection')
    listsOf(session).begin(connectionId, list)
    return done
  },
  'list.save-part': (session, { connectionId, digest, part, bytes }) =>
    listsOf(session).keepPart(connectionId, digest, part, bytes) ? done : anotherList,
  'list.save': (session, { connectionId, list }) => (listsOf(session).keep(connectionId, list) ? done : anotherList),
  'list.forget': ({ database }, { connectionId }) => {
    forgetList(database, connectionId)
    return done
  },
  'list.saved-lines': ({ database }, { batch, after, limit }) => {
    const found = createBatchViews(database).list(batch, after, limit + 1)
    return succeed({ lines: found.slice(0, limit).map(({ line }) => line), hasMore: found.length > limit })
  },
}
