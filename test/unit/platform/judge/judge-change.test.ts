import { expect, test } from 'vitest'
import type { Verdict } from '../../../../src/platform/answer.ts'
import { operations } from '../../../../src/platform/catalogue/catalogue.ts'
import { answerTo } from '../answer-to.ts'

const changes = operations.filter(({ effect }) => effect !== 'read').map(({ id }) => id)

type Row = readonly [status: number, text: string, verdict: Verdict]

const verdictsOn = (status: number, text: string): ReadonlySet<Verdict> =>
  new Set(changes.map((id) => answerTo(id, text, { status }).verdict))

test.each<Row>([
  [199, '{"success":true}', 'unclear'],
  [299, '{"success":true}', 'accepted'],
  [300, '{"success":true}', 'unclear'],
  [300, '{"success":false}', 'unclear'],
])('the body of an answer to a change decides only with a success status: %i %s is %s', (status, text, verdict) => {
  expect(verdictsOn(status, text)).toEqual(new Set([verdict]))
})

test.each<Row>([
  [400, '{"Message":"Subscription renewed but the SMS could not be sent"}', 'unclear'],
  [400, '{"Message":"A task was canceled."}', 'unclear'],
  [400, '{"Message":"Request is already being handled"}', 'unclear'],
  [400, '{"Message":"Duplicate request"}', 'unclear'],
  [400, '{"Message":"Lock wait exceeded; please retry"}', 'unclear'],
  [403, '{"Message":"Too many requests"}', 'unclear'],
  [400, '{"Message":"The subscription was cancelled"}', 'refused'],
  [400, '{"Message":"Operation aborted: insufficient credit"}', 'refused'],
  [400, '{"Message":"Invalid MAC address. Please try again."}', 'refused'],
  [400, '{"Message":"User is already registered but inactive"}', 'refused'],
  [400, '', 'refused'],
  [401, 'months', 'refused'],
  [422, '"months"', 'refused'],
  [400, '{}', 'refused'],
  [400, '{"veld":"maanden"}', 'refused'],
  [400, 'false', 'refused'],
  [400, 'true', 'unclear'],
  [400, 'null', 'unclear'],
  [400, '1', 'unclear'],
  [400, '[]', 'unclear'],
  [400, '[{"veld":"maanden"}]', 'unclear'],
  [406, '[{"Message":"Hostname is not known"}]', 'refused'],
  [406, '[{"error":"Unknown hostname"}]', 'refused'],
  [406, '[{"Message":"Hostname is not known"},{"Message":"Hostname is not known"}]', 'unclear'],
  [406, '[{"Message":"Hostname is not known","userid":"1"}]', 'unclear'],
  [406, '[{"success":true,"Message":"Hostname is not known"}]', 'unclear'],
  [406, '[{"code":17}]', 'unclear'],
  [400, '<html><body>Bad Request</body></html>', 'unclear'],
  [401, '{"Message":"Authoriz', 'unclear'],
  [406, '{"Message":"No HTTP resource was found that matches the request URI."}', 'unclear'],
])('a refusing status decides a change if the body is empty or has words or fields: %i %s is %s', (...row) => {
  const [status, text, verdict] = row
  expect(verdictsOn(status, text)).toEqual(new Set([verdict]))
})

test.each<Row>([
  [404, 'No such user', 'refused'],
  [404, '{"Message":"Invalid order number"}', 'refused'],
  [404, '{"Message":"Invalid order number","MessageDetail":"17"}', 'refused'],
  [404, '{"Message":"Not Found"}', 'unclear'],
  [404, '{"Message":"Klant aangemaakt"}', 'unclear'],
  [404, '{"title":"Not Found","status":404}', 'unclear'],
  [404, '{"success":false}', 'unclear'],
  [404, '{"success":true,"message":"Customer not found"}', 'unclear'],
  [
    404,
    '{"Message":"No HTTP resource was found that matches the request URI.","MessageDetail":"Invalid parameter"}',
    'unclear',
  ],
  [404, '[]', 'unclear'],
])('a 404 to a change is a refusal only if the body refuses in plain words: %i %s is %s', (status, text, verdict) => {
  expect(verdictsOn(status, text)).toEqual(new Set([verdict]))
})
