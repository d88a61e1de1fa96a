import { describe, expect, test } from 'vitest'
import type { Answer, Verdict } from '../../../src/platform/answer.ts'
import { operation, operations, type OperationId } from '../../../src/platform/catalogue/catalogue.ts'
import { networkFailures } from '../../../src/platform/exchange.ts'
import { interpret } from '../../../src/platform/interpret.ts'
import { createRedactor } from '../../../src/platform/redact.ts'

const now = Date.parse('2026-03-01T12:00:00Z')
const none = createRedactor([])

function answerTo(id: OperationId, status: number, text: string, headers: Record<string, string> = {}): Answer {
  return interpret({ reach: 'answered', status, headers, text }, operation(id), {
    now,
    redactor: none,
    tokenRedactor: none,
  })
}

type Row = readonly [status: number, text: string, verdict: Verdict]

const twice = (value: unknown) => JSON.stringify(JSON.stringify(value))
const html = '<!DOCTYPE html><html><body>OK</body></html>'

describe('what clients saw', () => {
  test.each<readonly [OperationId, ...Row]>([
    ['addCustomer', 200, twice({ loginid: '1234567890', password: 'abc' }), 'accepted'],
    ['addCustomerAsync', 200, '{"loginId":"1234567890","password":"abc"}', 'accepted'],
    ['getCustomer', 200, twice({ firstname: 'A', lastname: 'B', userid: '1', password: 'p' }), 'accepted'],
    ['getCustomer', 404, '{"Message":"Customer not found"}', 'absent'],
    ['getCustomer', 404, '', 'absent'],
    [
      'getCustomer_V2',
      200,
      '{"Userid":"1","Password":"p","Subscription_expire":"2026-12-01","Subscription_name":"Basic"}',
      'accepted',
    ],
    ['changeCustomerProduct', 400, '{"Message":"Wrong user or credentials"}', 'refused'],
    ['changeCustomerProduct', 400, '', 'refused'],
    ['renewCustomerV2', 200, '{"Message":"No product with this id"}', 'refused'],
    ['renewCustomerV2', 400, '{"Message":"months"}', 'refused'],
    ['renewCustomerV2', 401, '{"Message":"Authorization has been denied for this request."}', 'refused'],
    ['renewCustomerV2', 406, '{"Message":"months"}', 'refused'],
    ['renewCustomerV2', 500, '{"Message":"An error has occurred."}', 'unclear'],
  ])('%s answers %i %s: %s', (id, status, text, verdict) => {
    expect(answerTo(id, status, text).verdict).toBe(verdict)
  })
})

const changing = operations.filter(({ effect }) => effect !== 'read').map(({ id }) => id)
const reading = operations.filter(({ effect }) => effect === 'read').map(({ id }) => id)

/** Rows that mean the same to every call that changes something. */
const changeRows: readonly Row[] = [
  [200, '"OK"', 'accepted'],
  [200, 'OK', 'accepted'],
  [200, 'success', 'accepted'],
  [200, 'true', 'accepted'],
  [200, '"true"', 'accepted'],
  [200, '"\\"Success\\""', 'accepted'],
  [200, '{"success":true}', 'accepted'],
  [200, '[{"Success":"true"}]', 'accepted'],
  [200, '{"status":"success","data":null}', 'accepted'],
  [200, '{"d":{"result":"ok"}}', 'accepted'],
  [200, '{"Message":"Success"}', 'accepted'],
  [200, '{"Message":"Operation completed successfully."}', 'accepted'],
  [200, twice({ status: 'OK', error: null, errors: [] }), 'accepted'],
  [200, '<?xml version="1.0"?><string xmlns="http://x">OK</string>', 'accepted'],
  [200, '<boolean xmlns="http://x">true</boolean>', 'accepted'],
  [200, '<Answer><Success>true</Success></Answer>', 'accepted'],
  [201, '{"succeeded":true}', 'accepted'],

  [200, 'false', 'refused'],
  [200, 'User does not exist', 'refused'],
  [200, '"Invalid password"', 'refused'],
  [200, '{"Message":"Nothing to do here"}', 'refused'],
  [200, '{"Message":"Not successful"}', 'refused'],
  [200, '{"success":false,"message":"Hm"}', 'refused'],
  [200, '{"status":"error","message":"Duplicate"}', 'refused'],
  [200, '{"error":"user_exists"}', 'refused'],
  [200, '{"statusCode":400}', 'refused'],
  [200, '<Error><Message>Invalid device</Message></Error>', 'refused'],
  [400, '{"title":"One or more validation errors","errors":{"uuid":["required"]},"status":400}', 'refused'],
  [400, 'uuid is wrong', 'refused'],
  [403, '', 'refused'],
  [422, '{"Message":"mobile"}', 'refused'],
  [404, '{"Message":"Customer not found"}', 'refused'],
  [404, 'Customer not found', 'refused'],

  [200, '', 'unclear'],
  [204, '', 'unclear'],
  [200, '""', 'unclear'],
  [200, 'null', 'unclear'],
  [200, '{}', 'unclear'],
  [200, '[]', 'unclear'],
  [200, '1', 'unclear'],
  [200, html, 'unclear'],
  [200, '{"loginid":"12', 'unclear'],
  [200, '"OK', 'unclear'],
  [200, '<Answer><Success>true</Success>', 'unclear'],
  [200, 'Thank you', 'unclear'],
  [200, '{"success":true,"error":"mail"}', 'unclear'],
  [200, '{"success":true,"Message":"Could not be done"}', 'unclear'],
  [200, '{"success":false,"Message":"Success"}', 'unclear'],
  [200, '{"statusCode":500,"message":"No"}', 'unclear'],
  [200, '{"Message":"Execution Timeout Expired."}', 'unclear'],
  [307, '', 'unclear'],
  [302, '{"success":true}', 'unclear'],
  [400, html, 'unclear'],
  [403, html, 'unclear'],
  [400, '{"Message":"Requ', 'unclear'],
  [400, '{"success":true}', 'unclear'],
  [406, '', 'unclear'],
  [404, '', 'unclear'],
  [404, html, 'unclear'],
  [404, 'Not Found', 'unclear'],
  [404, '404 page not found', 'unclear'],
  [404, 'default backend - 404', 'unclear'],
  [404, '{"Message":"No HTTP resource was found that matches the request URI \'http://x\'."}', 'unclear'],
  [404, '{"message":"no Route matched with those values"}', 'unclear'],
  [405, '{"Message":"The requested resource does not support http method \'POST\'."}', 'unclear'],
  [408, '{"Message":"No"}', 'unclear'],
  [409, '{"Message":"Already exists"}', 'unclear'],
  [429, '{"Message":"Slow down"}', 'unclear'],
  [500, '{"Message":"User exists"}', 'unclear'],
  [500, '{"success":true}', 'unclear'],
  [502, html, 'unclear'],
  [503, '', 'unclear'],
]

