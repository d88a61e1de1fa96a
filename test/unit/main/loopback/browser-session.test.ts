import { expect, test } from 'vitest'
import { createBrowserSession } from '../../../../src/main/loopback/browser-session.ts'
import { trulyRandom } from '../../../fakes/random.ts'

const redeemed = (session: ReturnType<typeof createBrowserSession>) =>
  session.redeem(session.launchToken)?.split(';')[0] ?? ''

test('admits its own cookie at any position among others', () => {
  const session = createBrowserSession(trulyRandom, 4000)
  const cookie = redeemed(session)
  expect(session.admits(cookie)).toBe(true)
  expect(session.admits(`a=b; ${cookie};c=d`)).toBe(true)
})

test('admits nothing before its token is redeemed, and no other cookie after that', () => {
  const session = createBrowserSession(trulyRandom, 4000)
  expect(session.admits(undefined)).toBe(false)
  const cookie = redeemed(session)
  const [name, value] = cookie.split('=')
  for (const other of ['', '=', name, `${name}=`, `x${cookie}`, `${cookie}x`, `setdesk_4001=${value}`, value]) {
    expect(session.admits(other)).toBe(false)
  }
})

test('does not admit the cookie or the token of another session', () => {
  const one = createBrowserSession(trulyRandom, 4000)
  const two = createBrowserSession(trulyRandom, 4000)
  expect(two.admits(redeemed(one))).toBe(false)
  expect(two.redeem(one.launchToken)).toBeUndefined()
})
