import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, request, type ClientRequest, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createAnswer } from '../../../src/hub/door/door.ts'
import { doorBounds, type DoorBounds } from '../../../src/hub/door/limits.ts'
import { startHub } from '../../../src/hub/hub.ts'
import { createHubClient } from '../../fakes/hub/hub-process.ts'
import { openTestPglite, silentLog, type TestDatabase } from '../../fakes/hub/test-database.ts'
import { createTestFleet, makeJobId, makeWorkItem, type TestStation } from '../../fakes/hub/test-fleet.ts'

const plenty = { burst: 10_000, perSecond: 1000 }
let database: TestDatabase
let fleet: ReturnType<typeof createTestFleet>
beforeAll(async () => {
  database = await openTestPglite()
  fleet = createTestFleet(createAnswer({ ...database, random: randomBytes, log: silentLog }), database)
}, 60_000)
afterAll(() => database.close())

interface Started {
  readonly bounds?: Partial<DoorBounds>
  readonly rates?: Partial<Parameters<typeof startHub>[0]['rates']>
  readonly isBehindProxy?: boolean
}

/** The real hub within this process. */
async function start({ bounds = {}, rates = {}, isBehindProxy = false }: Started = {}) {
  const hub = await startHub(
    {
      port: 0,
      address: '127.0.0.1',
      certificate: undefined,
      isBehindProxy,
      metricsToken: undefined,
      rates: { station: plenty, address: plenty, ...rates },
      bounds,
    },
    {
      database: { ...database.database, close: () => Promise.resolve() },
      log: silentLog,
      random: randomBytes,
      now: () => performance.now(),
      code: '',
    },
  )
  onTestFinished(() => hub.close())
  const client = createHubClient(hub.url)
  onTestFinished(client.close)
  return { hub, client }
}

