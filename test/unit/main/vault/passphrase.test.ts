import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { isCheap, unwrapByPassphrase, wrapByPassphrase } from '../../../../src/main/vault/key-file.ts'

const key = randomBytes(32)
const cheap = { cost: 2 ** 14, parallel: 1 } as const

test('a passphrase unwraps the key however its accents are encoded', async () => {
  const record = await wrapByPassphrase(key, 'caf\u00e9 au lait', cheap)
  expect(await unwrapByPassphrase(record, 'cafe\u0301 au lait')).toEqual(key)
})

test('a wrong passphrase does not unwrap the key', async () => {
  const record = await wrapByPassphrase(key, 'correct horse', cheap)
  expect(await unwrapByPassphrase(record, 'correct horse ')).toBeUndefined()
})

test('a passphrase does not unwrap the key from a changed record', async () => {
  const record = await wrapByPassphrase(key, 'correct horse', cheap)
  const other = await wrapByPassphrase(key, 'correct horse', cheap)
  for (const changed of [{ tag: other.tag }, { wrapped: other.wrapped }, { nonce: other.nonce }, { salt: other.salt }])
    expect(await unwrapByPassphrase({ ...record, ...changed }, 'correct horse')).toBeUndefined()
})

test('a passphrase does not unwrap the key from a record with a shortened tag', async () => {
  const record = await wrapByPassphrase(key, 'correct horse', cheap)
  const tag = Buffer.from(record.tag, 'base64').subarray(0, 4).toString('base64')
  expect(await unwrapByPassphrase({ ...record, tag }, 'correct horse')).toBeUndefined()
})

test('a new passphrase record makes guesses expensive, and does not contain the key', async () => {
  const record = await wrapByPassphrase(key, 'correct horse')
  expect(record).toMatchObject({ cost: 2 ** 15, parallel: 3 })
  expect([isCheap(record), isCheap(cheap)]).toEqual([false, true])
  expect(JSON.stringify(record)).not.toContain(key.toString('base64'))
})
