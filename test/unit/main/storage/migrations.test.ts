import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { migrate, readVersion, schemaVersion } from '../../../../src/main/storage/migrations.ts'

const tablesOf = (database: DatabaseSync): readonly unknown[] =>
  database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name")
    .all()
    .map(({ name }) => name)

test('a new file gets every table and the number of its schema', () => {
  const database = new DatabaseSync(':memory:')
  migrate(database)
  expect(readVersion(database)).toBe(schemaVersion)
  expect(tablesOf(database)).toEqual([
    'box_sighting',
    'draft',
    'entry',
    'fact',
    'hand_over',
    'job',
    'kept_answer',
    'knowledge',
    'list',
    'list_part',
    'pile',
    'step',
    'task',
    'token',
  ])
})

test('a file that is up to date is left as it is', () => {
  const database = new DatabaseSync(':memory:')
  migrate(database)
  const before = database.prepare('PRAGMA schema_version').get()
  migrate(database)
  expect(database.prepare('PRAGMA schema_version').get()).toEqual(before)
})

test('a migration that fails leaves the schema before it', () => {
  const database = new DatabaseSync(':memory:')
  database.exec('CREATE TABLE token (x TEXT)')
  expect(() => migrate(database)).toThrow('token')
  expect([readVersion(database), tablesOf(database), database.isTransaction]).toEqual([0, ['token'], false])
})
