import { errorName } from '../../../shared/result.ts'
import type { Reply } from '../../../shared/bridge/bridge.ts'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { Channel } from '../../../shared/bridge/contract.ts'
import type { Snapshot } from '../../../shared/bridge/snapshot.ts'
import type { Handlers } from '../../app.ts'
import { isBackedUp } from '../../maintenance/backup-files.ts'
import { restJobs } from '../../jobs/ledger/ledger.ts'
import { hasSealedRows } from '../../jobs/ledger/maintenance-rows.ts'
import { finishExport } from '../../maintenance/export-work.ts'
import { keepPlaces } from '../../maintenance/kept-places.ts'
import { readInstallations, removeLeftCopies } from '../../maintenance/restore.ts'
import { findSendLock } from '../../maintenance/send-lock.ts'
import type { DocumentTaker } from '../../fleet/fetch-documents.ts'
import type { Ports } from '../../ports.ts'
import { hasRoom, openUnchanged, readHeader, type StorageProblem } from '../../storage/database.ts'
import { isDiskFull, finishSwap, ledgerFileName } from '../../storage/files.ts'
import { checkLarge, openWatched } from '../../jobs/ledger/check-ledger.ts'
import { inspect } from '../../maintenance/inspect.ts'
import { schemaVersion } from '../../storage/migrations.ts'
import { readToken } from '../../vault/tokens.ts'
import type { Vault } from '../../vault/vault.ts'
import type { FleetChanged } from '../../fleet/member.ts'
import type { Backups } from './backups.ts'
import { createKeyChange } from './key-change.ts'
import { problem, type Refusal } from './problem.ts'
import { openSession, type Session, type SessionHandlers } from './session.ts'
import type { SettingsRepository } from './settings-repository.ts'
import { createOneAtATime } from '../../../shared/one-at-a-time.ts'

/** The parts of the app. Each group of handlers takes the parts that it needs. */
export interface AppParts {
  readonly ports: Ports
  readonly vault: Vault
  readonly settings: SettingsRepository
  readonly backups: Backups
  readonly sessions: Sessions
  /** Pushes a new snapshot to the screens. */
  readonly onChange: () => void
}

interface SessionsDeps extends Omit<AppParts, 'sessions'> {
  readonly isPaused: () => boolean
  readonly jobChanged: (jobId: string) => void
  readonly anyJobChanged: () => void
  readonly fleetChanged: FleetChanged
  readonly documents: DocumentTaker
  /** Called when another file has taken the place of the ledger. */
  readonly onReopened: () => void
}

/** Stops all work at its next safe point, lets `swap` replace the file, and continues with the new file. */
export type Reopen = (swap: () => void) => Promise<void>

export type Sessions = ReturnType<typeof createSessions>

