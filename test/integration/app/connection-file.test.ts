import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { makeCertificate } from '../../fakes/http-server-certificate.ts'
import { connect, openApp, openPlatform, type TestApp } from '../../fakes/test-app.ts'
import { startHttpServer } from '../../fakes/http-server.ts'
import { anyDraftId, newCustomer } from '../../fakes/intents.ts'

const look = async (app: TestApp, text: string) => {
  const seen = await app.call('connection.read-file', { text })
  if (!seen.ok) throw new Error(`refused: ${JSON.stringify(seen)}`)
  return seen
}
const take = async (app: TestApp, text: string) =>
  await app.call('connection.take-file', { text, stamp: (await look(app, text)).stamp })
const connectionsOf = async (app: TestApp) => (await app.call('app.snapshot', {})).connections
const settingsOf = async (app: TestApp) => (await connectionsOf(app)).map(({ settings }) => settings)

const passphrase = 'a passphrase of the test'

/** An app with one connection, and its connection file. */
async function openNorth() {
  const platform = await openPlatform()
  const app = await openApp()
  await app.call('vault.protect', { passphrase })
  const connection = await connect(app, platform, {
    name: 'North',
    resellers: [{ id: '501', name: 'Northern Aerials' }],
    countries: ['France', 'Spain'],
    proxy: 'http://proxy.example:8080',
    authority: makeCertificate().cert,
    allowsPlainHttp: true,
  })
  await app.call('connection.set-proxy-log-in', {
    id: connection.id,
    logIn: { user: 'sam', password: 'a-secret-word' },
  })
  const { text } = await app.call('connection.write-file', {})
  return { platform, app, connection, text }
}

