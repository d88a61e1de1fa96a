import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { makeCertificate } from '../../fakes/http-server-certificate.ts'
import { connect, openDesk, openPlatform, type Desk } from '../../fakes/desk.ts'

const look = async (desk: Desk, text: string) => {
  const seen = await desk.call('connection.read-file', { text })
  if (!seen.ok) throw new Error(`refused: ${JSON.stringify(seen)}`)
  return seen
}
const take = async (desk: Desk, text: string) =>
  await desk.call('connection.take-file', { text, stamp: (await look(desk, text)).stamp })
const connectionsOf = async (desk: Desk) => (await desk.call('app.snapshot', {})).connections
const settingsOf = async (desk: Desk) => (await connectionsOf(desk)).map(({ settings }) => settings)

/** A desk with one connection, and the file that it writes. */
async function openNorth() {
  const platform = await openPlatform()
  const desk = await openDesk()
  const connection = await connect(desk, platform, {
    name: 'North',
    resellers: [{ id: '501', name: 'Northern Aerials' }],
    countries: ['France', 'Spain'],
    proxy: 'http://proxy.example:8080',
    authority: makeCertificate().cert,
  })
  await desk.call('connection.set-proxy-log-in', {
    id: connection.id,
    logIn: { user: 'sam', password: 'a-secret-word' },
  })
  const { text } = await desk.call('connection.write-file', {})
  return { platform, desk, connection, text }
}

describe('the file for all laptops', () => {
  test('holds no token and no log-in of a proxy', async () => {
    const { platform, desk, text } = await openNorth()
    const { folder, name } = await desk.call('connection.write-file', {})
    expect(readFileSync(join(folder, name), 'utf8')).toBe(text)
    expect(text).not.toContain(platform.authToken)
    expect(text).not.toContain('a-secret-word')
    expect(text).toContain('Northern Aerials')
  })

  test('makes the same connection on another laptop, which then asks for its token', async () => {
    const { platform, connection, text } = await openNorth()
    const other = await openDesk()
    const { connections } = await look(other, text)
    expect(connections).toMatchObject([{ name: 'North', is: 'new', movesToken: false, unknown: [] }])
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
    expect(await connectionsOf(other)).toMatchObject([{ settings: connection, hasToken: false }])
    const { id } = connection
    expect(await other.refusal('connection.replace-token', { id, token: platform.authToken })).toBe('passphrase-needed')
    await other.call('vault.protect', { passphrase: 'a passphrase of the test' })
    await other.call('connection.replace-token', { id, token: platform.authToken })
    expect((await connectionsOf(other))[0]?.hasToken).toBe(true)
  })

  test('changes nothing until it is taken, and then exactly what was shown', async () => {
    const { desk, connection, text } = await openNorth()
    const newer = text.replace('"North"', '"Far North"').replace('"Spain"', '"Portugal"')
    const seen = await look(desk, newer)
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
        movesToken: false,
        unknown: [],
      },
    ])
    expect(await settingsOf(desk)).toEqual([connection])
    await desk.call('connection.save', { ...connection, countries: ['Italy'] })
    expect(await desk.refusal('connection.take-file', { text: newer, stamp: seen.stamp })).toBe('changed-meanwhile')
    expect(await take(desk, newer)).toEqual({ added: 0, changed: 1 })
    expect(await settingsOf(desk)).toEqual([{ ...connection, name: 'Far North', countries: ['France', 'Portugal'] }])
    expect((await look(desk, newer)).connections).toMatchObject([{ is: 'same', changes: [] }])
  })

  test('finds a connection that was added by hand by where it leads, and keeps its token', async () => {
    const { platform, text } = await openNorth()
    const other = await openDesk()
    const own = await connect(other, platform, { name: 'My own' })
    expect((await look(other, text)).connections).toMatchObject([{ name: 'My own', is: 'changed' }])
    await take(other, text)
    expect(await connectionsOf(other)).toMatchObject([{ settings: { id: own.id, name: 'North' }, hasToken: true }])
  })

  test('says where it would send the token to another address', async () => {
    const { platform, desk, text } = await openNorth()
    const moved = text.replace(platform.url, 'https://elsewhere.example')
    expect((await look(desk, moved)).connections).toMatchObject([{ is: 'changed', movesToken: true }])
  })

  test('shows certificates by whom they are of, and tells two of the same name apart', async () => {
    const { desk, text } = await openNorth()
    const other = makeCertificate().cert
    const file = JSON.parse(text) as { connections: { authority: string }[] }
    const changed = { ...file, connections: file.connections.map((one) => ({ ...one, authority: other })) }
    const [connection] = (await look(desk, JSON.stringify(changed))).connections
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
  ])('that cannot be used says why, and changes nothing: %s', async (text, refused) => {
    const { desk, connection } = await openNorth()
    expect(await desk.call('connection.read-file', { text })).toEqual({ ok: false, ...refused })
    expect(await desk.refusal('connection.take-file', { text, stamp: 'any' })).toBe('file-unusable')
    expect(await settingsOf(desk)).toEqual([connection])
  })

  test('leaves the training platform alone, whatever stands in it', async () => {
    const desk = await openDesk()
    await desk.call('connection.start-training', {})
    const before = await settingsOf(desk)
    const text = JSON.stringify({
      kind: 'setdesk-connections',
      version: 1,
      connections: [
        { id: 'training', kind: 'training', name: 'X', baseUrl: 'http://a.example', crmService: 'a', cmsService: 'b' },
      ],
    })
    expect(await take(desk, text)).toEqual({ added: 1, changed: 0 })
    const [training, added] = await settingsOf(desk)
    expect([training, added?.kind, added?.id === 'training']).toEqual([before[0], 'platform', false])
  })
})
