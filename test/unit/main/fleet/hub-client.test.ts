import { expect, onTestFinished, test } from 'vitest'
import { createHubClient, type HubLink } from '../../../../src/main/fleet/hub-client.ts'
import { makeFleetSecrets, makeIdentity } from '../../../../src/main/fleet/fleet-keys.ts'
import type { Exchange, PlatformRequest } from '../../../../src/platform/transport/exchange.ts'
import type { Membership } from '../../../../src/main/vault/fleet-membership.ts'
import { createFakeClock } from '../../../fakes/clock.ts'
import { trulyRandom } from '../../../fakes/random.ts'

const membership: Membership = {
  hub: 'https://hub.north.example/fleet',
  authority: 'a certificate',
  proxy: 'http://proxy.example:8080',
  ...makeIdentity(trulyRandom),
  ...makeFleetSecrets(trulyRandom),
  station: '3f0b7c52-8a1d-4e6f-9c35-2d47e1a0b6c8',
  name: 'Van 12',
  role: 'station',
}
const challenge = Buffer.alloc(32).toString('base64')
const unreached: Exchange = { reach: 'not-sent', failure: 'host-unreachable' }

const refuses = (code: string): Exchange => ({
  reach: 'answered',
  status: 400,
  headers: {},
  text: JSON.stringify({ ok: false, error: { code, message: '' } }),
})

/** A client whose requests a test answers. */
function openClient(answer: (name: string, request: PlatformRequest) => Exchange | Promise<Exchange>) {
  const clock = createFakeClock()
  const asked: string[] = []
  const requests: PlatformRequest[] = []
  const links: HubLink[] = []
  const says = (value: unknown): Exchange => ({
    reach: 'answered',
    status: 200,
    headers: { date: new Date(clock.now()).toUTCString() },
    text: JSON.stringify({ ok: true, value }),
  })
  let tokens = 0
  const client = createHubClient({
    clock,
    random: { bytes: trulyRandom.bytes, below: () => 0 },
    membership,
    onLink: (link) => links.push(link),
    transport: {
      async exchange(request) {
        const name = request.url.pathname.split('/v1/')[1] ?? ''
        asked.push(name)
        requests.push(request)
        const own = await answer(name, request)
        if (own.reach !== 'answered' || own.text !== '') return own
        if (name === 'challenge') return says({ challenge })
        if (name === 'sign-in') {
          tokens += 1
          return says({ token: `token-${tokens}`.padEnd(40, '.'), role: 'station', now: new Date().toISOString() })
        }
        return says(name === 'work.put' ? { moved: [] } : name === 'claims.finish' ? { late: [] } : {})
      },
    },
  })
  onTestFinished(client.stop)
  return { client, clock, asked, requests, links }
}

/** An ordinary answer; the fake hub answers the challenge and the sign-in by itself. */
const well: Exchange = { reach: 'answered', status: 200, headers: {}, text: '' }
const jobs = [{ job: '01J'.padEnd(26, '0'), fence: 1, outcome: 'done' as const, version: 1 }]

test("the client of the hub signs in once, and sends each call with the session token through the fleet's proxy", async () => {
  const { client, asked, requests } = openClient(() => well)
  const replies = await Promise.all([client.call('claims.finish', { jobs }), client.call('claims.finish', { jobs })])
  expect(replies.map(({ ok }) => ok)).toEqual([true, true])
  expect(asked).toEqual(['challenge', 'sign-in', 'claims.finish', 'claims.finish'])
  expect(requests.at(-1)).toMatchObject({
    url: new URL('https://hub.north.example/fleet/v1/claims.finish'),
    route: { proxy: 'http://proxy.example:8080', authority: 'a certificate' },
    bearer: 'token-1'.padEnd(40, '.'),
    changes: false,
  })
  expect(requests[0]?.bearer).toBeUndefined()
})

