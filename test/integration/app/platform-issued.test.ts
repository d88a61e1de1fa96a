import { cpSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Fault } from '../../../src/sandbox/faults/fault.ts'
import type { DialectName } from '../../../src/sandbox/options.ts'
import type { Sandbox, SandboxDeps } from '../../../src/sandbox/sandbox.ts'
import type { IntentOf } from '../../../src/shared/domain/activation.ts'
import type { JobDetail } from '../../../src/shared/domain/job.ts'
import { connect, openAfterDeath, openApp, openPlatform, type TestApp } from '../../fakes/test-app.ts'
import { makeFolder } from '../../fakes/folder.ts'
import { anyDraftId, newCustomer } from '../../fakes/intents.ts'
import { endHangingCalls, productOf, quick, save } from './activate.ts'

const passphrase = 'open the box'
const creation = { operation: 'addCustomerWithDevice' } as const
const rest = ['done', 'unconfirmed', 'needs-you', 'refused'] as const

/** An app whose platform issues the credentials, once it is online. */
async function openBoth(deps: Partial<SandboxDeps> = {}): Promise<{ app: TestApp; platform: Sandbox }> {
  const platform = await openPlatform(deps)
  const app = await openApp()
  await connect(app, platform, { ...quick, logIns: 'platform' })
  await reached(app)
  return { app, platform }
}