/** A call whose body has not ended yet: it counts as under way until `end`. Without an agent each has a connection of its own. */
function begin(url: string, name: string, headers: Readonly<Record<string, string>>, agent: Agent | false = false) {
  const sent = request(`${url}/v1/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    agent,
  })
  sent.on('error', () => undefined)
  onTestFinished(() => {
    sent.destroy()
  })
  const answered = readAnswer(sent)
  // A test that breaks the call off does not read its answer.
  answered.catch(() => undefined)
  return { sent, answered }
}

async function readAnswer(sent: ClientRequest) {
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  let text = ''
  for await (const part of response as AsyncIterable<Buffer>) text += part.toString()
  return { status: response.statusCode, retryAfter: response.headers['retry-after'], ...(JSON.parse(text) as Told) }
}
interface Told {
  readonly ok: boolean
  readonly error?: { readonly code: string; readonly message: string }
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const invented = () => `${randomUUID()}.${'x'.repeat(43)}`

/** One call of a station on a connection of its own. */
function ask(url: string, station: Pick<TestStation, 'token'>, body = '{}', name = 'work.waiting') {
  const { sent, answered } = begin(url, name, bearer(station.token))
  sent.end(body)
  return answered
}

/** Begins so many calls, whose bodies have not ended. */
function beginMany(url: string, count: number, headers: Readonly<Record<string, string>>, name = 'work.waiting') {
  const calls = Array.from({ length: count }, () => begin(url, name, headers))
  for (const { sent } of calls) sent.write('{')
  return calls
}

/** As many calls of a station at once, each on a connection of its own that stays open; their answers. */
async function askAtOnce(url: string, station: TestStation, count: number, agent: Agent) {
  const calls = Array.from({ length: count }, () => begin(url, 'work.waiting', bearer(station.token), agent))
  for (const { sent } of calls) sent.end('{}')
  const answers = await Promise.all(calls.map(({ answered }) => answered))
  return answers.map(({ status, error }) => error?.message ?? status)
}
const json = (bytes: number) => JSON.stringify({ items: 'x'.repeat(bytes) })
/** A client that keeps its connections open. */
const openAgent = (): Agent => {
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity, maxFreeSockets: Infinity })
  onTestFinished(() => agent.destroy())
  return agent
}

/** A load balancer adds the client's address to the one that the client itself claims. */
const from = (address: string) => ({ 'x-forwarded-for': `203.0.113.1, ${address}` })

const tooMany = (message: string) => ({ status: 429, ok: false, error: { code: 'too-many', message } })
const tooManyCalls = tooMany('Too many calls. Try again later.')

describe('the rate limit of a station', () => {
  it('refuses a call above the limit, but does not affect other stations', async () => {
    const { hub } = await start({ rates: { station: { burst: 5, perSecond: 0.01 } } })
    const [station, other] = [await fleet.enrol(), await fleet.enrol()]
    // The first call counts for the address, because the hub does not know the session yet. The others count for the station.
    for (let call = 0; call < 6; call += 1) expect(await ask(hub.url, station)).toMatchObject({ status: 200 })
    const refused = await ask(hub.url, station)
    expect(refused).toMatchObject(tooManyCalls)
    expect(Number(refused.retryAfter)).toBeGreaterThan(10)
    expect(await ask(hub.url, other)).toMatchObject({ status: 200 })
  })

  it('is not used up by a stranger who uses the id of the station', async () => {
    const { hub, client } = await start({ rates: { station: { burst: 5, perSecond: 0.01 } } })
    const station = await fleet.enrol()
    const forged = `${station.id}.${'x'.repeat(43)}`
    for (let call = 0; call < 20; call += 1) {
      // A call that anyone may make does not prove that the token is valid.
      const headers = { 'content-type': 'application/json', ...bearer(forged) }
      const body = JSON.stringify({ station: station.id })
      expect((await client.send('/v1/challenge', { method: 'POST', headers, body })).status).toBe(200)
      expect(await ask(hub.url, { token: forged })).toMatchObject({ status: 401 })
    }
    for (let call = 0; call < 6; call += 1) expect(await ask(hub.url, station)).toMatchObject({ status: 200 })
  })
})

describe('the number of simultaneous calls', () => {
  it(`of one station is at most ${doorBounds.callsOfAStation}, and a further call is answered once some have ended`, async () => {
    const { hub } = await start()
    const [station, other] = [await fleet.enrol(), await fleet.enrol()]
    await ask(hub.url, station)
    const calls = beginMany(hub.url, doorBounds.callsOfAStation, bearer(station.token))
    await expect.poll(() => ask(hub.url, station)).toMatchObject({ ...tooManyCalls, retryAfter: '1' })
    expect(await ask(hub.url, other)).toMatchObject({ status: 200 })
    for (const { sent } of calls) sent.end('}')
    for (const { answered } of calls) expect(await answered).toMatchObject({ status: 200 })
    expect(await ask(hub.url, station)).toMatchObject({ status: 200 })
  })

  it('from one address without a session has its own limit, and stations are served meanwhile', async () => {
    const { hub } = await start({ bounds: { callsOfAnAddress: 3 } })
    const station = await fleet.enrol()
    await ask(hub.url, station)
    const calls = beginMany(hub.url, 3, {}, 'challenge')
    const next = () => ask(hub.url, { token: invented() })
    await expect.poll(next).toMatchObject(tooManyCalls)
    expect(await ask(hub.url, station)).toMatchObject({ status: 200 })
    for (const { sent } of calls) sent.end(`"station":"${randomUUID()}"}`)
    for (const { answered } of calls) expect(await answered).toMatchObject({ status: 200 })
    expect(await next()).toMatchObject({ status: 401 })
  })

  it('behind a proxy is limited for each address that the proxy adds', async () => {
    const { hub } = await start({ bounds: { callsOfAnAddress: 3 }, isBehindProxy: true })
    beginMany(hub.url, 3, from('198.51.100.1'), 'challenge')
    const next = async (address: string) => {
      const { sent, answered } = begin(hub.url, 'challenge', from(address))
      sent.end(JSON.stringify({ station: randomUUID() }))
      return answered
    }
    await expect.poll(() => next('198.51.100.1')).toMatchObject(tooManyCalls)
    expect(await next('198.51.100.2')).toMatchObject({ status: 200 })
  })
})

it(`a station has at most ${doorBounds.streamsOfAStation} streams: one more ends the oldest`, async () => {
  const { client } = await start()
  const station = await fleet.enrol()
  const oldest = await client.follow(station.token)
  const others = []
  for (let stream = 0; stream < doorBounds.streamsOfAStation; stream += 1)
    others.push(await client.follow(station.token))
  await oldest.ended
  const { text } = await client.send('/metrics')
  expect(text).toContain(`setdesk_hub_streams ${doorBounds.streamsOfAStation}`)
  for (const stream of others) stream.close()
})

describe('the number of connections to the hub', () => {
  const tooManyConnections = 'This station has too many connections. Close some, or try again later.'

  it('of one station is limited, and a closed connection makes room', async () => {
    const { hub } = await start({ bounds: { connectionsOfAStation: 5 } })
    const [station, other] = [await fleet.enrol(), await fleet.enrol()]
    await ask(hub.url, station)
    await ask(hub.url, other)
    const agent = openAgent()
    const answers = await askAtOnce(hub.url, station, 8, agent)
    expect(answers.filter((answer) => answer === 200)).toHaveLength(5)
    expect(answers.filter((answer) => answer === tooManyConnections)).toHaveLength(3)
    expect(await ask(hub.url, station)).toMatchObject({ ...tooMany(tooManyConnections), retryAfter: '1' })
    expect(await ask(hub.url, other)).toMatchObject({ status: 200 })
    agent.destroy()
    await expect.poll(() => ask(hub.url, station)).toMatchObject({ status: 200 })
  })

  it('is not limited for each station behind a proxy, because stations share its connections', async () => {
    const { hub } = await start({ bounds: { connectionsOfAStation: 2, strangersOfAnAddress: 2 }, isBehindProxy: true })
    const station = await fleet.enrol()
    await ask(hub.url, station)
    expect(await askAtOnce(hub.url, station, 6, openAgent())).toEqual(Array.from({ length: 6 }, () => 200))
  })

  it('of strangers from one address is limited, and connections of stations do not count', async () => {
    const { hub, client } = await start({ bounds: { strangersOfAnAddress: 4 } })
    const station = await fleet.enrol()
    const agent = openAgent()
    // Each connection is counted for the station before the next one is opened.
    for (let connection = 0; connection < 6; connection += 1) {
      const call = begin(hub.url, 'work.waiting', bearer(station.token), connection % 2 === 0 ? agent : openAgent())
      call.sent.end('{}')
      expect(await call.answered).toMatchObject({ status: 200 })
    }
    const strangers = beginMany(hub.url, 4, {}, 'challenge')
    await expect(client.send('/health')).rejects.toThrow(/ECONNRESET|socket hang up/)
    for (const { sent } of strangers) sent.destroy()
    await expect
      .poll(() =>
        client.send('/health').then(
          ({ status }) => status,
          () => 'cut',
        ),
      )
      .toBe(200)
  })
})

/** A hub, two stations that it knows, and a body of the first one of 90,000 characters that has not ended. */
async function startHeld(bounds: Partial<DoorBounds>) {
  const { hub } = await start({ bounds })
  const [station, other] = [await fleet.enrol(), await fleet.enrol()]
  for (const { token } of [station, other]) await ask(hub.url, { token })
  const first = begin(hub.url, 'work.waiting', bearer(station.token))
  first.sent.write(`{"x":"${'x'.repeat(90_000)}`)
  return { hub, station, other, first }
}

describe('the size of a request', () => {
  const mebibyte = 1024 * 1024

  it('of a station may be nearly 16 MB, and a larger request is refused', async () => {
    const { hub } = await start()
    const station = await fleet.enrol()
    const large = Array.from({ length: 90 }, () =>
      makeWorkItem(makeJobId(), 0, 1, Buffer.alloc(90_000).toString('base64')),
    )
    expect(await ask(hub.url, station, JSON.stringify({ items: large }), 'work.put')).toMatchObject({ status: 200 })
    const refused = { status: 413, error: { code: 'too-large', message: 'The request is too large.' } }
    expect(await ask(hub.url, station, json(16 * mebibyte), 'work.put')).toMatchObject(refused)
    // A body that comes in pieces has no announced size, so the hub counts its bytes.
    const { sent, answered } = begin(hub.url, 'work.put', bearer(station.token))
    for (let piece = 0; piece < 20; piece += 1) sent.write('x'.repeat(mebibyte))
    sent.end()
    expect(await answered).toMatchObject(refused)
  })

  it('of a stranger must be less than 200 kB, whatever token the stranger invents', async () => {
    const { hub } = await start({ bounds: { bytesTogether: 64 * 1024 } })
    const body = json(200_000)
    expect(await ask(hub.url, { token: invented() }, body, 'work.put')).toMatchObject({
      status: 401,
      error: { code: 'not-signed-in' },
    })
    const { sent, answered } = begin(hub.url, 'work.put', bearer(invented()))
    sent.write(body)
    expect(await answered).toMatchObject({ status: 401 })
    const anyone = begin(hub.url, 'challenge', {})
    anyone.sent.end(body)
    expect(await anyone.answered).toMatchObject({ status: 413, error: { code: 'too-large' } })
  })

  it('of a station may be large even if this hub has not seen the session of the station yet', async () => {
    const { hub } = await start()
    const station = await fleet.enrol()
    const other = await start()
    const items = [makeWorkItem(makeJobId(), 0, 1, Buffer.alloc(90_000).toString('base64'))]
    for (const { url } of [hub, other.hub])
      expect(await ask(url, station, JSON.stringify({ items }), 'work.put')).toMatchObject({ status: 200 })
  })

  it('is limited for one station, so that the others can still send', async () => {
    const { hub, station, other, first } = await startHeld({ bytesOfAParty: 100_000 })
    const second = (who: typeof station) => ask(hub.url, who, JSON.stringify({ x: 'x'.repeat(50_000) }))
    await expect.poll(() => second(station)).toMatchObject(tooMany('The hub has too much to read. Try again later.'))
    expect(await second(other)).toMatchObject({ status: 200 })
    first.sent.end('"}')
    expect(await first.answered).toMatchObject({ status: 200 })
    expect(await second(station)).toMatchObject({ status: 200 })
  })

  it('is limited for all callers together, and a caller above the limit gets an error', async () => {
    const { hub, other, first } = await startHeld({ bytesTogether: 100_000 })
    const second = () => ask(hub.url, other, JSON.stringify({ x: 'x'.repeat(50_000) }))
    await expect.poll(second).toMatchObject(tooMany('The hub has too much to read. Try again later.'))
    first.sent.end('"}')
    expect(await first.answered).toMatchObject({ status: 200 })
    expect(await second()).toMatchObject({ status: 200 })
  })
})
