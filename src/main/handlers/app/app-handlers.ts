import type { DatabaseSync } from 'node:sqlite'
import type { ConnectionView, Counts, Snapshot } from '../../../shared/bridge/snapshot.ts'
import { defined } from '../../../shared/defined.ts'
import { type Connection, isPlainHttpStopped } from '../../../shared/domain/connection/connection.ts'
import { countAllJobs, countJobs, noJobs, findOldestUnsent } from '../../jobs/ledger/views.ts'
import { trainingId } from '../connections/training.ts'
import { findMissing } from '../../maintenance/kept-places.ts'
import { viewFleet } from '../fleet/fleet-handlers.ts'
import type { Housekeeping } from '../maintenance/housekeeping.ts'
import { isProxyLogInStored, isTokenStored } from '../connections/store-connection.ts'
import type { AppParts } from '../session/sessions.ts'
import type { Training } from '../connections/training.ts'
import type { PolicyKeeper } from '../policy/policy-in-force.ts'
import type { Updates } from '../../updates/updates.ts'
import type { Who } from '../who/who.ts'
import type { BridgeEvent } from '../../../shared/bridge/bridge.ts'
import { messageLink } from '../../../shared/domain/handout/handout.ts'
import { errorName, succeed } from '../../../shared/result.ts'
import type { Handlers, OpenedFile } from '../../app.ts'
import type { Clock, Ports } from '../../ports.ts'
import { problem } from '../session/problem.ts'
import { done, type Session } from '../session/session.ts'

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

/** Collects everything that the frame of the screen shows. The snapshot contains no secret. */
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
    counts: countShown(database, session, active),
    ...defined({
      activeConnectionId: active?.id,
      oldestUnsent: oldest,
      missingConnection: database && findMissing(database, settings.connections())[0],
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

/** While the saved work is locked, the screen says what waits on this computer, whichever connection is active. Practice does not count. */
function countShown(
  database: DatabaseSync | undefined,
  session: Session | undefined,
  active: Connection | undefined,
): Counts {
  if (database === undefined) return noJobs
  if (session === undefined) return countAllJobs(database, trainingId)
  return active === undefined ? noJobs : countJobs(database, active.id)
}

/** Counts the jobs of all connections that are still to be sent or checked. Jobs that wait for a technician are not counted. */
export function countUnsent({ settings, sessions }: Pick<SnapshotSources, 'settings' | 'sessions'>): number {
  const database = sessions.database()
  if (database === undefined) return 0
  const counts = settings.connections().map(({ id }) => countJobs(database, id))
  return counts.reduce((sum, { saved, sending, checking, waiting }) => sum + saved + sending + checking + waiting, 0)
}

/** Delay before a push, milliseconds. Without the delay, a queue that changes hundreds of jobs would update the screen too often. */
const pace = 60
/** Delay before a push while a list is being saved, milliseconds. It is longer, because each snapshot counts all jobs again. */
const slowPace = 500
/** Delay before a `fleet-changed` event, milliseconds. It limits the calls to the hub, because the page makes one after each event. */
export const boardPace = 250
/**
 * At most this many changed jobs get an event each, and at most this many stations are named. If more have changed, one event says that any
 * may have changed, because an event for each would delay the screen by seconds.
 */
const mostTold = 100

export function createEvents(clock: Clock, snapshot: () => Snapshot) {
  const listeners = new Set<(event: BridgeEvent) => void>()
  const jobs = new Set<string>()
  let isDue = false
  let isMissed = false
  let wait = pace
  const push = (event: BridgeEvent): void => {
    for (const listener of listeners) listener(event)
  }
  const flush = (): void => {
    isDue = false
    if (listeners.size === 0) return jobs.clear()
    const isMany = jobs.size > mostTold
    wait = isMany ? slowPace : pace
    const told = isMany || isMissed ? [undefined] : [...jobs]
    isMissed = false
    for (const id of told) push({ name: 'job-changed', payload: id === undefined ? {} : { id } })
    jobs.clear()
    push({ name: 'snapshot', payload: snapshot() })
  }
  /** Pushes a snapshot soon. Many changes in quick succession cause one push. */
  const changed = (): void => {
    if (isDue) return
    isDue = true
    clock.after(wait, flush)
  }
  const stations = new Set<string | undefined>()
  const flushBoard = (): void => {
    const isAny = stations.has(undefined) || stations.size > mostTold
    const named = [...stations].filter((station) => station !== undefined)
    stations.clear()
    push({ name: 'fleet-changed', payload: isAny ? {} : { stations: named } })
  }
  return {
    listen: (listener: (event: BridgeEvent) => void): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    jobChanged(id: string) {
      if (listeners.size > 0) jobs.add(id)
      changed()
    },
    changed,
    /** Reports a changed board of a station, or of any station if none is given. Many changes in quick succession cause one event. */
    fleetChanged(station?: string) {
      if (stations.size === 0) clock.after(boardPace, flushBoard)
      stations.add(station)
    },
    /** Reports that any job may have changed, for example because nothing was pushed for a while. */
    anyChanged() {
      isMissed = true
      changed()
    },
  }
}

type HostChannel = 'clipboard.write' | 'handout.share' | 'page.save-pdf' | 'app.restart'

/** What only the window can do for the page. In a browser the page does it itself, or it cannot be done. */
export const createHostHandlers = (ports: Ports): Pick<Handlers, HostChannel> => ({
  'clipboard.write': async ({ text }) => {
    if (ports.clipboard === undefined) return problem('not-allowed', 'The page writes to the clipboard itself here')
    await ports.clipboard.write(text)
    return done
  },
  'handout.share': async (message) => {
    if (ports.openMessage === undefined) return problem('not-allowed', 'The page opens the message itself here')
    try {
      await ports.openMessage(messageLink(message))
      return done
    } catch (error) {
      ports.log.problem('message', { kind: errorName(error) })
      return problem('no-program', 'The system opened no program for this message')
    }
  },
  'page.save-pdf': async ({ name }) => {
    if (ports.savePdf === undefined) return problem('not-allowed', "The browser's print dialog saves it here")
    try {
      return succeed({ isSaved: await ports.savePdf(name) })
    } catch (error) {
      ports.log.problem('save-pdf', { kind: errorName(error) })
      return problem('file-not-written', 'The file could not be written')
    }
  },
  'app.restart': async () => {
    if (ports.restart === undefined) return problem('not-allowed', 'This host cannot start itself again')
    ports.restart()
    return done
  },
})

/** What was opened with Setdesk: the box of a link, and the operator's file. The page offers each of them until the user has decided. */
export function createOffers(onChange: () => void) {
  let linkedBox: string | undefined
  let openedFile: OpenedFile | undefined
  const handlers: Pick<Handlers, 'app.forget-link' | 'app.opened-file' | 'app.forget-file'> = {
    'app.forget-link': async ({ box }) => {
      // A newer link may have arrived since the page showed this box. The box of the newer link must stay.
      if (linkedBox === box) linkedBox = undefined
      onChange()
      return done
    },
    'app.opened-file': async () =>
      openedFile === undefined ? problem('not-found', 'No file was opened with Setdesk') : succeed(openedFile),
    'app.forget-file': async ({ name }) => {
      // A newer file may have been opened since the page showed this file. The newer file must stay.
      if (openedFile?.name === name) openedFile = undefined
      onChange()
      return done
    },
  }
  return {
    handlers,
    linkedBox: () => linkedBox,
    openedFile: () => openedFile,
    offerBox: (box: string): void => {
      linkedBox = box
      onChange()
    },
    offerFile: (file: OpenedFile): void => {
      openedFile = file
      onChange()
    },
  }
}
