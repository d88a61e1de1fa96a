import { describe, expect, test } from 'vitest'
import type { Verdict } from '../../../../src/platform/answer.ts'
import type { OperationId } from '../../../../src/platform/catalogue/catalogue.ts'
import type { FieldMapping } from '../../../../src/shared/domain/field-mapping/field-mapping.ts'
import { answerTo } from '../answer-to.ts'

test.each<readonly [string, Verdict]>([
  ['{"success":true,"userid":"1","status":"Pending"}', 'accepted'],
  ['{"success":true,"firstname":"A","status":"pending"}', 'accepted'],
  ['{"success":true,"status":"Pending"}', 'unclear'],
  ['{"success":true,"userid":"1","status":"Suspension pending"}', 'unclear'],
  ['{"result":"ok","status":"Active"}', 'accepted'],
  ['{"result":"ok","userid":"1","status":"Active"}', 'accepted'],
  ['{"result":"ok","userid":"1","status":"onbekend"}', 'unclear'],
  ['{"success":true,"userid":"1","status":false}', 'accepted'],
  ['{"success":true,"lastname":"B","status":false}', 'accepted'],
  ['{"success":true,"mobile":"0612345678","status":false}', 'accepted'],
  ['{"success":true,"status":false}', 'unclear'],
  ['{"success":true,"userid":"1","status":"false"}', 'unclear'],
  ['{"success":true,"userid":"1","status":null}', 'accepted'],
  ['{"result":"ok","userid":"1","status":3}', 'accepted'],
  ['{"result":"ok","userid":"1","status":"301"}', 'accepted'],
  ['{"result":"ok","userid":"1","status":"1700"}', 'unclear'],
  ['{"result":"ok","userid":"1","status":"mislukt 12"}', 'unclear'],
  ['{"result":"ok","userid":"1","status":"12 fouten"}', 'unclear'],
])("a status in a customer's record is the customer's, and any other is the call's outcome: %s is %s", (...row) => {
  const [text, verdict] = row
  expect(answerTo('renewCustomer', text).verdict).toBe(verdict)
})

test.each<readonly [string, Verdict]>([
  ['{"success":true,"affectedRows":10}', 'accepted'],
  ['{"success":true,"affectedRows":0}', 'unclear'],
  ['{"success":true,"executed":"No"}', 'unclear'],
  ['{"success":true,"bound":false}', 'unclear'],
  ['{"success":true,"bound":true,"createdCount":1,"errorCount":0}', 'accepted'],
  ['{"success":true,"renewedCount":0}', 'unclear'],
  ['{"success":true,"failedCount":1}', 'unclear'],
  ['{"success":true,"data":{"numberOfErrors":"1"}}', 'unclear'],
  ['{"success":true,"executed":"none"}', 'unclear'],
  ['{"success":true,"executed":"FALSE"}', 'unclear'],
  ['{"success":true,"executed":"nooit"}', 'accepted'],
  ['{"success":true,"executed":null}', 'accepted'],
])('a change that the answer reports as not carried out is not accepted: %s is %s', (text, verdict) => {
  expect(answerTo('renewCustomer', text).verdict).toBe(verdict)
})

test.each<readonly [string, Verdict]>([
  ['{"success":true,"steps":[{"name":"bind","success":true},{"name":"mail","success":true}]}', 'accepted'],
  ['{"success":true,"steps":[{"name":"bind","success":true},{"name":"mail","success":false}]}', 'unclear'],
  ['{"success":true,"steps":{"bind":{"ok":0}}}', 'unclear'],
  ['{"success":true,"steps":[{"name":"bind","error":"timeout"}]}', 'unclear'],
  ['{"success":true,"steps":[{"name":"bind","error":"No such box"}]}', 'unclear'],
  ['{"success":true,"steps":[{"name":"bind","error":null}]}', 'accepted'],
  ['{"success":true,"steps":[{"name":"bind","error":"none"}]}', 'accepted'],
])('an answer that reports a failed step is not accepted: %s is %s', (text, verdict) => {
  expect(answerTo('renewCustomer', text).verdict).toBe(verdict)
})

