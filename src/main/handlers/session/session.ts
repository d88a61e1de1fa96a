import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import type { Reply } from '../../../shared/bridge/bridge.ts'
import type { Channel, Checked, Response } from '../../../shared/bridge/contract.ts'
import {
  draftSchema,
  readFormerKind,
  type Draft,
  type DraftForm,
  filterForms,
  onlyAside,
} from '../../../shared/domain/activation.ts'
import type { Connection } from '../../../shared/domain/connection/connection.ts'
import { installationAlphabet, installationLength } from '../../../shared/domain/maintenance.ts'
import { succeed } from '../../../shared/result.ts'
import type { PlatformAccess } from '../../jobs/access.ts'
import type { DocumentTaker } from '../../fleet/fetch-documents.ts'
import { createFleet } from '../../fleet/fleet.ts'
import { createElsewhere } from '../../jobs/ledger/ledger.ts'
import { createJobSearch } from '../../jobs/ledger/job-search.ts'
import type { FleetChanged } from '../../fleet/member.ts'
import { guardRecords, takeInEarlierRecords } from '../../jobs/ledger/records.ts'
import { createQueue, type QueueDeps } from '../../jobs/queue.ts'
import { folderFact } from '../../maintenance/restore.ts'
import { lockSending } from '../../maintenance/send-lock.ts'
import { beginClock } from '../../maintenance/purge.ts'
import { createCachedAnswers } from '../customers/cached-answers.ts'
import { addNotice } from '../../maintenance/notes.ts'
import { setAsideUnreadable } from '../../maintenance/quarantine.ts'
import type { Ports, Clock, Random } from '../../ports.ts'
import { inTransaction, readFact, removeFact, setFact } from '../../storage/database.ts'
import { isDiskFull } from '../../storage/files.ts'
import { copiedFleetFact, forgetFleet, sealedFleetRow } from '../../vault/fleet-membership.ts'
import { openColumnAs, type Sealing } from '../../vault/sealing.ts'
import { createTokens } from '../../vault/tokens.ts'
import { findForbidden } from '../../jobs/steps/console-steps.ts'
import { problem, refuseSending, type Refusal } from './problem.ts'
import type { SettingsRepository } from './settings-repository.ts'
import { ulid } from 'ulid'

export type ConnectionSession = Session & { readonly connection: Connection }

export type PlatformSession = ConnectionSession & { readonly access: PlatformAccess }

interface SessionParts extends Omit<QueueDeps, 'ports' | 'tokens' | 'connections' | 'isForbidden'> {
  readonly documents: DocumentTaker
  readonly ports: Ports
  readonly settings: SettingsRepository
  readonly place: Place
  /** Called when the screens must read all jobs again, because any job may have changed. */
  readonly anyJobChanged: () => void
  readonly fleetChanged: FleetChanged
}

/** Everything that exists only while the ledger file and its key are open. A handler is a function of the session and a request. */
export type Session = ReturnType<typeof openSession>

/** Opens a session on a migrated ledger. Recovers the work that an earlier process left unfinished, and starts no work yet. */
export function openSession(parts: SessionParts) {
  const { ports, database, sealing, settings } = parts
  const { host, dataFolder, clock, random, log, transport, runApart } = ports
  // The guard comes first, so that all later changes are authenticated.
  guardRecords(database, sealing)
  inTransaction(database, () => takeInEarlierRecords(database, sealing))
  beginClock(database, clock)
  const tokens = createTokens(database, sealing, settings.policyName)
  // The queue is created later, so that it cannot send jobs of a copied data folder. Those jobs are first read back and then wait for the
  // technician's answer.
  const installation = settleInstallation(database, random, parts.place, (former) => {
    const jobs = createElsewhere(database, sealing, clock).readBackFirst('copied')
    // Only the original computer keeps the membership in the fleet. The copy must join separately.
    if (sealedFleetRow(database) !== undefined) {
      forgetFleet(database)
      setFact(database, copiedFleetFact, former)
    }
    addNotice(database, { kind: 'copied', at: clock.now(), jobs, from: former })
    if (jobs > 0) lockSending(database, former)
  })
  const { onLink, onDiskFull } = parts
  const { policy, connections } = settings
  const tell = (id: string): void => {
    search.noteChanged(id)
    parts.jobChanged(id)
  }
  const fleet = createFleet({
    database,
    sealing,
    transport,
    clock,
    random,
    log,
    version: ports.version,
    connections,
    documents: parts.documents,
    jobChanged: tell,
    fleetChanged: parts.fleetChanged,
    onChange: onLink,
  })
  const jobChanged = (id: string): void => {
    fleet.noteJob(id)
    tell(id)
  }
  const queue = createQueue({
    ports,
    database,
    sealing,
    tokens,
    connections,
    jobChanged,
    isForbidden: (intent) => findForbidden(intent, policy()) !== undefined,
    onDiskFull,
    guard: fleet.guard,
    fleetCheck: fleet.check,
    onLink() {
      fleet.noteLinks(connections().map(({ id }) => queue.link(id)?.state ?? 'unknown'))
      onLink()
    },
  })
  fleet.serve({
    ledger: queue.ledger,
    wake: () => {
      for (const { id } of connections()) queue.wake(id)
    },
  })
  const search = createJobSearch({ database, views: queue.views, onComplete: parts.anyJobChanged })
  const broken = setAsideUnreadable(database, queue.ledger)
  if (broken.length > 0) log.problem('set-aside', { count: broken.length })
  return {
    host,
    dataFolder,
    clock,
    random,
    log,
    runApart,
    database,
    sealing,
    tokens,
    queue,
    fleet,
    installation,
    settings,
    /** Reports a new or changed job to the fleet, the search and the screens. */
    jobChanged,
    drafts: createDrafts(database, sealing, (id) => settings.connection(id) !== undefined),
    answers: createCachedAnswers(database, sealing, clock),
    questions: createQuestions(),
    search,
  }
}