test('the client signs in again once per call if the hub no longer knows the session', async () => {
  let isKnown = false
  const { client, asked } = openClient((name) =>
    name === 'claims.finish' && !isKnown ? refuses('not-signed-in') : well,
  )
  await client.session()
  expect(await client.call('claims.finish', { jobs })).toMatchObject({ ok: false, error: { code: 'not-signed-in' } })
  expect(asked.filter((name) => name === 'sign-in')).toHaveLength(2)
  isKnown = true
  expect(await client.call('claims.finish', { jobs })).toMatchObject({ ok: true })
})

test('the client repeats a call once if the connection was closed', async () => {
  let cuts = 1
  const { client, asked } = openClient((name) => {
    if (name !== 'claims.finish' || cuts === 0) return well
    cuts -= 1
    return { reach: 'maybe-sent', failure: 'connection-reset' }
  })
  expect(await client.call('claims.finish', { jobs })).toMatchObject({ ok: true })
  expect(asked.slice(-2)).toEqual(['claims.finish', 'claims.finish'])
  cuts = 2
  expect(await client.call('claims.finish', { jobs })).toMatchObject({ ok: false, error: { is: 'unreached' } })
})

test('the client pauses longer after each failure, and signs in only once for two calls after a pause', async () => {
  let isThere = false
  const { client, clock, asked, links } = openClient(() => (isThere ? well : unreached))
  const rests: number[] = []
  for (let round = 0; round < 6; round += 1) {
    expect(await client.call('claims.finish', { jobs })).toEqual({
      ok: false,
      error: { is: 'unreached', failure: 'host-unreachable' },
    })
    expect(client.mayAsk()).toBe(false)
    expect(await client.call('claims.finish', { jobs })).toEqual({
      ok: false,
      error: { is: 'unreached', failure: 'resting' },
    })
    rests.push(client.restsUntil() - clock.elapsed())
    await clock.pass(client.restsUntil() - clock.elapsed())
  }
  expect(asked).toHaveLength(6)
  expect(rests).toEqual([2000, 4000, 8000, 16_000, 30_000, 30_000])
  isThere = true
  const replies = await Promise.all([client.call('claims.finish', { jobs }), client.call('claims.finish', { jobs })])
  expect(replies.map(({ ok }) => ok)).toEqual([true, true])
  expect(asked.filter((name) => name === 'challenge')).toHaveLength(7)
  expect(links.map(({ state }) => state)).toEqual(['unreached', 'reached'])
})

test('a call waits no longer than its own time limit, even if another call waits longer', async () => {
  const { client, clock } = openClient(() => new Promise(() => undefined))
  const patient = client.call('claims.finish', { jobs }, 20_000)
  const hasty = client.call('claims.finish', { jobs }, 2000)
  await clock.pass(2000)
  expect(await hasty).toEqual({ ok: false, error: { is: 'unreached', failure: 'timed-out' } })
  expect(client.mayAsk()).toBe(false)
  await clock.pass(20_000)
  expect(await patient).toMatchObject({ ok: false })
})

/** A client whose pause after a failure has just ended. */
async function openAfterRest(answer: (name: string) => Exchange | Promise<Exchange>) {
  const opened = openClient(answer)
  const { client, clock } = opened
  const failing = client.call('work.waiting', {}, 2000)
  await clock.pass(2000)
  expect(await failing).toMatchObject({ ok: false })
  await clock.pass(client.restsUntil() - clock.elapsed())
  return opened
}

test('a call that waits for the first call after a pause fails as soon as that first call fails', async () => {
  const { client, clock } = await openAfterRest(() => new Promise(() => undefined))
  const trying = client.call('claims.finish', { jobs }, 20_000)
  await clock.pass(1500)
  const other = client.call('claims.finish', { jobs }, 2000)
  await clock.pass(500)
  expect(await trying).toMatchObject({ ok: false, error: { failure: 'timed-out' } })
  expect(await other).toMatchObject({ ok: false, error: { failure: 'resting' } })
})

