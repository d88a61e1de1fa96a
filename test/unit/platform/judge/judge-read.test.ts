import { describe, expect, test } from 'vitest'
import type { Verdict } from '../../../../src/platform/answer.ts'
import { operations, type OperationId } from '../../../../src/platform/catalogue/catalogue.ts'
import { readCreatedLogIn } from '../../../../src/platform/read/read-records.ts'
import { readDevices } from '../../../../src/platform/read/read-devices.ts'
import { answerTo } from '../answer-to.ts'

const reads = operations.filter(({ effect }) => effect === 'read').map(({ id }) => id)

type Row = readonly [status: number, text: string, verdict: Verdict]

const verdictsOn = (status: number, text: string): ReadonlySet<Verdict> =>
  new Set(reads.map((id) => answerTo(id, text, { status }).verdict))

describe('the answer to any read', () => {
  test.each<Row>([
    [199, '{"Message":"Invalid credentials"}', 'unclear'],
    [299, '{"Message":"Invalid credentials"}', 'refused'],
    [300, '{"Message":"Invalid credentials"}', 'unclear'],
    [304, '', 'unclear'],
  ])('is judged by its words only if the HTTP status is a success: %i %s is %s', (status, text, verdict) => {
    expect(verdictsOn(status, text)).toEqual(new Set([verdict]))
  })

  test.each<Row>([
    [400, '', 'refused'],
    [406, '', 'unclear'],
    [406, '{"Message":"months"}', 'refused'],
    [422, 'months', 'refused'],
    [403, '{"Message":"Customer not found"}', 'refused'],
    [401, '{"Message":"Customer not found"}', 'refused'],
    [400, '{"success":true}', 'unclear'],
    [401, '{"Message":"Success"}', 'unclear'],
    [401, '{"Message":"Authoriz', 'unclear'],
    [400, '{"Message":"Request timed out"}', 'unclear'],
    [403, '{"statusCode":503,"Message":"Invalid token"}', 'unclear'],
  ])('is a refusal if its status refuses and its body does not contradict: %i %s is %s', (status, text, verdict) => {
    expect(verdictsOn(status, text)).toEqual(new Set([verdict]))
  })

  test.each<Row>([
    [404, '[]', 'absent'],
    [404, '{"data":[]}', 'absent'],
    [404, '{"success":false,"data":[]}', 'unclear'],
    [404, '{"code":17,"data":[]}', 'unclear'],
    [404, '{"uitkomst":"mislukt","data":[]}', 'unclear'],
    [404, '{"message":"Ungültig","data":[]}', 'unclear'],
    [404, '{"Message":"The service was not found"}', 'refused'],
    [404, '{"Message":"The service was not found","MessageDetail":"basic"}', 'refused'],
    [404, '{"success":false,"message":"Ongeldig token"}', 'refused'],
    [404, '{"success":false,"message":"Ungültig"}', 'unclear'],
    [404, '{"success":true,"message":"Invalid token"}', 'unclear'],
    [404, '{"Message":"Your token is for another platform"}', 'unclear'],
  ])('with status 404 is "absent" if the list is empty, and refused only by plain words: %i %s is %s', (...row) => {
    const [status, text, verdict] = row
    expect(verdictsOn(status, text)).toEqual(new Set([verdict]))
  })
})

test.each<readonly [OperationId, number, string, Verdict]>([
  ['GetCustomerStatus', 200, 'Expired', 'accepted'],
  ['GetCustomerStatus_GET', 200, 'Expired', 'accepted'],
  ['GetCustomerStatus_GET', 299, '"Active"', 'accepted'],
  ['GetCustomerStatus', 199, 'Active', 'unclear'],
  ['GetCustomerStatus', 300, 'Active', 'unclear'],
  ['GetCustomerStatus', 404, 'Active', 'unclear'],
  ['GetCustomerStatus', 500, 'Active', 'unclear'],
  ['GetCustomerStatus_GET', 200, '{"status":"onbekend"}', 'unclear'],
  ['GetCustomerStatus', 200, '{"status":"Pending"}', 'accepted'],
])('the answer to %s with %i %s is judged as %s', (id, status, text, verdict) => {
  expect(answerTo(id, text, { status }).verdict).toBe(verdict)
})