test.each(changeRows)('a change answered with %i %s is %s, whichever it is', (status, text, verdict) => {
  const verdicts = changing.map((id) => [id, answerTo(id, status, text).verdict])
  expect(verdicts).toEqual(changing.map((id) => [id, verdict]))
})

/** Rows that mean the same to every read. */
const readRows: readonly Row[] = [
  [200, '', 'unclear'],
  [200, html, 'unclear'],
  [404, html, 'unclear'],
  [200, '{"userid":"1', 'unclear'],
  [200, '"OK"', 'unclear'],
  [200, '{}', 'unclear'],
  [200, 'null', 'unclear'],
  [200, '{"Message":"Hello"}', 'unclear'],
  [302, '', 'unclear'],
  [404, '404 page not found', 'unclear'],
  [404, '{"Message":"No HTTP resource was found that matches the request URI \'http://x\'."}', 'unclear'],
  [
    404,
    '{"MessageDetail":"No action was found on the controller \'GetCustomer\' that matches the request."}',
    'unclear',
  ],
  [405, '{"Message":"The requested resource does not support http method \'GET\'."}', 'unclear'],
  [429, '{"Message":"Customer not found"}', 'unclear'],
  [500, '{"Message":"Customer not found"}', 'unclear'],
  [503, html, 'unclear'],
  [401, html, 'unclear'],
  [404, '{"Message":"Customer not found"}', 'absent'],
  [404, '"Customer does not exist"', 'absent'],
  [404, '', 'absent'],
  [200, '{"Message":"Customer not found"}', 'absent'],
  [200, 'No such customer', 'absent'],
  [400, '{"Message":"User does not exist."}', 'absent'],
  [401, '{"Message":"User not found"}', 'refused'],
  [403, '', 'refused'],
  [400, '{"Message":"User not found or wrong password"}', 'refused'],
  [400, '{"Message":"Auth token not found"}', 'refused'],
  [200, '{"Message":"CRM service not found"}', 'refused'],
  [404, '{"Message":"Invalid authToken"}', 'refused'],
  [200, '{"Message":"Invalid credentials"}', 'refused'],
]

test.each(readRows)('a read answered with %i %s is %s, whichever it is', (status, text, verdict) => {
  const verdicts = reading.map((id) => [id, answerTo(id, status, text).verdict])
  expect(verdicts).toEqual(reading.map((id) => [id, verdict]))
})

