import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Reply } from '../../../shared/bridge/bridge.ts'
import type { Request, Response } from '../../../shared/bridge/contract.ts'
import { defined } from '../../../shared/defined.ts'
import type { Connection } from '../../../shared/domain/connection/connection.ts'
import { succeed } from '../../../shared/result.ts'
import type { Handlers } from '../../app.ts'
import { listLeftBehind } from '../../jobs/ledger/job-rows.ts'
import { fileNamePattern, readAbout, type AboutBackup } from '../../maintenance/backup-files.ts'
import { isTransfer, openTransfer, readTransferHeader, type TransferredJob } from '../../maintenance/transfer-file.ts'
import { storeImported } from '../../maintenance/export-work.ts'
import { installationsOf } from '../../maintenance/restore.ts'
import { importWork, type Incoming, type ImportedWork } from '../../maintenance/import-work.ts'
import { readTransferredJobs } from '../../maintenance/transferred-jobs.ts'
import type { Ports } from '../../ports.ts'
import { inspect } from '../../storage/inspect.ts'
import { unwrapByPassphrase } from '../../vault/passphrase.ts'
import { createSealing, type Sealing } from '../../vault/sealing.ts'
import { keysOf } from '../session/keys.ts'
import { problem, type Refusal } from '../session/problem.ts'
import type { Session } from '../session/session.ts'
import type { AppParts } from '../session/sessions.ts'

type Wish = Request<'maintenance.import-work'>

/** Work of another computer, and which platform it is for. */
interface Load {
  readonly source: string
  readonly fileId?: string
  readonly parts: readonly { readonly connection: Platform; readonly jobs: readonly TransferredJob[] }[]
}
type Platform = Pick<Connection, 'name' | 'baseUrl' | 'crmService'>

/** Imports work of another computer: from a file that it wrote for this one, or from its backup if it sends no more. */
export function createImport({ ports, sessions, backups, onChange }: AppParts): Handlers['maintenance.import-work'] {
  const readFile = ({ file, name }: Wish): Buffer | undefined => {
    if (file !== undefined) return Buffer.from(file, 'base64')
    if (name === undefined || !fileNamePattern.test(name)) return undefined
    try {
      return readFileSync(join(backups.folder, name))
    } catch {
      return undefined
    }
  }

  return (wish) =>
    sessions.use(async () => {
      const file = readFile(wish)
      if (file === undefined) return problem('not-found', 'There is no such file')
      // Deriving a key from a passphrase is slow, so it comes before anything is read that may change meanwhile.
      const load = isTransfer(file) ? await openFile(file, wish.passphrase) : await openBackup(file, wish, ports)
      if (!load.ok) return load
      return sessions.use((session): Reply<Response<'maintenance.import-work'>> => {
        const refusal = refuse(load.value, session)
        if (refusal !== undefined) return refusal
        const done = putIn(session, load.value, wish)
        if (!done.ok) return done
        if (load.value.fileId !== undefined) storeImported(ports.dataFolder, load.value.fileId, file)
        const { taken, known } = done.value
        taken.forEach(session.jobChanged)
        for (const { id } of session.settings.connections()) session.queue.wake(id)
        onChange()
        return succeed({ taken: taken.length, known })
      })
    })
}

function putIn(session: Session, load: Load, wish: Wish): Reply<ImportedWork> {
  const { database, sealing, settings, clock } = session
  const incoming: Incoming[] = []
  for (const { connection: wanted, jobs } of load.parts) {
    const found = findConnection(settings.connections(), wanted, wish.connectionId)
    if (!found.ok) return found
    for (const job of jobs)
      incoming.push({ job, connectionId: found.value.id, ...keysOf(sealing, found.value, job.payload.intent) })
  }
  const { source, fileId } = load
  return succeed(importWork({ database, sealing, clock }, incoming, defined({ source, fileId })))
}

/** Refuses a file for another computer, and a backup of this computer, which is restored instead. */
function refuse(load: Load & { readonly target?: string }, { installation, database }: Session): Refusal | undefined {
  if (load.target !== undefined && load.target !== installation.id)
    return problem('other-computer', 'This file was written for another computer')
  if (load.target === undefined && installationsOf(database).includes(load.source))
    return problem('file-unusable', 'This is a backup of this computer: restore it instead')
  return undefined
}

async function openFile(file: Buffer, passphrase: string): Promise<Reply<Load & { readonly target: string }>> {
  const header = readTransferHeader(file)
  const opened = await openTransfer(file, passphrase)
  if (header === undefined || !opened.ok)
    return !opened.ok && opened.error === 'wrong-passphrase'
      ? problem('wrong-passphrase', 'This is not the passphrase of the file, or the file was changed')
      : problem('file-unusable', 'This is no file that can be taken in')
  const { source, target, id } = header
  return succeed({ source, target, fileId: id, parts: [opened.value] })
}

async function openBackup(file: Buffer, wish: Wish, { dataFolder, clock }: Ports): Promise<Reply<Load>> {
  const unusable = problem('file-unusable', 'This is no backup whose work can be taken over')
  const folder = mkdtempSync(join(dataFolder, '.taking-over-'))
  try {
    const path = join(folder, 'backup.db')
    writeFileSync(path, file, { mode: 0o600 })
    const found = inspect(path)
    const about = typeof found === 'object' ? readAbout(found.fact('backup')) : undefined
    if (about === undefined) return unusable
    if (!wish.sourceIsGone)
      return problem('source-must-be-gone', 'The computer this backup is of must not send any more')
    const sealing = await openKey(about.key, wish.passphrase)
    if (sealing === undefined) return problem('wrong-passphrase', 'This is not the passphrase of that computer')
    if (sealing === 'not-possible') return unusable
    return succeed({ source: about.installation, parts: readParts(path, about, sealing, clock) })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Gives `not-possible` for a key in the other computer's key store. */
async function openKey(key: AboutBackup['key'], passphrase: string): Promise<Sealing | undefined | 'not-possible'> {
  if (key === undefined || key.protection === 'system') return 'not-possible'
  if (key.protection === 'training-file') return createSealing(Buffer.from(key.key, 'base64'))
  const dataKey = await unwrapByPassphrase(key, passphrase)
  return dataKey && createSealing(dataKey)
}

function readParts(path: string, about: AboutBackup, sealing: Sealing, clock: Ports['clock']): Load['parts'] {
  const database = new DatabaseSync(path, { readOnly: true })
  try {
    return about.connections
      .map((connection) => {
        const sequences = listLeftBehind(database, connection.id)
        return { connection, jobs: readTransferredJobs(database, sealing, clock, sequences) }
      })
      .filter(({ jobs }) => jobs.length > 0)
  } finally {
    database.close()
  }
}

/** The connection here to the same service of the same platform. If there are several, the user chooses one. */
function findConnection(
  connections: readonly Connection[],
  wanted: Platform,
  chosen: string | undefined,
): Reply<Connection> {
  const same = connections.filter(
    ({ baseUrl, crmService }) => baseUrl === wanted.baseUrl && crmService === wanted.crmService,
  )
  const [only] = same
  const named = same.find(({ id }) => id === chosen) ?? (same.length === 1 ? only : undefined)
  if (named !== undefined) return succeed(named)
  return same.length === 0
    ? problem('no-connection', 'No connection here leads to that platform')
    : problem('several-connections', 'Several connections lead to that platform')
}
