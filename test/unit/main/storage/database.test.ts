import { appendFileSync, existsSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { hasRoom, inTransaction, openDatabase } from '../../../../src/main/storage/database.ts'
import { isDiskFull } from '../../../../src/main/storage/files.ts'
import { schemaVersion } from '../../../../src/main/storage/migrations.ts'
import { makeFolder } from '../../../fakes/folder.ts'
import { readSchemas, takeFormerSchema } from '../../../fakes/former-schemas.ts'
import { leaveHalfChanged } from '../../../fakes/half-changed.ts'

const newPath = (): string => join(makeFolder(), 'setdesk.db')

function open(path: string): DatabaseSync {
  const opened = openDatabase(path)
  if (!opened.ok) throw new Error(opened.problem)
  return opened.database
}

/** A closed file of this app with some rows. */
function makeFile(): string {
  const path = newPath()
  const database = open(path)
  for (let index = 0; index < 200; index += 1)
    database.prepare('INSERT INTO fact (name, value) VALUES (?, ?)').run(`fact ${index}`, 'x'.repeat(300))
  database.close()
  return path
}

/** The problem that opening reports, after a check that the file stayed byte-identical. */
function problemLeavingUntouched(path: string): string {
  const before = readFileSync(path)
  const opened = openDatabase(path)
  if (opened.ok) opened.database.close()
  expect(readFileSync(path).equals(before)).toBe(true)
  return opened.ok ? 'none' : opened.problem
}

describe('an opened database', () => {
  test('has every pragma that durability depends on', () => {
    const database = open(newPath())
    const pragma = (name: string): unknown => Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0]
    expect({
      journal: pragma('journal_mode'),
      synchronous: pragma('synchronous'),
      secureDelete: pragma('secure_delete'),
      foreignKeys: pragma('foreign_keys'),
      busyTimeout: pragma('busy_timeout'),
    }).toEqual({ journal: 'wal', synchronous: 2, secureDelete: 1, foreignKeys: 1, busyTimeout: 5000 })
    database.close()
  })

  test('keeps its rows', () => {
    const database = open(makeFile())
    expect(database.prepare('SELECT count(*) AS count FROM fact').get()).toEqual({ count: 200 })
    database.close()
  })

  test('can be created from an empty file', () => {
    const path = newPath()
    writeFileSync(path, '')
    open(path).close()
    expect(readFileSync(path).readUInt32BE(60)).toBe(schemaVersion)
  })

  test('shows what another database connection of this app wrote', () => {
    const path = makeFile()
    const one = open(path)
    const other = open(path)
    one.exec("INSERT INTO fact VALUES ('a', 'b')")
    expect(other.prepare("SELECT value FROM fact WHERE name = 'a'").get()).toEqual({ value: 'b' })
    one.close()
    other.close()
  })
})

