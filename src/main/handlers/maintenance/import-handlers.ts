import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Reply } from '../../../shared/bridge/bridge.ts'
import type { Checked, Response } from '../../../shared/bridge/contract.ts'
import { defined } from '../../../shared/defined.ts'
import type { Connection } from '../../../shared/domain/connection/connection.ts'
import type { IncomingJob } from '../../../shared/domain/maintenance.ts'
import { succeed } from '../../../shared/result.ts'
import type { Handlers } from '../../app.ts'
import { findStatus } from '../../jobs/ledger/maintenance-rows.ts'
import { subjectOf } from '../../jobs/ledger/job-view.ts'
import type { StrayStep } from '../../jobs/plans.ts'
import { fileNamePattern } from '../../maintenance/backup-files.ts'
import { isFile } from '../../storage/files.ts'
import { findLatestFiles, readTransferred, storeImported } from '../../maintenance/export-work.ts'
import { admitJob, importWork, type Incoming, type ImportedWork } from '../../maintenance/import-work.ts'
import { productIdOf } from '../../jobs/steps/console-steps.ts'
import {
  openIncoming,
  type IncomingFile,
  type IncomingProblem,
  type FilePlatform,
} from '../../maintenance/incoming-file.ts'
import { installationsOf } from '../../maintenance/restore.ts'
import {
  acceptSender,
  forgetSender,
  judgeSender,
  keyFingerprintOf,
  type TransferredJob,
} from '../../maintenance/transfer-file.ts'
import { inTransaction } from '../../storage/database.ts'
import { problem, type Refusal } from '../session/problem.ts'
import { done, makeUlid, type Session } from '../session/session.ts'
import type { AppParts } from '../session/sessions.ts'

type Wish = Checked<'maintenance.read-work'>

/** A file that was read and checked: each job in the file would send exactly what the job shows. */
interface ReadWork {
  readonly bytes: Buffer
  readonly file: IncomingFile
  readonly digest: string
  readonly incoming: readonly Incoming[]
  /** Only for a file that this computer exported itself: the computer that it was exported for. */
  readonly exportedTo?: string | undefined
}

/** The largest backup that can be imported by its file name, in bytes. */
const largestBackup = 256 * 1024 * 1024

type ImportChannel = `maintenance.${'read-work' | 'import-work' | 'fingerprint' | 'forget-sender'}`

/**
 * Imports work of another computer. The work comes from a file that the other computer exported for this one, or from a backup of a computer
 * that no longer sends. The file is first read and shown. Then exactly the shown work is imported. The imported work waits until a technician
 * allows sending. With a wrong target a file could be imported nowhere, so this computer also takes its own file back. The other computer may
 * still have imported the file. So the work is read back first, as if it had been sent there.
 */
