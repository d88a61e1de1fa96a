import { describe, expect, test } from 'vitest'
import { operation, type OperationId } from '../../../src/platform/catalogue/catalogue.ts'
import { readCustomer, readCustomerPage, readStatus } from '../../../src/platform/read/read-records.ts'
import { interpret } from '../../../src/platform/interpret.ts'
import { defaultFieldNames, type Json, withFieldMapping } from '../../../src/platform/answer.ts'
import type { FieldMapping } from '../../../src/shared/domain/field-mapping/field-mapping.ts'
import { listStatuses } from '../../../src/platform/read/list-leaves.ts'

const nothing = { text: (text: string) => text }

/** The mapping of a platform with its own numbers and words. */
const mapped: FieldMapping = {
  status: ['toestand'],
  pendingWord: ['0'],
  activeWord: ['1', 'actif'],
  disabledWord: ['3', 'Suspendu', 'failed', 'false'],
  expiredWord: ['500'],
}

function read(id: OperationId, body: unknown, names: FieldMapping = mapped) {
  const own = withFieldMapping(names)
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const context = { now: 0, redactor: nothing, tokenRedactor: nothing, ...(own && { names: own }) }
  return interpret({ reach: 'answered', status: 200, headers: {}, text }, operation(id), context)
}

const statusesOf = (body: unknown) =>
  readCustomerPage(read('GetCustomerStatusByIds', body))?.customers.map(({ userid, status }) => [userid, status])

describe('mapped words for a status', () => {
  test.each([
    [{ toestand: 3 }, 'Disabled'],
    [{ toestand: '3' }, 'Disabled'],
    [{ toestand: ' SUSPENDU. ' }, 'Disabled'],
    [{ status: 'suspendu' }, 'Disabled'],
    [{ status: 'failed' }, 'Disabled'],
    [{ status: false }, 'Disabled'],
    [{ status: 500 }, 'Expired'],
    [{ toestand: 0 }, 'Pending'],
    [{ toestand: 'Active' }, 'Active'],
    [[{ userid: '17', toestand: 1 }], 'Active'],
    ['suspendu', 'Disabled'],
    ['3', 'Disabled'],
    ['"3"', 'Disabled'],
    ['false', 'Disabled'],
  ])('give the status of one customer: %j', (body, status) => {
    const answer = read('GetCustomerStatus', body)
    expect(answer.verdict).toBe('accepted')
    expect(readStatus(answer)).toBe(status)
  })

  test('leave the verdict unclear if the same number is also mapped to a refusal', () => {
    const names = { ...mapped, refusalWord: ['1'], customerList: ['rows'] }
    const text = '<rows><client key="new-399143">1</client></rows>'
    expect(read('GetCustomerStatusByIds', text, names).verdict).toBe('unclear')
  })

  test('are read as the only content of a mapped wrapper', () => {
    const names = { ...mapped, wrapper: ['inhoud'] }
    expect(readStatus(read('GetCustomerStatus', '<inhoud>actif</inhoud>', names))).toBe('Active')
    expect(readStatus(read('GetCustomerStatus', '<fout>actif</fout>', names))).toBeUndefined()
  })

  test('are read in a customer record and in the subscription inside the record', () => {
    const body = { userid: '17', abonnement: { toestand: 3 } }
    expect(readCustomer(read('getCustomer', body))).toMatchObject({ userid: '17', status: 'Disabled' })
  })

  test('are read in lists, and in an object that maps user IDs to statuses', () => {
    const both = [
      ['u17', 'Active'],
      ['u18', 'Disabled'],
    ]
    expect(
      statusesOf([
        { userid: 'u17', toestand: 'actif' },
        { userid: 'u18', toestand: 3 },
      ]),
    ).toEqual(both)
    expect(statusesOf({ u17: 'actif', u18: 'suspendu' })).toEqual(both)
    expect(statusesOf({ u17: 1, u18: 3 })).toEqual(both)
    expect(statusesOf({ page: 1, total: 0 })).toBe(undefined)
  })

  test('have no effect on an unmapped status', () => {
    expect(readStatus(read('GetCustomerStatus', { toestand: 'bloqué' }))).toBe('bloqué')
    expect(read('GetCustomerStatus', '9').verdict).toBe('unclear')
    expect(readStatus(read('GetCustomerStatus', { toestand: 3 }, { status: ['toestand'] }))).toBe(undefined)
  })

  test('are ignored if one word is mapped to two statuses', () => {
    const twice = { status: ['toestand'], activeWord: ['x'], disabledWord: ['x'] }
    expect(readStatus(read('GetCustomerStatus', { toestand: 'x' }, twice))).toBe('x')
  })

  test('do not decide the outcome of a change', () => {
    expect(read('Disable', { status: 'failed' }).verdict).toBe('unclear')
    expect(read('Disable', { status: 'failed' }, {}).verdict).toBe('refused')
    expect(read('Disable', { toestand: 3 }).verdict).toBe('unclear')
    expect(read('Disable', 'suspendu').verdict).toBe('unclear')
  })
})

test('a status that is the whole answer to a status call is accepted, whatever else the word may mean', () => {
  expect(read('GetCustomerStatus', 'Expired', {}).verdict).toBe('accepted')
  expect(readStatus(read('GetCustomerStatus', '"Expired"', {}))).toBe('Expired')
  expect(read('getCustomer', 'Expired', {}).verdict).not.toBe('accepted')
})

const list = (data: Json, id: OperationId = 'getCustomers', names = withFieldMapping(mapped) ?? defaultFieldNames) =>
  listStatuses(data, operation(id), names)

describe('the list of statuses in an answer', () => {
  test('contains each status once, with its meaning', () => {
    const data = { klanten: [{ toestand: 1 }, { toestand: '1' }, { toestand: 'x' }, { in: { status: 'Trial' } }] }
    expect(list(data)).toEqual([{ said: '1', meant: 'Active' }, { said: 'x' }, { said: 'Trial', meant: 'Trial' }])
  })

  test('contains a status that is the whole answer to a status call, and statuses keyed by user ID', () => {
    const ids = { '4021770010': 'actif', u18: 'weg' }
    const found = [{ said: 'actif' }, { said: 'weg' }]
    expect(list(ids, 'GetCustomerStatusByIds', defaultFieldNames)).toEqual(found)
    expect(list('weg', 'GetCustomerStatus', defaultFieldNames)).toEqual([{ said: 'weg' }])
    expect(list({ tijdstip: '9:30', versie: 7 }, 'GetCustomerStatus', defaultFieldNames)).toEqual([])
    expect(list(ids, 'getCustomers', defaultFieldNames)).toEqual([])
  })

  test('is limited in number and in the length of its texts', () => {
    const many = Array.from({ length: 100 }, (_, index) => ({ toestand: `s${String(index)}` }))
    expect(list(many)).toHaveLength(40)
    expect(list([{ toestand: 'x'.repeat(200) }])).toEqual([])
  })
})
