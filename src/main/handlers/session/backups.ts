import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { BackupFailure, BackupView } from '../../../shared/domain/maintenance.ts'
import { succeed, type Result } from '../../../shared/result.ts'
import {
  type AboutBackup,
  backupFolder,
  chooseOutdated,
  backupPath,
  listOwnBackups,
  listRestorable,
  makeBackup,
} from '../../maintenance/backup-files.ts'
import { isSealedWith } from '../../maintenance/reseal.ts'
import { installationsOf, opensAny } from '../../maintenance/restore.ts'
import { openToRead, readFact, useOnce } from '../../storage/database.ts'
import { deleteFiles } from '../../storage/erase-folder.ts'
import type { Ports } from '../../ports.ts'
import { stampOf } from '../../storage/files.ts'
import { readKeyFile } from '../../vault/key-file.ts'
import { keyFileName, withoutFormer, type Vault } from '../../vault/vault.ts'
import type { SettingsRepository } from './settings-repository.ts'
import { createOneAtATime } from '../../../shared/one-at-a-time.ts'
import { aDay } from '../../../shared/durations.ts'

export type Backups = ReturnType<typeof createBackups>

/** Makes backups of the ledger in the data folder, but only when `make` is called. A failed backup is reported and stops no work. */
export function createBackups(
  { dataFolder, clock, log, runApart }: Ports,
  settings: SettingsRepository,
  vault: Pick<Vault, 'sealing' | 'former'>,
) {
  const folder = backupFolder(dataFolder)
  let last: number | undefined
  let failure: BackupFailure | undefined
  const oneAtATime = createOneAtATime()

  const isChanging = (database: DatabaseSync): boolean => {
    const present = vault.sealing()
    // Without the present key, it is not known whether the change is finished.
    return present === undefined || (vault.former() !== undefined && !isSealedWith(database, present))
  }
  const aboutNow = (database: DatabaseSync): AboutBackup => {
    const key = readKeyFile(join(dataFolder, keyFileName))
    const connections = settings.connections()
    // A backup contains an unencrypted key only if all connections are for training.
    const mayTravel =
      typeof key === 'object' &&
      (key.protection !== 'training-file' || connections.every(({ kind }) => kind === 'training'))
    return {
      madeAt: clock.now(),
      installation: readFact(database, 'installation') ?? '',
      connections: connections.map(({ id, name, baseUrl, crmService }) => ({ id, name, baseUrl, crmService })),
      // While the file could not be sealed with a new key yet, only the former key opens it.
      ...(mayTravel && { key: isChanging(database) ? key : withoutFormer(key) }),
    }
  }
  const makeOne = async (database: DatabaseSync): Promise<Result<string, BackupFailure>> => {
    const about = aboutNow(database)
    const made = await makeBackup(database, folder, about, runApart, vault.sealing())
    if (!made.ok) {
      failure = made.error
      log.problem('backup', { failure: made.error })
      return made
    }
    failure = undefined
    last = about.madeAt
    removeOutdated(database)
    return succeed(made.value)
  }
  /** A file that another program has open stays until the next backup. */
  const removeOutdated = (database: DatabaseSync): void => {
    const { retentionDays } = settings.preferences()
    const oldest = retentionDays === 0 ? undefined : stampOf(clock.now() - retentionDays * aDay).slice(0, 8)
    const outdated = chooseOutdated(listOwnBackups(folder, installationsOf(database)), oldest)
    const names = outdated.map(({ name }) => name)
    const { failed } = deleteFiles(folder, names)
    for (const { code } of failed) log.problem('outdated-backup', { code })
  }
  /** Whether the present key opens a file. True if no key is open. False if the file is damaged. */
  const isOpened = ({ name }: BackupView): boolean => {
    const sealings = [vault.sealing(), vault.former()].filter((one) => one !== undefined)
    if (sealings.length === 0) return true
    try {
      return useOnce(openToRead(backupPath(dataFolder, name)), (file) => sealings.some((one) => opensAny(file, one)))
    } catch {
      return false
    }
  }

  return {
    folder,
    /** Makes one backup at a time and removes outdated backups. Returns the new file's name. */
    make: (database: DatabaseSync) => oneAtATime(() => makeOne(database)),
    /** Lists all backups and the files that restores set aside, also those that cannot be restored. `own`: the ids this installation has had. `unfinished`: the ids of the present unfinished jobs. */
    list(own: readonly string[], unfinished: readonly string[]): readonly BackupView[] {
      const listed = listRestorable(dataFolder, own, unfinished)
      // Without the ids, a name does not show whose the file is, but the key does.
      return own.length > 0 ? listed : listed.map((one) => ({ ...one, isOwn: one.isOwn && isOpened(one) }))
    },
    /** When this process made its newest backup, milliseconds since 1970. */
    last: () => last,
    failure: () => failure,
    /** Resolves when no backup is being made. */
    idle: () => oneAtATime(async () => undefined),
  }
}
