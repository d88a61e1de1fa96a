import { describe, expect, test } from 'vitest'
import { defaultFieldNames, type Json } from '../../../../src/platform/answer.ts'
import { customerPath } from '../../../../src/renderer/src/routes.ts'
import { messageLink } from '../../../../src/shared/domain/handout/handout.ts'
import { answerTo } from '../answer-to.ts'
import {
  findLack,
  readCreatedLogIn,
  readCustomer,
  readCustomerPage,
  readStatus,
} from '../../../../src/platform/read/read-records.ts'

describe('the record of a customer', () => {
  // A browser cannot write half a character into an address. The link to such a customer would fail, and with it the whole screen.
  test('has no half characters, whatever the answer has', () => {
    const text = String.raw`{"userid":"100\ud83d","password":"\udc00p","firstname":"Ann \ud83d\ude00"}`
    const customer = readCustomer(answerTo('getCustomer_V2', text))
    expect(customer).toEqual({ userid: '100\uFFFD', password: '\uFFFDp', firstname: 'Ann \u{1F600}' })
    expect(customerPath(customer ?? {})).toBe('/customers/100%EF%BF%BD')
    expect(messageLink({ by: 'sms', subject: '', text: customer?.password ?? '' })).toContain('%EF%BF%BD')
  })

  test.each<readonly [string, Json, object | undefined]>([
    [
      'as getCustomer was seen',
      { firstname: 'Ann', lastname: 'Lee', userid: 1234567890, password: 'p' },
      { firstname: 'Ann', lastname: 'Lee', userid: '1234567890', password: 'p' },
    ],
    [
      'as getCustomer_V2 was seen',
      {
        Userid: '1',
        Password: 'p',
        Subscription_expire: '2026-12-01',
        Subscription_name: 'Basic',
        Subscription_type: 'x',
      },
      { userid: '1', password: 'p', endDate: '2026-12-01', product: 'Basic' },
    ],
    [
      'in camel case',
      { loginId: '1', customerMappingId: 'm', mobileNumber: '+1' },
      { userid: '1', customermappingid: 'm', mobile: '+1' },
    ],
    [
      'with the log-in in a part of its own',
      { customerId: 7, firstname: 'Ann', login: { userId: '1', password: 'p' } },
      { firstname: 'Ann', userid: '1', password: 'p' },
    ],
    ['with only a log-in in a part of its own', { id: 7, credentials: { username: '1' } }, { userid: '1' }],
    ['with a user ID of its own beside the log-in', { userid: '1', access: { username: 'operator' } }, { userid: '1' }],
    ['in a list of one', [{ userid: '1' }], { userid: '1' }],
    [
      'in wrappers',
      { status: 'ok', data: { customer: { userid: '1', status: 'Active' } } },
      { userid: '1', status: 'Active' },
    ],
    ['in XML', { Customer: { UserId: '001', Email: 'a@b.c', Phone: '' } }, { userid: '001', email: 'a@b.c' }],
    [
      'with a subscription of its own',
      {
        userid: '1',
        subscription: { status: 'Active', end_date: '2026-12-01', product: { name: 'x' }, productname: 'Basic' },
      },
      { userid: '1', status: 'Active', endDate: '2026-12-01', product: 'Basic' },
    ],
    [
      'with several subscriptions, none of which is used',
      { userid: '1', subscriptions: [{ status: 'Active' }, { status: 'Expired' }] },
      { userid: '1' },
    ],
    [
      'with the only subscription of a list',
      { userid: '1', subscriptions: [{ status: 'Active', endDate: '2026-12-01', productName: 'Basic' }] },
      { userid: '1', status: 'Active', endDate: '2026-12-01', product: 'Basic' },
    ],
    [
      'without the end date and the product of several subscriptions',
      {
        userid: '1',
        subscriptions: [
          { endDate: '2026-12-01', product: { id: 1 } },
          { endDate: '2027-12-01', product: { id: 2 } },
        ],
      },
      { userid: '1' },
    ],
    [
      'with a status that is an object',
      { userid: '1', status: { code: 'DISABLED', label: 'Disabled', since: '2026-12-01' } },
      { userid: '1', status: 'Disabled' },
    ],
    [
      'without a status that is an object with two meanings',
      { userid: '1', status: { now: 'Active', before: 'Disabled' } },
      { userid: '1' },
    ],
    [
      'with a product that is an object',
      { userid: '1', expiry: '2026-12-01', product: { id: 102, name: 'Family' } },
      { userid: '1', endDate: '2026-12-01', product: '102' },
    ],
    [
      'with a product that has only a name',
      { userid: '1', package: { name: 'Family' } },
      { userid: '1', product: 'Family' },
    ],
    ['with empty fields', { userid: '1', firstname: ' ', email: null, mobile: '' }, { userid: '1' }],
    ['not at all from two records', [{ userid: '1' }, { userid: '2' }], undefined],
    ['not at all beside a record that is not understood', [{ userid: '1' }, { konto: '2' }], undefined],
    [
      'with values that mean "none", such as N/A',
      {
        userid: '1',
        enddate: '0001-01-01T00:00:00Z',
        email: 'N/A',
        mobile: '-',
        customermappingid: '0',
        firstname: 'None',
      },
      { userid: '1' },
    ],
    ['with booleans in place of texts', { userid: '1', email: true, mail: false }, { userid: '1' }],
    ['not at all if the user ID is a boolean', { login: true }, undefined],
    ['with two different user IDs', { userid: '17', login: 'ann', firstname: 'A' }, { firstname: 'A' }],
    ['with the same user ID twice', { userid: '17', login: '17' }, { userid: '17' }],
    ['with two different end dates', { userid: '1', enddate: '2027-01-02', expires: '2027-05-02' }, { userid: '1' }],
    [
      'with a product and its name',
      { userid: '1', productid: '7', productname: 'Basic' },
      { userid: '1', product: '7' },
    ],
    [
      'with a state in an address',
      { userid: '1', city: 'Austin', state: 'Texas' },
      { userid: '1', city: 'Austin', state: 'Texas' },
    ],
    ['with a state that is a status', { userid: '1', state: 'ACTIVE' }, { userid: '1', status: 'Active' }],
    ['with a state that is not a known status', { userid: '1', state: 'barred' }, { userid: '1' }],
    ['with the outcome of the call as its status', { status: 'success', userid: '1' }, { userid: '1' }],
    [
      'with the outcome of the call and a status of its own',
      { status: 'ok', userid: '1', accountstatus: 'Trial' },
      { userid: '1', status: 'Trial' },
    ],
    ['with two statuses', { userid: '1', status: 'Active', accountstatus: 'Disabled' }, { userid: '1' }],
    [
      'with a history',
      { userid: '1', history: { status: 'Expired', enddate: '2020-01-01' }, log: [{ product: '3' }] },
      { userid: '1' },
    ],
    [
      'with the dates and states of other things',
      { userid: '1', creditCard: { expiry: '2029-01-31' }, session: { status: 'Active' }, addOn: { product: '3' } },
      { userid: '1' },
    ],
    [
      'with a status in its current subscription, beside an earlier one',
      { userid: '1', plan: { status: 'Active' }, lastPlan: { status: 'Expired' } },
      { userid: '1', status: 'Active' },
    ],
    [
      'with statuses in two parts',
      { userid: '1', tv: { status: 'Active' }, phone: { status: 'Expired' } },
      { userid: '1' },
    ],
    ['not at all without a name or user ID', { status: 'Active' }, undefined],
    ['not at all from words', 'Customer', undefined],
    ['not at all from an empty list', [], undefined],
  ])('is read correctly: %s', (_, data, customer) => {
    expect(readCustomer({ data })).toEqual(customer)
  })

  test.each<Json>([
    { userid: '1', isDeleted: true, firstname: 'Ann' },
    { userid: '1', firstname: 'Ann', deleted_at: '2026-01-01' },
    { userid: '1', is_deleted: 1 },
    { deleted: true, customer: { userid: '1', firstname: 'Ann', status: 'Active' } },
    { found: false, customer: { userid: '1', firstname: 'Ann', status: 'Active' } },
    { exists: 'no', data: { userid: '1', firstname: 'Ann' } },
  ])('is not read from a customer who was removed or not found: %j', (data) => {
    expect([readCustomer({ data }), readStatus({ data })]).toEqual([undefined, undefined])
    expect(answerTo('getCustomer', JSON.stringify(data)).verdict).toBe('unclear')
  })

  test.each<Json>([
    { userid: '1', status: 'Active', isDeleted: false, deleted_at: null },
    { userid: '1', status: 'Active', deletedAt: '0001-01-01T00:00:00', removed: 'never' },
    { found: true, exists: 1, customer: { userid: '1', status: 'Active', deleted: 0 } },
    { userid: '1', status: 'Active', deletedAt: '1900-01-01T00:00:00', removed_at: '/Date(-2208988800000)/' },
    { userid: '1', status: 'Active', deletedAt: '1970-01-01T00:00:00', removed_at: '31/12/9999' },
    { userid: '1', status: 'Active', deleted: 'nein', removed: 'não', unlinked: 'нет' },
  ])('is read from a customer who was not removed: %j', (data) => {
    expect([readCustomer({ data })?.userid, readStatus({ data })]).toEqual(['1', 'Active'])
  })

  test('is read by mapped names', () => {
    const names = { ...defaultFieldNames, userid: ['kundennummer'] }
    expect(readCustomer({ data: { 'Kunden-Nummer': '7' } }, names)).toEqual({ userid: '7' })
  })
})

