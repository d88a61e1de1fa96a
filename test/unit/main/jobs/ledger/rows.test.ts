import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createActivityLog } from '../../../../../src/main/jobs/ledger/activity-log.ts'
import {
  blob,
  readJob,
  readStep,
  sealStep,
  statesInSql,
  stepPayloadSchema,
  textOf,
} from '../../../../../src/main/jobs/ledger/rows.ts'
import { keysOf } from '../../../../../src/main/jobs/ledger/job-keys.ts'
import { createJobViews } from '../../../../../src/main/jobs/ledger/views.ts'
import { planSteps } from '../../../../../src/main/jobs/plans.ts'
import { openDatabase } from '../../../../../src/main/storage/database.ts'
import { makeFolder } from '../../../../fakes/folder.ts'
import { hostnameOnly, makeConnection, payloadOf } from '../make-job.ts'
import { newCustomerAlone, openLedger, writeFormerKind } from '../open-ledger.ts'

/** A saved job with its rows as they lie in the file. */
function openRows() {
  const open = openLedger()
  const { job, steps } = open.save({ id: 'one' })
  const row = open.database.prepare('SELECT * FROM job').get() ?? {}
  const stepRow = open.database.prepare('SELECT * FROM step ORDER BY position').get() ?? {}
  return { ...open, job, steps, row, stepRow }
}

describe('the row of a job', () => {
  test('is read with the values that were saved', () => {
    const { row, sealing, clock, job, steps } = openRows()
    expect(readJob(row, sealing)).toEqual({
      sequence: 1,
      id: 'one',
      connectionId: 'north',
      kind: 'new-customer',
      state: 'saved',
      why: undefined,
      waitsUntil: undefined,
      revision: 1,
      createdAt: clock.now(),
      updatedAt: clock.now(),
      payload: job.payload,
      plannedSteps: steps.map(({ payload }) => payload),
    })
  })
  test('has the reason if the reason is known, and the time until which the job waits', () => {
    const { row, sealing } = openRows()
    expect(readJob({ ...row, why: 'network', waits_until: 5 }, sealing)).toMatchObject({
      why: 'network',
      waitsUntil: 5,
    })
    expect(readJob({ ...row, why: 'the-weather' }, sealing).why).toBeUndefined()
  })
  test.each([
    ['a kind', { kind: 'somersault' }],
    ['a state', { state: 'upside-down' }],
    ['an id', { id: null }],
    ['a sealed part', { sealed: null }],
  ])('is not read if it has %s that is invalid', (_, changed) => {
    const { row, sealing } = openRows()
    expect(() => readJob({ ...row, ...changed }, sealing)).toThrow()
  })
})

describe('a new customer without a box that an earlier release saved', () => {
  test('is read as a job of the kind "new customer"', () => {
    const open = openLedger()
    const payload = payloadOf(newCustomerAlone())
    const { job, steps } = open.save({ id: 'one', payload, steps: planSteps(payload, makeConnection()) })
    writeFormerKind(open, 'one')
    expect(open.database.prepare('SELECT kind FROM job').get()).toEqual({ kind: 'customer-alone' })
    const { plannedSteps: _, ...former } = job
    expect(open.load('one')).toEqual({ job: former, steps })
    expect(job.kind).toBe('new-customer')
    expect(steps.map(({ kind }) => kind)).toEqual(['create-customer'])
  })
  test('has the kind "new customer" also in the calls that were sent before a correction', () => {
    const intent = { ...newCustomerAlone(), kind: 'customer-alone' }
    const stored = { send: {}, read: {}, tried: [{ intent, send: {}, read: {}, sentOn: 20_000 }] }
    expect(stepPayloadSchema.parse(stored).tried?.[0]?.intent.kind).toBe('new-customer')
  })
  test('is found by the kind "new customer" in lists and in the activity', () => {
    const open = openLedger()
    const { database, sealing, clock, save } = open
    save({ id: 'one', payload: payloadOf(newCustomerAlone()) })
    writeFormerKind(open, 'one')
    save({ id: 'two' })
    save({ id: 'three', payload: payloadOf(hostnameOnly()) })
    const listed = createJobViews(database, sealing, clock).list({
      connectionId: 'north',
      kinds: ['new-customer'],
      limit: 9,
    })
    expect(listed.map(({ id, kind }) => [id, kind])).toEqual([
      ['two', 'new-customer'],
      ['one', 'new-customer'],
    ])
    const activity = createActivityLog({ database, sealing, notes: [] }, { id: 'north' })
    const { rows } = activity.page({ kind: 'new-customer' }, undefined, 9)
    expect(rows.map(({ job }) => job)).toMatchObject([
      { id: 'two', kind: 'new-customer' },
      { id: 'one', kind: 'new-customer' },
    ])
  })
})

