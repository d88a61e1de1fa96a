import { copyFileSync, existsSync, readFileSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { openDatabase } from '../../../../src/main/storage/database.ts'
import { ledger } from '../../../../src/main/storage/migrations/0001-ledger.ts'
import { migrate, readVersion, schemaVersion } from '../../../../src/main/storage/migrations.ts'
import { makeFolder } from '../../../fakes/folder.ts'

const jobs = 200

/** An open file of the first release with jobs in it. Everything stays in its log until a checkpoint is requested. */
function openFirstRelease(path: string): DatabaseSync {
  const database = new DatabaseSync(path)
  database.exec(`PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; ${ledger} PRAGMA user_version = 1`)
  const job = database.prepare(`INSERT INTO job
    (id, draft_id, connection_id, kind, state, revision, created_at, updated_at, sealed)
    VALUES (?, ?, 'north', 'new-customer', 'saved', 1, 1, 1, ?)`)
  for (let number = 0; number < jobs; number += 1)
    job.run(`job ${number}`, `draft ${number}`, Buffer.alloc(400, number))
  database.exec(`INSERT INTO step (job_sequence, position, kind, operation, state, sealed)
    SELECT sequence, 0, 'create-customer', 'addCustomer', 'in-flight', x'01' FROM job`)
  database.exec(`INSERT INTO entry (step_id, revision, type, at, lived, operation, fingerprint, sealed)
    SELECT id, 1, 'attempt', 1, 1, operation, x'02', x'03' FROM step`)
  return database
}

const countsIn = (database: DatabaseSync): readonly unknown[] =>
  ['job', 'step', 'entry'].map((table) => database.prepare(`SELECT count(*) AS count FROM ${table}`).get()?.['count'])

test('a file of the first release is migrated with every row', () => {
  const path = join(makeFolder(), 'setdesk.db')
  const old = openFirstRelease(path)
  const before = old.prepare('SELECT * FROM job').all()
  old.close()

  const opened = openDatabase(path)
  if (!opened.ok) throw new Error(opened.problem)
  const after = opened.database.prepare('SELECT * FROM job').all()
  expect(after).toEqual(before.map((row) => ({ ...row, origin: null, purged_at: null, mac: null })))
  expect([readVersion(opened.database), ...countsIn(opened.database)]).toEqual([schemaVersion, jobs, jobs, jobs])
  opened.database.close()
})

test('a migration that is killed at any of 50 points leaves the old schema or the new one, with every row', () => {
  const folder = makeFolder()
  const path = join(folder, 'setdesk.db')
  const old = openFirstRelease(path)
  old.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  migrate(old)
  const log = readFileSync(`${path}-wal`).length
  expect(log).toBeGreaterThan(3 * 4096)
  const found = { old: 0, new: 0 }
  for (let point = 0; point < 50; point += 1) {
    const cut = join(folder, `cut-${point}.db`)
    copyFileSync(path, cut)
    copyFileSync(`${path}-wal`, `${cut}-wal`)
    truncateSync(`${cut}-wal`, Math.round((log * point) / 49))

    const seen = new DatabaseSync(cut)
    const version = readVersion(seen)
    expect(countsIn(seen)).toEqual([jobs, jobs, jobs])
    seen.close()
    found[version < schemaVersion ? 'old' : 'new'] += 1
    const opened = openDatabase(cut)
    if (!opened.ok) throw new Error(opened.problem)
    expect([readVersion(opened.database), ...countsIn(opened.database)]).toEqual([schemaVersion, jobs, jobs, jobs])
    opened.database.close()
  }
  old.close()
  expect(found.old).toBeGreaterThan(5)
  expect(found.new).toBeGreaterThan(0)
  expect(existsSync(path)).toBe(true)
})

test('a migrated entry may lose its sealed part and fingerprint, and nothing else', () => {
  const path = join(makeFolder(), 'setdesk.db')
  openFirstRelease(path).close()
  const opened = openDatabase(path)
  if (!opened.ok) throw new Error(opened.problem)
  const { database } = opened
  database.exec('UPDATE entry SET sealed = NULL, fingerprint = NULL WHERE sequence = 1')
  for (const change of ["result = 'accepted'", "fingerprint = x'05', sealed = NULL", "sealed = x'06'", 'at = 7'])
    expect(() => database.exec(`UPDATE entry SET ${change} WHERE sequence = 2`)).toThrow('never changed')
  expect(() => database.exec('DELETE FROM entry WHERE sequence = 2')).toThrow('never deleted')
  database.close()
})
