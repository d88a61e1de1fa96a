import { describe, expect, test } from 'vitest'
import { blob, readJob, readStep, textOf } from '../../../../../src/main/jobs/ledger/rows.ts'
import { openLedger } from '../open-ledger.ts'

/** A saved job with its rows as they lie in the file. */
function openRows() {
  const open = openLedger()
  const { job, steps } = open.save({ id: 'one' })
  const row = open.database.prepare('SELECT * FROM job').get() ?? {}
  const stepRow = open.database.prepare('SELECT * FROM step ORDER BY position').get() ?? {}
  return { ...open, job, steps, row, stepRow }
}

describe('a job’s row', () => {
  test('is read as it was saved', () => {
    const { row, sealing, clock, job } = openRows()
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
    })
  })
  test('tells its reason where that is one, and until when it waits', () => {
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
  ])('is not read where %s is none', (_, changed) => {
    const { row, sealing } = openRows()
    expect(() => readJob({ ...row, ...changed }, sealing)).toThrow()
  })
})

describe('a step’s row', () => {
  test('is read as it was planned', () => {
    const { stepRow, sealing, steps } = openRows()
    expect(readStep(stepRow, 'one', sealing)).toEqual(steps[0])
  })
  test('does not open under another job', () => {
    const { stepRow, sealing } = openRows()
    expect(() => readStep(stepRow, 'another', sealing)).toThrow()
  })
  test('of an operation that the interface does not have is not read', () => {
    const { stepRow, sealing } = openRows()
    expect(() => readStep({ ...stepRow, operation: 'removeEverything' }, 'one', sealing)).toThrow('unknown operation')
  })
})

test('a column without its text or its sealed part is told as such', () => {
  expect(textOf('a')).toBe('a')
  expect(() => textOf(1)).toThrow('without its text')
  expect(blob(new Uint8Array([1]))).toEqual(new Uint8Array([1]))
  expect(() => blob('a')).toThrow('without its sealed part')
})
