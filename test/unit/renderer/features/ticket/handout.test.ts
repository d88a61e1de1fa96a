import { describe, expect, it } from 'vitest'
import { hasHandout, handoutOfJob, printedLogIn } from '../../../../../src/renderer/src/features/ticket/ticket-model.ts'
import { logInText } from '../../../../../src/renderer/src/features/ticket/log-in-card.tsx'
import { english } from '../../../../../src/renderer/src/english.ts'
import { jobStates } from '../../../../../src/shared/domain/job.ts'
import { customerActions, makeActionJob } from '../../../../fakes/action-jobs.ts'
import { makeJob, northConnection } from '../../../../fakes/world.ts'

const view = { settings: northConnection }
const station = { stationName: 'Laptop 14' }
const now = 1_800_000_000_000

describe('a handout', () => {
  it('is marked as pending in every state that is not final', () => {
    const outcomes = Object.fromEntries(
      jobStates.map((state) => [state, handoutOfJob(makeJob(state, 0, now), view, station).outcome]),
    )
    expect(outcomes).toEqual({
      saved: 'pending',
      sending: 'pending',
      checking: 'pending',
      waiting: 'pending',
      'needs-you': 'pending',
      done: 'done',
      unconfirmed: 'unconfirmed',
      refused: 'not-done',
      dropped: 'not-done',
    })
    expect(english.ticket.handout.pending.box.word).toBe('PENDING')
  })

  it('names the operator, the credentials, the technician and the time', () => {
    expect(handoutOfJob(makeJob('done', 0, now), view, station)).toMatchObject({
      operator: 'North TV',
      logIn: { userid: '4820913710', password: 'kv7tm2xwpa' },
      from: ['Laptop 14', 'A. Moreau'],
      savedAt: now,
      ticket: { hostname: 'tv.north.example', box: { model: 'MAG 540' } },
    })
  })

  it('leaves out an empty station name, and the credentials of an existing customer', () => {
    const job = makeJob('done', 0, now)
    const intent = { kind: 'existing-customer', box: job.intent.box, userid: 'rosa', password: 'hidden-1' } as const
    const handout = handoutOfJob({ ...job, intent }, view, { stationName: ' ' })
    expect(handout).not.toHaveProperty('logIn')
    expect(handout.from).toEqual(['A. Moreau'])
    expect(JSON.stringify(handout)).not.toContain('hidden-1')
  })

  it('shows no password, not even in its QR code, if the operator’s policy forbids it', () => {
    const { logIn } = handoutOfJob(makeJob('done', 0, now), view, station)
    const printed = (passwordsOnHandouts: boolean) => logIn && printedLogIn(logIn, { passwordsOnHandouts })
    expect(printed(true)).toEqual({ userid: '4820913710', password: 'kv7tm2xwpa' })
    expect(printed(false)).toEqual({ userid: '4820913710' })
    expect(logInText({ userid: 'User ID', password: 'Password' }, printed(false))).toBe('User ID: 4820913710')
  })

  it('exists for every kind of job with something to hand over', () => {
    const printed = Object.values(customerActions).filter((action) => hasHandout(makeActionJob(action, 'done', 1, now)))
    expect(printed.map(({ kind }) => kind)).toEqual(['new-customer', 'renewal', 'product-change'])
    expect(hasHandout(makeJob('done', 0, now))).toBe(true)
  })

  it('does not exist before the platform has returned the credentials it issues', () => {
    const job = makeJob('sending', 0, now)
    const unnamed = { ...job, intent: { ...job.intent, logIn: {} } } as typeof job
    const named = { ...unnamed, intent: { ...unnamed.intent, made: { userid: '4711' } } } as typeof job
    expect(hasHandout(unnamed)).toBe(false)
    expect(hasHandout(named)).toBe(true)
    expect(handoutOfJob(named, view, station).logIn).toEqual({ userid: '4711' })
    expect(logInText({ userid: 'User ID', password: 'Password' }, { userid: '4711' })).toBe('User ID: 4711')
  })

  it('has the credentials in its QR code in two lines, without gaps', () => {
    const words = { userid: 'User ID', password: 'Password' }
    expect(logInText(words, { userid: '4820913710', password: 'kv7tm2xwpa' })).toBe(
      'User ID: 4820913710\nPassword: kv7tm2xwpa',
    )
    expect(logInText(words, undefined)).toBe('')
  })
})