test.each<readonly [OperationId, string, Verdict]>([
  ['renewCustomer', '{"success":true,"data":"Not enough credit"}', 'unclear'],
  ['renewCustomer', '{"status":"ok","data":"Insufficient balance"}', 'unclear'],
  ['renewCustomer', '{"success":true,"d":"ERROR: limit"}', 'unclear'],
  ['renewCustomer', '{"success":true,"content":"FAILED"}', 'unclear'],
  ['renewCustomer', '{"data":"Customer not found"}', 'refused'],
  ['AddMacAddressForUser', '{"success":true,"value":"Device already registered to another customer"}', 'unclear'],
  ['AddMacAddressForUser', '{"success":true,"data":["Device limit reached"]}', 'unclear'],
  ['AddMacAddressForUser', '{"success":true,"err":"Box in use"}', 'unclear'],
  ['AddMacAddressForUser', '{"success":true,"errorText":"device limit reached"}', 'unclear'],
  ['AddMacAddressForUser', '{"success":true,"isFailure":true}', 'unclear'],
  ['AddMacAddressForUser', '{"success":true,"errorList":["x"]}', 'unclear'],
  ['addCustomer', '{"loginid":"12345","data":"Product not found"}', 'unclear'],
  ['renewCustomer', '{"success":true,"data":"a8-no-4f"}', 'accepted'],
  ['renewCustomer', '{"success":true,"data":"none","value":"no","customer":"Bad Wolf"}', 'accepted'],
  ['addCustomer', '{"success":true,"account":"No Limit"}', 'accepted'],
  ['renewCustomer', '{"success":true,"data":["12","Family"],"err":null,"errorList":[],"isFailure":false}', 'accepted'],
])('a reason under the name of a wrapper or of an error speaks against a yes: %s answered with %s is %s', (...row) => {
  const [id, text, verdict] = row
  expect(answerTo(id, text).verdict).toBe(verdict)
})

test.each<readonly [string, Verdict]>([
  ['{"loginid":-1,"password":null}', 'unclear'],
  ['{"loginid":"error"}', 'unclear'],
  ['{"userid":"USER_EXISTS"}', 'unclear'],
  ['{"userid":"invalid_product"}', 'unclear'],
  ['{"userid":"AlreadyExists"}', 'unclear'],
  ['{"username":"duplicate"}', 'unclear'],
  ['{"loginid":"User already exists"}', 'unclear'],
  ['{"username":"Der Kunde existiert bereits"}', 'unclear'],
  ['{"loginid":"null"}', 'unclear'],
  ['{"loginid":false}', 'unclear'],
  ['{"loginid":"true"}', 'unclear'],
  ['{"loginid":"N/A"}', 'unclear'],
  ['{"success":true,"loginid":"USER_EXISTS"}', 'unclear'],
  ['{"success":true,"loginid":null}', 'accepted'],
  ['{"success":true,"username":"Ann Lee"}', 'accepted'],
  ['{"loginid":"ann@post.no"}', 'accepted'],
  ['{"loginid":"tvUser_12"}', 'accepted'],
  ['{"success":true,"userid":"no-limit"}', 'accepted'],
  ['{"userid":"BadBoy"}', 'accepted'],
  ['{"userid":"wait.anna"}', 'accepted'],
  ['{"login":{"userid":"4820913775"}}', 'accepted'],
])('a user ID in the answer to a creation is a yes, but an error in its place is not: %s is %s', (text, verdict) => {
  expect(answerTo('addCustomer', text).verdict).toBe(verdict)
})

test.each<readonly [OperationId, string, Verdict]>([
  ['devices', '[{"uuid":"001A79000001","error":"no signal"},{"uuid":"001A79000002"}]', 'accepted'],
  ['getCustomers', '{"error":"blocked","customers":[{"userid":"1"},{"userid":"2"}]}', 'unclear'],
  ['renewCustomer', '[{"success":true},{"error":"blocked"}]', 'unclear'],
  ['renewCustomer', '[{"success":true},{"success":true}]', 'accepted'],
])('an error inside a list belongs only to its own record: %s answered with %s is %s', (id, text, verdict) => {
  expect(answerTo(id, text).verdict).toBe(verdict)
})

/** An answer to a renewal, its verdict, and the words that were not understood. */
type Judged = [text: string, verdict: Verdict, unknown?: string]

function expectJudged(...[text, verdict, unknown]: Judged): void {
  const answer = answerTo('renewCustomer', text)
  expect([answer.verdict, answer.unknownWords]).toEqual([verdict, unknown])
}