describe('the connection file', () => {
  test('contains no token and no proxy credentials', async () => {
    const { platform, app, text } = await openNorth()
    const { folder, name } = await app.call('connection.write-file', {})
    expect(readFileSync(join(folder, name), 'utf8')).toBe(text)
    expect(text).not.toContain(platform.authToken)
    expect(text).not.toContain('a-secret-word')
    expect(text).toContain('Northern Aerials')
  })

  test('that cannot be written although the disk has room is not reported as a full disk', async () => {
    const app = await openApp()
    writeFileSync(join(app.folder, 'settings-file'), 'a file where a folder should be')
    expect(await app.refusal('connection.write-file', {})).toBe('file-not-written')
  })

  test.skipIf(!existsSync('/dev/full'))('that does not fit on the disk is reported as a full disk', async () => {
    const app = await openApp()
    mkdirSync(join(app.folder, 'settings-file'))
    symlinkSync('/dev/full', join(app.folder, 'settings-file', 'operator.setdesk-connections'))
    expect(await app.refusal('connection.write-file', {})).toBe('storage-full')
  })

  test('creates the same connection on another laptop, which then needs the token', async () => {
    const { platform, connection, text } = await openNorth()
    const other = await openApp()
    const { connections } = await look(other, text)
    expect(connections).toMatchObject([
      { name: 'North', is: 'new', leavesToken: false, leavesProxyLogIn: false, unknown: [] },
    ])
    expect(connections[0]?.changes).toContainEqual({
      field: 'resellers',
      item: '501',
      change: 'added',
      after: 'Northern Aerials',
    })
    expect(connections[0]?.changes.every(({ change }) => change === 'added')).toBe(true)
    expect(connections[0]?.changes.map(({ field }) => field)).not.toContain('macFormat')
    expect(await settingsOf(other)).toEqual([])
    expect(await take(other, text)).toEqual({ added: 1, changed: 0 })
    expect(await connectionsOf(other)).toMatchObject([
      { settings: { ...connection, allowsPlainHttp: false }, hasToken: false, isPlainHttpStopped: true },
    ])
    const { id } = connection
    expect(await other.refusal('connection.replace-token', { id, token: platform.authToken })).toBe('passphrase-needed')
    await other.call('vault.protect', { passphrase })
    await other.call('connection.replace-token', { id, token: platform.authToken })
    expect((await connectionsOf(other))[0]?.hasToken).toBe(true)
  })

  test('changes nothing before it is imported, and then exactly what was shown', async () => {
    const { app, connection, text } = await openNorth()
    const newer = text.replace('"North"', '"Far North"').replace('"Spain"', '"Portugal"')
    const seen = await look(app, newer)
    expect(seen.connections).toEqual([
      {
        id: connection.id,
        name: 'North',
        is: 'changed',
        changes: [
          { field: 'name', change: 'changed', before: 'North', after: 'Far North' },
          { field: 'countries', item: 'Spain', change: 'removed', before: 'Spain' },
          { field: 'countries', item: 'Portugal', change: 'added', after: 'Portugal' },
        ],
        leavesToken: false,
        leavesProxyLogIn: false,
        unknown: [],
      },
    ])
    expect(await settingsOf(app)).toEqual([connection])
    await app.call('connection.save', { ...connection, countries: ['Italy'] })
    expect(await app.refusal('connection.take-file', { text: newer, stamp: seen.stamp })).toBe('changed-meanwhile')
    expect(await take(app, newer)).toEqual({ added: 0, changed: 1 })
    expect(await settingsOf(app)).toEqual([{ ...connection, name: 'Far North', countries: ['France', 'Portugal'] }])
    expect((await look(app, newer)).connections).toMatchObject([{ is: 'same', changes: [] }])
  })

  test('updates a connection that was added by hand for the same address, and does not remove its token', async () => {
    const { platform, text } = await openNorth()
    const other = await openApp()
    const own = await connect(other, platform, { name: 'My own' })
    const straight = text.replace(/"proxy": ".*?"/, '"proxy": ""')
    expect((await look(other, straight)).connections).toMatchObject([{ name: 'My own', is: 'changed' }])
    await take(other, straight)
    expect(await connectionsOf(other)).toMatchObject([{ settings: { id: own.id, name: 'North' }, hasToken: true }])
  })

  test('with a new address for a connection removes the token, and nothing is sent until a token is entered', async () => {
    const { platform, app, connection, text } = await openNorth()
    await app.call('connection.save', { ...connection, proxy: '', token: platform.authToken })
    const seen: string[] = []
    const other = await startHttpServer((response, { url }) => {
      seen.push(url)
      response.writeHead(404).end()
    })
    const moved = text.replace(platform.url, other.url).replace(/"proxy": ".*?"/, '"proxy": ""')
    const work = await app.call('job.save', {
      draftId: anyDraftId(),
      intent: newCustomer(platform.products[0]?.id ?? ''),
      evenIfKnown: false,
    })
    await app.jobIn(work.id, 'done')
    await platform.setOptions({ offline: true })
    const waiting = await app.call('job.save', {
      draftId: anyDraftId(),
      intent: newCustomer(platform.products[0]?.id ?? ''),
      evenIfKnown: false,
    })

    expect((await look(app, moved)).connections).toMatchObject([{ is: 'changed', leavesToken: true }])
    await take(app, moved)
    expect(await connectionsOf(app)).toMatchObject([{ settings: { baseUrl: other.url }, hasToken: false }])
    expect(await app.refusal('customers.find', { slot: 'list', filter: {} })).toBe('no-token')
    expect((await app.call('job.read', { id: waiting.id })).summary.state).toMatch(/^(?:saved|waiting)$/)
    expect(seen).toEqual([])

    // The new address was a mistake. The old file leads back, and the token is valid again.
    await platform.setOptions({ offline: false })
    expect((await look(app, text)).connections).toMatchObject([{ leavesToken: false }])
    await take(app, text.replace(/"proxy": ".*?"/, '"proxy": ""'))
    expect((await connectionsOf(app))[0]?.hasToken).toBe(true)
    await app.jobIn(waiting.id, 'done')
    expect(seen).toEqual([])

    await take(app, moved)
    await app.call('connection.replace-token', { id: connection.id, token: 'one for the other place' })
    await app.call('console.ask', { slot: 'console', operation: 'getCustomers', values: {} })
    expect(seen.length).toBeGreaterThan(0)
    expect(seen.join()).not.toContain(encodeURIComponent(platform.authToken))
  })

  test('with a new address for a connection warns that the token will be missing, even while the vault is locked', async () => {
    const { platform, app, text } = await openNorth()
    const moved = text.replace(platform.url, 'http://elsewhere.example')
    await app.stop()
    const locked = await openApp(app.folder)
    expect((await locked.call('app.snapshot', {})).vault.state).toBe('locked')
    expect((await look(locked, moved)).connections).toMatchObject([{ leavesToken: true, leavesProxyLogIn: false }])
    await take(locked, moved)
    await locked.call('vault.unlock', { passphrase })
    expect(await connectionsOf(locked)).toMatchObject([{ hasToken: false, hasProxyLogIn: true }])
  })

  test('with a new proxy for a connection removes the proxy credentials, and a token that the proxy could read', async () => {
    const { app, text } = await openNorth()
    const changed = text.replace('proxy.example', 'other.example')
    expect((await look(app, changed)).connections).toMatchObject([{ leavesToken: true, leavesProxyLogIn: true }])
    await take(app, changed)
    expect(await connectionsOf(app)).toMatchObject([{ hasToken: false, hasProxyLogIn: false }])
  })

  test('whose connection id would name the proxy credentials of another connection does not replace them', async () => {
    const { app, connection } = await openNorth()
    const added = { name: 'X', baseUrl: 'https://x.example', crmService: 'a', cmsService: 'b' }
    const connections = [{ id: `proxy ${connection.id}`, ...added }]
    await take(app, JSON.stringify({ kind: 'setdesk-connections', version: 1, connections }))
    const { id } = (await settingsOf(app)).find(({ name }) => name === 'X') ?? { id: '' }
    await app.call('connection.replace-token', { id, token: 'a-token-of-x' })
    expect((await connectionsOf(app)).map(({ hasToken, hasProxyLogIn }) => [hasToken, hasProxyLogIn])).toEqual([
      [true, true],
      [true, false],
    ])
  })

  test('sets an address that the restore of an older backup does not undo', async () => {
    const { platform, app, text } = await openNorth()
    const { name } = await app.call('maintenance.back-up', {})
    await take(app, text.replace(platform.url, 'http://elsewhere.example'))
    await app.call('maintenance.restore', { name })
    expect(await connectionsOf(app)).toMatchObject([
      { settings: { baseUrl: 'http://elsewhere.example' }, hasToken: false },
    ])
  })

  test('cannot allow unencrypted sending, and withdraws an earlier permission if the proxy changes', async () => {
    const { platform, app, connection, text } = await openNorth()
    const allowing = text.replace('"name": "North"', '"name": "North", "allowsPlainHttp": true')
    expect(allowing).not.toBe(text)
    const straight = { ...connection, allowsPlainHttp: false, proxy: '' }
    await app.call('connection.save', straight)
    expect((await look(app, allowing)).connections).toMatchObject([{ unknown: ['allowsPlainHttp'] }])
    await take(app, allowing)
    expect(await connectionsOf(app)).toMatchObject([{ settings: { allowsPlainHttp: false }, isPlainHttpStopped: true }])
    await app.call('connection.save', { ...connection, token: platform.authToken })
    await take(app, text.replace('"North"', '"Far North"'))
    expect(await connectionsOf(app)).toMatchObject([{ settings: { allowsPlainHttp: true }, hasToken: true }])
    await take(app, text.replace('proxy.example', 'other.example'))
    expect(await connectionsOf(app)).toMatchObject([{ settings: { allowsPlainHttp: false }, isPlainHttpStopped: true }])
  })

  test('shows a changed certificate by its subject and fingerprint', async () => {
    const { app, text } = await openNorth()
    const other = makeCertificate().cert
    const file = JSON.parse(text) as { connections: { authority: string }[] }
    const changed = { ...file, connections: file.connections.map((one) => ({ ...one, authority: other })) }
    const [connection] = (await look(app, JSON.stringify(changed))).connections
    expect(connection?.changes).toHaveLength(1)
    expect(connection?.changes[0]?.after).toMatch(/^CN=localhost \([0-9A-F]{2}:/)
  })

  test.each([
    ['rubbish', { problem: 'not-json' }],
    ['{"kind":"setdesk-connections","version":1,"connections":[{"id":"x","authToken":"y"}]}', { problem: 'secret' }],
    [
      '{"kind":"setdesk-connections","version":1,"connections":[{"id":"x","name":"Odd","baseUrl":"nowhere"}]}',
      { problem: 'unusable-value', connection: 'Odd', field: 'baseUrl' },
    ],
    [
      '{"kind":"setdesk-connections","version":1,"connections":[{"id":"x","name":"Odd","baseUrl":"http://a.example","crmService":"a","cmsService":"b","authority":"rubbish"}]}',
      { problem: 'unusable-value', connection: 'Odd', field: 'authority' },
    ],
  ])('that is invalid is refused with a reason, and changes nothing: %s', async (text, refused) => {
    const { app, connection } = await openNorth()
    expect(await app.call('connection.read-file', { text })).toEqual({ ok: false, ...refused })
    expect(await app.refusal('connection.take-file', { text, stamp: 'any' })).toBe('file-unusable')
    expect(await settingsOf(app)).toEqual([connection])
  })

  test('never changes the training connection', async () => {
    const app = await openApp()
    await app.call('connection.start-training', {})
    const before = await settingsOf(app)
    const text = JSON.stringify({
      kind: 'setdesk-connections',
      version: 1,
      connections: [
        { id: 'training', kind: 'training', name: 'X', baseUrl: 'http://a.example', crmService: 'a', cmsService: 'b' },
      ],
    })
    expect(await take(app, text)).toEqual({ added: 1, changed: 0 })
    const [training, added] = await settingsOf(app)
    expect([training, added?.kind, added?.id === 'training']).toEqual([before[0], 'platform', false])
  })
})