describe('the row of a step', () => {
  test('is read with the values of its plan, which are sealed with its job', () => {
    const { stepRow, job, sealing, steps } = openRows()
    expect(stepRow['sealed']).toEqual(new Uint8Array())
    expect(readStep(stepRow, job, sealing)).toEqual(steps[0])
  })
  test('is read with its own values if these changed after the job was saved', () => {
    const { stepRow, job, sealing } = openRows()
    const payload = { send: { userid: '7' }, read: {} }
    const changed = { ...stepRow, sealed: new Uint8Array(sealStep(sealing, 'one', 0, payload)) }
    expect(readStep(changed, job, sealing).payload).toEqual(payload)
    expect(() => readStep(changed, { ...job, id: 'another' }, sealing)).toThrow()
  })
  test('is not read if its values are sealed neither there nor with the job', () => {
    const { stepRow, job, sealing } = openRows()
    expect(() => readStep(stepRow, { id: job.id, plannedSteps: undefined }, sealing)).toThrow()
    expect(() => readStep({ ...stepRow, position: 7 }, job, sealing)).toThrow()
  })
  test('is not read if its operation is not in the interface', () => {
    const { stepRow, job, sealing } = openRows()
    expect(() => readStep({ ...stepRow, operation: 'removeEverything' }, job, sealing)).toThrow('unknown operation')
  })
  test('keeps its planned values if a correction leaves the step out', () => {
    const { job, steps, ledger, load, sealing } = openRows()
    ledger.revise(
      job,
      { ...job.payload, technician: 'Sam' },
      steps.slice(0, 1),
      keysOf(sealing, makeConnection(), job.payload.intent),
    )
    const revised = load('one')
    expect(revised.job.payload.technician).toBe('Sam')
    expect(revised.steps.map(({ state, payload }) => [state, payload])).toEqual([
      ['open', steps[0]?.payload],
      ['skipped', steps[1]?.payload],
    ])
  })
})

test('an error about a column says whether its text or its sealed part is missing', () => {
  expect(textOf('a')).toBe('a')
  expect(() => textOf(1)).toThrow('without its text')
  expect(blob(new Uint8Array([1]))).toEqual(new Uint8Array([1]))
  expect(() => blob('a')).toThrow('without its sealed part')
})

test('a set of states is written as a list in SQL', () => {
  expect(statesInSql('purgeable')).toBe("('done', 'unconfirmed', 'dropped')")
  expect(statesInSql('expiring')).toBe("('needs-you', 'refused')")
})

test('an index finds the running jobs, so that a start does not read every job', () => {
  const opened = openDatabase(join(makeFolder(), 'setdesk.db'))
  if (!opened.ok) throw new Error('The ledger was not opened')
  const plan = opened.database
    .prepare(`EXPLAIN QUERY PLAN UPDATE job SET why = 'network' WHERE state IN ${statesInSql('running')}`)
    .all()
  opened.database.close()
  expect(plan.map(({ detail }) => detail)).toEqual([expect.stringMatching(/INDEX job_(?:to_run|unsent_by_age)/)])
})
