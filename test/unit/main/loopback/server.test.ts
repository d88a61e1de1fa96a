import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { contentSecurityPolicy } from '../../../../src/main/host/served-files.ts'
import { defined } from '../../../../src/shared/defined.ts'
import { succeed } from '../../../../src/shared/result.ts'
import { serveApp } from '../../../../src/main/bridge/dispatch.ts'
import { startLoopbackServer, largestBodyBytes } from '../../../../src/main/loopback/loopback-server.ts'
import { createFakeApp, emptySnapshot } from '../../../fakes/app.ts'
import { createFakeLog } from '../../../fakes/log.ts'
import { trulyRandom } from '../../../fakes/random.ts'
import { askRaw } from '../../../fakes/raw-request.ts'
import { launchPage, makeRenderer, outside, page, startServer } from './start-server.ts'

const json = { 'content-type': 'application/json' }
const omit = (headers: Readonly<Record<string, string>>, name: string) =>
  Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name))

/** The call that the sign-in itself makes. */
const atSignIn = { channel: 'app.snapshot', request: {} }

describe('the launch token', () => {
  test('stands after the # of the launch address, and is exchanged once for a bearer token', async () => {
    let times = 0
    const { server, origin, token, signIn } = await startServer({}, () => (times += 1))
    expect(server.launchUrl).toBe(`${origin}/launch.html#${token}`)
    const answer = await signIn()
    expect(answer).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } })
    expect(answer.headers['set-cookie']).toBeUndefined()
    const first = { ok: true, value: emptySnapshot }
    expect(JSON.parse(answer.body)).toEqual({
      ok: true,
      value: { bearer: expect.stringMatching(/^[\w-]{43}$/), first },
    })
    expect(answer.body).not.toContain(token)
    expect(times).toBe(1)

    const again = await signIn()
    expect(again.status).toBe(403)
    expect(JSON.parse(again.body)).toMatchObject({ ok: false, error: { code: 'not-allowed' } })
    expect(times).toBe(1)
  })

  test.each([
    [{ host: 'evil.example' }, 403],
    [{ origin: 'http://127.0.0.1:1' }, 403],
    [{ origin: 'null' }, 403],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document' }, 403],
    [{ 'sec-fetch-site': 'none' }, 403],
    [{ 'service-worker': 'script' }, 403],
    [{ 'content-type': 'text/plain' }, 415],
  ])('is refused, but not used up, with the headers %j', async (headers, status) => {
    const { signIn, launched } = await startServer()
    const answer = await signIn(headers)
    expect(answer.status).toBe(status)
    expect(JSON.parse(answer.body)).toMatchObject({ ok: false, error: { code: 'not-allowed' } })
    expect((await launched()).authorization).not.toBe('Bearer ')
  })

  test.each([
    ['{"token":""}', 403],
    ['{"token":"x"}', 403],
    [JSON.stringify({ token: randomUUID() }), 403],
    ['{"token":["x"]}', 403],
    ['', 403],
    ['null', 403],
    ['{', 400],
    [`{"token":"${'x'.repeat(1000)}"}`, 413],
  ])('stays valid after the body %j was refused in its place', async (body, status) => {
    const { signIn, launched } = await startServer()
    expect((await signIn({}, body)).status).toBe(status)
    expect((await launched()).authorization).not.toBe('Bearer ')
  })

  test('stays valid if the browser leaves before the answer to the sign-in exists', async () => {
    const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    const snapshot = async () => {
      ask()
      await answered
      return succeed(emptySnapshot)
    }
    const { origin, host, token, launched } = await startServer({ 'app.snapshot': snapshot })
    const leave = new AbortController()
    const headers = { origin, 'content-type': 'application/json' }
    const body = JSON.stringify({ token })
    const left = fetch(`${origin}/session`, { method: 'POST', headers, body, signal: leave.signal })
    await asked
    leave.abort()
    await expect(left).rejects.toThrow()
    // The server has noticed the end of the connection when it answers a later request.
    await askRaw(origin, { path: '/', headers: { host } })
    answer()
    expect((await launched()).authorization).not.toBe('Bearer ')
  })

  test('is not accepted in a query or in a GET request', async () => {
    const { origin, host, token, launched } = await startServer()
    for (const path of [`/?launch=${token}`, `/session?token=${token}`, `/launch.html?${token}`]) {
      const answer = await askRaw(origin, { path, headers: { host } })
      expect(answer.headers['set-cookie']).toBeUndefined()
      expect([page, launchPage, expect.stringContaining('Page not found')]).toContainEqual(answer.body)
    }
    expect((await launched()).authorization).not.toBe('Bearer ')
  })
})

