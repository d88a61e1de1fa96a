import { describe, expect, test } from 'vitest'
import type { Answer } from '../../../../src/platform/answer.ts'
import { stepKinds } from '../../../../src/shared/domain/job.ts'
import { existingCustomer, hostnameOnly, makeAnswer, newCustomer, payloadOf } from './make-job.ts'
import { find } from '../../../../src/main/jobs/look.ts'

const ours = payloadOf(newCustomer())
const before = { payload: ours, mayHaveArrived: false, isAccepted: false, tries: [] }
const after = { ...before, mayHaveArrived: true }
const shows = (data: Record<string, string>): Answer => makeAnswer({ data: { userid: '4820913775', ...data } })
const finding = (answer: Answer, knowledge: Parameters<typeof find>[2]) =>
  find('create-customer', answer, knowledge).finding

describe.each(stepKinds)('of the read of %s', (kind) => {
  const page = '  <!DOCTYPE html><html><body>Hotel network. Please log in</body></html>'
  test.each<[string, Partial<Answer>, string]>([
    ['nothing that was not sent', { verdict: 'unclear', reach: 'not-sent' }, 'unreached'],
    ['nothing that was cut off', { verdict: 'unclear', reach: 'maybe-sent' }, 'unreached'],
    ['a server that fails', { verdict: 'unclear', status: 503, raw: page }, 'unreached'],
    ['a busy platform', { verdict: 'unclear', status: 429 }, 'unreached'],
    ['one that timed out inside', { verdict: 'unclear', status: 408 }, 'unreached'],
    ['a redirect', { verdict: 'unclear', status: 302 }, 'unreached'],
    ['a portal’s page with 200', { verdict: 'unclear', status: 200, raw: page }, 'unreached'],
    ['a page with 404', { verdict: 'unclear', status: 404, raw: '<html>' }, 'unreached'],
    ['a 401', { verdict: 'refused', status: 401, credentials: true }, 'credentials'],
    ['a refusal in words', { verdict: 'refused', status: 400 }, 'unclear'],
    ['words nobody understands', { verdict: 'unclear', status: 200, raw: 'hm' }, 'unclear'],
    ['a route’s 404', { verdict: 'unclear', status: 404, raw: '{"Message":"No HTTP resource was found"}' }, 'unclear'],
  ])('%s is no absence', (_, changed, expected) => {
    expect(find(kind, makeAnswer(changed), after)).toEqual({ finding: expected, provesRead: false })
  })
})

describe('a customer under our log-in', () => {
  test('who is not there is absent, and that proves nothing of the read', () => {
    expect(find('create-customer', makeAnswer({ verdict: 'absent', status: 404 }), before)).toEqual({
      finding: 'absent',
      provesRead: false,
    })
  })

  test.each<[string, Record<string, string>, string, string]>([
    ['our mapping id', { customermappingid: 'ab23cd-01jzzzzzzzzzzzzzzzzzzzzzzz' }, 'present', 'present'],
    ['our name', { firstname: 'AMÉLIE', lastname: ' Okonkwo ' }, 'somebody-else', 'present'],
    ['our mobile', { mobile: '33612345678' }, 'somebody-else', 'present'],
    ['our mobile after 00', { mobile: '0033612345678' }, 'somebody-else', 'present'],
    ['our mobile without its country', { mobile: '06 12 34 56 78' }, 'somebody-else', 'present'],
    [
      'our name and another mobile',
      { firstname: 'Amélie', lastname: 'Okonkwo', mobile: '+33600000000' },
      'somebody-else',
      'present',
    ],
    ['another name', { firstname: 'Rosa', lastname: 'Marín' }, 'somebody-else', 'somebody-else'],
    ['another mobile', { mobile: '+33600000000' }, 'somebody-else', 'somebody-else'],
    ['the end of our mobile alone', { mobile: '5678' }, 'somebody-else', 'somebody-else'],
    ['another mapping id alone', { customermappingid: 'CUST-7' }, 'somebody-else', 'somebody-else'],
    ['nothing but the log-in', {}, 'somebody-else', 'unclear'],
    ['an unused mapping id', { customermappingid: '0' }, 'somebody-else', 'unclear'],
  ])('who has %s', (_, data, unsent, sent) => {
    expect(finding(shows(data), before)).toBe(unsent)
    expect(finding(shows(data), after)).toBe(sent)
  })

  test('who shows the log-in alone is believed ours after a yes', () => {
    expect(finding(shows({}), { ...after, isAccepted: true })).toBe('present')
    expect(finding(shows({ firstname: 'Rosa' }), { ...after, isAccepted: true })).toBe('somebody-else')
  })

  test('of another log-in than was asked for is not understood', () => {
    const other = find('create-customer', makeAnswer({ data: { userid: '999', firstname: 'Amélie' } }), after)
    expect(other).toEqual({ finding: 'unclear', provesRead: false })
  })

  test('is compared without regard to case', () => {
    const payload = payloadOf(newCustomer({ logIn: { userid: 'Amelie', password: 'abcd' } }))
    expect(finding(makeAnswer({ data: { userid: 'amelie', mobile: '+33612345678' } }), { ...after, payload })).toBe(
      'present',
    )
  })

  test('is understood only where there is exactly one', () => {
    const two = makeAnswer({ data: [{ userid: '4820913775' }, { userid: '4820913775' }] })
    expect(finding(two, after)).toBe('unclear')
  })

  test('shows what the read can show, and what is to be shown of him', () => {
    expect(find('create-customer', shows({ mobile: '+33612345678', status: 'Pending' }), after)).toMatchObject({
      provesRead: true,
      customer: { status: 'Pending' },
    })
    const withoutLogIn = makeAnswer({ data: { firstname: 'Amélie', lastname: 'Okonkwo' } })
    expect(find('create-customer', withoutLogIn, after)).toMatchObject({ finding: 'present', provesRead: false })
  })
})

describe.each(['bind-user', 'bind-hostname'] as const)('a box on the list of %s', (kind) => {
  const payload = kind === 'bind-user' ? ours : payloadOf(hostnameOnly())
  const on = (data: Answer['data']) => find(kind, makeAnswer(data === undefined ? {} : { data }), { ...after, payload })

  test.each([['00:1A:79:AB:12:CD'], ['00-1a-79-ab-12-cd'], ['001a79ab12cd']])('is there as %s', (mac) => {
    expect(on([mac])).toEqual({ finding: 'present', provesRead: true })
  })
  test('is not there among others, and that list proves the read', () => {
    expect(on(['00:1A:79:AB:12:CE'])).toEqual({ finding: 'absent', provesRead: true })
  })
  test('is not there on an empty list, which proves nothing', () => {
    expect(on([])).toEqual({ finding: 'absent', provesRead: false })
  })
  test('is not there where the platform knows no such customer or hostname', () => {
    expect(find(kind, makeAnswer({ verdict: 'absent', status: 404 }), { ...after, payload }).finding).toBe('absent')
  })
  test('is not known of where the list is not understood as a whole', () => {
    expect(on(['00:1A:79:AB:12:CD', { what: 'ever' }])).toEqual({ finding: 'unclear', provesRead: false })
  })
})

test('a serial number is found without regard to case', () => {
  const payload = payloadOf(existingCustomer())
  const answer = makeAnswer({ data: [{ macAddress: 'SN-0042/X', model: 'MAG 540' }] })
  expect(find('bind-user', answer, { ...before, payload }).finding).toBe('present')
})
