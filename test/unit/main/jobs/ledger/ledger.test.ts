import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { type JobStatus, restJobs } from '../../../../../src/main/jobs/ledger/ledger.ts'
import { planSteps } from '../../../../../src/main/jobs/plans.ts'
import type { JobState } from '../../../../../src/shared/domain/job.ts'
import { makeConnection, newCustomer, payloadOf, serialBox } from '../make-job.ts'
import { makeNewJob, openLedger } from '../open-ledger.ts'

const key = (text: string): Uint8Array => new TextEncoder().encode(text)

/** What another process would see in the file at this moment. */
const seenFromOutside = (path: string, sql: string): readonly unknown[] => {
  const other = new DatabaseSync(path, { readOnly: true })
  try {
    return other
      .prepare(sql)
      .all()
      .map((row) => ({ ...row }))
  } finally {
    other.close()
  }
}

const runnableIds = ({ ledger, load }: ReturnType<typeof openLedger>, running: readonly number[] = [], limit = 9) =>
  ledger.runnable('north', limit, running).map(({ sequence }) => load(sequence).job.id)

describe('a saved job', () => {
  test('is on disk with its steps before the save returns', () => {
    const { save, path } = openLedger()
    const { job } = save()
    expect(seenFromOutside(path, 'SELECT id, state, revision FROM job')).toEqual([
      { id: job.id, state: 'saved', revision: 1 },
    ])
    expect(seenFromOutside(path, 'SELECT kind, state FROM step ORDER BY position')).toEqual([
      { kind: 'create-customer', state: 'open' },
      { kind: 'bind-user', state: 'open' },
    ])
  })

  test('is saved only once even if its draft is saved twice', () => {
    const { ledger, sealing } = openLedger()
    const first = ledger.enqueue(makeNewJob(sealing, { id: 'one', draftId: 'draft' }))
    const second = ledger.enqueue(makeNewJob(sealing, { id: 'two', draftId: 'draft' }))
    expect([first, second]).toEqual([{ id: 'one' }, { id: 'one' }])
    expect(ledger.ofDraft('draft')).toBe('one')
    expect(ledger.load('two')).toBeUndefined()
  })

  test('contains no readable value of the customer in the file', () => {
    const { save, path, database, ledger } = openLedger()
    const { job, steps } = save()
    const [step] = steps
    if (!step) throw new Error('a step')
    ledger.beginAttempt(job, step, key('print'), { before: 'absent' })
    ledger.endAttempt(job, step, 'refused', 400, { message: 'Rue des Lilas is not known', raw: 'Okonkwo' })
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    const bytes = readFileSync(path)
    for (const secret of ['Okonkwo', 'Lilas', '4820913775', 'kv7tm2xwpa', '+33612345678', '001A79AB12CD', '00:1A:79'])
      expect(bytes.includes(secret)).toBe(false)
  })
})

