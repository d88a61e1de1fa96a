import { expect, test } from 'vitest'
import { createSession } from '../../../../src/main/loopback/session.ts'
import { trulyRandom } from '../../../fakes/random.ts'

const redeemed = (session: ReturnType<typeof createSession>) => session.redeem(session.launchToken)?.split(';')[0] ?? ''

test('a session admits its own cookie, wherever it stands among others', () => {
  const session = createSession(trulyRandom, 4000)
  const cookie = redeemed(session)
  expect(session.admits(cookie)).toBe(true)
  expect(session.admits(`a=b; ${cookie};c=d`)).toBe(true)
})

test('a session admits nothing before its token was redeemed, and no other cookie after', () => {
  const session = createSession(trulyRandom, 4000)
  expect(session.admits(undefined)).toBe(false)
  const cookie = redeemed(session)
  const [name, value] = cookie.split('=')
  for (const other of ['', '=', name, `${name}=`, `x${cookie}`, `${cookie}x`, `setdesk_4001=${value}`, value]) {
    expect(session.admits(other)).toBe(false)
  }
})

test('two sessions, of two starts or two ports, do not admit each other', () => {
  const one = createSession(trulyRandom, 4000)
  const two = createSession(trulyRandom, 4000)
  expect(two.admits(redeemed(one))).toBe(false)
  expect(two.redeem(one.launchToken)).toBeUndefined()
})
