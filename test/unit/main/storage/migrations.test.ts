import { randomBytes } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { readSchemas, takeFormerSchema } from '../../../fakes/former-schemas.ts'
import { migrate, readVersion, schemaVersion } from '../../../../src/main/storage/migrations.ts'

const tablesOf = (database: DatabaseSync): readonly unknown[] =>
  database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name")
    .all()
    .map(({ name }) => name)

test('a new file gets every table and the schema number', () => {
  const database = new DatabaseSync(':memory:')
  migrate(database)
  expect(readVersion(database)).toBe(schemaVersion)
  expect(tablesOf(database)).toEqual([
    'box_sighting',
    'draft',
    'entry',
    'fact',
    'fleet',
    'fleet_audit',
    'fleet_counted',
    'fleet_job',
    'fleet_total',
    'hand_over',
    'job',
    'kept_answer',
    'knowledge',
    'list',
    'list_part',
    'pile',
    'sign_in_event',
    'step',
    'task',
    'technicians',
    'token',
  ])
})

test('an up-to-date file stays unchanged', () => {
  const database = new DatabaseSync(':memory:')
  migrate(database)
  const before = database.prepare('PRAGMA schema_version').get()
  migrate(database)
  expect(database.prepare('PRAGMA schema_version').get()).toEqual(before)
})

test('a failed migration leaves the old schema', () => {
  const database = new DatabaseSync(':memory:')
  database.exec('CREATE TABLE token (x TEXT)')
  expect(() => migrate(database)).toThrow('token')
  expect([readVersion(database), tablesOf(database), database.isTransaction]).toEqual([0, ['token'], false])
})

test('the migration of an older schema cuts the keys of jobs, tasks and boxes to their first half', async () => {
  const database = new DatabaseSync(':memory:')
  takeFormerSchema(database, (await readSchemas()).slice(0, 7))
  const key = randomBytes(32)
  database
    .prepare(`INSERT INTO job (id, draft_id, connection_id, kind, state, revision, customer_key, box_key, created_at, updated_at, sealed)
      VALUES ('a job', 'a draft', 'north', 'hostname', 'saved', 1, NULL, ?, 0, 0, x'00')`)
    .run(key)
  database
    .prepare(
      `INSERT INTO task (draft_id, connection_id, customer_key, created_at, sealed) VALUES ('a draft', 'north', ?, 0, x'00')`,
    )
    .run(key)
  database.exec(
    "INSERT INTO kept_answer (id, connection_id, question, kind, at, sealed) VALUES (1, 'north', x'01', 'hostname', 0, x'00')",
  )
  database.prepare('INSERT INTO box_sighting (box_key, kept_id) VALUES (?, 1)').run(key)

  migrate(database)
  const half = { key: new Uint8Array(key.subarray(0, 16)) }
  expect(database.prepare('SELECT box_key AS key FROM job WHERE customer_key IS NULL').get()).toEqual(half)
  expect(database.prepare('SELECT customer_key AS key FROM task').get()).toEqual(half)
  expect(database.prepare('SELECT box_key AS key FROM box_sighting').get()).toEqual(half)
})
