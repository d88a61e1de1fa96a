import { describe, expect, test } from 'vitest'
import type { JobState } from '../../../../src/shared/domain/job.ts'
import type { NewJob } from '../../../../src/main/jobs/ledger/records.ts'
import { readCommitted } from './read-committed.ts'
import { makeNewJob, openLedger } from './open-ledger.ts'

/** A saved job with its first step. */
function openJob() {
  const open = openLedger()
  const { job, steps } = open.save({ id: 'one' })
  const [step] = steps
  if (step === undefined) throw new Error('a step')
  return { ...open, job, steps, step }
}

describe('a job that was dropped', () => {
  test('keeps the reason and the name of the technician who dropped it', () => {
    const { ledger, job, steps, step, path, load, sealing, database } = openJob()
    ledger.drop(job, steps, 'the customer left', 'A. Moreau')
    expect(load('one').job).toMatchObject({ state: 'dropped', why: 'person-dropped' })
    expect(readCommitted(path).map(({ type, result }) => [type, result])).toEqual([['choice', 'drop']])
    const { sealed, at } = database.prepare('SELECT sealed, at FROM entry').get() ?? {}
    const told = sealing.open(`entry:${step.id}:${String(at)}:choice`, sealed as Uint8Array)
    expect(JSON.parse(told)).toEqual({ message: 'the customer left', by: 'A. Moreau' })
  })

  test('keeps no reason if it has no steps', () => {
    const { ledger, job, path, load } = openJob()
    ledger.drop(job, [], 'nothing of it can be read', 'A. Moreau')
    expect(load('one').job.state).toBe('dropped')
    expect(readCommitted(path)).toEqual([])
  })

  test('cannot begin an attempt any more', () => {
    const { ledger, job, steps, step, path, load } = openJob()
    ledger.drop(job, steps, 'the customer left', 'A. Moreau')
    expect(() => ledger.beginAttempt(job, step, new Uint8Array(32), {})).toThrow('given up meanwhile')
    expect(readCommitted(path).map(({ type }) => type)).toEqual(['choice'])
    expect(load('one').steps[0]?.state).toBe('open')
  })

  test('does not block other jobs even if its record cannot be opened', () => {
    const { ledger, database, save } = openJob()
    save({ id: 'two' })
    database.exec("UPDATE job SET sealed = zeroblob(60) WHERE id = 'one'")
    ledger.giveUp('one')
    const rows = database.prepare('SELECT id, state, why FROM job ORDER BY sequence').all()
    expect(rows.map((row) => ({ ...row }))).toEqual([
      { id: 'one', state: 'dropped', why: 'person-dropped' },
      { id: 'two', state: 'saved', why: null },
    ])
    expect(ledger.runnable('north', 9)).toHaveLength(1)
  })
})

describe('a job that was purged', () => {
  test('can no longer be loaded', () => {
    const { ledger, database } = openJob()
    database.exec("UPDATE job SET sealed = x'', purged_at = 1")
    expect(ledger.load('one')).toBeUndefined()
  })
})

describe('the choice "check again" of a technician', () => {
  test('sets the step to "read-back" and the job to "checking"', () => {
    const { ledger, job, step, load } = openJob()
    ledger.beginAttempt(job, step, Buffer.from('print'), {})
    ledger.endAttempt(job, step, 'unknown', undefined, {})
    const tried = ledger.lastTry(step)
    ledger.settleStep(job, step, 'undecided', { state: 'needs-you', why: 'reply-lost-absent' })
    ledger.addChoice(job, step, 'check-again', 'A. Moreau')
    expect(load('one').job).toMatchObject({ state: 'checking', why: undefined })
    expect(load('one').steps[0]?.state).toBe('read-back')
    expect(ledger.history(step, 1).at(-1)).toMatchObject({ type: 'choice', result: 'check-again' })
    expect(ledger.lastTry(step)).toEqual(tried)
  })
})

