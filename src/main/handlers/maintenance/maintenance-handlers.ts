import { copyFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Reply } from '../../../shared/bridge/bridge.ts'
import type { Response } from '../../../shared/bridge/contract.ts'
import { defined } from '../../../shared/defined.ts'
import { succeed } from '../../../shared/result.ts'
import { largestFile } from '../../../shared/domain/maintenance.ts'
import type { Handlers } from '../../app.ts'
import { backupPath, emptyLogOf, fileNamePattern, readAbout } from '../../maintenance/backup-files.ts'
import { deriveFileKey } from '../../maintenance/transfer-file.ts'
import { exportWork, readTransferred } from '../../maintenance/export-work.ts'
import { unlockSending } from '../../maintenance/send-lock.ts'
import { checkRecords } from '../../maintenance/quarantine.ts'
import { writeDiagnostics } from '../../maintenance/diagnostics.ts'
import { clearNotices } from '../../maintenance/notes.ts'
import { hasOtherKey } from '../../maintenance/reseal.ts'
import { countExpiring, longerPeriods } from '../../maintenance/purge.ts'
import {
  folderFact,
  installationsOf,
  prepareFresh,
  prepareRestore,
  readInstallations,
} from '../../maintenance/restore.ts'
import { readFact } from '../../storage/database.ts'
import {
  isDiskFull,
  isFile,
  type KeptAs,
  keptName,
  ledgerFileName,
  stampOf,
  swapIn,
  renameFile,
  touch,
} from '../../storage/files.ts'
import { type Inspected, inspectAside } from '../../maintenance/inspect.ts'
import { keepTotals } from '../../jobs/ledger/fleet-rows.ts'
import { countJobsIn, listUnfinishedIds } from '../../jobs/ledger/maintenance-rows.ts'
import { countOpenJobs } from '../../jobs/ledger/views.ts'
import { readKeyFile, writeKeyFile } from '../../vault/key-file.ts'
import { keepFleet } from '../../vault/fleet-membership.ts'
import { keepPolicy } from '../../vault/stored-policy.ts'
import { keepTechnicians } from '../../vault/technicians.ts'
import { keyFileName } from '../../vault/vault.ts'
import { problem } from '../session/problem.ts'
import { done, type ChannelsOf, makeUlid } from '../session/session.ts'
import { writeExport } from '../session/write-export.ts'
import { createImport } from './import-handlers.ts'
import { eraseFolder, type ErasedFiles } from '../../storage/erase-folder.ts'
import type { AppParts, Reopen } from '../session/sessions.ts'

/** The largest size of a transfer file, in bytes. Base64 makes the file a third longer, and the result must not exceed `largestFile`. */
const largestBytes = Math.floor((largestFile * 3) / 4)

const otherKey = problem('other-key', 'This file has another key; nothing was changed')

/** A connection never sends so many jobs at the same time. */
const mostSending = 1000