test.each<readonly [OperationId, string, Verdict]>([
  ['devices', '[]', 'accepted'],
  ['devices', '["00:1A:79:00:00:01"]', 'accepted'],
  ['devices', '{"devices":[{"uuid":"00:1A:79:00:00:01","valid":1}]}', 'accepted'],
  ['devices', '<ArrayOfDevice xmlns="x" />', 'accepted'],
  ['devices', '{"Message":"No devices found"}', 'absent'],
  ['devices', '[{"name":"box"}]', 'unclear'],
  ['GetMacAddressesUnderHostname', twice(['001A79000001']), 'accepted'],
  ['GetMacAddressesUnderHostname', '["Error"]', 'unclear'],
  ['getCustomer', '[{"userid":"1"}]', 'accepted'],
  ['getCustomer', '[]', 'absent'],
  ['getCustomer', '[{"userid":"1"},{"userid":"2"}]', 'unclear'],
  ['getCustomer', '{"userid":"1","Message":"Error: wrong service"}', 'unclear'],
  ['getCustomer', '{"status":"success","data":{"userid":"1"}}', 'accepted'],
  ['getCustomers', '{"customers":[],"has_next":false}', 'accepted'],
  ['getCustomers', '{"data":[{"userid":"1"}],"has_next":true,"cursor":"9"}', 'accepted'],
  ['GetCustomerStatus', '"Active"', 'accepted'],
  ['GetCustomerStatus', 'Pending', 'accepted'],
  ['GetCustomerStatus', '{"status":"success"}', 'unclear'],
  ['GetCustomerStatusByIds', '{"1":"Active","2":"Disabled"}', 'accepted'],
  ['GetCustomerStatusByReseller', '[{"userid":"1","status":"Trial"}]', 'accepted'],
])('%s answered with %s is %s', (id, text, verdict) => {
  expect(answerTo(id, 200, text).verdict).toBe(verdict)
})

test.each<readonly [OperationId, string, Verdict]>([
  ['addCustomer', '{"data":{"userid":1234567890}}', 'accepted'],
  ['addCustomer', '{"loginid":"1","Message":"User exists"}', 'unclear'],
  ['addCustomer', '"Customer added"', 'accepted'],
  ['AddMacAddressForUser', '{"userid":"1"}', 'unclear'],
  ['AddMacAddressForUser', 'MAC address has been added.', 'accepted'],
  ['AddMacAddressForUser', 'MAC address was already added', 'refused'],
  ['Disable', '{"Message":"Customer disabled"}', 'accepted'],
  ['Enable', '{"Message":"Customer disabled"}', 'refused'],
  ['renewCustomer', '{"enddate":"2026-01-01"}', 'unclear'],
])('%s answered with %s is %s', (id, text, verdict) => {
  expect(answerTo(id, 200, text).verdict).toBe(verdict)
})

test.each(networkFailures)('no answer for %s is unclear and says how far the request got', (failure) => {
  const answer = interpret({ reach: 'not-sent', failure }, operation('addCustomer'), {
    now,
    redactor: none,
    tokenRedactor: none,
  })
  expect(answer).toEqual({ verdict: 'unclear', reach: 'not-sent', failure, raw: '' })
})

describe('what an answer carries', () => {
  test('the words of the platform, cut at 500 characters', () => {
    expect(answerTo('addCustomer', 400, '{"Message":"Mobile","MessageDetail":"not valid"}').message).toBe(
      'Mobile not valid',
    )
    expect(answerTo('addCustomer', 400, `{"Message":"${'x'.repeat(600)}"}`).message).toHaveLength(500)
  })

  test('data without its layers, and the text as it came, cut at 64 KiB', () => {
    const text = twice({ loginid: '1' })
    expect(answerTo('addCustomer', 200, text)).toMatchObject({ data: { loginid: '1' }, raw: text })
    expect(answerTo('addCustomer', 200, 'x'.repeat(100_000)).raw).toHaveLength(64 * 1024)
    const whole = { now, redactor: none, tokenRedactor: none, isWhole: true }
    const long = { reach: 'answered' as const, status: 200, headers: {}, text: 'x'.repeat(100_000) }
    expect(interpret(long, operation('addCustomer'), whole).raw).toHaveLength(100_000)
  })

  test('no data where the body was cut short or a page', () => {
    expect(answerTo('getCustomer', 200, '{"userid"')).not.toHaveProperty('data')
    expect(answerTo('getCustomer', 200, html)).not.toHaveProperty('data')
  })

  test('the wait that was asked for', () => {
    expect(answerTo('addCustomer', 429, '', { 'retry-after': '7' }).retryAfterMs).toBe(7000)
  })

  test.each([
    [401, '', true],
    [403, html, true],
    [400, '{"Message":"Wrong password"}', true],
    [200, '{"Message":"The company token is not valid"}', true],
    [400, '{"Message":"Mobile number is wrong"}', undefined],
    [500, '{"Message":"Token service down"}', undefined],
  ])('%i %s is about credentials: %s', (status, text, credentials) => {
    expect(answerTo('renewCustomer', status, text).credentials).toBe(credentials)
  })

  test('no password that the platform shows in its text', () => {
    const answer = answerTo('getCustomer', 200, twice({ userid: '1', password: 'verysecret' }))
    expect(answer.raw).not.toContain('verysecret')
    expect(answer.data).toEqual({ userid: '1', password: 'verysecret' })
  })
})
