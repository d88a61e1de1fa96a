import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { BridgeError } from '../../../shared/bridge/errors.ts'
import type { Snapshot } from '../../../shared/bridge/snapshot.ts'
import { succeed, type Result } from '../../../shared/result.ts'
import { restJobs } from '../../jobs/ledger/job-rows.ts'
import { createQueue, type Queue } from '../../jobs/queue.ts'
import { isBackedUp } from '../../maintenance/backup-files.ts'
import { finishHandOver } from '../../maintenance/hand-over.ts'
import { hold, isHeld } from '../../maintenance/hold.ts'
import { addNotice } from '../../maintenance/notes.ts'
import { setAsideUnreadable } from '../../maintenance/quarantine.ts'
import { readBackFirst } from '../../maintenance/read-back-first.ts'
import type { Ports } from '../../ports.ts'
import { hasRoom, isDiskFull, readHeader, type StorageProblem } from '../../storage/database.ts'
import { checkLarge } from '../../storage/check-aside.ts'
import { openWatched } from '../../storage/mark.ts'
import { inspect } from '../../storage/inspect.ts'
import { schemaVersion } from '../../storage/migrations.ts'
import { finishSwap, ledgerFileName } from '../../storage/swap-in.ts'
import type { Sealing } from '../../vault/sealing.ts'
import { tokenPlace } from '../../vault/token-place.ts'
import { createTokens, type Tokens } from '../../vault/tokens.ts'
import type { Vault } from '../../vault/vault.ts'
import type { Backups } from './backups.ts'
import type { Book } from './book.ts'
import { settleInstallation, type Installation } from './installation.ts'
import { problem } from './problem.ts'
import { draftSchema, type Draft } from '../../../shared/domain/activation.ts'
import { takeUpAside } from '../../../shared/domain/drafts-aside.ts'
import { openColumnAs } from '../../vault/sealed-column.ts'

/** The one unfinished draft. Sealed and on disk, so that a crash loses nothing of it. */
interface Drafts {
  readonly read: () => Draft | undefined
  readonly save: (draft: Draft) => void
  /** Deletes the draft, and all drafts that were put aside for it. */
  readonly discard: () => void
  /** Ends a draft that became a job. The latest draft that was put aside for it takes its place. */
  readonly finish: () => void
}

const identity = 'draft'

/** The parts that need a sound file and an open vault. */
export interface OpenOffice {
  readonly database: DatabaseSync
  readonly queue: Queue
  readonly tokens: Tokens
  readonly drafts: Drafts
  readonly installation: Installation
}

export { ledgerFileName } from '../../storage/swap-in.ts'

/** The session's store. Opens as far as the file and the key allow, and reports what is missing. */
export interface Office {
  /** The open file. Undefined if the file must not be opened. */
  readonly database: () => DatabaseSync | undefined
  readonly storage: () => Snapshot['storage']
  readonly open: () => OpenOffice | undefined
  /** Runs `act` if everything is open. A full disk gives the error `storage-full`; nothing is saved then. */
  readonly use: <T>(
    act: (open: OpenOffice) => Result<T, BridgeError> | Promise<Result<T, BridgeError>>,
  ) => Promise<Result<T, BridgeError>>
  /** Opens the file, once, at the start. A file of an older Setdesk is backed up before its migration. */
  readonly openFile: () => Promise<void>
  /** Stops all work at its next safe point, lets `swap` replace the file, and continues with the new file. */
  readonly reopen: (swap: () => void) => Promise<void>
  /** Pauses or resumes sending, as the technician and the send lock require. */
  readonly applyPause: () => void
  /** After the vault was opened or a connection changed: starts work for every connection that has a token. */
  readonly refresh: () => Promise<void>
  readonly close: () => Promise<void>
}

export interface OfficeDeps {
  readonly ports: Ports
  readonly vault: Vault
  readonly book: Book
  readonly backups: Backups
  /** Whether the technician paused sending. */
  readonly isPaused: () => boolean
  readonly onJob: (jobId: string) => void
  readonly onChange: () => void
}

