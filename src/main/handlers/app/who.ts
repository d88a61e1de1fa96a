import type { Channel, Request } from '../../../shared/bridge/contract.ts'
import type { Snapshot, WhoView } from '../../../shared/bridge/snapshot.ts'
import type { ActivityRow } from '../../../shared/domain/activity/activity.ts'
import { defined } from '../../../shared/defined.ts'
import { foldName } from '../../../shared/domain/technician-names.ts'
import type { Handlers } from '../../app.ts'
import { noJobs } from '../../jobs/ledger/views.ts'
import { addSignInEvent } from '../../maintenance/notes.ts'
import { isDiskFull } from '../../storage/database.ts'
import { readTechnicians, writeTechnicians, type Technician } from '../../vault/technicians.ts'
import { makeUlid } from '../session/session.ts'
import { problem, type Refusal } from '../session/problem.ts'
import type { AppParts } from '../session/sessions.ts'

const aMinute = 60_000
/** Milliseconds between two looks at the clock while somebody is signed in. */
const lookEvery = 10_000
/** What was being typed when the lock fell is still stored for this long, milliseconds. */
const grace = 2000

/** The channels that a locked app answers. */
const signInChannels: ReadonlySet<string> = new Set<Channel>([
  'app.snapshot',
  'vault.unlock',
  'who.sign-in',
  'who.sign-out',
  // It says nothing of what is stored, and a new version has passed its trial once its page is shown.
  'update.report-page',
])
/** They store what is being typed, and return nothing of what is stored. */
const typingChannels: ReadonlySet<string> = new Set<Channel>([
  'draft.save',
  'scan-batch.save',
  'list.save',
  'list.save-part',
])

const signedOut = problem('signed-out', 'Nobody is signed in; saved work is still being sent')

interface WhoDeps extends Pick<AppParts, 'ports' | 'vault' | 'settings' | 'onChange'> {
  readonly sessions: Pick<AppParts['sessions'], 'database' | 'current'>
  /** Somebody signed in: the screens missed what happened before. */
  readonly onSignIn: () => void
}

export type Who = ReturnType<typeof createWho>

/**
 * Who works at this computer, and the lock while nobody is signed in. Without technicians nothing is locked. The lock is kept
 * here and not in the page: while it is shut, handlers are not called, and the snapshot is empty. Sending goes on.
 */
