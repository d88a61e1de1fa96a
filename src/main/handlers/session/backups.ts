import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { BackupFailure, BackupView } from '../../../shared/domain/maintenance.ts'
import { succeed, type Result } from '../../../shared/result.ts'
import {
  backupFolder,
  chooseOutdated,
  listBackups,
  readBackupNames,
  type AboutBackup,
} from '../../maintenance/backup-files.ts'
import { makeBackup } from '../../maintenance/make-backup.ts'
import { readFact } from '../../maintenance/notes.ts'
import type { Ports } from '../../ports.ts'
import { stampOf } from '../../storage/files.ts'
import { readKeyFile } from '../../vault/key-file.ts'
import { keyFileName } from '../../vault/vault.ts'
import type { SettingsRepository } from './settings.ts'

/** Backups of the ledger in the data folder. A failed backup stops no work; it is reported. */
export interface Backups {
  readonly folder: string
  /** Makes one backup at a time and removes outdated ones. Gives the new file's name. */
  readonly make: (database: DatabaseSync) => Promise<Result<string, BackupFailure>>
  readonly list: (own: readonly string[]) => readonly BackupView[]
  /** Milliseconds since 1970 of the newest backup that this process made. */
  readonly last: () => number | undefined
  readonly failure: () => BackupFailure | undefined
  /** Resolves when no backup is being made. */
  readonly idle: () => Promise<void>
}

const aDay = 86_400_000

/** Makes no backup by itself. */
export function createBackups({
  ports,
  settings,
}: {
  readonly ports: Ports
  readonly settings: SettingsRepository
}): Backups {
  const { dataFolder, clock, log } = ports
  const folder = backupFolder(dataFolder)
  let last: number | undefined
  let failure: BackupFailure | undefined
  let making: Promise<unknown> = Promise.resolve()

  const aboutNow = (database: DatabaseSync): AboutBackup => {
    const key = readKeyFile(join(dataFolder, keyFileName))
    const connections = settings.connections()
    // An unencrypted key goes into a backup only if all connections are for training.
    const mayTravel =
      typeof key === 'object' &&
      (key.protection !== 'training-file' || connections.every(({ kind }) => kind === 'training'))
    return {
      madeAt: clock.now(),
      installation: readFact(database, 'installation') ?? '',
      connections: connections.map(({ id, name, baseUrl, crmService }) => ({ id, name, baseUrl, crmService })),
      ...(mayTravel && { key }),
    }
  }
  const makeOne = async (database: DatabaseSync): Promise<Result<string, BackupFailure>> => {
    const about = aboutNow(database)
    const made = await makeBackup(database, folder, about)
    if (!made.ok) {
      failure = made.error
      log.problem('backup', { failure: made.error })
      return made
    }
    failure = undefined
    last = about.madeAt
    removeOutdated()
    return succeed(made.value)
  }
  const removeOutdated = (): void => {
    const { retentionDays } = settings.preferences()
    const oldest = retentionDays === 0 ? undefined : stampOf(clock.now() - retentionDays * aDay).slice(0, 8)
    for (const { name } of chooseOutdated(readBackupNames(folder), oldest)) rmSync(join(folder, name), { force: true })
  }

  return {
    folder,
    make(database) {
      const made = making.then(() => makeOne(database))
      making = made.catch(() => undefined)
      return made
    },
    list: (own) => listBackups(folder, own),
    last: () => last,
    failure: () => failure,
    idle: async () => void (await making),
  }
}
