import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Connection } from '../../shared/domain/connection/connection.ts'
import { fail, succeed, type Result } from '../../shared/result.ts'
import { listLeftBehind } from '../jobs/ledger/maintenance-rows.ts'
import type { Ports } from '../ports.ts'
import { openDatabase } from '../storage/database.ts'
import { inspectAside } from './inspect.ts'
import { unwrapByPassphrase } from '../vault/key-file.ts'
import { createSealing, type Sealing } from '../vault/sealing.ts'
import { openFormer } from '../vault/vault.ts'
import { type AboutBackup, checkBackupTag, readAbout } from './backup-files.ts'
import { isTransfer, openTransfer, readTransferHeader, type TransferredJob } from './transfer-file.ts'
import { readTransferredJobs } from './export-work.ts'
import { isSealedWith } from './reseal.ts'

export type FilePlatform = Pick<Connection, 'name' | 'baseUrl' | 'crmService'>

/** Work of another computer, and its platforms. Only the file's integrity was checked; its content is not trusted. */
export interface IncomingFile {
  readonly kind: 'transfer' | 'backup'
  readonly source: string
  /** Only for a transfer file. `target`: the installation that the file was written for. `fileId`: the file's own id. */
  readonly target?: string
  readonly fileId?: string
  /** Whether a signature or a tag proves that the file is unchanged. False for a file of an earlier version. */
  readonly isChecked: boolean
  /** The public key of the computer that wrote the file. */
  readonly signedBy?: string | undefined
  readonly parts: readonly { readonly connection: FilePlatform; readonly jobs: readonly TransferredJob[] }[]
}

/** `changed`: the file was changed after it was made. `key-in-clear`: its key is unencrypted, so anyone could have made it. */
export type IncomingProblem = 'unusable' | 'wrong-passphrase' | 'changed' | 'key-in-clear'

type Opened = Result<IncomingFile, IncomingProblem>

/** Opens an exported file or a backup. Deriving the file's key from the passphrase is slow. */
export const openIncoming = (file: Buffer, passphrase: string, ports: Ports): Promise<Opened> =>
  isTransfer(file) ? openExported(file, passphrase) : openBackup(file, passphrase, ports)

async function openExported(file: Buffer, passphrase: string): Promise<Opened> {
  const header = readTransferHeader(file)
  const opened = await openTransfer(file, passphrase)
  if (header === undefined || !opened.ok)
    return fail(!opened.ok && opened.error === 'wrong-passphrase' ? 'wrong-passphrase' : 'unusable')
  const { source, target, id } = header
  const { signedBy, ...part } = opened.value
  const isChecked = signedBy !== undefined
  return succeed({ kind: 'transfer', source, target, fileId: id, isChecked, signedBy, parts: [part] })
}

async function openBackup(file: Buffer, passphrase: string, { dataFolder, clock, runApart }: Ports): Promise<Opened> {
  const folder = mkdtempSync(join(dataFolder, '.taking-over-'))
  try {
    const path = join(folder, 'backup.db')
    writeFileSync(path, file, { mode: 0o600 })
    const found = await inspectAside(path, runApart)
    const about = typeof found === 'object' ? readAbout(found.fact('backup')) : undefined
    if (about?.key === undefined || about.key.protection === 'system') return fail('unusable')
    if (about.key.protection === 'training-file') return fail('key-in-clear')
    const dataKey = await unwrapByPassphrase(about.key, passphrase)
    if (dataKey === undefined) return fail('wrong-passphrase')
    const sealing = createSealing(dataKey)
    const tag = await checkBackupTag(path, sealing)
    if (tag === 'changed') return fail('changed')
    const former = openFormer(dataKey, about.key)
    const parts = readParts(path, about, { present: sealing, former: former && createSealing(former) }, clock)
    if (parts === undefined) return fail('unusable')
    const signedBy = sealing.publicKey()
    return succeed({ kind: 'backup', source: about.installation, isChecked: tag === 'genuine', signedBy, parts })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Reads the unfinished jobs in a backup. Undefined if the file does not open as a ledger, or if the keys open none of its jobs. A backup of
 * an earlier version is migrated. `former`: the former key, if the backup was made while the key was being changed.
 */
function readParts(
  path: string,
  about: AboutBackup,
  { present, former }: { readonly present: Sealing; readonly former: Sealing | undefined },
  clock: Ports['clock'],
): IncomingFile['parts'] | undefined {
  // The whole file was checked just now.
  const opened = openDatabase(path, { isSound: true })
  if (!opened.ok) return undefined
  const { database } = opened
  try {
    const sealing = former === undefined || isSealedWith(database, present) ? present : former
    // A forged file may name one connection many times.
    const connections = new Map(about.connections.map((connection) => [connection.id, connection]))
    const left = [...connections.values()].map((connection) => {
      const sequences = listLeftBehind(database, connection.id)
      return { connection, sequences, jobs: readTransferredJobs(database, sealing, clock, sequences) }
    })
    const parts = left.filter(({ jobs }) => jobs.length > 0)
    const isClosed = parts.length === 0 && left.some(({ sequences }) => sequences.length > 0)
    return isClosed ? undefined : parts.map(({ connection, jobs }) => ({ connection, jobs }))
  } finally {
    database.close()
  }
}
