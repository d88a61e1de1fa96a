import { expect, test } from 'vitest'
import type { Sandbox } from '../../../src/sandbox/sandbox.ts'
import { connect, openDesk, openPlatform, type Services } from '../../fakes/desk.ts'
import { anyDraftId, newCustomer } from '../../fakes/intents.ts'
import { createSystemClock } from '../../../src/main/host/ports.ts'

const productOf = (platform: Sandbox, index = 0): string => platform.products[index]?.id ?? ''
const changesOf = (platform: Sandbox): readonly string[] =>
  platform
    .ledger()
    .map(({ effect }) => effect)
    .filter((effect) => !['create', 'bind-user', 'bind-hostname'].includes(effect))
const ended = ['done', 'unconfirmed', 'refused', 'needs-you'] as const

/** A customer on the platform, created by the desk. */
async function makeCustomer(
  desk: Services,
  platform: Sandbox,
): Promise<{ readonly userid: string; readonly password: string }> {
  const intent = newCustomer(productOf(platform))
  const { id } = await desk.call('job.save', { draftId: anyDraftId(), intent, evenIfKnown: false })
  const detail = await desk.jobIn(id, ...ended)
  if (detail.intent.kind !== 'new-customer') throw new Error('another kind')
  const { userid = '', password = '' } = detail.intent.logIn
  return { userid, password }
}

test.each([
  ['months', { months: 3, days: 0 }],
  ['days', { months: 0, days: 30 }],
])('moves the end date once by a renewal in %s, and is done when the platform shows it', async (_, length) => {
  const platform = await openPlatform()
  const desk = await openDesk()
  await connect(desk, platform)
  const customer = await makeCustomer(desk, platform)

  const action = { kind: 'renewal' as const, ...customer, ...length, from: 'end-date' as const }
  const { id } = await desk.call('job.save', { draftId: anyDraftId(), intent: action })
  const detail = await desk.jobIn(id, ...ended)

  expect(detail.summary).toMatchObject({ state: 'done', why: { code: 'seen-on-platform' } })
  expect(changesOf(platform)).toEqual(['renew'])
})

test('ends a product change as done when the platform shows the new product', async () => {
  const platform = await openPlatform()
  const desk = await openDesk()
  await connect(desk, platform)
  const customer = await makeCustomer(desk, platform)

  const change = { productid: productOf(platform, 1), months: 12, days: 0, keepExtraPackages: false }
  const action = { kind: 'product-change' as const, ...customer, ...change, from: 'today' as const }
  const { id } = await desk.call('job.save', { draftId: anyDraftId(), intent: action })
  const detail = await desk.jobIn(id, ...ended)

  expect(detail.summary.state).toBe('done')
  expect(changesOf(platform)).toEqual(['change'])
})

test('sends disabling and enabling in the order in which they were saved', async () => {
  const platform = await openPlatform()
  const desk = await openDesk()
  await connect(desk, platform)
  const customer = await makeCustomer(desk, platform)

  const ids = await Promise.all(
    (['disable', 'enable', 'disable'] as const).map((kind) =>
      desk.call('job.save', { draftId: anyDraftId(), intent: { kind, ...customer } }),
    ),
  )
  for (const { id } of ids) expect((await desk.jobIn(id, ...ended)).summary.state).toBe('done')

  expect(changesOf(platform)).toEqual(['disable', 'enable', 'disable'])
})

test('does not disable a customer who is already disabled', async () => {
  const platform = await openPlatform()
  const desk = await openDesk()
  await connect(desk, platform)
  const customer = await makeCustomer(desk, platform)
  const disable = () => desk.call('job.save', { draftId: anyDraftId(), intent: { kind: 'disable', ...customer } })
  await desk.jobIn((await disable()).id, 'done')

  const detail = await desk.jobIn((await disable()).id, ...ended)

  expect(detail.summary.why).toEqual({ code: 'was-there-already' })
  expect(changesOf(platform)).toEqual(['disable'])
})

test('creates a customer without a box once', async () => {
  const platform = await openPlatform()
  const desk = await openDesk()
  await connect(desk, platform)
  const { customer, plan } = newCustomer(productOf(platform))

  const action = { kind: 'customer-alone' as const, customer, plan, logIn: {} }
  const { id } = await desk.call('job.save', { draftId: anyDraftId(), intent: action })
  const detail = await desk.jobIn(id, ...ended)

  expect(detail.summary.state).toBe('done')
  expect(platform.ledger().map(({ operation }) => operation)).toEqual(['addCustomer'])
})

