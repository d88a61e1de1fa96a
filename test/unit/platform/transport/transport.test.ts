import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import { inspect } from 'node:util'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { PlatformRequest } from '../../../../src/platform/transport/exchange.ts'
import { createHttpTransport, type HttpTransportOptions } from '../../../../src/platform/transport/transport.ts'
import { startHttpServer, startRawServer } from '../../../fakes/http-server.ts'

const token = randomBytes(12).toString('hex')

function open(options?: HttpTransportOptions) {
  const transport = createHttpTransport(options)
  onTestFinished(() => transport.close())
  return transport
}

function change(base: string, more: Partial<PlatformRequest> = {}): PlatformRequest {
  const url = new URL(`${base}/api/AddCustomer/addCustomer?authToken=${token}`)
  return { method: 'POST', url, changes: true, timeoutMs: 5000, ...more }
}

const read = (base: string, more: Partial<PlatformRequest> = {}) =>
  change(base, { method: 'GET', changes: false, ...more })

const onRequest = (play: (socket: Socket) => void) => (socket: Socket) => void socket.once('data', () => play(socket))

describe('the transport of a request', () => {
  test('states the length 0 for a POST without a body, and asks for plain JSON', async () => {
    const server = await startHttpServer((response) => response.end('{}'))
    await open().exchange(change(server.url))
    expect(server.seen).toMatchObject([
      {
        method: 'POST',
        url: `/api/AddCustomer/addCustomer?authToken=${token}`,
        headers: { 'content-length': '0', accept: 'application/json', 'accept-encoding': 'identity' },
      },
    ])
  })

  test('asks caches on the way for no stored answer, and to store none', async () => {
    const server = await startHttpServer((response) => response.end('{}'))
    await open().exchange(read(server.url))
    expect(server.seen[0]?.headers).toMatchObject({ 'cache-control': 'no-cache, no-store', pragma: 'no-cache' })
  })

  test('sends the body of a GET', async () => {
    const server = await startHttpServer((response) => response.end('{}'))
    await open().exchange(read(server.url, { body: '{"userid":"ü"}' }))
    expect(server.seen).toMatchObject([{ method: 'GET', body: '{"userid":"ü"}' }])
    expect(server.seen[0]?.headers).toMatchObject({ 'content-length': '15', connection: 'keep-alive' })
  })

  test('opens a connection for every change, and shares one between reads', async () => {
    const server = await startHttpServer((response) => response.end('{}'))
    const transport = open()
    for (let count = 0; count < 3; count++) await transport.exchange(read(server.url))
    expect(server.connections()).toBe(1)
    for (let count = 0; count < 3; count++) await transport.exchange(change(server.url))
    expect(server.connections()).toBe(4)
    expect(server.seen.at(-1)?.headers.connection).toBe('close')
  })
})

