import { expect, test } from 'vitest'
import { createSession } from '../../../../src/main/loopback/session.ts'
import { trulyRandom } from '../../../fakes/random.ts'

const redeemed = (session: ReturnType<typeof createSession>) => session.redeem(session.launchToken)?.split(';')[0] ?? ''

test('admits its own cookie at any position among others', () => {
  const session = createSession(trulyRandom, 4000)
  const cookie = redeemed(session)
  expect(session.admits(cookie)).toBe(true)
  expect(session.admits(`a=b; ${cookie};c=d`)).toBe(true)
})

test('admits nothing before its token is redeemed, and no other cookie after that', () => {
  const session = createSession(trulyRandom, 4000)
  expect(session.admits(undefined)).toBe(false)
  const cookie = redeemed(session)
  const [name, value] = cookie.split('=')
  for (const other of ['', '=', name, `${name}=`, `x${cookie}`, `${cookie}x`, `setdesk_4001=${value}`, value]) {
    expect(session.admits(other)).toBe(false)
  }
})

test('does not admit the cookie or the token of another session', () => {
  const one = createSession(trulyRandom, 4000)
  const two = createSession(trulyRandom, 4000)
  expect(two.admits(redeemed(one))).toBe(false)
  expect(two.redeem(one.launchToken)).toBeUndefined()
})