describe('an attempt in the ledger', () => {
  test('is committed with its fingerprint before the call is sent', () => {
    const { save, ledger, path } = openLedger()
    const { job, steps } = save()
    ledger.beginAttempt(job, steps[0] ?? fail(), key('print'), { before: 'absent' })
    expect(seenFromOutside(path, 'SELECT type, operation, fingerprint IS NULL AS none FROM entry')).toEqual([
      { type: 'attempt', operation: 'addCustomerWithDevice', none: 0 },
    ])
    expect(seenFromOutside(path, 'SELECT state FROM job')).toEqual([{ state: 'sending' }])
    expect(seenFromOutside(path, 'SELECT state FROM step WHERE position = 0')).toEqual([{ state: 'in-flight' }])
  })

  test('without a verdict gets the verdict "unknown" once when the ledger closes open attempts', () => {
    const { save, ledger, load, path } = openLedger()
    const { job, steps } = save()
    ledger.beginAttempt(job, steps[0] ?? fail(), key('print'), {})
    expect(ledger.closeOpenAttempts()).toBe(1)
    expect(seenFromOutside(path, 'SELECT type, operation FROM entry ORDER BY sequence')).toEqual([
      { type: 'attempt', operation: 'addCustomerWithDevice' },
      { type: 'verdict', operation: 'addCustomerWithDevice' },
    ])
    expect(ledger.closeOpenAttempts()).toBe(0)
    expect(load(job.id).steps[0]?.state).toBe('read-back')
    expect(
      ledger.history(steps[0] ?? fail(), 1).map((entry) => ('result' in entry ? entry.result : entry.type)),
    ).toEqual([null, 'unknown'])
  })

  test('with a verdict gets no other one when the ledger closes open attempts', () => {
    const { save, ledger } = openLedger()
    const { job, steps } = save()
    ledger.beginAttempt(job, steps[0] ?? fail(), key('print'), {})
    ledger.endAttempt(job, steps[0] ?? fail(), 'accepted', 200, {})
    expect(ledger.closeOpenAttempts()).toBe(0)
  })

  test.each([
    ['accepted', 'accepted'],
    ['refused', 'read-back'],
    ['unknown', 'read-back'],
    ['not-sent', 'open'],
    ['token-refused', 'open'],
  ] as const)('with the verdict "%s" sets its step to "%s"', (result, state) => {
    const { save, ledger, load } = openLedger()
    const { job, steps } = save()
    ledger.beginAttempt(job, steps[0] ?? fail(), key('print'), {})
    ledger.endAttempt(job, steps[0] ?? fail(), result, undefined, {})
    expect(load(job.id).steps[0]?.state).toBe(state)
  })
})

describe('an entry in the ledger', () => {
  test('is never changed and never deleted', () => {
    const { save, ledger, database } = openLedger()
    const { job, steps } = save()
    ledger.beginAttempt(job, steps[0] ?? fail(), key('print'), { before: 'absent' })
    for (const change of [
      "result = 'accepted'",
      'at = 0',
      'lived = 0',
      "type = 'reading'",
      'revision = 2',
      'fingerprint = NULL',
      'status = 200',
      "operation = 'x'",
      'sealed = fingerprint',
    ])
      expect(() => database.exec(`UPDATE entry SET ${change}`), change).toThrow('never changed')
    expect(() => database.exec('DELETE FROM entry')).toThrow('never deleted')
  })

  test('may lose its sealed part in a purge', () => {
    const { save, ledger, database } = openLedger()
    const { job, steps } = save()
    ledger.beginAttempt(job, steps[0] ?? fail(), key('print'), { before: 'absent' })
    database.exec('UPDATE entry SET sealed = NULL')
    expect(ledger.history(steps[0] ?? fail(), 1)).toHaveLength(1)
  })

  test('is listed with the running time of the process, whatever the clock of the computer says', () => {
    const { save, ledger, clock } = openLedger()
    const { job, steps } = save()
    const step = steps[0] ?? fail()
    ledger.beginAttempt(job, step, key('print'), {})
    clock.set(0)
    ledger.endAttempt(job, step, 'unknown', undefined, {})
    ledger.addReading(job, step, 'getCustomer', 'absent', 404, {}, 7)
    const history = ledger.history(step, 1)
    expect(history.map(({ type, at }) => [type, at])).toEqual([
      ['attempt', 0],
      ['verdict', 0],
      ['reading', 7],
    ])
    expect(history.map(({ sequence }) => sequence)).toEqual([1, 2, 3])
    expect(ledger.lastTry(step)).toEqual({ sequence: 2, at: 0 })
    expect(ledger.lastSequence()).toBe(3)
  })
})

