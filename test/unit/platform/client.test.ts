import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import { inspect } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Answer } from '../../../src/platform/answer.ts'
import { operation, operations, type OperationId } from '../../../src/platform/catalogue/catalogue.ts'
import type { ParameterValues } from '../../../src/platform/catalogue/operation.ts'
import { createClient, type Client, type ClientConnection } from '../../../src/platform/client.ts'
import { createHttpTransport } from '../../../src/platform/transport/transport.ts'
import { makeCertificate } from '../../fakes/http-server-certificate.ts'
import { findClosedPort, startHttpServer, startRawServer } from '../../fakes/http-server.ts'

const token = `t+k/n ${randomBytes(12).toString('base64')}`
const password = `Pw#${randomBytes(8).toString('hex')}`

const connection: ClientConnection = {
  baseUrl: '',
  crmService: 'crm one',
  cmsService: 'cms',
  extraCustomerFilter: '',
  sendsCrmService: false,
  timeoutSeconds: 5,
}

function open(baseUrl: string, more: Partial<ClientConnection> = {}, sent = token): Client {
  const transport = createHttpTransport({
    lookup: (_, __, done) => done(Object.assign(new Error(token), { code: 'ENOTFOUND' }), '', 4),
  })
  onTestFinished(() => transport.close())
  return createClient({
    transport,
    clock: { now: () => Date.parse('2026-03-01T12:00:00Z') },
    connection: { ...connection, baseUrl, ...more },
    token: () => sent,
  })
}

async function call(client: Client, id: OperationId, values: ParameterValues, timeoutMs = 5000): Promise<Answer> {
  const result = await client.call(id, values, { timeoutMs })
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value
}

/** A valid value for each parameter. */
const examples: ParameterValues = {
  mobile: '+4915112345678',
  email: 'a@b.example',
  subscriptionlengthinmonths: '1',
  subscriptionlengthindays: '0',
  renewalinterval: '1',
  months: '1',
  days: '0',
  uuid: '00:1A:79:00:00:01',
  macAddress: '00:1A:79:00:00:01',
  fromExpireDate: 'false',
  keepExtraPackages: true,
  page: '1',
  user_ids: ['1'],
  userid: '1234567890',
  password,
  customermappingid: '',
}
const filledIn = new Set(['crmService', 'crmServices', 'cmsService', 'authToken'])

function valuesFor(id: OperationId): ParameterValues {
  const asked = operation(id).parameters.filter(
    ({ name, requirement }) => requirement !== 'optional' || name in examples,
  )
  const own = asked.filter(({ name, rule }) => !filledIn.has(name) && rule !== 'status' && rule !== 'date')
  return Object.fromEntries(own.map(({ name }) => [name, examples[name] ?? 'text']))
}

