import { describe, expect, test } from 'vitest'
import { createPlatformAccess, noKnowledge } from '../../../../src/main/jobs/access.ts'
import { verifyReadPath } from '../../../../src/main/jobs/look.ts'
import type { Exchange, PlatformRequest } from '../../../../src/platform/transport/exchange.ts'
import type { Connection, ProxyLogIn } from '../../../../src/shared/domain/connection/connection.ts'
import { createFakeClock } from '../../../fakes/clock.ts'
import { makeConnection } from './make-job.ts'

const json = (data: unknown, status = 200): Exchange => ({
  reach: 'answered',
  status,
  headers: {},
  text: JSON.stringify(data),
})
const asks = { getCustomer: { userid: '42' }, getCustomers: {}, devices: { userid: '42', password: '0' } }
const values = { userid: '42', customermappingid: '' }
const rosa = { userid: 'Rosa', firstname: 'Rosa' }
const notFound = json({ Message: 'Customer not found.' }, 404)

/** Access whose requests are kept, and answered by the test. */
function openAccess(
  answer: (request: PlatformRequest) => Exchange,
  changed: Partial<Connection> = {},
  proxyLogIn?: () => ProxyLogIn | undefined,
) {
  const asked: PlatformRequest[] = []
  const knowledge = noKnowledge()
  const connection = makeConnection(changed)
  const access = createPlatformAccess({
    connection,
    knowledge,
    clock: createFakeClock(),
    token: () => 'a-token-of-the-test',
    ...(proxyLogIn && { proxyLogIn }),
    transport: {
      exchange: (request) => {
        asked.push(request)
        return Promise.resolve(answer(request))
      },
    },
  })
  return { access, asked, knowledge, connection }
}

const path = ({ url }: PlatformRequest): string => url.pathname.split('/').at(-1) ?? ''
const carriedIn = ({ body }: PlatformRequest): string => (body === undefined ? 'query' : 'body')

describe('as long as Setdesk does not know whether a platform takes reads in the query or in the body,', () => {
  test.each(['getCustomer', 'getCustomers', 'devices'] as const)(
    'Setdesk learns from one understood answer to %s that the query works, and remembers that',
    async (id) => {
      const { access, asked, knowledge } = openAccess(() => json(id === 'getCustomer' ? rosa : []))
      await access.read(id, asks[id])
      expect([asked.length, knowledge.retrieval('north')]).toEqual([1, 'query'])
    },
  )

  test('the read GetMacAddressesUnderHostname is sent only in the query, and Setdesk concludes nothing from its answer', async () => {
    const { access, asked, knowledge } = openAccess(() => notFound)
    await access.read('GetMacAddressesUnderHostname', { hostname: 'h' })
    expect(asked.map(carriedIn)).toEqual(['query'])
    expect(knowledge.retrieval('north')).toBeUndefined()
  })

  test.each(['getCustomer', 'getCustomer_V2', 'devices'] as const)(
    '%s is sent in the query and, if that finds nothing, also in the body',
    async (id) => {
      const { access, asked } = openAccess(() => notFound)
      await access.read(id, id === 'devices' ? { userid: '42', password: '0' } : values)
      expect(asked.map(carriedIn)).toEqual(['query', 'body'])
    },
  )

  test('the answer to the read in the body counts if the read in the query gets a login page', async () => {
    const page = { reach: 'answered', status: 200, headers: {}, text: '<html>Sign in</html>' } as const
    const { access } = openAccess((request) => (carriedIn(request) === 'query' ? page : json({ what: 1 })))
    expect((await access.read('getCustomer', values)).raw).toBe('{"what":1}')
  })

  test.each<[string, Exchange, Exchange, string]>([
    [
      'the customer is absent if the query is refused and the body finds nobody',
      json({ Message: 'No.' }, 400),
      notFound,
      'absent',
    ],
    [
      'the customer is absent if the query finds nobody and the body is refused',
      notFound,
      json({ Message: 'No.' }, 400),
      'absent',
    ],
    [
      'the read is refused if the query is refused and the answer to the body is not understood',
      json({ Message: 'No.' }, 400),
      json({ what: 1 }),
      'refused',
    ],
  ])('Setdesk concludes that %s', async (_, byQuery, byBody, verdict) => {
    const { access } = openAccess((request) => (carriedIn(request) === 'body' ? byBody : byQuery))
    expect((await access.read('getCustomer', values)).verdict).toBe(verdict)
  })

  test.each([408, 429, 500])('a read that is answered with the status %d is not sent a second time', async (status) => {
    const { access, asked } = openAccess(() => json({}, status))
    await access.read('getCustomer', values)
    expect(asked).toHaveLength(1)
  })
})