describe('in the queue of a connection,', () => {
  test('the ledger returns the oldest jobs first, up to the limit', () => {
    const open = openLedger()
    for (const id of ['a', 'b', 'c']) open.save({ id })
    open.save({ id: 'elsewhere', connectionId: 'south' })
    expect(runnableIds(open)).toEqual(['a', 'b', 'c'])
    expect(runnableIds(open, [], 2)).toEqual(['a', 'b'])
    expect(runnableIds(open, [open.load('a').job.sequence], 1)).toEqual(['b'])
  })

  test.each(['customerKey', 'boxKey'] as const)('jobs with the same %s run one at a time, in order', (name) => {
    const open = openLedger()
    const [first] = ['a', 'b'].map((id) => open.save({ id, [name]: key('same') }))
    open.save({ id: 'c' })
    expect(runnableIds(open)).toEqual(['a', 'c'])
    open.ledger.standJob(first?.job ?? fail(), { state: 'needs-you' })
    expect(runnableIds(open)).toEqual(['c'])
    open.ledger.standJob(first?.job ?? fail(), { state: 'refused' })
    expect(runnableIds(open)).toEqual(['b', 'c'])
  })

  test('a corrected job waits if a later job for the same box has already begun', () => {
    const open = openLedger()
    open.save({ id: 'corrected', boxKey: key('same') })
    const later = open.save({ id: 'begun', boxKey: key('same') }).job
    open.ledger.standJob(later, { state: 'waiting' })
    expect(runnableIds(open)).toEqual(['begun'])
    open.ledger.standJob(later, { state: 'done' })
    expect(runnableIds(open)).toEqual(['corrected'])
  })

  test('a job does not start while a later job for the same box runs, even before that job has sent anything', () => {
    const open = openLedger()
    open.save({ id: 'corrected', boxKey: key('same') })
    const running = open.save({ id: 'running', boxKey: key('same') }).job
    expect(runnableIds(open, [running.sequence])).toEqual([])
  })

  test('a job without a customer key does not block any other job', () => {
    const open = openLedger()
    for (const id of ['a', 'b']) open.save({ id, customerKey: undefined })
    expect(runnableIds(open)).toEqual(['a', 'b'])
  })

  test('a job that waits for a time counts the running time of the process, not the clock', async () => {
    const open = openLedger()
    const { job } = open.save()
    open.ledger.standJob(job, { state: 'waiting', waitsUntil: 500.2 })
    expect([runnableIds(open), open.ledger.nextWake('north', open.clock.elapsed())]).toEqual([[], 501])
    open.clock.set(9e14)
    expect(runnableIds(open)).toEqual([])
    await open.clock.pass(501)
    expect([runnableIds(open), open.ledger.nextWake('north', open.clock.elapsed())]).toEqual([[job.id], undefined])
  })

  test.each<[JobState, JobState]>([
    ['saved', 'saved'],
    ['sending', 'waiting'],
    ['checking', 'waiting'],
    ['waiting', 'waiting'],
  ])('a new process finds a job that was "%s" as "%s", without a waiting time', (before, after) => {
    const { save, ledger, database, load } = openLedger()
    const { job } = save()
    ledger.standJob(job, { state: before, waitsUntil: 1e12 })
    restJobs(database)
    expect(load(job.id).job).toMatchObject({ state: after, waitsUntil: undefined })
  })

  test.each<JobState>(['done', 'refused', 'dropped', 'needs-you', 'unconfirmed'])(
    'a new process leaves a job that was "%s" unchanged',
    (state) => {
      const { save, ledger, database, load } = openLedger()
      const { job } = save()
      ledger.standJob(job, { state })
      restJobs(database)
      expect(load(job.id).job.state).toBe(state)
    },
  )
})

describe('a dropped job', () => {
  test('stays dropped, whatever the outcome of a call that was under way', () => {
    const { save, ledger, load } = openLedger()
    const { job, steps } = save()
    ledger.drop(job, steps, 'the customer left', 'A. Moreau')
    ledger.settleStep(job, steps[0] ?? fail(), 'done', { state: 'checking' })
    ledger.standJob(job, { state: 'waiting' })
    expect(load(job.id).job).toMatchObject({ state: 'dropped', why: 'person-dropped' })
    expect(ledger.runnable('north', 9)).toEqual([])
  })
})

const correct = (changed: Parameters<typeof newCustomer>[0], states: readonly ('done' | 'refused')[]) => {
  const open = openLedger()
  const hostname = 'tv.north.example'
  const { job, steps } = open.save({
    payload: payloadOf(newCustomer({ hostname })),
    steps: planSteps(payloadOf(newCustomer({ hostname })), makeConnection()),
  })
  for (const [index, state] of states.entries())
    open.ledger.settleStep(job, steps[index] ?? fail(), state, { state: 'refused' })
  const payload = payloadOf(newCustomer({ hostname, ...changed }))
  const keys = { customerKey: key('c'), boxKey: key('b') }
  open.ledger.revise(job, payload, planSteps(payload, makeConnection()), keys)
  return { ...open, ...open.load(job.id), before: steps }
}

