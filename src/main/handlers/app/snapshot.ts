import type { ConnectionView, Counts, Snapshot } from '../../../shared/bridge/snapshot.ts'
import type { Connection } from '../../../shared/domain/connection/connection.ts'
import { isPlainHttpStopped } from '../../../shared/domain/connection/token-place.ts'
import { countJobs, findOldestUnsent } from '../../jobs/ledger/views.ts'
import type { Ports } from '../../ports.ts'
import type { Vault } from '../../vault/vault.ts'
import type { Housekeeping } from '../maintenance/housekeeping.ts'
import { isProxyLogInStored, isTokenStored } from '../session/secrets.ts'
import type { Sessions } from '../session/sessions.ts'
import type { SettingsRepository } from '../session/settings.ts'

export interface SnapshotSources {
  readonly ports: Pick<Ports, 'host' | 'version'>
  readonly vault: Vault
  readonly settings: SettingsRepository
  readonly sessions: Sessions
  readonly housekeeping: Pick<Housekeeping, 'view'>
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
export function takeSnapshot({ ports, vault, settings, sessions, housekeeping, isPaused }: SnapshotSources): Snapshot {
  const database = sessions.database()
  const active = settings.active()
  const oldest = database && active && findOldestUnsent(database, active.id)
  const view = (connection: Connection): ConnectionView => ({
    settings: connection,
    hasToken: isTokenStored(sessions, connection),
    hasProxyLogIn: isProxyLogInStored(sessions, connection),
    isPlainHttpStopped: isPlainHttpStopped(connection),
    link: sessions.current()?.queue.link(connection.id) ?? { state: 'unknown', since: 0 },
  })
  return {
    host: ports.host,
    version: ports.version,
    installation: sessions.current()?.installation.id ?? '',
    vault: vault.view(),
    storage: sessions.storage(),
    preferences: settings.preferences(),
    connections: settings.connections().map(view),
    ...(active && { activeConnectionId: active.id }),
    counts: database === undefined || active === undefined ? noJobs : countJobs(database, active.id),
    ...(oldest !== undefined && { oldestUnsent: oldest }),
    paused: isPaused(),
    maintenance: housekeeping.view(),
  }
}

/** Unfinished jobs of all connections, which closing would leave for the next start. */
export function countUnsent({ settings, sessions }: Pick<SnapshotSources, 'settings' | 'sessions'>): number {
  const database = sessions.database()
  if (database === undefined) return 0
  const counts = settings.connections().map(({ id }) => countJobs(database, id))
  return counts.reduce((sum, { saved, sending, checking, waiting }) => sum + saved + sending + checking + waiting, 0)
}
