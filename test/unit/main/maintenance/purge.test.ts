import { copyFileSync, existsSync, readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { createDayTotals } from '../../../../src/main/fleet/status-report.ts'
import { createActivityLog } from '../../../../src/main/jobs/ledger/activity-log.ts'
import { purgeJob } from '../../../../src/main/jobs/ledger/maintenance-rows.ts'
import { createJobViews } from '../../../../src/main/jobs/ledger/views.ts'
import {
  countExpiring,
  emptyLog,
  isClockBelieved,
  purgeBeside,
  purgeSome,
} from '../../../../src/main/maintenance/purge.ts'
import { openLedger, type OpenLedger } from '../jobs/open-ledger.ts'

const aDay = 86_400_000

/** A job with an attempt, a verdict and a final state. */
function finish(open: OpenLedger, state: 'done' | 'unconfirmed' | 'refused' | 'needs-you'): string {
  const { job, steps } = open.save()
  const [step] = steps
  if (step === undefined) throw new Error('no step')
  open.ledger.beginAttempt(job, step, Buffer.from('print'), { before: 'absent' })
  open.ledger.endAttempt(job, step, 'accepted', 200, { message: 'Customer Okonkwo created' })
  open.ledger.standJob(job, { state, why: state === 'done' ? 'seen-on-platform' : undefined })
  return job.id
}

test('the purge keeps only date, kind and outcome of a job after its retention period', () => {
  const open = openLedger()
  const id = finish(open, 'done')
  open.clock.set(open.clock.now() + 31 * aDay)

  expect(purgeSome(open.database, open.clock, 30)).toEqual({ count: 1, isAll: true, expired: [] })

  const job = open.database.prepare('SELECT * FROM job').get()
  expect(job).toMatchObject({
    id,
    kind: 'new-customer',
    state: 'done',
    why: 'seen-on-platform',
    purged_at: open.clock.now(),
  })
  expect(Buffer.from(job?.['sealed'] as Uint8Array).length).toBe(0)
  expect(job?.['box_key']).toBeInstanceOf(Uint8Array)
  expect(open.database.prepare('SELECT type, result, status, sealed, fingerprint FROM entry').all()).toEqual([
    { type: 'attempt', result: null, status: null, sealed: null, fingerprint: null },
    { type: 'verdict', result: 'accepted', status: 200, sealed: null, fingerprint: null },
  ])
  expect(purgeSome(open.database, open.clock, 30).count).toBe(0)
})

test('a purged job is shown as purged, without its details', () => {
  const open = openLedger()
  const id = finish(open, 'done')
  open.clock.set(open.clock.now() + 31 * aDay)
  purgeSome(open.database, open.clock, 30)
  const views = createJobViews(open.database, open.sealing, open.clock)

  const [row] = views.list({ connectionId: 'north', limit: 5 })

  expect(row).toMatchObject({ id, state: 'done', why: { code: 'seen-on-platform' }, isPurged: true, technician: '' })
  expect(row).not.toHaveProperty('customerName')
  expect([views.isPurged(id), open.ledger.load(id)]).toEqual([true, undefined])
})

test('a job that is still to be sent is never purged', () => {
  const open = openLedger()
  open.save()
  open.clock.set(open.clock.now() + 1000 * aDay)
  expect(purgeSome(open.database, open.clock, 30).count).toBe(0)
})

test.each(['refused', 'needs-you'] as const)(
  'a job in the state "%s" expires and is purged after twice the retention period',
  (state) => {
    const open = openLedger()
    const id = finish(open, state)
    open.clock.set(open.clock.now() + 59 * aDay)
    expect(purgeSome(open.database, open.clock, 30).count).toBe(0)
    expect(countExpiring(open.database, open.clock, 30)).toEqual({
      count: 1,
      nextAt: open.clock.now() + aDay,
    })
    open.clock.set(open.clock.now() + 2 * aDay)

    expect(purgeSome(open.database, open.clock, 30)).toEqual({ count: 1, isAll: true, expired: [id] })

    expect(open.database.prepare('SELECT state, why, purged_at FROM job').get()).toEqual({
      state: 'dropped',
      why: 'not-decided',
      purged_at: open.clock.now(),
    })
    expect(open.database.prepare('SELECT type, result, sealed FROM entry ORDER BY sequence').all().at(-1)).toEqual({
      type: 'choice',
      result: 'expired',
      sealed: null,
    })
    const log = createActivityLog({ database: open.database, sealing: open.sealing, notes: [] }, { id: 'north' })
    expect(log.page({}, undefined, 10).rows[0]).toMatchObject({ action: 'expired', by: '', isPurged: true })
    expect(countExpiring(open.database, open.clock, 30)).toEqual({ count: 0 })
  },
)

test('the purge also deletes old lists, tasks, sign-ins and abandoned drafts', () => {
  const { database, sealing, clock, save } = openLedger()
  const { job } = save()
  const sealed = sealing.seal('any', 'Okonkwo')
  database.prepare('INSERT INTO draft (id, sealed) VALUES (1, ?)').run(sealed)
  database.prepare("INSERT INTO pile (place, sealed) VALUES ('hostnames', ?)").run(sealed)
  database.prepare("INSERT INTO list (connection_id, kept_at, sealed) VALUES ('north', ?, ?)").run(clock.now(), sealed)
  database.prepare("INSERT INTO list_part (connection_id, position, sealed) VALUES ('north', 0, ?)").run(sealed)
  database.prepare('INSERT INTO sign_in_event (id, at, sealed) VALUES (?, ?, ?)').run('one', clock.now(), sealed)
  database
    .prepare(
      "INSERT INTO task (draft_id, connection_id, customer_key, created_at, sealed) VALUES (?, 'north', x'01', ?, ?)",
    )
    .run(String(database.prepare('SELECT draft_id FROM job').get()?.['draft_id']), clock.now(), sealed)
  purgeJob(database, job.sequence, clock.now())
  const rows = () =>
    ['draft', 'pile', 'list', 'list_part', 'sign_in_event', 'task'].filter(
      (table) => Number(database.prepare(`SELECT count(*) AS count FROM ${table}`).get()?.['count']) > 0,
    )

  expect(purgeBeside(database, clock, 30)).toBe(false)
  clock.set(clock.now() + 59 * aDay)
  // A form that somebody types into begins its retention period again.
  database.prepare('UPDATE draft SET sealed = ?').run(sealing.seal('any', 'Okonkwo and more'))
  expect(purgeBeside(database, clock, 30)).toBe(true)
  expect(rows()).toEqual(['draft', 'pile', 'sign_in_event'])
  clock.set(clock.now() + 2 * aDay)
  purgeBeside(database, clock, 30)
  expect(rows()).toEqual(['draft'])
  clock.set(clock.now() + 60 * aDay)
  purgeBeside(database, clock, 30)
  expect(rows()).toEqual([])
})

test('the purge deletes old totals of the fleet, and their jobs are not counted again', () => {
  const open = openLedger()
  finish(open, 'done')
  const totals = createDayTotals(open.database, open.sealing, open.clock)
  const tables = (): readonly unknown[] =>
    ['fleet_total', 'fleet_counted'].map(
      (table) => open.database.prepare(`SELECT count(*) AS count FROM ${table}`).get()?.['count'],
    )
  totals.count([totals.newest()])
  open.clock.set(open.clock.now() + 118 * aDay)
  purgeBeside(open.database, open.clock, 30)
  expect(tables()).toEqual([1, 1])
  open.clock.set(open.clock.now() + 4 * aDay)
  purgeBeside(open.database, open.clock, 30)
  expect(tables()).toEqual([0, 0])
  expect(totals.uncounted(['north'], 0, totals.newest())).toEqual([])
})

test('the purge takes two hundred jobs at a time', () => {
  const open = openLedger()
  for (let number = 0; number < 210; number += 1) finish(open, 'unconfirmed')
  open.clock.set(open.clock.now() + 31 * aDay)
  expect(purgeSome(open.database, open.clock, 30)).toEqual({ count: 200, isAll: false, expired: [] })
  expect(purgeSome(open.database, open.clock, 30)).toEqual({ count: 10, isAll: true, expired: [] })
})

test('the purge removes the sealed bytes from the file and from its write-ahead log', () => {
  const open = openLedger()
  finish(open, 'done')
  const sealed = Buffer.from(open.database.prepare('SELECT sealed FROM job').get()?.['sealed'] as Uint8Array)
  const isAnywhere = (): boolean =>
    ['', '-wal'].some((end) => {
      if (!existsSync(open.path + end)) return false
      copyFileSync(open.path + end, `${open.path}${end}.copy`)
      return readFileSync(`${open.path}${end}.copy`).includes(sealed.subarray(0, 60))
    })
  expect(isAnywhere()).toBe(true)
  open.clock.set(open.clock.now() + 31 * aDay)
  purgeSome(open.database, open.clock, 30)
  emptyLog(open.database)
  expect(isAnywhere()).toBe(false)
})

test('a clock that jumps years ahead is trusted after a day, or once it is set back', () => {
  const { database, clock } = openLedger()
  const isBelievedAfter = (ms: number): boolean => {
    clock.set(clock.now() + ms)
    return isClockBelieved(database, clock, true)
  }
  expect(isBelievedAfter(0)).toBe(true)
  expect(isBelievedAfter(3650 * aDay)).toBe(false)
  expect(isBelievedAfter(60_000)).toBe(false)
  expect(isBelievedAfter(aDay - 60_001)).toBe(false)
  expect(isBelievedAfter(1)).toBe(true)
  expect(isBelievedAfter(3650 * aDay)).toBe(false)
  expect(isBelievedAfter(-3650 * aDay)).toBe(true)
})

test('a clock that is years ahead is still not trusted after it was set back by an hour', () => {
  const open = openLedger()
  const { database, clock } = open
  isClockBelieved(database, clock, true)
  const id = finish(open, 'refused')
  clock.set(clock.now() + 3650 * aDay)
  expect(isClockBelieved(database, clock, true)).toBe(false)
  clock.set(clock.now() - aDay / 24)
  expect(isClockBelieved(database, clock, true)).toBe(false)
  expect(purgeSome(database, clock, 30).expired).toEqual([])
  // A second leap that is set back does not undo the first one.
  clock.set(clock.now() + 365 * aDay)
  isClockBelieved(database, clock, true)
  clock.set(clock.now() - 365 * aDay)
  isClockBelieved(database, clock, true)
  expect(purgeSome(database, clock, 30).expired).toEqual([])
  clock.set(clock.now() + 60 * aDay)
  expect(purgeSome(database, clock, 30).expired).toEqual([id])
})

test('a clock that jumps ahead makes no job expire, because the retention period starts again at the jump', () => {
  const open = openLedger()
  const { database, clock } = open
  isClockBelieved(database, clock, true)
  const id = finish(open, 'refused')
  clock.set(clock.now() + 3650 * aDay)
  isClockBelieved(database, clock, true)
  clock.set(clock.now() + 59 * aDay)
  expect(purgeSome(database, clock, 30).expired).toEqual([])
  expect(countExpiring(database, clock, 30)).toEqual({ count: 1, nextAt: clock.now() + aDay })
  clock.set(clock.now() + aDay)
  expect(purgeSome(database, clock, 30).expired).toEqual([id])
})

test('a job that was refused while the clock was years behind does not expire when the clock is right again', () => {
  const open = openLedger()
  const { database, clock } = open
  const now = clock.now()
  isClockBelieved(database, clock, true)
  clock.set(now - 3650 * aDay)
  const id = finish(open, 'refused')
  clock.set(now)
  expect(isClockBelieved(database, clock, true)).toBe(true)
  expect(purgeSome(database, clock, 30).expired).toEqual([])
  clock.set(now + 61 * aDay)
  expect(purgeSome(database, clock, 30).expired).toEqual([id])
})

test('a sweep without the key leaves the time of a job to the next sweep with the key, so its record stays authentic', () => {
  const open = openLedger()
  const { database, clock, ledger, path } = open
  const now = clock.now()
  isClockBelieved(database, clock, true)
  clock.set(now - aDay)
  const id = finish(open, 'done')
  const updatedAt = (of: string) => ledger.load(of)?.job.updatedAt
  const sweepLocked = (at: number): void => {
    clock.set(at)
    const locked = new DatabaseSync(path)
    expect(isClockBelieved(locked, clock, false)).toBe(true)
    locked.close()
  }

  sweepLocked(now + 1)
  sweepLocked(now + 2)
  clock.set(now - 2 * aDay)
  const later = finish(open, 'done')
  sweepLocked(now + 3)
  expect([id, later].map(updatedAt)).toEqual([now - aDay, now - 2 * aDay])

  isClockBelieved(database, clock, true)
  expect([id, later].map(updatedAt)).toEqual([now, now + 2])
})