test.each<Judged>([
  ['{"status":"success"}', 'accepted'],
  ['{"result":true}', 'accepted'],
  ['{"outcome":true}', 'accepted'],
  ['{"outcome":false}', 'refused'],
  ['{"result":false}', 'refused'],
  ['{"status":"true"}', 'unclear', 'true'],
  ['{"result":"untrue"}', 'unclear', 'untrue'],
  ['{"result":"true story"}', 'unclear', 'true story'],
  ['{"result":"falsely"}', 'unclear', 'falsely'],
  ['{"result":"nofalse"}', 'unclear', 'nofalse'],
  ['{"result":"pending"}', 'unclear', 'pending'],
  ['{"success":true,"outcome":"queued"}', 'unclear', 'queued'],
  ['{"result":"ok","status":"200"}', 'accepted'],
  ['{"result":"ok","status":"7"}', 'unclear', '7'],
  ['{"success":true,"status":"500"}', 'unclear'],
  ['{"success":true,"status":"404"}', 'unclear', '404'],
])('an outcome field says yes or no only in words and codes that are known: %s is %s', expectJudged)

test.each<Judged>([
  ['{"success":true,"code":"0"}', 'accepted'],
  ['{"success":true,"code":"00"}', 'accepted'],
  ['{"success":true,"code":"204"}', 'accepted'],
  ['{"success":true,"code":"S_OK"}', 'accepted'],
  ['{"success":true,"code":"20"}', 'unclear', '20'],
  ['{"success":true,"code":"2x1"}', 'unclear', '#'],
  ['{"success":true,"code":"20x"}', 'unclear', '#'],
  ['{"success":true,"code":"503"}', 'unclear'],
  ['{"success":true,"code":"1503"}', 'unclear', '1503'],
  ['{"success":true,"code":"5031"}', 'unclear', '5031'],
  ['{"code":"401"}', 'unclear', '401'],
  ['{"statusCode":"401"}', 'refused'],
  ['{"httpStatus":"401"}', 'refused'],
  ['{"httpStatus":"404"}', 'unclear'],
  ['{"success":true,"statusCode":"E__12"}', 'unclear', 'E #'],
  ['{"success":true,"code":"E_-b"}', 'unclear', 'E b'],
])('a code leaves the outcome open unless it is known: %s is %s', expectJudged)

test.each<Judged>([
  ['{"error":true}', 'refused'],
  ['{"error":"true"}', 'refused'],
  ['{"error":"yes"}', 'refused'],
  ['{"error":null}', 'unclear'],
  ['{"error":"untrue"}', 'unclear', 'untrue'],
  ['{"error":"yesterday"}', 'unclear', 'yesterday'],
  ['{"error":["none","required"]}', 'refused', 'required'],
  ['{"error":["12","required"]}', 'refused', 'required'],
  ['{"error":["onbekend","required"]}', 'refused', 'onbekend · required'],
  ['{"error":["onbekend","none","12"]}', 'unclear', 'onbekend · onbekend #'],
  ['{"error":"mislukt_bij_opslaan"}', 'unclear', 'mislukt bij opslaan'],
  ['{"error":"sorry_no_data"}', 'refused', 'sorry no data'],
  ['{"error":"no_data_access"}', 'refused', 'no data access'],
  ...['data', 'data_found', 'record', 'records', 'row', 'rows', 'result', 'results', 'entries', 'match', 'matches'].map(
    (nothing): Judged => [`{"error":"no_${nothing}"}`, 'unclear', `no ${nothing.replace('_', ' ')}`],
  ),
])('an error field refuses only in words that are known, and an empty result is no error: %s is %s', expectJudged)

describe('the list of words that were not understood', () => {
  test.each<readonly [OperationId, string, string | undefined]>([
    ['renewCustomer', '1', '1'],
    ['renewCustomer', 'true', 'true'],
    ['renewCustomer', '{"success":true,"error":"Verlenging vergeten"}', 'Verlenging vergeten'],
    ['renewCustomer', '{"success":true,"error":"Invalid order number"}', undefined],
    ['renewCustomer', '{"success":true,"error":"Customer not found"}', undefined],
    ['getCustomer', '{"customers":[{"userid":"1"},{"userid":"2"}]}', undefined],
    ['getCustomer', '{"klanten":[],"melding":"mislukt"}', 'klanten · melding'],
  ])('for the answer to %s with %s is %s', (id, text, words) => {
    const answer = answerTo(id, text)
    expect(answer.verdict).toBe('unclear')
    expect(answer.unknownWords).toBe(words)
  })
})

