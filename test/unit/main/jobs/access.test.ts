import { describe, expect, test } from 'vitest'
import { createPlatformAccess, noKnowledge } from '../../../../src/main/jobs/access.ts'
import { verifyReadPath } from '../../../../src/main/jobs/look.ts'
import type { Exchange, PlatformRequest } from '../../../../src/platform/transport/exchange.ts'
import type { Connection } from '../../../../src/shared/domain/connection/connection.ts'
import { createFakeClock } from '../../../fakes/clock.ts'
import { makeConnection } from './make-job.ts'

const json = (data: unknown, status = 200): Exchange => ({
  reach: 'answered',
  status,
  headers: {},
  text: JSON.stringify(data),
})
const gone: Exchange = { reach: 'not-sent', failure: 'connection-refused' }
const customer = { userid: '42', firstname: 'Rosa' }

/** Access over a transport that the test answers for. */
function openAccess(
  answer: (request: PlatformRequest) => Exchange,
  changed: Partial<Connection> = {},
  token = 'a-token-of-the-test',
) {
  const asked: PlatformRequest[] = []
  const knowledge = noKnowledge()
  const connection = makeConnection(changed)
  const clock = createFakeClock()
  const access = createPlatformAccess({
    connection,
    knowledge,
    clock,
    token: () => token,
    transport: {
      exchange: (request) => {
        asked.push(request)
        return Promise.resolve(answer(request))
      },
    },
  })
  return { access, asked, knowledge, connection, clock }
}

const path = ({ url }: PlatformRequest): string => url.pathname.split('/').at(-1) ?? ''
const carriedIn = ({ body }: PlatformRequest): string => (body === undefined ? 'query' : 'body')
const values = { userid: '42', customermappingid: '' }

test('a pause that an answer asks for is reported before the turn of the request ends, and again once the answer is read', async () => {
  const seen: string[] = []
  const clock = createFakeClock()
  const access = createPlatformAccess({
    connection: makeConnection(),
    knowledge: noKnowledge(),
    clock,
    token: () => 'a-token-of-the-test',
    // So long a text is interpreted in another thread.
    transport: {
      exchange: () =>
        Promise.resolve({ reach: 'answered', status: 503, headers: { 'retry-after': '5' }, text: 'x'.repeat(70_000) }),
    },
    onPauseAsked: () => {
      seen.push('pause')
      return () => seen.push('interpreted')
    },
  })
  const answer = await access.read('getCustomer', values, undefined, async (exchange) => {
    const made = await exchange()
    seen.push('turn over')
    return made
  })
  expect(answer.retryAfterMs).toBe(5000)
  expect(seen).toEqual(['pause', 'turn over', 'interpreted'])
})

describe('the current day of the platform', () => {
  const told = { reach: 'answered', status: 200, text: JSON.stringify(customer) } as const
  const day = 86_400_000

  test('comes from the date header of its answers, not from the clock of this computer', async () => {
    const date = new Date(400 * day + 5).toUTCString()
    const { access } = openAccess(() => ({ ...told, headers: { date } }))
    await access.read('getCustomer', values)
    expect(access.today()).toBe(400)
  })

  test('changes at midnight even if no further answer comes', async () => {
    const date = new Date(400 * day + day - 60_000).toUTCString()
    const { access, clock } = openAccess(() => ({ ...told, headers: { date } }))
    await access.read('getCustomer', values)
    await clock.pass(61_000)
    expect(access.today()).toBe(401)
  })

  test.each([
    ['sends no date header', { ...told, headers: {} }],
    ['sends a date header that is not a date', { ...told, headers: { date: 'yesterday' } }],
    [
      'is behind a login page with another date',
      { ...told, headers: { date: new Date(0).toUTCString() }, text: '<html>Log in</html>' },
    ],
  ])('is the day of this computer if the platform %s', async (_, answer) => {
    const { access, clock } = openAccess(() => answer)
    await access.read('getCustomer', values)
    expect(access.today()).toBe(Math.floor(clock.now() / day))
  })
})