describe('a call to the platform', () => {
  test("sends the services and the token under the operation's own parameter names", async () => {
    const server = await startHttpServer((response) => response.end('"OK"'))
    const client = open(server.url)
    await call(client, 'renewCustomer', valuesFor('renewCustomer'))
    await call(client, 'Enable', valuesFor('Enable'))
    const [renewal, enabling] = server.seen.map(({ url }) => Object.fromEntries(new URL(url, server.url).searchParams))
    expect(renewal).toMatchObject({ crmServices: 'crm one', authToken: token, password })
    expect(renewal).not.toHaveProperty('crmService')
    expect(enabling).toMatchObject({ crmService: 'crm one', cmsService: 'cms', authToken: token })
  })

  test('uses the path and method of its operation, and returns the answer', async () => {
    const server = await startHttpServer((response) => response.writeHead(400).end('{"Message":"No"}'))
    const client = open(server.url)
    for (const { id } of operations) expect(await call(client, id, valuesFor(id))).toMatchObject({ verdict: 'refused' })
    expect(server.seen.map(({ method, url }) => `${method} ${url.replace(/\?.*/, '')}`)).toEqual(
      operations.map(({ method, path }) => `${method} ${path}`),
    )
    expect(server.seen.every(({ url, body }) => `${url}${body}`.includes(encodeURIComponent(token)))).toBe(true)
  })

  test('sends a retrieval in the body if the call says so, and otherwise in the query', async () => {
    const server = await startHttpServer((response) => response.end('[]'))
    const client = open(server.url)
    await client.call('devices', { userid: '1' }, { retrieval: 'body' })
    await call(client, 'devices', { userid: '1' })
    expect(server.seen[0]).toMatchObject({ url: '/api/GetCustomer/devices' })
    expect(JSON.parse(server.seen[0]?.body ?? '')).toEqual({ userid: '1', crmService: 'crm one', authToken: token })
    expect(server.seen[1]).toMatchObject({ body: '' })
  })

  test('may use the customer filter that the connection names', async () => {
    const server = await startHttpServer((response) => response.end('[]'))
    const values = { zip: '10115' }
    expect(await open(server.url).call('getCustomers', values)).toMatchObject({ ok: false })
    const named = open(server.url, { extraCustomerFilter: 'zip' })
    expect(await call(named, 'getCustomers', values)).toMatchObject({ verdict: 'accepted' })
    expect(server.seen[0]?.url).toContain('zip=10115')
  })

  test('also sends crmService with a renewal if the connection is set to do so', async () => {
    const server = await startHttpServer((response) => response.end('"OK"'))
    const client = open(server.url, { sendsCrmService: true })
    const renewals = operations.filter(({ effect }) => effect === 'renew').map(({ id }) => id)
    // Saved while the service had its old name.
    for (const id of renewals) await call(client, id, { ...valuesFor(id), crmServices: 'crm of old' })
    await call(client, 'devices', { userid: '1' })
    const seen = server.seen.map(({ url }) => new URL(url, server.url).searchParams)
    expect(renewals).toHaveLength(5)
    expect(seen.map((sent) => [sent.getAll('crmServices'), sent.getAll('crmService')])).toEqual([
      ...renewals.map(() => [['crm of old'], ['crm of old']]),
      [[], ['crm one']],
    ])
    const shown = new URL(client.preview('renewCustomerV2', valuesFor('renewCustomerV2'), 'query').url).searchParams
    expect([shown.get('crmServices'), shown.get('crmService')]).toEqual(['crm one', 'crm one'])
  })

  test('with invalid values reports them and sends nothing', async () => {
    const server = await startHttpServer((response) => response.end('"OK"'))
    const values = { ...valuesFor('addCustomer'), mobile: '0151', password: 'ä' }
    expect(await open(server.url).call('addCustomer', values)).toEqual({
      ok: false,
      error: expect.arrayContaining([
        { name: 'mobile', problem: 'mobile-format' },
        { name: 'password', problem: 'password-characters' },
      ]),
    })
    expect(server.seen).toEqual([])
  })

  test("times out after the connection's timeout", async () => {
    const server = await startHttpServer(() => undefined)
    const result = await open(server.url, { timeoutSeconds: 0.05 }).call('devices', { userid: '1' })
    expect(result).toMatchObject({ value: { failure: 'timed-out', reach: 'maybe-sent' } })
  })

  test('that waited for its turn sends the new token, and masks that token in the answer', async () => {
    const [earlier, later] = [randomBytes(12).toString('hex'), randomBytes(12).toString('hex')]
    let current = earlier
    const urls: string[] = []
    const client = createClient({
      transport: {
        exchange: ({ url }) => {
          urls.push(url.href)
          return Promise.resolve({ reach: 'answered', status: 200, headers: {}, text: `{"message":"Hello ${later}"}` })
        },
      },
      clock: { now: () => 0 },
      connection: { ...connection, baseUrl: 'http://platform.example' },
      token: () => current,
    })
    const turn = Promise.withResolvers<undefined>()
    const asked = client.call(
      'getCustomer',
      { userid: '1', customermappingid: '2' },
      { inTurn: (exchange) => turn.promise.then(exchange) },
    )
    current = later
    turn.resolve(undefined)
    const answer = await asked
    expect(urls).toEqual([expect.stringContaining(`authToken=${later}`)])
    expect(JSON.stringify(answer)).not.toContain(later)
  })

  test('can be cancelled', async () => {
    const controller = new AbortController()
    const server = await startHttpServer(() => controller.abort())
    const result = await open(server.url).call('devices', { userid: '1' }, { signal: controller.signal })
    expect(result).toMatchObject({ value: { failure: 'cancelled' } })
  })
})

