import { describe, expect, test } from 'vitest'
import type { Answer, Verdict } from '../../../src/platform/answer.ts'
import { operation, operations, type OperationId } from '../../../src/platform/catalogue/catalogue.ts'
import { networkFailures } from '../../../src/platform/transport/exchange.ts'
import { interpret } from '../../../src/platform/interpret.ts'
import { readDeviceList } from '../../../src/platform/read/read-devices.ts'
import { readCustomerPage } from '../../../src/platform/read/read-records.ts'
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

describe('an answer that a cache stored earlier', () => {
  const stored = { age: '37', date: 'Sun, 01 Mar 2026 11:59:23 GMT' }
  test.each<readonly [OperationId, number, string]>([
    ['AddMacAddressToHostname', 200, '{"success":true}'],
    ['AddMacAddressToHostname', 400, '{"Message":"Unknown hostname"}'],
    ['getCustomer', 404, '{"Message":"Customer not found"}'],
    ['getCustomer_V2', 200, '{"userid":"1","Subscription_expire":"2027-01-31"}'],
    ['GetCustomerStatusByReseller', 401, '{"Message":"Invalid token"}'],
  ])('says nothing: %s, %i %s', (id, status, text) => {
    const answer = answerTo(id, status, text, stored)
    expect(answer).toMatchObject({ verdict: 'unclear', status })
    expect(answer).not.toHaveProperty('credentials')
    expect(answer).not.toHaveProperty('saidAt')
    expect(answerTo(id, status, text, { age: '0' }).verdict).toBe(answerTo(id, status, text).verdict)
    expect(answerTo(id, status, text).verdict).not.toBe('unclear')
  })
})

test('an answer with the warning that it is stale says nothing', () => {
  const list = '[{"uuid":"00:1A:79:AB:12:CD"}]'
  for (const warning of ['110 - "Response is Stale"', '199 a "b", 111 proxy "Revalidation Failed"'])
    expect(answerTo('devices', 200, list, { warning }).verdict).toBe('unclear')
  expect(answerTo('devices', 200, list, { warning: '214 - "Transformation Applied"' }).verdict).toBe('accepted')
})

test.each(['[]', '{"devices":[]}', '"[]"'])('an empty list with the status 202 is not finished: %s', (text) => {
  expect(answerTo('devices', 202, text).verdict).toBe('unclear')
  expect(answerTo('devices', 200, text).verdict).toBe('accepted')
})

describe('the headers of a list', () => {
  const next = '</api/list?page=2>; rel="next"'
  const list = '["00:1A:79:00:00:01"]'

  test.each<readonly [status: number, headers: Record<string, string>]>([
    [200, { link: next }],
    [200, { link: `</api/list?page=1>; rel=prev, </api/list?page=3>; rel=next` }],
    [200, { link: next, 'x-total-count': '31' }],
    [200, { 'x-total-count': '31' }],
    [200, { 'content-range': 'items 0-0/31' }],
    [206, { 'content-range': 'items 0-0/31' }],
    [206, { 'content-range': 'items 3-3/4' }],
    [206, { 'content-range': 'items 0-0/*' }],
    [206, {}],
  ])('say that there are more entries: %i %j', (status, headers) => {
    const answer = answerTo('devices', status, list, headers)
    expect(answer.verdict).toBe('accepted')
    expect(readDeviceList(answer)).toEqual({ devices: [{ id: '00:1A:79:00:00:01' }], unread: [], isCut: true })
    expect(answerTo('devices', status, '[]', headers).verdict).toBe('unclear')
    const customers = answerTo('getCustomers', status, '[{"userid":"1","status":"Active"}]', headers)
    expect(readCustomerPage(customers)).toMatchObject({ customers: [{ userid: '1' }], hasNext: true })
  })

  test.each<readonly [status: number, headers: Record<string, string>]>([
    [200, {}],
    [200, { link: '</api/list?page=1>; rel="first", </style.css>; rel="next-style"' }],
    [200, { 'x-total-count': '1' }],
    [200, { 'x-total-count': 'many', 'content-range': 'items 0-0/*' }],
    [206, { 'content-range': 'items 0-0/1' }],
  ])('leave the list whole: %i %j', (status, headers) => {
    const answer = answerTo('devices', status, list, headers)
    expect(readDeviceList(answer)).toEqual({ devices: [{ id: '00:1A:79:00:00:01' }], unread: [], isCut: false })
    const customers = answerTo('getCustomers', status, '[{"userid":"1","status":"Active"}]', headers)
    expect(readCustomerPage(customers)).toMatchObject({ hasNext: false })
  })

  test('count less than a field of the answer that says whether more customers follow', () => {
    const text = '{"customers":[{"userid":"1","status":"Active"}],"has_next":false}'
    const page = readCustomerPage(answerTo('getCustomers', 200, text, { 'x-total-count': '101' }))
    expect(page).toMatchObject({ hasNext: false })
  })
})

