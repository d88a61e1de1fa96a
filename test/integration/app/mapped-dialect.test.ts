import { describe, expect, test } from 'vitest'
import type { Sandbox } from '../../../src/sandbox/sandbox.ts'
import type { SandboxOptions } from '../../../src/sandbox/options.ts'
import type { CustomerStatus } from '../../../src/shared/domain/customer/customer.ts'
import { mapLeaf } from '../../../src/shared/domain/field-mapping/map-leaf.ts'
import { type FieldMapping, type Mappable, mapStatus } from '../../../src/shared/domain/field-mapping/field-mapping.ts'
import { connect, openApp, openPlatform, type TestApp } from '../../fakes/test-app.ts'
import { anyDraftId, anyMac, newCustomer } from '../../fakes/intents.ts'

const ended = ['done', 'unconfirmed', 'refused', 'needs-you'] as const
const productOf = (platform: Sandbox, index = 0): string => platform.products[index]?.id ?? ''

/** A lesson for the field mapping: the operation to ask, its values, and meanings for names and statuses in the answer. */
interface Lesson {
  readonly operation: string
  readonly values: Readonly<Record<string, string>>
  readonly meanings: Readonly<Record<string, Mappable>>
  readonly statuses?: Readonly<Record<string, CustomerStatus>>
}

/** Maps like the screen: asks a real question, gives meanings to some fields of the answer, saves with the connection. */
async function map(app: TestApp, lessons: readonly Lesson[]): Promise<FieldMapping> {
  let names: FieldMapping = {}
  for (const { operation, values, meanings, statuses } of lessons) {
    const { raw, status = 0 } = await app.call('console.ask', { slot: 'console', operation, values })
    const { leaves, statuses: seen } = await app.call('field-mapping.preview', { operation, status, text: raw, names })
    for (const { said } of seen) if (statuses?.[said]) names = mapStatus(names, said, statuses[said])
    for (const leaf of leaves) {
      const meaning = meanings[leaf.keys.findLast((key) => key !== '[]') ?? '']
      if (meaning !== undefined) names = mapLeaf(names, leaf, meaning)
    }
  }
  await app.call('field-mapping.save', { names })
  return names
}

/** Maps from the answer of a changing call, which is pasted from its finished job. */
async function mapPasted(app: TestApp, names: FieldMapping, operation: string, text: string): Promise<void> {
  const { leaves } = await app.call('field-mapping.preview', { operation, status: 200, text, names })
  const mapped = leaves.reduce<FieldMapping>(
    (all, leaf) => (leaf.keys.at(-1) === 'uitkomst' ? mapLeaf(all, leaf, 'approvalWord') : all),
    names,
  )
  await app.call('field-mapping.save', { names: mapped })
}

const toestanden = { '0': 'Pending', '1': 'Active', '2': 'Trial', '3': 'Disabled', verlopen: 'Expired' } as const

const lessonsOn = (userid: string, hostname: string): readonly Lesson[] => [
  {
    operation: 'getCustomers',
    values: {},
    meanings: {
      inlognaam: 'userid',
      toegangsCode: 'password',
      roepnaam: 'firstname',
      achternaam: 'lastname',
      gsm: 'mobile',
      extern_kenmerk: 'customermappingid',
      loopt_tot: 'endDate',
      pakketcode: 'product',
      meer_volgt: 'hasNext',
      vervolg: 'cursor',
    },
  },
  { operation: 'getCustomer', values: { userid }, meanings: { roepnaam: 'firstname' } },
  { operation: 'GetCustomerStatus', values: { userid }, meanings: { toestand: 'status' } },
  { operation: 'getCustomers', values: {}, meanings: {}, statuses: toestanden },
  { operation: 'devices', values: { userid }, meanings: { kastnummer: 'deviceIdentifier', uitvoering: 'deviceModel' } },
  { operation: 'GetMacAddressesUnderHostname', values: { hostname }, meanings: { kastadressen: 'deviceIdentifier' } },
  { operation: 'getCustomer', values: { userid: 'niemand' }, meanings: { toelichting: 'absenceWord' } },
  { operation: 'getCustomer', values: { userid: 'niemand' }, meanings: { uitkomst: 'refusalWord' } },
]