const print = (values: ParameterValues, id: OperationId = 'AddMacAddressForUser') =>
  open('http://127.0.0.1:1').fingerprintText(id, values)

describe('the fingerprint of a call', () => {
  test('is the same for the same parameters in any order, and ignores parameters that are not sent', () => {
    expect(print({ userid: '1', model: 'X' })).toBe(print({ model: 'X', userid: '1', password: undefined }))
  })

  test('differs if a value, the operation or a service differs', () => {
    const values = { userid: '1', macAddress: 'a' }
    const other = open('http://127.0.0.1:1', { crmService: 'two' }).fingerprintText('AddMacAddressForUser', values)
    const texts = [print(values), print({ ...values, userid: '2' }), print(values, 'AddMacAddressToHostname'), other]
    expect(new Set(texts).size).toBe(4)
  })

  test('does not depend on whether the connection sends crmService with renewals', () => {
    const both = open('http://127.0.0.1:1', { sendsCrmService: true })
    for (const { id } of operations) {
      const values = valuesFor(id)
      expect(both.fingerprintText(id, values)).toBe(print(values, id))
    }
  })

  test('does not depend on the token and does not contain it', () => {
    const values = { userid: '1', user_ids: ['1'] }
    for (const { id } of operations) {
      expect(print({ ...values, authToken: 'another' }, id)).toBe(print(values, id))
      expect(print(values, id)).not.toContain(token)
    }
  })
})

type Fault = readonly [name: string, open: () => Promise<string>, verdict: Answer['verdict'], more: Partial<Answer>]

const raw = (play: (socket: Socket) => void) => async () => {
  const { port } = await startRawServer((socket) => void socket.once('data', () => play(socket)))
  return `http://127.0.0.1:${port}`
}
const http =
  (status: number, text: string, headers: Record<string, string> = {}) =>
  async () =>
    (await startHttpServer((response) => response.writeHead(status, headers).end(text))).url

const head = 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n'
const shown = `authToken=${encodeURIComponent(token)}&password=${encodeURIComponent(password)}`
const maybe = (failure: NonNullable<Answer['failure']>) => ({ reach: 'maybe-sent', failure }) as const
const unsent = (failure: NonNullable<Answer['failure']>) => ({ reach: 'not-sent', failure }) as const

/** The answers quote what was sent, as failing servers do. */
const faults: readonly Fault[] = [
  ['refused', async () => `http://127.0.0.1:${await findClosedPort()}`, 'unclear', unsent('connection-refused')],
  ['unknown name', async () => 'http://platform.invalid', 'unclear', unsent('name-not-found')],
  [
    'untrusted certificate',
    async () => `https://127.0.0.1:${(await startRawServer(() => undefined, makeCertificate())).port}`,
    'unclear',
    unsent('certificate-not-trusted'),
  ],
  ['reset before the answer', raw((socket) => socket.resetAndDestroy()), 'unclear', maybe('connection-reset')],
  ['end in the body', raw((socket) => socket.end(`${head}{"login`)), 'unclear', maybe('answer-cut-short')],
  ['hang', raw(() => undefined), 'unclear', maybe('timed-out')],
  ['not HTTP', raw((socket) => socket.end(`${shown}\r\n`)), 'unclear', maybe('not-http')],
  [
    'too large',
    raw((socket) => void socket.write(head.replace('100', '52428800'))),
    'unclear',
    maybe('answer-too-large'),
  ],
  ['redirect', http(302, shown, { Location: `/?${shown}` }), 'unclear', { status: 302 }],
  ['401', http(401, `{"Message":"Denied for ${shown}"}`), 'refused', { status: 401, credentials: true }],
  ['403', http(403, `{"Message":"Denied for ${shown}"}`), 'refused', { status: 403, credentials: true }],
  [
    '404 of a route',
    http(404, `{"Message":"No HTTP resource was found that matches '${shown}'"}`),
    'unclear',
    { status: 404 },
  ],
  ['406', http(406, `{"Message":"No: ${shown}"}`), 'refused', { status: 406 }],
  ['429', http(429, `{"Message":"No: ${shown}"}`, { 'Retry-After': '3' }), 'unclear', { retryAfterMs: 3000 }],
  ['500', http(500, `{"Message":"An error has occurred.","ExceptionMessage":"${shown}"}`), 'unclear', { status: 500 }],
  ['503 in HTML', http(503, `<html>${shown.replaceAll('&', '&amp;')}</html>`), 'unclear', { status: 503 }],
  ['HTML with 200', http(200, `<!DOCTYPE html><p>${shown}</p>`), 'unclear', { status: 200 }],
  ['truncated JSON', http(200, `{"loginid":"1","url":"${shown}`), 'unclear', { status: 200 }],
  [
    'Message with 200',
    http(200, JSON.stringify({ Message: `Invalid token: ${token} ${password}` })),
    'refused',
    { status: 200 },
  ],
  ['nothing with 200', http(200, ''), 'unclear', { status: 200 }],
  [
    'doubly encoded success',
    http(200, JSON.stringify(JSON.stringify({ success: true, token, url: shown }))),
    'accepted',
    { data: { success: true, token: '•••', url: expect.stringContaining('authToken=•••') } },
  ],
  [
    'success in XML',
    http(200, `<Answer><Success>true</Success><Url>${shown.replaceAll('&', '&amp;')}</Url></Answer>`),
    'accepted',
    { status: 200 },
  ],
]

