import { expect, test } from 'vitest'
import { tokenPlace } from '../../../../src/main/vault/token-place.ts'

const north = { kind: 'platform', baseUrl: 'https://tv.north.example/tvms', proxy: '', authority: '' } as const
const secure = tokenPlace(north)
const proxy = 'http://proxy.example:8080'

test.each([
  ['another path', { baseUrl: 'https://tv.north.example/other' }],
  ['the default port written out', { baseUrl: 'https://tv.north.example:443' }],
  ['a proxy that only passes encrypted traffic', { proxy }],
  ['a company certificate', { authority: 'PEM' }],
])('keeps the place of a token with %s', (_, changed) => {
  expect(tokenPlace({ ...north, ...changed })).toBe(secure)
})

test.each([
  ['another host', { baseUrl: 'https://tv.south.example/tvms' }],
  ['another port', { baseUrl: 'https://tv.north.example:8443/tvms' }],
  ['no encryption', { baseUrl: 'http://tv.north.example/tvms' }],
  ['a proxy that another certificate may vouch for', { proxy, authority: 'PEM' }],
])('changes the place of a token with %s', (_, changed) => {
  expect(tokenPlace({ ...north, ...changed })).not.toBe(secure)
})

test('makes each proxy its own place without encryption', () => {
  const plain = { ...north, baseUrl: 'http://tv.north.example' }
  const places = ['', proxy, 'http://other.example:8080'].map((one) => tokenPlace({ ...plain, proxy: one }))
  expect(new Set(places).size).toBe(3)
})

test('gives the sandbox the same place on any port', () => {
  const training = { ...north, kind: 'training' } as const
  expect(tokenPlace({ ...training, baseUrl: 'http://127.0.0.1:4000' })).toBe(
    tokenPlace({ ...training, baseUrl: 'http://127.0.0.1:5000' }),
  )
})