test('a call that waited for the first call after a pause is then sent with its full time limit', async () => {
  let isTried = false
  const answered = [1900, 1000]
  const { client, clock, asked } = await openAfterRest((name) => {
    if (!isTried) return unreached
    if (name === 'challenge' || name === 'sign-in') return well
    const slow = Promise.withResolvers<Exchange>()
    clock.after(answered.shift() ?? 0, () => slow.resolve(well))
    return slow.promise
  })
  isTried = true
  const trying = client.call('claims.finish', { jobs }, 20_000)
  const other = client.call('claims.finish', { jobs }, 2000)
  await clock.pass(1900)
  expect(await trying).toMatchObject({ ok: true })
  await clock.pass(1000)
  expect(await other).toMatchObject({ ok: true })
  expect(asked.slice(-2)).toEqual(['claims.finish', 'claims.finish'])
})

test('a call is sent while the first call after a pause still waits, if the hub has answered an older call meanwhile', async () => {
  const older = Promise.withResolvers<Exchange>()
  const silent = new Promise<Exchange>(() => undefined)
  const answers = [unreached, silent, well]
  const { client, clock } = openClient((name) =>
    name === 'work.put' ? older.promise : name === 'claims.finish' ? (answers.shift() ?? well) : well,
  )
  const waiting = client.call('work.put', { items: [] }, 20_000)
  expect(await client.call('claims.finish', { jobs })).toMatchObject({ error: { failure: 'host-unreachable' } })
  await clock.pass(client.restsUntil() - clock.elapsed())
  const first = client.call('claims.finish', { jobs }, 2000)
  await clock.pass(1000)
  older.resolve(well)
  await waiting
  expect(await client.call('claims.finish', { jobs }, 2000)).toMatchObject({ ok: true })
  await clock.pass(1000)
  expect(await first).toMatchObject({ error: { failure: 'timed-out' } })
})

test('a call that began before a pause and fails after it does not begin another pause', async () => {
  let tries = 0
  const early = Promise.withResolvers<Exchange>()
  const { client, clock } = openClient(async (name) => {
    if (name !== 'claims.finish') return well
    tries += 1
    if (tries === 1) return early.promise
    return tries === 2 ? unreached : new Promise<Exchange>(() => undefined)
  })
  const first = client.call('claims.finish', { jobs })
  expect(await client.call('claims.finish', { jobs })).toMatchObject({ ok: false })
  await clock.pass(client.restsUntil() - clock.elapsed())
  void client.call('claims.finish', { jobs })
  early.resolve(unreached)
  expect(await first).toMatchObject({ ok: false })
  expect(client.mayAsk()).toBe(true)
})

test('the client sends at once after "Try now", even during a pause', async () => {
  let isThere = false
  const { client } = openClient(() => (isThere ? well : unreached))
  await client.call('claims.finish', { jobs })
  isThere = true
  client.tryNow()
  expect(await client.call('claims.finish', { jobs })).toMatchObject({ ok: true })
})

test('a hub that is unavailable or sends an invalid answer counts as unreached', async () => {
  for (const text of [
    '{"ok":false,"error":{"code":"unavailable","message":""}}',
    '<html>',
    '{"ok":true,"value":{"moved":3}}',
  ]) {
    const { client } = openClient((name) => (name === 'work.put' ? { ...well, text } : well))
    const item = { job: '01J'.padEnd(26, '0'), fence: 0, version: 1, state: 'saved' as const, sealed: 'AAAA' }
    expect(await client.call('work.put', { items: [item] })).toMatchObject({ ok: false, error: { is: 'unreached' } })
    expect(client.link().state).toBe('unreached')
  }
})

const asksTooMuch = (retryAfter: string): Exchange => ({
  reach: 'answered',
  status: 429,
  headers: { 'retry-after': retryAfter },
  text: '{"ok":false,"error":{"code":"too-many","message":"Too many calls. Try again later."}}',
})

