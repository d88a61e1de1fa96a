import { expect, test } from 'vitest'
import type { Sandbox } from '../../../src/sandbox/sandbox.ts'
import { connect, openApp, openPlatform, type TestApp } from '../../fakes/test-app.ts'
import { anyDraftId, newCustomer } from '../../fakes/intents.ts'
import { createSystemClock } from '../../../src/main/host/host-ports.ts'

const productOf = (platform: Sandbox, index = 0): string => platform.products[index]?.id ?? ''
const changesOf = (platform: Sandbox): readonly string[] =>
  platform
    .ledger()
    .map(({ effect }) => effect)
    .filter((effect) => !['create', 'bind-user', 'bind-hostname'].includes(effect))
const ended = ['done', 'unconfirmed', 'refused', 'needs-you'] as const

/** A customer on the platform, created by the app. */
async function makeCustomer(
  app: TestApp,
  platform: Sandbox,
): Promise<{ readonly userid: string; readonly password: string }> {
  const intent = newCustomer(productOf(platform))
  const { id } = await app.call('job.save', { draftId: anyDraftId(), intent, evenIfKnown: false })
  const detail = await app.jobIn(id, ...ended)
  if (detail.intent.kind !== 'new-customer') throw new Error('another kind')
  const { userid = '', password = '' } = detail.intent.logIn
  return { userid, password }
}

test.each([
  ['months', { months: 3, days: 0 }],
  ['days', { months: 0, days: 30 }],
])('a renewal in %s takes effect once, and is done when the platform shows the new end date', async (_, length) => {
  const platform = await openPlatform()
  const app = await openApp()
  await connect(app, platform)
  const customer = await makeCustomer(app, platform)

  const action = { kind: 'renewal' as const, ...customer, ...length, from: 'end-date' as const }
  const { id } = await app.call('job.save', { draftId: anyDraftId(), intent: action })
  const detail = await app.jobIn(id, ...ended)

  expect(detail.summary).toMatchObject({ state: 'done', why: { code: 'seen-on-platform' } })
  expect(changesOf(platform)).toEqual(['renew'])
})

test('a product change is done when the platform shows the new product', async () => {
  const platform = await openPlatform()
  const app = await openApp()
  await connect(app, platform)
  const customer = await makeCustomer(app, platform)

  const change = { productid: productOf(platform, 1), months: 12, days: 0, keepExtraPackages: false }
  const action = { kind: 'product-change' as const, ...customer, ...change, from: 'today' as const }
  const { id } = await app.call('job.save', { draftId: anyDraftId(), intent: action })
  const detail = await app.jobIn(id, ...ended)

  expect(detail.summary.state).toBe('done')
  expect(changesOf(platform)).toEqual(['change'])
})

test('disabling and enabling are sent in the order in which they were saved', async () => {
  const platform = await openPlatform()
  const app = await openApp()
  await connect(app, platform)
  const customer = await makeCustomer(app, platform)

  const ids = await Promise.all(
    (['disable', 'enable', 'disable'] as const).map((kind) =>
      app.call('job.save', { draftId: anyDraftId(), intent: { kind, ...customer } }),
    ),
  )
  for (const { id } of ids) expect((await app.jobIn(id, ...ended)).summary.state).toBe('done')

  expect(changesOf(platform)).toEqual(['disable', 'enable', 'disable'])
})

test('a customer who is disabled already is not disabled again', async () => {
  const platform = await openPlatform()
  const app = await openApp()
  await connect(app, platform)
  const customer = await makeCustomer(app, platform)
  const disable = () => app.call('job.save', { draftId: anyDraftId(), intent: { kind: 'disable', ...customer } })
  await app.jobIn((await disable()).id, 'done')

  const detail = await app.jobIn((await disable()).id, ...ended)

  expect(detail.summary.why).toEqual({ code: 'was-there-already' })
  expect(changesOf(platform)).toEqual(['disable'])
})

test('a customer without a box is created once', async () => {
  const platform = await openPlatform()
  const app = await openApp()
  await connect(app, platform)
  const { customer, plan } = newCustomer(productOf(platform))

  const action = { kind: 'new-customer' as const, customer, plan, logIn: {} }
  const { id } = await app.call('job.save', { draftId: anyDraftId(), intent: action })
  const detail = await app.jobIn(id, ...ended)

  expect(detail.summary.state).toBe('done')
  expect(platform.ledger().map(({ operation }) => operation)).toEqual(['addCustomer'])
})