describe('opening the database fails and leaves the file unchanged', () => {
  test('if the file is of another kind', () => {
    const path = newPath()
    writeFileSync(path, 'this is a letter, not a ledger. '.repeat(50))
    expect(problemLeavingUntouched(path)).toBe('damaged')
  })

  test('if the file is too short', () => {
    const path = newPath()
    writeFileSync(path, 'SQLite format 3\0')
    expect(problemLeavingUntouched(path)).toBe('damaged')
  })

  test('if the file was cut', () => {
    const path = makeFile()
    truncateSync(path, Math.floor(readFileSync(path).length / 2))
    expect(problemLeavingUntouched(path)).toBe('damaged')
  })

  test('if the file is damaged in the middle', () => {
    const path = makeFile()
    const bytes = readFileSync(path)
    bytes.fill(0xa5, 4096, 4096 * 4)
    writeFileSync(path, bytes)
    expect(problemLeavingUntouched(path)).toBe('damaged')
  })

  test('if one byte of a job has changed, so that no list would show the job', () => {
    const path = newPath()
    const database = open(path)
    database.exec(`INSERT INTO job (id, draft_id, connection_id, kind, state, revision, created_at, updated_at, sealed)
      VALUES ('job', 'draft', 'the-connection-of-the-job', 'renewal', 'saved', 1, 1, 1, x'00')`)
    database.close()
    const bytes = readFileSync(path)
    // Changes the row itself, not its index entries, which come later in the file.
    bytes[bytes.indexOf('the-connection-of-the-job')] = 0x54
    writeFileSync(path, bytes)
    expect(problemLeavingUntouched(path)).toBe('damaged')
  })

  test("if one letter of a table's SQL has changed", () => {
    const path = makeFile()
    const bytes = readFileSync(path)
    bytes[bytes.indexOf('waits_until')] = 0x71
    writeFileSync(path, bytes)
    expect(problemLeavingUntouched(path)).toBe('damaged')
  })

  test('if the file has an impossible header', () => {
    const path = makeFile()
    const bytes = readFileSync(path)
    bytes.fill(0xff, 16, 60)
    writeFileSync(path, bytes)
    expect(problemLeavingUntouched(path)).toBe('damaged')
  })

  test('if the file is of a newer Setdesk', () => {
    const path = makeFile()
    const newer = new DatabaseSync(path)
    newer.exec(`PRAGMA user_version = ${schemaVersion + 1}; PRAGMA wal_checkpoint(TRUNCATE)`)
    newer.close()
    expect(problemLeavingUntouched(path)).toBe('newer')
    expect(existsSync(`${path}-wal`)).toBe(false)
  })

  test('if the file is of a newer Setdesk and its schema number is only in the write-ahead log', () => {
    const path = makeFile()
    const newer = new DatabaseSync(path)
    newer.exec(`PRAGMA user_version = ${schemaVersion + 1}`)
    const copy = newPath()
    for (const end of ['', '-wal']) writeFileSync(copy + end, readFileSync(path + end))
    newer.close()
    const log = readFileSync(`${copy}-wal`)
    expect(log.length).toBeGreaterThan(0)
    expect(problemLeavingUntouched(copy)).toBe('newer')
    expect(readFileSync(`${copy}-wal`).equals(log)).toBe(true)
  })

  test("if the file is another program's database", () => {
    const path = newPath()
    const other = new DatabaseSync(path)
    other.exec("CREATE TABLE job (note TEXT); INSERT INTO job VALUES ('buy milk')")
    other.close()
    expect(problemLeavingUntouched(path)).toBe('damaged')
  })

  test.each([schemaVersion, 7])('if a file of the schema %i has a trigger that is not of Setdesk', async (version) => {
    for (const name of ['more', 'sqlite7']) {
      const path = newPath()
      const file = new DatabaseSync(path)
      takeFormerSchema(file, (await readSchemas()).slice(0, version))
      file.exec(`CREATE TRIGGER ${name} AFTER UPDATE ON job BEGIN DELETE FROM fact; END`)
      file.close()
      expect(problemLeavingUntouched(path)).toBe('damaged')
    }
  })

  test.each(['3.51.2', '3.50.9', '2.99.99', '3.51', '0', ''])('if SQLite has the unreliable version %j', (version) => {
    const path = makeFile()
    const before = readFileSync(path)
    expect(openDatabase(path, { sqliteVersion: version })).toEqual({ ok: false, problem: 'unsafe' })
    expect(readFileSync(path).equals(before)).toBe(true)
  })
})

const readAll = (database: DatabaseSync): unknown[] => database.prepare('SELECT name, value FROM fact').all()
const filesOf = (path: string): string[] => readdirSync(join(path, '..')).toSorted()

