import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { PlatformRequest } from '../../../../src/platform/transport/exchange.ts'
import { createHttpTransport, type HttpTransportOptions } from '../../../../src/platform/transport/transport.ts'
import { makeCertificate } from '../../../fakes/http-server-certificate.ts'
import { findClosedPort, startRawServer } from '../../../fakes/http-server.ts'

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

const onRequest = (play: (socket: Socket) => void) => (socket: Socket) => void socket.once('data', () => play(socket))

describe('a request is certainly not sent', () => {
  test('if the port is closed', async () => {
    const exchange = await open().exchange(change(`http://127.0.0.1:${await findClosedPort()}`))
    expect(exchange).toEqual({ reach: 'not-sent', failure: 'connection-refused' })
  })

  test.each([
    ['ENOTFOUND', 'name-not-found'],
    ['EAI_AGAIN', 'name-not-found'],
    ['EHOSTUNREACH', 'host-unreachable'],
  ] as const)('if the name look-up fails with %s', async (code, failure) => {
    const transport = open({
      lookup: (_, __, done) => done(Object.assign(new Error(`${code} ${token}`), { code }), '', 4),
    })
    expect(await transport.exchange(change('http://platform.invalid'))).toEqual({ reach: 'not-sent', failure })
  })

  test('if the name look-up never ends', async () => {
    const transport = open({ lookup: () => undefined })
    const exchange = await transport.exchange(change('http://platform.invalid', { timeoutMs: 50 }))
    expect(exchange).toEqual({ reach: 'not-sent', failure: 'timed-out' })
  })

  test('if it was cancelled before it began', async () => {
    const signal = AbortSignal.abort()
    expect(await open().exchange(change('http://platform.invalid', { signal }))).toEqual({
      reach: 'not-sent',
      failure: 'cancelled',
    })
  })

  test.each([true, false])('if the certificate is not trusted (a change: %s)', async (changes) => {
    const server = await startRawServer(() => undefined, makeCertificate())
    const exchange = await open().exchange(change(`https://127.0.0.1:${server.port}`, { changes }))
    expect(exchange).toEqual({ reach: 'not-sent', failure: 'certificate-not-trusted' })
    expect(server.received()).toBe('')
  })

  test('if the certificate is not trusted, even if an environment variable turns the check off', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
    onTestFinished(() => void vi.unstubAllEnvs())
    const server = await startRawServer(() => undefined, makeCertificate())
    const exchange = await open().exchange(change(`https://127.0.0.1:${server.port}`))
    expect(exchange).toEqual({ reach: 'not-sent', failure: 'certificate-not-trusted' })
    expect(server.received()).toBe('')
  })

  test('if the certificate is for another name', async () => {
    const certificate = makeCertificate()
    const server = await startRawServer(() => undefined, certificate)
    const transport = open({
      systemAuthorities: () => [certificate.cert],
      lookup: (_, options, done) =>
        options.all === true ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4),
    })
    const exchange = await transport.exchange(change(`https://platform.invalid:${server.port}`))
    expect(exchange).toEqual({ reach: 'not-sent', failure: 'certificate-for-other-name' })
    expect(server.received()).toBe('')
  })

  test.each([
    ['if the certificate has expired', { until: '210101000000Z' }, 'certificate-out-of-date'],
    [
      'if the certificate is not valid yet, which is reported as an error of its own',
      { from: '480101000000Z' },
      'certificate-not-yet-valid',
    ],
  ])('%s', async (_name, validity, failure) => {
    const certificate = makeCertificate(validity)
    const server = await startRawServer(() => undefined, certificate)
    const transport = open({ systemAuthorities: () => [certificate.cert] })
    const exchange = await transport.exchange(change(`https://127.0.0.1:${server.port}`))
    expect(exchange).toEqual({ reach: 'not-sent', failure })
  })

  test('if the server has no TLS, closes the connection, or is silent', async () => {
    const plain = await startRawServer(onRequest((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')))
    const rude = await startRawServer(onRequest((socket) => socket.destroy()))
    const silent = await startRawServer(() => undefined)
    const failed = { reach: 'not-sent', failure: 'tls-failed' }
    const transport = open()
    expect(await transport.exchange(change(`https://127.0.0.1:${plain.port}`))).toEqual(failed)
    expect(await transport.exchange(change(`https://127.0.0.1:${rude.port}`))).toEqual(failed)
    expect(await transport.exchange(change(`https://127.0.0.1:${silent.port}`, { timeoutMs: 50 }))).toEqual({
      reach: 'not-sent',
      failure: 'timed-out',
    })
    expect(silent.received()).not.toContain(token)
  })
})

test.each([
  ['the system', (cert: string) => [{ systemAuthorities: () => [cert] }, {}] as const],
  ['the connection', (cert: string) => [{}, { route: { authority: cert } }] as const],
])("a request is sent if %s trusts the platform's certificate", async (_, trusting) => {
  const certificate = makeCertificate()
  const server = await startRawServer(
    onRequest((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nOK')),
    certificate,
  )
  const [options, more] = trusting(certificate.cert)
  const exchange = await open(options).exchange(change(`https://127.0.0.1:${server.port}`, more))
  expect(exchange).toMatchObject({ reach: 'answered', text: 'OK' })
  expect(server.received()).toContain(token)
})

test('a text that is not a certificate neither adds nor removes trust', async () => {
  const certificate = makeCertificate()
  const server = await startRawServer(
    onRequest((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nOK')),
    certificate,
  )
  const request = change(`https://127.0.0.1:${server.port}`, { route: { authority: 'rubbish' } })
  expect(await open().exchange(request)).toEqual({ reach: 'not-sent', failure: 'certificate-not-trusted' })
  const trusting = open({ systemAuthorities: () => [certificate.cert] })
  expect(await trusting.exchange(request)).toMatchObject({ reach: 'answered' })
})
