import { createHmac } from 'node:crypto'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { resealCallTags } from '../jobs/ledger/entries.ts'
import {
  countRemoved,
  createRecords,
  eachRecord,
  forgetMacs,
  renewTally,
  takeInEarlierRecords,
} from '../jobs/ledger/records.ts'
import type { Row } from '../jobs/ledger/rows.ts'
import type { Clock } from '../ports.ts'
import { openColumn, type Sealing } from '../vault/sealing.ts'
import { resealPolicy } from '../vault/stored-policy.ts'
import { openToRead, readFact, setFact, useOnce } from '../storage/database.ts'
import { companionEndings, ledgerFileName, syncFolder } from '../storage/files.ts'
import { backupFolder, listBackups, listOwnBackups } from './backup-files.ts'
import { glance } from './inspect.ts'

export interface KeyChange {
  readonly from: Sealing
  readonly to: Sealing
}

type Columns = Readonly<Record<string, SQLInputValue>>

/** A table with a column `sealed`, and how to seal its rows with another key. */
export interface SealedTable {
  readonly table: string
  /** The columns of the table's primary key. */
  readonly key: readonly string[]
  /** A FROM clause for the rows, if the table alone is not enough. The clause may add columns. */
  readonly source?: string
  /** The identity that a row is bound to. Undefined if the identity is no longer known. */
  readonly identityOf: (row: Row) => string | undefined
  /** New values of other columns that were made with the key. `plain`: the opened text. */
  readonly columnsOf?: (row: Row, plain: string) => Columns
  /** New column values for a row whose sealed part was purged. A step may also be empty because it is sealed with its job. */
  readonly whenPurged?: Columns
  /** Whether rows that do not open are deleted. Otherwise they stay unchanged. */
  readonly deletesUnopened?: boolean
}

const keyFact = 'sealed-with'
const lostKeyFact = 'key-lost-before'
const batchFact = 'batch-key'
const batchIdentity = 'batch key'
/** How many rows are handled in one turn of the event loop. A turn takes about ten milliseconds. */
const rowsInATurn = 400

/** Whether a ledger was sealed again with this key. A ledger whose key never changed does not name its key. */
export const isSealedWith = (database: DatabaseSync, { keyId }: Pick<Sealing, 'keyId'>): boolean =>
  readFact(database, keyFact) === keyId

/** Whether a backup was sealed again with this key. `fact`: reads a fact of the backup by its name. */
export const isFileSealedWith = (fact: (name: string) => string | undefined, keyId: string): boolean =>
  fact(keyFact) === keyId

/** Notes in an empty ledger that the key of the earlier ledger was lost. The earlier ledger's backups do not contain this note. */
export const noteLostKey = (database: DatabaseSync, clock: Clock): void =>
  setFact(database, lostKeyFact, String(clock.now()))

/** Whether a ledger and a backup are sealed with different keys, because the key was changed or lost between them. */
export const hasOtherKey = (database: DatabaseSync, fact: (name: string) => string | undefined): boolean =>
  [keyFact, lostKeyFact].some((name) => fact(name) !== readFact(database, name))

/**
 * Seals everything in a ledger again, in one transaction. If the process is killed, either all rows have the old key or all rows have the
 * new key. No other code may have the file open. `forget` deletes what cannot be sealed again. Rejects with SQLite's error if the disk is
 * full; then nothing was changed.
 */
export async function resealFile(
  path: string,
  { from, to }: KeyChange,
  tablesOf: (database: DatabaseSync) => readonly SealedTable[],
  forget: (database: DatabaseSync) => void,
): Promise<void> {
  const database = new DatabaseSync(path, { enableForeignKeyConstraints: true, timeout: 5000 })
  try {
    database.exec('PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; PRAGMA cache_size = -8192; BEGIN IMMEDIATE')
    forget(database)
    takeInEarlierRecords(database, from)
    const authentic = await listAuthentic(database, from)
    const removed = countRemoved(database, from)
    await withoutTriggers(database, async () => {
      for (const table of tablesOf(database)) await resealTable(database, table, { from, to })
      resealCallTags(database, from, to)
    })
    await renewMacs(database, to, authentic)
    renewTally(database, to, removed)
    resealPolicy(database, from, to)
    setFact(database, batchFact, sealBatchKey(database, { from, to }))
    setFact(database, keyFact, to.keyId)
    database.exec('COMMIT')
    // SQLite's write-ahead log still contains rows sealed with the former key. This empties the log.
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  } finally {
    // Without a commit, closing undoes everything.
    database.close()
  }
}

async function listAuthentic(database: DatabaseSync, from: Sealing): Promise<readonly number[]> {
  const records = createRecords(database, from)
  const found: number[] = []
  await inTurns(eachRecord(database), (sequence) => {
    if (records.isAuthentic(sequence)) found.push(sequence)
  })
  return found
}

/** Gives the authentic records new MACs. A record that was changed from outside gets none, so the change stays visible. */
async function renewMacs(database: DatabaseSync, to: Sealing, authentic: readonly number[]): Promise<void> {
  const records = createRecords(database, to)
  forgetMacs(database)
  await inTurns(authentic, (sequence) => records.renewMac(sequence))
}

async function inTurns(sequences: Iterable<number>, act: (sequence: number) => void): Promise<void> {
  let done = 0
  for (const sequence of sequences) {
    act(sequence)
    done += 1
    if (done % rowsInATurn === 0) await nextTurn()
  }
}

