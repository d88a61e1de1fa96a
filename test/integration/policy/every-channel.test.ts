import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { channelNotes } from '../../../scripts/lib/bridge/bridge-page.ts'
import { createDispatch } from '../../../src/main/bridge/dispatch.ts'
import { freeChannels } from '../../../src/main/handlers/policy/guards.ts'
import { channels, type Channel, type Request } from '../../../src/shared/bridge/contract.ts'
import { connectionDefaults } from '../../../src/shared/domain/connection/connection.ts'
import { policyFieldNames, strictestPolicy, type Policy, type PolicyField } from '../../../src/shared/domain/policy.ts'
import { createFakeLog } from '../../fakes/log.ts'
import { anyDraftId, newCustomer } from '../../fakes/intents.ts'
import { createOperator, takeFile } from '../../fakes/policy.ts'
import { openPlatform, type TestApp } from '../../fakes/test-app.ts'
import { openComputer } from '../maintenance/work.ts'

type Calls = { readonly [C in Channel]?: readonly Request<C>[] }

const customer = { userid: '4820913775' }
const disable = { kind: 'disable', ...customer } as const
const change = { kind: 'product-change', ...customer, productid: '1', months: 1, days: 0, from: 'today' } as const
const fromConsole = (operation: string) => ({ kind: 'console', operation, values: { userid: '1' } }) as const
const saves = (intent: Request<'job.save'>['intent']): Calls => ({
  'job.save': [{ draftId: anyDraftId(), intent }],
  'job.correct': [{ id: 'a-job', revision: 1, intent }],
})
const also = (...all: readonly Calls[]): Calls => {
  const merged: Record<string, unknown[]> = {}
  for (const calls of all)
    for (const [channel, requests] of Object.entries(calls)) (merged[channel] ??= []).push(...requests)
  return merged
}
const elsewhere = {
  name: 'Other',
  colour: 'blue',
  baseUrl: 'https://evil.example',
  crmService: 'a',
  cmsService: 'b',
} as const
const unencrypted = { ...elsewhere, baseUrl: 'http://platform.example', allowsPlainHttp: true }
const token = 'a-token-of-a-test'
const places = (form: Omit<typeof elsewhere, 'baseUrl'> & { baseUrl: string; proxy?: string }, id: string): Calls => ({
  'connection.add': [{ form, token }],
  'connection.test': [
    { form, token },
    { id, form, token },
  ],
  'connection.save': [{ ...connectionDefaults, ...form, id, kind: 'platform' }],
})

/** A fleet gets all unfinished work. */
const joins: Calls = { 'fleet.join': [channelNotes['fleet.join'].example] }
const joinsNamed = (way: { readonly proxy?: string; readonly authority?: string }): Calls => ({
  'fleet.join': [{ ...channelNotes['fleet.join'].example, hub: 'https://good.example', ...way }],
})

/** The calls that each field forbids, and a policy that forbids nothing else. Each policy needs its row. */
const forbidden: {
  readonly [F in PolicyField]: { readonly rules: Partial<Policy>; readonly calls: (id: string) => Calls }
} = {
  plainHttp: { rules: { plainHttp: false }, calls: (id) => places(unencrypted, id) },
  addresses: {
    rules: { addresses: ['https://good.example'] },
    // Another address, and the named one through another proxy.
    calls: (id) =>
      also(
        places(elsewhere, id),
        places({ ...elsewhere, baseUrl: 'https://good.example', proxy: 'http://evil.example:3128' }, id),
        joins,
        // Together, a proxy and its authority could pose as the named hub.
        joinsNamed({ proxy: 'http://evil.example:3128' }),
        joinsNamed({ authority: 'a certificate' }),
      ),
  },
  export: {
    rules: { export: false },
    calls: () => ({
      'activity.export': [{ filter: {} }],
      'activity.export-trail': [{}],
      'fleet.export-audit': [channelNotes['fleet.export-audit'].example],
      'bulk.write-file': [{ name: 'results-today.csv', text: 'a', isFirst: true }],
      'maintenance.export-work': [channelNotes['maintenance.export-work'].example],
      ...joins,
    }),
  },
  disableCustomers: {
    rules: { disableCustomers: false },
    calls: () => also(saves(disable), saves(fromConsole('Disable'))),
  },
  productChange: {
    rules: { productChange: false },
    calls: () => also(saves({ ...change, keepExtraPackages: false }), saves(fromConsole('changeCustomerProduct'))),
  },
  console: {
    rules: { console: false },
    calls: () =>
      also(saves(fromConsole('Enable')), {
        'console.preview': [{ operation: 'getCustomer', values: {} }],
        'console.ask': [{ operation: 'getCustomer', values: {}, slot: 'one' }],
      }),
  },
  // These two forbid no call: they apply where a token is stored and where a handout is drawn.
  weakKeyStores: { rules: { weakKeyStores: false }, calls: () => ({}) },
  passwordsOnHandouts: { rules: { passwordsOnHandouts: false }, calls: () => ({}) },
  shareHandouts: {
    rules: { shareHandouts: false },
    calls: () => ({ 'handout.share': [channelNotes['handout.share'].example] }),
  },
  lockMinutes: {
    rules: { lockMinutes: 3 },
    calls: () => ({ 'preferences.save': [{ lockAfterMinutes: 0 }, { lockAfterMinutes: 4 }] }),
  },
  retentionDays: {
    rules: { retentionDays: 14 },
    calls: () => ({ 'preferences.save': [{ retentionDays: 0 }, { retentionDays: 15 }] }),
  },
  pinDigits: {
    rules: { pinDigits: 6 },
    calls: () => ({
      'who.add': [{ name: 'Ada Boss', pin: '13579' }],
      'who.set-pin': [{ id: 'ada', pin: '13579', ownPin: '1' }],
    }),
  },
  supervisors: {
    rules: { supervisors: ['Ada Boss'] },
    calls: () => ({ 'who.add': [{ name: 'Eve Clerk', pin: '135790' }] }),
  },
  updates: { rules: { updates: 'none' }, calls: () => ({ 'update.check': [{}], 'update.install': [{}] }) },
}

