import { randomBytes } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import type { Check, ConnectionForm } from '../../../src/shared/bridge/contract.ts'
import { fakeKeyStore } from '../../fakes/key-store.ts'
import { connect, openApp, openPlatform, type TestApp } from '../../fakes/test-app.ts'
import { createFakeLog } from '../../fakes/log.ts'
import { makeFolder } from '../../fakes/folder.ts'
import { makeCertificate } from '../../fakes/http-server-certificate.ts'
import { findClosedPort, startHttpServer, startRawServer } from '../../fakes/http-server.ts'
import { anyMac, newCustomer } from '../../fakes/intents.ts'
import { createOperator, takeFile } from '../../fakes/policy.ts'
import { productOf, save } from './activate.ts'

const anyToken = (): string => randomBytes(18).toString('base64url')

const formFor = (baseUrl: string, changed: Partial<ConnectionForm> = {}): ConnectionForm => ({
  name: 'North',
  colour: 'teal',
  baseUrl,
  crmService: 'training-crm',
  cmsService: 'training-cms',
  ...changed,
})

/** The result of a connection test: findings by subject, and whether the connection is usable. */
async function examine(app: TestApp, form: ConnectionForm, token: string) {
  const { checks, usable } = await app.call('connection.test', { form, token })
  return {
    usable,
    checks,
    findings: Object.fromEntries(checks.map(({ subject, outcome, finding }) => [subject, `${outcome}: ${finding}`])),
  }
}