describe('the launch page', () => {
  const fromFile = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }

  test('opens from the launch file until a browser has signed in', async () => {
    const { origin, host, launched } = await startServer()
    const open = () => askRaw(origin, { path: '/launch.html', headers: { host, ...fromFile } })
    expect(await open()).toMatchObject({ status: 200, body: launchPage, headers: { 'cache-control': 'no-store' } })
    await launched()
    expect((await open()).status).toBe(403)
  })

  test('cannot be opened in a frame, and no other page can be opened from another site', async () => {
    const { origin, host } = await startServer()
    const framed = { host, ...fromFile, 'sec-fetch-dest': 'iframe' }
    expect((await askRaw(origin, { path: '/launch.html', headers: framed })).status).toBe(403)
    for (const path of ['/', '/index.html', '/assets/index-abc.js', '/launch.html/']) {
      const answer = await askRaw(origin, { path, headers: { host, ...fromFile } })
      expect(answer.status).toBe(403)
      expect(answer.body).toContain('address bar')
    }
  })

  test.each([
    ['/used', 'works once'],
    ['/taken', 'service worker'],
    ['/no-storage', 'not used up'],
  ])('comes with the page %s, which tells a user who cannot sign in what to do', async (path, words) => {
    const { origin, host } = await startServer()
    const answer = await askRaw(origin, { path, headers: { host, 'sec-fetch-site': 'same-origin' } })
    expect(answer.status).toBe(403)
    expect(answer.body).toContain(words)
    expect(answer.headers['content-security-policy']).toBe(contentSecurityPolicy)
  })
})

test('no script of the host can become a service worker', async () => {
  const { origin, host } = await startServer()
  for (const path of ['/assets/index-abc.js', '/', '/nothing.js']) {
    const headers = { host, 'service-worker': 'script', 'sec-fetch-site': 'same-origin' }
    expect((await askRaw(origin, { path, headers })).status).toBe(403)
  }
})

describe('a browser that is signed in', () => {
  test('gets the page with the same security headers as the window has', async () => {
    const { origin, launched } = await startServer()
    const { host, authorization } = await launched()
    const answer = await askRaw(origin, { headers: { host, authorization, 'sec-fetch-site': 'none' } })
    expect(answer.body).toBe(page)
    expect(answer.headers).toMatchObject({
      'content-type': expect.stringContaining('text/html'),
      'content-security-policy': contentSecurityPolicy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=(self)'),
      'cache-control': 'no-store',
    })
  })

  test('may cache a script if the name of the script contains a hash of its content', async () => {
    const { origin, launched } = await startServer()
    const { host, authorization } = await launched()
    const answer = await askRaw(origin, { path: '/assets/index-abc.js', headers: { host, authorization } })
    expect(answer.headers).toMatchObject({
      'content-type': expect.stringContaining('javascript'),
      'cache-control': expect.stringContaining('immutable'),
    })
  })

  test('gets the reply of a handler to its call', async () => {
    const { app, origin, launched } = await startServer()
    const answer = await askRaw(origin, {
      method: 'POST',
      path: '/bridge/job.list',
      headers: { ...(await launched()), ...json },
      body: '{"limit":5}',
    })
    expect(answer.status).toBe(200)
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(JSON.parse(answer.body)).toEqual({ ok: true, value: { jobs: [], hasMore: false } })
    expect(app.calls).toEqual([atSignIn, { channel: 'job.list', request: { limit: 5 } }])
  })

  test.each([
    ['job.list', '{', 400, 'bad-request'],
    ['job.list', '{"limit":0}', 200, 'bad-request'],
    ['job.read', '', 200, 'bad-request'],
    ['__proto__', '{}', 200, 'unknown-channel'],
    ['job.list/../app.snapshot', '{}', 200, 'unknown-channel'],
    ['', '{}', 200, 'unknown-channel'],
  ])(
    'gets an ordinary error reply for a call of the channel %j with the body %j',
    async (channel, body, status, code) => {
      const { app, origin, launched } = await startServer()
      const answer = await askRaw(origin, {
        method: 'POST',
        path: `/bridge/${channel}`,
        headers: { ...(await launched()), ...json },
        body,
      })
      expect(answer.status).toBe(status)
      expect(JSON.parse(answer.body)).toMatchObject({ ok: false, error: { code, retryable: false } })
      expect(app.calls).toEqual([atSignIn])
    },
  )
})

