import type { BridgeError } from '../../../shared/bridge/errors.ts'
import { succeed, type Result } from '../../../shared/result.ts'
import type { Handlers } from '../../app.ts'
import { createKeptLists, forgetList, type KeptLists } from '../../maintenance/kept-lists.ts'
import type { Ports } from '../../ports.ts'
import type { Vault } from '../../vault/vault.ts'
import type { Book } from '../session/book.ts'
import { done, type Office } from '../session/office.ts'
import { problem } from '../session/problem.ts'
import { createBatchViews } from '../../jobs/ledger/views.ts'

type ListHandlers = Pick<
  Handlers,
  'list.read' | 'list.read-part' | 'list.begin' | 'list.keep-part' | 'list.keep' | 'list.forget' | 'list.saved-lines'
>

export interface ListDeskDeps {
  readonly ports: Ports
  readonly book: Book
  readonly vault: Vault
  readonly office: Office
}

const anotherList = problem('changed-meanwhile', 'Another list took its place')

/** Stores the list that is being worked through, one per connection. */
export function createListDesk({ ports, book, vault, office }: ListDeskDeps): ListHandlers {
  const inLists = <T>(act: (lists: KeptLists) => Result<T, BridgeError>): Promise<Result<T, BridgeError>> =>
    office.use(({ database }) => {
      const sealing = vault.sealing()
      if (sealing === undefined) return problem('locked', 'The stored work is locked')
      return act(createKeptLists(database, sealing, ports.clock))
    })
  return {
    'list.read': ({ connectionId }) =>
      inLists((lists) => {
        const list = lists.read(connectionId)
        return succeed({ ...(list !== undefined && { list }) })
      }),
    'list.read-part': ({ connectionId, digest, part }) =>
      inLists((lists) => {
        const bytes = lists.readPart(connectionId, digest, part)
        return bytes === undefined ? problem('not-found', 'There is no such part') : succeed({ bytes })
      }),
    'list.begin': ({ connectionId, list }) =>
      inLists((lists) => {
        // A list without a connection would never be found again.
        if (book.connection(connectionId) === undefined) return problem('not-found', 'There is no such connection')
        lists.begin(connectionId, list)
        return done
      }),
    'list.keep-part': ({ connectionId, digest, part, bytes }) =>
      inLists((lists) => (lists.keepPart(connectionId, digest, part, bytes) ? done : anotherList)),
    'list.keep': ({ connectionId, list }) => inLists((lists) => (lists.keep(connectionId, list) ? done : anotherList)),
    'list.forget': ({ connectionId }) =>
      office.use(({ database }) => {
        forgetList(database, connectionId)
        return done
      }),
    'list.saved-lines': ({ batch, after, limit }) =>
      office.use(({ database }) => {
        const found = createBatchViews(database).list(batch, after, limit + 1)
        return succeed({ lines: found.slice(0, limit).map(({ line }) => line), hasMore: found.length > limit })
      }),
  }
}