describe('the verdict on an observed answer', () => {
  test.each<readonly [OperationId, ...Row]>([
    ['addCustomer', 200, twice({ loginid: '1234567890', password: 'abc' }), 'accepted'],
    ['addCustomerAsync', 200, '{"loginId":"1234567890","password":"abc"}', 'accepted'],
    ['addCustomer', 201, '{"customerId":7,"login":{"userId":"1234567890","password":"abc"}}', 'accepted'],
    ['getCustomer', 200, '{"data":[],"meta":{"server":"eu-2","total":0}}', 'absent'],
    ['getCustomer', 200, '{"data":[],"links":{"self":"https://tv.example/1"},"meta":{"page":{"size":20}}}', 'absent'],
    ['getCustomer', 200, '{"data":[],"meta":{"total":1}}', 'unclear'],
    ['getCustomer', 200, '{"customers":[],"total":1}', 'unclear'],
    ['getCustomer', 200, '{"success":true,"recordCount":"1","data":{"customers":[]}}', 'unclear'],
    ['getCustomer', 200, '{"customers":[],"total":0,"account":"12"}', 'absent'],
    ['devices', 200, '{"box":{"uuid":"001A79810938","valid":"/Date(1798478806997+0200)/"}}', 'accepted'],
    ['devices', 200, '{"box":{"uuid":"001A79810938","valid":"28 Aralık 2026"}}', 'accepted'],
    ['devices', 200, '{"box":{"uuid":"001A79810938","note":"nicht gefunden"}}', 'unclear'],
    ['getCustomer', 200, '{"data":[],"meta":{"code":401}}', 'unclear'],
    ['getCustomer', 200, '{"data":[],"meta":{"success":false}}', 'unclear'],
    ['getCustomer', 200, '{"data":[],"meta":{"note":"sesi berakhir"}}', 'unclear'],
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
  ])('to %s with status %i and body %s is "%s"', (id, status, text, verdict) => {
    expect(answerTo(id, status, text).verdict).toBe(verdict)
  })
})

const changing = operations.filter(({ effect }) => effect !== 'read').map(({ id }) => id)
const reading = operations.filter(({ effect }) => effect === 'read').map(({ id }) => id)

