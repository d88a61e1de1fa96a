import { describe, expect, test } from 'vitest'
import type { Sandbox } from '../../../src/sandbox/sandbox.ts'
import type { IntentOf } from '../../../src/shared/domain/activation.ts'
import type { Connection } from '../../../src/shared/domain/connection/connection.ts'
import type { JobDetail } from '../../../src/shared/domain/job.ts'
import type { CustomerStatus } from '../../../src/shared/domain/customer/customer.ts'
import { mapLeaf } from '../../../src/shared/domain/field-mapping/map-leaf.ts'
import {
  type FieldMapping,
  type Mappable,
  mapStatus,
  nameColumn,
  type TextColumn,
  type TextLayout,
} from '../../../src/shared/domain/field-mapping/field-mapping.ts'
import { connect, openApp, openPlatform, type TestApp } from '../../fakes/test-app.ts'
import { anyDraftId, anyMac, newCustomer } from '../../fakes/intents.ts'

const ended = ['done', 'unconfirmed', 'refused', 'needs-you'] as const
type TextDialect = 'lines' | 'table'

/** An engineer's field mapping and text layout so far. */
interface Mapped {
  readonly names: FieldMapping
  readonly layout: TextLayout | undefined
}

/** A lesson from one answer: meanings of names and words, of statuses, and of columns without names. */
interface Lesson {
  readonly operation: string
  readonly text: string
  readonly meanings?: Readonly<Record<string, Mappable>>
  readonly statuses?: Readonly<Record<string, CustomerStatus>>
  readonly columns?: readonly TextColumn[]
}

const statuses = { '0': 'Pending', '1': 'Active', '2': 'Trial', '3': 'Disabled', verlopen: 'Expired' } as const

const meanings: Readonly<Record<string, Mappable>> = {
  inlognaam: 'userid',
  sleutel: 'password',
  roepnaam: 'firstname',
  achternaam: 'lastname',
  gsm: 'mobile',
  kenmerk: 'customermappingid',
  toestand: 'status',
  loopt_tot: 'endDate',
  pakket: 'product',
  kastnummer: 'deviceIdentifier',
  uitvoering: 'deviceModel',
  uitkomst: 'outcome',
}

const customerColumns = [
  'userid',
  'password',
  'firstname',
  'lastname',
  'mobile',
  'customermappingid',
  'status',
  'endDate',
  'product',
] as const satisfies readonly TextColumn[]
const changes = [
  'AddMacAddressForUser',
  'AddMacAddressToHostname',
  'Disable',
  'Enable',
  'renewCustomerV2',
  'changeCustomerProduct',
] as const

/** Learns from one answer like the screen: the proposed layout, the chosen columns, meanings for names and words. */
async function learn(app: TestApp, { names, layout }: Mapped, lesson: Lesson): Promise<Mapped> {
  const { operation, text } = lesson
  const first = await app.call('field-mapping.preview', { operation, status: 200, text, names, layout })
  const proposed = layout ?? first.text?.proposed
  const count = first.text?.fields.length ?? 0
  const mappedLayout =
    proposed &&
    (lesson.columns ?? []).reduce<TextLayout>(
      (all, meaning, index) => nameColumn(all, operation, { index, count, meaning }),
      proposed,
    )
  const look = await app.call('field-mapping.preview', { operation, status: 200, text, names, layout: mappedLayout })
  let known = names
  for (const leaf of look.leaves) {
    const key = leaf.keys.findLast((one) => one !== '[]') ?? ''
    const meaning = lesson.meanings?.[leaf.sample] ?? lesson.meanings?.[key]
    if (meaning !== undefined) known = mapLeaf(known, leaf, meaning)
  }
  const seen = await app.call('field-mapping.preview', {
    operation,
    status: 200,
    text,
    names: known,
    layout: mappedLayout,
  })
  for (const { said } of seen.statuses)
    if (lesson.statuses?.[said]) known = mapStatus(known, said, lesson.statuses[said])
  return { names: known, layout: mappedLayout }
}

const rawOf = async (app: TestApp, operation: string, values: Readonly<Record<string, string>>): Promise<string> =>
  (await app.call('console.ask', { slot: 'console', operation, values })).raw

