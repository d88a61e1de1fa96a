import { randomBytes } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Connection } from '../../../src/shared/domain/connection/connection.ts'
import type { ConnectionForm } from '../../../src/shared/bridge/contract.ts'
import { createDispatch } from '../../../src/main/bridge/dispatch.ts'
import { startConnectProxy } from '../../fakes/connect-proxy.ts'
import { makeCertificate } from '../../fakes/http-server-certificate.ts'
import { startHttpServer, type SeenRequest } from '../../fakes/http-server.ts'
import { anyDraftId, newCustomer } from '../../fakes/intents.ts'
import { connect, openApp, openPlatform, type TestApp } from '../../fakes/test-app.ts'
import { productOf, save } from './activate.ts'

const logIn = { user: 'sam', password: randomBytes(12).toString('hex') }
const anyToken = (): string => randomBytes(18).toString('base64url')

/** A server of somebody else: it answers everything, and records what it is sent. As a proxy it does the same. */
const startAttacker = async () => await startHttpServer((response) => void response.writeHead(404).end('{}'))

/** Whether any of the requests carries the secret, as it is or in a form in which it is sent. */
function holds(seen: readonly SeenRequest[], secret: string): boolean {
  const base64 = Buffer.from(secret).toString('base64')
  const forms = [secret, base64, encodeURIComponent(secret), encodeURIComponent(base64)]
  const text = seen.map(({ url, headers, body }) => `${url} ${JSON.stringify(headers)} ${body}`).join('\n')
  return forms.some((form) => text.includes(form))
}

const formOf = (connection: Connection, changed: Partial<ConnectionForm> = {}): ConnectionForm => {
  const { name, colour, baseUrl, crmService, cmsService, proxy, authority } = connection
  return { name, colour, baseUrl, crmService, cmsService, proxy, authority, ...changed }
}

const viewOf = async (app: TestApp, id: string) =>
  (await app.call('app.snapshot', {})).connections.find(({ settings }) => settings.id === id)

/** Asks the platform something over the active connection. Resolves when it was answered, or refused here. */
const ask = async (app: TestApp) =>
  await createDispatch(app.app.handlers, app.ports.log)('console.ask', {
    slot: 'console',
    operation: 'getCustomers',
    values: {},
  })

/** Asks with a token typed for the present place: proof that the server would have recorded the stored one, too. */
async function askWithOtherToken(app: TestApp, id: string): Promise<void> {
  await app.call('connection.replace-token', { id, token: anyToken() })
  await ask(app)
}

async function openConnected(changed: Partial<Connection> = {}) {
  const platform = await openPlatform()
  const app = await openApp()
  const connection = await connect(app, platform, changed)
  return { platform, app, connection, attacker: await startAttacker() }
}

test('a connection test at another address does not send the stored token, and says why', async () => {
  const { app, platform, connection, attacker } = await openConnected()
  const request = { id: connection.id, form: formOf(connection, { baseUrl: attacker.url }) }
  const reply = await app.app.handlers['connection.test'](request)
  expect(holds(attacker.seen, platform.authToken)).toBe(false)
  expect(reply).toMatchObject({
    ok: false,
    error: { code: 'no-token', fields: { token: 'token-elsewhere' } },
  })
  expect(attacker.seen).toEqual([])
  const { usable } = await app.call('connection.test', { ...request, token: anyToken() })
  expect([usable, attacker.seen.length > 0]).toEqual([false, true])
})