export function createMaintenanceHandlers(
  parts: ErasureParts & { readonly isPaused: () => boolean },
): Pick<Handlers, ChannelsOf<'maintenance'>> {
  const { ports, vault, settings, sessions, backups, onChange } = parts
  const { clock, random, dataFolder } = ports

  const ownIds = (): readonly string[] => {
    const database = sessions.database()
    return database === undefined ? readInstallations(join(dataFolder, ledgerFileName)) : installationsOf(database)
  }
  const listAll = () => {
    const database = sessions.database()
    return backups.list(ownIds(), database === undefined ? [] : listUnfinishedIds(database))
  }
  /** The ids of this installation. If the ledger does not tell them, the backups that the present key opens do. */
  const formerIds = (): readonly string[] => {
    const own = ownIds()
    if (own.length > 0 || vault.sealing() === undefined) return own
    return [...new Set(listAll().flatMap(({ isOwn, installation }) => (isOwn ? [installation] : [])))]
  }
  const keptAs = (): KeptAs => (sessions.storage().state === 'damaged' ? 'damaged' : 'before-restore')
  /** The present time as a part of a file's name, or the next second of which no file was set aside: none may be overwritten. */
  const freeStamp = (kept: KeptAs): string => {
    for (let at = clock.now(); ; at += 1000)
      if (!existsSync(join(dataFolder, keptName(kept, stampOf(at))))) return stampOf(at)
  }
  const unreadableKeyName = (): string => join(dataFolder, `key.unreadable-${stampOf(clock.now())}.json`)
  /**
   * Puts a lost key back from the backup. An existing key is not replaced. `other-key`: the backup's key does not open the present file, so
   * it was not put back.
   */
  const takeKeyFrom = async ({ fact }: Inspected): Promise<'put-back' | 'unchanged' | 'other-key'> => {
    const path = join(dataFolder, keyFileName)
    const present = readKeyFile(path)
    if (typeof present === 'object') return 'unchanged'
    const key = readAbout(fact('backup'))?.key
    if (key === undefined) return 'unchanged'
    const database = sessions.database()
    if (database !== undefined && hasOtherKey(database, fact)) return 'other-key'
    // The unreadable file keeps its name until the key is written, so that a kill does not leave a folder without a key file.
    if (present === 'unreadable') copyFileSync(path, unreadableKeyName())
    writeKeyFile(path, key)
    await vault.open()
    onChange()
    return 'put-back'
  }

  /** Both prepare a file at the same path, and read the open ledger for it. So they run alone. */
  const replacements = {
    async restore(name: string, reopen: Reopen): Promise<Reply<Response<'maintenance.restore'>>> {
      const path = backupPath(dataFolder, name)
      if (!fileNamePattern.test(name) || !isFile(path)) return problem('not-found', 'There is no such backup')
      const { state } = sessions.storage()
      if (state === 'newer' || state === 'unsafe')
        return problem('storage-read-only', `The stored work cannot be used: ${state}`)
      const own = ownIds()
      const view = listAll().find((one) => one.name === name)
      if (view?.state !== 'sound') return problem('file-unusable', 'This backup cannot be used')
      if (!view.isOwn) return problem('other-computer', 'This backup is of another computer')
      // The list looks at its files only briefly, so the whole file is checked now.
      const found = await inspectAside(path, ports.runApart)
      if (typeof found === 'string') return problem('file-unusable', 'This backup cannot be used')
      const keyState = await takeKeyFrom(found)
      if (keyState === 'other-key') return otherKey
      const changed = keyState === 'put-back' ? 'only the lost key was put back from the backup' : 'nothing was changed'
      if (vault.sealing() === undefined)
        return vault.view().state === 'unavailable'
          ? problem('key-store-unavailable', `The key store does not answer now; ${changed}`)
          : vault.view().state === 'lost'
            ? problem('key-missing', 'This backup does not contain the key; nothing was changed')
            : problem('locked', `The stored work is locked; ${changed}`)
      if (view.isSetAside) emptyLogOf(path)
      const kept = keptAs()
      const stamp = freeStamp(kept)
      const ready = await prepareRestore(path, ports, () => {
        const database = sessions.database()
        return {
          sealings: [vault.sealing(), vault.former()].filter((one) => one !== undefined),
          clock,
          transferred: readTransferred(dataFolder, own.length > 0 ? own : [view.installation]),
          keptName: keptName(kept, stamp),
          technicians: database && keepTechnicians(database),
          policy: database && keepPolicy(database),
          folder: database && readFact(database, folderFact),
          fleet: database && { kept: keepFleet(database), totals: keepTotals(database) },
          actor: { id: makeUlid(clock, random), by: settings.preferences().technician },
        }
      })
      if (!ready.ok)
        return ready.error === 'other-key'
          ? otherKey
          : problem('file-unusable', `This backup cannot be used: ${ready.error}`)
      await reopen(() => swapIn(dataFolder, ready.value.path, kept, stamp))
      onChange()
      return succeed({ jobs: ready.value.jobs })
    },
    async startAfresh(reopen: Reopen): Promise<Reply<Record<string, never>>> {
      if (sessions.storage().state !== 'damaged' && vault.view().state !== 'lost')
        return problem('changed-meanwhile', 'The stored work is sound')
      const kept = keptAs()
      const stamp = freeStamp(kept)
      const former = formerIds()
      const isKeyLost = vault.view().state === 'lost'
      const path = join(dataFolder, keyFileName)
      // This throws if the key file is there but the system does not give it. Then nothing was changed yet.
      const key = readKeyFile(path)
      const fresh = await prepareFresh(dataFolder, clock, keptName(kept, stamp), { former, isKeyLost })
      await reopen(() => swapIn(dataFolder, fresh.path, kept, stamp))
      if (vault.view().state === 'lost') {
        if (key === 'unreadable') {
          touch(path)
          renameFile(path, unreadableKeyName())
        }
        await vault.open()
      }
      onChange()
      return done
    },
  }

  return {
    'maintenance.list-backups': async () => succeed({ backups: [...listAll()], folder: backups.folder }),
    'maintenance.back-up': () =>
      sessions.use(async ({ database }) => {
        const made = await backups.make(database)
        onChange()
        if (made.ok) return succeed({ name: made.value })
        return problem(
          made.error === 'no-room' ? 'storage-full' : 'file-unusable',
          'No backup could be made; the work itself is as it was',
        )
      }),
    'maintenance.restore': ({ name }) => sessions.alone((reopen) => replacements.restore(name, reopen)),
    'maintenance.start-afresh': () => sessions.alone((reopen) => replacements.startAfresh(reopen)),
    'maintenance.check-records': () =>
      sessions.use(async (session) => {
        const found = await checkRecords(session, () => sessions.current() !== session)
        if (found === undefined) return problem('changed-meanwhile', 'The saved work was closed during the check')
        found.changed.forEach(session.jobChanged)
        onChange()
        return succeed({ ...found, changed: [...found.changed] })
      }),
    'maintenance.release': ({ work, lock }) =>
      sessions.use(({ database, jobChanged }) => {
        unlockSending(database, clock, work, lock).forEach(jobChanged)
        sessions.applyPause()
        onChange()
        return done
      }),
    'maintenance.clear-notices': () =>
      sessions.use(({ database }) => {
        clearNotices(database)
        onChange()
        return done
      }),
    'maintenance.retention': async () => {
      const days = settings.preferences().retentionDays
      const database = sessions.database()
      const expiring = database === undefined || days === 0 ? { count: 0 } : countExpiring(database, clock, days)
      return succeed({ days, longerDays: longerPeriods * days, ...expiring })
    },
    'maintenance.export-work': ({ jobIds, target, passphrase }) =>
      sessions.use(async () => {
        const key = await deriveFileKey(passphrase)
        return sessions.use(({ database, installation, sealing, queue, jobChanged }) => {
          const connection = settings.active()
          if (connection === undefined)
            return problem('no-connection', 'There is no connection whose work could be transferred')
          if (target === installation.id)
            return problem('bad-request', 'This is the same computer', { fields: { target: 'same-computer' } })
          const made = exportWork(
            { database, sealing, clock, dataFolder },
            {
              id: makeUlid(clock, random),
              source: installation.id,
              target,
              connection,
              jobIds,
              largestBytes,
              by: settings.preferences().technician,
            },
            key,
          )
          if (!made.ok && made.error === 'other-settings')
            return problem('other-settings', 'These jobs were saved when the connection had other settings')
          if (!made.ok)
            return made.error === 'too-large'
              ? problem('too-large', 'This is more work than one file can carry; nothing was changed')
              : problem('not-found', 'There is no work to transfer')
          made.value.jobs.forEach(jobChanged)
          const { name, file, jobs, otherSettings } = made.value
          const wanted = { connectionId: connection.id, states: ['sending'], limit: mostSending } as const
          const left = queue.views.list(wanted).filter(({ id }) => jobIds?.includes(id) ?? true).length
          return succeed({ name, file: file.toString('base64'), jobs: jobs.length, left, otherSettings })
        })
      }),
    ...createImport(parts),
    async 'maintenance.diagnostics'() {
      const { state: vaultState, protection } = vault.view()
      const { queue } = sessions.current() ?? {}
      const text = writeDiagnostics(
        {
          version: ports.version,
          host: ports.host,
          storage: sessions.storage().state,
          vault: vaultState,
          protection,
          paused: parts.isPaused(),
          retentionDays: settings.preferences().retentionDays,
          links: settings.connections().map(({ id }) => queue?.link(id)?.state ?? 'unknown'),
        },
        dataFolder,
        sessions.database(),
      )
      return succeed({ name: `diagnostics-${stampOf(clock.now())}.json`, text })
    },
    'maintenance.count-unfinished': () => sessions.use(({ database }) => succeed(countOpenJobs(database))),
    'maintenance.erase-everything': createEraseEverything(parts),
    async 'maintenance.save-text'({ name, text }) {
      try {
        return succeed(defined({ folder: writeExport(ports, { name, text, isFirst: true }) }))
      } catch (error) {
        return isDiskFull(error)
          ? problem('storage-full', 'There is no room on the disk for the file')
          : problem('file-not-written', 'The file could not be written')
      }
    },
  }
}

