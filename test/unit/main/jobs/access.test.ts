import { describe, expect, test } from 'vitest'
import { createPlatformAccess } from '../../../../src/main/jobs/access.ts'
import { verifyReadPath } from '../../../../src/main/jobs/control.ts'
import { noKnowledge } from '../../../../src/main/jobs/knowledge.ts'
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
function openAccess(answer: (request: PlatformRequest) => Exchange, changed: Partial<Connection> = {}) {
  const asked: PlatformRequest[] = []
  const knowledge = noKnowledge()
  const connection = makeConnection(changed)
  const clock = createFakeClock()
  const access = createPlatformAccess({
    connection,
    knowledge,
    clock,
    token: () => 'a-token-of-the-test',
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

describe('the day of the platform', () => {
  const told = { reach: 'answered', status: 200, text: JSON.stringify(customer) } as const
  const day = 86_400_000

  test('is the one that it tells with its answers, whatever the clock of this computer says', async () => {
    const date = new Date(400 * day + 5).toUTCString()
    const { access } = openAccess(() => ({ ...told, headers: { date } }))
    await access.read('getCustomer', values)
    expect(access.today()).toBe(400)
  })

  test('goes on while time passes after the answer', async () => {
    const date = new Date(400 * day + day - 60_000).toUTCString()
    const { access, clock } = openAccess(() => ({ ...told, headers: { date } }))
    await access.read('getCustomer', values)
    await clock.pass(61_000)
    expect(access.today()).toBe(401)
  })

  test.each([
    ['tells none', { ...told, headers: {} }],
    ['tells it in a way that is no date', { ...told, headers: { date: 'yesterday' } }],
    [
      'is behind a portal that tells another',
      { ...told, headers: { date: new Date(0).toUTCString() }, text: '<html>Log in</html>' },
    ],
  ])('is the day of this computer where the platform %s', async (_, answer) => {
    const { access, clock } = openAccess(() => answer)
    await access.read('getCustomer', values)
    expect(access.today()).toBe(Math.floor(clock.now() / day))
  })
})

describe('how GetCustomer is asked', () => {
  test('by query where that shows somebody, and never otherwise again', async () => {
    const { access, asked } = openAccess(() => json(customer))
    await access.read('getCustomer', values)
    await access.read('getCustomer', values)
    expect(asked.map(carriedIn)).toEqual(['query', 'query'])
  })

  test.each<[string, Exchange]>([
    ['misses the token', json({ Message: 'Invalid company token.' }, 401)],
    ['misses a parameter', json({ Message: 'Parameter userid is required.' }, 400)],
    ['finds nobody', json({ Message: 'Customer not found.' }, 404)],
    ['is not understood', json({ what: 'ever' })],
  ])('by body where the query %s', async (_, byQuery) => {
    const { access, asked } = openAccess((request) => (carriedIn(request) === 'body' ? json(customer) : byQuery))
    expect((await access.read('getCustomer', values)).verdict).toBe('accepted')
    expect(access.retrieval()).toBe('body')
    await access.read('devices', { userid: '42', password: '0' })
    expect(asked.map(carriedIn)).toEqual(['query', 'body', 'body'])
  })

  test('both ways, while neither has shown anybody: one that finds nobody proves nothing', async () => {
    const { access, asked, knowledge } = openAccess(() => json({ Message: 'Customer not found.' }, 404))
    expect((await access.read('getCustomer', values)).verdict).toBe('absent')
    await access.read('getCustomer', values)
    expect(asked.map(carriedIn)).toEqual(['query', 'body', 'query', 'body'])
    expect(knowledge.retrieval('north')).toBeUndefined()
  })

  test('one way alone where the connection says so', async () => {
    const { access, asked } = openAccess(() => json({ Message: 'Customer not found.' }, 404), { retrieval: 'body' })
    await access.read('getCustomer', values)
    expect(asked.map(carriedIn)).toEqual(['body'])
  })

  test.each([
    ['nobody answers', gone],
    ['the platform fails', json({ Message: 'Error' }, 503)],
    ['the platform is busy', json({ Message: 'Slow down' }, 429)],
  ])('only once where %s', async (_, exchange) => {
    const { access, asked } = openAccess(() => exchange)
    await access.read('getCustomer', values)
    expect(asked).toHaveLength(1)
  })
})

describe('a probe', () => {
  test.each<[string, Exchange, unknown]>([
    ['a list: reached', json([]), { result: 'reached' }],
    ['a refusal of something else: reached', json({ Message: 'No such reseller' }, 400), { result: 'reached' }],
    ['a failing platform: reached, and its failure is the jobs’ to meet', json({}, 500), { result: 'reached' }],
    ['a refused token', json({ Message: 'Invalid company token.' }, 401), { result: 'token-refused' }],
    ['nobody', gone, { result: 'unreached', failure: 'connection-refused' }],
    [
      'a portal’s page',
      { reach: 'answered', status: 200, headers: {}, text: '<html>Log in' },
      { result: 'unreached', failure: 'not-http' },
    ],
  ])('meets %s', async (_, exchange, result) => {
    expect(await openAccess(() => exchange).access.probe()).toEqual(result)
  })

  test('takes the token and no customer, and changes nothing', async () => {
    const { access, asked } = openAccess(() => json([]))
    await access.probe()
    expect(asked[0]?.changes).toBe(false)
    expect([...(asked[0]?.url.searchParams.keys() ?? [])]).not.toContain('userid')
  })
})

test('values that break the interface are a bug, told without the values', () => {
  const { access, asked } = openAccess(() => json({}))
  return expect(access.send('addCustomerWithDevice', { password: 'Ümlaut secret' }))
    .rejects.toThrow(expect.objectContaining({ message: expect.not.stringContaining('secret') as string }))
    .then(() => expect(asked).toEqual([]))
})

test('the fingerprint covers every parameter but the token', () => {
  const { access } = openAccess(() => json({}))
  const print = (userid: string): string =>
    access.fingerprintText('AddMacAddressForUser', { userid, password: '0', macAddress: 'SN-1234', model: 'X' })
  expect(print('a')).toBe(print('a'))
  expect(print('a')).not.toBe(print('b'))
  expect(print('a')).not.toContain('a-token-of-the-test')
})

describe('a positive control', () => {
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

  test('is a customer of the first page whom the read shows, asked for as a job asks', async () => {
    const { access, connection, asked } = platform(
      { getCustomers: json([customer]), getCustomer: json(customer) },
      { unknownMappingId: '0' },
    )
    expect(await verifyReadPath('getCustomer', access, connection)).toBe('shown')
    expect(asked.at(-1)?.url.searchParams.get('customermappingid')).toBe('0')
  })

  test('is one of five customers, of whom the read must show the very one', async () => {
    const page = json([1, 2, 3, 4, 5, 6, 7].map((userid) => ({ userid: String(userid), firstname: 'A' })))
    const { access, connection, asked } = platform({ getCustomers: page, getCustomer: json(customer) })
    expect(await verifyReadPath('getCustomer', access, connection)).toBe('nothing-to-show')
    expect(asked).toHaveLength(6)
  })

  test('of devices is a customer who has one', async () => {
    const page = json([
      { userid: '1', firstname: 'A' },
      { userid: '2', firstname: 'B' },
    ])
    const devices = ({ url }: PlatformRequest) =>
      json(url.searchParams.get('userid') === '2' ? ['00:1A:79:00:00:01'] : [])
    const { access, connection } = platform({ getCustomers: page, devices })
    expect(await verifyReadPath('devices', access, connection)).toBe('shown')
  })

  test('of a hostname is one with a box under it', async () => {
    const { access, connection } = platform(
      { GetMacAddressesUnderHostname: json(['00:1A:79:00:00:01']) },
      { hostnames: ['h'] },
    )
    expect(await verifyReadPath('GetMacAddressesUnderHostname', access, connection)).toBe('shown')
    expect(await verifyReadPath('GetMacAddressesUnderHostname', access, { ...connection, hostnames: [] })).toBe(
      'nothing-to-show',
    )
  })

  test.each<[string, Record<string, Exchange>]>([
    ['on the way to the first page', { getCustomers: gone }],
    ['between two questions', { getCustomers: json([customer]), getCustomer: gone }],
    ['by the platform itself', { getCustomers: json([customer]), getCustomer: json({}, 502) }],
  ])('that failed %s was not sought in vain', async (_, answers) => {
    const { access, connection } = platform(answers)
    expect(await verifyReadPath('getCustomer', access, connection)).toBe('unreached')
  })

  test('is not to be had where the first page is not understood', async () => {
    const { access, connection } = platform({ getCustomers: json({ what: 'ever' }) })
    expect(await verifyReadPath('getCustomer', access, connection)).toBe('nothing-to-show')
  })
})