test('does not repeat a renewal whose reply was lost after it took effect', async () => {
  const platform = await openPlatform()
  const desk = await openDesk()
  await connect(desk, platform)
  const customer = await makeCustomer(desk, platform)
  platform.setFaults([{ match: { effect: 'renew' }, times: 1, fault: { kind: 'drop-after-commit' } }])

  const action = { kind: 'renewal' as const, ...customer, months: 1, days: 0, from: 'end-date' as const }
  const { id } = await desk.call('job.save', { draftId: anyDraftId(), intent: action })
  const detail = await desk.jobIn(id, ...ended)

  expect(detail.summary.state).toBe('done')
  expect(changesOf(platform)).toEqual(['renew'])
})

test('asks the technician about a renewal that never arrived, and sends it once on request', async () => {
  const platform = await openPlatform()
  const desk = await openDesk()
  await connect(desk, platform)
  const customer = await makeCustomer(desk, platform)
  platform.setFaults([{ match: { effect: 'renew' }, times: 1, fault: { kind: 'drop-before-commit' } }])

  const action = { kind: 'renewal' as const, ...customer, months: 1, days: 0, from: 'end-date' as const }
  const { id } = await desk.call('job.save', { draftId: anyDraftId(), intent: action })
  const asked = await desk.jobIn(id, ...ended)
  expect(asked.summary).toMatchObject({ state: 'needs-you', why: { code: 'not-applied' } })
  expect(changesOf(platform)).toEqual([])

  await desk.call('job.send-again', { id })
  expect((await desk.jobIn(id, 'done', 'refused')).summary.state).toBe('done')
  expect(changesOf(platform)).toEqual(['renew'])
})

test('repeats a renewal that never arrived if the operator allows that', async () => {
  const platform = await openPlatform()
  const desk = await openDesk()
  await connect(desk, platform, { resendsRenewals: true })
  const customer = await makeCustomer(desk, platform)
  platform.setFaults([{ match: { effect: 'renew' }, times: 1, fault: { kind: 'drop-before-commit' } }])

  const action = { kind: 'renewal' as const, ...customer, months: 1, days: 0, from: 'end-date' as const }
  const { id } = await desk.call('job.save', { draftId: anyDraftId(), intent: action })

  expect((await desk.jobIn(id, ...ended)).summary.state).toBe('done')
  expect(changesOf(platform)).toEqual(['renew'])
})

test('refuses more unsent jobs than the operator allows', async () => {
  const platform = await openPlatform({ options: { offline: true } })
  const desk = await openDesk()
  await connect(desk, platform, { unsentLimit: 1 })
  const save = { draftId: anyDraftId(), intent: newCustomer(productOf(platform)), evenIfKnown: false }
  await desk.call('job.save', save)

  const second = { draftId: anyDraftId(), intent: newCustomer(productOf(platform)), evenIfKnown: false }

  expect(await desk.refusal('job.save', second)).toBe('too-much-unsent')
})

test("reports the age of the oldest unsent job, and refuses new work after the operator's limit in hours", async () => {
  const platform = await openPlatform({ options: { offline: true } })
  const clock = createSystemClock()
  let later = 0
  const desk = await openDesk(undefined, { clock: { ...clock, now: () => clock.now() + later } })
  await connect(desk, platform, { unsentHours: 8 })
  expect((await desk.call('app.snapshot', {})).oldestUnsent).toBeUndefined()
  const before = clock.now()
  await desk.call('job.save', {
    draftId: anyDraftId(),
    intent: newCustomer(productOf(platform)),
    evenIfKnown: false,
  })
  const { oldestUnsent } = await desk.call('app.snapshot', {})
  expect(oldestUnsent).toBeGreaterThanOrEqual(before)

  const second = { draftId: anyDraftId(), intent: newCustomer(productOf(platform)), evenIfKnown: false }
  later = 8 * 3_600_000
  expect(await desk.refusal('job.save', second)).toBe('too-much-unsent')
  expect((await desk.call('app.snapshot', {})).oldestUnsent).toBe(oldestUnsent)
})
