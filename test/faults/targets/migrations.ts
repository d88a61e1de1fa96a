import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createDraw } from '../../../src/sandbox/faults/fault.ts'
import { openWatched } from '../../../src/main/jobs/ledger/check-ledger.ts'
import { migrate, readVersion, schemaVersion } from '../../../src/main/storage/migrations.ts'
import { readSchemas, takeFormerSchema } from '../../fakes/former-schemas.ts'
import { ledgerFile } from '../inside/open-box.ts'
import { judge, type Target } from './target.ts'

const jobs = 150
const newerFiles = 8

/**
 * Migrates a file of every released schema and kills it meanwhile: the log ends at any place, or is partly written back. Each
 * file must open with every row. A file of a newer Setdesk must stay unchanged, byte for byte.
 */
export const migrations: Target = async (options) => {
  const { seed, folder, size = 50 } = options
  const draw = createDraw(seed)
  const released = await readSchemas()
  const wrong: string[] = []
  const figures = { kills: 0, old: 0, new: 0 }
  if (released.length !== schemaVersion) wrong.push(`${released.length} scripts for ${schemaVersion} schemas`)
  for (let version = 1; version < schemaVersion; version += 1) {
    const migration = runMigration(released.slice(0, version), join(folder, `from-${version}`))
    for (let point = 0; point < size; point += 1) {
      const killed = join(folder, 'killed')
      const found = migration.killAt(point / Math.max(1, size - 1), draw, killed)
      figures.kills += 1
      if (found.version < schemaVersion) figures.old += 1
      else figures.new += 1
      const fault = found.version < version ? `it has the schema ${found.version}` : openWell(killed, migration.rows)
      if (fault !== undefined) wrong.push(`from ${version}, point ${point} (${found.what}): ${fault}`)
    }
  }
  for (let number = 0; number < newerFiles; number += 1) {
    const fault = leaveNewer(join(folder, `newer-${number}`), number % 2 === 0 ? 'file' : 'log', 1 + number)
    if (fault !== undefined) wrong.push(`a file of a newer schema ${number}: ${fault}`)
  }
  return judge('migrations', options, {
    figure: `${schemaVersion - 1} older schemas, ${figures.kills} kills (${figures.old} before the last commit, ${figures.new} after it), ${newerFiles} newer files, ${wrong.length} wrong`,
    bound: `${size} kills for each released schema, every row there; a newer file byte-identical`,
    wrong,
  })
}

/** The rows that every release has, with the columns of the first. */
const readRows = (database: DatabaseSync): string =>
  [
    'SELECT sequence, id, draft_id, connection_id, kind, state, revision, hex(sealed) FROM job ORDER BY 1',
    'SELECT id, job_sequence, position, kind, operation, state, hex(sealed) FROM step ORDER BY 1',
    'SELECT sequence, step_id, revision, type, at, operation, hex(fingerprint), hex(sealed) FROM entry ORDER BY 1',
  ]
    .map((query) => JSON.stringify(database.prepare(query).all()))
    .join('\n')

/** Returns an old file with work in it, the migrated file, and the log between them. */
function runMigration(released: readonly string[], folder: string) {
  mkdirSync(folder)
  const path = join(folder, 'live.db')
  const live = new DatabaseSync(path)
  live.exec('PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0')
  takeFormerSchema(live, released)
  fill(live)
  const rows = readRows(live)
  live.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  const old = join(folder, 'old.db')
  const log = join(folder, 'log')
  copyFileSync(path, old)
  migrate(live)
  copyFileSync(`${path}-wal`, log)
  live.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  live.close()
  const [before, after] = [readFileSync(old), readFileSync(path)]

  return {
    rows,
    /** `share`: how far the migration got, from 0 to 1; the last fifth is writing the log back. */
    killAt(share: number, draw: () => number, killed: string) {
      rmSync(killed, { recursive: true, force: true })
      mkdirSync(killed)
      const left = ledgerFile(killed)
      copyFileSync(old, left)
      copyFileSync(log, `${left}-wal`)
      const written = Math.max(0, (share - 0.8) / 0.2)
      if (written > 0) writeBack(left, before, after, written, draw)
      else truncateSync(`${left}-wal`, Math.round((readFileSync(log).length * share) / 0.8))
      const seen = new DatabaseSync(left, { readOnly: true })
      const version = readVersion(seen)
      seen.close()
      return { version, what: written > 0 ? 'written back in part' : 'the log cut' }
    },
  }
}

function fill(database: DatabaseSync): void {
  const job = database.prepare(`INSERT INTO job
    (id, draft_id, connection_id, kind, state, revision, created_at, updated_at, sealed)
    VALUES (?, ?, 'north', 'new-customer', 'saved', 1, 1, 1, ?)`)
  for (let number = 0; number < jobs; number += 1)
    job.run(`job ${number}`, `draft ${number}`, Buffer.alloc(400, number))
  database.exec(`INSERT INTO step (job_sequence, position, kind, operation, state, sealed)
    SELECT sequence, 0, 'create-customer', 'addCustomer', 'in-flight', x'01' FROM job`)
  database.exec(`INSERT INTO entry (step_id, revision, type, at, lived, operation, fingerprint, sealed)
    SELECT id, 1, 'attempt', 1, 1, operation, x'02', x'03' FROM step`)
}

/** Writes some pages of a checkpoint, in any order; the log is whole. */
function writeBack(path: string, before: Buffer, after: Buffer, share: number, draw: () => number): void {
  const file = openSync(path, 'r+')
  for (let at = 0; at < after.length; at += 4096) {
    const page = after.subarray(at, at + 4096)
    const isChanged = !page.equals(before.subarray(at, at + 4096))
    if (isChanged && draw() < share) writeSync(file, page, 0, page.length, at)
  }
  closeSync(file)
}

function openWell(folder: string, rows: string): string | undefined {
  try {
    const opened = openWatched(ledgerFile(folder))
    if (!opened.ok) return `it is ${opened.problem}`
    const { database } = opened
    const found = { version: readVersion(database), rows: readRows(database) }
    database.close()
    if (found.version !== schemaVersion) return `it stays at the schema ${found.version}`
    return found.rows === rows ? undefined : 'rows are missing or changed'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** The newer version number is in the file's header, or only in the log. */
function leaveNewer(folder: string, where: 'file' | 'log', ahead: number): string | undefined {
  mkdirSync(folder)
  const made = join(folder, 'made.db')
  const path = ledgerFile(folder)
  const database = new DatabaseSync(made)
  database.exec('PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0')
  migrate(database)
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  database.exec(`CREATE TABLE to_come (x TEXT); PRAGMA user_version = ${schemaVersion + ahead}`)
  if (where === 'file') database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  for (const end of ['', '-wal']) copyFileSync(made + end, path + end)
  database.close()
  const read = (): readonly string[] =>
    ['', '-wal'].map((end) => (existsSync(path + end) ? readFileSync(path + end).toString('base64') : 'gone'))
  const before = read()
  const opened = openWatched(path)
  if (opened.ok) return 'it was opened'
  if (opened.problem !== 'newer') return `it is called ${opened.problem}`
  const after = read()
  // An empty log contains nothing, so it may be deleted.
  if (before[1] === '' && after[1] === 'gone') return after[0] === before[0] ? undefined : 'it was changed'
  return after.every((part, index) => part === before[index]) ? undefined : 'it was changed'
}