describe('a correction', () => {
  test('begins a new revision with an empty history', () => {
    const { job, steps, ledger } = correct({ plan: { productid: '102', months: 1, days: 0, renewalinterval: 1 } }, [
      'refused',
    ])
    expect(job).toMatchObject({ state: 'saved', revision: 2, why: undefined })
    expect(steps[0]).toMatchObject({ state: 'open', payload: { send: { productid: '102' } } })
    expect(ledger.history(steps[0] ?? fail(), 2)).toEqual([])
  })

  test('of the box keeps the created customer, and opens both bindings again', () => {
    const { steps } = correct({ box: serialBox }, ['done', 'done', 'refused'])
    expect(steps.map(({ state }) => state)).toEqual(['done', 'open', 'open'])
    expect(steps[1]?.payload.send['macAddress']).toBe('Sn-0042/x')
  })

  test('of the hostname keeps a box that is already bound to the customer', () => {
    const { steps, before } = correct({ hostname: 'other.north.example' }, ['done', 'done', 'refused'])
    expect(steps.map(({ state }) => state)).toEqual(['done', 'done', 'open'])
    expect(steps[1]).toEqual({ ...before[1], state: 'done' })
  })

  test('skips a step that is no longer needed', () => {
    const { steps } = correct({ hostname: undefined }, ['done', 'refused'])
    expect(steps.map(({ state }) => state)).toEqual(['done', 'open', 'skipped'])
  })
})

test('a sealed row that was moved to another job does not open', () => {
  const { save, database, ledger } = openLedger()
  const [one, other] = [save().job, save().job]
  database.prepare('UPDATE job SET sealed = (SELECT sealed FROM job WHERE id = ?) WHERE id = ?').run(one.id, other.id)
  expect(() => ledger.load(other.id)).toThrow()
  expect(ledger.load(one.id)?.job.id).toBe(one.id)
})

function fail(): never {
  throw new Error('there is no such step')
}

describe('the command "Check all again"', () => {
  test('makes Setdesk read back only the undecided and the refused jobs of one connection', () => {
    const { save, ledger, load } = openLedger()
    const rest = (id: string, step: 'undecided' | 'refused', subscription: JobStatus, connectionId = 'north') => {
      const { job, steps } = save({ id, connectionId })
      ledger.settleStep(job, steps[0] ?? fail(), step, subscription)
    }
    rest('refused', 'refused', { state: 'refused', why: 'platform-refused' })
    rest('undecided', 'undecided', { state: 'needs-you', why: 'reply-lost-unreadable' })
    rest('never sent', 'refused', { state: 'refused', why: 'log-in-taken' })
    rest('unreadable', 'undecided', { state: 'needs-you', why: 'unreadable-record' })
    rest('elsewhere', 'undecided', { state: 'needs-you', why: 'cannot-tell' }, 'south')
    save({ id: 'saved' })
    expect(ledger.checkAllAgain('north', 'Sam')).toEqual(['refused', 'undecided'])
    for (const id of ['refused', 'undecided']) {
      const { job, steps } = load(id)
      expect(job.state).toBe('checking')
      expect(ledger.history(steps[0] ?? fail(), 1)).toMatchObject([{ type: 'choice', result: 'check-again' }])
    }
    expect(ledger.checkAllAgain('north', 'Sam')).toEqual([])
  })

  test('leaves a job that the fleet stopped before its first call newly saved', () => {
    const { save, ledger, load } = openLedger()
    const { job, steps } = save()
    ledger.settleStep(job, steps[0] ?? fail(), 'undecided', { state: 'needs-you', why: 'claimed-elsewhere' })
    expect(ledger.checkAllAgain('north', 'Sam')).toEqual([job.id])
    const now = load(job.id)
    expect(now.job.state).toBe('saved')
    expect(now.steps[0]?.state).toBe('open')
  })
})
