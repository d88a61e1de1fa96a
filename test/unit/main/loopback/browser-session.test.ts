import { expect, test } from 'vitest'
import { createBrowserSession } from '../../../../src/main/loopback/loopback-server.ts'
import { trulyRandom } from '../../../fakes/random.ts'

const redeemed = (session: ReturnType<typeof createBrowserSession>) => session.redeem(session.launchToken) ?? ''

test('a browser session accepts its launch token once, and then accepts the bearer token that it gave in return', () => {
  const session = createBrowserSession(trulyRandom)
  expect(session.isUsed()).toBe(false)
  const bearer = redeemed(session)
  expect(session.isUsed()).toBe(true)
  expect(bearer).toMatch(/^[\w-]{43}$/)
  expect(session.admits(`Bearer ${bearer}`)).toBe(true)
  expect(session.redeem(session.launchToken)).toBeUndefined()
})

test('a browser session accepts no token in place of its own bearer token', () => {
  const session = createBrowserSession(trulyRandom)
  expect(session.admits(undefined)).toBe(false)
  expect(session.admits(`Bearer ${session.launchToken}`)).toBe(false)
  const bearer = redeemed(session)
  for (const other of ['', 'Bearer', 'Bearer ', bearer, `Basic ${bearer}`, `Bearer ${bearer}x`, `Bearer  ${bearer}`]) {
    expect(session.admits(other)).toBe(false)
  }
  expect(session.admits(`Bearer ${session.launchToken}`)).toBe(false)
})

test('a browser session accepts neither the bearer token nor the launch token of another session', () => {
  const one = createBrowserSession(trulyRandom)
  const two = createBrowserSession(trulyRandom)
  redeemed(two)
  expect(two.admits(`Bearer ${redeemed(one)}`)).toBe(false)
  expect(createBrowserSession(trulyRandom).redeem(one.launchToken)).toBeUndefined()
})