describe('the access to a platform', () => {
  test('sends a changing call in the query, even if reads go in the body', async () => {
    const { access, asked } = openAccess(() => json({}), { retrieval: 'body' })
    await access.send('AddMacAddressForUser', { userid: 'a', password: '0', macAddress: 'SN-1234', model: 'X' })
    expect(asked.map(carriedIn)).toEqual(['query'])
    expect(asked[0]?.changes).toBe(true)
  })

  test('passes an abort signal to a read only if the caller gave one', async () => {
    const { access, asked } = openAccess(() => json(rosa), { retrieval: 'query' })
    const { signal } = new AbortController()
    await access.read('getCustomer', values, signal)
    await access.read('getCustomer', values)
    await access.ask('getCustomer', values, signal)
    await access.ask('getCustomer', values)
    expect(asked.map(({ signal: given }) => given !== undefined)).toEqual([true, false, true, false])
  })

  test('throws an error that names the call and the values that break the interface', () => {
    const { access } = openAccess(() => json({}))
    return expect(access.send('addCustomerWithDevice', {})).rejects.toThrow(
      /^Values of addCustomerWithDevice break the interface: \w+(, \w+)+$/,
    )
  })

  test("does not send an engineer's call whose values break the interface, and previews a call without the token", async () => {
    const { access, asked } = openAccess(() => json(rosa), { retrieval: 'body' })
    expect((await access.ask('addCustomerWithDevice', {})).ok).toBe(false)
    expect(asked).toEqual([])
    expect(await access.ask('getCustomer', values)).toMatchObject({ ok: true, value: { verdict: 'accepted' } })
    expect(asked.map(carriedIn)).toEqual(['body'])
    const preview = access.preview('getCustomer', values)
    expect(preview.body).toContain('"42"')
    expect(JSON.stringify(preview)).not.toContain('a-token-of-the-test')
  })

  test("uses the connection's proxy with the proxy's credentials at the time of each call", async () => {
    let logIn: ProxyLogIn | undefined = { user: 'sam', password: 'one' }
    const proxy = 'http://proxy.north.example:3128'
    const { access, asked } = openAccess(
      () => json([]),
      { proxy },
      () => logIn,
    )
    await access.probe()
    logIn = undefined
    await access.probe()
    expect(asked.map(({ route }) => route)).toEqual([
      { proxy, proxyLogIn: { user: 'sam', password: 'one' } },
      { proxy },
    ])
    const straight = openAccess(() => json([]))
    await straight.access.probe()
    expect(straight.asked[0]?.route).toEqual({})
  })

  test("reads an answer with the connection's field mapping", async () => {
    const fieldNames = { ...makeConnection().fieldNames, userid: ['Kundennummer'] }
    const mapped = openAccess(() => json({ Kundennummer: '42', firstname: 'Rosa' }), { fieldNames, retrieval: 'query' })
    const { names: _, ...answer } = (await mapped.access.read('getCustomer', values)) as { names?: unknown }
    expect(answer).toMatchObject({ verdict: 'accepted' })
  })
})