export function createOffice(deps: OfficeDeps): Office {
  const { ports, vault, book, backups, onJob, onChange } = deps
  let database: DatabaseSync | undefined
  let trouble: StorageProblem | undefined
  let isFull = false
  let opened: OpenOffice | undefined
  let isClosed = false
  let refreshing: Promise<void> = Promise.resolve()

  const openAll = async (file: DatabaseSync): Promise<void> => {
    const sealing = vault.sealing()
    if (sealing === undefined) return
    const tokens = createTokens(file, sealing)
    const machineId = await ports.machineId()
    if (isClosed || file !== database) return
    // This comes before the queue exists: jobs of a copied folder are read back first, and wait for the technician's answer.
    const installation = settleInstallation(file, ports.random, machineId, (former) =>
      takeForCopy(file, sealing, former),
    )
    const queue = createQueue({
      ports,
      database: file,
      sealing,
      tokens,
      onJob,
      onLink: onChange,
      onDiskFull: becomeFull,
    })
    const broken = setAsideUnreadable(file, queue.ledger)
    if (broken.length > 0) ports.log.problem('set-aside', { count: broken.length })
    opened = { database: file, tokens, queue, drafts: createDrafts(file, sealing), installation }
    applyPause()
  }
  const takeForCopy = (file: DatabaseSync, sealing: Sealing, former: string): void => {
    const jobs = readBackFirst(file, sealing, ports.clock, 'copied')
    addNotice(file, { kind: 'copied', at: ports.clock.now(), jobs, from: former })
    if (jobs > 0) hold(file, former)
  }
  const applyPause = (): void => opened?.queue.setPaused(deps.isPaused() || isHeld(opened.database))
  const becomeFull = (): void => {
    isFull = true
    onChange()
  }
  const refreshAll = async (): Promise<void> => {
    if (database !== undefined && opened === undefined) await openAll(database)
    if (opened !== undefined) {
      const { queue, tokens } = opened
      await queue.serve(book.connections().filter((one) => tokens.read(one.id, tokenPlace(one)) !== undefined))
      for (const { id } of book.connections()) queue.wake(id)
    }
    onChange()
  }
  /** Asks a key store that did not answer again, before each use. Nothing is lost meanwhile. */
  const tryKeyStore = async (): Promise<void> => {
    if (vault.view().state !== 'unavailable' || (await vault.open()) !== 'done') return
    await refresh()
  }
  /** One refresh at a time: two at once would open two queues on one file, and both would send its jobs. */
  const refresh = (): Promise<void> => {
    refreshing = refreshing.then(refreshAll, refreshAll)
    return refreshing
  }
  const openNow = (isSound?: boolean): void => {
    const result = openWatched(join(ports.dataFolder, ledgerFileName), isSound)
    trouble = result.ok ? undefined : result.problem
    if (!result.ok) return
    database = result.database
    restJobs(database)
    finishHandOver(database, ports.dataFolder)
  }
  const reopenAll = async (swap: () => void): Promise<void> => {
    const file = database
    const open = opened
    opened = undefined
    await open?.queue.stop()
    database = undefined
    await backups.idle()
    file?.close()
    try {
      swap()
    } finally {
      openNow()
    }
    await refreshAll()
  }
  const backUpUnopened = async (when: 'before-migration' | 'left-of-damaged'): Promise<void> => {
    try {
      const file = new DatabaseSync(join(ports.dataFolder, ledgerFileName), { readOnly: true, timeout: 5000 })
      await backups.make(file)
      file.close()
    } catch {
      ports.log.problem('backup', { failure: when })
    }
  }
  /** The migration runs even if the backup fails: it is one transaction per step. */
  const backUpOlder = async (): Promise<void> => {
    const version = readHeader(join(ports.dataFolder, ledgerFileName))
    if (typeof version === 'string' || version === 0 || version >= schemaVersion) return
    await backUpUnopened('before-migration')
  }
  /** Backs up, once, what a shortened log has left. It can be restored, and every job is read back first. */
  const keepWhatIsLeft = async (): Promise<void> => {
    const path = join(ports.dataFolder, ledgerFileName)
    if (trouble !== 'damaged' || typeof inspect(path) === 'string' || isBackedUp(path, backups.folder)) return
    await backUpUnopened('left-of-damaged')
  }
  const inTheWay = (keyStore: 'answers' | 'silent'): { readonly ok: false; readonly error: BridgeError } => {
    if (trouble !== undefined) return problem('storage-read-only', `The stored work cannot be used: ${trouble}`)
    return keyStore === 'silent'
      ? problem('key-store-unavailable', 'The key store does not answer now; nothing is lost')
      : problem('locked', 'The stored work is locked')
  }

  return {
    database: () => database,
    storage: () => ({ state: trouble ?? (isFull ? 'full' : 'ok'), folder: ports.dataFolder }),
    open: () => opened,
    async use(act) {
      const keyStore = vault.view().state === 'unavailable' ? 'silent' : 'answers'
      if (opened === undefined) await tryKeyStore()
      if (opened === undefined) return inTheWay(keyStore)
      try {
        const result = await act(opened)
        if (isFull && hasRoom(opened.database)) {
          isFull = false
          onChange()
        }
        return result
      } catch (error) {
        if (!isDiskFull(error)) throw error
        becomeFull()
        return problem('storage-full', 'There is no room on the disk; nothing was saved')
      }
    },
    async openFile() {
      finishSwap(ports.dataFolder)
      await backUpOlder()
      openNow(await checkLarge(join(ports.dataFolder, ledgerFileName)))
      await keepWhatIsLeft()
    },
    refresh,
    reopen(swap) {
      const reopened = refreshing.then(
        () => reopenAll(swap),
        () => reopenAll(swap),
      )
      refreshing = reopened
      return reopened
    },
    applyPause,
    async close() {
      isClosed = true
      await opened?.queue.stop()
      await refreshing.catch(() => undefined)
      await opened?.queue.stop()
      await backups.idle()
      opened = undefined
      database?.close()
      database = undefined
    },
  }
}

/** The result of handlers that return nothing. */
export const done = succeed<Record<string, never>>({})

/** Reads nothing until a method is called. */
export function createDrafts(database: DatabaseSync, sealing: Sealing): Drafts {
  const select = database.prepare('SELECT sealed FROM draft WHERE id = 1')
  const upsert = database.prepare(
    'INSERT INTO draft (id, sealed) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET sealed = excluded.sealed',
  )
  // Without the WHERE clause SQLite truncates the table and waits for the disk, even if the table is empty.
  const remove = database.prepare('DELETE FROM draft WHERE id = 1')
  const read = () => openColumnAs(sealing, identity, select.get()?.['sealed'], draftSchema)
  const save = (draft: Draft) => void upsert.run(sealing.seal(identity, JSON.stringify(draft)))
  return {
    read,
    save,
    discard: () => void remove.run(),
    finish() {
      const draft = read()
      const next = draft && takeUpAside(draft)
      if (next === undefined) remove.run()
      else save(next)
    },
  }
}