describe('the read GetCustomer', () => {
  test('goes in the query, and never in the body, once the query has shown a customer', async () => {
    const { access, asked } = openAccess(() => json(customer))
    await access.read('getCustomer', values)
    await access.read('getCustomer', values)
    expect(asked.map(carriedIn)).toEqual(['query', 'query'])
  })

  test.each<[string, Exchange]>([
    ['says that the token is missing', json({ Message: 'Invalid company token.' }, 401)],
    ['says that a parameter is missing', json({ Message: 'Parameter userid is required.' }, 400)],
    ['says that the customer does not exist', json({ Message: 'Customer not found.' }, 404)],
    ['is not understood', json({ what: 'ever' })],
  ])('is repeated in the body if the answer to the query %s', async (_, byQuery) => {
    const { access, asked } = openAccess((request) => (carriedIn(request) === 'body' ? json(customer) : byQuery))
    expect((await access.read('getCustomer', values)).verdict).toBe('accepted')
    expect(access.retrieval()).toBe('body')
    await access.read('devices', { userid: '42', password: '0' })
    expect(asked.map(carriedIn)).toEqual(['query', 'body', 'body'])
  })

  test('goes both in the query and in the body until one of the two has shown a customer', async () => {
    const { access, asked, knowledge } = openAccess(() => json({ Message: 'Customer not found.' }, 404))
    expect((await access.read('getCustomer', values)).verdict).toBe('absent')
    await access.read('getCustomer', values)
    expect(asked.map(carriedIn)).toEqual(['query', 'body', 'query', 'body'])
    expect(knowledge.retrieval('north')).toBeUndefined()
  })

  test.each<[string, Exchange, string]>([
    ['is about the customer, but not understood', json({ Kunde: 'Müller' }), 'unclear'],
    ['is a refusal, too', json({ Message: 'Parameter userid is required.' }, 400), 'refused'],
    ['is that the platform is busy', json({ Message: 'Busy' }, 503), 'refused'],
  ])(
    'is not answered by a refusal of the credentials in the query if the answer in the body %s',
    async (_, byBody, verdict) => {
      const refused = json({ Message: 'Unauthorized' }, 401)
      const { access } = openAccess((request) => (carriedIn(request) === 'body' ? byBody : refused))
      expect((await access.read('getCustomer', values)).verdict).toBe(verdict)
    },
  )

  test('goes only in the body if the connection is set to the body', async () => {
    const { access, asked } = openAccess(() => json({ Message: 'Customer not found.' }, 404), { retrieval: 'body' })
    await access.read('getCustomer', values)
    expect(asked.map(carriedIn)).toEqual(['body'])
  })

  test.each([
    ['there is no answer', gone],
    ['the platform fails', json({ Message: 'Error' }, 503)],
    ['the platform is busy', json({ Message: 'Slow down' }, 429)],
  ])('is sent only once if %s', async (_, exchange) => {
    const { access, asked } = openAccess(() => exchange)
    await access.read('getCustomer', values)
    expect(asked).toHaveLength(1)
  })
})

describe('a probe of the connection', () => {
  test.each<[string, Exchange, unknown]>([
    ['"reached" if the answer is a list', json([]), { result: 'reached' }],
    [
      '"reached" if the platform refuses something other than the token',
      json({ Message: 'No such reseller' }, 400),
      { result: 'reached' },
    ],
    ['"reached", and busy, if the platform fails', json({}, 500), { result: 'reached', isBusy: true }],
    [
      '"reached", and busy, with the pause that the platform asks for',
      { reach: 'answered', status: 429, headers: { 'retry-after': '60' }, text: '{}' },
      { result: 'reached', isBusy: true, retryAfterMs: 60_000 },
    ],
    [
      '"token-refused" if the platform refuses the token',
      json({ Message: 'Invalid company token.' }, 401),
      { result: 'token-refused' },
    ],
    ['"unreached" if there is no answer', gone, { result: 'unreached', failure: 'connection-refused' }],
    [
      '"unreached" if the network answers with a login page',
      { reach: 'answered', status: 200, headers: {}, text: '<html>Log in' },
      { result: 'unreached', failure: 'not-the-platform' },
    ],
    [
      '"unreached" if a firewall forbids the request with a page',
      { reach: 'answered', status: 403, headers: {}, text: '<html>Request blocked' },
      { result: 'unreached', failure: 'not-the-platform' },
    ],
    [
      '"unreached" if a firewall forbids the request with a page of XHTML',
      {
        reach: 'answered',
        status: 403,
        headers: {},
        text: '<?xml version="1.0"?><!DOCTYPE html><html>Forbidden</html>',
      },
      { result: 'unreached', failure: 'not-the-platform' },
    ],
    [
      '"unreached" if a firewall forbids the request with a part of a page',
      { reach: 'answered', status: 403, headers: {}, text: '<h1>403 Forbidden</h1>' },
      { result: 'unreached', failure: 'not-the-platform' },
    ],
    [
      '"unreached" if the network redirects the request',
      { reach: 'answered', status: 302, headers: { location: 'http://login.hotel.example/' }, text: '' },
      { result: 'unreached', failure: 'not-the-platform' },
    ],
    [
      '"token-refused" if a web server refuses the request with a page and the status 401',
      { reach: 'answered', status: 401, headers: {}, text: '<html>Unauthorized' },
      { result: 'token-refused' },
    ],
  ])('results in %s', async (_, exchange, result) => {
    expect(await openAccess(() => exchange).access.probe()).toEqual(result)
  })

  test('names no customer, and is marked as a call that changes nothing', async () => {
    const { access, asked } = openAccess(() => json([]))
    await access.probe()
    expect(asked[0]?.changes).toBe(false)
    expect([...(asked[0]?.url.searchParams.keys() ?? [])]).not.toContain('userid')
  })
})

test('a call whose values break the interface throws an error that does not repeat the values', () => {
  const { access, asked } = openAccess(() => json({}))
  return expect(access.send('addCustomerWithDevice', { password: 'Ümlaut secret' }))
    .rejects.toThrow(expect.objectContaining({ message: expect.not.stringContaining('secret') as string }))
    .then(() => expect(asked).toEqual([]))
})