/** An app on a platform of this dialect. For the foreign dialect the field mapping is saved first. */
async function openIn(dialect: SandboxOptions['dialect']): Promise<{ app: TestApp; platform: Sandbox }> {
  const platform = await openPlatform({ options: { dialect, zeroPassword: 'anywhere' } })
  const app = await openApp()
  await connect(app, platform)
  if (dialect !== 'foreign') return { app, platform }
  // The example customer is one of the platform's own, with its existing boxes.
  const { userid } = await anyCustomer(app, platform)
  const names = await map(app, lessonsOn(userid, platform.hostnames[0] ?? ''))
  await mapPasted(app, names, 'Disable', '{"antwoord":{"tijdstip":"9:30","uitkomst":"gelukt"},"versie":7}')
  return { app, platform }
}

async function anyCustomer(app: TestApp, platform: Sandbox): Promise<{ readonly userid: string }> {
  await platform.setOptions({ dialect: 'classic' })
  const { understood } = await app.call('console.ask', { slot: 'console', operation: 'getCustomers', values: {} })
  await platform.setOptions({ dialect: 'foreign' })
  const found = understood.records[0]?.find(({ field }) => field === 'userid')
  return { userid: found?.value ?? '' }
}

/** The statuses of the platform's own first ten customers. */
const seededStatuses = [
  'Active',
  'Active',
  'Expired',
  'Active',
  'Pending',
  'Active',
  'Active',
  'Trial',
  'Active',
  'Disabled',
] as const satisfies readonly CustomerStatus[]
const seededUserid = (index: number): string => String(4_021_770_010 + index * 613)

async function activate(app: TestApp, platform: Sandbox) {
  const intent = newCustomer(productOf(platform), { hostname: platform.hostnames[0] ?? '' })
  const { id } = await app.call('job.save', { draftId: anyDraftId(), intent, evenIfKnown: false })
  const detail = await app.jobIn(id, ...ended)
  const { userid = '', password = '' } = 'logIn' in detail.intent ? detail.intent.logIn : {}
  return { detail, customer: { userid, password } }
}

describe.each(['classic', 'modern', 'terse', 'foreign'] as const)(
  'on a platform in the %s dialect, with a field mapping if needed,',
  (dialect) => {
    test('an activation ends as done, shows both bindings, and binds no box twice', async () => {
      const { app, platform } = await openIn(dialect)
      const { detail, customer } = await activate(app, platform)

      expect(detail.steps.map(({ state }) => state)).toEqual(['done', 'done', 'done'])
      expect([detail.customerBinding, detail.hostnameBinding]).toEqual(['on', 'on'])

      const box = { identifier: anyMac(), raw: '', model: 'MAG 540' }
      const bind = { kind: 'existing-customer' as const, box, ...customer }
      for (const why of ['seen-on-platform', 'was-there-already']) {
        const saved = await app.call('job.save', { draftId: anyDraftId(), intent: bind, evenIfKnown: true })
        expect((await app.jobIn(saved.id, ...ended)).summary).toMatchObject({ state: 'done', why: { code: why } })
      }
      const bound = platform.ledger().filter(({ operation }) => operation === 'AddMacAddressForUser')
      expect(bound).toHaveLength(1)
    })

    test('a renewal, a product change, a disable and an enable take effect once each and end as done', async () => {
      const { app, platform } = await openIn(dialect)
      const { customer } = await activate(app, platform)
      const change = { productid: productOf(platform, 1), months: 12, days: 0, keepExtraPackages: false }
      const actions = [
        { kind: 'renewal' as const, ...customer, months: 1, days: 0, from: 'end-date' as const },
        { kind: 'product-change' as const, ...customer, ...change, from: 'today' as const },
        { kind: 'disable' as const, ...customer },
        { kind: 'enable' as const, ...customer },
      ]
      for (const action of actions) {
        const { id } = await app.call('job.save', { draftId: anyDraftId(), intent: action })
        expect((await app.jobIn(id, ...ended)).summary, action.kind).toMatchObject({ state: 'done' })
      }
      const effects = platform.ledger().map(({ effect }) => effect)
      expect(effects.filter((effect) => !/create|bind/.test(effect))).toEqual(['renew', 'change', 'disable', 'enable'])
    })

    test('every customer is shown with one of the five statuses, whatever word the platform uses', async () => {
      const { app, platform } = await openIn(dialect)
      for (const [index, status] of seededStatuses.entries()) {
        const userid = seededUserid(index)
        const page = await app.call('customers.read', { slot: 'page', userid, customermappingid: '' })
        expect(page, status).toMatchObject({ kind: 'customer', facts: { userid, status } })
      }
      await platform.setOptions({ offline: true })
      const kept = await app.call('customers.read', { slot: 'page', userid: seededUserid(9), customermappingid: '' })
      expect(kept).toMatchObject({ isCached: true, facts: { status: 'Disabled' } })
    })

    test.each([
      ['disabling', 'disable'],
      ['enabling', 'enable'],
    ] as const)(
      '%s a customer ends as done in each status, and takes effect only if the status has to change',
      async (_, kind) => {
        const { app, platform } = await openIn(dialect)
        for (const [index, status] of seededStatuses.entries()) {
          const userid = seededUserid(index)
          const { id } = await app.call('job.save', { draftId: anyDraftId(), intent: { kind, userid } })
          expect((await app.jobIn(id, ...ended)).summary, status).toMatchObject({ state: 'done' })
          const changes = (kind === 'disable') === (status !== 'Disabled')
          const effects = platform.ledger().filter((entry) => entry.userid === userid)
          expect(
            effects.map(({ effect }) => effect),
            status,
          ).toEqual(changes ? [kind] : [])
        }
      },
    )

    test('a creation whose reply was lost is found, and not repeated', async () => {
      const { app, platform } = await openIn(dialect)
      platform.setFaults([{ match: { effect: 'create' }, times: 1, fault: { kind: 'drop-after-commit' } }])

      const { detail } = await activate(app, platform)

      // The terse dialect shows name and user ID, which is enough once something was sent.
      expect(detail.summary.state).toBe('done')
      expect(platform.ledger().filter(({ effect }) => effect === 'create')).toHaveLength(1)
    })

    test('a customer is found by user ID, and no customer is found for an unknown user ID', async () => {
      const { app, platform } = await openIn(dialect)
      const { customer } = await activate(app, platform)

      const found = await app.call('customer.look-up', { userid: customer.userid, customermappingid: '' })
      expect(found.customer).toMatchObject({ userid: customer.userid, devices: [{ id: expect.any(String) }] })
      expect(await app.call('customer.look-up', { userid: 'niemand', customermappingid: '' })).toEqual({})
    })

    test('a job that the platform refuses is shown as refused, and can be corrected', async () => {
      const { app, platform } = await openIn(dialect)
      const intent = newCustomer('no-such-product')
      const { id } = await app.call('job.save', { draftId: anyDraftId(), intent, evenIfKnown: false })
      const detail = await app.jobIn(id, ...ended)

      expect(detail.summary).toMatchObject({ state: 'refused', why: { code: 'platform-refused' } })
      expect(detail.actions).toContain('correct')
      expect(platform.ledger()).toEqual([])
    })
  },
)

