import { randomUUID } from 'node:crypto'
import { createDraw } from '../../../src/sandbox/faults/fault.ts'
import { askRaw } from '../../fakes/raw-request.ts'
import { judge, type Target } from '../../faults/targets/target.ts'
import { startLoopback } from '../start-loopback.ts'

interface Asked {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** What an attacker changes in a request that would pass. One alone must be enough for a refusal. */
type Spoil = (good: Asked) => Asked

const withHeader =
  (name: string, value: string): Spoil =>
  (good) => ({ ...good, headers: { ...good.headers, [name]: value } })
const withoutHeader =
  (name: string): Spoil =>
  (good) => ({ ...good, headers: Object.fromEntries(Object.entries(good.headers).filter(([key]) => key !== name)) })
const withMethod =
  (method: string): Spoil =>
  (good) => ({ ...good, method })

/** `port`: of the server. `launchToken`: used already. */
function listSpoils(port: string, bearer: string, launchToken: string): Readonly<Record<string, Spoil>> {
  return {
    'no log-in': withoutHeader('authorization'),
    'an empty log-in': withHeader('authorization', ''),
    'a guessed log-in': withHeader('authorization', `Bearer ${randomUUID()}`),
    'the launch token as log-in': withHeader('authorization', `Bearer ${launchToken}`),
    'the log-in in small letters': withHeader('authorization', `bearer ${bearer}`),
    'the log-in cut off': withHeader('authorization', `Bearer ${bearer.slice(0, -1)}`),
    'another scheme': withHeader('authorization', `Basic ${Buffer.from(`:${bearer}`).toString('base64')}`),
    'the log-in as a cookie': (good) =>
      withHeader('cookie', `setdesk_${port}=${bearer}; bearer=${bearer}`)(withoutHeader('authorization')(good)),
    'the log-in in the address': (good) =>
      withoutHeader('authorization')({
        ...good,
        path: `${good.path}?bearer=${bearer}&authorization=Bearer%20${bearer}`,
      }),
    'a name rebound to this computer': withHeader('host', `evil.example:${port}`),
    'the name localhost': withHeader('host', `localhost:${port}`),
    'the IPv6 address': withHeader('host', `[::1]:${port}`),
    'the address with a dot': withHeader('host', `127.0.0.1.:${port}`),
    'the address as a number': withHeader('host', `2130706433:${port}`),
    'no port': withHeader('host', '127.0.0.1'),
    'a user in the host': withHeader('host', `127.0.0.1:${port}@evil.example`),
    'another site': withHeader('origin', 'https://evil.example'),
    'another port of this computer': withHeader('origin', 'http://127.0.0.1:1'),
    'the same host with TLS': withHeader('origin', `https://127.0.0.1:${port}`),
    'a page without an origin': withHeader('origin', 'null'),
    'two origins': withHeader('origin', `http://127.0.0.1:${port} https://evil.example`),
    'marked as cross-site': withHeader('sec-fetch-site', 'cross-site'),
    'marked as same-site': withHeader('sec-fetch-site', 'same-site'),
    'a preflight': withMethod('OPTIONS'),
    'a PUT': withMethod('PUT'),
    'a DELETE': withMethod('DELETE'),
  }
}

/** These stop only a call: an event stream or a file has no body, and a browser sends no origin with it. */
function listCallSpoils(origin: string): Readonly<Record<string, Spoil>> {
  return {
    'no origin': withoutHeader('origin'),
    'a typed address': withHeader('sec-fetch-site', 'none'),
    'a form': withHeader('content-type', 'application/x-www-form-urlencoded'),
    'a form with files': withHeader('content-type', 'multipart/form-data; boundary=x'),
    'a form of plain text': withHeader('content-type', 'text/plain'),
    'a form that says JSON': withHeader('content-type', 'text/plain; application/json'),
    'JSON in another character set': withHeader('content-type', 'application/json; charset=utf-16'),
    'no content type': withoutHeader('content-type'),
    'a GET': withMethod('GET'),
    'the whole address as target': (good) => ({ ...good, path: `${origin}${good.path}` }),
    'another host as target': (good) => ({ ...good, path: `http://evil.example${good.path}` }),
    'a double slash': (good) => ({ ...good, path: `/${good.path}` }),
  }
}

/** Attacks a loopback host over HTTP: each attack alone, then drawn combinations. `size`: combinations. */
export const loopback: Target = async (options) => {
  const { seed, folder, size = 2000 } = options
  const draw = createDraw(seed)
  const wrong: string[] = []
  const { app, origin, host, launchToken, signIn, close } = await startLoopback(folder)
  const port = new URL(origin).port
  let attacks = 0

  const attack = async (name: string, asked: Asked): Promise<void> => {
    attacks += 1
    const calls = app.calls.length
    const { status, headers, body } = await askRaw(origin, asked)
    if (status < 400) wrong.push(`${name}: answered with ${status}`)
    if (app.calls.length > calls) wrong.push(`${name}: it reached the app`)
    if (headers['access-control-allow-origin'] !== undefined) wrong.push(`${name}: another site may read the answer`)
    if (headers['set-cookie'] !== undefined) wrong.push(`${name}: a cookie was set`)
    if (body.includes(launchToken)) wrong.push(`${name}: the answer holds the launch token`)
  }

  const call: Asked = {
    method: 'POST',
    path: '/bridge/queue.pause',
    headers: { host, origin, 'content-type': 'application/json' },
    body: '{}',
  }
  for (const guess of ['', 'x', randomUUID(), `${launchToken}x`, launchToken.slice(1), launchToken.toUpperCase()])
    if ((await signIn(guess)) !== undefined) wrong.push(`the launch token ${guess.length} letters long was accepted`)
  await attack('a call before anybody signed in', { ...call, headers: { ...call.headers, authorization: 'Bearer ' } })
  const signInCall: Asked = { ...call, path: '/session', body: JSON.stringify({ token: launchToken }) }
  const signInSpoils = { ...listSpoils(port, '', ''), ...listCallSpoils(origin) }
  // Signing in needs no log-in yet.
  for (const [name, spoil] of Object.entries(signInSpoils))
    if (!name.includes('log-in') && name !== 'another scheme')
      await attack(`signing in with ${name}`, spoil(signInCall))

  const bearer = await signIn()
  if (bearer === undefined) wrong.push('the launch token was used up by an attack')
  await attack('the launch token a second time', signInCall)

  const good = { ...call, headers: { ...call.headers, authorization: `Bearer ${bearer}` } }
  const stream = withoutHeader('content-type')({ method: 'GET', path: '/bridge/events', headers: good.headers })
  const forAll = Object.entries(listSpoils(port, bearer ?? '', launchToken))
  const forCalls = [...forAll, ...Object.entries(listCallSpoils(origin))]
  for (const [name, spoil] of forCalls) await attack(`a call with ${name}`, spoil(good))
  for (const [name, spoil] of forAll) await attack(`the events with ${name}`, spoil(stream))
  for (let number = 0; number < size; number += 1) {
    const chosen = Array.from(
      { length: 2 + Math.floor(draw() * 3) },
      () => forCalls[Math.floor(draw() * forCalls.length)],
    )
    // An absent header is put back by another change, so each combination ends with one that spoils it alone.
    const names = chosen.map((entry) => entry?.[0]).join(', then ')
    const asked = chosen.reduce<Asked>((before, entry) => entry?.[1](before) ?? before, good)
    await attack(names, asked)
  }
  // Had the server been down or deaf, every attack would have been "refused".
  const { status } = await askRaw(origin, good)
  if (status !== 200 || app.calls.at(-1)?.channel !== 'queue.pause') wrong.push(`the page itself gets ${status}`)
  await close()
  return judge('loopback', options, {
    figure: `${attacks} attacks, ${wrong.length} got through`,
    bound: 'all refused, none reaches the app, and the page itself is served',
    wrong,
  })
}