describe('the server refuses, without asking the app, a call', () => {
  const cases: Record<
    string,
    (own: Record<string, string>) => { headers?: Record<string, string>; method?: string; status?: number }
  > = {
    'without the bearer token': (own) => ({ headers: omit(own, 'authorization'), status: 401 }),
    'with another bearer token': (own) => ({
      headers: { ...own, authorization: `Bearer ${randomUUID()}` },
      status: 401,
    }),
    'with the bearer token as a cookie': (own) => ({
      headers: { ...omit(own, 'authorization'), cookie: own['authorization'] ?? '' },
      status: 401,
    }),
    'of a service worker': (own) => ({ headers: { ...own, 'service-worker': 'script' } }),
    'for a name that was rebound to this computer': (own) => ({
      headers: { ...own, host: `evil.example:${own['host']?.split(':')[1]}` },
    }),
    'for localhost instead of the address': (own) => ({
      headers: { ...own, host: `localhost:${own['host']?.split(':')[1]}` },
    }),
    'without the port': (own) => ({ headers: { ...own, host: '127.0.0.1' } }),
    'from the page of another site': (own) => ({ headers: { ...own, origin: 'https://evil.example' } }),
    'from another port of this computer': (own) => ({ headers: { ...own, origin: 'http://127.0.0.1:1' } }),
    'from a page without an origin': (own) => ({ headers: { ...own, origin: 'null' } }),
    'without an origin': (own) => ({ headers: omit(own, 'origin') }),
    'that the browser marks as cross-site': (own) => ({ headers: { ...own, 'sec-fetch-site': 'cross-site' } }),
    'that the browser marks as same-site': (own) => ({ headers: { ...own, 'sec-fetch-site': 'same-site' } }),
    'that the browser marks as typed': (own) => ({ headers: { ...own, 'sec-fetch-site': 'none' } }),
    'as a form': (own) => ({ headers: { ...own, 'content-type': 'application/x-www-form-urlencoded' }, status: 415 }),
    'as plain text': (own) => ({ headers: { ...own, 'content-type': 'text/plain' }, status: 415 }),
    'as JSON after another content type': (own) => ({
      headers: { ...own, 'content-type': 'text/plain; application/json' },
      status: 415,
    }),
    'without a content type': (own) => ({ headers: omit(own, 'content-type'), status: 415 }),
    'as a PUT': (own) => ({ headers: own, method: 'PUT' }),
    'as an OPTIONS': (own) => ({ headers: own, method: 'OPTIONS' }),
  }

  test.each(Object.keys(cases))('%s', async (name) => {
    const { app, origin, launched } = await startServer()
    const asked = cases[name]?.({ ...(await launched()), ...json }) ?? {}
    const answer = await askRaw(origin, {
      method: asked.method ?? 'POST',
      path: '/bridge/queue.pause',
      headers: asked.headers ?? {},
      body: '{}',
    })
    expect(answer.status).toBe(asked.status ?? 403)
    expect(JSON.parse(answer.body)).toMatchObject({ ok: false, error: { code: 'not-allowed' } })
    expect(answer.headers['access-control-allow-origin']).toBeUndefined()
    expect(app.calls).toEqual([atSignIn])
  })

  test('whose body is too long, announced or not, but accepts the longest allowed body', async () => {
    const { app, origin, launched } = await startServer()
    const own = { ...(await launched()), ...json }
    const announced = await askRaw(origin, {
      method: 'POST',
      path: '/bridge/queue.pause',
      headers: { ...own, 'content-length': String(3e9) },
      body: '',
    }).catch(() => undefined)
    expect(announced?.status).toBe(413)
    const body = Buffer.alloc(largestBodyBytes + 1, ' ')
    const streamed = await askRaw(origin, {
      method: 'POST',
      path: '/bridge/queue.pause',
      headers: { ...own, 'transfer-encoding': 'chunked' },
      body,
    })
    expect(streamed.status).toBe(413)
    expect(app.calls).toEqual([atSignIn])
    const largest = Buffer.alloc(largestBodyBytes, ' ')
    largest.write('{}')
    const taken = await askRaw(origin, { method: 'POST', path: '/bridge/queue.pause', headers: own, body: largest })
    expect(taken.status).toBe(200)
  })
})