/** Runs `act` with access to the active connection's platform. If the platform cannot be asked, returns the reason as an error. */
export function withPlatform<T>(session: Session, act: (platform: PlatformSession) => T): T | Refusal {
  const connection = session.settings.active()
  if (connection === undefined) return problem('no-connection', 'There is no connection to ask')
  const access = session.queue.access(connection.id)
  return access === undefined ? refuseSending(connection) : act({ ...session, connection, access })
}

export type ChannelsOf<P extends string> = Extract<Channel, `${P}.${string}`>

export type SessionHandlers<C extends Channel> = {
  readonly [K in C]: (session: Session, request: Checked<K>) => Reply<Response<K>> | Promise<Reply<Response<K>>>
}

export const done = succeed<Record<string, never>>({})

const storedDraftSchema = z.preprocess((stored) => {
  const draft = readFormerKind(stored)
  if (typeof draft !== 'object' || draft === null || !('aside' in draft) || !Array.isArray(draft.aside)) return draft
  return { ...draft, aside: draft.aside.map(readFormerKind) }
}, draftSchema)

export const draftIdentity = 'draft'

/**
 * The single unfinished draft. It is sealed and on disk, so a crash loses nothing that the user typed. `hasConnection`: whether the settings
 * now contain a connection.
 */
export function createDrafts(database: DatabaseSync, sealing: Sealing, hasConnection: (id: string) => boolean) {
  const select = database.prepare('SELECT sealed FROM draft WHERE id = 1')
  const upsert = database.prepare(
    'INSERT INTO draft (id, sealed) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET sealed = excluded.sealed',
  )
  // Without the WHERE clause SQLite truncates the table and waits for the disk, even if the table is empty.
  const remove = database.prepare('DELETE FROM draft WHERE id = 1')
  let isBegun = false
  const erased = new Set<string>()
  // A connection that was to be erased exists if the erasure was undone, or if it was created again with the same id (the training).
  const isKept = ({ connectionId: id }: DraftForm): boolean => id === undefined || !erased.has(id) || hasConnection(id)
  const read = () => openColumnAs(sealing, draftIdentity, select.get()?.['sealed'], storedDraftSchema)
  const write = (draft: Draft) => void upsert.run(sealing.seal(draftIdentity, JSON.stringify(draft)))
  return {
    read,
    /** Stores a draft without forms of erased connections: a screen that read such a form earlier may still send it. */
    save(draft: Draft) {
      const kept = filterForms(draft, isKept)
      if (kept === undefined) remove.run()
      else write(kept)
      isBegun = isKept(draft)
    },
    /** Whether the user has typed into a form since the start, and the form is neither finished nor discarded. */
    isBegun: () => isBegun,
    /**
     * Deletes the forms of a connection, also those that were put aside. `isActive`: whether the connection is the active one. Then a form of
     * an earlier release, which names no connection, counts as its form.
     */
    eraseOf(connectionId: string, isActive: boolean) {
      erased.add(connectionId)
      const isOthers = (form: DraftForm): boolean =>
        form.connectionId === undefined ? !isActive : form.connectionId !== connectionId
      const stored = read()
      // A draft that does not open may contain forms of the connection.
      const kept = stored && filterForms(stored, isOthers)
      if (kept === undefined) remove.run()
      else if ([stored, ...(stored?.aside ?? [])].some((form) => form !== undefined && !isOthers(form))) write(kept)
      if (stored === undefined || !isOthers(stored)) isBegun = false
    },
    /** Deletes the draft and all drafts that the user put aside. */
    discard() {
      remove.run()
      isBegun = false
    },
    /** Ends a draft that became a job. Drafts that the user put aside are kept. */
    finish() {
      isBegun = false
      const waiting = onlyAside(read()?.aside ?? [])
      if (waiting === undefined) remove.run()
      else write(waiting)
    },
  }
}

