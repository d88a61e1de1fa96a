import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { syncFolder } from '../storage/files.ts'
import { inspect } from './inspect.ts'
import { companionEndings } from '../storage/swap-in.ts'
import { backupFolder, listBackups, readBackupNames } from './backup-files.ts'
import { isFileSealedWith } from './reseal.ts'

/** Ledgers that were set aside, each with its companion files; what a restore or an import left when it was cut off; former key files. */
const setAside =
  /^(setdesk\.(?:damaged|before-restore)-\d{8}T\d{6}\.db|\.setdesk-fresh\.db|\.taking-over-.*|key\.unreadable-.*)/

/**
 * Files of a data folder that are not sealed with the present key: this computer's backups, and ledgers that were set aside.
 * Backups of other computers are not among them. `own`: the ids of this installation. Paths within the folder.
 */
export function listFormerKeyFiles(dataFolder: string, own: readonly string[], keyId: string): readonly string[] {
  const isFormer = (path: string): boolean => {
    const found = inspect(join(dataFolder, path))
    return typeof found === 'string' || !isFileSealedWith(found.fact, keyId)
  }
  const folder = backupFolder(dataFolder)
  const named = new Set(readBackupNames(folder).map(({ name }) => name))
  const backups = listBackups(folder, own)
    .filter(({ name, isOwn, state }) => isOwn || (state !== 'sound' && named.has(name)))
    .map(({ name }) => relative(dataFolder, join(folder, name)))
  const aside = new Set(readdirSync(dataFolder).flatMap((name) => setAside.exec(name)?.[1] ?? []))
  const formerAside = [...aside].filter((name) => !name.endsWith('.db') || isFormer(name))
  return [
    ...backups.filter(isFormer),
    ...formerAside.flatMap((name) => ['', ...companionEndings].map((end) => name + end)),
  ]
}

/** Deletes such files. Throws the file system's error if one cannot be deleted. */
export function deleteFormerKeyFiles(dataFolder: string, paths: readonly string[]): void {
  for (const path of paths) rmSync(join(dataFolder, path), { recursive: true, force: true })
  for (const folder of [backupFolder(dataFolder), dataFolder]) if (existsSync(folder)) syncFolder(folder)
}