/** Rows that mean the same for every changing call. */
const changeRows: readonly Row[] = [
  [200, '"OK"', 'accepted'],
  [200, 'OK', 'accepted'],
  [200, 'success', 'accepted'],
  [200, '"\\"Success\\""', 'accepted'],
  [200, '{"success":true}', 'accepted'],
  [200, '[{"Success":"true"}]', 'accepted'],
  [200, '{"status":"success","data":null}', 'accepted'],
  [200, '{"d":{"result":"ok"}}', 'accepted'],
  [200, '{"Message":"Success"}', 'accepted'],
  [200, '{"Message":"Operation completed successfully."}', 'accepted'],
  [200, twice({ status: 'OK', error: null, errors: [] }), 'accepted'],
  [200, '<?xml version="1.0"?><string xmlns="http://x">OK</string>', 'accepted'],
  [200, '<Answer><Success>true</Success></Answer>', 'accepted'],
  [201, '{"succeeded":true}', 'accepted'],
  [202, '{"success":true}', 'accepted'],
  [202, '{"success":true,"message":"Request queued"}', 'unclear'],

  [200, 'User does not exist', 'refused'],
  [200, '"Invalid password"', 'refused'],
  [200, '{"Message":"Not successful"}', 'refused'],
  [200, '{"success":false,"message":"Hm"}', 'refused'],
  [200, '{"status":"error","message":"Duplicate"}', 'refused'],
  [200, '{"error":"user_exists"}', 'refused'],
  [200, '{"statusCode":400}', 'refused'],
  [200, '{"success":false,"message":"Insufficient credit"}', 'refused'],
  [200, '{"Message":"Insufficient credit"}', 'refused'],
  [200, '{"success":false,"message":"Te weinig tegoed"}', 'refused'],
  [200, 'ERROR: Device limit of 2 reached.', 'refused'],
  [200, '{"error":true,"message":"x"}', 'refused'],
  [200, '<HasError>true</HasError>', 'refused'],
  [200, '{"errors":{"uuid":["required"]}}', 'refused'],
  [200, '<Error><Message>Invalid device</Message></Error>', 'refused'],
  [400, '{"title":"One or more validation errors","errors":{"uuid":["required"]},"status":400}', 'refused'],
  [200, '{"ModelState":{"customer.uuid":["required"]}}', 'refused'],
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
  [200, '{"Message":"Nothing to do here"}', 'unclear'],
  [200, 'true', 'unclear'],
  [200, '"true"', 'unclear'],
  [200, '<boolean xmlns="http://x">true</boolean>', 'unclear'],
  [200, 'false', 'unclear'],
  [200, 'Errors: 0', 'unclear'],
  [200, 'Failed:none; Count:1', 'unclear'],
  [200, 'error-code=0 id=7', 'unclear'],
  [200, '{"success":true,"success":false}', 'unclear'],
  [200, '{"result":"1"}', 'unclear'],
  [200, '{"result":1}', 'unclear'],
  [200, '{"status":0}', 'unclear'],
  [200, '{"code":"0"}', 'unclear'],
  [200, '{"Result":"J"}', 'unclear'],
  [200, '{"Result":"erledigt"}', 'unclear'],
  [200, '{"statusCode":200}', 'unclear'],
  [200, '{"status":true}', 'unclear'],
  [200, '{"status":false}', 'unclear'],
  [200, 'Request accepted but not executed', 'unclear'],
  [200, '{"Message":"OK, nothing changed"}', 'unclear'],
  [200, 'Operation done with status FAILED', 'unclear'],
  [200, 'yes', 'unclear'],
  [200, 'no', 'unclear'],
  [200, '{"success":true,"message":"Request accepted but not executed"}', 'unclear'],
  [200, '{"success":true,"executed":false}', 'unclear'],
  [200, '{"success":true,"steps":[{"name":"bind","success":false}]}', 'unclear'],
  [200, '{"status":"OK","message":"Saldo te laag"}', 'unclear'],
  [200, '{"status":"OK","uitkomst":"mislukt"}', 'unclear'],
  [200, '{"error":"geen"}', 'unclear'],
  [200, '{"error":"sin errores"}', 'unclear'],
  [200, '{"error":"0 errors"}', 'unclear'],
  [200, '{"Message":"Limit raised"}', 'unclear'],
  [200, '{"Message":"An error has occurred."}', 'unclear'],
  [200, '{"Message":"Klant niet gevonden"}', 'unclear'],
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
  [409, '', 'unclear'],
  [409, '{"Message":"Conflict"}', 'unclear'],
  [409, '{"Message":"The request is still in progress"}', 'unclear'],
  [409, '{"Message":"Subscription renewed"}', 'unclear'],
  [409, '{"Message":"Insufficient credit"}', 'refused'],
  [500, '{"Message":"User exists"}', 'unclear'],
  [500, '{"success":true}', 'unclear'],
  [502, html, 'unclear'],
  [503, '', 'unclear'],
]

test.each(changeRows)('the verdict on status %i and body %s is "%s" for every change', (status, text, verdict) => {
  const verdicts = changing.map((id) => [id, answerTo(id, status, text).verdict])
  expect(verdicts).toEqual(changing.map((id) => [id, verdict]))
})