test('the fingerprint of a call depends on every parameter except the token, and on the operation', () => {
  const call = { userid: 'a', password: '0', macAddress: 'SN-1234', model: 'X' }
  const print = (changed: Partial<typeof call> = {}, connection: Partial<Connection> = {}, token?: string): string =>
    openAccess(() => json({}), connection, token).access.fingerprintText('AddMacAddressForUser', {
      ...call,
      ...changed,
    })
  const { access } = openAccess(() => json({}))
  const prints = [
    print(),
    print({ userid: 'b' }),
    print({ password: '1' }),
    print({ macAddress: 'SN-1235' }),
    print({ model: 'Y' }),
    print({}, { crmService: 'south-crm' }),
    print({}, { cmsService: 'south-cms' }),
    access.fingerprintText('Disable', { userid: 'a', password: '0' }),
    access.fingerprintText('Enable', { userid: 'a', password: '0' }),
  ]
  expect(new Set(prints).size).toBe(prints.length)
  expect(print({}, {}, 'another-token-of-the-test')).toBe(print())
  expect(print()).not.toContain('token-of-the-test')
})

describe('the positive control (a search for a record that proves that a read works)', () => {
  const platform = (
    answers: Record<string, Exchange | ((request: PlatformRequest) => Exchange)>,
    changed: Partial<Connection> = {},
  ) =>
    openAccess(
      (request) => {
        const answer = answers[path(request)] ?? json({}, 404)
        return typeof answer === 'function' ? answer(request) : answer
      },
      { retrieval: 'query', ...changed },
    )

  test('accepts a customer of the first page if the read shows that customer', async () => {
    const { access, connection, asked } = platform(
      { getCustomers: json([customer]), getCustomer: json(customer) },
      { unknownMappingId: '0' },
    )
    expect(await verifyReadPath('getCustomer', access, connection)).toBe('shown')
    expect(asked.at(-1)?.url.searchParams.get('customermappingid')).toBe('0')
  })

  test('sends an unknown password as 0 in a read that needs one', async () => {
    const { access, connection, asked } = platform({
      getCustomers: json([customer]),
      GetCustomerStatus: json({ userid: customer.userid, status: 'Active' }),
    })
    expect(await verifyReadPath('GetCustomerStatus', access, connection)).toBe('shown')
    expect(asked.at(-1)?.url.searchParams.get('password')).toBe('0')
  })

  test('sends no password in a read that does not need one', async () => {
    const { access, connection, asked } = platform({ getCustomers: json([customer]) })
    await verifyReadPath('getCustomer', access, connection)
    expect(asked.at(-1)?.url.searchParams.has('password')).toBe(false)
  })

  test('gives up after five customers if the read always shows a different customer', async () => {
    const page = json([1, 2, 3, 4, 5, 6, 7].map((userid) => ({ userid: String(userid), firstname: 'A' })))
    const { access, connection, asked } = platform({ getCustomers: page, getCustomer: json(customer) })
    expect(await verifyReadPath('getCustomer', access, connection)).toBe('nothing-to-show')
    expect(asked).toHaveLength(6)
  })

  test('accepts a customer who has a box, if the read lists boxes', async () => {
    const page = json([
      { userid: '1', firstname: 'A' },
      { userid: '2', firstname: 'B' },
    ])
    const devices = ({ url }: PlatformRequest) =>
      json(url.searchParams.get('userid') === '2' ? ['00:1A:79:00:00:01'] : [])
    const { access, connection } = platform({ getCustomers: page, devices })
    expect(await verifyReadPath('devices', access, connection)).toBe('shown')
  })

  test('accepts a hostname that has a box, and finds nothing if there are no hostnames', async () => {
    const { access, connection } = platform(
      { GetMacAddressesUnderHostname: json(['00:1A:79:00:00:01']) },
      { hostnames: ['h'] },
    )
    expect(await verifyReadPath('GetMacAddressesUnderHostname', access, connection)).toBe('shown')
    expect(await verifyReadPath('GetMacAddressesUnderHostname', access, { ...connection, hostnames: [] })).toBe(
      'nothing-to-show',
    )
  })

  test.each<[string, Record<string, Exchange>, object]>([
    ['the request for the first page fails', { getCustomers: gone }, gone],
    ['a request after the first page fails', { getCustomers: json([customer]), getCustomer: gone }, gone],
    [
      'the platform answers with an error',
      { getCustomers: json([customer]), getCustomer: json({}, 502) },
      { reach: 'answered', status: 502 },
    ],
  ])('returns the failed answer, not "nothing to show", if %s', async (_, answers, failed) => {
    const { access, connection } = platform(answers)
    expect(await verifyReadPath('getCustomer', access, connection)).toMatchObject(failed)
  })

  test('finds nothing if it does not understand the first page', async () => {
    const { access, connection } = platform({ getCustomers: json({ what: 'ever' }) })
    expect(await verifyReadPath('getCustomer', access, connection)).toBe('nothing-to-show')
  })
})
