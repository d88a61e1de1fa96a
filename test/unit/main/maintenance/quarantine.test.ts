import { expect, test } from 'vitest'
import { countSetAside } from '../../../../src/main/jobs/ledger/maintenance-rows.ts'
import { createJobViews } from '../../../../src/main/jobs/ledger/views.ts'
import { setAsideUnreadable } from '../../../../src/main/maintenance/quarantine.ts'
import { openLedger, type OpenLedger } from '../jobs/open-ledger.ts'

const stateOf = ({ database }: OpenLedger, id: string): unknown =>
  database.prepare('SELECT state, why FROM job WHERE id = ?').get(id)

test.each([
  ['a job that cannot be unsealed', "UPDATE job SET sealed = x'00112233' WHERE sequence = 1", 'unreadable-record'],
  ['a job of an unknown kind', "UPDATE job SET kind = 'rubbish' WHERE sequence = 1", 'changed-outside'],
  ['a job in an unknown state', "UPDATE job SET state = 'rubbish' WHERE sequence = 1", 'changed-outside'],
  [
    'a job with a step that cannot be unsealed',
    "UPDATE step SET sealed = x'00' WHERE job_sequence = 1",
    'changed-outside',
  ],
  [
    'a job with a step of an unknown call',
    "UPDATE step SET operation = 'rubbish' WHERE job_sequence = 1",
    'changed-outside',
  ],
  [
    'a job with an entry of an unknown kind',
    `INSERT INTO entry (step_id, revision, type, at, lived, operation) VALUES (1, 1, 'attempf', 1, 1, 'x')`,
    'changed-outside',
  ],
  [
    'a job with a verdict of an unknown result',
    `INSERT INTO entry (step_id, revision, type, at, lived, operation, result) VALUES (1, 1, 'verdict', 1, 1, 'x', 'maybe')`,
    'changed-outside',
  ],
] as const)('%s is set aside and shown, and the other jobs go on', (_, damage, why) => {
  const open = openLedger()
  const broken = open.save().job.id
  const sound = open.save().job.id
  open.database.exec(damage)

  expect(setAsideUnreadable(open.database, open.ledger)).toHaveLength(1)

  expect(stateOf(open, broken)).toEqual({ state: 'needs-you', why })
  expect(stateOf(open, sound)).toMatchObject({ state: 'saved' })
  expect(countSetAside(open.database)).toBe(1)
  expect(open.ledger.runnable('north', 5).map(({ sequence }) => sequence)).toEqual([2])
  const rows = createJobViews(open.database, open.sealing, open.clock).list({ connectionId: 'north', limit: 5 })
  expect(rows.map(({ id, why }) => [id, why?.code])).toEqual([
    [sound, undefined],
    [broken, why],
  ])
})

test('no job is set aside if no record at all can be opened', () => {
  const open = openLedger()
  const ids = [open.save().job.id, open.save().job.id]
  open.database.exec("UPDATE job SET sealed = x'01020304'")
  expect(setAsideUnreadable(open.database, open.ledger)).toEqual([])
  for (const id of ids) expect(stateOf(open, id)).toMatchObject({ state: 'saved' })
})

test('finished jobs are not opened in the search for unreadable jobs', () => {
  const open = openLedger()
  const { job } = open.save()
  open.ledger.standJob(job, { state: 'done' })
  open.database.exec("UPDATE job SET sealed = x'00'")
  expect(setAsideUnreadable(open.database, open.ledger)).toEqual([])
})

const cannotRead = (): never => {
  throw Object.assign(new Error('disk I/O error'), { errcode: 266 })
}

test('no job is set aside because SQLite cannot read it for a moment', () => {
  const open = openLedger()
  const { id } = open.save().job
  expect(setAsideUnreadable(open.database, { ...open.ledger, load: cannotRead })).toEqual([])
  expect(stateOf(open, id)).toMatchObject({ state: 'saved' })
})