/** A call straight to the handlers' only entry, as a page could make it that hides nothing. */
const errorOf = async (app: TestApp, channel: Channel, request: unknown) => {
  const reply = await createDispatch(app.app.handlers, createFakeLog())(channel, request)
  return reply.ok ? undefined : reply.error
}

async function openUnder(rules: Partial<Policy>) {
  const platform = await openPlatform()
  const app = await openComputer(platform)
  await takeFile(app, createOperator().write(1, rules))
  const { activeConnectionId = '' } = await app.call('app.snapshot', {})
  return { app, id: activeConnectionId, platform }
}

describe.each(policyFieldNames)('a policy with the field %s', (field) => {
  const { rules, calls } = forbidden[field]

  test.skipIf(Object.keys(calls('one')).length === 0)(
    'refuses in the main process every call that it forbids, and names the field',
    async () => {
      const { app, id } = await openUnder(rules)
      for (const [channel, requests] of Object.entries(calls(id)) as [Channel, readonly unknown[]][])
        for (const request of requests) {
          const error = await errorOf(app, channel, request)
          expect([channel, error?.code, error?.detail]).toEqual([channel, 'not-permitted', field])
          expect(channelNotes[channel].errors).toContain('not-permitted')
        }
    },
  )

  test('refuses no call on a channel that the field does not restrict', async () => {
    const { app, id } = await openUnder(rules)
    const own = new Set(Object.keys(calls(id)))
    for (const channel of Object.keys(channels) as Channel[]) {
      // These calls would close the file that the others need.
      const isLast = channel === 'connection.start-training' || channel === 'maintenance.erase-everything'
      if (own.has(channel) || isLast) continue
      const error = await errorOf(app, channel, channelNotes[channel].example)
      expect({ channel, code: error?.code }).not.toMatchObject({ code: 'not-permitted' })
      expect({ channel, code: error?.code }).not.toMatchObject({ code: 'locked' })
    }
  })
})

test('every channel is either listed as free of the policy or restricted by a field of the policy', () => {
  const ruled = policyFieldNames.flatMap((field) => Object.keys(forbidden[field].calls('one')))
  // A rename is forbidden only to a supervisor, which the technicians' own test shows.
  expect([...new Set([...freeChannels, ...ruled, 'who.rename'])].toSorted()).toEqual(Object.keys(channels).toSorted())
})

test('no call is refused because of the policy if there is none', async () => {
  const platform = await openPlatform()
  const app = await openComputer(platform)
  const { activeConnectionId = '' } = await app.call('app.snapshot', {})
  for (const field of policyFieldNames)
    for (const [channel, requests] of Object.entries(forbidden[field].calls(activeConnectionId)))
      for (const request of requests)
        expect([channel, (await errorOf(app, channel as Channel, request))?.code]).not.toEqual([
          channel,
          'not-permitted',
        ])
})

test('settings outside the limits of a new policy get the limits of the policy', async () => {
  const app = await openComputer(await openPlatform())
  await app.call('preferences.save', { lockAfterMinutes: 0, retentionDays: 365 })
  await takeFile(app, createOperator().write(1, { lockMinutes: 4, retentionDays: 14 }))
  const { preferences } = await app.call('app.snapshot', {})
  expect(preferences).toMatchObject({ lockAfterMinutes: 4, retentionDays: 14 })
})

