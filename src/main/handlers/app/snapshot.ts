import type { ConnectionView, Counts, Snapshot } from '../../../shared/bridge/snapshot.ts'
import type { Connection } from '../../../shared/domain/connection/connection.ts'
import { countJobs, findOldestUnsent } from '../../jobs/ledger/views.ts'
import type { Ports } from '../../ports.ts'
import type { Vault } from '../../vault/vault.ts'
import type { Book } from '../session/book.ts'
import type { Keeper } from '../maintenance/keeper.ts'
import { isProxyLogInKept, isTokenKept } from '../session/kept-secrets.ts'
import type { Office } from '../session/office.ts'

export interface SnapshotSources {
  readonly ports: Pick<Ports, 'host' | 'version'>
  readonly vault: Vault
  readonly book: Book
  readonly office: Office
  readonly keeper: Pick<Keeper, 'view'>
  readonly isPaused: () => boolean
}

const noJobs: Counts = {
  saved: 0,
  sending: 0,
  checking: 0,
  waiting: 0,
  needsYou: 0,
  refused: 0,
  unconfirmed: 0,
  done: 0,
  dropped: 0,
}

/** Everything that the frame of the screen shows now. Holds no secret. */
export function takeSnapshot({ ports, vault, book, office, keeper, isPaused }: SnapshotSources): Snapshot {
  const database = office.database()
  const active = book.active()
  const oldest = database && active && findOldestUnsent(database, active.id)
  const view = (connection: Connection): ConnectionView => ({
    settings: connection,
    hasToken: isTokenKept(office, connection),
    hasProxyLogIn: isProxyLogInKept(office, connection),
    link: office.open()?.queue.link(connection.id) ?? { state: 'unknown', since: 0 },
  })
  return {
    host: ports.host,
    version: ports.version,
    installation: office.open()?.installation.id ?? '',
    vault: vault.view(),
    storage: office.storage(),
    preferences: book.preferences(),
    connections: book.connections().map(view),
    ...(active && { activeConnectionId: active.id }),
    counts: database === undefined || active === undefined ? noJobs : countJobs(database, active.id),
    ...(oldest !== undefined && { oldestUnsent: oldest }),
    paused: isPaused(),
    keeping: keeper.view(),
  }
}

/** Unfinished jobs of all connections, which closing would leave for the next start. */
export function countUnsent({ book, office }: Pick<SnapshotSources, 'book' | 'office'>): number {
  const database = office.database()
  if (database === undefined) return 0
  const counts = book.connections().map(({ id }) => countJobs(database, id))
  return counts.reduce((sum, { saved, sending, checking, waiting }) => sum + saved + sending + checking + waiting, 0)
}