describe('the ledger', () => {
  test('returns the last attempt or reading only from the given revision', () => {
    const { ledger, job, step } = openJob()
    expect(ledger.lastSeen(step, 1, 'reading')).toBeUndefined()
    ledger.addReading(job, step, 'getCustomer', 'unclear', 200, { status: 'Active' })
    ledger.addReading(job, step, 'getCustomer', 'absent', 404, { status: 'Expired' })
    ledger.beginAttempt(job, step, new Uint8Array(32), { before: 'absent' })
    expect(ledger.lastSeen(step, 1, 'reading')).toEqual({ status: 'Expired' })
    expect(ledger.lastSeen(step, 1, 'attempt')).toEqual({ before: 'absent' })
    expect(ledger.lastSeen(step, 2, 'attempt')).toBeUndefined()
  })

  test('throws if it cannot understand an entry', () => {
    const { ledger, database, job, step } = openJob()
    database.exec('DROP TRIGGER entry_is_never_changed')
    const broken = (change: string): void => {
      ledger.addReading(job, step, 'getCustomer', 'absent', 404, {})
      database.exec(`UPDATE entry SET ${change}`)
      expect(() => ledger.history(step, 1), change).toThrow('cannot be understood')
    }
    for (const change of ["result = 'maybe'", "type = 'attempt'", "type = 'rumour'", 'result = NULL']) broken(change)
  })

  test('has the last sequence number 0 while it has no entries', () => {
    expect(openJob().ledger.lastSequence()).toBe(0)
  })
})

describe('a correction of a job', () => {
  test('replaces or removes the keys of the customer and of the box', () => {
    const { ledger, job, database } = openJob()
    const { payload } = job
    const keys = (): unknown => ({ ...database.prepare('SELECT customer_key, box_key FROM job').get() })
    const [customerKey, boxKey] = [new Uint8Array([1]), new Uint8Array([2])]
    ledger.revise(job, payload, [], { customerKey, boxKey })
    expect(keys()).toEqual({ customer_key: customerKey, box_key: boxKey })
    ledger.revise(job, payload, [], { customerKey: undefined, boxKey: undefined })
    expect(keys()).toEqual({ customer_key: null, box_key: null })
  })

  test('keeps the state of an unconfirmed step if the corrected step does the same', () => {
    const { ledger, job, steps, step, load } = openJob()
    ledger.settleStep(job, step, 'unconfirmed', { state: 'refused' })
    const plan = steps.map(({ kind, operation, payload }) => ({ kind, operation, payload }))
    ledger.revise(job, job.payload, plan, { customerKey: undefined, boxKey: undefined })
    expect(load('one').steps.map(({ state }) => state)).toEqual(['unconfirmed', 'open'])
  })

  test('opens a finished step again if its position in the job has changed', () => {
    const { ledger, job, steps, step, load } = openJob()
    ledger.settleStep(job, step, 'done', { state: 'refused' })
    const plan = steps.toReversed().map(({ kind, operation, payload }) => ({ kind, operation, payload }))
    ledger.revise(job, job.payload, plan, { customerKey: undefined, boxKey: undefined })
    expect(load('one').steps.map(({ kind, state }) => [kind, state])).toEqual([
      ['bind-user', 'open'],
      ['create-customer', 'open'],
    ])
  })
})

test('several jobs are saved together or not at all', () => {
  const { ledger, sealing, load } = openLedger()
  const [one, two] = ['one', 'two'].map((id) => makeNewJob(sealing, { id, draftId: `draft-${id}` }))
  if (one === undefined || two === undefined) throw new Error('two jobs')
  const enqueueAll = (jobs: readonly NewJob[]) => ledger.atOnce(() => jobs.map((job) => ledger.enqueue(job)))
  expect(() => enqueueAll([one, { ...two, id: 'one' }])).toThrow()
  expect([ledger.ofDraft('draft-one'), ledger.ofDraft('draft-two')]).toEqual([undefined, undefined])
  expect(enqueueAll([one, two])).toEqual([{ id: 'one' }, { id: 'two' }])
  expect(load('two').job.state).toBe('saved')
})

test.each<[JobState, readonly string[]]>([
  ['needs-you', []],
  ['unconfirmed', []],
  ['done', []],
  ['waiting', ['one']],
  ['checking', ['one']],
])('after its waiting time, a job in the state "%s" wakes the jobs %j', (state, jobs) => {
  const { ledger, job } = openJob()
  ledger.standJob(job, { state, waitsUntil: 500 })
  expect(ledger.nextWake('north', 0)).toBe(jobs.length > 0 ? 500 : undefined)
  expect(ledger.nextWake('north', 500)).toBeUndefined()
  expect(ledger.nextWake('south', 0)).toBeUndefined()
})
