import { setImmediate as nextTurn } from 'node:timers/promises'
import type { DatabaseSync } from 'node:sqlite'
import type { Connection } from '../../../shared/domain/connection/connection.ts'
import type { ErasureReport } from '../../../shared/domain/maintenance.ts'
import { emptyLog } from '../../maintenance/purge.ts'
import { deleteFiles } from '../../storage/erase-folder.ts'
import { proxyKey } from '../../vault/tokens.ts'
import { createScanBatches } from '../hostnames/scan-batches.ts'
import type { Session } from '../session/session.ts'
import { trainingId } from './training.ts'
import type { AppParts } from '../session/sessions.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { countJobsIn, eraseJobs } from '../../jobs/ledger/maintenance-rows.ts'
import { hasJobOf } from '../../jobs/ledger/views.ts'
import type { Clock } from '../../ports.ts'
import { listDataFiles } from '../../storage/data-files.ts'
import { inTransaction, readFact, removeFact, setFact } from '../../storage/database.ts'
import { ledgerFileName, readJson } from '../../storage/files.ts'
import { backupFolder, listOwnBackups } from '../../maintenance/backup-files.ts'
import { transferEnding } from '../../maintenance/export-work.ts'
import { forgetPlace } from '../../maintenance/kept-places.ts'
import { addNotice } from '../../maintenance/notes.ts'
import { begunErasuresFact, installationsOf } from '../../maintenance/restore.ts'
import { readTransferHeader } from '../../maintenance/transfer-file.ts'

interface Parts extends Pick<AppParts, 'ports' | 'settings' | 'sessions' | 'backups' | 'onChange'> {
  /** The sandbox. It must be stopped before its own files are deleted. */
  readonly training: { readonly stop: () => Promise<void> }
}
type Finished = Pick<ErasureReport, 'jobs' | 'files' | 'failed' | 'left'>

/**
 * Deletes a connection with everything that this computer stores about it: first its token, its proxy credentials, its forms and scan
 * batches, then its other sealed data in the ledger, then the files with copies. If the erasure is interrupted at any moment, the next start
 * finishes it.
 */
export async function eraseConnection(
  parts: Parts,
  { database, sealing, tokens, drafts }: Pick<Session, 'database' | 'sealing' | 'tokens' | 'drafts'>,
  { id, name }: Pick<Connection, 'id' | 'name'>,
): Promise<ErasureReport> {
  const { settings, sessions, ports } = parts
  const by = settings.preferences().technician
  const begun = { id, name }
  const isActive = settings.active()?.id === id
  // Finding the connection's forms and scan batches needs the key, and the next start has no key until somebody unlocks the saved work.
  beginErasure(database, begun, () => {
    tokens.remove(id)
    tokens.remove(proxyKey(id))
    forgetPlace(database, id)
    drafts.eraseOf(id, isActive)
    createScanBatches(database, sealing).eraseOf(id, isActive)
  })
  settings.removeConnection(id)
  // After the connection was removed, its work stops at the next safe point. From then on, nothing is written for this connection.
  await sessions.refresh()
  // The refresh opens the file anew if it goes on with a change of the key. If that failed, the next start finishes the erasure.
  const present = sessions.database()
  const report = present === undefined ? unfinished : await finish(parts, present, begun)
  return { of: 'connection', name, by, at: ports.clock.now(), ...report }
}

/** The report on an erasure that could not go on, because the ledger was closed. */
const unfinished: Finished = { jobs: 0, files: [], failed: [{ path: ledgerFileName, code: 'CLOSED' }], left: [] }

/** Finishes interrupted erasures when Setdesk starts. Needs no key. */
export async function finishConnectionErasures(parts: Parts): Promise<void> {
  const database = parts.sessions.database()
  if (database === undefined) return
  for (const begun of readBegunErasures(database)) await finish(parts, database, begun)
}

async function finish(
  { ports: { clock, dataFolder }, settings, backups, training, onChange }: Parts,
  database: DatabaseSync,
  begun: BegunErasure,
): Promise<Finished> {
  const { id } = begun
  if (settings.connection(id) !== undefined) settings.removeConnection(id)
  let jobs = 0
  for (let isOver = false; !isOver;) {
    const { count, isAll } = eraseSomeJobs(database, clock, id)
    jobs += count
    isOver = isAll
    await nextTurn()
  }
  eraseBesideJobs(database, clock, begun)
  // Deleted rows are overwritten in the ledger's file but still exist in the write-ahead log.
  emptyLog(database)
  if (id === trainingId) await training.stop()
  const made = await backups.make(database)
  const { files, left } = listFilesOf(database, dataFolder, id, made.ok ? made.value : undefined)
  const erased = deleteFiles(dataFolder, files)
  endErasure(database, id)
  onChange()
  return { jobs, files: [...erased.files], failed: [...erased.failed], left: [...left] }
}