/** Teaches everything about such a platform, from its own answers and from pasted ones. */
async function map(app: TestApp, platform: Sandbox, dialect: TextDialect): Promise<Mapped> {
  const isTable = dialect === 'table'
  const columns = (...named: readonly TextColumn[]) => (isTable ? { columns: named } : {})
  const userid = seededUserid(0)
  const asked = async (operation: string, values: Readonly<Record<string, string>>, more: Partial<Lesson>) => ({
    operation,
    text: await rawOf(app, operation, values),
    meanings,
    ...more,
  })
  const hostname = platform.hostnames[0] ?? ''
  const pasted = (operation: string, text: string, named: readonly TextColumn[]): Lesson => ({
    operation,
    text,
    meanings: { ...meanings, gelukt: 'approvalWord', mislukt: 'refusalWord' },
    ...columns(...named),
  })
  const nobody = isTable ? 'mislukt|Klant onbekend' : 'uitkomst=mislukt;toelichting=Klant onbekend'
  const empty = isTable ? 'leeg|Geen gegevens' : 'melding=geen gegevens'
  const lessons: readonly Lesson[] = [
    await asked('getCustomers', {}, { statuses, ...columns(...customerColumns) }),
    await asked('getCustomer', { userid }, columns(...customerColumns)),
    await asked('getCustomer_V2', { userid }, columns(...customerColumns)),
    await asked('GetCustomerStatus', { userid }, columns('userid', 'status', 'endDate')),
    await asked('devices', { userid }, columns('deviceIdentifier', 'deviceModel')),
    await asked('GetMacAddressesUnderHostname', { hostname }, columns('deviceIdentifier', 'unused')),
    pasted('addCustomerWithDevice', isTable ? 'gelukt|4711|abc' : 'uitkomst=gelukt;inlognaam=4711;sleutel=abc', [
      'outcome',
      'userid',
      'password',
    ]),
    ...changes.map((operation) =>
      pasted(operation, isTable ? 'gelukt|12:00' : 'uitkomst=gelukt', ['outcome', 'message']),
    ),
    pasted('Enable', isTable ? 'mislukt|12:00' : 'uitkomst=mislukt', ['outcome', 'message']),
    { operation: 'getCustomer', text: nobody, meanings: { [nobody]: 'absenceWord', toelichting: 'absenceWord' } },
    { operation: 'devices', text: empty, meanings: { [empty]: 'absenceWord', melding: 'absenceWord' } },
  ]
  let mapped: Mapped = { names: {}, layout: undefined }
  for (const lesson of lessons) mapped = await learn(app, mapped, lesson)
  await app.call('field-mapping.save', mapped)
  return mapped
}

const productOf = (platform: Sandbox, index = 0): string => platform.products[index]?.id ?? ''
const seededUserid = (index: number): string => String(4_021_770_010 + index * 613)

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

/** An app connected to a plain-text platform without a field mapping. */
async function openUnmapped(dialect: TextDialect, changed: Partial<Connection> = {}) {
  const platform = await openPlatform({ options: { dialect, zeroPassword: 'anywhere' } })
  const app = await openApp()
  await connect(app, platform, changed)
  return { app, platform }
}

async function openMapped(dialect: TextDialect, changed: Partial<Connection> = {}) {
  const { app, platform } = await openUnmapped(dialect, changed)
  return { app, platform, mapped: await map(app, platform, dialect) }
}

async function activate(app: TestApp, platform: Sandbox): Promise<JobDetail> {
  const intent = newCustomer(productOf(platform), { hostname: platform.hostnames[0] ?? '' })
  const { id } = await app.call('job.save', { draftId: anyDraftId(), intent, evenIfKnown: false })
  return await app.jobIn(id, ...ended)
}

const logInOf = ({ intent }: JobDetail): { readonly userid: string; readonly password: string } => {
  const { userid = '', password = '' } = 'logIn' in intent ? (intent.made ?? intent.logIn) : {}
  return { userid, password }
}
const madeOf = ({ intent }: JobDetail): IntentOf<'new-customer'>['made'] =>
  intent.kind === 'new-customer' ? intent.made : undefined