const settingsOf = async (app: TestApp) => (await app.call('app.snapshot', {})).connections[0]?.settings

describe('on a platform in a foreign dialect,', () => {
  test('an activation without a field mapping waits for the technician, and the customer is created once', async () => {
    const platform = await openPlatform({ options: { dialect: 'foreign' } })
    const app = await openApp()
    await connect(app, platform)

    const { detail } = await activate(app, platform)

    expect(detail.summary).toMatchObject({ state: 'needs-you', why: { code: 'reply-lost-unreadable' } })
    expect(platform.ledger().filter(({ effect }) => effect === 'create')).toHaveLength(1)
  })

  test('disabling and enabling end unconfirmed while the statuses are not mapped', async () => {
    const platform = await openPlatform({ options: { dialect: 'foreign', zeroPassword: 'anywhere' } })
    const app = await openApp()
    await connect(app, platform)
    const { userid } = await anyCustomer(app, platform)
    const named = lessonsOn(userid, platform.hostnames[0] ?? '').filter(({ statuses }) => statuses === undefined)
    await mapPasted(app, await map(app, named), 'Disable', '{"antwoord":{"uitkomst":"gelukt"}}')

    for (const [kind, index] of [
      ['disable', 0],
      ['enable', 9],
      ['enable', 2],
    ] as const) {
      const action = { kind, userid: seededUserid(index) }
      const { id } = await app.call('job.save', { draftId: anyDraftId(), intent: action })
      expect((await app.jobIn(id, ...ended)).summary.state).toBe('unconfirmed')
    }
    const page = await app.call('customers.read', { slot: 'page', userid: seededUserid(9), customermappingid: '' })
    expect(page).toMatchObject({ facts: { status: '1' } })
  })

  test('an undecided activation ends as done once the mapping is saved and the job is checked again', async () => {
    const platform = await openPlatform({ options: { dialect: 'foreign', zeroPassword: 'anywhere' } })
    const app = await openApp()
    await connect(app, platform)
    const { detail, customer } = await activate(app, platform)
    const { id } = detail.summary

    const names = await map(app, lessonsOn(customer.userid, platform.hostnames[0] ?? ''))
    await mapPasted(app, names, 'Disable', detail.steps[0]?.attempts[0]?.raw ?? '')
    await app.call('job.check-again', { id })

    expect((await app.jobIn(id, 'done', 'unconfirmed', 'refused')).summary.state).toBe('done')
    const effects = platform.ledger().map(({ effect }) => effect)
    expect(effects).toEqual(['create', 'bind-user', 'bind-hostname'])
  })

  test('the field mapping is stored with the connection, and stays after an edit of the connection and a restart', async () => {
    const { app } = await openIn('foreign')
    const mapped = await settingsOf(app)
    expect(mapped?.fieldNames).toMatchObject({ userid: ['inlognaam'], approvalWord: ['gelukt'], disabledWord: ['3'] })
    if (mapped === undefined) throw new Error('no connection')

    const { fieldNames, ...asked } = mapped
    await app.call('connection.save', { ...asked, name: 'Renamed' })
    expect(await settingsOf(app)).toMatchObject({ name: 'Renamed', fieldNames })
    await app.stop()

    expect(await settingsOf(await openApp(app.folder))).toMatchObject({ name: 'Renamed', fieldNames })
  })

  test('a password under a mapped name is redacted in the console', async () => {
    const { app, platform } = await openIn('foreign')
    const { customer } = await activate(app, platform)

    const answer = await app.call('console.ask', {
      slot: 'console',
      operation: 'getCustomer',
      values: { userid: customer.userid },
    })

    expect(answer.raw).toContain('"toegangsCode":"•••"')
    expect(JSON.stringify(answer)).not.toContain(customer.password)
    expect(answer.understood.records[0]).toContainEqual({ field: 'password', value: '•••' })
  })
})