/** An unfinished erasure of a connection. The ledger stores it until the erasure is complete, so that the next start can finish it. */
const begunSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** From an earlier release: the erasure has to delete all forms and scan batches, because it did not tell them apart when it began. */
  wasActive: z.boolean().optional(),
  /** Everything in the ledger is erased, and only files are left to delete. */
  isOnlyFiles: z.boolean().optional(),
})
type BegunErasure = z.infer<typeof begunSchema>

const readBegunErasures = (database: DatabaseSync): readonly BegunErasure[] =>
  readJson(readFact(database, begunErasuresFact), z.array(begunSchema)) ?? []

function writeBegunErasures(database: DatabaseSync, begun: readonly BegunErasure[]): void {
  if (begun.length === 0) removeFact(database, begunErasuresFact)
  else setFact(database, begunErasuresFact, JSON.stringify(begun))
}

const othersThan = (database: DatabaseSync, connectionId: string): readonly BegunErasure[] =>
  readBegunErasures(database).filter(({ id }) => id !== connectionId)

/** Marks a connection as being erased, so that the next start finishes an interrupted erasure. `eraseSealed` runs in the same commit. */
export function beginErasure(database: DatabaseSync, begun: BegunErasure, eraseSealed: () => void): void {
  inTransaction(database, () => {
    writeBegunErasures(database, [...readBegunErasures(database), begun])
    eraseSealed()
  })
}

/** The number of jobs that one transaction erases. Other code that needs the ledger waits only for one such batch. */
const batch = 200

/** Erases the personal data of one batch of a connection's jobs. `isAll` is true if no job is left. */
export const eraseSomeJobs = (
  database: DatabaseSync,
  clock: Clock,
  connectionId: string,
): { readonly count: number; readonly isAll: boolean } => {
  const count = inTransaction(database, () => eraseJobs(database, connectionId, clock.now(), batch))
  return { count, isAll: count < batch }
}

/** Tables from which all rows of a connection are deleted. `beginErasure` has removed the proxy's credentials, which have another id. */
const wholeTables = ['token', 'kept_answer', 'list', 'task', 'knowledge'] as const

/** Deletes everything else that the ledger stores about a connection, and adds an event to Activity, once. */
function eraseBesideJobs(database: DatabaseSync, clock: Clock, begun: BegunErasure): void {
  const { id, name, wasActive, isOnlyFiles } = begun
  if (isOnlyFiles === true) return
  inTransaction(database, () => {
    for (const table of wholeTables) database.prepare(`DELETE FROM ${table} WHERE connection_id = ?`).run(id)
    if (wasActive === true) database.exec('DELETE FROM draft WHERE id = 1; DELETE FROM pile WHERE true')
    addNotice(database, {
      kind: 'connection-erased',
      at: clock.now(),
      jobs: countJobsIn(database, id).jobs,
      from: name,
    })
    writeBegunErasures(database, [...othersThan(database, id), { ...begun, isOnlyFiles: true }])
  })
}

/**
 * Files that may contain data of a connection: copies of the ledger (but not the backup `newest`), transfer files with jobs of the
 * connection, exported lists and settings, and the sandbox's own files with the training connection. `left`: backups of other computers,
 * which no key on this computer can open.
 */
function listFilesOf(
  database: DatabaseSync,
  dataFolder: string,
  connectionId: string,
  newest: string | undefined,
): { readonly files: readonly string[]; readonly left: readonly string[] } {
  const folders = ['settings-file/', ...(connectionId === trainingId ? ['training/'] : [])]
  const backups = listOwnBackups(backupFolder(dataFolder), installationsOf(database))
  const own = new Set(backups.map(({ name }) => `backups/${name}`))
  const copies = listDataFiles(dataFolder)
    .filter(({ path, is }) => is.holds === 'copy' || folders.some((folder) => path.startsWith(folder)))
    .map(({ path }) => path)
    .filter((path) => path !== `backups/${newest ?? ''}`)
  const left = copies.filter((path) => path.startsWith('backups/') && !own.has(path))
  const isOthers = (path: string): boolean =>
    path.endsWith(transferEnding) && !holdsJobsOf(database, join(dataFolder, path), connectionId)
  return { files: copies.filter((path) => !left.includes(path) && !isOthers(path)), left }
}

/** Whether a file contains jobs of the connection. True also for an unreadable file, because its content is unknown. */
function holdsJobsOf(database: DatabaseSync, path: string, connectionId: string): boolean {
  const jobs = readTransferHeader(readFileSync(path))?.jobs
  return jobs === undefined || hasJobOf(database, jobs, connectionId)
}

const endErasure = (database: DatabaseSync, id: string): void => writeBegunErasures(database, othersThan(database, id))
