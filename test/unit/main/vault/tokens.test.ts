import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSealing } from '../../../../src/main/vault/sealing.ts'
import { createTokens, hasToken, readProxyLogIn, writeProxyLogIn } from '../../../../src/main/vault/tokens.ts'
import { openLedger } from '../jobs/open-ledger.ts'

const place = 'https://tv.north.example'

const anyToken = (): string => randomBytes(18).toString('base64url')

test('a token is sealed, and can be read in the next process', () => {
  const { database, sealing } = openLedger()
  const token = anyToken()
  createTokens(database, sealing).write('north', place, token)
  expect(createTokens(database, sealing).read('north', place)).toBe(token)
  const { sealed } = database.prepare('SELECT sealed FROM token').get() ?? {}
  expect(Buffer.from(sealed as Uint8Array).includes(token)).toBe(false)
  expect([hasToken(database, 'north'), hasToken(database, 'south')]).toEqual([true, false])
})

test('a new token replaces the old one at once', () => {
  const { database, sealing } = openLedger()
  const tokens = createTokens(database, sealing)
  const [old, fresh] = [anyToken(), anyToken()]
  tokens.write('north', place, old)
  expect(tokens.read('north', place)).toBe(old)
  tokens.write('north', place, fresh)
  expect(tokens.read('north', place)).toBe(fresh)
})

test("a token that was moved to another connection's row is ignored", () => {
  const { database, sealing } = openLedger()
  createTokens(database, sealing).write('north', place, anyToken())
  database.exec("UPDATE token SET connection_id = 'south'")
  expect(createTokens(database, sealing).read('south', place)).toBeUndefined()
})

test('a token that does not open is ignored, and a new one is accepted', () => {
  const { database, sealing } = openLedger()
  createTokens(database, createSealing(randomBytes(32))).write('north', place, anyToken())
  const tokens = createTokens(database, sealing)
  expect(tokens.read('north', place)).toBeUndefined()
  const token = anyToken()
  tokens.write('north', place, token)
  expect(tokens.read('north', place)).toBe(token)
})

test('a removed token is deleted from the file', () => {
  const { database, sealing } = openLedger()
  const tokens = createTokens(database, sealing)
  tokens.write('north', place, anyToken())
  tokens.write('south', place, anyToken())
  tokens.remove('north')
  expect([tokens.read('north', place), hasToken(database, 'north'), hasToken(database, 'south')]).toEqual([
    undefined,
    false,
    true,
  ])
})

test('a token is given only for the address for which it was entered, even in the next process', () => {
  const { database, sealing } = openLedger()
  const tokens = createTokens(database, sealing)
  const token = anyToken()
  tokens.write('north', place, token)
  const elsewhere = ['http://tv.north.example', 'https://elsewhere.example', `${place} http://proxy.example:8080`]
  for (const other of elsewhere) {
    expect(tokens.read('north', other)).toBeUndefined()
    expect(createTokens(database, sealing).read('north', other)).toBeUndefined()
  }
  expect(tokens.read('north', place)).toBe(token)
  expect(createTokens(database, sealing).read('north', place)).toBe(token)
})

test('a token that was stored without an address is given for no address', () => {
  const { database, sealing } = openLedger()
  const token = anyToken()
  database
    .prepare('INSERT INTO token (connection_id, sealed) VALUES (?, ?)')
    .run('north', sealing.seal('token:north', token))
  for (const one of [place, 'https://elsewhere.example'])
    expect(createTokens(database, sealing).read('north', one)).toBeUndefined()
})

test('the credentials of a proxy are sealed beside the token, and never in its place', () => {
  const { database, sealing } = openLedger()
  const tokens = createTokens(database, sealing)
  const logIn = { user: 'sam', password: randomBytes(12).toString('hex') }
  const north = { id: 'north', proxy: 'http://proxy.example:8080' }
  tokens.write('north', 'there', 'a token of the test')
  writeProxyLogIn(tokens, north, logIn)
  expect(readProxyLogIn(createTokens(database, sealing), north)).toEqual(logIn)
  expect(readProxyLogIn(tokens, { ...north, proxy: 'http://other.example:8080' })).toBeUndefined()
  expect(tokens.read('north', 'there')).toBe('a token of the test')
  const rows = database.prepare('SELECT sealed FROM token').all()
  expect(rows.some(({ sealed }) => Buffer.from(sealed as Uint8Array).includes(logIn.password))).toBe(false)
  writeProxyLogIn(tokens, north, undefined)
  expect([readProxyLogIn(tokens, north), tokens.read('north', 'there')]).toEqual([undefined, 'a token of the test'])
})