test.each<readonly [Json, object | undefined]>([
  [
    { loginid: '1', password: 'p' },
    { userid: '1', password: 'p' },
  ],
  [{ loginId: '1' }, { userid: '1' }],
  [[{ data: { userid: '1', password: 'p' } }], { userid: '1', password: 'p' }],
  [{ password: 'p' }, undefined],
  ['OK', undefined],
  ...[-1, 'error', 'USER_EXISTS', 'invalid_product', 'duplicate', 'User already exists', 'null', 'false', 'N/A'].map(
    (loginid) => [{ loginid, password: 'p' }, undefined] as const,
  ),
])('the user ID and password of a creation are read from %j', (data, logIn) => {
  expect(readCreatedLogIn({ data })).toEqual(logIn)
})

test.each<readonly [Json, string | undefined]>([
  ['Active', 'Active'],
  ['OK', undefined],
  [{ status: 'Trial' }, 'Trial'],
  [{ status: 'On hold' }, 'On hold'],
  [{ status: 'success', CustomerStatus: 'Pending' }, 'Pending'],
  [{ status: 200, data: { status: 'Expired' } }, 'Expired'],
  [{ success: true, customer: { subscription: { status: 'Disabled' } } }, 'Disabled'],
  [[{ status: 'Active' }], 'Active'],
  [[{ status: 'Active' }, { status: 'Expired' }], undefined],
  [{ status: 'success' }, undefined],
  [{}, undefined],
])('the status is read from %j', (data, status) => {
  expect(readStatus({ data })).toBe(status)
})