describe('a probe', () => {
  test.each([
    [5, 5000],
    [60, 15_000],
  ])('of a connection with a timeout of %d s times out after %d ms', async (timeoutSeconds, timeoutMs) => {
    const { access, asked } = openAccess(() => json([]), { timeoutSeconds })
    await access.probe()
    expect(asked[0]?.timeoutMs).toBe(timeoutMs)
    await access.send('AddMacAddressForUser', { userid: 'a', password: '0', macAddress: 'SN-1234', model: 'X' })
    expect(asked[1]?.timeoutMs).toBe(timeoutSeconds * 1000)
  })
})

describe('an answer', () => {
  test('is read with the field mapping of the connection', async () => {
    const { access } = openAccess(() => json({ abonne: '42', firstname: 'Rosa' }), {
      fieldNames: { userid: ['abonne'] },
    })
    expect((await access.read('getCustomer', values)).names?.userid).toContain('abonne')
  })

  test('is given to an engineer in full, but to a job only with its first 64 KiB', async () => {
    const { access } = openAccess(() => json({ ...rosa, note: 'x'.repeat(70_000) }))
    const asked = await access.ask('getCustomer', values)
    expect(asked.ok && asked.value.raw.length).toBeGreaterThan(70_000)
    expect((await access.read('getCustomer', values)).raw).toHaveLength(64 * 1024)
  })

  test('is requested with the parameters in the query by default', () => {
    expect(openAccess(() => notFound).access.retrieval()).toBe('query')
  })
})

const seek = (
  read: Parameters<typeof verifyReadPath>[0],
  answers: Readonly<Record<string, Exchange>>,
  changed: Partial<Connection> = {},
) => {
  const { access, asked, connection } = openAccess((request) => answers[path(request)] ?? notFound, {
    retrieval: 'query',
    ...changed,
  })
  return verifyReadPath(read, access, connection).then((result) => ({ result, asked }))
}

