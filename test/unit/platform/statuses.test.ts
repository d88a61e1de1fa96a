import { expect, test } from 'vitest'
import { isPassing, isRefusing, isUnreached } from '../../../src/platform/transport/exchange.ts'

test.each([400, 401, 403, 406, 422])('the status %i refuses a call', (status) => {
  expect([isRefusing(status), isPassing(status)]).toEqual([true, false])
})

test.each([408, 429, 500, 503, 599])('the status %i means that the platform may answer later', (status) => {
  expect([isRefusing(status), isPassing(status)]).toEqual([false, true])
})

test.each([200, 204, 302, 404, 409])('the status %i neither refuses a call nor promises a later answer', (status) => {
  expect([isRefusing(status), isPassing(status)]).toEqual([false, false])
})

test('a platform counts as unreached if it gave no answer or cannot answer now', () => {
  const answers = [{ reach: 'maybe-sent' }, { reach: 'answered', status: 503 }, { reach: 'answered', status: 404 }]
  expect(answers.map(isUnreached)).toEqual([true, true, false])
})
