import { randomBytes } from 'node:crypto'
import { createServer as createTlsServer } from 'node:https'
import { request as requestHttp } from 'node:http'
import { readFileSync, readdirSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { ConnectionForm } from '../../../src/shared/bridge/contract.ts'
import type { Sandbox } from '../../../src/sandbox/sandbox.ts'
import { startConnectProxy } from '../../fakes/connect-proxy.ts'
import { connect, openApp, openPlatform, type TestApp } from '../../fakes/test-app.ts'
import { makeCertificate } from '../../fakes/http-server-certificate.ts'
import { findClosedPort, startHttpServer, startRawServer } from '../../fakes/http-server.ts'
import { newCustomer } from '../../fakes/intents.ts'
import { productOf, save } from './activate.ts'

/** Puts the platform behind a real TLS server with its own certificate; returns the address. */
async function putBehindTls(platform: Sandbox, certificate: { readonly key: string; readonly cert: string }) {
  const server = createTlsServer(certificate, (request, response) => {
    const { method, url = '', headers } = request
    const onward = requestHttp(platform.url + url, { method, headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    onward.on('error', () => response.destroy())
    request.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const formFor = (platform: Sandbox, changed: Partial<ConnectionForm> = {}): ConnectionForm => ({
  name: 'North',
  colour: 'teal',
  baseUrl: platform.url,
  crmService: platform.crmService,
  cmsService: platform.cmsService,
  ...changed,
})

async function examine(
  app: TestApp,
  platform: Sandbox,
  changed: Partial<ConnectionForm>,
  proxyLogIn?: { user: string; password: string },
) {
  const { checks, usable } = await app.call('connection.test', {
    form: formFor(platform, changed),
    token: platform.authToken,
    ...(proxyLogIn === undefined ? {} : { proxyLogIn }),
  })
  return {
    usable,
    findings: Object.fromEntries(checks.map(({ subject, outcome, finding }) => [subject, `${outcome}: ${finding}`])),
  }
}

describe('a company certificate', () => {
  test('is not trusted until its file is added to the connection, and then jobs are sent', async () => {
    const platform = await openPlatform()
    const certificate = makeCertificate()
    const baseUrl = await putBehindTls(platform, certificate)
    const app = await openApp()
    expect(await examine(app, platform, { baseUrl })).toMatchObject({
      usable: false,
      findings: { certificate: 'bad: certificate-not-trusted' },
    })
    const file = Buffer.from(`Root:\n${certificate.cert}`).toString('base64')
    const { pem, certificates } = await app.call('connection.read-authority', { file })
    expect(certificates).toMatchObject([{ subject: 'CN=localhost' }])
    expect(await examine(app, platform, { baseUrl, authority: pem })).toMatchObject({
      usable: true,
      findings: { certificate: 'good: trusted' },
    })
    await connect(app, platform, { baseUrl, authority: pem })
    await app.jobIn(await save(app, newCustomer(productOf(platform))), 'done')
    expect(platform.ledger().map(({ effect }) => effect)).toEqual(['create', 'bind-user'])
  })

  test('that has expired is reported as out of date', async () => {
    const platform = await openPlatform()
    const old = makeCertificate({ until: '210101000000Z' })
    const baseUrl = await putBehindTls(platform, old)
    const app = await openApp()
    expect((await examine(app, platform, { baseUrl, authority: old.cert })).findings).toMatchObject({
      certificate: 'bad: certificate-out-of-date',
    })
  })

  test.each([
    ['text', Buffer.from('no certificate')],
    ['a private key', Buffer.from(makeCertificate().key)],
    ['no bytes', Buffer.alloc(0)],
  ])('can be neither read from a file with %s, nor saved with that content', async (_, bytes) => {
    const platform = await openPlatform()
    const app = await openApp()
    const connection = await connect(app, platform)
    expect(await app.refusal('connection.read-authority', { file: bytes.toString('base64') })).toBe('file-unusable')
    const authority = bytes.toString() || 'x'
    expect(await app.refusal('connection.save', { ...connection, authority })).toBe('bad-request')
    const added = { form: formFor(platform, { authority }), token: platform.authToken }
    expect(await app.refusal('connection.add', added)).toBe('bad-request')
  })
})

describe('a proxy', () => {
  const password = randomBytes(12).toString('hex')
  const logIn = { user: 'sam', password }

  test.each(['http', 'https'])('carries a whole activation to a platform over %s', async (scheme) => {
    const platform = await openPlatform()
    const certificate = makeCertificate()
    const baseUrl = scheme === 'http' ? platform.url : await putBehindTls(platform, certificate)
    const proxy = await startConnectProxy({ logIn: `sam:${password}` })
    const app = await openApp()
    const connection = await connect(app, platform, { baseUrl, authority: certificate.cert, proxy: proxy.url })
    const job = await save(app, newCustomer(productOf(platform)))
    await app.jobIn(job, 'saved', 'waiting')
    expect(platform.ledger()).toEqual([])
    await app.call('connection.set-proxy-log-in', { id: connection.id, logIn })
    await app.jobIn(job, 'done')
    expect(platform.ledger().map(({ effect }) => effect)).toEqual(['create', 'bind-user'])
    expect(proxy.asked.length).toBeGreaterThan(2)
  })

  test('has its credentials sealed, so that they are not in the snapshot, the settings or any file', async () => {
    const platform = await openPlatform()
    const proxy = await startConnectProxy({ logIn: `sam:${password}` })
    const app = await openApp()
    const { id } = await connect(app, platform, { proxy: proxy.url })
    await app.call('connection.set-proxy-log-in', { id, logIn })
    const snapshot = await app.call('app.snapshot', {})
    expect(snapshot.connections[0]?.hasProxyLogIn).toBe(true)
    expect(JSON.stringify([snapshot, app.ports.log, app.ports.settings.read()])).not.toContain(password)
    await app.stop()
    const files = readdirSync(app.folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    expect(files.length).toBeGreaterThan(1)
    for (const { parentPath, name } of files)
      expect(readFileSync(join(parentPath, name)).includes(password)).toBe(false)
  })

  test('has its credentials removed on request', async () => {
    const platform = await openPlatform()
    const app = await openApp()
    const { id } = await connect(app, platform, { proxy: 'http://proxy.example:8080', allowsPlainHttp: true })
    await app.call('connection.set-proxy-log-in', { id, logIn })
    await app.call('connection.set-proxy-log-in', { id })
    expect((await app.call('app.snapshot', {})).connections[0]?.hasProxyLogIn).toBe(false)
    expect(await app.refusal('connection.set-proxy-log-in', { id: 'other', logIn })).toBe('not-found')
  })

  test('passes the connection test only with its credentials', async () => {
    const platform = await openPlatform()
    const proxy = await startConnectProxy({ logIn: `sam:${password}` })
    const app = await openApp()
    expect(await examine(app, platform, { proxy: proxy.url })).toEqual({
      usable: false,
      findings: { proxy: 'bad: proxy-log-in-refused' },
    })
    expect(await examine(app, platform, { proxy: proxy.url }, logIn)).toMatchObject({
      usable: true,
      findings: { proxy: 'good: proxy-passed', address: 'good: reached' },
    })
  })

  test.each([
    [403, 'proxy-refused'],
    [503, 'proxy-cannot-reach'],
  ])('that refuses a tunnel with the status %s is reported by the connection test', async (refusesWith, finding) => {
    const platform = await openPlatform()
    const proxy = await startConnectProxy({ refusesWith })
    const { findings, usable } = await examine(await openApp(), platform, {
      baseUrl: 'https://tv.example',
      proxy: proxy.url,
    })
    expect([findings, usable]).toEqual([{ proxy: `bad: ${finding}` }, false])
  })

  test('that is missing, or is not a proxy, is reported by the connection test', async () => {
    const platform = await openPlatform()
    const app = await openApp()
    const closed = `http://127.0.0.1:${await findClosedPort()}`
    expect((await examine(app, platform, { proxy: closed })).findings).toEqual({ proxy: 'bad: proxy-not-reached' })
    const { port } = await startRawServer((socket) => socket.once('data', () => socket.end('220 mail\r\n\r\n')))
    const none = { baseUrl: 'https://tv.example', proxy: `http://127.0.0.1:${port}` }
    expect((await examine(app, platform, none)).findings).toEqual({ proxy: 'bad: proxy-not-understood' })
  })

  test('is named as a possible cause by the connection test if a call over plain HTTP fails', async () => {
    const platform = await openPlatform()
    const { url } = await startHttpServer((response) => void response.writeHead(503).end('Service Unavailable'))
    const proxy = await startConnectProxy()
    const { findings } = await examine(await openApp(), platform, { baseUrl: url, proxy: proxy.url })
    expect(findings).toMatchObject({ proxy: 'warning: proxy-perhaps', address: 'bad: platform-failing' })
  })
})

describe('product names', () => {
  test('are fetched with the stored token from a platform that lists its products', async () => {
    const platform = await openPlatform()
    const app = await openApp()
    const { id } = await connect(app, platform)
    expect(await app.call('connection.fetch-products', { id })).toEqual({
      kind: 'listed',
      products: platform.products.map((product) => ({ productid: product.id, name: product.name })),
    })
    expect(await app.refusal('connection.fetch-products', { id: 'other' })).toBe('not-found')
  })

  test('are reported as not offered if the platform has no list of products', async () => {
    const platform = await openPlatform({ options: { dialect: 'modern' } })
    const app = await openApp()
    const { id } = await connect(app, platform)
    expect(await app.call('connection.fetch-products', { id })).toEqual({ kind: 'not-offered', products: [] })
    await platform.setOptions({ offline: true })
    expect(await app.call('connection.fetch-products', { id })).toMatchObject({ kind: 'unreached', products: [] })
  })
})

describe('the removal of a connection', () => {
  test('succeeds if all jobs of the connection are finished, and makes another connection active', async () => {
    const [north, south] = [await openPlatform(), await openPlatform()]
    const app = await openApp()
    const first = await connect(app, north, { name: 'North' })
    const second = await connect(app, south, { name: 'South' })
    await app.jobIn(await save(app, newCustomer(productOf(south))), 'done')
    await app.call('connection.remove', { id: second.id })
    const { connections, activeConnectionId } = await app.call('app.snapshot', {})
    expect([connections.map(({ settings }) => settings.name), activeConnectionId]).toEqual([['North'], first.id])
    expect(await app.refusal('connection.remove', { id: second.id })).toBe('not-found')
    await app.jobIn(await save(app, newCustomer(productOf(north))), 'done')
    await app.call('connection.remove', { id: first.id })
    expect((await app.call('app.snapshot', {})).connections).toEqual([])
  })

  test('is refused while the connection has unfinished jobs', async () => {
    const platform = await openPlatform({ options: { offline: true } })
    const app = await openApp()
    const { id } = await connect(app, platform)
    const job = await save(app, newCustomer(productOf(platform)))
    expect(await app.refusal('connection.remove', { id })).toBe('work-left')
    await app.call('job.drop', { id: job, reason: 'Not wanted any more' })
    await app.call('connection.remove', { id })
    expect((await app.call('app.snapshot', {})).connections).toEqual([])
  })
})

test('the test of a saved connection stores how the platform takes reads, so that a later read needs only one request', async () => {
  const platform = await openPlatform({ options: { retrieval: 'body' } })
  const app = await openApp()
  const { id } = await connect(app, platform)
  await app.call('connection.test', { id, form: formFor(platform) })
  const before = platform.requests().length
  await app.call('customer.look-up', { userid: 'nobody-has-this', customermappingid: '' })
  expect(platform.requests().length - before).toBe(1)
})
