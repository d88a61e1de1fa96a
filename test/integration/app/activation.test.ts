import { expect, test } from 'vitest'
import type { BridgeEvent } from '../../../src/shared/bridge/bridge.ts'
import type { Sandbox } from '../../../src/sandbox/sandbox.ts'
import { connect, openApp, openPlatform } from '../../fakes/test-app.ts'
import { emptyDraft } from '../../fakes/draft.ts'
import { anyDraftId, anyMac, newCustomer } from '../../fakes/intents.ts'

const productOf = (platform: { readonly products: readonly { readonly id: string }[] }): string =>
  platform.products[0]?.id ?? ''

const effectsOf = (platform: Sandbox): readonly string[] => platform.ledger().map(({ effect }) => effect)

test('an activation creates a customer with a box once, and shows both bindings and the subscription', async () => {
  const platform = await openPlatform()
  const app = await openApp()
  await connect(app, platform)
  const hostname = platform.hostnames[0] ?? ''
  const intent = newCustomer(productOf(platform), { hostname })
  const { id } = await app.call('job.save', { draftId: anyDraftId(), intent, evenIfKnown: false })

  const detail = await app.jobIn(id, 'done', 'refused', 'needs-you', 'unconfirmed')

  expect(detail.summary.state).toBe('done')
  expect([detail.customerBinding, detail.hostnameBinding]).toEqual(['on', 'on'])
  expect(effectsOf(platform)).toEqual(['create', 'bind-user', 'bind-hostname'])
  const subscription = await app.call('job.subscription-status', { id })
  expect(subscription).toMatchObject({ status: 'Pending', endDate: expect.stringMatching(/^\d{4}-\d{2}-\d{2}/) })
})

test('the user ID, the password and the mapping id are chosen when the job is saved, and exactly these are sent', async () => {
  const platform = await openPlatform()
  const app = await openApp()
  await connect(app, platform)
  const intent = newCustomer(productOf(platform))
  const { id } = await app.call('job.save', { draftId: anyDraftId(), intent, evenIfKnown: false })
  const saved = await app.call('job.read', { id })
  if (saved.intent.kind !== 'new-customer') throw new Error('another kind')
  const { logIn } = saved.intent

  await app.jobIn(id, 'done')

  expect(logIn.userid).toMatch(/^[1-9]\d{9}$/)
  expect(logIn.password).toMatch(/^[a-z2-9]{10}$/)
  const [created] = platform.ledger()
  expect(created?.parameters).toMatchObject({ ...logIn, customermappingid: saved.customermappingid })
})

test('an activation binds a box to an existing customer', async () => {
  const platform = await openPlatform()
  const app = await openApp()
  await connect(app, platform)
  const first = newCustomer(productOf(platform))
  const created = await app.call('job.save', { draftId: anyDraftId(), intent: first, evenIfKnown: false })
  const { intent } = await app.jobIn(created.id, 'done')
  if (intent.kind !== 'new-customer' || intent.logIn.userid === undefined) throw new Error('another kind')
  const { userid, password } = intent.logIn

  const added = await app.call('job.save', {
    draftId: anyDraftId(),
    intent: {
      kind: 'existing-customer',
      box: { identifier: anyMac(), raw: '', model: 'MAG 540' },
      userid,
      ...(password && { password }),
    },
    evenIfKnown: false,
  })
  const detail = await app.jobIn(added.id, 'done', 'refused', 'needs-you')

  expect(detail.summary.state).toBe('done')
  expect(platform.ledger().at(-1)).toMatchObject({
    operation: 'AddMacAddressForUser',
    parameters: { model: 'MAG 540' },
  })
})

test('a box that is already bound to the hostname is not bound again', async () => {
  const platform = await openPlatform()
  const app = await openApp()
  await connect(app, platform)
  const intent = {
    kind: 'hostname' as const,
    box: { identifier: anyMac(), raw: '', model: '' },
    hostname: platform.hostnames[0] ?? '',
  }
  const first = await app.call('job.save', { draftId: anyDraftId(), intent, evenIfKnown: false })
  await app.jobIn(first.id, 'done')

  const second = await app.call('job.save', { draftId: anyDraftId(), intent, evenIfKnown: true })
  const detail = await app.jobIn(second.id, 'done')

  expect(detail.summary.why).toEqual({ code: 'was-there-already' })
  expect(platform.ledger()).toHaveLength(1)
})

test('a draft that is saved again after it became a job is not stored again', async () => {
  const platform = await openPlatform()
  const app = await openApp()
  await connect(app, platform)
  const draft = emptyDraft(anyDraftId())
  await app.call('draft.save', { draft })
  await app.call('job.save', { draftId: draft.id, intent: newCustomer(productOf(platform)), evenIfKnown: false })
  expect(await app.refusal('draft.save', { draft })).toBe('saved-already')
  expect(await app.call('draft.read', {})).toEqual({})
  const next = emptyDraft(anyDraftId())
  await app.call('draft.save', { draft: next })
  expect(await app.call('draft.read', {})).toEqual({ draft: next })
})

