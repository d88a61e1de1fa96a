import { expect, test } from 'vitest'
import { createClaimRows } from '../../../../src/main/fleet/claim-rows.ts'
import { openLedger } from '../jobs/open-ledger.ts'

test('a claim is renewed after three minutes, and at once if the clock was set back', () => {
  const { database, sealing, clock, save } = openLedger()
  const rows = createClaimRows(database, sealing)
  const { sequence } = save().job
  const now = clock.now()
  rows.put(sequence, { claim: 'held', fence: 1, askedAt: now, until: now + 600_000 })
  const dueAt = (time: number) => rows.due(time, 0, 10)
  expect(dueAt(now + 60_000)).toEqual([])
  expect(dueAt(now + 180_000)).toEqual([sequence])
  expect(dueAt(now - 3 * 86_400_000)).toEqual([sequence])
})

test('a settled job that does not open need not be checked, and an unfinished one stays to be checked', () => {
  const { database, sealing, clock, save } = openLedger()
  const rows = createClaimRows(database, sealing)
  const { sequence } = save().job
  rows.note(sequence)
  rows.settleUnopened(sequence)
  expect(rows.due(clock.now(), 0, 10)).toEqual([sequence])
  database.exec("UPDATE job SET state = 'done'")
  rows.settleUnopened(sequence)
  expect(rows.due(clock.now(), 0, 10)).toEqual([])
  expect(rows.count([]).unchecked).toBe(0)
})
