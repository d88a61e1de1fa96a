import type { DatabaseSync } from 'node:sqlite'
import type { Channel } from '../../../shared/bridge/contract.ts'
import type { Snapshot, WhoView } from '../../../shared/bridge/snapshot.ts'
import type { ActivityRow } from '../../../shared/domain/activity/activity.ts'
import { defined } from '../../../shared/defined.ts'
import { foldName } from '../../../shared/domain/technician-names.ts'
import { type Handlers, wrapEach } from '../../app.ts'
import { noJobs } from '../../jobs/ledger/views.ts'
import { isDiskFull } from '../../storage/files.ts'
import {
  addSignInEvent,
  readTechnicians,
  sealedTechnicians,
  writeTechnicians,
  type Technician,
} from '../../vault/technicians.ts'
import type { Sealing } from '../../vault/sealing.ts'
import { done, makeUlid } from '../session/session.ts'
import { problem } from '../session/problem.ts'
import type { AppParts } from '../session/sessions.ts'
import { aMinute } from '../../../shared/durations.ts'

/** Milliseconds between two checks of the idle time while a technician is signed in. */
const lookEvery = 10_000
/** Text that was being typed is still stored if it arrives within this time after the app was locked, in milliseconds. */
const grace = 2000

/** The channels that a locked app answers. */
const signInChannels: ReadonlySet<string> = new Set<Channel>([
  'app.snapshot',
  'vault.unlock',
  'who.sign-in',
  'who.sign-out',
  // This report reveals no stored data. A new version passes its trial only after the page was shown, locked or not.
  'update.report-page',
])
/** The channels that are also answered before the passphrase is typed. Until then Setdesk does not know who the technicians are. */
const channelsWithoutKey: ReadonlySet<string> = new Set<Channel>(['app.restart', 'app.forget-link', 'who.active'])
/** The channels that are also answered if the key is missing or its key store does not answer: the user must still reach a backup. */
const rescueChannels: ReadonlySet<string> = new Set<Channel>([
  'maintenance.list-backups',
  'maintenance.restore',
  'maintenance.start-afresh',
  'maintenance.diagnostics',
  'maintenance.save-text',
  'update.check',
  'update.install',
])
/** Channels that store text while it is being typed. These channels return no stored data. */
const typingChannels: ReadonlySet<string> = new Set<Channel>([
  'draft.save',
  'scan-batch.save',
  'list.save',
  'list.save-part',
])

const signedOut = problem('signed-out', 'Nobody is signed in; saved work is still being sent')

interface WhoDeps extends Pick<AppParts, 'ports' | 'vault' | 'settings' | 'onChange'> {
  readonly sessions: Pick<AppParts['sessions'], 'database' | 'current' | 'use'>
  /** Called after a technician signed in. The screens must then be updated, because they got no events while the app was locked. */
  readonly onSignIn: () => void
}

export type Who = ReturnType<typeof createWho>

/**
 * The technicians of this computer, and the lock while no technician is signed in. Without technicians nothing is locked. The lock is in
 * this process and not in the page: while the app is locked, handlers are not called, and the snapshot is empty. Sending continues.
 */
