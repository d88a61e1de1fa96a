import { expect, test } from 'vitest'
import { putJob } from '../../../../../src/main/jobs/ledger/maintenance-rows.ts'
import { inTransaction } from '../../../../../src/main/storage/database.ts'
import { openLedger } from '../open-ledger.ts'

/** A job that was transferred away, as another computer sends it back. */
const returned = {
  id: 'one',
  draft_id: 'taken over one',
  connection_id: 'north',
  kind: 'new-customer',
  state: 'waiting',
  why: null,
  revision: 2,
  customer_key: null,
  box_key: null,
  created_at: 1,
  updated_at: 2,
  sealed: new Uint8Array([1]),
}

test.each([
  ['was purged here stays the job of its draft', "sealed = x'', purged_at = 1", 'draft of one'],
  [
    'was erased with its connection is no longer marked as erased',
    "sealed = x'', purged_at = 1, draft_id = 'erased one'",
    'taken over one',
  ],
])('a returned job that %s', (_, change, draftId) => {
  const { database, save } = openLedger()
  const { job } = save({ id: 'one', draftId: 'draft of one' })
  inTransaction(database, () => database.exec(`UPDATE job SET ${change} WHERE id = 'one'`))
  expect(inTransaction(database, () => putJob(database, returned))).toBe(job.sequence)
  expect(database.prepare('SELECT draft_id, purged_at, revision FROM job').all()).toEqual([
    { draft_id: draftId, purged_at: null, revision: 2 },
  ])
})