describe('a page of customers', () => {
  const one = { userid: '1' }
  test.each<readonly [string, Json, object | undefined]>([
    ['empty', [], { customers: [], hasNext: false }],
    ['as a plain list', [one, { userid: '2' }], { customers: [one, { userid: '2' }], hasNext: false }],
    [
      'with a cursor',
      { customers: [one], has_next: true, last_customer_id: 77 },
      { customers: [one], hasNext: true, cursor: '77' },
    ],
    [
      'with a cursor beside the wrapper',
      { data: { items: [one] }, HasNext: 'true', cursor: 'c' },
      { customers: [one], hasNext: true, cursor: 'c' },
    ],
    ['as the last page', { customers: [one], has_next: false, cursor: null }, { customers: [one], hasNext: false }],
    ['with a cursor alone', { customers: [one], next: 'c' }, { customers: [one], hasNext: true, cursor: 'c' }],
    [
      'in XML',
      { Result: { Customers: { Customer: [one, one] }, has_next: 'false' } },
      { customers: [one, one], hasNext: false },
    ],
    ['in XML, with one customer', { Customers: { Customer: one } }, { customers: [one], hasNext: false }],
    ['in XML, without customers', { Result: { Customers: '', has_next: 'false' } }, { customers: [], hasNext: false }],
    [
      'that maps user IDs to statuses',
      { '1': 'Active', '2': 'Disabled' },
      {
        customers: [
          { userid: '1', status: 'Active' },
          { userid: '2', status: 'Disabled' },
        ],
        hasNext: false,
      },
    ],
    [
      'as the record of one customer',
      { userid: '1', status: 'Active' },
      { customers: [{ userid: '1', status: 'Active' }], hasNext: false },
    ],
    ['in a list under an unknown name', { success: true, lijst: [one] }, { customers: [one], hasNext: false }],
    [
      'in a list under an unknown name, with a cursor',
      { Result: 'Success', ErrorCode: 0, has_next: true, cursor: 'c', lijst: [one] },
      { customers: [one], hasNext: true, cursor: 'c' },
    ],
    ['in a list of statuses without elements', { success: true, statuses: [] }, { customers: [], hasNext: false }],
    ['not at all from a list beside a failure', { success: false, lijst: [one] }, undefined],
    ['not at all from a list beside words', { success: true, lijst: [one], opmerking: 'niet gevonden' }, undefined],
    ['not at all from two lists', { success: true, lijst: [one], rest: [one] }, undefined],
    ['not at all from a list of faults', { success: true, errors: [one] }, undefined],
    ['not at all from a list of missing customers', { success: true, notFound: [one] }, undefined],
    ['not at all from an empty list under an unknown name', { success: true, lijst: [] }, undefined],
    ['not at all beside an element that is not a customer', [one, { what: 'ever' }], undefined],
    ['not at all beside an element that has no user ID', [one, { firstname: 'A' }], undefined],
    ['not at all beside an element that has an error', [one, { userid: '2', error: 'not found' }], undefined],
    ['with an element whose error is empty', [{ userid: '1', error: '' }], { customers: [one], hasNext: false }],
    ['not at all from an element with empty fields only', [{ userid: '2', status: null }], undefined],
    [
      'not at all from an element with only the date of the year 1',
      [{ userid: '2', enddate: '01.01.0001' }],
      undefined,
    ],
    ['not at all from empty fields in XML', { Users: { User: { userid: '2', status: '' } } }, undefined],
    [
      'not at all if an element has less data than others',
      [{ userid: '1', status: 'Active' }, { userid: '2' }],
      undefined,
    ],
    ['not at all if an element has fewer fields than others', [{ userid: '1', lage: 4 }, { userid: '2' }], undefined],
    [
      'with elements that have only a user ID',
      [{ userid: '1' }, { userid: '2' }],
      { customers: [one, { userid: '2' }], hasNext: false },
    ],
    ['not at all if unknown words say whether more follows', { customers: [one], has_next: 'ja' }, undefined],
    [
      'with a letter that says that more follows',
      { customers: [one], has_next: 'Y', cursor: '7' },
      { customers: [one], hasNext: true, cursor: '7' },
    ],
    [
      'with a letter that says that nothing follows',
      { customers: [one], has_next: 'N', cursor: '-' },
      { customers: [one], hasNext: false },
    ],
    [
      'with an empty flag, which says that nothing follows',
      { customers: [one], has_next: '' },
      { customers: [one], hasNext: false },
    ],
    [
      'not at all if the page is full and does not say whether more follows',
      { customers: Array.from({ length: 100 }, () => one) },
      undefined,
    ],
    [
      'that is full and says that nothing follows',
      { customers: Array.from({ length: 100 }, () => one), has_next: false },
      { customers: Array.from({ length: 100 }, () => one), hasNext: false },
    ],
    ['not at all from a status under a name that is not a user ID', { Clients: { Item: 'Active' } }, undefined],
    [
      'in XML, with one customer and a count beside it',
      { Results: { Row: { userid: '1' }, Count: '1' } },
      { customers: [one], hasNext: false },
    ],
    ['not at all from one status under a name that may be that of a record', { zapis: 'Active' }, undefined],
    ['not at all from statuses by user ID, one of them empty', { '1': 'Active', '2': null }, undefined],
    [
      'with an error number in each row that says that there is none',
      { customers: [{ userid: '1', err: 0 }] },
      { customers: [one], hasNext: false },
    ],
    ['not at all from texts', ['1'], undefined],
    ['not at all from a message', { Message: 'Hello' }, undefined],
    ['not at all from words', 'Hello', undefined],
  ])('is read correctly: %s', (_, data, page) => {
    expect(readCustomerPage({ data })).toEqual(page)
  })

  test.each<[around: Record<string, Json>, hasNext: boolean, cursor?: string]>([
    [{ paging: { has_next: true, last_customer_id: 5 } }, true, '5'],
    [{ meta: { hasNext: true, cursor: 'x' } }, true, 'x'],
    [{ paging: { has_next: false, total: 500 } }, false],
    // A count or a link alone does not say that more follow than this call returns.
    [{ links: { next: 'https://platform.example/2' } }, false],
    [{ page: 5, pages: 5 }, false],
    [{ page: 2, page_size: 4, total: 5 }, false],
    [{ count: 1, meta: { total: 1 } }, false],
    [{ links: { next: null } }, false],
  ])('is read with what stands beside it about further pages: %j', (around, hasNext, cursor) => {
    const page = readCustomerPage({ data: { data: [one], ...around } })
    expect(page).toEqual({ customers: [one], hasNext, ...(cursor !== undefined && { cursor }) })
  })

  test('of statuses is read if it has 100 customers, because only a page of getCustomers is then full', () => {
    const data = Array.from({ length: 100 }, () => one)
    expect(readCustomerPage({ data }, 'statuses')).toEqual({ customers: data, hasNext: false })
    expect(findLack({ data }, 'statuses')).toBeUndefined()
  })

  test('is not read from an answer without data', () => {
    expect(readCustomerPage({})).toBeUndefined()
  })

  test.each<[string, Json, ReturnType<typeof findLack>]>([
    ['is full and does not say whether more follow', Array.from({ length: 100 }, () => one), 'following'],
    ['says in unknown words whether more follow', { customers: [one], has_next: 'misschien' }, 'following'],
    ['shows user IDs and empty fields', [{ userid: '1', lage: null }], 'particulars'],
    ['says that more follow', { customers: [one], has_next: true }, undefined],
    ['holds one customer', [one], undefined],
    ['holds no customer', [{ n: 1 }], undefined],
    ['is empty', [], undefined],
  ])('that %s is checked for missing data', (_, data, lacks) => {
    expect(findLack({ data })).toBe(lacks)
  })
})

