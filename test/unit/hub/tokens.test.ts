import { describe, expect, it } from 'vitest'
import {
  createKnownTokens,
  formatToken,
  hashToken,
  readBearer,
  stationOfToken,
} from '../../../src/hub/door/station-tokens.ts'

const station = '7b9a9b0e-0a44-4f8a-8d7b-0d5c1b8a0f11'
const token = formatToken(station, new Uint8Array(32).fill(250))

describe('the token of a session', () => {
  it('names its station, and is read from an Authorization header', () => {
    expect(stationOfToken(token)).toBe(station)
    expect(readBearer(`Bearer ${token}`)).toBe(token)
    expect(hashToken(token)).toHaveLength(32)
  })

  it.each([
    undefined,
    '',
    'Bearer',
    'Bearer short',
    `Basic ${token}`,
    `Bearer ${token} x`,
    `Bearer ${'x'.repeat(201)}`,
  ])('is not read from %j', (header) => {
    expect(readBearer(header)).toBeUndefined()
  })
})

describe('the list of known tokens', () => {
  it('forgets tokens that were refused, and the oldest ones if there are too many', () => {
    const known = createKnownTokens()
    known.add('a')
    known.remove('a')
    expect(known.has('a')).toBe(false)
    for (let count = 0; count <= 20_000; count += 1) known.add(String(count))
    expect([known.has('0'), known.has('1'), known.has('20000')]).toEqual([false, true, true])
  })
})
