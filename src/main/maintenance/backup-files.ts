import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { BackupView } from '../../shared/domain/maintenance.ts'
import { readJson } from '../storage/files.ts'
import { inspect } from './inspect.ts'
import { keyRecordSchema } from '../vault/key-file.ts'

/** The description of a backup, stored in the backup as the fact `backup`. It contains no secret except a wrapped key. */
const aboutBackupSchema = z.object({
  /** Milliseconds since 1970. */
  madeAt: z.number(),
  installation: z.string(),
  /** The platforms of the jobs' connections, so that another computer can find its own matching connections. */
  connections: z.array(z.object({ id: z.string(), name: z.string(), baseUrl: z.string(), crmService: z.string() })),
  /** The data key in the form of `key.json`. Without the key, another computer could read nothing in the file. */
  key: keyRecordSchema.optional(),
})
export type AboutBackup = z.infer<typeof aboutBackupSchema>

export const backupFolder = (dataFolder: string): string => join(dataFolder, 'backups')

/** A backup by its name. The numbers in the names follow the order of making, whatever the clock said. */
export interface BackupName {
  readonly name: string
  readonly number: number
  /** The day on which the backup was made, by this computer's clock at that moment. */
  readonly day: string
}

const pattern = /^setdesk-(\d{6})-(\d{8})T\d{6}\.db$/
/** The backup names that a request may contain: a file in the backup folder, never a path. */
export const fileNamePattern = /^[A-Za-z0-9][A-Za-z0-9 ._()-]{0,120}\.db$/

export function nextName(names: readonly BackupName[], stamp: string): string {
  const number = names.reduce((highest, one) => Math.max(highest, one.number), 0) + 1
  return `setdesk-${String(number).padStart(6, '0')}-${stamp}.db`
}

export function readBackupNames(folder: string): readonly BackupName[] {
  return namesIn(folder)
    .flatMap((name) => {
      const [, number, day] = pattern.exec(name) ?? []
      return number === undefined || day === undefined ? [] : [{ name, number: Number(number), day }]
    })
    .toSorted((one, other) => other.number - one.number)
}

/** Whether neither a file nor its log has changed since the newest backup was made. */
export function isBackedUp(path: string, folder: string): boolean {
  const [newest] = readBackupNames(folder)
  if (newest === undefined) return false
  const made = statSync(join(folder, newest.name)).mtimeMs
  return ['', '-wal'].every((end) => (statSync(path + end, { throwIfNoEntry: false })?.mtimeMs ?? 0) <= made)
}

/** How many backups stay: the newest few, and the newest backup of each of the last days that have a backup. */
const keptNewest = 3
const keptDays = 7

/** The backups to delete. `oldestDay`: backups of earlier days are deleted, too, except the newest backup of all. */
export function chooseOutdated(newestFirst: readonly BackupName[], oldestDay?: string): readonly BackupName[] {
  const days = [...new Set(newestFirst.map(({ day }) => day))].slice(0, keptDays)
  const kept = new Set([
    ...newestFirst.slice(0, keptNewest),
    ...days.flatMap((day) => newestFirst.find((one) => one.day === day) ?? []),
  ])
  return newestFirst.filter(
    (one, index) => index > 0 && (!kept.has(one) || (oldestDay !== undefined && one.day < oldestDay)),
  )
}

/** All files of the folder, newest first. `own`: the ids this installation has had; empty if they cannot be read. */
export function listBackups(folder: string, own: readonly string[]): readonly BackupView[] {
  return namesIn(folder)
    .filter((name) => fileNamePattern.test(name))
    .map((name) => viewOf(folder, name, own))
    .toSorted((one, other) => other.madeAt - one.madeAt || other.name.localeCompare(one.name))
}

function viewOf(folder: string, name: string, own: readonly string[]): BackupView {
  const path = join(folder, name)
  const { size, mtimeMs } = statSync(path)
  const found = inspect(path)
  const file = { name, madeAt: mtimeMs, bytes: size }
  if (typeof found === 'string')
    return { ...file, state: found, jobs: 0, unfinished: 0, installation: '', isOwn: false }
  const about = readAbout(found.fact('backup'))
  const installation = about?.installation ?? found.fact('installation') ?? ''
  const { jobs, unfinished } = found
  // If the ledger is damaged, this computer's id is unknown. Then a file whose name has Setdesk's own form counts as made here.
  const isOwn = own.length === 0 ? pattern.test(name) : own.includes(installation)
  return { ...file, madeAt: about?.madeAt ?? mtimeMs, state: 'sound', jobs, unfinished, installation, isOwn }
}

/** The description of a backup. Undefined if the backup has no valid description. */
export const readAbout = (text: string | undefined): AboutBackup | undefined => readJson(text, aboutBackupSchema)

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