test('a connection test through another proxy sends neither the stored token nor the stored proxy credentials', async () => {
  const proxy = await startConnectProxy({ logIn: `${logIn.user}:${logIn.password}` })
  const { app, platform, connection, attacker } = await openConnected({ proxy: proxy.url })
  await app.call('connection.set-proxy-log-in', { id: connection.id, logIn })
  const request = { id: connection.id, form: formOf(connection, { proxy: attacker.url }) }
  await app.app.handlers['connection.test'](request)
  expect([holds(attacker.seen, platform.authToken), holds(attacker.seen, `${logIn.user}:${logIn.password}`)]).toEqual([
    false,
    false,
  ])
  expect(await app.refusal('connection.test', request)).toBe('no-token')
  expect(attacker.seen).toEqual([])
  await app.call('connection.test', { ...request, token: anyToken() })
  expect(attacker.seen.length).toBeGreaterThan(0)
  expect(attacker.seen.map(({ headers }) => headers['proxy-authorization'])).toEqual(attacker.seen.map(() => undefined))
  expect(holds(attacker.seen, platform.authToken)).toBe(false)
  const unchanged = { id: connection.id, form: formOf(connection) }
  expect((await app.call('connection.test', unchanged)).usable).toBe(true)
})

test('a connection test without encryption sends nothing until unencrypted sending is allowed', async () => {
  const { app, platform, connection, attacker } = await openConnected()
  const form = formOf(connection, { baseUrl: 'http://tv.example', proxy: attacker.url })
  await app.app.handlers['connection.test']({ id: connection.id, form })
  expect(holds(attacker.seen, platform.authToken)).toBe(false)
  for (const token of [undefined, anyToken()]) {
    const { checks, usable } = await app.call('connection.test', {
      id: connection.id,
      form,
      ...(token !== undefined && { token }),
    })
    expect(checks).toEqual([{ subject: 'certificate', outcome: 'bad', finding: 'plain-http-not-allowed' }])
    expect(usable).toBe(false)
  }
  expect(attacker.seen).toEqual([])
  const allowed = { ...form, allowsPlainHttp: true }
  expect(await app.refusal('connection.test', { id: connection.id, form: allowed })).toBe('no-token')
  await app.call('connection.test', { id: connection.id, form: allowed, token: anyToken() })
  expect(attacker.seen.length).toBeGreaterThan(0)
})

test('a connection that is saved with another address loses its token, and its jobs wait', async () => {
  const { app, platform, connection, attacker } = await openConnected()
  await platform.setOptions({ offline: true })
  const job = await save(app, newCustomer(productOf(platform)))
  await app.jobIn(job, 'saved', 'waiting')
  await app.call('connection.save', { ...connection, baseUrl: attacker.url })
  await app.call('queue.pause', {})
  await app.call('queue.resume', {})
  await ask(app)
  expect(holds(attacker.seen, platform.authToken)).toBe(false)
  expect(await viewOf(app, connection.id)).toMatchObject({ settings: { baseUrl: attacker.url }, hasToken: false })
  expect((await app.call('job.read', { id: job })).summary.state).toMatch(/^(?:saved|waiting)$/)
  expect(attacker.seen).toEqual([])

  // The old address finds its token again, and the work goes on.
  await platform.setOptions({ offline: false })
  await app.call('connection.save', connection)
  expect(await viewOf(app, connection.id)).toMatchObject({ hasToken: true })
  await app.jobIn(job, 'done')
  await app.call('connection.save', { ...connection, baseUrl: attacker.url })
  await askWithOtherToken(app, connection.id)
  expect(attacker.seen.length).toBeGreaterThan(0)
  expect(holds(attacker.seen, platform.authToken)).toBe(false)
})

test('the jobs of a connection go on at another address if that address is saved together with a new token', async () => {
  const { app, platform, connection } = await openConnected()
  await platform.setOptions({ offline: true })
  const job = await save(app, newCustomer(productOf(platform)))
  await app.jobIn(job, 'saved', 'waiting')
  const next = await openPlatform()
  await app.call('connection.save', { ...connection, baseUrl: next.url, token: next.authToken })
  await app.jobIn(job, 'done')
  expect(next.ledger().map(({ effect }) => effect)).toEqual(['create', 'bind-user'])
  expect(JSON.stringify([app.ports.settings.read(), app.ports.log])).not.toContain(next.authToken)
})