test('a call that the hub refuses because of too many calls is sent again at the time that the hub names', async () => {
  let refusals = 2
  const { client, clock, asked, links } = openClient((name) => {
    if (name !== 'claims.finish' || refusals === 0) return well
    refusals -= 1
    return asksTooMuch('3')
  })
  const call = client.call('claims.finish', { jobs })
  await clock.pass(2999)
  // Another call is not sent earlier either.
  const other = client.call('claims.finish', { jobs })
  await clock.pass(0)
  expect(asked).toEqual(['challenge', 'sign-in', 'claims.finish'])
  await clock.pass(1)
  await clock.pass(3000)
  expect(await call).toMatchObject({ ok: true })
  expect(await other).toMatchObject({ ok: true })
  expect(asked.filter((name) => name === 'claims.finish')).toHaveLength(4)
  expect(links.map(({ state }) => state)).toEqual(['reached'])
  expect(client.mayAsk()).toBe(true)
})

test('a call fails with "too many" if its time limit ends before the time that the hub names', async () => {
  const { client, clock, asked } = openClient((name) => (name === 'claims.finish' ? asksTooMuch('7') : well))
  expect(await client.call('claims.finish', { jobs }, 2000)).toMatchObject({
    ok: false,
    error: { is: 'unreached', failure: 'too-many', waitMs: 7000 },
  })
  expect(client.link().state).toBe('reached')
  expect(await client.call('claims.finish', { jobs }, 2000)).toMatchObject({ error: { failure: 'too-many' } })
  expect(asked.filter((name) => name === 'claims.finish')).toHaveLength(1)
  await clock.pass(7000)
  await client.call('claims.finish', { jobs }, 2000)
  expect(asked.filter((name) => name === 'claims.finish')).toHaveLength(2)
})

test('a hub that answers "too many", and then nothing until the time limit, does not count as unreached', async () => {
  let refusals = 1
  const { client, clock } = openClient((name) => {
    if (name !== 'claims.finish') return well
    refusals -= 1
    return refusals < 0 ? new Promise(() => undefined) : asksTooMuch('1')
  })
  const call = client.call('claims.finish', { jobs }, 1500)
  await clock.pass(1500)
  expect(await call).toMatchObject({ error: { failure: 'too-many' } })
  expect(client.link().state).toBe('reached')
})

test('a call that waits because of "too many" ends when the client is stopped', async () => {
  const { client, clock } = openClient((name) => (name === 'claims.finish' ? asksTooMuch('9') : well))
  const call = client.call('claims.finish', { jobs })
  await clock.pass(10)
  client.stop()
  expect(await call).toMatchObject({ ok: false })
})

test('a hub that reports a defect for one call still counts as reached, and gets other calls', async () => {
  const { client } = openClient((name) => (name === 'claims.finish' ? refuses('defect') : well))
  expect(await client.call('claims.finish', { jobs })).toEqual({ ok: false, error: { is: 'refused', code: 'defect' } })
  expect(client.mayAsk()).toBe(true)
  expect(await client.call('work.waiting', {})).not.toMatchObject({ error: { failure: 'resting' } })
})

test('the client sends nothing more after the station was expelled', async () => {
  const { client, asked, links } = openClient((name) => (name === 'sign-in' ? refuses('revoked') : well))
  expect(await client.call('claims.finish', { jobs })).toEqual({ ok: false, error: { is: 'refused', code: 'revoked' } })
  expect(await client.call('claims.finish', { jobs })).toEqual({ ok: false, error: { is: 'refused', code: 'revoked' } })
  expect(asked).toEqual(['challenge', 'sign-in'])
  expect(links).toMatchObject([{ state: 'revoked' }])
  expect(client.mayAsk()).toBe(false)
})

test("the client measures the difference between this computer's clock and the hub's, and converts times of the hub", async () => {
  const hubTime = Date.UTC(2027, 0, 12, 9)
  const { client, clock } = openClient((name) =>
    name === 'claims.finish'
      ? { ...well, headers: { date: new Date(hubTime).toUTCString() }, text: '{"ok":true,"value":{"late":[]}}' }
      : well,
  )
  await client.call('claims.finish', { jobs })
  expect(client.link().clockAheadMs).toBe(clock.now() - hubTime)
  expect(client.toLocal('2027-01-12T10:00:00+00:00')).toBe(clock.now() + 3_600_000)
})
