import { describe, expect, test } from 'vitest'
import { proxyLogInSchema, readProxy } from '../../../../../src/shared/domain/connection/connection.ts'

describe('the proxy of a connection', () => {
  test.each([
    ['', ''],
    ['proxy.example:8080', 'http://proxy.example:8080'],
    [' http://Proxy.Example:8080/ ', 'http://proxy.example:8080'],
    ['10.0.0.1:3128', 'http://10.0.0.1:3128'],
    ['http://[::1]:3128', 'http://[::1]:3128'],
  ])('that is typed as “%s” is stored as “%s”', (typed, proxy) => {
    expect(readProxy(typed)).toEqual({ ok: true, proxy })
  })

  test.each([
    ['https://proxy.example:8080', 'proxy-scheme'],
    ['socks5://proxy.example', 'proxy-scheme'],
    ['http://sam:word@proxy.example:8080', 'proxy-log-in'],
    ['sam:word@proxy.example:8080', 'proxy-log-in'],
    ['http://proxy.example/path', 'proxy-address'],
    ['http://proxy.example?x', 'proxy-address'],
    ['not a proxy', 'proxy-address'],
    ['http://', 'proxy-address'],
  ])('that is typed as “%s” is refused with the reason', (typed, problem) => {
    expect(readProxy(typed)).toEqual({ ok: false, problem })
  })
})

test.each(['sam:word', 'sam\r\nX: 1', ' '])('the user name %j is rejected for a proxy', (user) => {
  expect(proxyLogInSchema.safeParse({ user, password: '' }).success).toBe(false)
})