test('a connection that is saved with another proxy loses its token and proxy credentials until both are typed again', async () => {
  const proxy = await startConnectProxy({ logIn: `${logIn.user}:${logIn.password}` })
  const { app, platform, connection, attacker } = await openConnected({ proxy: proxy.url })
  await app.call('connection.set-proxy-log-in', { id: connection.id, logIn })
  await app.call('connection.save', { ...connection, proxy: attacker.url })
  await ask(app)
  expect([holds(attacker.seen, platform.authToken), holds(attacker.seen, `${logIn.user}:${logIn.password}`)]).toEqual([
    false,
    false,
  ])
  expect(await viewOf(app, connection.id)).toMatchObject({ hasToken: false, hasProxyLogIn: false })
  await askWithOtherToken(app, connection.id)
  expect(attacker.seen.length).toBeGreaterThan(0)
  expect([holds(attacker.seen, platform.authToken), holds(attacker.seen, `${logIn.user}:${logIn.password}`)]).toEqual([
    false,
    false,
  ])
  await app.call('connection.save', { ...connection, token: platform.authToken, proxyLogIn: logIn })
  expect(await viewOf(app, connection.id)).toMatchObject({ hasToken: true, hasProxyLogIn: true })
  await app.jobIn(await save(app, newCustomer(productOf(platform))), 'done')
})

test('a connection file that changes the address of a connection does not send the token to the new address', async () => {
  const { app, platform, connection, attacker } = await openConnected()
  const { text } = await app.call('connection.write-file', {})
  const moved = text.replace(platform.url, attacker.url)
  const seen = await app.call('connection.read-file', { text: moved })
  await app.call('connection.take-file', { text: moved, stamp: seen.ok ? seen.stamp : '' })
  expect(await viewOf(app, connection.id)).toMatchObject({ settings: { baseUrl: attacker.url }, hasToken: false })
  await askWithOtherToken(app, connection.id)
  expect(attacker.seen.length).toBeGreaterThan(0)
  expect(holds(attacker.seen, platform.authToken)).toBe(false)
})

