import { describe, expect, it } from 'vitest'
import { createAnswer, isForAnyone, isHubCall } from '../../../src/hub/door/door.ts'
import { hubCalls, type HubError } from '../../../src/shared/fleet/hub-calls.ts'
import { fail, succeed, type Result } from '../../../src/shared/result.ts'
import { makeIdentity, signChallenge, signEnrolment } from '../../fakes/hub/test-fleet.ts'

const station = '7b9a9b0e-0a44-4f8a-8d7b-0d5c1b8a0f11'
const token = `${station}.${'x'.repeat(43)}`

/** A database that answers by name, and notes what it was asked. */
function openDoor(answers: Readonly<Record<string, Result<unknown, HubError>>>) {
  const asked: { name: string; request: unknown }[] = []
  const warned: unknown[] = []
  const defects: string[] = []
  const answer = createAnswer({
    database: {
      call: (name, given) => {
        asked.push({ name, request: given?.request })
        return Promise.resolve(answers[name] ?? fail({ code: 'unavailable', message: 'away' }))
      },
    },
    random: (count) => new Uint8Array(count).fill(7),
    log: { info: () => undefined, warn: (...line) => warned.push(line) },
    onDefect: (call) => void defects.push(call),
  })
  return { answer, asked, warned, defects }
}

describe("the hub's answer to a call", () => {
  it('exists for every call of the contract and for no other name', () => {
    expect(Object.keys(hubCalls).every(isHubCall)).toBe(true)
    expect(['toString', '__proto__', 'claims.steal'].filter(isHubCall)).toEqual([])
    expect(Object.keys(hubCalls).filter((name) => isHubCall(name) && isForAnyone(name))).toEqual([
      'enrol',
      'challenge',
      'sign-in',
    ])
  })

  it('is "not signed in" without a session, and the database is not asked', async () => {
    const { answer, asked } = openDoor({})
    const calls = Object.keys(hubCalls).filter((name) => isHubCall(name) && !isForAnyone(name))
    for (const name of calls)
      expect(isHubCall(name) && (await answer(name, undefined, {}))).toMatchObject({ error: { code: 'not-signed-in' } })
    expect(asked).toEqual([])
  })

  it('comes from the database, to which only the known fields of the request are passed', async () => {
    const { answer, asked } = openDoor({ work_waiting: succeed({ items: [], hasMore: false }) })
    expect(await answer('work.waiting', token, { station: 'another' })).toEqual(succeed({ items: [], hasMore: false }))
    expect(asked).toEqual([{ name: 'work_waiting', request: {} }])
  })

  it('says where the request is wrong, without quoting it', async () => {
    const { answer, asked } = openDoor({})
    const answered = await answer('claims.confirm', token, { job: 'secret', fence: 1 })
    expect(answered).toEqual(fail({ code: 'bad-request', message: 'Wrong value at job.' }))
    expect(asked).toEqual([])
  })

  it('is the error "defect" if the database\'s answer does not fit the contract', async () => {
    const { answer, warned, defects } = openDoor({ work_waiting: succeed({ items: 'many' }) })
    expect(await answer('work.waiting', token, {})).toMatchObject({ error: { code: 'defect' } })
    expect(warned).toEqual([['wrong-answer', { call: 'work.waiting', place: 'items' }]])
    expect(defects).toEqual(['work.waiting'])
  })

  it('is a new session for a signature that fits the key of the station', async () => {
    const { privateKey, identityKey } = makeIdentity()
    const challenge = Buffer.alloc(32, 7).toString('base64')
    const signature = signChallenge(station, challenge, privateKey)
    const opened = { role: 'station', now: '2026-11-24T08:00:00.000Z' }
    const door = openDoor({
      use_challenge: succeed({ identityKey }),
      open_session: succeed(opened),
      challenge: succeed({ challenge }),
    })
    expect(await door.answer('challenge', undefined, { station })).toEqual(succeed({ challenge }))
    const answered = await door.answer('sign-in', undefined, { station, challenge, signature })
    expect(answered).toMatchObject({ ok: true, value: opened })
    expect(answered.ok && (answered.value as { token: string }).token.startsWith(`${station}.`)).toBe(true)
  })

  it('is not a session if the signature is wrong, but the challenge is used up', async () => {
    const challenge = Buffer.alloc(32, 7).toString('base64')
    const signature = signChallenge(station, challenge, makeIdentity().privateKey)
    const door = openDoor({ use_challenge: succeed({ identityKey: makeIdentity().identityKey }) })
    expect(await door.answer('sign-in', undefined, { station, challenge, signature })).toMatchObject({
      error: { code: 'not-signed-in' },
    })
    expect(door.asked.map(({ name }) => name)).toEqual(['use_challenge'])
  })

  it.each(['AAAA', Buffer.alloc(32, 255).toString('base64')])(
    'is a refusal if the key of the proof is %s',
    async (identityKey) => {
      const { answer, asked } = openDoor({})
      const request = { ...signEnrolment('ab'.repeat(32), makeIdentity()), identityKey }
      expect(await answer('enrol', undefined, request)).toMatchObject({ error: { code: 'bad-request' } })
      expect(asked).toEqual([])
    },
  )
})
