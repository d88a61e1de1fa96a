import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { forgetFleet } from '../../../../src/main/vault/fleet-membership.ts'
import { migrate } from '../../../../src/main/storage/migrations.ts'
import { hubCalls } from '../../../../src/shared/fleet/hub-calls.ts'
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

test('request versions start again at the time of day once the fleet was left', () => {
  const database = new DatabaseSync(':memory:')
  migrate(database)
  const clock = { now: () => 100 }
  const versions = createRequestVersions(database, clock)
  versions.raise(70_000)
  versions.next()
  forgetFleet(database)
  expect(createRequestVersions(database, clock).next()).toBe(100)
})

const job = 'A'.repeat(26)
const tooHigh = 1_000_000_000_000_000

test.each([
  ['claims.take', { jobs: [{ job, result: 'late', version: tooHigh }] }],
  ['claims.take', { jobs: [{ job, result: 'held', fence: 2_147_483_648, until: '2026-11-30T00:00:00Z' }] }],
  ['claims.finish', { late: [{ job, version: tooHigh }] }],
  ['work.put', { moved: [], late: [{ job, version: tooHigh }] }],
  ['work.waiting', { items: [{ job, fence: 1, version: tooHigh, state: 'saved', sealed: 'AAAA' }], hasMore: false }],
] as const)('an answer of %s with a number after which no request is possible is not believed: %j', (name, answer) => {
  expect(hubCalls[name].answer.safeParse(answer).success).toBe(false)
  const lower = JSON.parse(
    JSON.stringify(answer, (_, value: unknown) => (typeof value === 'number' ? value - 1 : value)),
  )
  expect(hubCalls[name].answer.safeParse(lower).success).toBe(true)
})