export function createWho({ ports, vault, settings, sessions, onChange, onSignIn }: WhoDeps) {
  const { clock, random, log } = ports
  let last: string | undefined
  let isSignedIn = false
  let seenAt = 0
  let leftAt = Number.NEGATIVE_INFINITY
  let cancelLook: (() => void) | undefined
  /** The list that was last read from a ledger. It stays valid while another file replaces that ledger. */
  let known: readonly Technician[] | 'unreadable' = []
  let readFrom: readonly unknown[] = []

  const list = (): readonly Technician[] | 'unreadable' => {
    const database = sessions.database()
    const sealing = vault.sealing()
    if (database === undefined || sealing === undefined) return known
    if (readFrom[0] !== database || readFrom[1] !== sealing) known = readWithEither(database, sealing)
    readFrom = [database, sealing]
    return known
  }
  /** Reads the list with the former key if the present key does not open it: while the change of the key is unfinished. */
  const readWithEither = (database: DatabaseSync, sealing: Sealing): readonly Technician[] | 'unreadable' => {
    const former = vault.former()
    const found = readTechnicians(database, sealing)
    return found === 'unreadable' && former !== undefined ? readTechnicians(database, former) : found
  }
  /** The technicians. None if their list is unreadable. */
  const technicians = (): readonly Technician[] => {
    const all = list()
    return all === 'unreadable' ? [] : all
  }
  const find = (id: string | undefined): Technician | undefined => technicians().find((one) => one.id === id)
  const isSupervisor = ({ isSupervisor: isNamed, name }: Technician): boolean => isNamed && maySupervise(name)
  const maySupervise = (name: string): boolean => {
    const { supervisors } = settings.policy()
    return supervisors === null || supervisors.some((one) => foldName(one) === foldName(name))
  }
  /** Whether technicians are known, or their list is known to be unreadable. */
  const isKnown = (): boolean => list().length > 0
  const isSetUp = (): boolean => isKnown() || isHidden()
  /** Whether there are technicians, but the key that opens their list is not open. While a file is still being checked, there may be some. */
  const isHidden = (): boolean => {
    const { state } = vault.view()
    const database = sessions.database()
    if (database === undefined) return state === 'opening'
    return state !== 'open' && sealedTechnicians(database) !== undefined
  }
  const isAnsweredHidden = (channel: string): boolean =>
    channelsWithoutKey.has(channel) || (vault.view().state !== 'locked' && rescueChannels.has(channel))
  const isIdle = (): boolean => {
    const longest = settings.preferences().lockAfterMinutes * aMinute
    return longest > 0 && clock.elapsed() - seenAt >= longest
  }
  const isShut = (): boolean => {
    if (!isKnown()) return false
    if (isSignedIn && (find(last) === undefined || isIdle())) signOut()
    return !isSignedIn
  }
  const noteActive = (): void => void (seenAt = clock.elapsed())
  const look = (): void => {
    cancelLook?.()
    cancelLook = isSignedIn && !isShut() ? clock.after(lookEvery, look) : undefined
  }
  const note = (action: ActivityRow['action'], by: string, other?: string): void => {
    // While the key is being changed, only the open session has the key that the file is still sealed with.
    const { database = sessions.database(), sealing = vault.sealing() } = sessions.current() ?? {}
    if (database === undefined || sealing === undefined) return
    // A full disk must not keep a technician from signing in or out.
    unlessFull(() =>
      addSignInEvent(database, sealing, makeUlid(clock, random), clock.now(), { action, by, ...defined({ other }) }),
    )
  }
  const unlessFull = (write: () => void): void => {
    try {
      write()
    } catch (error) {
      if (!isDiskFull(error)) throw error
      log.problem('technicians', { kind: 'no-room' })
    }
  }
  const signIn = (id: string): void => {
    last = id
    isSignedIn = true
    noteActive()
    look()
    note('signed-in', find(id)?.name ?? '')
    onSignIn()
  }
  const signOut = (): void => {
    if (!isSignedIn) return
    isSignedIn = false
    leftAt = clock.elapsed()
    cancelLook?.()
    note('signed-out', find(last)?.name ?? '')
    onChange()
  }
  const isTypingStored = (channel: string): boolean => typingChannels.has(channel) && clock.elapsed() - leftAt <= grace

  const current = (): Technician | undefined => {
    const technician = isShut() ? undefined : find(last)
    return technician && { ...technician, isSupervisor: isSupervisor(technician) }
  }

  const savePreferences: Handlers['preferences.save'] = async (changed) => {
    const { technician, lockAfterMinutes, retentionDays } = changed
    const asking = find(last)
    if (isSetUp() && technician !== undefined && technician !== asking?.name)
      return problem('bad-request', 'The name is that of who is signed in', { fields: { technician: 'signed-in' } })
    const isOfSupervisor = lockAfterMinutes !== undefined || retentionDays !== undefined
    if (isSetUp() && isOfSupervisor && !(asking && isSupervisor(asking)))
      return problem('supervisor-only', 'Only the supervisor changes when Setdesk locks, and how long it keeps details')
    settings.savePreferences(changed)
    ports.speakAs?.(settings.preferences().language)
    return done
  }

  return {
    list,
    technicians,
    savePreferences,
    find,
    isShut,
    isSetUp,
    noteActive,
    note,
    signIn,
    signOut,
    /** Forgets the technicians after everything was erased. */
    forget(): void {
      cancelLook?.()
      known = []
      last = undefined
      isSignedIn = false
    },
    maySupervise,
    current,
    supervises: (): boolean => !isSetUp() || current()?.isSupervisor === true,
    /** The name under which work is saved. After a sign-out it is still the last technician's. Undefined if no technician is set up. */
    name: (): string | undefined => (isSetUp() ? (find(last)?.name ?? '') : undefined),
    write(changed: readonly Technician[]): void {
      const { database = sessions.database(), sealing = vault.sealing() } = sessions.current() ?? {}
      if (database === undefined || sealing === undefined) return
      writeTechnicians(database, sealing, changed)
      known = changed
      onChange()
    },
    unlessFull,
    view(): WhoView {
      const state = isShut() ? 'signed-out' : isKnown() ? 'signed-in' : 'nobody'
      return {
        state,
        technicians: technicians().map((one) => ({ id: one.id, name: one.name, isSupervisor: isSupervisor(one) })),
        ...(state === 'nobody' ? {} : defined({ last })),
        ...(state === 'signed-in' && defined({ current: last })),
        ...(list() === 'unreadable' && { isUnreadable: true }),
      }
    },
    /** Makes the handlers refuse while no technician is signed in. Withholds an answer that is ready only after the app was locked. */
    guard: (handlers: Handlers): Handlers =>
      wrapEach(handlers, (channel, handle) => async (request) => {
        if (signInChannels.has(channel)) return handle(request)
        if (isShut()) return isTypingStored(channel) ? handle(request) : signedOut
        // The key store gets another try, as before any other call. The call itself is refused until a technician has signed in.
        if (isHidden() && !isAnsweredHidden(channel)) return sessions.use(() => signedOut).then(() => signedOut)
        const reply = await handle(request)
        return isShut() && !typingChannels.has(channel) ? signedOut : reply
      }),
    stop: () => cancelLook?.(),
  }
}

/** The part of a snapshot that a locked page may show: that Setdesk runs and who can sign in, but nothing about connections or jobs. */
export function hideWork(snapshot: Snapshot): Snapshot {
  const { host, version, vault, who, storage, preferences, policy, paused, update } = snapshot
  return {
    host,
    version,
    installation: '',
    vault,
    who,
    storage,
    preferences: { ...preferences, technician: '', serialPatterns: [], labelHabits: [], missions: { done: [] } },
    policy,
    connections: [],
    counts: noJobs,
    paused,
    maintenance: { quarantined: 0, notices: [], sendLocked: false },
    update,
  }
}
