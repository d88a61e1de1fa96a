import { describe, expect, test } from 'vitest'
import type { Row } from '../../../../../src/main/jobs/ledger/rows.ts'
import { originOf, summaryOfPurged, summaryOfUnreadable } from '../../../../../src/main/jobs/ledger/job-view.ts'

const row: Row = {
  id: 'one',
  sequence: 7,
  connection_id: 'north',
  kind: 'renewal',
  state: 'refused',
  why: 'platform-refused',
  origin: null,
  created_at: 1000,
  updated_at: 2000,
}
const bare = {
  id: 'one',
  sequence: 7,
  connectionId: 'north',
  kind: 'renewal',
  state: 'refused',
  technician: '',
  createdAt: 1000,
  updatedAt: 2000,
}

describe('the summary of a row that cannot be opened', () => {
  test('shows the unsealed values and the reason "unreadable-record"', () => {
    expect(summaryOfUnreadable(row)).toEqual({ ...bare, why: { code: 'unreadable-record' } })
  })
  test('has the state "needs-you" if the unsealed values are damaged, too', () => {
    expect(summaryOfUnreadable({ ...row, kind: 'somersault', state: 'upside-down' })).toMatchObject({
      kind: 'new-customer',
      state: 'needs-you',
    })
  })
  test('cannot be made if the row has no id', () => {
    expect(() => summaryOfUnreadable({ ...row, id: null })).toThrow('without its text')
  })
})

describe('the summary of a row whose payload was purged', () => {
  test('says how the job ended, and that it was purged', () => {
    expect(summaryOfPurged(row)).toEqual({ ...bare, why: { code: 'platform-refused' }, isPurged: true })
  })
  test('has no reason if the row has none or an unknown one', () => {
    expect(summaryOfPurged({ ...row, why: null })).toEqual({ ...bare, isPurged: true })
    expect(summaryOfPurged({ ...row, why: 'the-weather' })).toEqual({ ...bare, isPurged: true })
  })
  test('says where the job came from', () => {
    expect(summaryOfPurged({ ...row, origin: 'restored' })).toMatchObject({ origin: 'restored', isPurged: true })
  })
})

test.each([
  ['restored', { origin: 'restored' }],
  ['copied', { origin: 'copied' }],
  ['taken-over', { origin: 'taken-over' }],
  ['the moon', {}],
  [null, {}],
])('a job with the origin %j is shown with %j', (origin, told) => {
  expect(originOf({ ...row, origin })).toEqual(told)
})