/** Rows that mean the same for every read. */
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
  [404, '', 'absent'],
  [404, '{"message":"Ungültiger Schlüssel"}', 'unclear'],
  [404, '{"Message":"Klant onbekend"}', 'unclear'],
  [200, '{"Message":"No records found"}', 'unclear'],
  [200, '<response><error>NO_DATA_FOUND</error><payload/></response>', 'unclear'],
  [200, '{"Message":"API user not found"}', 'unclear'],
  [200, '{"Message":"API key not found"}', 'unclear'],
  [200, '{"Message":"No such method"}', 'unclear'],
  [200, '{"code":1001,"data":[]}', 'unclear'],
  [200, '{"uitkomst":"mislukt","data":[]}', 'unclear'],
  [200, '{"message":"Ungültig","customers":[]}', 'unclear'],
  [401, '{"Message":"User not found"}', 'refused'],
  [403, '', 'refused'],
  [400, '{"Message":"User not found or wrong password"}', 'refused'],
  [400, '{"Message":"Auth token not found"}', 'refused'],
  [200, '{"Message":"CRM service not found"}', 'refused'],
  [404, '{"Message":"Invalid authToken"}', 'refused'],
  [200, '{"Message":"Invalid credentials"}', 'refused'],
]

test.each(readRows)('the verdict on status %i and body %s is "%s" for every read', (status, text, verdict) => {
  const verdicts = reading.map((id) => [id, answerTo(id, status, text).verdict])
  expect(verdicts).toEqual(reading.map((id) => [id, verdict]))
})

/** Rows that mean an absent customer, for the reads that ask for a customer. */
const absenceRows: readonly Row[] = [
  [404, '{"Message":"Customer not found"}', 'absent'],
  [404, '"Customer does not exist"', 'absent'],
  [200, '{"Message":"Customer not found"}', 'absent'],
  [200, 'No such customer', 'absent'],
  [400, '{"Message":"User does not exist."}', 'absent'],
  [200, '{"success":false,"message":"Customer not found"}', 'absent'],
]

test.each(absenceRows)('the verdict on status %i and body %s is "%s" for customer reads', (status, text, verdict) => {
  const ofCustomers = reading.filter((id) => id !== 'GetMacAddressesUnderHostname')
  const verdicts = ofCustomers.map((id) => [id, answerTo(id, status, text).verdict])
  expect(verdicts).toEqual(ofCustomers.map((id) => [id, verdict]))
  expect(answerTo('GetMacAddressesUnderHostname', status, text).verdict).toBe('refused')
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
  ['GetCustomerStatus', '{"status":"onbekend"}', 'unclear'],
  ['GetCustomerStatus', '{"userid":"1","status":"onbekend"}', 'unclear'],
  ['GetCustomerStatus', '{"userid":"1","status":"On hold","enddate":"2027-01-02"}', 'accepted'],
  ['GetCustomerStatus', '<status>Active</status>', 'accepted'],
  ['getCustomer', '{"userid":"1","message":"Klant onbekend"}', 'unclear'],
  ['getCustomer', '{"userid":"1","toelichting":"Klant onbekend"}', 'unclear'],
  ['getCustomer', '{"userid":"1","found":false}', 'unclear'],
  ['getCustomer', '{"userid":"1","firstname":"A","toelichting":"Nieuwe klant"}', 'accepted'],
  ['getCustomer', '{"customers":[],"total":0}', 'absent'],
  ['getCustomer', '{"success":false,"data":[]}', 'refused'],
  ['getCustomers', '{"success":false,"data":[]}', 'unclear'],
  ['getCustomer', '<Results></Results>', 'absent'],
  ['getCustomers', '<Results></Results>', 'accepted'],
  ['getCustomers', '<Response><Results/><Total>0</Total></Response>', 'accepted'],
  ['getCustomers', '<Results><Row><Userid>1</Userid><City>X</City></Row></Results>', 'accepted'],
  ['GetCustomerStatusByReseller', '<Results></Results>', 'accepted'],
  ['GetMacAddressesUnderHostname', '{"Message":"No devices found"}', 'absent'],
  ['GetMacAddressesUnderHostname', '{"Message":"Hostname tv.example not found"}', 'absent'],
  ['devices', '{"uuid":"7f1c2a","message":"onbekend"}', 'unclear'],
  ['GetCustomerStatusByIds', '{"1":"Active","2":"Disabled"}', 'accepted'],
  ['GetCustomerStatusByReseller', '[{"userid":"1","status":"Trial"}]', 'accepted'],
])('the verdict on a read by %s that is answered with %s is "%s"', (id, text, verdict) => {
  expect(answerTo(id, 200, text).verdict).toBe(verdict)
})

