import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSealing } from '../../../../src/main/vault/sealing.ts'
import { createTokens, hasToken } from '../../../../src/main/vault/tokens.ts'
import { openLedger } from '../jobs/open-ledger.ts'

const anyToken = (): string => randomBytes(18).toString('base64url')

test('a token is kept sealed, and is there for the next process', () => {
  const { database, sealing } = openLedger()
  const token = anyToken()
  createTokens(database, sealing).write('north', token)
  expect(createTokens(database, sealing).read('north')).toBe(token)
  const { sealed } = database.prepare('SELECT sealed FROM token').get() ?? {}
  expect(Buffer.from(sealed as Uint8Array).includes(token)).toBe(false)
  expect([hasToken(database, 'north'), hasToken(database, 'south')]).toEqual([true, false])
})

test('a new token takes the place of the old one at once', () => {
  const { database, sealing } = openLedger()
  const tokens = createTokens(database, sealing)
  const [old, fresh] = [anyToken(), anyToken()]
  tokens.write('north', old)
  expect(tokens.read('north')).toBe(old)
  tokens.write('north', fresh)
  expect(tokens.read('north')).toBe(fresh)
})

test('one connection’s token, put in another’s row, counts as none', () => {
  const { database, sealing } = openLedger()
  createTokens(database, sealing).write('north', anyToken())
  database.exec("UPDATE token SET connection_id = 'south'")
  expect(createTokens(database, sealing).read('south')).toBeUndefined()
})

test('a token that cannot be opened counts as none, and can be given again', () => {
  const { database, sealing } = openLedger()
  createTokens(database, createSealing(randomBytes(32))).write('north', anyToken())
  const tokens = createTokens(database, sealing)
  expect(tokens.read('north')).toBeUndefined()
  const token = anyToken()
  tokens.write('north', token)
  expect(tokens.read('north')).toBe(token)
})

test('a token that is taken away is gone from the file too', () => {
  const { database, sealing } = openLedger()
  const tokens = createTokens(database, sealing)
  tokens.write('north', anyToken())
  tokens.write('south', anyToken())
  tokens.remove('north')
  expect([tokens.read('north'), hasToken(database, 'north'), hasToken(database, 'south')]).toEqual([
    undefined,
    false,
    true,
  ])
})
