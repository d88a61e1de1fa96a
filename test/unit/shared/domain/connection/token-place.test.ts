import { expect, test } from 'vitest'
import { isPlainHttp, tokenPlace } from '../../../../../src/shared/domain/connection/connection.ts'

const north = { kind: 'platform', baseUrl: 'https://tv.north.example/tvms', proxy: '', authority: '' } as const
const secure = tokenPlace(north)
const proxy = 'http://proxy.example:8080'

test.each([
  ['another path', { baseUrl: 'https://tv.north.example/other' }],
  ['the default port written out', { baseUrl: 'https://tv.north.example:443' }],
  ['a proxy that only passes encrypted traffic', { proxy }],
])('a token stays valid for a connection with %s', (_, changed) => {
  expect(tokenPlace({ ...north, ...changed })).toBe(secure)
})

test.each([
  ['another host', { baseUrl: 'https://tv.south.example/tvms' }],
  ['another port', { baseUrl: 'https://tv.north.example:8443/tvms' }],
  ['no encryption', { baseUrl: 'http://tv.north.example/tvms' }],
  ['a certificate that may vouch for another server', { authority: 'PEM' }],
  ['a proxy that another certificate may vouch for', { proxy, authority: 'PEM' }],
])('a token is no longer valid for a connection with %s', (_, changed) => {
  expect(tokenPlace({ ...north, ...changed })).not.toBe(secure)
})

test('a token for an unencrypted connection is valid for one proxy only', () => {
  const plain = { ...north, baseUrl: 'http://tv.north.example' }
  const places = ['', proxy, 'http://other.example:8080'].map((one) => tokenPlace({ ...plain, proxy: one }))
  expect(new Set(places).size).toBe(3)
})

test('a token for the sandbox is valid on any port', () => {
  const training = { ...north, kind: 'training' } as const
  expect(tokenPlace({ ...training, baseUrl: 'http://127.0.0.1:4000' })).toBe(
    tokenPlace({ ...training, baseUrl: 'http://127.0.0.1:5000' }),
  )
})

test.each([
  ['https://tv.north.example', '', false],
  ['https://tv.north.example', proxy, false],
  ['http://tv.north.example', '', true],
  ['http://127.0.0.1:8080/tvms', '', false],
  ['http://[::1]:8080', '', false],
  ['http://LOCALHOST', '', false],
  ['http://localhost', 'http://127.0.0.1:3128', false],
  ['http://localhost', proxy, true],
  ['http://tv.north.example', 'http://127.0.0.1:3128', true],
  ['http://127.0.0.1.north.example', '', true],
  ['http://localhost@tv.north.example', '', true],
])('a connection to %s through the proxy “%s” is recognized as unencrypted or not', (baseUrl, through, isPlain) => {
  expect(isPlainHttp({ baseUrl, proxy: through })).toBe(isPlain)
})