describe('the event stream', () => {
  test("begins with a snapshot, then brings the app's events", async () => {
    const { app, origin, launched } = await startServer()
    const { host, authorization } = await launched()
    const stream = await fetch(`${origin}/bridge/events`, { headers: { host, authorization } })
    expect(stream.headers.get('content-type')).toBe('text/event-stream')
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
    const events: unknown[] = []
    let text = ''
    while (events.length < 2) {
      text += (await reader?.read())?.value ?? ''
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) if (block.startsWith('data: ')) events.push(JSON.parse(block.slice(6)))
      if (events.length === 1)
        app.push({ name: 'job-changed', payload: { id: 'j', token: randomUUID() } as { id: string } })
    }
    expect(events).toEqual([
      { name: 'snapshot', payload: emptySnapshot },
      { name: 'job-changed', payload: { id: 'j' } },
    ])
    await reader?.cancel()
  })

  test.each([
    [{ authorization: '' }, 401],
    [{ origin: 'https://evil.example' }, 403],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ host: 'evil.example' }, 403],
  ])('is refused with the headers %j', async (headers, status) => {
    const { origin, launched } = await startServer()
    const answer = await askRaw(origin, { path: '/bridge/events', headers: { ...(await launched()), ...headers } })
    expect(answer.status).toBe(status)
  })

  test('takes no place if its page was closed before the stream began', async () => {
    const held = Promise.withResolvers<void>()
    let [isHeld, asked] = [false, 0]
    const { origin, launched } = await startServer({
      'app.snapshot': async () => {
        asked += 1
        if (isHeld) await held.promise
        return succeed(emptySnapshot)
      },
    })
    const { host, authorization } = await launched()
    const follow = (signal?: AbortSignal) =>
      fetch(`${origin}/bridge/events`, { headers: { host, authorization }, ...defined({ signal }) })
    isHeld = true
    asked = 0
    const closing = new AbortController()
    const closed = Array.from({ length: 50 }, () => follow(closing.signal).catch(() => undefined))
    await expect.poll(() => asked).toBe(50)
    closing.abort()
    await Promise.all(closed)
    // The server notices the closed connections.
    await delay(200)
    held.resolve()
    isHeld = false

    const stream = await follow()
    expect(stream.status).toBe(200)
    await stream.body?.cancel()
  })

  test('ends when the server closes', async () => {
    const { app, server, origin, launched } = await startServer()
    const { host, authorization } = await launched()
    const stream = await fetch(`${origin}/bridge/events`, { headers: { host, authorization } })
    await server.close()
    expect(await stream.text()).toContain('snapshot')
    expect(app.listeners()).toBe(0)
  })
})

describe('a browser that is not signed in', () => {
  test('gets the files of the page, but nothing of the bridge', async () => {
    const { app, origin, host } = await startServer()
    for (const path of ['/', '/index.html', '/launch.html', '/assets/index-abc.js', '/setdesk-host.css']) {
      expect((await askRaw(origin, { path, headers: { host } })).status).toBe(200)
    }
    for (const path of ['/bridge/', '/bridge/events', '/bridge/app.snapshot']) {
      expect((await askRaw(origin, { path, headers: { host } })).status).toBe(401)
      const headers = { host, origin, ...json }
      expect((await askRaw(origin, { method: 'POST', path, headers, body: '{}' })).status).toBe(401)
    }
    expect(app.calls).toEqual([])
  })

  test('gets no file under a wrong host name or for a page on another port', async () => {
    const { origin, host } = await startServer()
    for (const path of ['/', '/assets/index-abc.js', '/setdesk-host.css', '/used']) {
      expect((await askRaw(origin, { path, headers: { host: 'evil.example' } })).status).toBe(403)
      expect((await askRaw(origin, { path, headers: { host, 'sec-fetch-site': 'same-site' } })).status).toBe(403)
    }
  })
})

