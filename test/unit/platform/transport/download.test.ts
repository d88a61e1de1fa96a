import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { openDownload } from '../../../../src/platform/transport/transport.ts'
import { startConnectProxy } from '../../../fakes/connect-proxy.ts'
import { findClosedPort, startHttpServer, startRawServer } from '../../../fakes/http-server.ts'
import { makeCertificate } from '../../../fakes/http-server-certificate.ts'

const never = new AbortController().signal
const open = (url: string, more: Partial<Parameters<typeof openDownload>[0]> = {}) =>
  openDownload({ url: new URL(url), route: {}, signal: never, silentMs: 5000, ...more })

test('a download returns the bytes of the file', async () => {
  const server = await startHttpServer((response) => response.end(Buffer.alloc(100_000, 'a')))
  const found = await open(`${server.url}/a%20file`)
  if (!found.ok) throw new Error(found.error)
  expect((await buffer(found.value)).equals(Buffer.alloc(100_000, 'a'))).toBe(true)
  expect(server.seen.map(({ method, url }) => [method, url])).toEqual([['GET', '/a%20file']])
})

test.each([404, 302, 500])('a download fails if the answer has the status %d', async (status) => {
  const server = await startHttpServer((response) =>
    response.writeHead(status, { location: '/elsewhere' }).end('a page'),
  )
  expect(await open(server.url)).toEqual({ ok: false, error: `http-${status}` })
  // A redirect is not followed.
  expect(server.seen).toHaveLength(1)
})

test('a download reports that nothing answers at the address', async () => {
  expect(await open(`http://127.0.0.1:${await findClosedPort()}`)).toEqual({ ok: false, error: 'connection-refused' })
})

test('a download reports that the server stays silent', async () => {
  const { port } = await startRawServer(() => undefined)
  expect(await open(`http://127.0.0.1:${port}`, { silentMs: 100 })).toEqual({ ok: false, error: 'timed-out' })
})

test('a download stops if it is cancelled before or while it waits', async () => {
  const ending = new AbortController()
  const { port } = await startRawServer(() => ending.abort())
  expect(await open(`http://127.0.0.1:${port}`, { signal: ending.signal })).toEqual({ ok: false, error: 'cancelled' })
  expect(await open(`http://127.0.0.1:${port}`, { signal: ending.signal })).toEqual({ ok: false, error: 'cancelled' })
})

test('a download that the server interrupts fails, and does not end as if it were complete', async () => {
  const server = await startHttpServer((response) => {
    response.writeHead(200, { 'content-length': '1000' })
    response.write('a part', () => response.destroy())
  })
  const found = await open(server.url)
  if (!found.ok) throw new Error(found.error)
  await expect(buffer(found.value)).rejects.toThrow()
})

test("a download goes through the connection's proxy, with the proxy's credentials", async () => {
  const server = await startHttpServer((response) => response.end('through'))
  const proxy = await startConnectProxy({ logIn: 'ada:secret' })
  const route = { proxy: proxy.url, proxyLogIn: { user: 'ada', password: 'secret' } }
  const found = await open(`${server.url}/file`, { route })
  if (!found.ok) throw new Error(found.error)
  expect((await buffer(found.value)).toString()).toBe('through')
  expect(proxy.asked).toEqual([`GET ${server.url}/file`])
  const { proxyLogIn: _, ...without } = route
  expect(await open(server.url, { route: without })).toEqual({ ok: false, error: 'proxy-log-in-refused' })
})

test('a download trusts a server only by the certificates of the system and of the connection', async () => {
  const tls = makeCertificate()
  const { port } = await startRawServer(
    (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok'),
    tls,
  )
  const url = `https://127.0.0.1:${port}`
  expect(await open(url)).toEqual({ ok: false, error: 'certificate-not-trusted' })
  const found = await open(url, { route: { authority: tls.cert } })
  if (!found.ok) throw new Error(found.error)
  expect((await buffer(found.value)).toString()).toBe('ok')
})