test.each<readonly [OperationId, string, Verdict]>([
  ['getCustomer', '{"userid":"1","firstname":"A","statusCode":503}', 'unclear'],
  ['getCustomer', '{"userid":"1","firstname":"A","message":"Import in progress"}', 'unclear'],
  ['devices', '00:1A:79:00:00:01', 'accepted'],
  ['devices', '{"uuid":"001A79000001","message":"toestel"}', 'unclear'],
  ['GetMacAddressesUnderHostname', '001A79000001, 001A79000002', 'accepted'],
  ['devices', '[{"uuid":"","model":"APP"},{"uuid":"00:1A:79:00:00:01"}]', 'accepted'],
  ['GetMacAddressesUnderHostname', '["","00:1A:79:00:00:01"]', 'accepted'],
  ['GetMacAddressesUnderHostname', '{"hostname":"tv.north.example","macs":[]}', 'accepted'],
  ['GetMacAddressesUnderHostname', '{"hinweis":"tv.north.example","macs":[]}', 'unclear'],
  ['GetMacAddressesUnderHostname', '{"success":false,"macs":["","00:1A:79:00:00:01"]}', 'unclear'],
  ['GetMacAddressesUnderHostname', '["00:1A:79:00:00:01","is not registered"]', 'unclear'],
  ['GetMacAddressesUnderHostname', '[""]', 'unclear'],
  ['devices', '[{"uuid":"","model":"APP"}]', 'unclear'],
  ['devices', '{"items":[],"hasNext":true}', 'unclear'],
  ['devices', '{"items":[],"hasNext":false}', 'accepted'],
  ['GetMacAddressesUnderHostname', '{"data":{"devices":[]},"has_next":1}', 'unclear'],
  ['GetCustomerStatusByIds', '{"success":true,"abonnementen":[{"userid":"1","status":"Active"}]}', 'accepted'],
  ['GetCustomerStatusByReseller', '{"Result":"Success","Statuses":[{"UserId":"1","Status":"Active"}]}', 'accepted'],
  ['GetCustomerStatusByIds', '{"success":false,"abonnementen":[{"userid":"1","status":"Active"}]}', 'refused'],
  ['GetCustomerStatusByIds', '{"success":true,"notFound":[{"userid":"1","status":"Active"}]}', 'unclear'],
])('data is accepted only if nothing in the answer contradicts it: %s answered with %s is %s', (id, text, verdict) => {
  expect(answerTo(id, text).verdict).toBe(verdict)
})

test.each<readonly [string, Verdict]>([
  ['{"Message":"Customer not found"}', 'absent'],
  ['{"Message":"Customer not found","code":17}', 'absent'],
  ['{"Message":"Success","MessageDetail":"Customer not found"}', 'absent'],
  ['{"Status":"NOT_FOUND","Description":"Customer not found"}', 'absent'],
  ['{"Status":"NotFound","Description":"Customer not found"}', 'absent'],
  ['{"result":"NO_DATA","message":"Customer not found"}', 'absent'],
  ['{"outcome":"NO_RECORDS_FOUND","message":"Customer not found"}', 'absent'],
  ['{"Status":"DOES_NOT_EXIST","message":"Customer not found"}', 'absent'],
  ['{"Status":"404","Description":"Customer not found"}', 'absent'],
  ['{"statusCode":404,"error":"Not Found","message":"Customer not found"}', 'absent'],
  ['{"error":"FAILED","message":"Customer not found"}', 'absent'],
  ['{"statusCode":404,"message":"Invalid token"}', 'refused'],
  ['{"statusCode":404,"message":"Ungültig"}', 'unclear'],
  ['{"Status":"NOT_FOUND","Description":"Token not found"}', 'refused'],
  ['{"Status":"NOT_ALLOWED","Description":"Customer not found"}', 'refused'],
  ['{"Message":"Customer not found","MessageDetail":"Hm"}', 'refused'],
  ['{"Message":"Customer not found","MessageDetail":"Invalid order"}', 'refused'],
  ['{"Message":"Customer not found","MessageDetail":"Invalid token"}', 'refused'],
])('a record counts as absent only if every message of the answer agrees: %s is %s', (text, verdict) => {
  expect(answerTo('getCustomer', text).verdict).toBe(verdict)
})

const blank = {
  userid: '4873932008',
  customermappingid: '',
  firstname: null,
  lastname: null,
  mobile: null,
  status: '',
  subscription_end_date: '0001-01-01',
}

