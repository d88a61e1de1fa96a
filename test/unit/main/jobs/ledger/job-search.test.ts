import { expect, onTestFinished, test, vi } from 'vitest'
import { createJobSearch, type SoughtJobs } from '../../../../../src/main/jobs/ledger/job-search.ts'
import { createJobViews } from '../../../../../src/main/jobs/ledger/views.ts'
import { purgeJob } from '../../../../../src/main/jobs/ledger/maintenance-rows.ts'
import { inTransaction } from '../../../../../src/main/storage/database.ts'
import { planSteps } from '../../../../../src/main/jobs/plans.ts'
import { makeConnection, newCustomer, payloadOf } from '../make-job.ts'
import { openLedger } from '../open-ledger.ts'

/** A ledger with its search. `saved`: the last name of a job by its number. */
function openSearch() {
  const open = openLedger()
  const read = createJobViews(open.database, open.sealing, open.clock)
  const views = { ...read, page: vi.fn(read.page) }
  let completed = 0
  const search = createJobSearch({ database: open.database, views, onComplete: () => (completed += 1) })
  const save = (id: string, lastname: string, more: { technician?: string; connectionId?: string } = {}) => {
    const customer = { ...newCustomer().customer, firstname: 'Ann', lastname }
    const { technician = 'Sam', connectionId = 'north' } = more
    return open.save({ id, connectionId, payload: payloadOf(newCustomer({ customer }), { technician }) })
  }
  const find = async (wanted: Partial<SoughtJobs>) => {
    const found = await search.find({ connectionId: 'north', limit: 9, text: '', technician: '', ...wanted })
    return { ids: found.jobs.map(({ id }) => id), isPartial: found.isPartial }
  }
  return { ...open, views, search, save, find, completed: () => completed }
}

test('the search finds jobs of one connection by part of a word, newest first', async () => {
  const { save, find } = openSearch()
  save('a', 'Stone')
  save('b', 'Okonkwo')
  save('c', 'Stoneham')
  save('d', 'Stone', { connectionId: 'south' })
  expect(await find({ text: 'ston' })).toEqual({ ids: ['c', 'a'], isPartial: false })
  expect(await find({ text: 'ann OKON' })).toEqual({ ids: ['b'], isPartial: false })
  expect(await find({ text: 'stone', limit: 1 })).toEqual({ ids: ['c'], isPartial: false })
  expect(await find({ text: 'nobody' })).toEqual({ ids: [], isPartial: false })
})

test("the search finds jobs by part of the technician's name, but only in the filter for technicians", async () => {
  const { save, find } = openSearch()
  save('a', 'Stone', { technician: 'Åsa' })
  save('b', 'Stone')
  expect((await find({ technician: 'asa' })).ids).toEqual(['a'])
  expect((await find({ text: 'asa' })).ids).toEqual([])
})

test('the search finds jobs that were saved or changed since the last search', async () => {
  const { save, find, search, ledger, load } = openSearch()
  save('a', 'Stone')
  save('b', 'Moss')
  expect((await find({ text: 'stone' })).ids).toEqual(['a'])
  save('c', 'Stone')
  expect((await find({ text: 'stone' })).ids).toEqual(['c', 'a'])
  const { job } = load('b')
  const intent = newCustomer({ customer: { ...newCustomer().customer, lastname: 'Stone' } })
  const payload = { ...job.payload, intent }
  ledger.revise(job, payload, planSteps(payload, makeConnection()), { customerKey: undefined, boxKey: undefined })
  search.noteChanged('b')
  expect((await find({ text: 'stone' })).ids).toEqual(['c', 'b', 'a'])
  expect((await find({ text: 'moss' })).ids).toEqual([])
})

test('the search filters by state, and a page continues after the last row of the page before', async () => {
  const { save, find, ledger, load } = openSearch()
  for (const id of ['a', 'b', 'c', 'd']) save(id, 'Stone')
  ledger.standJob(load('b').job, { state: 'refused' })
  expect((await find({ text: 'stone', states: ['refused'] })).ids).toEqual(['b'])
  const before = load('c').job.sequence
  expect((await find({ text: 'stone', before })).ids).toEqual(['b', 'a'])
})

test('the search reads the newest jobs first, and calls its result partial until all are read', async () => {
  const { save, find, completed, ledger } = openSearch()
  save('old', 'Oldest')
  const saveMany = (name: string) =>
    ledger.atOnce(() => {
      for (let number = 0; number < 2100; number += 1) save(`${name}-${number}`, `${name}${number}`)
    })
  saveMany('number')
  expect(await find({ text: 'oldest' })).toEqual({ ids: [], isPartial: true })
  expect((await find({ text: 'number2099' })).ids).toEqual(['number-2099'])
  await expect.poll(completed).toBe(1)
  saveMany('later')
  expect((await find({ text: 'later', limit: 1 })).ids).toEqual(['later-2099'])
  await expect.poll(completed).toBe(2)
  expect(await find({ text: 'oldest' })).toEqual({ ids: ['old'], isPartial: false })
})

test('the search no longer finds a job that was purged', async () => {
  const { save, find, search, database, load } = openSearch()
  save('a', 'Stone')
  expect((await find({ text: 'stone' })).ids).toEqual(['a'])
  inTransaction(database, () => purgeJob(database, load('a').job.sequence, 1))
  expect((await find({ text: 'stone' })).ids).toEqual([])
  search.forget()
  expect((await find({ text: 'stone' })).ids).toEqual([])
})

test('the search finds nothing if the file is closed during the search', async () => {
  const { save, search, database } = openSearch()
  for (let number = 0; number < 60; number += 1) save(`job-${number}`, 'Stone')
  const finding = search.find({ connectionId: 'north', limit: 9, text: 'stone', technician: '' })
  database.close()
  onTestFinished(() => database.open())
  expect(await finding).toEqual({ jobs: [], isPartial: false })
})

test('the search reports a ledger that cannot be read, and opens the jobs again at the next search', async () => {
  const { save, find, views } = openSearch()
  save('a', 'Stone')
  views.page.mockImplementationOnce(() => {
    throw new Error('disk I/O error')
  })
  await expect(find({ text: 'stone' })).rejects.toThrow('disk I/O error')
  expect((await find({ text: 'stone' })).ids).toEqual(['a'])
})