/** Opens the session as soon as the ledger file and the key can be used, closes the session, and reports why no session is open. */
export function createSessions(deps: SessionsDeps) {
  const { ports, vault, settings, backups, jobChanged, anyJobChanged, fleetChanged, onChange } = deps
  let database: DatabaseSync | undefined
  let trouble: StorageProblem | undefined
  let isFull = false
  let opened: Session | undefined
  let isClosed = false
  /** The number of actions that use the session now. */
  let running = 0
  /** Ends when the change of the key that waited for room has been tried again. */
  let goingOn: Promise<void> | undefined
  const keyChange = createKeyChange({ ports, vault, settings, backups })

  const openAll = async (file: DatabaseSync): Promise<void> => {
    const sealing = keyChange.sealingOf(file)
    if (sealing === undefined) return
    const machineId = await ports.machineId()
    if (isClosed || file !== database) return
    opened = openSession({
      ports,
      settings,
      database: file,
      sealing,
      place: { machine: machineId, folder: ports.folderId() },
      jobChanged,
      anyJobChanged,
      fleetChanged,
      documents: deps.documents,
      onLink: onChange,
      onDiskFull: becomeFull,
    })
    applyPause()
  }
  /** Pauses sending if the technician, an update or the send lock requires a pause. Otherwise resumes sending. */
  const applyPause = (): void => opened?.queue.setPaused(deps.isPaused() || findSendLock(opened.database) !== undefined)
  const becomeFull = (): void => {
    isFull = true
    onChange()
  }
  const refreshAll = async (): Promise<void> => {
    await changeKey()
    if (database !== undefined && opened === undefined) await openAll(database)
    if (opened !== undefined) {
      const { queue, tokens } = opened
      await queue.serve(settings.connections().filter((one) => readToken(tokens, one) !== undefined))
      opened.fleet.start()
      // The fleet compares all work with the hub again, because a connection may have been added or removed.
      opened.fleet.compareAgain()
      for (const { id } of settings.connections()) queue.wake(id)
      keepPlacesOf(opened.database)
    }
    if (database !== undefined) await keyChange.retireFormer(database)
    onChange()
  }
  /** Without room nothing is kept. The next refresh tries again. */
  const keepPlacesOf = (file: DatabaseSync): void => {
    try {
      keepPlaces(file, settings.connections())
    } catch (error) {
      if (!isDiskFull(error)) throw error
    }
  }
  const changeKey = async (): Promise<void> => {
    // A try closes the session. If an earlier try had no room, the next one waits until no action runs.
    if (database === undefined || (keyChange.isWaiting() && running > 0)) return
    const result = await keyChange.seal(database, closeAll)
    if (result === 'nothing-to-do') return
    // The next action looks whether there is at least room for ordinary work.
    if (result !== 'done') isFull = result === 'no-room'
    openNow()
  }
  /**
   * Goes on with a change of the key that had no room, if there may be room now. The change closes the session, so it begins only while no
   * action runs.
   */
  const goOnWithKey = (): void => {
    if (running > 0 || goingOn !== undefined || isClosed || !keyChange.isDue()) return
    const work = async (): Promise<void> => {
      if (running === 0 && !isClosed) await refreshAll()
    }
    goingOn = oneAtATime(work)
      .catch(() => ports.log.problem('key-change', { kind: 'failed' }))
      .finally(() => (goingOn = undefined))
  }
  /**
   * Asks the key store again if it did not answer before, and looks again for a missing key. While no session is open, this is called before
   * each action.
   */
  const tryKeyStore = async (): Promise<void> => {
    const { state } = vault.view()
    if (state !== 'unavailable' && state !== 'lost') return
    if ((await vault.open()) === 'done') await refresh()
    else if (vault.view().state !== state) onChange()
  }
  /** For everything that opens a queue. Two queues on one file would both send its jobs. */
  const oneAtATime = createOneAtATime()
  /** Starts work for every connection that has a token. Called after the vault was opened or a connection changed. */
  const refresh = (): Promise<void> => oneAtATime(refreshAll)
  const openNow = (isSound?: boolean): void => {
    const result = openWatched(join(ports.dataFolder, ledgerFileName), isSound)
    trouble = result.ok ? undefined : result.problem
    if (!result.ok) return
    database = result.database
    restJobs(database)
    finishExport(database, ports.dataFolder)
  }
  /** Stops all work and closes the ledger file. Code that still has the closed session can no longer write. */
  const closeAll = async (): Promise<void> => {
    const file = database
    const session = opened
    opened = undefined
    await stopWork(session)
    database = undefined
    await backups.idle()
    file?.close()
  }
  const openAgain = async (): Promise<void> => {
    openNow()
    await refreshAll()
    deps.onReopened()
  }
  const reopenAll: Reopen = async (swap) => {
    await closeAll()
    try {
      swap()
    } catch (error) {
      // Without this, an empty file could be made although the ledger was moved aside. If this fails as well, the file stays closed, and the
      // next start completes the swap.
      finishSwap(ports.dataFolder)
      await openAgain()
      if (trouble === undefined) tidyUp()
      throw error
    }
    await openAgain()
  }
  const backUpUnopened = async (when: 'before-migration' | 'left-of-damaged'): Promise<void> => {
    try {
      const { database: file, close } = openUnchanged(join(ports.dataFolder, ledgerFileName))
      try {
        await backups.make(file)
      } finally {
        close()
      }
    } catch {
      ports.log.problem('backup', { failure: when })
    }
  }
  /** Backs up a file of an older version. The migration runs even if this fails, because each of its steps is one transaction. */
  const backUpOlder = async (): Promise<void> => {
    const version = readHeader(join(ports.dataFolder, ledgerFileName))
    if (typeof version === 'string' || version === 0 || version >= schemaVersion) return
    await backUpUnopened('before-migration')
  }
  /**
   * If the ledger file is damaged because its log was cut short, makes one backup of the part that is left. After a restore of this backup,
   * every job is read back before anything is sent.
   */
  const keepWhatIsLeft = async (): Promise<void> => {
    const path = join(ports.dataFolder, ledgerFileName)
    if (trouble !== 'damaged' || typeof inspect(path) === 'string') return
    if (isBackedUp(path, backups.folder, readInstallations(path))) return
    await backUpUnopened('left-of-damaged')
  }
  const tidyUp = (): void => {
    try {
      removeLeftCopies(ports.dataFolder)
    } catch (error) {
      // Another program has a copy open. The next start tries again.
      ports.log.problem('left-copies', { kind: errorName(error) })
    }
  }
  const inTheWay = (keyStore: 'answers' | 'silent'): Refusal => {
    if (trouble !== undefined) return problem('storage-read-only', `The stored work cannot be used: ${trouble}`)
    if (vault.view().state === 'lost') return problem('key-missing', 'The key to the stored work is missing')
    return keyStore === 'silent'
      ? problem('key-store-unavailable', 'The key store does not answer now; nothing is lost')
      : problem('locked', 'The stored work is locked')
  }

  return {
    /** The open file. Undefined while the file is closed or must not be opened. */
    database: () => database,
    /** Whether the file may contain work that only an existing key opens. A file that cannot be opened may contain such work. */
    hasSealedWork: (): boolean => database === undefined || hasSealedRows(database),
    /** Why the file must not be opened, if so. */
    trouble: () => trouble,
    storage: (): Snapshot['storage'] => ({ state: trouble ?? (isFull ? 'full' : 'ok'), folder: ports.dataFolder }),
    current: () => opened,
    /** Runs `action` if a session is open. If the disk is full, the error is `storage-full` and nothing is saved. */
    async use<T>(action: (session: Session) => Reply<T> | Promise<Reply<T>>): Promise<Reply<T>> {
      const keyStore = vault.view().state === 'unavailable' ? 'silent' : 'answers'
      if (opened === undefined) await (goingOn ?? tryKeyStore())
      const session = opened
      if (session === undefined) return inTheWay(keyStore)
      running += 1
      try {
        const result = await action(session)
        // The action itself, or the restore of a backup, may have closed the session.
        if (isFull && session === opened && hasRoom(session.database)) {
          isFull = false
          keyChange.roomIsBack()
          onChange()
        }
        return result
      } catch (error) {
        if (!isDiskFull(error)) throw error
        becomeFull()
        return problem('storage-full', 'There is no room on the disk; nothing was saved')
      } finally {
        running -= 1
        goOnWithKey()
      }
    },
    /** Opens the file once, at the start. A file of an older Setdesk is backed up before its migration. */
    async openFile() {
      finishSwap(ports.dataFolder)
      const path = join(ports.dataFolder, ledgerFileName)
      const wasThere = existsSync(path)
      await backUpOlder()
      openNow(await checkLarge(path, ports.runApart))
      if (wasThere && trouble === undefined) tidyUp()
      await keepWhatIsLeft()
    },
    refresh,
    /** Stops all work at its next safe point, lets `swap` replace the file, and continues with the new file. */
    reopen: (swap: () => void): Promise<void> => oneAtATime(() => reopenAll(swap)),
    /** Runs `work` while nothing else opens or replaces the file. `work` must use the `reopen` that it gets: the other one would wait for it. */
    alone: <T>(work: (reopen: Reopen) => Promise<T>): Promise<T> => oneAtATime(() => work(reopenAll)),
    applyPause,
    async close() {
      isClosed = true
      await stopWork(opened)
      await oneAtATime(async () => undefined)
      await stopWork(opened)
      await backups.idle()
      opened = undefined
      database?.close()
      database = undefined
    },
  }
}

/** Stops fleet and queue together, so that a job that waits for the hub ends early. */
const stopWork = (session: Session | undefined): Promise<unknown> =>
  Promise.all([session?.fleet.stop(), session?.queue.stop()])

/** Gives each handler the open session. Without a session, a request gets the reason why none is open. */
export function inSession<C extends Channel>(
  sessions: Pick<Sessions, 'use'>,
  handlers: SessionHandlers<C>,
): Pick<Handlers, C> {
  type Handle = (session: Session, request: unknown) => Promise<Reply<unknown>>
  const bound = Object.entries(handlers as Readonly<Record<string, Handle>>).map(([channel, handle]) => [
    channel,
    (request: unknown) => sessions.use((session) => handle(session, request)),
  ])
  // The casts are safe, because each channel keeps its own handler.
  return Object.fromEntries(bound) as Pick<Handlers, C>
}
