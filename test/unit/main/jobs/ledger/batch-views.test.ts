import { expect, test } from 'vitest'
import type { Intent } from '../../../../../src/shared/domain/activation.ts'
import { hostnameOnly, newCustomer, payloadOf } from '../make-job.ts'
import { newCustomerAlone, openLedger } from '../open-ledger.ts'
import { createBatchViews, draftIdOfRow } from '../../../../../src/main/jobs/ledger/views.ts'

/** Jobs that were saved from two lists, whose names begin alike, and one that was not. */
async function openBatches() {
  const open = openLedger()
  const begun = open.clock.now()
  for (const line of [2, 10, 9]) {
    open.save({ id: `a-${line}`, draftId: draftIdOfRow('list', line) })
    await open.clock.pass(1000)
  }
  open.save({ id: 'b-1', draftId: draftIdOfRow('list-2', 1) })
  open.save({ id: 'typed', draftId: 'bulk' })
  return { ...open, begun, views: createBatchViews(open.database) }
}

test('the rows of a list come in order of their line numbers, a page at a time', async () => {
  const { views } = await openBatches()
  expect(views.list('list', 0, 9)).toEqual([
    { line: 2, id: 'a-2' },
    { line: 9, id: 'a-9' },
    { line: 10, id: 'a-10' },
  ])
  expect(views.list('list', 2, 1)).toEqual([{ line: 9, id: 'a-9' }])
  expect(views.list('list', 10, 9)).toEqual([])
})

test('the rows of a list are counted by the state of their jobs', async () => {
  const { views, ledger, load } = await openBatches()
  ledger.standJob(load('a-9').job, { state: 'done' })
  expect(views.count('list')).toEqual({ saved: 2, done: 1 })
  expect(views.count('list-2')).toEqual({ saved: 1 })
  expect(views.count('none')).toEqual({})
})

test('the rows that bind a box to a customer but to no hostname are counted separately', async () => {
  const { views, save } = await openBatches()
  const saveRow = (intent: Intent, line: number) =>
    save({ id: `c-${String(line)}`, draftId: draftIdOfRow('mixed', line), payload: payloadOf(intent) })
  saveRow({ ...newCustomer(), hostname: 'tv.north.example' }, 2)
  saveRow(newCustomer(), 3)
  saveRow(newCustomerAlone(), 4)
  saveRow(hostnameOnly(), 5)
  expect(views.count('mixed')).toEqual({ saved: 4 })
  expect(views.countWithoutHostname('mixed')).toEqual({ saved: 1 })
})

test('the start of a list is the time when its first row was saved', async () => {
  const { views, begun } = await openBatches()
  expect(views.firstSavedAt('list')).toBe(begun)
  expect(views.firstSavedAt('none')).toBeUndefined()
})