describe('a word that is mapped to an outcome', () => {
  const words: FieldMapping = { status: ['toestand'], approvalWord: ['ja'], refusalWord: ['nee'] }
  const both: FieldMapping = { ...words, outcome: ['toestand'] }

  test.each<readonly [string, FieldMapping, Verdict]>([
    ['{"success":true,"userid":"1","status":"nee"}', words, 'accepted'],
    ['{"success":false,"userid":"1","status":"ja"}', words, 'refused'],
    ['{"status":"nee"}', words, 'refused'],
    ['{"userid":"1","toestand":"nee"}', both, 'refused'],
    ['{"userid":"1","toestand":"ja"}', both, 'accepted'],
  ])("is the customer's status in a record, unless the field is mapped to the outcome: %s", (text, mapped, verdict) => {
    expect(answerTo('Disable', text, { mapped }).verdict).toBe(verdict)
  })

  test('means nothing in a message if it is also mapped to a status', () => {
    const mapped: FieldMapping = { disabledWord: ['mislukt'], refusalWord: ['mislukt'] }
    expect(answerTo('Disable', '{"success":true,"message":"mislukt"}', { mapped }).verdict).toBe('accepted')
    expect(answerTo('Disable', '{"success":true,"message":["mislukt","mislukt"]}', { mapped }).verdict).toBe('unclear')
  })
})

describe('a refusal whose outcome word is mapped', () => {
  const mapped: FieldMapping = {
    outcome: ['uitkomst'],
    message: ['melding'],
    refusalWord: ['nee', 'token ongeldig'],
    absenceWord: ['leeg'],
  }

  test.each([200, 400])('counts as refused credentials if its word is about credentials (HTTP %i)', (status) => {
    for (const id of ['renewCustomer', 'addCustomer', 'GetCustomerStatusByReseller'] as const)
      expect(answerTo(id, '{"uitkomst":"TOKEN_ONGELDIG"}', { status, mapped })).toMatchObject({
        verdict: 'refused',
        credentials: true,
        message: 'TOKEN ONGELDIG',
      })
  })

  test.each([200, 400])('comes with the unknown words of the answer (HTTP %i)', (status) => {
    const words = (text: string) => answerTo('renewCustomer', text, { status, mapped })
    expect(words('{"uitkomst":"nee","melding":"Sleutel 17 geweigerd"}')).toMatchObject({
      verdict: 'refused',
      unknownWords: 'Sleutel # geweigerd',
    })
    expect(words('{"uitkomst":"nee","code":"17"}')).toMatchObject({ verdict: 'refused', unknownWords: '17' })
    expect(words('{"uitkomst":"nee"}').unknownWords).toBeUndefined()
    expect(words('{"uitkomst":"nee","melding":"No such product","code":"17"}').unknownWords).toBeUndefined()
  })

  test.each<readonly [OperationId, number, string, Verdict]>([
    ['renewCustomer', 200, '{"uitkomst":"leeg"}', 'refused'],
    ['renewCustomer', 200, '{"uitkomst":"leeg","melding":"Sleutel geweigerd"}', 'unclear'],
    ['renewCustomer', 404, '{"uitkomst":"leeg","melding":"Sleutel geweigerd"}', 'unclear'],
    ['renewCustomer', 200, '{"uitkomst":"leeg","melding":"No such customer"}', 'refused'],
    ['getCustomer', 200, '{"uitkomst":"leeg"}', 'absent'],
    ['getCustomer', 200, '{"uitkomst":"leeg","melding":"Sleutel geweigerd"}', 'unclear'],
    ['getCustomer', 404, '{"uitkomst":"leeg","melding":"Sleutel geweigerd"}', 'unclear'],
  ])(
    'is unclear if the word is mapped only to absence and the answer has unknown words: %s with %i %s is %s',
    (id, status, text, verdict) => {
      expect(answerTo(id, text, { status, mapped }).verdict).toBe(verdict)
    },
  )
})