describe('the connection test', () => {
  test.each(['classic', 'modern', 'terse'] as const)(
    'finds nothing wrong with a %s platform except the missing encryption',
    async (dialect) => {
      const platform = await openPlatform({ options: { dialect } })
      const { usable, findings } = await examine(await openApp(), formFor(platform.url), platform.authToken)
      expect(findings).toEqual({
        address: 'good: reached',
        certificate: 'warning: plain-http',
        token: 'good: taken',
        'crm-service': 'good: known',
        'cms-service': 'not-checked: shows-with-first-activation',
        retrieval: 'good: query',
        dialect: `good: ${dialect}`,
        control: 'good: shown',
      })
      expect(usable).toBe(true)
      expect(platform.ledger()).toEqual([])
    },
  )

  test('detects that a platform reads queries only from the body of a request', async () => {
    const platform = await openPlatform({ options: { retrieval: 'body' } })
    const { findings } = await examine(await openApp(), formFor(platform.url), platform.authToken)
    expect(findings).toMatchObject({ retrieval: 'good: body', control: 'good: shown' })
  })

  test.each(['classic', 'modern', 'terse'] as const)('reports a wrong token on a %s platform', async (dialect) => {
    const platform = await openPlatform({ options: { dialect } })
    const { usable, findings } = await examine(await openApp(), formFor(platform.url), anyToken())
    expect(usable).toBe(false)
    expect(findings).toMatchObject({
      address: 'good: reached',
      token: 'bad: refused',
      'crm-service': 'not-checked: not-reached-yet',
    })
  })

  test.each(['classic', 'modern', 'terse'] as const)(
    'reports a wrong CRM service on a %s platform',
    async (dialect) => {
      const platform = await openPlatform({ options: { dialect } })
      const form = formFor(platform.url, { crmService: 'no-such' })
      const { usable, findings } = await examine(await openApp(), form, platform.authToken)
      expect(usable).toBe(false)
      expect(findings).toMatchObject({ address: 'good: reached', 'crm-service': 'bad: unknown' })
    },
  )

  test('reports a port on which no server listens', async () => {
    const { findings, usable } = await examine(
      await openApp(),
      formFor(`http://127.0.0.1:${await findClosedPort()}`),
      anyToken(),
    )
    expect([findings, usable]).toEqual([{ address: 'bad: connection-refused' }, false])
  })

  test('reports a host that does not exist', async () => {
    const { findings, usable } = await examine(await openApp(), formFor('https://no-such-host.invalid'), anyToken())
    expect([findings, usable]).toEqual([{ address: 'bad: name-not-found' }, false])
  })

  test.each([
    ['an HTML page', 200, '<!doctype html><h1>Welcome</h1>', 'bad: not-this-interface'],
    ['a failing server', 503, 'Service Unavailable', 'bad: platform-failing'],
    ['a redirect', 302, '', 'bad: redirected'],
    ['another service', 200, '{"hello":"world"}', 'bad: not-this-interface'],
    [
      'a server without such a path',
      404,
      '{"Message":"No HTTP resource was found that matches the request."}',
      'bad: not-this-interface',
    ],
  ])('reports %s', async (_, status, body, address) => {
    const { url } = await startHttpServer((response) => void response.writeHead(status, { location: '/x' }).end(body))
    const { findings, usable } = await examine(await openApp(), formFor(url), anyToken())
    expect([findings['address'], usable]).toEqual([address, false])
  })

  test.each([
    ['as text', 200, 'id;status\n4711;Active\n'],
    ['not at all', 404, '<!doctype html><h1>Not found</h1>'],
  ])("accepts a platform that sends the list of the customers' statuses %s", async (_, status, list) => {
    const { url } = await startHttpServer((response, { url: asked }) => {
      const isList = asked.includes('GetCustomerStatusByReseller')
      const customer = { userid: '4711', firstname: 'Nell', lastname: 'Harper', status: 'Active' }
      const body = JSON.stringify(/getCustomers/i.test(asked) ? { customers: [customer], has_next: false } : customer)
      response.writeHead(isList ? status : 200, { 'content-type': isList ? 'text/plain' : 'application/json' })
      response.end(isList ? list : body)
    })
    const { findings } = await examine(await openApp(), formFor(url), anyToken())
    expect(findings).toMatchObject({ address: 'good: reached', token: 'good: taken', control: 'good: shown' })
  })

  test('reports an untrusted certificate, and sends no token', async () => {
    const { port, received } = await startRawServer(() => undefined, makeCertificate())
    const token = anyToken()
    const { findings, usable } = await examine(await openApp(), formFor(`https://127.0.0.1:${port}`), token)
    expect([findings, usable]).toEqual([
      { address: 'good: reached', certificate: 'bad: certificate-not-trusted' },
      false,
    ])
    expect(received()).toBe('')
  })

  test('reports a server without TLS', async () => {
    const { url } = await startHttpServer((response) => void response.end('x'))
    const { findings } = await examine(await openApp(), formFor(url.replace('http:', 'https:')), anyToken())
    expect(findings).toEqual({ address: 'good: reached', certificate: 'bad: tls-failed' })
  })

  test("shows the platform's words without the token", async () => {
    const token = anyToken()
    const { url } = await startHttpServer(
      (response) => void response.writeHead(401).end(JSON.stringify({ Message: `Token ${token} is not valid.` })),
    )
    const { checks } = await examine(await openApp(), formFor(url), token)
    const detail = checks.find(({ subject }: Check) => subject === 'token')?.detail ?? ''
    expect(detail).toContain('is not valid')
    expect(JSON.stringify(checks)).not.toContain(token)
  })

  test('uses the stored token of a saved connection, and needs a typed token for a new connection', async () => {
    const platform = await openPlatform()
    const app = await openApp()
    const { id } = await connect(app, platform)
    expect((await app.call('connection.test', { id, form: formFor(platform.url) })).usable).toBe(true)
    expect(await app.refusal('connection.test', { form: formFor(platform.url) })).toBe('no-token')
  })
})