test.each<readonly [OperationId, string, Verdict]>([
  ['addCustomer', '{"data":{"userid":1234567890}}', 'accepted'],
  ['addCustomer', '{"loginid":"1","Message":"User exists"}', 'unclear'],
  ['addCustomer', '"Customer added"', 'accepted'],
  ['AddMacAddressForUser', '{"userid":"1"}', 'unclear'],
  ['AddMacAddressForUser', 'MAC address has been added.', 'accepted'],
  ['AddMacAddressForUser', 'MAC address was already added', 'unclear'],
  ['AddMacAddressForUser', 'MAC address already registered to another customer', 'refused'],
  ['AddMacAddressForUser', '{"Result":"added"}', 'accepted'],
  ['AddMacAddressForUser', 'Device added without errors', 'accepted'],
  ['renewCustomer', '{"Result":"renewed"}', 'accepted'],
  ['renewCustomer', '{"Message":"Subscription prolonged until 2027-02-03"}', 'accepted'],
  ['renewCustomer', '{"Message":"Subscription prolonged until further notice"}', 'unclear'],
  ['renewCustomer', '{"Message":"Subscription prolonged, no further action required"}', 'unclear'],
  ['renewCustomer', 'Previously expired account renewed', 'unclear'],
  ['addCustomer', '{"userid":"1","antwoord":"bestaat al"}', 'unclear'],
  ['addCustomer', '{"userid":"1","Message":"bestaat al"}', 'unclear'],
  ['Disable', '{"Message":"Customer disabled"}', 'accepted'],
  ['Enable', '{"Message":"Customer disabled"}', 'unclear'],
  ['Disable', '{"Message":"Customer already disabled"}', 'unclear'],
  ['renewCustomer', '{"enddate":"2026-01-01"}', 'unclear'],
])('the verdict on a change by %s that is answered with %s is "%s"', (id, text, verdict) => {
  expect(answerTo(id, 200, text).verdict).toBe(verdict)
})

test.each(networkFailures)(
  'a request that failed with %s is judged as "unclear", and the result says how far the request got',
  (failure) => {
    const answer = interpret({ reach: 'not-sent', failure }, operation('addCustomer'), {
      now,
      redactor: none,
      tokenRedactor: none,
    })
    expect(answer).toEqual({ verdict: 'unclear', reach: 'not-sent', failure, raw: '' })
  },
)

