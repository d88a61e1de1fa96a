import type { ConnectionView, Snapshot } from '../../../shared/bridge/snapshot.ts'
import { defined } from '../../../shared/defined.ts'
import type { Connection } from '../../../shared/domain/connection/connection.ts'
import { isPlainHttpStopped } from '../../../shared/domain/connection/token-place.ts'
import { countJobs, findOldestUnsent, noJobs } from '../../jobs/ledger/views.ts'
import { viewFleet } from '../fleet/fleet.ts'
import type { Housekeeping } from '../maintenance/housekeeping.ts'
import { isProxyLogInStored, isTokenStored } from '../session/secrets.ts'
import type { AppParts } from '../session/sessions.ts'
import type { Training } from '../connections/training.ts'
import type { PolicyKeeper } from './policy.ts'
import type { Updates } from '../../updates/updates.ts'
import type { Who } from './who.ts'

interface SnapshotSources extends Pick<AppParts, 'ports' | 'vault' | 'settings' | 'sessions'> {
  readonly housekeeping: Pick<Housekeeping, 'view'>
  readonly isPaused: () => boolean
  readonly linkedBox: () => string | undefined
  readonly openedFile: () => { readonly name: string } | undefined
  readonly who: Pick<Who, 'view'>
  readonly policy: Pick<PolicyKeeper, 'view'>
  readonly training: Pick<Training, 'isCut'>
  readonly updates: Pick<Updates, 'view'>
}

/** Everything that the frame of the screen shows now. Holds no secret. */
export function takeSnapshot({
  ports,
  vault,
  who,
  policy,
  settings,
  sessions,
  housekeeping,
  isPaused,
  linkedBox,
  openedFile,
  training,
  updates,
}: SnapshotSources): Snapshot {
  const database = sessions.database()
  const active = settings.active()
  const session = sessions.current()
  const oldest = database && active && findOldestUnsent(database, active.id)
  const view = (connection: Connection): ConnectionView => ({
    settings: connection,
    hasToken: isTokenStored(sessions, connection),
    hasProxyLogIn: isProxyLogInStored(sessions, connection),
    isPlainHttpStopped: isPlainHttpStopped(connection),
    link: session?.queue.link(connection.id) ?? { state: 'unknown', since: 0 },
  })
  return {
    host: ports.host,
    version: ports.version,
    installation: session?.installation.id ?? '',
    vault: vault.view(),
    who: who.view(),
    storage: sessions.storage(),
    preferences: settings.preferences(),
    policy: policy.view(),
    connections: settings.connections().map(view),
    counts: database === undefined || active === undefined ? noJobs : countJobs(database, active.id),
    ...defined({
      activeConnectionId: active?.id,
      oldestUnsent: oldest,
      linkedBox: linkedBox(),
      fleet: session && viewFleet(session),
      openedFile: openedFile()?.name,
    }),
    paused: isPaused(),
    ...(training.isCut() && { isTrainingCut: true as const }),
    maintenance: housekeeping.view(),
    update: updates.view(),
  }
}

/** Unfinished jobs of all connections, which closing would leave for the next start. */
export function countUnsent({ settings, sessions }: Pick<SnapshotSources, 'settings' | 'sessions'>): number {
  const database = sessions.database()
  if (database === undefined) return 0
  const counts = settings.connections().map(({ id }) => countJobs(database, id))
  return counts.reduce((sum, { saved, sending, checking, waiting }) => sum + saved + sending + checking + waiting, 0)
}