const changing = operations.filter(({ effect }) => effect !== 'read').map(({ id }) => id)

test.each(faults)('every changing call gets a verdict and shows no secret: %s', async (name, start, verdict, more) => {
  const client = open(await start())
  const answers = await Promise.all(
    changing.map((id) => call(client, id, valuesFor(id), name === 'hang' ? 300 : 10_000)),
  )
  for (const [index, answer] of answers.entries()) {
    expect(answer).toMatchObject({ verdict, ...more })
    const { data, ...words } = answer
    const sentPassword = 'password' in valuesFor(changing[index] ?? 'devices')
    const seen = inspect(words, { depth: 20, showHidden: true, maxStringLength: null })
    const secrets = sentPassword ? [token, password] : [token]
    for (const secret of secrets.flatMap((one) => [one, encodeURIComponent(one), btoa(one)]))
      expect(seen).not.toContain(secret)
    for (const secret of [token, encodeURIComponent(token)]) expect(JSON.stringify(data ?? null)).not.toContain(secret)
  }
})

test.each([
  ['in lower case', (guid: string) => guid.toLowerCase()],
  ['without dashes', (guid: string) => guid.toLowerCase().replaceAll('-', '')],
  ['in braces', (guid: string) => `{${guid.toLowerCase()}}`],
  ['cut short', (guid: string) => guid.slice(0, 18)],
])('an answer shows no token that the platform writes %s', async (_, write) => {
  const guid = 'B7E1F0C2-93AD-4E5B-8C11-0D2F6A9E7754'
  // The second answer is so long that it is read in another thread.
  for (const note of ['', 'x'.repeat(100_000)])
    for (const status of [200, 400, 406]) {
      const words = `Company ${write(guid)} has no credit for this`
      const start = http(status, JSON.stringify({ Message: words, note }))
      const answer = await call(open(await start(), {}, guid), 'renewCustomerV2_GET', valuesFor('renewCustomerV2_GET'))

      expect(inspect(answer, { depth: 20, maxStringLength: null })).not.toMatch(/b7e1f0c2/i)
      expect(answer.raw).toMatch(/Company \{?•••\}? has/)
    }
})

test('a user ID that is also the password stays visible', async () => {
  const start = http(400, '{"Message":"The user 4820913775 exists already"}')
  const values = { ...valuesFor('renewCustomerV2_GET'), userid: '4820913775', password: '4820913775' }
  const answer = await call(open(await start()), 'renewCustomerV2_GET', values)

  expect(answer.message).toBe('The user 4820913775 exists already')
})

test('a client and its exceptions never show the token', async () => {
  const client = createClient({
    transport: { exchange: async () => ({ reach: 'not-sent', failure: 'cancelled' }) },
    clock: { now: () => 0 },
    connection: { ...connection, baseUrl: 'no address' },
    token: () => token,
  })
  const thrown: unknown = await client.call('devices', { userid: '1' }).catch((error: unknown) => error)
  expect(thrown).toBeInstanceOf(Error)
  for (const one of [client, thrown]) expect(inspect(one, { depth: 20, showHidden: true })).not.toContain(token)
})