test('a draft is not stored while more than 100 drafts wait, and what was stored stays', async () => {
  const app = await openApp()
  await connect(app, await openPlatform())
  const waiting = Array.from({ length: 101 }, () => emptyDraft(anyDraftId()))
  const draft = { ...emptyDraft(anyDraftId()), aside: waiting.slice(1) }
  await app.call('draft.save', { draft })
  const more = { ...emptyDraft(anyDraftId()), aside: waiting }
  expect(await app.refusal('draft.save', { draft: more })).toBe('too-many-drafts')
  expect(await app.call('draft.read', {})).toEqual({ draft })
})

test('a draft that is saved as a job twice at the same time makes one job', async () => {
  const platform = await openPlatform()
  const app = await openApp()
  await connect(app, platform)
  const request = { draftId: anyDraftId(), intent: newCustomer(productOf(platform)), evenIfKnown: false }

  const [one, other] = await Promise.all([app.call('job.save', request), app.call('job.save', request)])
  await app.jobIn(one.id, 'done')

  expect(other.id).toBe(one.id)
  expect(effectsOf(platform)).toEqual(['create', 'bind-user'])
})

test('a draft that was changed after it became a job is not taken for that job, so that no change is lost', async () => {
  const platform = await openPlatform({ options: { offline: true } })
  const app = await openApp()
  await connect(app, platform)
  const intent = newCustomer(productOf(platform))
  const request = { draftId: anyDraftId(), intent, evenIfKnown: false }
  const { id } = await app.call('job.save', request)

  for (const changed of [
    { ...intent, customer: { ...intent.customer, lastname: 'Okonkwo-Durand' } },
    { ...intent, logIn: { userid: 'rosa' } },
    { ...intent, hostname: 'tv.north.example' },
    newCustomer(productOf(platform)),
  ])
    expect(await app.refusal('job.save', { ...request, intent: changed })).toBe('saved-already')
  expect(await app.call('job.save', request)).toEqual({ id })
  expect((await app.call('job.list', { limit: 5 })).jobs).toHaveLength(1)
})

test('the same work is the same job although the name of its customer was found meanwhile', async () => {
  const platform = await openPlatform({ options: { offline: true } })
  const app = await openApp()
  await connect(app, platform)
  const draftId = anyDraftId()
  const intent = { kind: 'disable', userid: '4471920385' } as const
  const { id } = await app.call('job.save', { draftId, intent })
  expect(await app.call('job.save', { draftId, intent: { ...intent, customerName: 'Rosa Durand' } })).toEqual({ id })
  const other = { ...intent, userid: '4471920386' }
  expect(await app.refusal('job.save', { draftId, intent: other })).toBe('saved-already')
})

test('a job is refused if its box is in another job, and the other job is found by the box', async () => {
  const platform = await openPlatform({ options: { offline: true } })
  const app = await openApp()
  await connect(app, platform)
  const box = newCustomer(productOf(platform)).box
  await app.call('job.save', {
    draftId: anyDraftId(),
    intent: newCustomer(productOf(platform), { box }),
    evenIfKnown: false,
  })

  const again = { draftId: anyDraftId(), intent: newCustomer(productOf(platform), { box }), evenIfKnown: false }

  expect(await app.refusal('job.save', again)).toBe('box-in-job')
  expect((await app.call('box.look-up', { identifier: box.identifier })).jobs).toHaveLength(1)
})

test('the screens are informed of a job that is saved while the platform is offline', async () => {
  const platform = await openPlatform()
  const app = await openApp()
  await connect(app, platform)
  await platform.setOptions({ offline: true })
  const save = async (): Promise<string> => {
    const intent = newCustomer(productOf(platform))
    return (await app.call('job.save', { draftId: anyDraftId(), intent, evenIfKnown: false })).id
  }
  await save()
  await expect.poll(async () => (await app.call('app.snapshot', {})).connections[0]?.link.state).toBe('unreached')
  const told: BridgeEvent[] = []
  app.app.listen((event) => told.push(event))

  const second = await save()

  await expect.poll(() => told).toContainEqual({ name: 'job-changed', payload: { id: second } })
  await expect
    .poll(() => told.map((event) => (event.name === 'snapshot' ? event.payload.counts.saved : 0)))
    .toContain(2)
})

test.each(['classic', 'modern', 'terse'] as const)('an activation ends as done in the %s dialect', async (dialect) => {
  const platform = await openPlatform({ options: { dialect } })
  const app = await openApp()
  await connect(app, platform)
  const intent = newCustomer(productOf(platform), { hostname: platform.hostnames[0] ?? '' })
  const { id } = await app.call('job.save', { draftId: anyDraftId(), intent, evenIfKnown: false })

  const detail = await app.jobIn(id, 'done', 'unconfirmed', 'refused', 'needs-you')

  expect(detail.steps.map(({ state }) => state)).toEqual(['done', 'done', 'done'])
})

