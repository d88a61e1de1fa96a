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

describe('a row that cannot be opened', () => {
  test('is shown by what is not sealed, for a person to look at', () => {
    expect(summaryOfUnreadable(row)).toEqual({ ...bare, why: { code: 'unreadable-record' } })
  })
  test('needs a person also where what is not sealed is damaged, too', () => {
    expect(summaryOfUnreadable({ ...row, kind: 'somersault', state: 'upside-down' })).toMatchObject({
      kind: 'new-customer',
      state: 'needs-you',
    })
  })
  test('without an id of its own is none', () => {
    expect(() => summaryOfUnreadable({ ...row, id: null })).toThrow('without its text')
  })
})

describe('a row whose payload was purged', () => {
  test('tells how it ended, and that it was purged', () => {
    expect(summaryOfPurged(row)).toEqual({ ...bare, why: { code: 'platform-refused' }, isPurged: true })
  })
  test('gives no reason where it has none, or one that nobody knows', () => {
    expect(summaryOfPurged({ ...row, why: null })).toEqual({ ...bare, isPurged: true })
    expect(summaryOfPurged({ ...row, why: 'the-weather' })).toEqual({ ...bare, isPurged: true })
  })
  test('tells where it came from', () => {
    expect(summaryOfPurged({ ...row, origin: 'restored' })).toMatchObject({ origin: 'restored', isPurged: true })
  })
})

test.each([
  ['restored', { origin: 'restored' }],
  ['copied', { origin: 'copied' }],
  ['taken-over', { origin: 'taken-over' }],
  ['the moon', {}],
  [null, {}],
])('a job that came from %j tells %j', (origin, told) => {
  expect(originOf({ ...row, origin })).toEqual(told)
})
