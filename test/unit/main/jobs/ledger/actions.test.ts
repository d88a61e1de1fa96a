import { describe, expect, test } from 'vitest'
import { actionsFor, isRevisionUnsent } from '../../../../../src/main/jobs/ledger/job-view.ts'
import type { Payload } from '../../../../../src/main/jobs/ledger/rows.ts'
import type { JobAction, JobState, StepState, WhyCode } from '../../../../../src/shared/domain/job.ts'
import { newCustomer } from '../../../../fakes/intents.ts'

const payload: Payload = {
  intent: newCustomer('101', { logIn: { userid: '7', password: 'sunny-day' } }),
  technician: '',
}

test.each<[JobState, readonly StepState[], readonly JobAction[]]>([
  ['saved', ['open', 'open'], ['drop']],
  ['waiting', ['open', 'open'], ['drop']],
  ['waiting', ['read-back', 'open'], []],
  ['waiting', ['in-flight'], []],
  ['waiting', ['done', 'open'], []],
  ['sending', ['in-flight'], []],
  ['checking', ['read-back'], []],
  ['refused', ['refused'], ['correct', 'drop']],
  ['refused', ['done', 'refused'], ['correct', 'drop']],
  ['needs-you', ['undecided'], ['check-again', 'it-is-there', 'send-again', 'drop']],
  ['unconfirmed', ['unconfirmed'], ['check-again']],
  ['done', ['done'], []],
  ['dropped', ['open'], []],
])('for a job in the state "%s" with the steps %j, a technician can choose %j', (state, steps, actions) => {
  expect(
    actionsFor(
      { state, why: undefined, payload },
      steps.map((step) => ({ kind: 'create-customer', state: step })),
    ),
  ).toEqual(actions)
})

test.each<[WhyCode, readonly JobAction[]]>([
  ['platform-refused', ['correct', 'check-again', 'drop']],
  ['log-in-taken', ['correct', 'drop']],
])('a refused job can be checked again only if it was sent (reason: %s)', (why, actions) => {
  expect(actionsFor({ state: 'refused', why, payload }, [{ kind: 'renew', state: 'refused' }])).toEqual(actions)
})

test.each<WhyCode>(['sent-twice', 'keeps-failing'])(
  'an undecided job with the reason "%s" cannot be sent again',
  (why) => {
    expect(actionsFor({ state: 'needs-you', why, payload }, [{ kind: 'renew', state: 'undecided' }])).toEqual([
      'check-again',
      'it-is-there',
      'drop',
    ])
  },
)

test('a job for a customer whom the platform does not have can be corrected even after it was sent', () => {
  expect(
    actionsFor({ state: 'needs-you', why: 'no-such-customer', payload }, [{ kind: 'renew', state: 'undecided' }]),
  ).toEqual(['correct', 'check-again', 'it-is-there', 'send-again', 'drop'])
})

test.each([
  ['keeps-failing', true],
  ['earlier-try-unclear', true],
  ['reply-lost-unreadable', false],
] as const)(
  'an undecided job of which nothing was sent since its correction, with the reason "%s", can be corrected: %s',
  (why, can) => {
    const steps = [{ kind: 'renew', state: 'undecided' }] as const
    expect(actionsFor({ state: 'needs-you', why, payload }, steps, true).includes('correct')).toBe(can)
    expect(actionsFor({ state: 'needs-you', why, payload }, steps, false)).not.toContain('correct')
  },
)

test('a job that waits for the password can be corrected only if no call can have arrived since the last correction', () => {
  const job = { state: 'needs-you', why: 'password-asked', payload } as const
  const steps = [{ kind: 'renew', state: 'undecided' }] as const
  const after = (...results: readonly (string | undefined)[]) => {
    const entries = results.flatMap((result) => [{ type: 'attempt' }, { type: 'verdict', result }])
    return actionsFor(
      job,
      steps,
      isRevisionUnsent(steps, () => [...entries, { type: 'reading', result: 'credentials' }]),
    ).includes('correct')
  }
  expect([after(), after('not-sent'), after('token-refused', 'not-sent')]).toEqual([true, true, true])
  expect([after('unknown'), after('not-sent', 'refused'), after(undefined)]).toEqual([false, false, false])
})

describe('if the platform issues the credentials,', () => {
  const undecided = [{ kind: 'create-customer', state: 'undecided' }] as const
  const needsYou = (intent: Payload['intent'], why?: WhyCode) =>
    actionsFor({ state: 'needs-you', why, payload: { ...payload, intent } }, undecided)

  test('the technician cannot mark a customer as present while the user ID is unknown', () => {
    expect(needsYou(newCustomer('101'), 'reply-lost-absent')).toEqual(['check-again', 'send-again', 'drop'])
  })

  test.each(['other-user-id', 'several-found'] as const)(
    'a creation with the reason %s is neither marked as present nor sent again, although the job has the user ID',
    (why) => {
      expect(needsYou(newCustomer('101', { logIn: { userid: '4711' } }), why)).toEqual(['check-again', 'drop'])
    },
  )

  test('a creation cannot be sent again once several customers were found, or once the user ID is known', () => {
    expect(needsYou(newCustomer('101'), 'several-found')).toEqual(['check-again', 'drop'])
    expect(needsYou(newCustomer('101', { made: { userid: '4711' } }))).toEqual(['check-again', 'it-is-there', 'drop'])
  })

  test('the steps after the creation have the usual actions', () => {
    const binding = [{ kind: 'bind-user', state: 'undecided' }] as const
    const actions = actionsFor(
      { state: 'needs-you', why: undefined, payload: { ...payload, intent: newCustomer('101') } },
      binding,
    )
    expect(actions).toEqual(['check-again', 'it-is-there', 'send-again', 'drop'])
  })
})