export function createWho({ ports, vault, settings, sessions, onChange, onSignIn }: WhoDeps) {
  const { clock, random, log } = ports
  let last: string | undefined
  let isSignedIn = false
  let seen = { now: 0, elapsed: 0 }
  let leftAt = Number.NEGATIVE_INFINITY
  let cancelLook: (() => void) | undefined
  /** The list as it was read from this file with this key. It also serves while the file is exchanged for another one. */
  let known: readonly Technician[] | 'unreadable' = []
  let readFrom: readonly unknown[] = []

  const list = (): readonly Technician[] | 'unreadable' => {
    const database = sessions.database()
    const sealing = vault.sealing()
    if (database === undefined || sealing === undefined) return known
    if (readFrom[0] !== database || readFrom[1] !== sealing) known = readTechnicians(database, sealing)
    readFrom = [database, sealing]
    return known
  }
  const technicians = (): readonly Technician[] => {
    const all = list()
    return all === 'unreadable' ? [] : all
  }
  const find = (id: string | undefined): Technician | undefined => technicians().find((one) => one.id === id)
  /** The right of a supervisor, as far as the operator's policy leaves it. */
  const isSupervisor = ({ isSupervisor: isNamed, name }: Technician): boolean => isNamed && maySupervise(name)
  const maySupervise = (name: string): boolean => {
    const { supervisors } = settings.policy()
    return supervisors === null || supervisors.some((one) => foldName(one) === foldName(name))
  }
  const isSetUp = (): boolean => list().length > 0
  const isIdle = (): boolean => {
    const longest = settings.preferences().lockAfterMinutes * aMinute
    // The elapsed time may stand still while the computer sleeps, and the wall clock may be set back.
    const idle = Math.max(clock.now() - seen.now, clock.elapsed() - seen.elapsed)
    return longest > 0 && idle >= longest
  }
  const isShut = (): boolean => {
    if (!isSetUp()) return false
    if (isSignedIn && (find(last) === undefined || isIdle())) signOut()
    return !isSignedIn
  }
  const noteActive = (): void => void (seen = { now: clock.now(), elapsed: clock.elapsed() })
  const look = (): void => {
    cancelLook?.()
    cancelLook = isSignedIn && !isShut() ? clock.after(lookEvery, look) : undefined
  }
  const note = (action: ActivityRow['action'], by: string, other?: string): void => {
    // While the key is being changed, the open session has the one that the file is sealed with.
    const { database = sessions.database(), sealing = vault.sealing() } = sessions.current() ?? {}
    if (database === undefined || sealing === undefined) return
    // A full disk must keep nobody from signing in or out.
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

  return {
    list,
    find,
    isShut,
    isSetUp,
    noteActive,
    note,
    signIn,
    signOut,
    /** After everything was erased: nobody is set up. */
    forget(): void {
      cancelLook?.()
      known = []
      last = undefined
      isSignedIn = false
    },
    maySupervise,
    current,
    /** Whether who works here is the supervisor. True also where nobody signs in. */
    supervises: (): boolean => !isSetUp() || current()?.isSupervisor === true,
    /** The name under which work is saved; undefined if nobody signs in here. After a sign-out still the last one. */
    name: (): string | undefined => (isSetUp() ? (find(last)?.name ?? '') : undefined),
    write(changed: readonly Technician[]): void {
      const database = sessions.database()
      const sealing = vault.sealing()
      if (database === undefined || sealing === undefined) return
      writeTechnicians(database, sealing, changed)
      known = changed
      onChange()
    },
    unlessFull,
    view(): WhoView {
      const state = isShut() ? 'signed-out' : isSetUp() ? 'signed-in' : 'nobody'
      return {
        state,
        technicians: technicians().map((one) => ({ id: one.id, name: one.name, isSupervisor: isSupervisor(one) })),
        ...(state === 'nobody' ? {} : defined({ last })),
        ...(state === 'signed-in' && defined({ current: last })),
        ...(list() === 'unreadable' && { isUnreadable: true }),
      }
    },
    /** Why these preferences must not be saved now; undefined if they may. */
    refusePreferences({ technician, lockAfterMinutes }: Request<'preferences.save'>): Refusal | undefined {
      if (!isSetUp()) return undefined
      if (technician !== undefined && technician !== find(last)?.name)
        return problem('bad-request', 'The name is that of who is signed in', { fields: { technician: 'signed-in' } })
      const asking = find(last)
      if (lockAfterMinutes !== undefined && !(asking && isSupervisor(asking)))
        return problem('supervisor-only', 'Only the supervisor changes when Setdesk locks')
      return undefined
    },
    /** The same handlers, which refuse while nobody is signed in. An answer that comes after the lock fell is withheld. */
    guard(handlers: Handlers): Handlers {
      type Handle = (request: unknown) => ReturnType<Handlers[Channel]>
      const guarded = Object.entries(handlers as Readonly<Record<string, Handle>>).map(([channel, handle]) => [
        channel,
        async (request: unknown) => {
          if (signInChannels.has(channel)) return handle(request)
          if (isShut()) return isTypingStored(channel) ? handle(request) : signedOut
          const reply = await handle(request)
          return isShut() && !typingChannels.has(channel) ? signedOut : reply
        },
      ])
      // The cast is safe: each channel keeps its own handler.
      return Object.fromEntries(guarded) as Handlers
    },
    stop: () => cancelLook?.(),
  }
}

/** What a locked page may know: that there is a Setdesk, and who can sign in. */
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
