import { randomBytes } from 'node:crypto'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { PlatformRequest, Route } from '../../../../src/platform/transport/exchange.ts'
import { createHttpTransport } from '../../../../src/platform/transport/transport.ts'
import { startConnectProxy } from '../../../fakes/connect-proxy.ts'
import { makeCertificate } from '../../../fakes/http-server-certificate.ts'
import { findClosedPort, startHttpServer, startRawServer } from '../../../fakes/http-server.ts'

const token = randomBytes(12).toString('hex')
const password = randomBytes(12).toString('hex')
const certificate = makeCertificate()

function open() {
  const transport = createHttpTransport({ systemAuthorities: () => [certificate.cert] })
  onTestFinished(() => transport.close())
  return transport
}

const change = (base: string, route: Route, more: Partial<PlatformRequest> = {}): PlatformRequest => {
  const url = new URL(`${base}/api/AddCustomer/addCustomer?authToken=${token}`)
  return { method: 'POST', url, changes: true, timeoutMs: 5000, route, ...more }
}

/** A TLS platform that answers every request, also several on one connection. */
async function startPlatform() {
  const { port, received } = await startRawServer(
    (socket) => socket.on('data', () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nOK')),
    certificate,
  )
  return { url: `https://127.0.0.1:${port}`, host: `127.0.0.1:${port}`, received }
}

describe('a TLS platform behind a proxy', () => {
  test.each([true, false])('is reached through a tunnel that hides the request (a change: %s)', async (changes) => {
    const platform = await startPlatform()
    const proxy = await startConnectProxy({ logIn: `sam:${password}` })
    const proxyLogIn = { user: 'sam', password }
    const exchange = await open().exchange(change(platform.url, { proxy: proxy.url, proxyLogIn }, { changes }))
    expect(exchange).toMatchObject({ reach: 'answered', text: 'OK' })
    expect(proxy.asked).toEqual([`CONNECT ${platform.host}`])
    expect(platform.received()).toContain(token)
    expect(platform.received()).not.toContain('Proxy-Authorization')
    expect(proxy.tunnelled()).not.toContain(token)
  })

  test('has one tunnel for its reads, and another one for each change', async () => {
    const platform = await startPlatform()
    const proxy = await startConnectProxy()
    const transport = open()
    const route = { proxy: proxy.url }
    for (let count = 0; count < 2; count++) await transport.exchange(change(platform.url, route, { changes: false }))
    expect(proxy.asked).toHaveLength(1)
    for (let count = 0; count < 2; count++) await transport.exchange(change(platform.url, route))
    expect(proxy.asked).toHaveLength(3)
    await transport.exchange(change(platform.url, {}, { changes: false }))
    expect(proxy.asked).toHaveLength(3)
  })

  test.each([
    [403, 'proxy-refused'],
    [407, 'proxy-log-in-refused'],
    [502, 'proxy-cannot-reach'],
    [503, 'proxy-cannot-reach'],
    [200.5, 'proxy-not-understood'],
  ])('receives nothing if the proxy answers %s', async (refusesWith, failure) => {
    const platform = await startPlatform()
    const proxy = await startConnectProxy({ refusesWith })
    const exchange = await open().exchange(change(platform.url, { proxy: proxy.url }))
    expect(exchange).toEqual({ reach: 'not-sent', failure })
    expect(platform.received()).toBe('')
  })

  test('receives nothing if the proxy rejects the credentials', async () => {
    const platform = await startPlatform()
    const proxy = await startConnectProxy({ logIn: `sam:${password}` })
    const route = { proxy: proxy.url, proxyLogIn: { user: 'sam', password: 'another' } }
    expect(await open().exchange(change(platform.url, route))).toEqual({
      reach: 'not-sent',
      failure: 'proxy-log-in-refused',
    })
  })

  test("receives nothing if the proxy's port is closed, or if another kind of server listens there", async () => {
    const platform = await startPlatform()
    const proxy = `http://127.0.0.1:${await findClosedPort()}`
    const failed = { reach: 'not-sent', failure: 'proxy-not-reached' }
    expect(await open().exchange(change(platform.url, { proxy }))).toEqual(failed)
    for (const play of ['220 mail.example\r\n\r\n', '']) {
      const other = await startRawServer((socket) => socket.once('data', () => socket.end(play)))
      const route = { proxy: `http://127.0.0.1:${other.port}` }
      expect(await open().exchange(change(platform.url, route))).toEqual({
        reach: 'not-sent',
        failure: 'proxy-not-understood',
      })
      expect(other.received()).not.toContain(token)
    }
  })

  test('receives nothing through a proxy that never answers', async () => {
    const silent = await startRawServer(() => undefined)
    const route = { proxy: `http://127.0.0.1:${silent.port}` }
    const exchange = await open().exchange(change('https://platform.example', route, { timeoutMs: 50 }))
    expect(exchange).toEqual({ reach: 'not-sent', failure: 'timed-out' })
  })

  test('needs a trusted certificate through the tunnel, too', async () => {
    const stranger = await startRawServer(() => undefined, makeCertificate())
    const proxy = await startConnectProxy()
    const exchange = await open().exchange(change(`https://127.0.0.1:${stranger.port}`, { proxy: proxy.url }))
    expect(exchange).toEqual({ reach: 'not-sent', failure: 'certificate-not-trusted' })
    expect(stranger.received()).toBe('')
  })

  test('may have received the request if the tunnel breaks after the request was sent', async () => {
    const { port } = await startRawServer((socket) => socket.once('data', () => socket.destroy()), certificate)
    const proxy = await startConnectProxy()
    const exchange = await open().exchange(change(`https://127.0.0.1:${port}`, { proxy: proxy.url }))
    expect(exchange).toEqual({ reach: 'maybe-sent', failure: 'connection-reset' })
  })

  test('does not receive the token if the TLS handshake times out', async () => {
    const silent = await startRawServer(() => undefined)
    const proxy = await startConnectProxy()
    const request = change(`https://127.0.0.1:${silent.port}`, { proxy: proxy.url }, { timeoutMs: 200 })
    expect(await open().exchange(request)).toEqual({ reach: 'not-sent', failure: 'timed-out' })
    expect(silent.received()).not.toContain(token)
  })
})

describe('a plain HTTP platform behind a proxy', () => {
  test("is requested by its complete URL, and never sees the proxy's credentials", async () => {
    const platform = await startHttpServer((response) => response.end('OK'))
    const proxy = await startConnectProxy({ logIn: `sam:${password}` })
    const route = { proxy: proxy.url, proxyLogIn: { user: 'sam', password } }
    expect(await open().exchange(change(platform.url, route))).toMatchObject({ reach: 'answered', text: 'OK' })
    expect(proxy.asked).toEqual([`POST ${platform.url}/api/AddCustomer/addCustomer?authToken=${token}`])
    expect(platform.seen[0]).toMatchObject({ headers: { host: new URL(platform.url).host } })
    expect(JSON.stringify(platform.seen)).not.toContain(Buffer.from(password).toString('base64').slice(0, 8))
  })

  test('may have received a request that the proxy answered with 407', async () => {
    const platform = await startHttpServer((response) => response.end('OK'))
    const proxy = await startConnectProxy({ logIn: `sam:${password}` })
    const exchange = await open().exchange(change(platform.url, { proxy: proxy.url }))
    expect(exchange).toEqual({ reach: 'maybe-sent', failure: 'proxy-log-in-refused' })
    expect(platform.seen).toEqual([])
  })

  test('receives nothing if nothing listens at the address of the proxy', async () => {
    const proxy = `http://127.0.0.1:${await findClosedPort()}`
    expect(await open().exchange(change('http://platform.example', { proxy }))).toEqual({
      reach: 'not-sent',
      failure: 'proxy-not-reached',
    })
  })
})