test('the record of one customer is not read as a list, whatever it says about statuses', () => {
  const rosa = { userid: '7', firstname: 'Rosa' }
  expect(readCustomer({ data: { ...rosa, statuses: '' } })).toMatchObject(rosa)
  expect(readCustomer({ data: { ...rosa, statuses: [{ name: 'vip' }] } })).toMatchObject(rosa)
})

test('the only customer in a list of one is found, even beside a flag and a count', () => {
  const data = { gelukt: 'J', aantal: 1, customers: [{ userid: '7', status: 'Active' }] }
  expect(readCustomer({ data })).toEqual({ userid: '7', status: 'Active' })
  expect(readCustomer({ data: { ...data, customers: [{ userid: '7' }, { userid: '8' }] } })).toBeUndefined()
})

describe('a record beside an object that only reports the outcome', () => {
  const rosa = { userid: '7', firstname: 'Rosa' }
  const created = '{"result":{"success":true},"customer":{"userid":"7","password":"x"}}'

  test.each<readonly [string, unknown]>([
    ['a code', { result: { code: 0 }, customer: rosa }],
    ['a code and a message', { result: { code: 0, message: 'OK' }, data: rosa }],
    ['a flag', { response: { success: true }, user: rosa }],
    ['a null', { result: { success: true, error: null }, user: rosa }],
  ])('is read: %s', (_, body) => {
    const answer = answerTo('getCustomer', JSON.stringify(body))
    expect([answer.verdict, readCustomer(answer)]).toEqual(['accepted', rosa])
  })

  test('is read in XML, and in the answer to a creation', () => {
    const xml = '<r><result code="0">OK</result><customer><userid>7</userid><firstname>Rosa</firstname></customer></r>'
    expect(readCustomer(answerTo('getCustomer', xml))).toEqual(rosa)
    expect(readCreatedLogIn(answerTo('addCustomer', created))).toEqual({ userid: '7', password: 'x' })
  })

  test.each<readonly [string, unknown]>([
    ['may be another customer', { result: { userid: '9' }, customer: rosa }],
    ['has a status of a customer', { account: { status: 'Disabled' }, customer: rosa }],
    ['has a field that is not known', { result: { code: 0, wat: 'x' }, customer: rosa }],
    ['is empty', { result: {}, customer: rosa }],
    ['says no', { result: { success: false }, customer: rosa }],
    ['has a code that is not understood', { result: { code: 4 }, customer: rosa }],
  ])('is not accepted if that object %s', (_, body) => {
    expect(answerTo('getCustomer', JSON.stringify(body)).verdict).not.toBe('accepted')
  })
})