test.each<readonly [object, Verdict]>([
  [blank, 'unclear'],
  [{ ...blank, customermappingid: '0', created: '0001-01-01T00:00:00', expires: '1/1/0001 12:00:00 AM' }, 'unclear'],
  [{ ...blank, expires: '/Date(-62135596800000)/', expiry: '0000-00-00 00:00:00' }, 'unclear'],
  [{ ...blank, balance: 0, credit: '0.00', locked: 'False', devices: [], address: { city: '', zip: null } }, 'unclear'],
  [{ success: true, statusCode: 200, message: 'OK', data: { customer: blank } }, 'unclear'],
  [{ status: 'OK', userid: '7', firstname: null }, 'unclear'],
  [{ login: { userid: '7', password: '' }, firstname: null }, 'unclear'],
  [{ userid: '', customermappingid: 'AB12-01J', firstname: '' }, 'unclear'],
  [{ ...blank, message: 'Customer not found' }, 'absent'],
  [{ ...blank, customermappingid: 'AB12-01J' }, 'accepted'],
  [{ ...blank, mobile: '+33612345678' }, 'accepted'],
  [{ ...blank, status: 'Pending' }, 'accepted'],
  [{ ...blank, klantnr: '77123' }, 'accepted'],
  [{ ...blank, subscription_end_date: '2027-01-31' }, 'accepted'],
  [{ ...blank, devices: [{ mac: '001A79000001' }] }, 'accepted'],
  [{ userid: '4873932008' }, 'accepted'],
])('a customer with only the ID that was asked for, and empty fields, may not exist: %j is %s', (told, verdict) => {
  for (const id of ['getCustomer', 'getCustomer_V2'] as const)
    expect(answerTo(id, JSON.stringify(told)).verdict).toBe(verdict)
})

test('the answer to a creation may have only the new user ID', () => {
  const answer = answerTo('addCustomer', JSON.stringify(blank))
  expect([answer.verdict, readCreatedLogIn(answer)]).toEqual(['accepted', { userid: '4873932008' }])
})

const ofCore = {
  type: 'https://tools.ietf.org/html/rfc9110#section-15.5.5',
  title: 'Not Found',
  status: 404,
  traceId: '00-84c1fd4063c38d9f3900d06e56542d48-85d1d4-00',
}

test.each<readonly [object, Verdict]>([
  [ofCore, 'absent'],
  [{ detail: 'Not found.' }, 'absent'],
  [{ status: 404, error: 'Not Found' }, 'absent'],
  [{ ...ofCore, detail: 'Customer not found' }, 'absent'],
  [{ ...ofCore, detail: 'Unknown tenant' }, 'unclear'],
  [{ ...ofCore, detail: 'Invalid token' }, 'refused'],
  [{ message: 'Not found', success: true }, 'unclear'],
  [{ message: 'Resource not found' }, 'unclear'],
])('a body that only repeats the status 404 means the same as an empty one: %j is %s', (told, verdict) => {
  const text = JSON.stringify(told)
  for (const id of ['getCustomer', 'getCustomer_V2', 'GetCustomerStatus'] as const)
    expect(answerTo(id, text, { status: 404 }).verdict).toBe(verdict)
  // In place of a list, it may mean that there is no such list.
  if (!text.includes('Customer')) expect(answerTo('devices', text, { status: 404 }).verdict).not.toBe('absent')
  expect(answerTo('getCustomer', text).verdict).not.toBe('accepted')
  expect(answerTo('renewCustomerV2', JSON.stringify(ofCore), { status: 404 }).verdict).toBe('unclear')
})

test('a text under the name of a list of boxes is read as boxes, also beside a message in another language', () => {
  const told = { status: 'success', message: 'Gelukt', userid: '7', devices: '00:1A:79:00:00:01,00:1A:79:00:00:02' }
  const { verdict, data } = answerTo('devices', JSON.stringify(told))
  expect(verdict).toBe('accepted')
  expect(readDevices({ data: data ?? null })?.map(({ id }) => id)).toEqual(['00:1A:79:00:00:01', '00:1A:79:00:00:02'])
  expect(answerTo('devices', JSON.stringify({ ...told, devices: '' })).verdict).toBe('unclear')
  expect(answerTo('devices', JSON.stringify({ ...told, status: 'error' })).verdict).toBe('unclear')
})

test('a 0 in a field such as "Modified" is ignored inside a record, but makes any other answer unclear', () => {
  const record = { userid: 'ub1114', status: 'Disabled', lastname: 'Lee', Modified: '0', Added: 0 }
  for (const id of ['GetCustomerStatus', 'getCustomer'] as const)
    expect(answerTo(id, JSON.stringify(record)).verdict).toBe('accepted')
  expect(answerTo('getCustomer', JSON.stringify({ ...record, Modified: false })).verdict).toBe('unclear')
  expect(answerTo('GetMacAddressesUnderHostname', '{"executed":0,"macs":[]}').verdict).toBe('unclear')
})

test('boxes in several fields with the same name are read', () => {
  const fields =
    '<field name="COUNT" value="2"/><field name="mac" value="001A790003EF"/><field name="mac" value="001A790003EA"/>'
  const { verdict, data } = answerTo('GetMacAddressesUnderHostname', `<r><Answer>${fields}</Answer></r>`)
  expect(verdict).toBe('accepted')
  expect(readDevices({ data: data ?? null })).toEqual([{ id: '001A790003EF' }, { id: '001A790003EA' }])
})