test('the correction of a job keeps another open draft, and also a draft that was put aside for the correction', async () => {
  const platform = await openPlatform()
  const app = await openApp()
  await connect(app, platform)
  const other = emptyDraft('another-draft')
  const correct = async (): Promise<void> => {
    const { id } = await app.call('job.save', {
      draftId: anyDraftId(),
      intent: newCustomer('no-such-product'),
      evenIfKnown: false,
    })
    const refused = await app.jobIn(id, 'refused')
    if (refused.intent.kind !== 'new-customer') throw new Error('another kind')
    const { draft } = await app.call('draft.read', {})
    if (draft?.id === 'the-correction')
      await app.call('draft.save', { draft: { ...draft, correcting: id, aside: [other] } })
    const intent = { ...refused.intent, plan: { ...refused.intent.plan, productid: productOf(platform) } }
    await app.call('job.correct', { id, intent, revision: refused.revision })
  }

  await app.call('draft.save', { draft: other })
  await correct()
  expect((await app.call('draft.read', {})).draft).toEqual(other)

  await app.call('draft.save', { draft: { ...other, id: 'the-correction' } })
  await correct()
  expect((await app.call('draft.read', {})).draft).toEqual({ ...other, isAside: true })
})

test('a correction to the box or user ID of another job is refused, and the job stays as it was', async () => {
  const platform = await openPlatform()
  const app = await openApp()
  await connect(app, platform)
  const save = (intent: ReturnType<typeof newCustomer>) => app.call('job.save', { draftId: anyDraftId(), intent })
  const { id: other } = await save(newCustomer(productOf(platform)))
  const { id } = await save(newCustomer('no-such-product'))
  const { intent: taken } = await app.jobIn(other, 'done')
  const { intent: own, revision } = await app.jobIn(id, 'refused')
  if (own.kind !== 'new-customer' || taken.kind !== 'new-customer') throw new Error('another kind')
  const asked = { ...own, plan: { ...own.plan, productid: productOf(platform) } }
  const sameBox = { ...asked, ...(taken.box && { box: taken.box }) }

  expect(await app.refusal('job.correct', { id, revision, intent: { ...asked, logIn: taken.logIn } })).toBe(
    'log-in-in-job',
  )
  expect(await app.refusal('job.correct', { id, revision, intent: sameBox })).toBe('box-in-job')
  expect(await app.call('job.read', { id })).toMatchObject({ revision, summary: { state: 'refused' }, intent: own })

  await app.call('job.correct', { id, revision, intent: sameBox, evenIfKnown: true })
  expect((await app.call('job.read', { id })).revision).toBe(revision + 1)
})

test('a correction keeps the user ID of a customer who was created, even if a later job has the same user ID', async () => {
  const platform = await openPlatform()
  const app = await openApp()
  await connect(app, platform)
  const userid = `u${String(Date.now()).slice(-8)}`
  const logIn = { userid }
  const { id } = await app.call('job.save', {
    draftId: anyDraftId(),
    intent: newCustomer(productOf(platform), { logIn, hostname: 'unknown.example.net' }),
  })
  const refused = await app.jobIn(id, 'refused', 'done', 'needs-you')
  expect(refused.summary.state).toBe('refused')
  await app.call('queue.pause', {})
  await app.call('job.save', { draftId: anyDraftId(), intent: newCustomer(productOf(platform), { logIn }) })
  if (refused.intent.kind !== 'new-customer') throw new Error('another kind')
  const intent = { ...refused.intent, hostname: platform.hostnames[0] ?? '' }

  await app.call('job.correct', { id, revision: refused.revision, intent })
  expect((await app.call('job.read', { id })).revision).toBe(refused.revision + 1)
})

test('a corrected activation is sent with the same mapping id', async () => {
  const platform = await openPlatform()
  const app = await openApp()
  await connect(app, platform)
  const intent = newCustomer('no-such-product')
  const { id } = await app.call('job.save', { draftId: anyDraftId(), intent, evenIfKnown: false })
  const refused = await app.jobIn(id, 'refused', 'done', 'needs-you')
  expect(refused.summary.why).toEqual({ code: 'platform-refused', detail: expect.stringMatching(/product/i) })
  expect(refused.actions).toContain('correct')

  if (refused.intent.kind !== 'new-customer') throw new Error('another kind')
  const corrected = { ...refused.intent, plan: { ...refused.intent.plan, productid: productOf(platform) } }
  await app.call('job.correct', { id, intent: corrected, revision: refused.revision })
  const done = await app.jobIn(id, 'done', 'refused', 'needs-you')

  expect(done.summary.state).toBe('done')
  expect(done.revision).toBe(2)
  expect(effectsOf(platform)).toEqual(['create', 'bind-user'])
  expect(platform.ledger()[0]?.parameters).toMatchObject({ customermappingid: refused.customermappingid })
})