test('the field mapping is copied to another laptop in the connection file, and is used there at once', async () => {
  const { app, platform } = await openIn('foreign')
  const { customer } = await activate(app, platform)
  const { text } = await app.call('connection.write-file', {})
  const other = await openApp()
  await connect(other, platform)
  expect(await settingsOf(other)).not.toHaveProperty('fieldNames')

  const read = await other.call('connection.read-file', { text })
  if (!read.ok) throw new Error(read.problem)
  await other.call('connection.take-file', { text, stamp: read.stamp })

  expect((await settingsOf(other))?.fieldNames).toEqual((await settingsOf(app))?.fieldNames)
  const found = await other.call('customer.look-up', { userid: customer.userid, customermappingid: '' })
  expect(found.customer).toMatchObject({ userid: customer.userid, status: 'Pending' })
})

test('undecided jobs end as done without a second effect when the mapping is saved and all are checked again', async () => {
  const platform = await openPlatform({ options: { dialect: 'foreign', zeroPassword: 'anywhere' } })
  const app = await openApp()
  await connect(app, platform)
  const userid = seededUserid(0)
  const box = { identifier: anyMac(), raw: '', model: 'MAG 540' }
  const actions = [
    { kind: 'renewal' as const, userid, months: 1, days: 0, from: 'end-date' as const },
    { kind: 'disable' as const, userid: seededUserid(1) },
  ]
  const saved = await Promise.all([
    ...actions.map((action) => app.call('job.save', { draftId: anyDraftId(), intent: action })),
    app.call('job.save', {
      draftId: anyDraftId(),
      intent: { kind: 'existing-customer', box, userid: seededUserid(2) },
      evenIfKnown: true,
    }),
  ])
  for (const { id } of saved) expect((await app.jobIn(id, ...ended)).summary.state).toBe('needs-you')
  const effects = () => platform.ledger().map(({ effect }) => effect)
  expect(effects().toSorted()).toEqual(['bind-user', 'disable', 'renew'])

  const names = await map(app, lessonsOn(seededUserid(0), platform.hostnames[0] ?? ''))
  await mapPasted(app, names, 'Disable', '{"antwoord":{"tijdstip":"9:30","uitkomst":"gelukt"},"versie":7}')
  expect(await app.call('queue.check-all-again', {})).toEqual({ jobs: 3 })
  for (const { id } of saved) expect((await app.jobIn(id, ...ended)).summary.state).toBe('done')
  expect(effects()).toHaveLength(3)
})
