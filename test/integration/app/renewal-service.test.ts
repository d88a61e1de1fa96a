import { expect, test } from 'vitest'
import { dialectNames, type SandboxOptions } from '../../../src/sandbox/options.ts'
import type { Sandbox } from '../../../src/sandbox/sandbox.ts'
import type { KnownCustomerAction } from '../../../src/shared/domain/action.ts'
import type { Connection } from '../../../src/shared/domain/connection/connection.ts'
import { connect, openApp, openPlatform, type TestApp } from '../../fakes/test-app.ts'
import { anyDraftId, newCustomer } from '../../fakes/intents.ts'
import { productOf, quick, save } from './activate.ts'

const ended = ['done', 'unconfirmed', 'refused', 'needs-you'] as const

interface Opened {
  readonly app: TestApp
  readonly platform: Sandbox
  readonly connection: Connection
  readonly renewal: KnownCustomerAction
}

/** A customer of a platform with these options, and an unsaved renewal for that customer. */
async function openWith(options: Partial<SandboxOptions>, changed: Partial<Connection> = {}): Promise<Opened> {
  const platform = await openPlatform({ options })
  const app = await openApp()
  const connection = await connect(app, platform, { ...quick, ...changed })
  const { intent } = await app.jobIn(await save(app, newCustomer(productOf(platform))), 'done', 'unconfirmed')
  if (intent.kind !== 'new-customer') throw new Error('another kind')
  const { userid = '', password = '' } = intent.logIn
  const renewal = { kind: 'renewal', userid, password, months: 1, days: 0, from: 'end-date' } as const
  return { app, platform, connection, renewal }
}

const renewalsOf = (platform: Sandbox) => platform.ledger().filter(({ effect }) => effect === 'renew')
const begin = async ({ app, renewal }: Opened): Promise<string> =>
  (await app.call('job.save', { draftId: anyDraftId(), intent: renewal })).id

test.each(dialectNames)(
  'a renewal that was refused without crmService takes effect once after crmService is switched on: %s',
  async (dialect) => {
    const opened = await openWith({ dialect, renewalService: 'singular' })
    const { app, platform, connection, renewal } = opened
    const id = await begin(opened)
    const refused = await app.jobIn(id, ...ended)
    expect(refused.summary).toMatchObject({ state: 'refused', why: { code: 'platform-refused' } })
    expect(refused.summary.why?.detail).toContain('crmService is not valid: required')

    await app.call('connection.save', { ...connection, sendsCrmService: true })
    await app.call('job.correct', { id, intent: renewal, revision: refused.revision })
    expect((await app.jobIn(id, ...ended)).summary.state).toBe('done')
    const [made, ...more] = renewalsOf(platform)
    expect(more).toEqual([])
    expect(made?.parameters).toMatchObject({ crmServices: platform.crmService, crmService: platform.crmService })
  },
)

test.each(['plural', 'either'] as const)(
  'a renewal with crmService and crmServices is accepted by a platform that wants the form "%s"',
  async (renewalService) => {
    const opened = await openWith({ renewalService }, { sendsCrmService: true })
    expect((await opened.app.jobIn(await begin(opened), ...ended)).summary.state).toBe('done')
    expect(renewalsOf(opened.platform)).toHaveLength(1)
  },
)

test('a renewal that took effect before crmService was switched on is not repeated', async () => {
  const opened = await openWith({})
  const { app, platform, connection } = opened
  platform.setFaults([
    { match: { effect: 'renew' }, times: 1, fault: { kind: 'drop-after-commit' } },
    {
      match: { operation: 'getCustomer_V2' },
      after: 1,
      times: 1,
      fault: { kind: 'status', status: 503, commit: false },
    },
  ])
  const id = await begin(opened)
  await app.jobIn(id, 'waiting')
  expect(renewalsOf(platform)).toHaveLength(1)
  await app.call('connection.save', { ...connection, sendsCrmService: true })
  expect((await app.jobIn(id, ...ended)).summary.state).toBe('done')
  expect(renewalsOf(platform)).toHaveLength(1)
})

test('a renewal that was refused twice is not sent a third time, even after crmService is switched on', async () => {
  const opened = await openWith({ renewalService: 'singular' })
  const { app, platform, connection, renewal } = opened
  const id = await begin(opened)
  const first = await app.jobIn(id, ...ended)
  await app.call('job.correct', { id, intent: renewal, revision: first.revision })
  const second = await app.jobIn(id, ...ended)
  expect([first.summary.state, second.summary.state]).toEqual(['refused', 'refused'])

  await app.call('connection.save', { ...connection, sendsCrmService: true })
  await app.call('job.correct', { id, intent: renewal, revision: second.revision })
  expect((await app.jobIn(id, ...ended)).summary).toMatchObject({ state: 'needs-you', why: { code: 'sent-twice' } })
  expect(renewalsOf(platform)).toEqual([])
})
