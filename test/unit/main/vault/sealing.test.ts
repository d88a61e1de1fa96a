import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createSealing } from '../../../../src/main/vault/sealing.ts'

const key = randomBytes(32)
const sealing = createSealing(key)

test('a sealed text opens with the same key', () => {
  const sealed = sealing.seal('job:1', 'Amélie 📺')
  expect(createSealing(key).open('job:1', sealed)).toBe('Amélie 📺')
})

test('a sealed text shows nothing of the text, and is different each time', () => {
  const [one, other] = [sealing.seal('job:1', 'Amélie'), sealing.seal('job:1', 'Amélie')]
  expect(Buffer.from(one).includes('Amélie')).toBe(false)
  expect(Buffer.from(one).equals(other)).toBe(false)
})

test('no nonce is used twice', () => {
  const nonces = Array.from({ length: 2000 }, () => Buffer.from(sealing.seal('job a', '')).toString('hex', 1, 13))
  expect(new Set(nonces).size).toBe(2000)
})

describe('a sealed text does not open', () => {
  const sealed = Buffer.from(sealing.seal('job:1', 'Amélie'))
  test('under the identity of another row', () => {
    expect(() => sealing.open('job:2', sealed)).toThrow()
  })
  test('with another key', () => {
    expect(() => createSealing(randomBytes(32)).open('job:1', sealed)).toThrow()
  })
  test('with any bit changed', () => {
    for (let index = 0; index < sealed.length; index += 1) {
      const changed = Buffer.from(sealed)
      changed[index] = (changed[index] ?? 0) ^ 1
      expect(() => sealing.open('job:1', changed)).toThrow()
    }
  })
  test('if it was cut at any length', () => {
    for (let length = 0; length < sealed.length; length += 1)
      expect(() => sealing.open('job:1', sealed.subarray(0, length))).toThrow()
  })
})

test('equal values have equal keyed hashes, which differ under another key and do not contain the value', () => {
  const hash = Buffer.from(sealing.keyedHash('box 1'))
  expect(hash.equals(sealing.keyedHash('box 1'))).toBe(true)
  expect(hash.equals(sealing.keyedHash('box 2'))).toBe(false)
  expect(hash.equals(createSealing(randomBytes(32)).keyedHash('box 1'))).toBe(false)
  expect(hash.includes('box')).toBe(false)
})