type Put<T> = (signal: AbortSignal) => Promise<T>

/** The screens' questions in progress, at most one in each slot. A newer question in a slot cancels the request of the older one. */
export function createQuestions() {
  const underWay = new Map<string, AbortController>()
  const cancel = (slot: string): void => underWay.get(slot)?.abort()
  const follow = async <T>(slot: string, put: Put<T>): Promise<T> => {
    cancel(slot)
    const own = new AbortController()
    underWay.set(slot, own)
    try {
      return await put(own.signal)
    } finally {
      if (underWay.get(slot) === own) underWay.delete(slot)
    }
  }
  return {
    cancel,
    /** Like `ask`, but returns the result even if the question was cancelled. */
    follow,
    /** Asks, and cancels the slot's earlier question. Returns `superseded` if this question was cancelled in the meantime. */
    ask: <T>(slot: string, put: Put<T>): Promise<T | 'superseded'> =>
      follow(slot, async (signal) => {
        const answer = await put(signal)
        return signal.aborted ? 'superseded' : answer
      }),
  }
}

/** Where a data folder is: the ids of the machine and of the folder itself. `machine`: undefined if the system did not tell it. */
interface Place {
  readonly machine: string | undefined
  readonly folder: string
}

/**
 * Reads the installation's id, or creates the id at the first start. The id is part of every mapping id that this computer makes, except
 * mapping ids of only digits. A copied data folder gets a new id, once: a copy on another machine or in another folder, or a folder that was
 * deleted and put back from a backup of the system. `onCopy` is then called with the former id, within the same transaction.
 */
export function settleInstallation(
  database: DatabaseSync,
  random: Random,
  place: Place,
  onCopy: (former: string) => void,
): { readonly id: string } {
  const former = readFact(database, 'installation')
  const isCopy = isOtherMachine(database, place.machine) || isOtherFolder(database, place.folder)
  if (former !== undefined && !isCopy) {
    if (place.machine !== undefined) notePlace(database, machineFact, place.machine)
    notePlace(database, folderFact, place.folder)
    return { id: former }
  }
  const id = makeInstallationId(random)
  inTransaction(database, () => {
    setFact(database, 'installation', id)
    // The next start notes an id that is unknown now. The former machine's id would make this folder a copy once more.
    if (place.machine === undefined) removeFact(database, machineFact)
    else setFact(database, machineFact, place.machine)
    setFact(database, folderFact, place.folder)
    if (former === undefined) return
    setFact(database, 'former-installations', `${former} ${readFact(database, 'former-installations') ?? ''}`.trim())
    onCopy(former)
  })
  return { id }
}

const machineFact = 'machine'

/** Whether the file was last used on another machine. False if that is not known, because the system did not tell one of the two ids. */
function isOtherMachine(database: DatabaseSync, machine: string | undefined): boolean {
  const known = readFact(database, machineFact)
  return known !== undefined && machine !== undefined && known !== machine
}

/**
 * Whether the file was last used in another folder. False if that is not known: an earlier version noted no folder, or the system now gives
 * another kind of id.
 */
function isOtherFolder(database: DatabaseSync, folder: string): boolean {
  const known = readFact(database, folderFact)
  return known !== undefined && known !== folder && known.split(' ', 1)[0] === folder.split(' ', 1)[0]
}

/** Notes an id if the file does not have it yet. A full disk must not keep Setdesk from starting: then the next start notes it. */
function notePlace(database: DatabaseSync, fact: typeof machineFact | typeof folderFact, id: string): void {
  if (readFact(database, fact) === id) return
  try {
    setFact(database, fact, id)
  } catch (error) {
    if (!isDiskFull(error)) throw error
  }
}

const makeInstallationId = (random: Random): string =>
  Array.from(
    { length: installationLength },
    () => installationAlphabet[random.below(installationAlphabet.length)],
  ).join('')

/** A ULID from the app's own clock and randomness. A time before 1970 counts as 1970. */
export const makeUlid = (clock: Clock, random: Random): string =>
  ulid(Math.max(0, clock.now()), () => random.below(2 ** 32) / 2 ** 32)