interface ErasureParts extends AppParts {
  readonly isSupervisor: () => boolean
  /** Forgets the technicians, and forgets that sending was paused. */
  readonly forget: () => void
  /** The sandbox. It must be stopped before the data folder is erased, because its own files are in that folder. */
  readonly training: { readonly stop: () => Promise<void> }
}

/** Deletes everything that Setdesk stored on this computer. Afterwards the app is in the same state as at its first start. */
function createEraseEverything(parts: ErasureParts): Handlers['maintenance.erase-everything'] {
  const { ports, vault, settings, sessions, training } = parts
  return async () => {
    const { state } = vault.view()
    if (state !== 'open' && state !== 'new')
      return problem('locked', 'The stored work is locked: who may erase it is not known')
    if (!parts.isSupervisor()) return problem('supervisor-only', 'Only the supervisor erases everything')
    const database = sessions.database()
    const jobs = database === undefined ? 0 : countJobsIn(database).jobs
    const by = settings.preferences().technician
    await training.stop()
    let erased: ErasedFiles = { files: [], failed: [] }
    await sessions.reopen(() => {
      erased = eraseFolder(ports.dataFolder)
      vault.forget()
      settings.forget()
      parts.forget()
    })
    const { files, failed } = erased
    return succeed({
      of: 'everything' as const,
      by,
      at: ports.clock.now(),
      jobs,
      files: [...files],
      failed: [...failed],
      left: [],
    })
  }
}