const settingsOf = async (app: TestApp) => (await app.call('app.snapshot', {})).connections[0]?.settings

/** The password that the platform stores. */
async function passwordOn(platform: Sandbox, userid: string): Promise<string> {
  await platform.setOptions({ dialect: 'classic' })
  const { url, authToken, crmService } = platform
  const query = new URLSearchParams({ userid, authToken, crmService, customermappingid: '' })
  const text = await (await fetch(`${url}/api/GetCustomer/getCustomer?${query.toString()}`)).text()
  const { password } = JSON.parse(JSON.parse(text) as string) as { readonly password: string }
  return password
}

describe.each(['lines', 'table'] as const)('on a plain-text platform with a field mapping (%s),', (dialect) => {
  test('an activation ends as done, shows both bindings, and binds no box twice', async () => {
    const { app, platform } = await openMapped(dialect)
    const detail = await activate(app, platform)

    expect(detail.steps.map(({ state }) => state)).toEqual(['done', 'done', 'done'])
    expect([detail.customerBinding, detail.hostnameBinding]).toEqual(['on', 'on'])

    const box = { identifier: anyMac(), raw: '', model: 'MAG 540' }
    const intent = { kind: 'existing-customer' as const, box, ...logInOf(detail) }
    for (const why of ['seen-on-platform', 'was-there-already']) {
      const saved = await app.call('job.save', { draftId: anyDraftId(), intent, evenIfKnown: true })
      expect((await app.jobIn(saved.id, ...ended)).summary).toMatchObject({ state: 'done', why: { code: why } })
    }
    const bound = platform.ledger().filter(({ operation }) => operation === 'AddMacAddressForUser')
    expect(bound).toHaveLength(1)
  })

  test('a renewal, a product change, a disable and an enable take effect once each and end as done', async () => {
    const { app, platform } = await openMapped(dialect)
    const customer = logInOf(await activate(app, platform))
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

  test('the list of customers and their statuses are read correctly', async () => {
    const { app } = await openMapped(dialect)
    const found = await app.call('customers.find', { slot: 'list', filter: {} })
    if (found.kind !== 'page') throw new Error(found.kind)
    const listed = new Map(found.rows.map(({ userid, status }) => [userid, status]))
    for (const [index, status] of seededStatuses.entries()) {
      const userid = seededUserid(index)
      expect(listed.get(userid), userid).toBe(status)
      const page = await app.call('customers.read', { slot: 'page', userid, customermappingid: '' })
      expect(page, status).toMatchObject({ kind: 'customer', facts: { userid, status } })
    }
  })

  test('a creation whose reply was lost is found, and not repeated', async () => {
    const { app, platform } = await openMapped(dialect)
    platform.setFaults([{ match: { effect: 'create' }, times: 1, fault: { kind: 'drop-after-commit' } }])

    expect((await activate(app, platform)).summary.state).toBe('done')
    expect(platform.ledger().filter(({ effect }) => effect === 'create')).toHaveLength(1)
  })

  test('a job that the platform refuses is shown as refused, and no customer is found for an unknown user ID', async () => {
    const { app, platform } = await openMapped(dialect)
    const intent = newCustomer('no-such-product')
    const { id } = await app.call('job.save', { draftId: anyDraftId(), intent, evenIfKnown: false })

    expect((await app.jobIn(id, ...ended)).summary).toMatchObject({
      state: 'refused',
      why: { code: 'platform-refused' },
    })
    expect(await app.call('customer.look-up', { userid: 'niemand', customermappingid: '' })).toEqual({})
    expect(platform.ledger()).toEqual([])
  })

  test('platform-issued credentials are stored in the job, and the password is redacted in attempts and answers', async () => {
    const { app, platform } = await openMapped(dialect, { logIns: 'platform' })
    await expect.poll(async () => (await app.call('app.snapshot', {})).connections[0]?.link.state).toBe('reached')

    const detail = await activate(app, platform)

    expect(detail.summary.state).toBe('done')
    const { userid = '', password = '' } = madeOf(detail) ?? {}
    for (const operation of ['getCustomer', 'getCustomers']) {
      const values = operation === 'getCustomer' ? { userid } : {}
      const answer = await app.call('console.ask', { slot: 'console', operation, values })
      expect(answer.raw).toContain(userid)
      expect(JSON.stringify(answer)).not.toContain(password)
    }
    expect(JSON.stringify(detail.steps)).not.toContain(password)
    expect(password).toMatch(/^\S{4,}$/)
    expect(password).toBe(await passwordOn(platform, userid))
  })

  test('the field mapping stays after an edit and a restart, and is copied to another laptop in the connection file', async () => {
    const { app, platform, mapped } = await openMapped(dialect)
    const { fieldNames: _, textLayout, ...asked } = (await settingsOf(app)) ?? {}
    expect(textLayout).toEqual(mapped.layout)
    await app.call('connection.save', { ...(asked as Connection), name: 'Renamed' })
    expect(await settingsOf(app)).toMatchObject({ name: 'Renamed', textLayout })
    const { text } = await app.call('connection.write-file', {})
    await app.stop()
    expect(await settingsOf(await openApp(app.folder))).toMatchObject({ name: 'Renamed', textLayout })

    const other = await openApp()
    await connect(other, platform)
    const read = await other.call('connection.read-file', { text })
    if (!read.ok) throw new Error(read.problem)
    expect(read.connections[0]?.changes.map(({ field }) => field)).toContain('textLayout')
    await other.call('connection.take-file', { text, stamp: read.stamp })
    expect((await settingsOf(other))?.textLayout).toEqual(textLayout)
    const found = await other.call('customer.look-up', { userid: seededUserid(9), customermappingid: '' })
    expect(found.customer).toMatchObject({ userid: seededUserid(9), status: 'Disabled' })
  })

  test('answers cannot be understood any more after the plain-text layout is removed from the mapping', async () => {
    const { app, mapped } = await openMapped(dialect)
    await app.call('field-mapping.save', { names: mapped.names, layout: null })
    const answer = await app.call('console.ask', { slot: 'console', operation: 'getCustomers', values: {} })
    expect(answer.understood.verdict).toBe('unclear')
  })
})

describe.each(['lines', 'table'] as const)('on a plain-text platform without a field mapping (%s),', (dialect) => {
  test('an activation waits for the technician, and the customer is created once', async () => {
    const { app, platform } = await openUnmapped(dialect)

    const detail = await activate(app, platform)

    expect(detail.summary).toMatchObject({ state: 'needs-you', why: { code: 'reply-lost-unreadable' } })
    expect(platform.ledger().filter(({ effect }) => effect === 'create')).toHaveLength(1)
  })

  test('no read is understood, and disabling and enabling wait for the technician', async () => {
    const { app } = await openUnmapped(dialect)
    // Disables a customer who is Expired, and enables one who is Disabled.
    for (const [index, kind] of [
      [2, 'disable'],
      [9, 'enable'],
    ] as const) {
      const userid = seededUserid(index)
      for (const operation of ['getCustomer', 'GetCustomerStatus', 'devices', 'getCustomers']) {
        const values = operation === 'getCustomers' ? {} : { userid }
        const { understood } = await app.call('console.ask', { slot: 'console', operation, values })
        expect(understood.verdict, `${operation} ${userid}`).toBe('unclear')
      }
      const { id } = await app.call('job.save', { draftId: anyDraftId(), intent: { kind, userid } })
      const { summary } = await app.jobIn(id, ...ended)
      expect(summary, `${kind} ${userid}`).toMatchObject({ state: 'needs-you' })
      expect(summary.why, 'values are not the words of the platform').not.toHaveProperty('detail')
    }
  })

  test('an undecided activation ends as done once the mapping is saved and the job is checked again', async () => {
    const { app, platform } = await openUnmapped(dialect)
    const { summary } = await activate(app, platform)
    await map(app, platform, dialect)

    await app.call('job.check-again', { id: summary.id })

    expect((await app.jobIn(summary.id, 'done', 'unconfirmed', 'refused')).summary.state).toBe('done')
    expect(platform.ledger().map(({ effect }) => effect)).toEqual(['create', 'bind-user', 'bind-hostname'])
  })
})
