import { expect, test } from 'vitest'
import { connect, openApp, openPlatform, type TestApp } from '../../fakes/test-app.ts'
import { anyDraftId, newCustomer } from '../../fakes/intents.ts'
import type { Sandbox } from '../../../src/sandbox/sandbox.ts'
import type { KnownCustomerAction } from '../../../src/shared/domain/action.ts'

const ended = ['done', 'unconfirmed', 'refused', 'needs-you'] as const

/** A customer whose password the next action does not know. */
async function makeCustomer(app: TestApp, platform: Sandbox) {
  const intent = newCustomer(platform.products[0]?.id ?? '')
  const { id } = await app.call('job.save', { draftId: anyDraftId(), intent, evenIfKnown: false })
  const detail = await app.jobIn(id, 'done')
  if (detail.intent.kind !== 'new-customer') throw new Error('another kind')
  const { userid = '', password = '' } = detail.intent.logIn
  return { userid, password }
}

test.each([
  ['disable', 'that does not accept the password 0', 'disable', {}],
  ['enable', 'that does not accept the password 0', undefined, {}],
  ['renewal', 'that got a wrong password', 'renew', { password: 'wrong-one', months: 1, days: 0, from: 'end-date' }],
  [
    'product-change',
    'that got a wrong password',
    'change',
    { password: 'wrong-one', productid: '102', months: 1, days: 0, from: 'today', keepExtraPackages: false },
  ],
] as const)(
  'the job "%s" on a platform %s asks for the password, and ends as done once the password is typed',
  async (kind, _, effect, more) => {
    const platform = await openPlatform({ options: { zeroPassword: 'documented' } })
    const app = await openApp()
    await connect(app, platform)
    const { userid, password } = await makeCustomer(app, platform)
    const before = platform.ledger().length

    const action = { kind, userid, ...more } as KnownCustomerAction
    const { id } = await app.call('job.save', { draftId: anyDraftId(), intent: action })
    const asked = await app.jobIn(id, ...ended)
    expect(asked.summary).toMatchObject({ state: 'refused', why: { code: 'password-asked' } })
    expect(asked.actions).toContain('correct')
    expect(platform.ledger()).toHaveLength(before)

    await app.call('job.correct', {
      id,
      intent: { ...action, password },
      revision: asked.revision,
    })
    expect((await app.jobIn(id, ...ended)).summary.state).toBe('done')
    expect(
      platform
        .ledger()
        .slice(before)
        .map((entry) => entry.effect),
    ).toEqual(effect === undefined ? [] : [effect])
  },
)

test('a renewal that was sent can be corrected once more after a mistyped password, and then ends as done', async () => {
  const platform = await openPlatform()
  const app = await openApp()
  await connect(app, platform)
  const { userid, password } = await makeCustomer(app, platform)
  const before = platform.ledger().length
  const fault = { kind: 'status', status: 401, commit: false, message: 'Wrong password.' } as const
  platform.setFaults([{ match: { operation: 'renewCustomerV2' }, times: 1, fault }])

  const action = { kind: 'renewal', userid, months: 1, days: 0, from: 'end-date' } as const
  const { id } = await app.call('job.save', { draftId: anyDraftId(), intent: action })
  const refused = await app.jobIn(id, 'refused')
  expect(refused.summary.why?.code).toBe('password-asked')

  await app.call('job.correct', { id, intent: { ...action, password: 'typo-two' }, revision: refused.revision })
  const asked = await app.jobIn(id, ...ended)
  expect(asked.summary).toMatchObject({ state: 'needs-you', why: { code: 'password-asked' } })
  expect(asked.actions).toContain('correct')

  await app.call('job.correct', { id, intent: { ...action, password }, revision: asked.revision })
  expect((await app.jobIn(id, ...ended)).summary.state).toBe('done')
  const effects = platform.ledger().slice(before)
  expect(effects.map(({ effect }) => effect)).toEqual(['renew'])
})