describe('a request to the hub of a fleet', () => {
  test('carries its session token in a header, unlike any other request', async () => {
    const server = await startHttpServer((response) => response.end('{}'))
    const transport = open()
    await transport.exchange(read(server.url, { bearer: token }))
    await transport.exchange(read(server.url))
    expect(server.seen.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${token}`, undefined])
  })

  test('gets a long answer piece by piece, even after the timeout for the start of the answer', async () => {
    const going = Promise.withResolvers<() => void>()
    const server = await startHttpServer((response) => {
      response.write('id: 1\n')
      going.resolve(() => response.end('id: 2 \u00fc\n'))
    })
    const texts: string[] = []
    const begun = Promise.withResolvers<void>()
    const onText = (text: string): void => {
      texts.push(text)
      begun.resolve()
    }
    const transport = open()
    const exchange = transport.exchange(read(server.url, { timeoutMs: 300, onText }))
    await begun.promise
    // This request begins later, and its timeout is over before the long answer ends.
    const silent = await startRawServer(() => undefined)
    const other = await transport.exchange(read(`http://127.0.0.1:${silent.port}`, { timeoutMs: 300 }))
    expect(other).toMatchObject({ failure: 'timed-out' })
    const go = await going.promise
    go()
    expect(await exchange).toMatchObject({ reach: 'answered', status: 200, text: '' })
    expect(texts.join('')).toBe('id: 1\nid: 2 \u00fc\n')
  })

  test('ends during a long answer if it is cancelled', async () => {
    const server = await startHttpServer((response) => void response.write(': here\n'))
    const stopping = new AbortController()
    const onText = (): void => stopping.abort()
    const exchange = await open().exchange(read(server.url, { onText, signal: stopping.signal }))
    expect(exchange).toEqual({ reach: 'maybe-sent', failure: 'cancelled' })
  })
})

test('an idle connection for reads is closed, but never while an answer is awaited', async () => {
  const closed = Promise.withResolvers<void>()
  const server = await startRawServer((socket) => {
    socket.on('close', () => closed.resolve())
    // The server needs longer than a connection may be idle.
    socket.once('data', () => setTimeout(() => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nOK'), 100))
  })
  const exchange = await open({ idleMs: 20 }).exchange(read(`http://127.0.0.1:${server.port}`))
  expect(exchange).toMatchObject({ reach: 'answered' })
  await expect(closed.promise).resolves.toBeUndefined()
})

describe('the transport of an answer', () => {
  test('returns status, headers and text unchanged', async () => {
    const server = await startHttpServer((response) => {
      response.writeHead(429, { 'Retry-After': '7', 'Content-Type': 'application/json' })
      response.end('{"Message":"später"}')
    })
    expect(await open().exchange(change(server.url))).toMatchObject({
      reach: 'answered',
      status: 429,
      headers: { 'retry-after': '7' },
      text: '{"Message":"später"}',
    })
  })

  test('returns a redirect and does not follow it', async () => {
    const server = await startHttpServer((response) => response.writeHead(307, { Location: '/elsewhere' }).end())
    expect(await open().exchange(change(server.url))).toMatchObject({ reach: 'answered', status: 307 })
    expect(server.seen).toHaveLength(1)
  })

  test('decodes text in the character set that the answer names', async () => {
    const server = await startHttpServer((response) => {
      response.setHeader('Content-Type', 'text/plain; charset=iso-8859-1')
      response.end(Buffer.from('Zürich', 'latin1'))
    })
    expect(await open().exchange(read(server.url))).toMatchObject({ text: 'Zürich' })
  })

  test('decodes an unknown character set as UTF-8', async () => {
    const server = await startHttpServer((response) => {
      response.setHeader('Content-Type', 'text/plain; charset=klingon')
      response.end('Zürich')
    })
    expect(await open().exchange(read(server.url))).toMatchObject({ text: 'Zürich' })
  })
})

describe('a request without a complete answer', () => {
  const cases: readonly (readonly [string, (socket: Socket) => void, string])[] = [
    ['a reset before the answer', (socket) => socket.resetAndDestroy(), 'connection-reset'],
    ['a closed connection before the answer', (socket) => socket.end(), 'connection-reset'],
    ['a closed connection in the head', (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-'), 'connection-reset'],
    [
      'a closed connection in the body',
      (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{"a'),
      'answer-cut-short',
    ],
    [
      'a closed connection between chunks',
      (socket) => socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nOK\r\n'),
      'answer-cut-short',
    ],
    [
      'a broken chunk',
      (socket) => socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nOK\r\n'),
      'answer-cut-short',
    ],
    ['something that is not HTTP', (socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n'), 'not-http'],
    [
      'headers that never end',
      (socket) => socket.end(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(200_000)}\r\n\r\n`),
      'answer-too-large',
    ],
    [
      'a body that is announced as too large',
      (socket) => void socket.write('HTTP/1.1 200 OK\r\nContent-Length: 52428800\r\n\r\n'),
      'answer-too-large',
    ],
  ]
  test.each(cases)('counts as possibly sent if the connection gives %s', async (_, play, failure) => {
    const server = await startRawServer(onRequest(play))
    for (const changes of [true, false]) {
      const exchange = await open().exchange(change(`http://127.0.0.1:${server.port}`, { changes }))
      expect(exchange).toEqual({ reach: 'maybe-sent', failure })
    }
  })

  test('may have been sent after a reset in the body', async () => {
    const server = await startRawServer(
      onRequest((socket) => {
        // The client is in this process: after two turns of the event loop it has read the head.
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{"a', () =>
          setImmediate(() => setImmediate(() => socket.resetAndDestroy())),
        )
      }),
    )
    const exchange = await open().exchange(change(`http://127.0.0.1:${server.port}`))
    expect(exchange).toEqual({ reach: 'maybe-sent', failure: 'answer-cut-short' })
  })

  test('may have been sent to a server that never answers', async () => {
    const server = await startHttpServer(() => undefined)
    expect(await open().exchange(change(server.url, { timeoutMs: 50 }))).toEqual({
      reach: 'maybe-sent',
      failure: 'timed-out',
    })
    expect(server.seen).toHaveLength(1)
  })

  test('may have been sent if the body never ends', async () => {
    const server = await startRawServer(
      onRequest((socket) => {
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n')
        const drip = setInterval(() => socket.write('x'), 10)
        socket.on('close', () => clearInterval(drip))
      }),
    )
    const exchange = await open().exchange(change(`http://127.0.0.1:${server.port}`, { timeoutMs: 150 }))
    expect(exchange).toEqual({ reach: 'maybe-sent', failure: 'timed-out' })
  })

  test('may have been sent if the body has 50 MB and no announced size', async () => {
    const server = await startHttpServer((response) => {
      const megabyte = Buffer.alloc(1024 * 1024, 'x')
      for (let count = 0; count < 50; count++) response.write(megabyte)
      response.end()
    })
    expect(await open().exchange(change(server.url))).toEqual({ reach: 'maybe-sent', failure: 'answer-too-large' })
  })

  test('may have been sent if it is cancelled on its way', async () => {
    const controller = new AbortController()
    const server = await startHttpServer(() => controller.abort())
    expect(await open().exchange(change(server.url, { signal: controller.signal }))).toEqual({
      reach: 'maybe-sent',
      failure: 'cancelled',
    })
  })

  test('is not sent again if the server resets a connection that an earlier read opened', async () => {
    let requests = 0
    const server = await startRawServer((socket) => {
      socket.on('data', () => {
        requests++
        if (requests === 1) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nOK')
        else socket.resetAndDestroy()
      })
    })
    const transport = open()
    expect(await transport.exchange(read(`http://127.0.0.1:${server.port}`))).toMatchObject({ reach: 'answered' })
    expect(await transport.exchange(read(`http://127.0.0.1:${server.port}`))).toEqual({
      reach: 'maybe-sent',
      failure: 'connection-reset',
    })
    expect(requests).toBe(2)
  })
})

test('a reset right after connecting is reported as a reset, whether or not the request was sent', async () => {
  const server = await startRawServer((socket) => socket.resetAndDestroy())
  const exchange = await open().exchange(change(`http://127.0.0.1:${server.port}`))
  expect(exchange).toMatchObject({ failure: 'connection-reset' })
})

test('failures and the transport itself never show the token', async () => {
  const transport = open({
    lookup: (_, __, done) => done(Object.assign(new Error(token), { code: 'ENOTFOUND' }), '', 4),
  })
  const exchange = await transport.exchange(change('http://platform.invalid'))
  expect(inspect([exchange, transport], { depth: 20, showHidden: true })).not.toContain(token)
})

const answerWith = async (encoding: string, body: Buffer, options?: HttpTransportOptions) => {
  const server = await startHttpServer((response) =>
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': encoding }).end(body),
  )
  return open(options).exchange(read(server.url))
}

describe('an answer that is compressed although the request asked for plain text', () => {
  const text = '{"userid":"ü"}'
  test.each([
    ['gzip', gzipSync(text)],
    ['x-gzip', gzipSync(text)],
    ['GZIP', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['deflate', deflateRawSync(text)],
    ['br', brotliCompressSync(text)],
    ['identity', Buffer.from(text)],
    ['gzip', Buffer.alloc(0)],
  ])('is decompressed: %s', async (encoding, body) => {
    expect(await answerWith(encoding, body)).toMatchObject({ reach: 'answered', text: body.length === 0 ? '' : text })
  })

  test('counts as no answer if it cannot be decompressed, or if it becomes too large', async () => {
    const bomb = gzipSync(Buffer.alloc(100_000))
    expect(await answerWith('gzip', Buffer.from(text))).toEqual({ reach: 'maybe-sent', failure: 'answer-cut-short' })
    expect(await answerWith('gzip', bomb, { maxAnswerBytes: 99_999 })).toEqual({
      reach: 'maybe-sent',
      failure: 'answer-too-large',
    })
  })
})