export function createImport({ ports, sessions, backups, onChange }: AppParts): Pick<Handlers, ImportChannel> {
  const readFile = ({ file, name }: Wish): Reply<Buffer> => {
    if (file !== undefined) return succeed(Buffer.from(file, 'base64'))
    const missing = problem('not-found', 'There is no such file')
    if (name === undefined || !fileNamePattern.test(name)) return missing
    const path = join(backups.folder, name)
    if (!isFile(path)) return missing
    return statSync(path).size > largestBackup
      ? problem('too-large', 'This file is too large to be imported')
      : succeed(readFileSync(path))
  }
  /** Opens the file before it reads the session's data. Deriving the file's key is slow, and the data could become outdated meanwhile. */
  const withWork = <T>(wish: Wish, act: (session: Session, work: ReadWork) => Reply<T>): Promise<Reply<T>> =>
    sessions.use(async () => {
      const bytes = readFile(wish)
      if (!bytes.ok) return bytes
      const opened = await openIncoming(bytes.value, wish.passphrase, ports)
      if (!opened.ok) return refuseFile(opened.error)
      return sessions.use((session) => {
        const work = readWork(session, bytes.value, opened.value, wish)
        return work.ok ? act(session, work.value) : work
      })
    })

  return {
    'maintenance.fingerprint': () =>
      sessions.use(({ sealing }) => succeed({ fingerprint: keyFingerprintOf(sealing.publicKey()) })),
    'maintenance.forget-sender': ({ installation }) =>
      sessions.use(({ database }) => {
        forgetSender(database, installation)
        return done
      }),
    'maintenance.read-work': (wish) =>
      withWork(wish, ({ database }, { file, digest, incoming, exportedTo }) => {
        const { source, kind, isChecked, signedBy } = file
        const jobs = incoming.map(({ job }) => {
          const status = findStatus(database, job.id)
          const isKnown = status === 'here' || (status !== undefined && kind === 'backup')
          return viewOf(job, isKnown)
        })
        const sender = exportedTo === undefined ? judgeSender(database, source, signedBy) : 'known'
        const fingerprint = signedBy && keyFingerprintOf(signedBy)
        return succeed({ digest, source, kind, isChecked, sender, ...defined({ fingerprint, exportedTo }), jobs })
      }),
    'maintenance.import-work': (wish) =>
      withWork(
        wish,
        (session, { bytes, file, digest, incoming, exportedTo }): Reply<Response<'maintenance.import-work'>> => {
          const { kind, source, fileId, isChecked, signedBy } = file
          if (digest !== wish.digest) return problem('changed-meanwhile', 'This is not the file that was shown')
          const isOfHere = isFormerBackup(session, file)
          if (kind === 'backup' && !isOfHere && !wish.sourceIsGone)
            return problem('source-must-be-gone', 'The computer this backup is of must not send any more')
          const isOwn = exportedTo !== undefined
          if (isOwn && wish.isNowhereElse !== true)
            return problem('perhaps-imported', 'Another computer may have imported this file')
          if (!isChecked && wish.evenIfUnchecked !== true)
            return problem('not-checked', 'Nobody can tell whether this backup was changed after it was made')
          const { database, sealing, clock, queue, settings, jobChanged } = session
          const sender = isOwn ? 'known' : judgeSender(database, source, signedBy)
          if (sender === 'other') return problem('other-sender', 'Another key was accepted for that computer')
          if (sender === 'new' && signedBy !== undefined && wish.acceptsSender !== true)
            return problem('new-sender', 'Nobody has accepted the fingerprint of that computer yet')
          // The file is stored first. After a restore of an older backup, only this file shows that these jobs came back to this computer.
          const forget = fileId === undefined ? undefined : storeImported(ports, fileId, bytes, isOwn)
          let imported: ImportedWork
          try {
            imported = inTransaction(database, () => {
              if (signedBy !== undefined && !isOwn && !isOfHere) acceptSender(database, source, signedBy)
              const actor = { id: makeUlid(clock, ports.random), by: settings.preferences().technician }
              const from = { ...defined({ source, fileId, takenBackFrom: exportedTo }), actor }
              return importWork({ database, sealing, clock }, incoming, from)
            })
          } catch (error) {
            forget?.()
            throw error
          }
          const { taken, known } = imported
          sessions.applyPause()
          taken.forEach(jobChanged)
          for (const { id } of settings.connections()) queue.wake(id)
          onChange()
          return succeed({ taken: taken.length, known })
        },
      ),
  }
}

function refuseFile(error: IncomingProblem): Refusal {
  switch (error) {
    case 'unusable':
      return problem('file-unusable', 'The work in this file cannot be imported')
    case 'wrong-passphrase':
      return problem('wrong-passphrase', 'This is not the passphrase of the file, or the file was changed')
    case 'changed':
      return problem('changed-file', 'This backup was changed after it was made')
    case 'key-in-clear':
      return problem('key-not-protected', 'This backup has an unprotected key, so anybody could have written it')
  }
}

