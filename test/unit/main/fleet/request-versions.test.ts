import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { createRequestVersions } from '../../../../src/main/fleet/hub-client.ts'

const openFacts = () => {
  const database = new DatabaseSync(':memory:')
  database.exec('CREATE TABLE fact (name TEXT PRIMARY KEY, value TEXT) STRICT')
  return database
}

test('request versions grow with each request, whatever the clock does', () => {
  let now = 5000
  const versions = createRequestVersions(openFacts(), { now: () => now })
  expect([versions.next(), versions.next()]).toEqual([5000, 5001])
  now = 10
  expect(versions.next()).toBe(5002)
  now = 9000
  expect(versions.next()).toBe(9000)
})

test('request versions stay above those from before a crash, even if the clock was set back', () => {
  const database = openFacts()
  let now = 1_000_000
  const before = createRequestVersions(database, { now: () => now })
  before.next()
  const writes = database.prepare('SELECT total_changes() AS count').get()?.['count']
  for (let index = 0; index < 1000; index += 1) before.next()
  expect(database.prepare('SELECT total_changes() AS count').get()?.['count']).toBe(writes)
  const last = before.next()
  now = 7
  expect(createRequestVersions(database, { now: () => now }).next()).toBeGreaterThan(last)
})

test('request versions continue above the version that the hub knows', () => {
  const versions = createRequestVersions(openFacts(), { now: () => 100 })
  versions.raise(70_000)
  expect(versions.next()).toBe(70_001)
  versions.raise(3)
  expect(versions.next()).toBe(70_002)
})