/** Runs `act` without the triggers that protect entries from changes. The triggers are restored in the same transaction. */
async function withoutTriggers(database: DatabaseSync, act: () => Promise<void>): Promise<void> {
  const triggers = database.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").all()
  for (const { name } of triggers) database.exec(`DROP TRIGGER "${String(name)}"`)
  await act()
  for (const { sql } of triggers) database.exec(String(sql))
}

async function resealTable(database: DatabaseSync, how: SealedTable, change: KeyChange): Promise<void> {
  const { table, key, source = table } = how
  const names = key.join(', ')
  const marks = key.map(() => '?').join(', ')
  const first = database.prepare(`SELECT * FROM ${source} ORDER BY ${names} LIMIT ${rowsInATurn}`)
  const next = database.prepare(
    `SELECT * FROM ${source} WHERE (${names}) > (${marks}) ORDER BY ${names} LIMIT ${rowsInATurn}`,
  )
  const valuesOf = (row: Row) => key.map((name) => row[name] ?? null)
  const where = `WHERE (${names}) = (${marks})`
  const remove = database.prepare(`DELETE FROM ${table} ${where}`)
  const updates = new Map<string, StatementSync>()
  const update = (changed: readonly string[]): StatementSync => {
    const set = changed.map((name) => `${name} = ?`).join(', ')
    const prepared = updates.get(set) ?? database.prepare(`UPDATE ${table} SET ${set} ${where}`)
    updates.set(set, prepared)
    return prepared
  }
  for (let rows = first.all(); rows.length > 0;) {
    for (const row of rows) {
      const columns = resealRow(row, how, change)
      const changed = Object.keys(columns ?? {})
      if (columns === undefined) remove.run(...valuesOf(row))
      else if (changed.length > 0) update(changed).run(...Object.values(columns), ...valuesOf(row))
    }
    await nextTurn()
    rows = next.all(...valuesOf(rows.at(-1) ?? {}))
  }
}

/** The changed columns of a row. Undefined if the row must be deleted. */
function resealRow(row: Row, how: SealedTable, { from, to }: KeyChange): Columns | undefined {
  const { sealed } = row
  if (!(sealed instanceof Uint8Array)) return {}
  if (sealed.length === 0) return how.whenPurged ?? {}
  const identity = how.identityOf(row)
  const plain = identity === undefined ? undefined : openColumn(from, identity, sealed)
  if (identity === undefined || plain === undefined) return how.deletesUnopened === true ? undefined : {}
  return { ...how.columnsOf?.(row, plain), sealed: to.seal(identity, plain) }
}

/**
 * The keyed hash of a list, hexadecimal. The hash is part of the draft ids of the list's rows. So if the list is imported again, rows that
 * were already saved are recognised. The list itself is not stored, so the hash must not change when the data key changes. For this reason
 * the hash has a separate key, which is stored sealed.
 */
export function hashBatch(database: DatabaseSync, sealing: Sealing, text: string): string {
  const key = openBatchKey(database, sealing)
  const hash =
    key === undefined ? sealing.keyedHash(text) : createHmac('sha256', Buffer.from(key, 'base64')).update(text).digest()
  return Buffer.from(hash).toString('hex')
}

const openBatchKey = (database: DatabaseSync, sealing: Sealing): string | undefined =>
  openColumn(sealing, batchIdentity, Buffer.from(readFact(database, batchFact) ?? '', 'base64'))

const sealBatchKey = (database: DatabaseSync, { from, to }: KeyChange): string => {
  const key = openBatchKey(database, from) ?? Buffer.from(from.indexKey()).toString('base64')
  return Buffer.from(to.seal(batchIdentity, key)).toString('base64')
}

/** Ledgers that were set aside, with their companion files; remains of an interrupted restore or import; former key files. */
const setAside =
  /^(setdesk\.(?:damaged|before-restore)-\d{8}T\d{6}\.db|\.setdesk-(?:fresh|undone)\.db|\.taking-over-.*|key\.unreadable-.*)/

/**
 * Files of a data folder that are not sealed with the present key: this computer's backups, and ledgers that were set aside.
 * Backups of other computers are not included, and neither are files whose key was lost: the former key does not open them. `own`: the ids
 * of this installation. Paths are relative to the folder.
 */
export function listFormerKeyFiles(dataFolder: string, own: readonly string[], keyId: string): readonly string[] {
  const lostKey = useOnce(openToRead(join(dataFolder, ledgerFileName)), (ledger) => readFact(ledger, lostKeyFact))
  const isFormer = (path: string): boolean => {
    const found = glance(join(dataFolder, path))
    return typeof found === 'string' || (!isFileSealedWith(found.fact, keyId) && found.fact(lostKeyFact) === lostKey)
  }
  const folder = backupFolder(dataFolder)
  const named = new Set(listOwnBackups(folder, own).map(({ name }) => name))
  const backups = listBackups(folder, own)
    .filter(({ name, isOwn }) => isOwn || named.has(name))
    .map(({ name }) => relative(dataFolder, join(folder, name)))
  const aside = new Set(readdirSync(dataFolder).flatMap((name) => setAside.exec(name)?.[1] ?? []))
  const formerAside = [...aside].filter((name) => !name.endsWith('.db') || isFormer(name))
  return [
    ...backups.filter(isFormer),
    ...formerAside.flatMap((name) => ['', ...companionEndings].map((end) => name + end)),
  ]
}

/** Deletes the files that `listFormerKeyFiles` returned. Throws the file system's error if one cannot be deleted. */
export function deleteFormerKeyFiles(dataFolder: string, paths: readonly string[]): void {
  for (const path of paths) rmSync(join(dataFolder, path), { recursive: true, force: true })
  for (const folder of [backupFolder(dataFolder), dataFolder]) if (existsSync(folder)) syncFolder(folder)
}