/** Finds each job's connection and plans its steps again. Refuses the whole file if one job would send something else than it shows. */
function readWork(session: Session, bytes: Buffer, file: IncomingFile, wish: Wish): Reply<ReadWork> {
  const { settings, sealing, installation, database } = session
  const exportedTo = isOwnExport(session, file) ? file.target : undefined
  // A backup may not know that its jobs were transferred later. The computer of the backup and this one are not elsewhere.
  const elsewhere =
    file.kind === 'backup'
      ? readTransferred(session.dataFolder, [...installationsOf(database), file.source])
      : new Map<string, string>()
  const isTakeable =
    exportedTo === undefined ? ({ id }: TransferredJob) => !elsewhere.has(id) : findTakeable(session, file)
  const isAny = file.parts.some(({ jobs }) => jobs.some(isTakeable))
  if (file.kind === 'transfer' && file.target !== installation.id && (exportedTo === undefined || !isAny))
    return problem('other-computer', 'This file was written for another computer')
  // A backup with a former key cannot be restored, so its work is imported.
  if (
    file.kind === 'backup' &&
    file.signedBy === sealing.publicKey() &&
    installationsOf(database).includes(file.source)
  )
    return problem('file-unusable', 'This is a backup of this computer: restore it instead')
  const hash = createHash('sha256').update(bytes)
  const incoming: Incoming[] = []
  for (const { connection: wanted, jobs } of file.parts) {
    const found = findConnection(settings.connections(), wanted, wish.connectionId)
    if (!found.ok) return found
    hash.update(`\n${found.value.id}`)
    for (const job of jobs.filter(isTakeable)) {
      const admitted = admitJob(job, found.value, sealing)
      if (!admitted.ok) return refuseStray(job, admitted.error)
      incoming.push(admitted.value)
    }
  }
  return succeed({ bytes, file, digest: hash.digest('hex'), incoming, exportedTo })
}

/** Whether a backup is of this computer itself. It was then made with a former key. */
const isFormerBackup = ({ installation }: Pick<Session, 'installation'>, { kind, source }: IncomingFile): boolean =>
  kind === 'backup' && source === installation.id

/** Whether this computer itself wrote a transfer file for another computer. Its own key signed such a file. */
const isOwnExport = ({ database, sealing }: Session, { kind, source, signedBy }: IncomingFile): boolean =>
  kind === 'transfer' && signedBy === sealing.publicKey() && installationsOf(database).includes(source)

/**
 * Which jobs of an own file may be shown and taken back: those that are here again, and those that no later file and no fleet took
 * elsewhere.
 */
function findTakeable({ database, dataFolder }: Session, { fileId }: IncomingFile): (job: TransferredJob) => boolean {
  const latest = findLatestFiles(dataFolder)
  return ({ id }) => {
    const status = findStatus(database, id)
    if (status === 'here') return true
    return status !== 'moved-away' && (latest.get(id) ?? fileId) === fileId
  }
}

function refuseStray({ id, payload }: TransferredJob, { operation, names }: StrayStep): Refusal {
  const { userid, customerName, hostname } = subjectOf(payload.intent)
  const subject = userid ?? customerName ?? hostname ?? id
  const message = `The job for ${subject} would send something else than it says`
  return problem('other-call', message, { detail: [subject, operation, names.join(', ')].filter(Boolean).join(' · ') })
}

function viewOf(job: TransferredJob, isKnown: boolean): IncomingJob {
  const { id, state, payload, steps } = job
  const { userid, customerName, box, hostname } = subjectOf(payload.intent)
  const { customermappingid, productName } = payload
  const entries = steps.flatMap((step) => step.entries)
  const attempts = entries.filter(({ type }) => type === 'attempt').length
  const unsent = entries.filter(({ type, result }) => type === 'verdict' && result === 'not-sent').length
  return {
    ...defined({
      userid,
      customerName,
      customermappingid,
      box,
      hostname,
      product: productName ?? productIdOf(payload.intent),
    }),
    id,
    kind: payload.intent.kind,
    state,
    sent: Math.max(0, attempts - unsent),
    isKnown,
  }
}

/** Finds the connection that leads to the file's platform and CRM service. If several connections lead there, `chosen` decides. */
function findConnection(
  connections: readonly Connection[],
  wanted: FilePlatform,
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
