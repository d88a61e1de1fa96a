import { describe, expect, test } from 'vitest'
import type { Step } from '../../../../../src/main/jobs/ledger/rows.ts'
import { stepView, type StoredEntry } from '../../../../../src/main/jobs/ledger/job-view.ts'

const step: Step = {
  id: 3,
  position: 0,
  kind: 'renew',
  operation: 'renewCustomerV2',
  state: 'read-back',
  payload: { send: {}, read: {} },
}
const entry = (type: string, at: number, changed: Partial<StoredEntry> = {}): StoredEntry => ({
  at,
  revision: 1,
  type,
  operation: 'renewCustomerV2',
  result: undefined,
  status: undefined,
  isAssumed: false,
  seen: {},
  ...changed,
})
const ofEntries = (...entries: readonly StoredEntry[]) => stepView(step, entries)

test('the details of a step without entries show only the step itself', () => {
  expect(ofEntries()).toStrictEqual({
    kind: 'renew',
    operation: 'renewCustomerV2',
    state: 'read-back',
    attempts: [],
    readings: [],
    choices: [],
  })
})

describe('an attempt in the details of a job', () => {
  test("has no end before its verdict, and shows the customer's status from before the attempt", () => {
    const seen = { status: 'Active', endDate: '2027-09-02', product: 'Sports' }
    expect(ofEntries(entry('attempt', 10, { seen })).attempts).toStrictEqual([
      { number: 1, startedAt: 10, before: seen },
    ])
  })
  test('shows only those values of the customer that were read', () => {
    const [first, second, third, fourth] = ofEntries(
      entry('attempt', 10, { seen: { status: 'Active' } }),
      entry('attempt', 20, { seen: { endDate: '2027-09-02' } }),
      entry('attempt', 30, { seen: { product: 'Sports' } }),
      entry('attempt', 40, { seen: { before: 'absent' } }),
    ).attempts
    expect(first?.before).toStrictEqual({ status: 'Active' })
    expect(second?.before).toStrictEqual({ endDate: '2027-09-02' })
    expect(third?.before).toStrictEqual({ product: 'Sports' })
    expect(fourth).toStrictEqual({ number: 4, startedAt: 40 })
  })
  test('has the end and the answer of its verdict', () => {
    const verdict = entry('verdict', 12, {
      result: 'refused',
      status: 400,
      seen: { message: 'No.', raw: '{"m":"No."}' },
    })
    expect(ofEntries(entry('attempt', 10), verdict).attempts).toStrictEqual([
      { number: 1, startedAt: 10, endedAt: 12, outcome: 'refused', status: 400, message: 'No.', raw: '{"m":"No."}' },
    ])
  })
  test('whose token was refused counts as refused', () => {
    const { attempts } = ofEntries(entry('attempt', 10), entry('verdict', 12, { result: 'token-refused' }))
    expect(attempts).toStrictEqual([{ number: 1, startedAt: 10, endedAt: 12, outcome: 'refused' }])
  })
  test('that is only assumed is marked as such, and is not numbered as a real one', () => {
    const { attempts } = ofEntries(
      entry('attempt', 10, { isAssumed: true }),
      entry('verdict', 10, { result: 'unknown' }),
      entry('attempt', 20),
      entry('verdict', 22, { result: 'accepted' }),
      entry('attempt', 30),
    )
    expect(attempts).toStrictEqual([
      { number: 1, startedAt: 10, isAssumed: true, endedAt: 10, outcome: 'unknown' },
      { number: 1, startedAt: 20, endedAt: 22, outcome: 'accepted' },
      { number: 2, startedAt: 30 },
    ])
  })
  test('is not shown for a verdict without an attempt', () => {
    expect(ofEntries(entry('verdict', 12, { result: 'accepted' })).attempts).toStrictEqual([])
  })
})

describe('a reading in the details of a job', () => {
  test('shows its finding, its call and the status of the customer', () => {
    const seen = { status: 'Active', message: 'OK' }
    const reading = entry('reading', 5, { operation: 'getCustomer_V2', result: 'present', status: 200, seen })
    expect(ofEntries(reading).readings).toStrictEqual([
      {
        at: 5,
        operation: 'getCustomer_V2',
        finding: 'present',
        status: 200,
        message: 'OK',
        subscription: { status: 'Active' },
      },
    ])
  })
  test('that asked for credentials counts as unclear', () => {
    expect(ofEntries(entry('reading', 5, { result: 'credentials' })).readings[0]).toStrictEqual({
      at: 5,
      operation: 'renewCustomerV2',
      finding: 'unclear',
    })
  })
})

describe("a technician's choice in the details of a job", () => {
  test('is shown with the name of the technician and the reason', () => {
    const choice = entry('choice', 5, { result: 'drop', seen: { by: 'A. Moreau', message: 'moved away' } })
    expect(ofEntries(choice).choices).toStrictEqual([{ at: 5, action: 'drop', by: 'A. Moreau', reason: 'moved away' }])
  })
  test('has an empty name and no reason if none were recorded', () => {
    expect(ofEntries(entry('choice', 5, { result: 'check-again' })).choices).toStrictEqual([
      { at: 5, action: 'check-again', by: '' },
    ])
  })
})