describe('a connection', () => {
  test('to the sandbox offers each product with the length that its name says', async () => {
    const app = await openApp()
    await app.call('connection.start-training', {})
    const { connections } = await app.call('app.snapshot', {})
    const offered = connections.flatMap(({ settings }) => settings.products)
    expect(offered.find(({ name }) => name === 'Seven Day Trial')).toMatchObject({ months: 0, days: 7 })
    expect(offered.find(({ name }) => name === 'Basic TV')).toMatchObject({ months: 12, days: 0 })
  })

  test('to a real platform needs a passphrase first if there is no key store', async () => {
    const platform = await openPlatform()
    const app = await openApp()
    const request = { form: formFor(platform.url), token: platform.authToken }
    expect(await app.refusal('connection.add', request)).toBe('passphrase-needed')
    await app.call('connection.start-training', {})
    expect(await app.refusal('connection.add', request)).toBe('passphrase-needed')
    await app.call('vault.protect', { passphrase: 'over the training file' })
    const { id } = await app.call('connection.add', request)
    const { activeConnectionId, vault } = await app.call('app.snapshot', {})
    expect([activeConnectionId, vault.protection]).toEqual([id, 'passphrase'])
  })

  test('to a real platform needs a passphrase first if the key store protects nothing', async () => {
    const platform = await openPlatform()
    const folder = makeFolder()
    const keyStore = fakeKeyStore({ isWeak: true })
    const app = await openApp(folder, { keyStore })
    await app.call('connection.start-training', {})
    const request = { form: formFor(platform.url), token: platform.authToken }

    expect(await app.refusal('connection.add', request)).toBe('passphrase-needed')
    const refused = await app.call('app.snapshot', {})
    expect(refused.connections.map(({ settings }) => settings.kind)).toEqual(['training'])
    await app.call('vault.protect', { passphrase: 'over the weak store' })
    const { id } = await app.call('connection.add', request)
    await app.stop()

    const next = await openApp(folder, { keyStore })
    expect((await next.call('app.snapshot', {})).vault).toEqual({ state: 'locked', protection: 'passphrase' })
    expect(await next.refusal('job.list', { limit: 1 })).toBe('locked')
    await next.call('vault.unlock', { passphrase: 'over the weak store' })
    const { connections } = await next.call('app.snapshot', {})
    expect(connections.find(({ settings }) => settings.id === id)).toMatchObject({ hasToken: true })
  })

  test('needs no passphrase with a weak key store if the policy allows that, but needs one after a stricter policy', async () => {
    const platform = await openPlatform()
    const operator = createOperator()
    const app = await openApp(undefined, { keyStore: fakeKeyStore({ isWeak: true }) })
    await app.call('connection.start-training', {})
    await takeFile(app, operator.write(1, { weakKeyStores: true }))
    const { id } = await app.call('connection.add', { form: formFor(platform.url), token: platform.authToken })
    expect((await app.call('app.snapshot', {})).vault).toEqual({ state: 'open', protection: 'system-weak' })
    // A stricter policy is accepted without a passphrase as well, or the laxer one would stay for ever.
    await takeFile(app, operator.write(2, {}))
    expect(await app.refusal('connection.replace-token', { id, token: 'another-token' })).toBe('passphrase-needed')
  })

  test('of an earlier release keeps its token under a weak key store, and accepts a new token once a passphrase is set', async () => {
    const platform = await openPlatform()
    const folder = makeFolder()
    const state = { isWeak: false }
    const keyStore = fakeKeyStore(state)
    const earlier = await openApp(folder, { keyStore })
    const { id } = await earlier.call('connection.add', { form: formFor(platform.url), token: platform.authToken })
    await earlier.stop()
    const path = join(folder, 'key.json')
    const { wrapped } = JSON.parse(readFileSync(path, 'utf8')) as { wrapped: string }
    // The first byte says that the store protected nothing when it wrapped the key.
    const weak = Buffer.from(wrapped, 'base64').fill(0, 0, 1).toString('base64')
    writeFileSync(path, JSON.stringify({ protection: 'system', wrapped: weak }))
    state.isWeak = true

    const app = await openApp(folder, { keyStore })

    const { vault, connections } = await app.call('app.snapshot', {})
    expect([vault.protection, connections[0]?.hasToken]).toEqual(['system-weak', true])
    expect(await app.refusal('connection.replace-token', { id, token: 'another-token' })).toBe('passphrase-needed')
    await app.call('vault.protect', { passphrase: 'over the weak store' })
    await app.call('connection.replace-token', { id, token: 'another-token' })
    expect(readFileSync(path, 'utf8')).not.toContain('"system"')
  })

  test('needs no passphrase with a system key store, and can be added once the store answers', async () => {
    const platform = await openPlatform()
    const state = { answers: false }
    const keyStore = fakeKeyStore(state)
    const app = await openApp(undefined, { keyStore })
    const request = { form: formFor(platform.url), token: platform.authToken }
    expect(await app.refusal('connection.add', request)).toBe('key-store-unavailable')
    state.answers = true
    await app.call('connection.add', request)
    expect((await app.call('app.snapshot', {})).vault).toEqual({ state: 'open', protection: 'system' })
  })

  test('never shows its token in the snapshot, the log or the settings', async () => {
    const platform = await openPlatform()
    const app = await openApp()
    await connect(app, platform)
    await app.jobIn(await save(app, newCustomer(productOf(platform))), 'done')
    const snapshot = await app.call('app.snapshot', {})
    expect(snapshot.connections[0]?.hasToken).toBe(true)
    expect(JSON.stringify([snapshot, app.ports.log, app.ports.settings.read()])).not.toContain(platform.authToken)
  })

  test('cannot change its kind, and cannot be saved, selected or given a token if it does not exist', async () => {
    const platform = await openPlatform()
    const app = await openApp()
    const connection = await connect(app, platform)
    expect(await app.refusal('connection.save', { ...connection, kind: 'training' })).toBe('not-allowed')
    expect(await app.refusal('connection.save', { ...connection, id: 'other' })).toBe('not-found')
    expect(await app.refusal('connection.select', { id: 'other' })).toBe('not-found')
    expect(await app.refusal('connection.replace-token', { id: 'other', token: anyToken() })).toBe('not-found')
  })

  test('cannot be given the name of another connection, and the refused attempt changes nothing', async () => {
    const platform = await openPlatform()
    const app = await openApp()
    const north = await connect(app, platform, { name: 'North' })
    const south = await connect(app, platform, { name: 'South' })
    const settings = async () => (await app.call('app.snapshot', {})).connections.map((one) => one.settings)
    const taken = { code: 'bad-request', fields: { name: 'name-taken' } }
    const renamed = await app.app.handlers['connection.save']({ ...south, name: ' north ', concurrency: 2 })
    expect(renamed).toMatchObject({ ok: false, error: taken })
    const { baseUrl, crmService, cmsService } = north
    const form = { name: 'NORTH', colour: 'rose' as const, baseUrl, crmService, cmsService }
    expect(await app.app.handlers['connection.add']({ form, token: anyToken() })).toMatchObject({
      ok: false,
      error: taken,
    })
    expect(await settings()).toEqual([north, south])
    await app.call('connection.save', { ...north, name: 'north', concurrency: 2 })
    expect(await settings()).toMatchObject([{ name: 'north', concurrency: 2 }, south])
  })

  test('can be saved although a connection file gave its name to a second connection', async () => {
    const platform = await openPlatform()
    const app = await openApp()
    const north = await connect(app, platform, { name: 'North' })
    const file = { ...north, id: 'filed', baseUrl: 'http://filed.example' }
    const text = JSON.stringify({ kind: 'setdesk-connections', version: 1, connections: [file] })
    const seen = await app.call('connection.read-file', { text })
    await app.call('connection.take-file', { text, stamp: seen.ok ? seen.stamp : '' })
    await app.call('connection.save', { ...north, concurrency: 2 })
    const { connections } = await app.call('app.snapshot', {})
    expect(connections.map(({ settings }) => settings.name)).toEqual(['North', 'North'])
  })

  test('whose stored token cannot be opened keeps its jobs, and sends them after the token is entered again', async () => {
    const platform = await openPlatform({ options: { offline: true } })
    const folder = makeFolder()
    const passphrase = 'a passphrase of the test'
    const first = await openApp(folder)
    await first.call('vault.protect', { passphrase })
    const { id } = await connect(first, platform)
    const job = await save(first, newCustomer(productOf(platform)))
    await first.stop()
    const database = new DatabaseSync(join(folder, 'setdesk.db'))
    database.exec('UPDATE token SET sealed = zeroblob(70)')
    database.close()
    await platform.setOptions({ offline: false })

    const app = await openApp(folder)
    await app.call('vault.unlock', { passphrase })
    expect((await app.call('app.snapshot', {})).connections[0]?.hasToken).toBe(false)
    const request = { draftId: 'a-draft-of-the-test', intent: newCustomer(productOf(platform)), evenIfKnown: false }
    expect(await app.refusal('job.save', request)).toBe('no-token')
    expect((await app.call('job.read', { id: job })).summary.state).toBe('saved')
    await app.call('connection.replace-token', { id, token: platform.authToken })
    expect((await app.jobIn(job, 'done')).summary.state).toBe('done')
  })
})

