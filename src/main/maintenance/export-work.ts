import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { Connection } from '../../shared/domain/connection/connection.ts'
import { fail, type Result, succeed } from '../../shared/result.ts'
import { createElsewhere } from '../jobs/ledger/ledger.ts'
import { createEntries } from '../jobs/ledger/entries.ts'
import { listTransferable, openRows } from '../jobs/ledger/maintenance-rows.ts'
import { replan } from '../jobs/plans.ts'
import { inTransaction } from '../storage/database.ts'
import { isFile, renameFile, stampOf, syncFile, syncFolder } from '../storage/files.ts'
import type { ImportDeps } from './import-work.ts'
import { keyOfFile } from './notes.ts'
import { addActor } from '../vault/technicians.ts'
import {
  type FileKey,
  type TransferHeader,
  readTransferHeader,
  transferredJobSchema,
  type TransferredJob,
  writeTransfer,
} from './transfer-file.ts'
import { readJob, readStep } from '../jobs/ledger/rows.ts'
import type { Clock } from '../ports.ts'
import type { Sealing } from '../vault/sealing.ts'

export const transferFolder = (dataFolder: string): string => join(dataFolder, 'hand-over')

interface ExportWish {
  readonly id: string
  readonly source: string
  readonly target: string
  readonly connection: Connection
  /** The jobs to export. By default all unfinished jobs. */
  readonly jobIds: readonly string[] | undefined
  readonly largestBytes: number
  /** The name of the technician who exports the jobs. */
  readonly by: string
}

interface Exported {
  readonly name: string
  readonly file: Buffer
  readonly jobs: readonly string[]
  /** The number of jobs that stay on this computer, because they were saved under other settings of the connection. */
  readonly otherSettings: number
}

interface ExportDeps extends ImportDeps {
  readonly dataFolder: string
}

/**
 * Writes the transfer file, marks its jobs as transferred, and only then gives the file its final name. So a file that a user can take away
 * contains only jobs that this computer no longer sends. The function is synchronous, so that no job begins while it runs. A job with an
 * attempt in progress stays on this computer.
 */
export function exportWork(
  deps: ExportDeps,
  wish: ExportWish,
  key: FileKey,
): Result<Exported, 'nothing' | 'too-large' | 'other-settings'> {
  const { database, sealing, clock, dataFolder } = deps
  const sequences = listTransferable(database, wish.connection.id, wish.jobIds)
  const found = readTransferredJobs(database, sealing, clock, sequences)
  // The other computer also plans each job again, and refuses a job whose plan differs. So only jobs whose plan fits the present settings
  // are exported.
  const jobs = found.filter((job) => replan(job, wish.connection).ok)
  if (found.length === 0) return fail('nothing')
  if (jobs.length === 0) return fail('other-settings')
  const { id, source, target } = wish
  const { name: connectionName, baseUrl, crmService } = wish.connection
  const madeAt = nextTime(dataFolder, clock.now())
  const about = { id, source, target, madeAt, jobs: jobs.map((job) => job.id) }
  const file = writeTransfer(
    about,
    { connection: { name: connectionName, baseUrl, crmService }, jobs: [...jobs] },
    key,
    sealing,
  )
  if (file.length > wish.largestBytes) return fail('too-large')

  const folder = transferFolder(dataFolder)
  const name = `${source}-to-${target}-${stampOf(clock.now())}-${id.slice(-4)}${transferEnding}`
  const path = join(folder, name)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  writeFileSync(path + unmarked, file, { mode: 0o600 })
  syncFile(path + unmarked)
  markTransferred(deps, jobs, wish)
  renameFile(path + unmarked, path)
  syncFolder(folder)
  return succeed({ name, file, jobs: about.jobs, otherSettings: found.length - jobs.length })
}

export const transferEnding = '.setdesk'
/** The end of the file's name until its jobs are marked as transferred. */
const unmarked = '.unmarked'

function markTransferred(deps: ExportDeps, jobs: readonly TransferredJob[], { id, target, by }: ExportWish): void {
  const { database, sealing, clock } = deps
  const elsewhere = createElsewhere(database, sealing, clock)
  inTransaction(database, () => {
    for (const job of jobs) elsewhere.transferAway(job, target, 'exported', by)
    const at = clock.now()
    database
      .prepare("INSERT INTO hand_over (id, direction, other, jobs, at) VALUES (?, 'out', ?, ?, ?)")
      .run(id, target, jobs.length, at)
    addActor(database, sealing, { id, by }, { of: keyOfFile(id), at })
  })
}

/** The paths of the folder's files with this ending. Folders, and links that lead nowhere, are ignored. */
const filesIn = (folder: string, ending: string): readonly string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name))
    .filter(isFile)

/**
 * Finishes an interrupted export when Setdesk starts. A file whose jobs are marked as transferred gets its final name. A file whose jobs
 * are not marked was never offered to the user and is deleted.
 */
export function finishExport(database: DatabaseSync, dataFolder: string): void {
  const folder = transferFolder(dataFolder)
  if (!existsSync(folder)) return
  const isMarked = database.prepare("SELECT 1 FROM hand_over WHERE id = ? AND direction = 'out'")
  for (const path of filesIn(folder, transferEnding + unmarked)) {
    const header = readTransferHeader(readFileSync(path))
    if (header !== undefined && isMarked.get(header.id) !== undefined) renameFile(path, path.slice(0, -unmarked.length))
    else rmSync(path)
  }
  syncFolder(folder)
}

