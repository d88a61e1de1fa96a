import { expect, test } from 'vitest'
import { createDayTotals } from '../../../../src/main/fleet/status-report.ts'
import { sealJob } from '../../../../src/main/jobs/ledger/rows.ts'
import { purgeJob } from '../../../../src/main/jobs/ledger/maintenance-rows.ts'
import type { JobState } from '../../../../src/shared/domain/job.ts'
import type { Sealing } from '../../../../src/main/vault/sealing.ts'
import { beginTotals, forgetFleet } from '../../../../src/main/vault/fleet-membership.ts'
import { newCustomer, payloadOf } from '../jobs/make-job.ts'
import { openLedger } from '../jobs/open-ledger.ts'

const day = 86_400_000
const pad = (value: number): string => String(value).padStart(2, '0')
const localDay = (time: number): string => {
  const date = new Date(time)
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`
}

function open() {
  const { database, sealing, clock, save } = openLedger()
  let openings = 0
  const counting: Sealing = {
    ...sealing,
    open(identity, sealed) {
      if (identity.startsWith('record:')) openings += 1
      return sealing.open(identity, sealed)
    },
  }
  const totals = createDayTotals(database, counting, clock)
  const put = (id: string, state: JobState) => database.prepare('UPDATE job SET state = ? WHERE id = ?').run(state, id)
  return {
    database,
    sealing,
    clock,
    totals,
    openings: () => openings,
    /** Saves a job of this technician in this state. */
    add: (state: JobState, { technician = 'Ada', productName = 'Family', ago = 0, connectionId = 'north' } = {}) => {
      const payload = { ...payloadOf(newCustomer()), technician, productName }
      const { job } = save({ payload, connectionId })
      database.prepare('UPDATE job SET created_at = created_at - ? WHERE sequence = ?').run(ago, job.sequence)
      put(job.id, state)
      totals.count([job.sequence])
      return job
    },
    put,
    rows: () => totals.untold(500).map(({ total }) => total),
    tell: () => totals.noteTold(totals.untold(500)),
  }
}

test('the daily totals count finished and refused jobs by the day of saving, the technician and the product', () => {
  const { add, rows, clock } = open()
  for (const state of ['done', 'unconfirmed', 'refused', 'saved', 'dropped', 'needs-you'] as const) add(state)
  add('done', { technician: 'Ben' })
  add('done', { productName: 'Sport', ago: 3 * day })
  const [today, before] = [localDay(clock.now()), localDay(clock.now() - 3 * day)]
  expect(rows()).toEqual([
    { day: today, technician: 'Ada', product: 'Family', done: 2, refused: 1 },
    { day: today, technician: 'Ben', product: 'Family', done: 1, refused: 0 },
    { day: before, technician: 'Ada', product: 'Sport', done: 1, refused: 0 },
  ])
})

test('the daily totals are updated when a refused job is corrected and finished, or dropped', () => {
  const { add, put, totals, rows, tell } = open()
  const [first, second] = [add('refused'), add('refused', { technician: 'Ben' })]
  tell()
  expect(rows()).toEqual([])
  put(first.id, 'saved')
  totals.count([first.sequence])
  expect(rows()).toMatchObject([{ technician: 'Ada', done: 0, refused: 0 }])
  put(first.id, 'done')
  put(second.id, 'dropped')
  totals.count([first.sequence, second.sequence])
  expect(rows()).toMatchObject([
    { technician: 'Ada', done: 1, refused: 0 },
    { technician: 'Ben', done: 0, refused: 0 },
  ])
})

test('the daily totals count a job under its new product after a correction', () => {
  const { add, totals, database, sealing, rows } = open()
  const job = add('refused')
  const { sequence, payload } = job
  database
    .prepare('UPDATE job SET revision = 2, sealed = ? WHERE sequence = ?')
    .run(sealJob(sealing, job, { ...payload, productName: 'Sport' }), sequence)
  expect(totals.uncounted(['north'], 0, sequence)).toEqual([sequence])
  totals.count([sequence])
  expect(totals.uncounted(['north'], 0, sequence)).toEqual([])
  expect(rows()).toMatchObject([
    { product: 'Family', refused: 0 },
    { product: 'Sport', refused: 1 },
  ])
})

test('daily totals that change during a report are reported again, but unchanged ones are not', () => {
  const { add, totals, rows } = open()
  add('done')
  add('done', { technician: 'Ben' })
  const told = totals.untold(500)
  add('done')
  totals.noteTold(told)
  expect(rows()).toMatchObject([{ technician: 'Ada', done: 2 }])
})

test('the daily totals count no job older than ninety days unless they counted that job before', () => {
  const { add, put, clock, totals, rows } = open()
  add('done', { ago: 91 * day })
  expect(rows()).toEqual([])
  const job = add('refused', { ago: 89 * day })
  clock.set(clock.now() + 30 * day)
  put(job.id, 'done')
  expect(totals.uncounted(['north'], 0, 100)).toEqual([job.sequence])
  totals.count([job.sequence])
  expect(rows()).toMatchObject([{ done: 1, refused: 0 }])
})

test('uncounted jobs are found without opening a record, and only on the connections of the fleet', () => {
  const { add, put, totals, openings } = open()
  const jobs = [add('done'), add('saved'), add('saved'), add('saved', { connectionId: 'training' })]
  for (const { id } of jobs) put(id, 'done')
  const opened = openings()
  const last = totals.newest()
  expect(totals.uncounted(['north'], 0, last)).toEqual([jobs[1]?.sequence, jobs[2]?.sequence])
  expect(totals.uncounted(['north'], jobs[1]?.sequence ?? 0, last)).toEqual([jobs[2]?.sequence])
  expect(totals.uncounted(['north'], 0, jobs[1]?.sequence ?? 0)).toEqual([jobs[1]?.sequence])
  expect(openings()).toBe(opened)
})

test('counting a job again with the same outcome does not open its record again', () => {
  const { add, totals, openings } = open()
  const { sequence } = add('done')
  for (let time = 0; time < 5; time += 1) totals.count([sequence])
  expect(openings()).toBe(1)
})

test('a purged job is counted without technician and product unless it was counted before the purge', () => {
  const { add, put, totals, database, rows, clock } = open()
  const [counted, late] = [add('done'), add('saved')]
  put(late.id, 'done')
  for (const { sequence } of [counted, late]) purgeJob(database, sequence, clock.now())
  totals.count([counted.sequence, late.sequence])
  expect(rows()).toMatchObject([
    { technician: 'Ada', product: 'Family', done: 1 },
    { technician: '', product: '', done: 1 },
  ])
})

test('the names in the daily totals are cut to the length that the hub allows, and are not readable in the file', () => {
  const { add, rows, database } = open()
  add('done', { technician: `A\u0000${'x'.repeat(78)}\u{1F4FA}`, productName: 'p'.repeat(300) })
  const [row] = rows()
  expect(row?.technician).toBe(`A${'x'.repeat(78)}\uFFFD`)
  expect(row?.product).toHaveLength(120)
  const stored = database.prepare('SELECT * FROM fleet_total').get()
  expect(Buffer.from(stored?.['sealed'] as Uint8Array).toString('latin1')).not.toContain('xxx')
})

test('a computer that joins its fleet again leaves its earlier jobs as they were counted, and counts all of them for another fleet', () => {
  const { database, add, put, totals, rows, tell } = open()
  beginTotals(database, { fleetKey: 'one' })
  const job = add('done')
  tell()
  add('refused', { technician: 'Ben' })
  forgetFleet(database)
  const countAll = () => totals.count(totals.uncounted(['north'], 0, totals.newest()))

  beginTotals(database, { fleetKey: 'one' })
  put(job.id, 'refused')
  countAll()
  // The hub was not told of the second job before.
  expect(rows()).toMatchObject([{ technician: 'Ben', done: 0, refused: 1 }])

  forgetFleet(database)
  beginTotals(database, { fleetKey: 'another' })
  countAll()
  expect(rows()).toMatchObject([
    { technician: 'Ada', done: 0, refused: 1 },
    { technician: 'Ben', done: 0, refused: 1 },
  ])
})