test('a supervisor whom the policy does not name loses this role, and a supervisor whom it names cannot be renamed', async () => {
  const app = await openComputer(await openPlatform())
  await app.call('who.add', { name: 'Ada Boss', pin: '135790' })
  const operator = createOperator()
  await takeFile(app, operator.write(1, { supervisors: ['ada boss'] }))
  const { technicians } = (await app.call('app.snapshot', {})).who
  const id = technicians[0]?.id ?? ''
  expect(await errorOf(app, 'who.rename', { id, name: 'Eve', ownPin: '135790' })).toMatchObject({
    code: 'not-permitted',
    detail: 'supervisors',
  })
  await takeFile(app, operator.write(2, { supervisors: ['Somebody Else'] }))
  expect((await app.call('app.snapshot', {})).who.technicians).toMatchObject([{ isSupervisor: false }])
  const request = { name: 'Ben Clerk', pin: '24680', ownPin: '135790' }
  expect(await app.refusal('who.add', request)).toBe('supervisor-only')
})

test('a connection file may bring a new address only if the policy in the file names that address', async () => {
  const { app, operator } = await openListed()
  const connection = { id: 'another', ...elsewhere }
  const unsigned = JSON.stringify({ kind: 'setdesk-connections', version: 1, connections: [connection] })
  const read = (text: string) => app.call('connection.read-file', { text })
  expect(await read(unsigned)).toMatchObject({ ok: false, problem: 'not-permitted', field: 'baseUrl' })
  expect(await read(operator.write(2, { addresses: [] }, [connection]))).toMatchObject({ problem: 'not-permitted' })
  await takeFile(app, operator.write(2, { addresses: ['https://evil.example'] }, [connection]))
  const { connections } = await app.call('app.snapshot', {})
  expect(connections.map(({ settings }) => settings.baseUrl)).toContain('https://evil.example')
})

async function openListed() {
  const app = await openComputer(await openPlatform())
  const operator = createOperator()
  await takeFile(app, operator.write(1, { addresses: [] }))
  return { app, operator }
}

test('under the strictest policy an allowed job is sent, and a forbidden job says why it waits', async () => {
  const platform = await openPlatform()
  const app = await openComputer(platform)
  const productid = platform.products[0]?.id ?? ''
  const { id } = await app.call('job.save', { draftId: anyDraftId(), intent: newCustomer(productid) })
  const { intent } = await app.jobIn(id, 'done')
  if (intent.kind !== 'new-customer') throw new Error('another kind')
  await app.call('queue.pause', {})
  const { userid = '', password } = intent.logIn
  const held = await app.call('job.save', {
    draftId: anyDraftId(),
    intent: { kind: 'disable', userid, ...(password !== undefined && { password }) },
  })
  const allowed = await app.call('job.save', { draftId: anyDraftId(), intent: newCustomer(productid) })
  const operator = createOperator()
  await takeFile(app, operator.write(1, { ...strictestPolicy, retentionDays: 30 }))
  await app.call('queue.resume', {})

  await app.jobIn(allowed.id, 'done')
  const waiting = await app.jobIn(held.id, 'waiting')
  expect(waiting.summary.why?.code).toBe('operator-policy')
  expect(waiting.actions).toEqual(['drop'])
  expect(platform.ledger().map(({ effect }) => effect)).not.toContain('disable')

  await takeFile(app, operator.write(2, {}))
  await app.jobIn(held.id, 'done')
  expect(platform.ledger().filter(({ effect }) => effect === 'disable')).toHaveLength(1)
})

test('a policy can stop unencrypted sending that was allowed here, and a later policy can allow it again', async () => {
  const app = await openComputer(await openPlatform())
  const form = { ...unencrypted, baseUrl: 'http://192.0.2.1' }
  await app.call('connection.add', { form, token: randomBytes(8).toString('hex') })
  const operator = createOperator()
  const stopped = async () => (await app.call('app.snapshot', {})).connections.map((one) => one.isPlainHttpStopped)
  expect(await stopped()).toEqual([false, false])
  await takeFile(app, operator.write(1, { plainHttp: false }))
  expect(await stopped()).toEqual([false, true])
  const plain = (await app.call('app.snapshot', {})).connections[1]?.settings
  if (plain === undefined) throw new Error('No connection')
  expect(await app.refusal('connection.save', { ...plain, baseUrl: 'http://192.0.2.2' })).toBe('bad-request')
  await takeFile(app, operator.write(2, {}))
  expect(await stopped()).toEqual([false, false])
})

test('the other settings of a connection whose unencrypted sending a policy stopped can be changed', async () => {
  const app = await openComputer(await openPlatform())
  await app.call('connection.add', {
    form: { ...unencrypted, baseUrl: 'http://192.0.2.1' },
    token: randomBytes(8).toString('hex'),
  })
  await takeFile(app, createOperator().write(1, { plainHttp: false }))
  const plain = async () => {
    const view = (await app.call('app.snapshot', {})).connections[1]
    if (view === undefined) throw new Error('No connection')
    return view
  }
  await app.call('connection.save', { ...(await plain()).settings, supportNumber: '900' })
  expect(await plain()).toMatchObject({ isPlainHttpStopped: true, settings: { supportNumber: '900' } })
})