describe('the sandbox', () => {
  test('is ready at once, and again after a restart of the app', async () => {
    const folder = makeFolder()
    const first = await openApp(folder)
    await first.call('connection.start-training', {})
    await first.call('connection.start-training', {})
    const { connections, vault } = await first.call('app.snapshot', {})
    expect(vault).toEqual({ state: 'open', protection: 'training-file' })
    expect(connections).toHaveLength(1)
    const products = connections[0]?.settings.products ?? []
    const job = await save(first, newCustomer(products[0]?.productid ?? ''))
    await first.jobIn(job, 'done')
    await first.stop()

    const next = await openApp(folder)
    const hostname = connections[0]?.settings.hostnames[0] ?? ''
    const again = await save(next, { kind: 'hostname', box: { identifier: anyMac(), raw: '', model: '' }, hostname })
    expect((await next.jobIn(again, 'done')).summary.state).toBe('done')
  })

  test.each([
    ['is no database', () => Buffer.alloc(8192, 'x')],
    ['is damaged in the middle', (whole: Buffer) => Buffer.from(whole).fill(255, 4096, 16_384)],
    ['was made by another version', (whole: Buffer) => Buffer.from(whole).fill(99, 60, 64)],
  ])('is made anew if its file %s', async (_, damage) => {
    const folder = makeFolder()
    const first = await openApp(folder)
    await first.call('connection.start-training', {})
    await first.stop()
    const file = join(folder, 'training', 'training-platform.sqlite')
    writeFileSync(file, damage(readFileSync(file)))

    const log = createFakeLog()
    const app = await openApp(folder, { log })

    expect(log.lines.map(({ event }) => event)).toContain('training-made-anew')
    const { connections } = await app.call('app.snapshot', {})
    const job = await save(app, newCustomer(connections[0]?.settings.products[0]?.productid ?? ''))
    await app.jobIn(job, 'done')
  })

  test('does not prevent the app from starting if the sandbox itself cannot start', async () => {
    const folder = makeFolder()
    const first = await openApp(folder)
    await first.call('connection.start-training', {})
    await first.stop()
    rmSync(join(folder, 'training'), { recursive: true })
    writeFileSync(join(folder, 'training'), 'a file where a folder should be')
    const app = await openApp(folder)
    expect((await app.call('app.snapshot', {})).connections).toHaveLength(1)
    expect((await app.call('job.list', { limit: 5 })).jobs).toEqual([])
  })
})

test('preferences are kept for the next start', async () => {
  const folder = makeFolder()
  const first = await openApp(folder)
  await first.call('preferences.save', { technician: 'Sam', appearance: 'dark' })
  await first.stop()
  const { preferences } = await (await openApp(folder)).call('app.snapshot', {})
  expect(preferences).toMatchObject({ technician: 'Sam', appearance: 'dark' })
})