describe('the positive control (a search for a record that proves that a read works)', () => {
  test('asks for the boxes of each hostname', async () => {
    const hostnames = ['a', 'b', 'c', 'd', 'e', 'f']
    const { result, asked } = await seek('GetMacAddressesUnderHostname', {}, { hostnames })
    expect(result).toBe('nothing-to-show')
    expect(asked.map(({ url }) => url.searchParams.get('hostname'))).toEqual(hostnames)
  })

  describe('that looks for a customer with a box', () => {
    const perPage = 25
    const oneToThirty = Array.from({ length: 30 }, (_, index) => index + 1)
    /** Customers 1 to 90, of whom one has a box. */
    const openMany = (withBox: number) =>
      openAccess(
        (request) => {
          const query = request.url.searchParams
          if (path(request) !== 'getCustomers')
            return json(query.get('userid') === String(withBox) ? ['00:1A:79:00:00:01'] : [])
          const from = Number(query.get('last_customer_id') ?? 0)
          const page = Array.from({ length: Math.min(perPage, 90 - from) }, (_, index) => String(from + index + 1))
          const last = from + page.length
          return json({
            customers: page.map((userid) => ({ userid, firstname: 'A' })),
            has_next: last < 90,
            last_customer_id: String(last),
          })
        },
        { retrieval: 'query' },
      )

    test('reads further pages of the customer list until it finds such a customer', async () => {
      const { access, connection } = openMany(30)
      expect(await verifyReadPath('devices', access, connection)).toBe('shown')
    })

    test('asks about forty customers at most, and goes on with the next customer in the next search', async () => {
      const { access, connection, asked } = openMany(90)
      const place = { asked: 0 }
      const askedFor = () =>
        asked
          .splice(0)
          .flatMap((request) => (path(request) === 'devices' ? [request.url.searchParams.get('userid')] : []))
      expect(await verifyReadPath('devices', access, connection, place)).toBe('nothing-to-show')
      expect(askedFor()).toEqual(Array.from({ length: 40 }, (_, index) => String(index + 1)))
      expect(await verifyReadPath('devices', access, connection, place)).toBe('nothing-to-show')
      expect(askedFor().slice(0, 2)).toEqual(['41', '42'])
      expect(await verifyReadPath('devices', access, connection, place)).toBe('shown')
      expect(askedFor().at(-1)).toBe('90')
    })

    test('skips a customer for whom the platform answers with an error', async () => {
      const customers = json(['1', '2'].map((userid) => ({ userid, firstname: 'A' })))
      const { access, connection } = openAccess(
        (request) => {
          if (path(request) === 'getCustomers') return customers
          return request.url.searchParams.get('userid') === '1' ? json({}, 500) : json(['00:1A:79:00:00:01'])
        },
        { retrieval: 'query' },
      )
      expect(await verifyReadPath('devices', access, connection)).toBe('shown')
    })

    test('goes on with the first customer once it has asked about the last one', async () => {
      const { access, connection, asked } = openMany(0)
      const place = { asked: 0 }
      for (let search = 0; search < 2; search += 1) await verifyReadPath('devices', access, connection, place)
      asked.splice(0)
      expect(await verifyReadPath('devices', access, connection, place)).toBe('nothing-to-show')
      const userids = asked.flatMap(({ url }) => url.searchParams.get('userid') ?? [])
      expect(userids).toEqual([...Array.from({ length: 10 }, (_, index) => index + 81), ...oneToThirty].map(String))
    })

    test('begins with the customer who had a box in the last search', async () => {
      const { access, connection, asked } = openMany(30)
      const place = { asked: 0 }
      for (const requests of [2 + 30, 1 + 1]) {
        expect(await verifyReadPath('devices', access, connection, place)).toBe('shown')
        expect(asked.splice(0)).toHaveLength(requests)
      }
    })

    test('reads forty pages at most if they name no customer', async () => {
      const { access, connection, asked } = openAccess(
        ({ url }) => {
          const next = Number(url.searchParams.get('last_customer_id') ?? 0) + 1
          return json({ customers: [], has_next: true, last_customer_id: String(next) })
        },
        { retrieval: 'query' },
      )
      expect(await verifyReadPath('devices', access, connection)).toBe('nothing-to-show')
      expect(asked).toHaveLength(40)
    })
  })

  test('asks for boxes without a password, and finds nothing in an empty list', async () => {
    const { result, asked } = await seek('devices', { getCustomers: json([rosa]), devices: json([]) })
    expect(result).toBe('nothing-to-show')
    expect(asked[1]?.url.searchParams.get('password')).toBe('0')
  })

  test('accepts the customer if the user ID comes back in a different case', async () => {
    const shown = json({ ...rosa, userid: 'ROSA' })
    expect((await seek('getCustomer', { getCustomers: json([rosa]), getCustomer: shown })).result).toBe('shown')
  })

  test('does not accept a customer without a user ID, or an answer without a customer', async () => {
    const shown = json({ firstname: 'Rosa' })
    expect((await seek('getCustomer', { getCustomers: json([rosa]), getCustomer: shown })).result).toBe(
      'nothing-to-show',
    )
    expect((await seek('getCustomer', { getCustomers: json([rosa]) })).result).toBe('nothing-to-show')
    const nobody = json({ what: 'ever' })
    expect((await seek('getCustomer', { getCustomers: json([rosa]), getCustomer: nobody })).result).toBe(
      'nothing-to-show',
    )
  })

  test('does not accept a list of boxes that comes with a refusal', async () => {
    const refused = json(['00:1A:79:AB:12:CD'], 400)
    expect((await seek('devices', { getCustomers: json([rosa]), devices: refused })).result).toBe('nothing-to-show')
  })

  test.each([408, 429, 500])(
    'returns the platform’s answer, not "nothing to show", if its status is %d',
    async (status) => {
      expect((await seek('getCustomer', { getCustomers: json({}, status) })).result).toMatchObject({ status })
    },
  )
})
