import { randomBytes } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { createActivityLog, type ActivityLog } from '../../../../src/main/jobs/ledger/activity-log.ts'
import { migrate } from '../../../../src/main/storage/migrations.ts'
import { createSealing } from '../../../../src/main/vault/sealing.ts'
import type { ActivityCursor, ActivityFilter, ActivityRow } from '../../../../src/shared/domain/activity/activity.ts'

const north = { id: 'north' }
/** These tests read a lot, so they get a long timeout. They do not assert how long the reading takes. */
const patience = 120_000

/** Every page to the end. */
function readAll(log: ActivityLog, filter: ActivityFilter = {}, limit = 200) {
  const pages: (readonly ActivityRow[])[] = []
  for (let after: ActivityCursor | undefined; ;) {
    const { rows, next } = log.page(filter, after, limit)
    pages.push(rows)
    if (next === undefined) return pages
    after = next
  }
}

/** Jobs that were purged, with one try each, in a file of its own. */
function openFull(jobs: number) {
  const database = new DatabaseSync(':memory:')
  migrate(database)
  database.exec(`
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${jobs})
      INSERT INTO job (id, draft_id, connection_id, kind, state, revision, created_at, updated_at, sealed, purged_at)
      SELECT 'job-' || i, 'draft-' || i, iif(i % 10 = 0, 'south', 'north'), 'hostname', 'done', 1, i * 1000, i * 1000, x'', 1 FROM n;
    INSERT INTO step (job_sequence, position, kind, operation, state, sealed)
      SELECT sequence, 0, 'bind-hostname', 'AddMacAddressToHostname', 'done', x'' FROM job ORDER BY sequence;
    INSERT INTO entry (step_id, revision, type, at, lived, operation) SELECT id, 1, 'attempt', id * 1000 + 100, 0, operation FROM step ORDER BY id;
    INSERT INTO entry (step_id, revision, type, at, lived, operation, result)
      SELECT id, 1, 'verdict', id * 1000 + 200, 0, operation, iif(id % 1000 = 1, 'refused', 'accepted') FROM step ORDER BY id;`)
  return createActivityLog({ database, sealing: createSealing(randomBytes(32)), notes: [] }, north)
}

test(
  'the pages of a hundred thousand activities show each activity once and in order',
  () => {
    const pages = readAll(openFull(56_000))
    const rows = pages.flat()

    expect(rows).toHaveLength(100_800)
    expect(new Set(rows.map(({ key }) => key)).size).toBe(100_800)
    expect(Math.max(...pages.map((page) => page.length))).toBe(200)
    expect(rows.every(({ at }, index) => at <= (rows[index - 1]?.at ?? Infinity))).toBe(true)
  },
  patience,
)

test(
  'an old and rare activity is found by several calls that each search a part of the ledger',
  () => {
    const log = openFull(20_000)
    const pages = readAll(log, { outcome: 'refused', to: 10_000_000 }, 20)

    expect(pages.flat().map(({ job }) => job?.id)).toEqual(
      [9001, 8001, 7001, 6001, 5001, 4001, 3001, 2001, 1001, 1].map((number) => `job-${String(number)}`),
    )
    const first = log.page({ text: 'nothing of this name' }, undefined, 200)
    expect(first.rows).toEqual([])
    expect(first.next).toBeDefined()
    expect(readAll(log, { text: 'nothing of this name' }).flat()).toEqual([])
  },
  patience,
)