test('no path, however it is written, leads out of the renderer folder', async () => {
  const { origin, launched } = await startServer()
  const { host, authorization } = await launched()
  const ups = ['..', '%2e%2e', '%2E.', '.%2e', '%252e%252e', '..;', '...', '..%00', '%c0%ae%c0%ae', '．．']
  const slashes = ['/', '%2f', '%2F', '\\', '%5c', '//', '/./', '%252f']
  const targets = ['secret.js', 'main/loopback.js']
  const spelled = ups.flatMap((up) => slashes.flatMap((slash) => targets.map((target) => `/${up}${slash}${target}`)))
  const more = [
    '/.env',
    '/%2eenv',
    '/link.js',
    '/linked/loopback.js',
    '/assets/../.env',
    '/assets/..%2f..%2fsecret.js',
    '/index.html/../../secret.js',
    '/index.html%00.js',
    '//etc/passwd',
    '/etc/passwd',
    '/file:///etc/passwd',
    '/assets',
    '/assets/',
    '/index',
    '/INDEX.HTML',
    '/%69ndex.html',
  ]
  const paths = [...spelled, ...more].map((path) => path.replace(/[^!-~]/gu, encodeURIComponent))
  expect(paths.length).toBeGreaterThan(100)
  const answers = await Promise.all(paths.map((path) => askRaw(origin, { path, headers: { host, authorization } })))
  expect(answers.filter(({ body }) => body.includes(outside) || body.includes('root:'))).toEqual([])
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([403, 404]))
})

test('the server refuses a request target that is not a path', async () => {
  const { origin, host } = await startServer()
  const answer = await new Promise<string>((resolve) => {
    const socket = connect(Number(host.split(':')[1]), '127.0.0.1', () => {
      socket.end(`GET http://evil.example/ HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
    })
    socket.on('data', (data) => resolve(data.toString()))
  })
  expect(answer).toMatch(/^HTTP\/1\.1 403/)
  expect(answer).not.toContain(origin)
})

test('the server serves the page before the app is loaded, and answers a call once the app is loaded', async () => {
  const server = await startLoopbackServer({ port: 0, random: trulyRandom, rendererFolder: makeRenderer() })
  onTestFinished(() => server.close())
  const { origin } = server
  const headers = { host: origin.slice('http://'.length), origin, 'content-type': 'application/json' }
  expect((await askRaw(origin, { path: '/launch.html', headers })).body).toBe(launchPage)
  const body = JSON.stringify({ token: new URL(server.launchUrl).hash.slice(1) })
  const signedIn = await askRaw(origin, { method: 'POST', path: '/session', headers, body })
  const { value } = JSON.parse(signedIn.body) as { readonly value: { readonly bearer: string } }
  expect(value).toEqual({ bearer: expect.any(String) })
  const call = askRaw(origin, {
    method: 'POST',
    path: '/bridge/queue.pause',
    headers: { ...headers, authorization: `Bearer ${value.bearer}` },
    body: '{}',
  })
  expect((await askRaw(origin, { path: '/', headers })).body).toBe(page)
  const app = createFakeApp()
  server.serve(serveApp(app, createFakeLog()))
  expect((await call).status).toBe(200)
  expect(app.calls).toContainEqual({ channel: 'queue.pause', request: {} })
})

test('the server fails with EADDRINUSE if the port is in use', async () => {
  const { host } = await startServer()
  const second = startLoopbackServer({
    random: trulyRandom,
    rendererFolder: import.meta.dirname,
    port: Number(host.split(':')[1]),
  })
  await expect(second).rejects.toMatchObject({ code: 'EADDRINUSE' })
})
