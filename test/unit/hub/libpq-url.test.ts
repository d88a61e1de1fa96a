import { Client } from 'pg'
import { expect, it } from 'vitest'
import { readAsLibpq } from '../../../src/hub/database/sql-connection.ts'

/** How the package reads an address: without TLS, TLS without a check of the server, or TLS with that check. */
function readTls(url: string): 'none' | 'encrypts' | 'checks' {
  const ssl: unknown = new Client({ connectionString: readAsLibpq(url) }).ssl
  if (ssl === false) return 'none'
  const asksNobody = typeof ssl === 'object' && ssl !== null && 'rejectUnauthorized' in ssl && !ssl.rejectUnauthorized
  return asksNobody ? 'encrypts' : 'checks'
}

it.each([
  ['postgres://hub@db/setdesk', 'none'],
  ['postgres://hub@db/setdesk?sslmode=disable', 'none'],
  ['postgres://hub@db/setdesk?sslmode=require', 'encrypts'],
  ['postgres://hub@db/setdesk?sslmode=verify-full', 'checks'],
])('the TLS setting of %s is read as psql reads it', (url, wanted) => {
  expect(readTls(url)).toBe(wanted)
})

it('the password of a database address is kept', () => {
  const url = 'postgres://hub:p%40s%2Fs@db/setdesk?sslmode=require'
  expect(new Client({ connectionString: readAsLibpq(url) }).password).toBe('p@s/s')
})
