import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { isCheap, unwrapByPassphrase, wrapByPassphrase } from '../../../../src/main/vault/passphrase.ts'

const key = randomBytes(32)
const cheap = { cost: 2 ** 14, parallel: 1 } as const

test('unwraps the key however the accents of the passphrase are typed', async () => {
  const record = await wrapByPassphrase(key, 'caf\u00e9 au lait', cheap)
  expect(await unwrapByPassphrase(record, 'cafe\u0301 au lait')).toEqual(key)
})

test('gives nothing for another passphrase', async () => {
  const record = await wrapByPassphrase(key, 'correct horse', cheap)
  expect(await unwrapByPassphrase(record, 'correct horse ')).toBeUndefined()
})

test('gives nothing for a record that was changed', async () => {
  const record = await wrapByPassphrase(key, 'correct horse', cheap)
  const other = await wrapByPassphrase(key, 'correct horse', cheap)
  for (const changed of [{ tag: other.tag }, { wrapped: other.wrapped }, { nonce: other.nonce }, { salt: other.salt }])
    expect(await unwrapByPassphrase({ ...record, ...changed }, 'correct horse')).toBeUndefined()
})

test('gives nothing for a record whose tag was shortened', async () => {
  const record = await wrapByPassphrase(key, 'correct horse', cheap)
  const tag = Buffer.from(record.tag, 'base64').subarray(0, 4).toString('base64')
  expect(await unwrapByPassphrase({ ...record, tag }, 'correct horse')).toBeUndefined()
})

test('makes each guess slow: a user can wait for it, an attacker cannot', async () => {
  const record = await wrapByPassphrase(key, 'correct horse')
  expect(record).toMatchObject({ cost: 2 ** 15, parallel: 3 })
  expect([isCheap(record), isCheap(cheap)]).toEqual([false, true])
  expect(JSON.stringify(record)).not.toContain(key.toString('base64'))
})