describe('the content of an answer', () => {
  test("includes the platform's message, cut at 500 characters", () => {
    expect(answerTo('addCustomer', 400, '{"Message":"Mobile","MessageDetail":"not valid"}').message).toBe(
      'Mobile not valid',
    )
    expect(answerTo('addCustomer', 400, `{"Message":"${'x'.repeat(600)}"}`).message).toHaveLength(500)
  })

  test('includes the unwrapped data, and the text as received, cut at 64 Ki characters', () => {
    const text = twice({ loginid: '1' })
    expect(answerTo('addCustomer', 200, text)).toMatchObject({ data: { loginid: '1' }, raw: text })
    expect(answerTo('addCustomer', 200, 'x'.repeat(100_000)).raw).toHaveLength(64 * 1024)
    const whole = { now, redactor: none, tokenRedactor: none, isWhole: true }
    const long = { reach: 'answered' as const, status: 200, headers: {}, text: 'x'.repeat(100_000) }
    expect(interpret(long, operation('addCustomer'), whole).raw).toHaveLength(100_000)
  })

  test('has no data if the body was cut short or is an HTML page', () => {
    expect(answerTo('getCustomer', 200, '{"userid"')).not.toHaveProperty('data')
    expect(answerTo('getCustomer', 200, html)).not.toHaveProperty('data')
  })

  test('includes the pause that the platform asks for', () => {
    expect(answerTo('addCustomer', 429, '', { 'retry-after': '7' }).retryAfterMs).toBe(7000)
  })

  test.each([
    [401, '', true],
    [403, html, true],
    [400, '{"Message":"Wrong password"}', true],
    [200, '{"Message":"The company token is not valid"}', true],
    [400, '{"Message":"Mobile number is wrong"}', undefined],
    [500, '{"Message":"Token service down"}', undefined],
  ])('says whether the answer %i %s is about credentials: %s', (status, text, credentials) => {
    expect(answerTo('renewCustomer', status, text).credentials).toBe(credentials)
  })

  test.each([
    ['renewCustomer', 401, '', true],
    ['renewCustomer', 401, '{"Message":"Session expired"}', true],
    ['renewCustomer', 400, '{"Message":"Wrong password"}', true],
    ['renewCustomer', 403, '', true],
    ['renewCustomer', 403, '{"Message":"Access is denied."}', true],
    ['renewCustomer', 403, '{"Message":"You are not allowed to do this"}', true],
    ['renewCustomer', 403, '{"Message":"Password required"}', true],
    ['renewCustomer', 403, '{"Message":"Reseller has not enough credit"}', undefined],
    ['AddMacAddressForUser', 403, '{"Message":"Too many devices."}', undefined],
    ['AddMacAddressToHostname', 401, '{"Message":"Wrong login"}', undefined],
    ['devices', 401, '{"Message":"Access denied"}', true],
    ['devices', 403, '{"Message":"Wrong login"}', true],
    ['devices', 403, '{"Message":"Forbidden"}', undefined],
    ['devices', 403, '', undefined],
    ['GetMacAddressesUnderHostname', 401, '', undefined],
    ['GetMacAddressesUnderHostname', 403, '{"Message":"Forbidden for this reseller"}', undefined],
  ] as const)("says whether %s asks for the customer's password by the answer %i %s: %s", (id, status, text, asks) => {
    expect(answerTo(id, status, text).asksPassword).toBe(asks)
    expect(answerTo(id, status, text).credentials).toBe(true)
  })

  test.each([
    ['renewCustomer', 200, '{"Message":"Insufficient credit"}', true],
    ['renewCustomer', 200, '{"success":false}', true],
    ['renewCustomer', 400, '{"Message":"Insufficient credit"}', undefined],
    ['renewCustomer', 404, '{"Message":"Customer not found"}', undefined],
    ['renewCustomer', 200, '{"success":true}', undefined],
  ] as const)('says whether %s was refused only by the words of the answer %i %s: %s', (id, status, text, byWords) => {
    expect(answerTo(id, status, text).byWords).toBe(byWords)
  })

  test.each([
    ['renewCustomer', '{"Message":"Verlengd tot 2027-01-02"}', 'Verlengd tot #'],
    ['renewCustomer', '{"result":"1"}', '1'],
    ['renewCustomer', '{"Message":"Klaar","code":"17"}', 'Klaar · 17'],
    ['renewCustomer', '{"uitkomst":"gelukt"}', 'uitkomst'],
    ['renewCustomer', '{"Message":"Subscription renewed"}', undefined],
    ['renewCustomer', '{"success":false,"message":"Te weinig"}', 'Te weinig'],
    ['renewCustomer', '{"success":false,"message":"Insufficient credit","code":"17"}', undefined],
    ['renewCustomer', '{"success":false}', undefined],
    ['renewCustomer', '', undefined],
    ['getCustomer', '{"Message":"Klant onbekend"}', 'Klant onbekend'],
  ] as const)('lists the words that were not understood in the answer to %s, %s: %s', (id, text, words) => {
    expect(answerTo(id, 200, text).unknownWords).toBe(words)
  })

  test('hides a password that the platform shows in its text', () => {
    const answer = answerTo('getCustomer', 200, twice({ userid: '1', password: 'verysecret' }))
    expect(answer.raw).not.toContain('verysecret')
    expect(answer.data).toEqual({ userid: '1', password: 'verysecret' })
  })
})