async function reached(app: TestApp): Promise<void> {
  for (;;) {
    const { connections } = await app.call('app.snapshot', {})
    if (connections[0]?.link.state === 'reached') return
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

const madeOf = ({ intent }: JobDetail): IntentOf<'new-customer'>['made'] =>
  intent.kind === 'new-customer' ? intent.made : undefined

const creations = (platform: Sandbox) => platform.ledger().filter(({ effect }) => effect === 'create')

/** Sends the same creation again, not through the app. Two customers then have its mapping id. */
async function sendOnceMore(platform: Sandbox): Promise<void> {
  while (creations(platform).length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
  const { authToken, crmService, cmsService } = platform
  const values = { ...creations(platform)[0]?.parameters, authToken, crmService, cmsService }
  const query = Object.entries(values).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  await fetch(`${platform.url}/api/AddCustomer/addCustomerWithDevice?${query.join('&')}`, { method: 'POST' })
}

const struck = (platform: Sandbox, fault: Fault, times = 1): void =>
  platform.setFaults([{ match: creation, times, fault }])

describe('the platform-issued credentials', () => {
  test.each<DialectName>(['classic', 'modern', 'terse'])(
    'are read from the reply (%s), used for the binding, and shown in the job',
    async (dialect) => {
      const { app, platform } = await openBoth({ options: { dialect } })
      const detail = await app.jobIn(await save(app, newCustomer(productOf(platform))), ...rest)
      const [made] = creations(platform)
      expect(detail.summary).toMatchObject({ state: 'done', userid: made?.userid })
      expect(madeOf(detail)?.userid).toBe(made?.userid)
      expect(madeOf(detail)?.password).toMatch(/^\S{4,}$/)
      expect(made?.parameters).not.toHaveProperty('userid')
      expect(made?.parameters).not.toHaveProperty('password')
      expect(detail.customerBinding).toBe('on')
    },
  )

  test.each<DialectName>(['classic', 'modern', 'terse'])(
    'are found by the mapping id if the reply was lost (%s), and the customer is created once',
    async (dialect) => {
      const { app, platform } = await openBoth({ options: { dialect } })
      struck(platform, { kind: 'drop-after-commit' })
      const detail = await app.jobIn(await save(app, newCustomer(productOf(platform))), ...rest)
      expect(detail.summary.state).toBe('done')
      expect(creations(platform).map(({ userid }) => userid)).toEqual([madeOf(detail)?.userid])
    },
  )

  test('are used for a separate binding call if the customer was created without the box', async () => {
    const { app, platform } = await openBoth()
    struck(platform, { kind: 'half-done' })
    const detail = await app.jobIn(await save(app, newCustomer(productOf(platform))), ...rest)
    const userid = madeOf(detail)?.userid
    expect(detail.summary.state).toBe('done')
    expect(platform.ledger().map(({ operation, userid: whose }) => [operation, whose])).toEqual([
      ['addCustomerWithDevice', userid],
      ['AddMacAddressForUser', userid],
    ])
  })

  test('stay unknown if the reply was lost and no customer has the mapping id, and the technician decides', async () => {
    const { app, platform } = await openBoth()
    struck(platform, { kind: 'drop-before-commit' })
    const id = await save(app, newCustomer(productOf(platform)))
    const detail = await app.jobIn(id, ...rest)
    expect(detail.summary).toMatchObject({ state: 'needs-you', why: { code: 'reply-lost-absent' } })
    expect(detail.actions).toEqual(['check-again', 'send-again', 'drop'])
    expect(creations(platform)).toEqual([])
    await app.call('job.send-again', { id })
    const sent = await app.jobIn(id, 'done')
    expect(creations(platform).map(({ userid }) => userid)).toEqual([madeOf(sent)?.userid])
  })

  test('stay unknown if two customers have the mapping id, and the technician decides', async () => {
    const { app, platform } = await openBoth()
    platform.setFaults([
      { match: creation, times: 1, fault: { kind: 'drop-after-commit' } },
      { match: { operation: 'getCustomer' }, after: 1, fault: { kind: 'status', status: 503, commit: false } },
    ])
    const id = await save(app, newCustomer(productOf(platform)))
    await sendOnceMore(platform)
    platform.setFaults([])
    const detail = await app.jobIn(id, ...rest)
    expect(creations(platform)).toHaveLength(2)
    expect(detail.summary).toMatchObject({ state: 'needs-you', why: { code: 'several-found' } })
    expect(detail.actions).toEqual(['check-again', 'drop'])
    expect(madeOf(detail)).toBeUndefined()
    expect(platform.ledger().filter(({ operation }) => operation === 'AddMacAddressForUser')).toEqual([])
  })

  test('stay unknown while the creation is under way', async () => {
    const { promise: isRead, resolve: letGo } = Promise.withResolvers<void>()
    const { app, platform } = await openBoth({ onRequest: () => isRead })
    const id = await save(app, newCustomer(productOf(platform)))
    const detail = await app.jobIn(id, 'sending')
    letGo()
    expect(madeOf(detail)).toBeUndefined()
    expect(detail.summary.userid).toBeUndefined()
    await app.jobIn(id, 'done')
  })

  test('are found after the process died during the creation', async () => {
    const platform = await openPlatform()
    const folder = makeFolder()
    const copy = makeFolder()
    const first = await openApp(folder)
    await first.call('vault.protect', { passphrase })
    await connect(first, platform, { ...quick, logIns: 'platform' })
    await reached(first)
    struck(platform, { kind: 'hang', commit: true })
    const id = await save(first, newCustomer(productOf(platform)))
    while (creations(platform).length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    cpSync(folder, copy, { recursive: true })
    const second = await openAfterDeath(copy, folder)
    await second.call('vault.unlock', { passphrase })
    const detail = await second.jobIn(id, ...rest)
    expect(detail.steps[0]?.attempts).toMatchObject([{ outcome: 'unknown' }])
    expect(detail.summary.state).toBe('done')
    expect(creations(platform).map(({ userid }) => userid)).toEqual([madeOf(detail)?.userid])
    await endHangingCalls(platform)
  })
})

describe('a new customer with platform-issued credentials', () => {
  test('is not saved while sending is paused', async () => {
    const { app, platform } = await openBoth()
    const request = { draftId: anyDraftId(), intent: newCustomer(productOf(platform)), evenIfKnown: false }
    await app.call('queue.pause', {})
    expect(await app.refusal('job.save', request)).toBe('needs-network')
    expect((await app.call('job.list', { limit: 1 })).jobs).toEqual([])
    await app.call('queue.resume', {})
    await app.jobIn((await app.call('job.save', request)).id, 'done')
  })

  test('is refused while the credentials of another new customer are unknown', async () => {
    const { app, platform } = await openBoth()
    struck(platform, { kind: 'drop-before-commit' })
    const first = await save(app, newCustomer(productOf(platform)))
    const request = { draftId: anyDraftId(), intent: newCustomer(productOf(platform)), evenIfKnown: false }
    expect(await app.refusal('job.save', request)).toBe('one-at-a-time')
    await app.jobIn(first, 'needs-you')
    expect(await app.refusal('job.save', request)).toBe('one-at-a-time')
    await app.call('job.drop', { id: first, reason: 'The customer went home' })
    await app.jobIn((await app.call('job.save', request)).id, 'done')
  })

  test('accepts no typed credentials, and ignores credentials that a page claims to be platform-issued', async () => {
    const { app, platform } = await openBoth()
    const typed = newCustomer(productOf(platform), { logIn: { userid: '4711' } })
    const request = { draftId: anyDraftId(), intent: typed, evenIfKnown: false }
    expect(await app.refusal('job.save', request)).toBe('bad-request')
    await app.call('queue.pause', {})
    // The faults of the form are reported first, because the technician can fix them at once.
    expect(await app.refusal('job.save', request)).toBe('bad-request')
    await app.call('queue.resume', {})
    const claimed = newCustomer(productOf(platform), { made: { userid: '4711' } })
    const detail = await app.jobIn(await save(app, claimed), 'done')
    expect(madeOf(detail)?.userid).toBe(creations(platform)[0]?.userid)
  })

  test('keeps its credentials when a later step is corrected', async () => {
    const { app, platform } = await openBoth()
    platform.setFaults([
      {
        match: { operation: 'AddMacAddressToHostname' },
        times: 1,
        fault: { kind: 'status', status: 422, commit: false, message: 'No.' },
      },
    ])
    const id = await save(app, newCustomer(productOf(platform), { hostname: platform.hostnames[0] }))
    const refused = await app.jobIn(id, 'refused')
    const { intent, revision } = refused
    await app.call('job.correct', { id, intent: { ...intent, made: { userid: 'other' } } as typeof intent, revision })
    const detail = await app.jobIn(id, 'done')
    expect(madeOf(detail)).toEqual(madeOf(refused))
    expect(creations(platform)).toHaveLength(1)
  })
})