/** A TLS server of somebody else that presents the given certificate at an address of its own. */
async function startTlsAttacker(first: { readonly key: string; readonly cert: string }) {
  const seen: SeenRequest[] = []
  const listener: RequestListener = (request, response) => {
    const { method = '', url = '', headers } = request
    request.resume().on('end', () => {
      seen.push({ method, url, headers, body: '' })
      response.writeHead(404).end('{}')
    })
  }
  const server = createTlsServer(first, listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return { url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`, seen }
}

test('the stored token is not sent to a server of another certificate authority, even once that authority is trusted', async () => {
  const [own, foreign] = [makeCertificate(), makeCertificate()]
  // Somebody in the network answers in place of the platform, with a certificate that the connection does not trust.
  const attacker = await startTlsAttacker(foreign)
  const { app, platform, connection } = await openConnected()
  const kept = { ...connection, baseUrl: attacker.url, authority: own.cert }
  await app.call('connection.save', kept)
  await app.call('connection.replace-token', { id: connection.id, token: platform.authToken })
  await ask(app)
  const form = formOf(kept, { authority: foreign.cert })
  await app.app.handlers['connection.test']({ id: connection.id, form })
  expect(holds(attacker.seen, platform.authToken)).toBe(false)
  expect(await app.refusal('connection.test', { id: connection.id, form })).toBe('no-token')
  await app.call('connection.save', { ...kept, authority: foreign.cert })
  await ask(app)
  expect(holds(attacker.seen, platform.authToken)).toBe(false)
  expect(await viewOf(app, connection.id)).toMatchObject({ hasToken: false })
  await askWithOtherToken(app, connection.id)
  expect(attacker.seen.length).toBeGreaterThan(0)
  expect(holds(attacker.seen, platform.authToken)).toBe(false)
})

test('a new address that was saved while the jobs were locked does not get the token after the unlock', async () => {
  const passphrase = 'a passphrase of the test'
  const platform = await openPlatform()
  const attacker = await startAttacker()
  const first = await openApp()
  await first.call('vault.protect', { passphrase })
  const connection = await connect(first, platform)
  await first.stop()
  const app = await openApp(first.folder)
  const moved = { ...connection, baseUrl: attacker.url }
  expect(await app.refusal('connection.save', { ...moved, token: anyToken() })).toBe('locked')
  expect(await viewOf(app, connection.id)).toMatchObject({ settings: { baseUrl: platform.url } })
  expect(await app.refusal('connection.test', { id: connection.id, form: formOf(moved) })).toBe('no-token')
  await app.call('connection.save', moved)
  await app.call('vault.unlock', { passphrase })
  expect(await viewOf(app, connection.id)).toMatchObject({ hasToken: false })
  await askWithOtherToken(app, connection.id)
  expect(attacker.seen.length).toBeGreaterThan(0)
  expect(holds(attacker.seen, platform.authToken)).toBe(false)
})

test('the training connection always leads to the training platform', async () => {
  const app = await openApp()
  const attacker = await startAttacker()
  const { id } = await app.call('connection.start-training', {})
  const training = (await viewOf(app, id))?.settings
  if (training === undefined) throw new Error('There is no training connection')
  await app.call('connection.test', { id, form: formOf(training, { baseUrl: attacker.url, proxy: attacker.url }) })
  await app.call('connection.save', { ...training, baseUrl: attacker.url, proxy: attacker.url, concurrency: 3 })
  expect((await viewOf(app, id))?.settings).toEqual({ ...training, concurrency: 3 })
  await app.jobIn(await save(app, newCustomer(training.products[0]?.productid ?? '')), 'done')
  expect(attacker.seen).toEqual([])
})

test('a connection without encryption is neither added nor saved if unencrypted sending is not allowed', async () => {
  const { app, connection } = await openConnected()
  const refused = { ok: false, error: { code: 'bad-request', fields: { baseUrl: 'plain-http' } } }
  const form = formOf(connection, { name: 'Plain', baseUrl: 'http://tv.example' })
  expect(await app.app.handlers['connection.add']({ form, token: anyToken() })).toMatchObject(refused)
  const changed = { ...connection, baseUrl: 'http://tv.example', token: anyToken() }
  expect(await app.app.handlers['connection.save'](changed)).toMatchObject(refused)
  expect((await app.call('app.snapshot', {})).connections.map(({ settings }) => settings)).toEqual([connection])
})

test('a connection without encryption from an earlier version sends nothing until unencrypted sending is allowed', async () => {
  const passphrase = 'a passphrase of the test'
  const proxy = await startHttpServer((response) => void response.writeHead(503).end())
  const platform = await openPlatform()
  const first = await openApp()
  await first.call('vault.protect', { passphrase })
  const plain = { baseUrl: 'http://tv.example', proxy: proxy.url, allowsPlainHttp: true }
  await first.call('queue.pause', {})
  const connection = await connect(first, platform, plain)
  // Waits for the two first reads of the platform, because one that is still under way would reach the proxy later.
  await vi.waitFor(() => expect(proxy.seen).toHaveLength(2))
  const job = await save(first, newCustomer(productOf(platform)))
  await first.stop()
  const stored = first.ports.settings.read()
  const known = Object.entries(connection).filter(([name]) => name !== 'allowsPlainHttp')
  first.ports.settings.write({ ...stored, connections: [Object.fromEntries(known) as Connection] })

  const app = await openApp(first.folder)
  const sent = proxy.seen.length
  await app.call('vault.unlock', { passphrase })
  expect(await viewOf(app, connection.id)).toMatchObject({ hasToken: true, isPlainHttpStopped: true })
  expect(await ask(app)).toMatchObject({ ok: false, error: { code: 'plain-http' } })
  expect(await app.refusal('connection.fetch-products', { id: connection.id })).toBe('plain-http')
  const draft = { draftId: anyDraftId(), intent: newCustomer(productOf(platform)), evenIfKnown: false }
  expect(await app.refusal('job.save', draft)).toBe('plain-http')
  expect((await app.call('job.read', { id: job })).summary.state).toMatch(/^(?:saved|waiting)$/)
  expect(proxy.seen.slice(sent)).toEqual([])
  await app.call('connection.save', connection)
  await ask(app)
  expect(holds(proxy.seen.slice(sent), platform.authToken)).toBe(true)
})
