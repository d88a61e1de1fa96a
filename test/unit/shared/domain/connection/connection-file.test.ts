import { describe, expect, test } from 'vitest'
import { connectionDefaults } from '../../../../../src/shared/domain/connection/connection.ts'
import {
  layOver,
  readConnectionFile,
  writeConnectionFile,
} from '../../../../../src/shared/domain/connection/connection-file.ts'
import { northConnection, trainingConnection } from '../../../../fakes/world.ts'

const filed = (connections: readonly object[], more: object = {}): string =>
  JSON.stringify({ kind: 'setdesk-connections', version: 1, connections, ...more })

describe('a file of connections', () => {
  test("restores every setting of the operator's connections, and contains no training platform", () => {
    const reading = readConnectionFile(writeConnectionFile([trainingConnection, northConnection]))
    expect(reading.ok && reading.connections.map(({ id }) => id)).toEqual(['north'])
    const [north] = reading.ok ? reading.connections : []
    const base = { ...connectionDefaults, id: 'north', kind: 'platform' } as const
    expect(north && layOver(base, north)).toEqual({ ok: true, connection: northConnection })
  })

  test('does not change settings that it does not contain', () => {
    const reading = readConnectionFile(filed([{ id: 'north', hostnames: ['tv.b.example'] }]))
    const [north] = reading.ok ? reading.connections : []
    expect(north && layOver(northConnection, north)).toEqual({
      ok: true,
      connection: { ...northConnection, hostnames: ['tv.b.example'] },
    })
  })

  test('may have unknown settings, which are ignored and listed', () => {
    const reading = readConnectionFile(filed([{ id: 'north', theme: 'loud', kind: 'training' }]))
    expect(reading).toMatchObject({ ok: true, connections: [{ given: {}, unknown: ['theme', 'kind'] }] })
  })

  test('of an earlier version is read without a setting that no longer exists', () => {
    const reading = readConnectionFile(filed([{ id: 'north', asksForProducts: true, concurrency: 3 }]))
    expect(reading).toMatchObject({ ok: true, connections: [{ given: { concurrency: 3 }, unknown: [] }] })
    const [north] = reading.ok ? reading.connections : []
    expect(north && layOver(northConnection, north)).toEqual({
      ok: true,
      connection: { ...northConnection, concurrency: 3 },
    })
  })

  test.each([
    ['', 'not-json'],
    ['rubbish', 'not-json'],
    ['"text"', 'not-json'],
    ['{"kind":', 'not-json'],
    ['[]', 'other-kind'],
    ['{"kind":"something else","version":1,"connections":[]}', 'other-kind'],
    [filed([{ name: 'without an id' }]), 'other-kind'],
    [filed([{ id: 'north' }], { version: 2 }), 'newer'],
    [filed([]), 'empty'],
    [filed([{ id: 'north', authToken: 'x' }]), 'secret'],
    [filed([{ id: 'north', proxyPassword: 'x' }]), 'secret'],
    [filed([{ id: 'north' }], { token: 'x' }), 'secret'],
    [filed([{ id: 'north' }, { id: 'north' }]), 'twice'],
  ])('is refused with the content %s: %s', (text, problem) => {
    expect(readConnectionFile(text)).toEqual({ ok: false, problem })
  })

  test.each([
    ['baseUrl', 'javascript:alert(1)'],
    ['colour', 'transparent'],
    ['proxy', 'http://sam:word@proxy.example:8080'],
    ['products', [{ productid: '', name: 'A', months: 1, days: 0, renewalinterval: 1 }]],
    ['concurrency', 99],
  ])('is refused with the name of the field if %s has an invalid value', (field, value) => {
    expect(layOver(northConnection, { id: 'north', given: { [field]: value }, unknown: [] })).toEqual({
      ok: false,
      field,
    })
  })

  test('drops the credentials that an address contains', () => {
    const given = { baseUrl: 'https://sam:word@sms.north.example/api' }
    expect(layOver(northConnection, { id: 'north', given, unknown: [] })).toMatchObject({
      connection: { baseUrl: 'https://sms.north.example' },
    })
  })
})
