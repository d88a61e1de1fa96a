import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { readProxyLogIn, writeProxyLogIn } from '../../../../src/main/vault/proxy-log-ins.ts'
import { createTokens } from '../../../../src/main/vault/tokens.ts'
import { openLedger } from '../jobs/open-ledger.ts'

test('seals the credentials of a proxy beside the token, and never in its place', () => {
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