describe('after a kill in the middle of a change', () => {
  const change = "UPDATE fact SET value = hex(zeroblob(150)); INSERT INTO fact VALUES ('half', hex(zeroblob(300000)))"

  test('the file opens as it was before the change, and nothing else stays in the folder', () => {
    const path = makeFile()
    const before = open(path)
    const rows = readAll(before)
    before.close()
    leaveHalfChanged(path, change)
    expect(() => new DatabaseSync(path, { readOnly: true }).exec('PRAGMA user_version')).toThrow('readonly')

    const database = open(path)

    expect(readAll(database)).toEqual(rows)
    database.close()
    expect(filesOf(path)).toEqual(['setdesk.db'])
  })

  test('a new file opens, although its first change was interrupted', () => {
    const path = newPath()
    writeFileSync(path, '')
    leaveHalfChanged(path, 'CREATE TABLE wide (text TEXT); INSERT INTO wide VALUES (hex(zeroblob(300000)))')
    expect(readFileSync(path).length).toBeGreaterThan(0)
    open(path).close()
    expect(filesOf(path)).toEqual(['setdesk.db'])
  })

  test.each([
    ['damaged', (database: DatabaseSync) => database.exec('DROP TABLE job')],
    ['newer', (database: DatabaseSync) => database.exec(`PRAGMA user_version = ${schemaVersion + 1}`)],
  ])('a %s file and its journal stay unchanged', (problem, harm) => {
    const path = makeFile()
    const harmed = new DatabaseSync(path)
    harmed.exec('PRAGMA foreign_keys = OFF')
    harm(harmed)
    harmed.close()
    // The interrupted change hides the harm until it is undone.
    leaveHalfChanged(path, `PRAGMA user_version = ${schemaVersion}; ${change}`)
    const journal = readFileSync(`${path}-journal`)

    expect(problemLeavingUntouched(path)).toBe(problem)

    expect(readFileSync(`${path}-journal`).equals(journal)).toBe(true)
    expect(filesOf(path)).toEqual(['setdesk.db', 'setdesk.db-journal'])
  })

  test('a file of another kind and its journal stay unchanged', () => {
    const path = newPath()
    for (const end of ['', '-journal']) writeFileSync(path + end, 'this is a letter, not a ledger. '.repeat(50))
    expect(problemLeavingUntouched(path)).toBe('damaged')
    expect(readFileSync(`${path}-journal`).equals(readFileSync(path))).toBe(true)
  })

  test.each([
    ['text', 'garbage '.repeat(100)],
    ['one letter', 'x'],
    ['zeros', '\0'.repeat(600)],
    ['nothing', ''],
  ])('a journal that SQLite does not recognise, because it holds %s, loses no row', (_, garbage) => {
    for (const mode of ['DELETE', 'WAL']) {
      const path = makeFile()
      const database = new DatabaseSync(path)
      database.exec(`PRAGMA journal_mode = ${mode}; INSERT INTO fact VALUES ('last', 'row')`)
      const copy = newPath()
      for (const end of mode === 'WAL' ? ['', '-wal'] : ['']) writeFileSync(copy + end, readFileSync(path + end))
      database.close()
      writeFileSync(`${copy}-journal`, garbage)

      const opened = open(copy)

      expect(readAll(opened)).toHaveLength(201)
      opened.close()
    }
  })
})

test.each(['3.51.3', '3.52.0', '4.0.0'])('a file can be opened under SQLite %s', (version) => {
  const opened = openDatabase(newPath(), { sqliteVersion: version })
  expect(opened.ok).toBe(true)
  if (opened.ok) opened.database.close()
})

test('all committed rows are kept if there is garbage at the end of the write-ahead log', () => {
  const path = newPath()
  const database = open(path)
  database.exec("INSERT INTO fact VALUES ('a', 'b')")
  const copy = newPath()
  for (const end of ['', '-wal']) writeFileSync(copy + end, readFileSync(path + end))
  database.close()
  appendFileSync(`${copy}-wal`, Buffer.alloc(5000, 0x5a))
  const again = open(copy)
  expect(again.prepare("SELECT value FROM fact WHERE name = 'a'").get()).toEqual({ value: 'b' })
  again.close()
})

describe('a transaction', () => {
  test('leaves no change if it fails', () => {
    const database = open(newPath())
    expect(() =>
      inTransaction(database, () => {
        database.exec("INSERT INTO fact VALUES ('a', 'b')")
        throw new Error('no')
      }),
    ).toThrow('no')
    expect(database.prepare('SELECT count(*) AS count FROM fact').get()).toEqual({ count: 0 })
    expect(database.isTransaction).toBe(false)
    database.close()
  })

  test('reports a full disk, leaves no change, and succeeds once there is room', () => {
    const database = open(newPath())
    const fill = (): void =>
      inTransaction(database, () => database.exec("INSERT INTO fact VALUES ('a', hex(zeroblob(200000)))"))
    const pages = Number(database.prepare('PRAGMA page_count').get()?.['page_count'])
    database.exec(`PRAGMA max_page_count = ${pages}`)
    expect(hasRoom(database)).toBe(false)
    let thrown: unknown
    try {
      fill()
    } catch (error) {
      thrown = error
    }
    expect(isDiskFull(thrown)).toBe(true)
    expect(database.prepare('SELECT count(*) AS count FROM fact').get()).toEqual({ count: 0 })
    database.exec('PRAGMA max_page_count = 100000')
    expect(hasRoom(database)).toBe(true)
    fill()
    expect(database.prepare('SELECT name FROM fact').all()).toHaveLength(1)
    database.close()
  })

  test.each(['ENOSPC', 'EDQUOT'])('that fails with %s reports a full disk', (code) => {
    expect(isDiskFull(Object.assign(new Error('no room'), { code }))).toBe(true)
  })

  test.each([[new Error('full')], ['full'], [Object.assign(new Error('locked'), { errcode: 5 })]])(
    'that fails with %s does not report a full disk',
    (error) => {
      expect(isDiskFull(error)).toBe(false)
    },
  )
})