/** The beginning of the name of an own file whose jobs this computer took back. */
const takenBack = 'taken-back-'

/**
 * Stores an imported file beside the exported files. Both kinds of files are needed to find out where a job is now. The name ends in the
 * time of the import, because the clock of the computer that wrote the file may differ. `isOwn`: this computer wrote the file, and takes its
 * jobs back. Returns a function that removes the file again, unless it was there before.
 */
export function storeImported(
  { dataFolder, clock }: Pick<ExportDeps, 'dataFolder' | 'clock'>,
  id: string,
  file: Uint8Array,
  isOwn: boolean,
): () => void {
  const folder = transferFolder(dataFolder)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const beginning = `${isOwn ? takenBack : 'taken-in-'}${id}`
  const known = readdirSync(folder).find(
    (name) => name === beginning + transferEnding || name.replace(importTime, '') === beginning,
  )
  const path = join(folder, known ?? `${beginning}-${String(nextTime(dataFolder, clock.now()))}${transferEnding}`)
  const wasThere = known !== undefined
  writeFileSync(path, file, { mode: 0o600 })
  syncFile(path)
  syncFolder(folder)
  return () => {
    if (!wasThere) rmSync(path, { force: true })
  }
}

/**
 * Maps each transferred job to the computer that has it now. Reads the stored transfer files, because an older backup does not know about
 * transfers. A job that came back later is left out. `own`: the ids that this installation has had.
 */
export function readTransferred(dataFolder: string, own: readonly string[]): ReadonlyMap<string, string> {
  const files = readHeaders(dataFolder)
  const returned = new Set(files.filter(({ isTakenBack }) => isTakenBack).map(({ id }) => id))
  const places = new Map(
    files.flatMap(({ id, jobs, source, target }) =>
      jobs.map((job) => [job, returned.has(id) ? source : target] as const),
    ),
  )
  return new Map([...places].filter(([, place]) => !own.includes(place)))
}

/** Maps each job of the stored transfer files to the id of the latest file that contains it. */
export const findLatestFiles = (dataFolder: string): ReadonlyMap<string, string> =>
  new Map(readHeaders(dataFolder).flatMap(({ id, jobs }) => jobs.map((job) => [job, id] as const)))

/** The end of the name of an imported file, with the time of the import in milliseconds since 1970. Earlier releases had no time there. */
const importTime = /-(\d{13,15})\.setdesk$/

/** The present time, or a later one if a stored file has it already: this computer's clock may have been set back. */
const nextTime = (dataFolder: string, now: number): number =>
  Math.max(now, ...readHeaders(dataFolder).map(({ storedAt }) => storedAt + 1))

interface StoredHeader extends TransferHeader {
  readonly isTakenBack: boolean
  /** When the file was exported or imported here, in milliseconds since 1970 by this computer's clock. */
  readonly storedAt: number
}

/** The headers of the stored transfer files, oldest first. */
function readHeaders(dataFolder: string): readonly StoredHeader[] {
  const folder = transferFolder(dataFolder)
  if (!existsSync(folder)) return []
  return filesIn(folder, transferEnding)
    .flatMap((path) => {
      const header = readTransferHeader(readFileSync(path))
      if (header === undefined) return []
      const name = basename(path)
      const isTakenBack = name.startsWith(takenBack)
      const time = isTakenBack || name.startsWith('taken-in-') ? importTime.exec(name)?.[1] : undefined
      return [{ ...header, isTakenBack, storedAt: time === undefined ? header.madeAt : Number(time) }]
    })
    .toSorted((one, other) => one.storedAt - other.storedAt)
}

/** Reads jobs for a transfer. Jobs that cannot be opened or understood are left out. The result contains no token. */
export function readTransferredJobs(
  database: DatabaseSync,
  sealing: Sealing,
  clock: Clock,
  sequences: readonly number[],
): readonly TransferredJob[] {
  const entries = createEntries(database, sealing, clock)
  const rows = openRows(database)
  const readOne = (sequence: number): TransferredJob => {
    const row = rows.job(sequence)
    if (row === undefined) throw new Error('There is no such job')
    const job = readJob(row, sealing)
    const steps = rows.steps(sequence).map((stepRow) => {
      const step = readStep(stepRow, job, sealing)
      const { id, kind, operation, state, payload } = step
      const before = entries.lastSeen(step, job.revision, 'attempt')
      const sentElsewhere = (payload.sentElsewhere ?? 0) + entries.sentHereAt(job, step.position).length
      return {
        kind,
        operation,
        state,
        payload: { ...payload, ...(sentElsewhere > 0 && { sentElsewhere }) },
        entries: rows
          .entries(id, entries.firstRevision(step, job.revision), job.revision)
          .map((entry) => definedOf({ ...entry })),
        ...(before !== undefined && { before }),
      }
    })
    const { id, connectionId, state, why, revision, createdAt, payload } = job
    return transferredJobSchema.parse({
      id,
      connectionId,
      state,
      ...(why && { why }),
      revision,
      createdAt,
      payload,
      steps,
    })
  }
  return sequences.flatMap((sequence) => {
    try {
      return [readOne(sequence)]
    } catch {
      return []
    }
  })
}

const definedOf = (row: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))