test('a renewal whose reply was lost after it took effect is not repeated', async () => {
  const platform = await openPlatform()
  const app = await openApp()
  await connect(app, platform)
  const customer = await makeCustomer(app, platform)
  platform.setFaults([{ match: { effect: 'renew' }, times: 1, fault: { kind: 'drop-after-commit' } }])

  const action = { kind: 'renewal' as const, ...customer, months: 1, days: 0, from: 'end-date' as const }
  const { id } = await app.call('job.save', { draftId: anyDraftId(), intent: action })
  const detail = await app.jobIn(id, ...ended)

  expect(detail.summary.state).toBe('done')
  expect(changesOf(platform)).toEqual(['renew'])
})

test('a renewal that did not reach the platform is sent again only when the technician chooses "Send again"', async () => {
  const platform = await openPlatform()
  const app = await openApp()
  await connect(app, platform)
  const customer = await makeCustomer(app, platform)
  platform.setFaults([{ match: { effect: 'renew' }, times: 1, fault: { kind: 'drop-before-commit' } }])

  const action = { kind: 'renewal' as const, ...customer, months: 1, days: 0, from: 'end-date' as const }
  const { id } = await app.call('job.save', { draftId: anyDraftId(), intent: action })
  const asked = await app.jobIn(id, ...ended)
  expect(asked.summary).toMatchObject({ state: 'needs-you', why: { code: 'not-applied' } })
  expect(changesOf(platform)).toEqual([])

  await app.call('job.send-again', { id })
  expect((await app.jobIn(id, 'done', 'refused')).summary.state).toBe('done')
  expect(changesOf(platform)).toEqual(['renew'])
})

test('a renewal that did not reach the platform is sent again automatically if the operator allows that', async () => {
  const platform = await openPlatform()
  const app = await openApp()
  await connect(app, platform, { resendsRenewals: true })
  const customer = await makeCustomer(app, platform)
  platform.setFaults([{ match: { effect: 'renew' }, times: 1, fault: { kind: 'drop-before-commit' } }])

  const action = { kind: 'renewal' as const, ...customer, months: 1, days: 0, from: 'end-date' as const }
  const { id } = await app.call('job.save', { draftId: anyDraftId(), intent: action })

  expect((await app.jobIn(id, ...ended)).summary.state).toBe('done')
  expect(changesOf(platform)).toEqual(['renew'])
})

test("a new job is refused if the operator's limit on unsent jobs is reached", async () => {
  const platform = await openPlatform({ options: { offline: true } })
  const app = await openApp()
  await connect(app, platform, { unsentLimit: 1 })
  const save = { draftId: anyDraftId(), intent: newCustomer(productOf(platform)), evenIfKnown: false }
  await app.call('job.save', save)

  const second = { draftId: anyDraftId(), intent: newCustomer(productOf(platform)), evenIfKnown: false }

  expect(await app.refusal('job.save', second)).toBe('too-much-unsent')
})

test("new jobs are refused once the oldest unsent job reaches the operator's age limit", async () => {
  const platform = await openPlatform({ options: { offline: true } })
  const clock = createSystemClock()
  let later = 0
  const app = await openApp(undefined, { clock: { ...clock, now: () => clock.now() + later } })
  await connect(app, platform, { unsentHours: 8 })
  expect((await app.call('app.snapshot', {})).oldestUnsent).toBeUndefined()
  const before = clock.now()
  await app.call('job.save', {
    draftId: anyDraftId(),
    intent: newCustomer(productOf(platform)),
    evenIfKnown: false,
  })
  const { oldestUnsent } = await app.call('app.snapshot', {})
  expect(oldestUnsent).toBeGreaterThanOrEqual(before)

  const second = { draftId: anyDraftId(), intent: newCustomer(productOf(platform)), evenIfKnown: false }
  later = 8 * 3_600_000
  expect(await app.refusal('job.save', second)).toBe('too-much-unsent')
  expect((await app.call('app.snapshot', {})).oldestUnsent).toBe(oldestUnsent)
})
