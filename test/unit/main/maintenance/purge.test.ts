import { copyFileSync, existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createJobViews } from '../../../../src/main/jobs/ledger/views.ts'
import { emptyLog, isClockBelieved, purgeSome } from '../../../../src/main/maintenance/purge.ts'
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

test('keeps only date, kind and outcome of a job after its retention period', () => {
  const open = openLedger()
  const id = finish(open, 'done')
  open.clock.set(open.clock.now() + 31 * aDay)

  expect(purgeSome(open.database, open.clock, 30)).toEqual({ count: 1, isAll: true })

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

test('shows a purged job as purged, without its details', () => {
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

test('keeps a job that is not over, or may still be corrected, for any time', () => {
  const open = openLedger()
  finish(open, 'refused')
  finish(open, 'needs-you')
  open.save()
  open.clock.set(open.clock.now() + 1000 * aDay)
  expect(purgeSome(open.database, open.clock, 30).count).toBe(0)
})

test('purges many jobs a few at a time', () => {
  const open = openLedger()
  for (let number = 0; number < 210; number += 1) finish(open, 'unconfirmed')
  open.clock.set(open.clock.now() + 31 * aDay)
  expect(purgeSome(open.database, open.clock, 30)).toEqual({ count: 200, isAll: false })
  expect(purgeSome(open.database, open.clock, 30)).toEqual({ count: 10, isAll: true })
})

test('removes the sealed bytes from the file and from its log', () => {
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

test('does not trust a clock at once that jumps years ahead', () => {
  const { database, clock } = openLedger()
  expect(isClockBelieved(database, clock)).toBe(true)
  clock.set(clock.now() + 3650 * aDay)
  expect(isClockBelieved(database, clock)).toBe(false)
  clock.set(clock.now() + aDay)
  expect(isClockBelieved(database, clock)).toBe(true)
  clock.set(0)
  expect(isClockBelieved(database, clock)).toBe(true)
})
