import { describe, expect, test, vi } from 'vitest'
import { operations } from '../../../src/platform/catalogue/catalogue.ts'
import type { Sandbox } from '../../../src/sandbox/sandbox.ts'
import { largestAnswer } from '../../../src/shared/domain/answer-size.ts'
import { formatMac } from '../../../src/shared/domain/device-identifier.ts'
import type { Intent } from '../../../src/shared/domain/activation.ts'
import type { CatalogueView, OperationView } from '../../../src/shared/bridge/console-channels.ts'
import { connect, openApp, openPlatform, type TestApp } from '../../fakes/test-app.ts'
import { startHttpServer } from '../../fakes/http-server.ts'
import { anyDraftId, anyMac, newCustomer } from '../../fakes/intents.ts'

const ended = ['done', 'unconfirmed', 'refused', 'needs-you'] as const
const allOf = ({ sections }: CatalogueView): readonly OperationView[] => sections.flatMap((one) => one.operations)
const reads = operations.filter(({ effect }) => effect === 'read').map(({ id }) => id)
const changes = operations.filter(({ effect }) => effect !== 'read').map(({ id }) => id)

interface Known {
  readonly userid: string
  readonly password: string
}

/** An app with a customer, the customer's box, and a binding of that box to a hostname. */
async function openWithCustomer(): Promise<{ app: TestApp; platform: Sandbox; known: Known }> {
  const platform = await openPlatform()
  const app = await openApp()
  await connect(app, platform)
  const intent = newCustomer(platform.products[0]?.id ?? '', { hostname: platform.hostnames[0] ?? '' })
  const { id } = await app.call('job.save', { draftId: anyDraftId(), intent, evenIfKnown: false })
  const { intent: made } = await app.jobIn(id, 'done')
  if (made.kind !== 'new-customer') throw new Error('another kind')
  return { app, platform, known: { userid: made.logIn.userid ?? '', password: made.logIn.password ?? '' } }
}

const anyBox = (): string => formatMac(anyMac().value, 'colon')

/** A value for every parameter that an engineer must fill in, by name. */
function fill({ id, parameters, effect }: OperationView, platform: Sandbox, { userid, password }: Known) {
  const isNew = effect === 'create'
  const words: Readonly<Record<string, string>> = {
    ...(isNew ? {} : { userid, password }),
    firstname: 'Bo',
    lastname: 'Vos',
    street: '1 Quai & Co',
    zipcode: '75001',
    city: 'Paris',
    state: 'IdF',
    country: 'FRANCE',
    phone: '+33612345678',
    mobile: '+33612345678',
    email: 'bo@north.example',
    productid: platform.products[effect === 'change' ? 1 : 0]?.id ?? '',
    subscriptionlengthinmonths: '12',
    subscriptionlengthindays: '0',
    renewalinterval: '1',
    currency: 'EUR',
    uuid: anyBox(),
    macAddress: anyBox(),
    hostname: platform.hostnames[0] ?? '',
    model: 'MAG 540',
    months: '1',
    days: '0',
    fromExpireDate: 'true',
    keepExtraPackages: 'false',
    reseller_id: '0',
    page: '1',
    user_ids: `${userid}\n${userid}`,
  }
  const wanted = parameters.filter(
    ({ requirement, name }) =>
      requirement !== 'optional' && !(name === 'userid' && isNew) && !(id === 'getCustomers' && name in words),
  )
  return Object.fromEntries(wanted.flatMap(({ name }) => (words[name] === undefined ? [] : [[name, words[name]]])))
}

test('the console offers all operations with one form each, and no form asks for a token or a service', async () => {
  const { app } = await openWithCustomer()

  const all = allOf(await app.call('console.catalogue', {}))

  expect(all.map(({ id }) => id)).toEqual(operations.map(({ id }) => id))
  expect(all).toHaveLength(operations.length)
  const filledIn = all.flatMap(({ parameters }) => parameters).filter(({ control }) => control === 'connection')
  expect([...new Set(filledIn.map(({ name }) => name))].sort()).toEqual([
    'authToken',
    'cmsService',
    'crmService',
    'crmServices',
  ])
})

describe('in the console,', () => {
  test.each(reads)('the read %s is sent at once, and its answer is understood', async (id) => {
    const { app, platform, known } = await openWithCustomer()
    const call = allOf(await app.call('console.catalogue', {})).find((one) => one.id === id)
    if (call === undefined) throw new Error('not in the catalogue')
    const before = platform.ledger().length

    const answer = await app.call('console.ask', {
      slot: 'console',
      operation: id,
      values: fill(call, platform, known),
    })

    expect(answer).toMatchObject({ reach: 'answered', status: 200, understood: { verdict: 'accepted' } })
    expect(answer.understood.records.length).toBeGreaterThan(0)
    expect(platform.requests().at(-1)?.operation).toBe(id)
    expect(platform.ledger()).toHaveLength(before)
  })

  test.each(changes)('the change %s becomes a job, takes effect once, and is read back', async (id) => {
    const { app, platform, known } = await openWithCustomer()
    const call = allOf(await app.call('console.catalogue', {})).find((one) => one.id === id)
    if (call === undefined) throw new Error('not in the catalogue')
    const before = platform.ledger().length
    const request = {
      draftId: anyDraftId(),
      intent: { kind: 'console' as const, operation: id, values: fill(call, platform, known) },
    }
    if (id === 'Enable') await disable(app, known)

    const [one, other] = await Promise.all([app.call('job.save', request), app.call('job.save', request)])
    const detail = await app.jobIn(one.id, ...ended)

    expect(other.id).toBe(one.id)
    expect(detail.summary).toMatchObject({ kind: 'console', state: 'done', why: { code: 'seen-on-platform' } })
    const caused = platform.ledger().slice(id === 'Enable' ? before + 1 : before)
    expect([...new Set(caused.map(({ operation }) => operation))]).toEqual([id])
    expect(new Set(caused.map(({ effect }) => effect)).size).toBe(caused.length)
    expect(caused[0]?.parameters).toMatchObject(request.intent.values)
    expect(detail.steps[0]?.attempts).toHaveLength(1)
    expect(detail.steps[0]?.attempts[0]?.raw).not.toBe(undefined)
  })
})

async function disable(app: TestApp, known: Known): Promise<void> {
  const values = { ...known }
  const { id } = await app.call('job.save', {
    draftId: anyDraftId(),
    intent: { kind: 'console', operation: 'Disable', values },
  })
  await app.jobIn(id, 'done')
}

const renewal = ({ userid, password }: Known) => ({ userid, password, months: '1', days: '0', fromExpireDate: 'true' })

test('the preview in the console shows the address of the request, with token and password hidden', async () => {
  const { app, platform, known } = await openWithCustomer()
  const values = { ...renewal(known), customermappingid: 'a b+c' }

  const shown = await app.call('console.preview', { operation: 'renewCustomerV2_GET', values })

  const query = `customermappingid=a%20b%2Bc&userid=${known.userid}&months=1&days=0&crmServices=training-crm`
  expect(shown).toMatchObject({ method: 'GET', problems: {}, madeWhenSaved: [] })
  expect(shown.url).toBe(
    `${platform.url}/api/RenewCustomer/renewCustomerV2?${query}&fromExpireDate=true&authToken=•••&password=•••`,
  )
})

test('the preview in the console shows the password 0 and the body, and names missing values', async () => {
  const { app } = await openWithCustomer()

  const ids = await app.call('console.preview', { operation: 'GetCustomerStatusByIds', values: { user_ids: 'a, b' } })
  expect(ids.body).toBe('{"user_ids":["a","b"]}')
  const toggle = await app.call('console.preview', { operation: 'Disable', values: { userid: '17' } })
  expect(toggle.url).toContain('userid=17&password=0&')
  const renewed = await app.call('console.preview', { operation: 'renewCustomer', values: { months: '1', days: '2' } })
  expect(renewed.problems).toEqual({ months: 'months-and-days', userid: 'required' })
})

test('the console refuses to send a change at once, and to save a read as a job', async () => {
  const { app, platform, known } = await openWithCustomer()
  const effects = platform.ledger().length

  const renew = { slot: 'console', operation: 'renewCustomer', values: renewal(known) }
  expect(await app.refusal('console.ask', renew)).toBe('not-allowed')
  const read = {
    draftId: anyDraftId(),
    intent: { kind: 'console' as const, operation: 'getCustomer', values: { userid: known.userid } },
  }
  expect(await app.refusal('job.save', read)).toBe('bad-request')
  expect(await app.refusal('console.ask', { slot: 'console', operation: 'dropAll', values: {} })).toBe('not-found')
  expect(platform.ledger()).toHaveLength(effects)
})

test.each(['authToken', 'crmService', 'crmServices', 'cmsService'])(
  'no call in the console can set %s',
  async (name) => {
    const { app, platform, known } = await openWithCustomer()
    const [asked, effects] = [platform.requests().length, platform.ledger().length]

    const refusals: string[] = []
    for (const call of allOf(await app.call('console.catalogue', {}))) {
      const operation = call.id
      const values = { ...fill(call, platform, known), [name]: 'another' }
      const intent = { kind: 'console' as const, operation, values }
      refusals.push(
        call.effect === 'read'
          ? await app.refusal('console.ask', { slot: 'console', operation, values })
          : await app.refusal('job.save', { draftId: anyDraftId(), intent }),
      )
    }

    expect(refusals).toEqual(operations.map(() => 'bad-request'))
    expect([platform.requests().length, platform.ledger().length]).toEqual([asked, effects])
  },
)

test('work from the console and ordinary work with the same box or user ID are in conflict, whichever comes first', async () => {
  const platform = await openPlatform({ options: { offline: true } })
  const app = await openApp()
  await connect(app, platform)
  const productid = platform.products[0]?.id ?? ''
  const save = (intent: Intent, evenIfKnown = false) =>
    app.call('job.save', { draftId: anyDraftId(), intent, evenIfKnown })
  const refusal = (intent: Intent) => app.refusal('job.save', { draftId: anyDraftId(), intent })
  const ordinary = newCustomer(productid, { logIn: { userid: 'anna4471' } })
  const fromConsole = (values: Readonly<Record<string, string>>): Intent => {
    const { customer } = newCustomer(productid)
    const plan = { subscriptionlengthinmonths: '12', subscriptionlengthindays: '0', renewalinterval: '1' }
    const all = { ...customer, ...plan, productid, uuid: anyBox(), ...values }
    return { kind: 'console', operation: 'addCustomerWithDevice', values: all }
  }
  const uuid = formatMac(ordinary.box.identifier.value, 'colon')

  await save(ordinary)
  expect(await refusal(fromConsole({ userid: 'ANNA4471' }))).toBe('log-in-in-job')
  expect(await refusal(fromConsole({ uuid }))).toBe('box-in-job')
  await save(fromConsole({ uuid }), true)

  await save(fromConsole({ userid: 'rosa4472' }))
  expect(await refusal(newCustomer(productid, { logIn: { userid: 'rosa4472' } }))).toBe('log-in-in-job')
  expect(await refusal(fromConsole({ userid: 'rosa4472' }))).toBe('log-in-in-job')
})

test('a renewal by GET whose reply was lost after it took effect is not repeated', async () => {
  const { app, platform, known } = await openWithCustomer()
  platform.setFaults([{ match: { effect: 'renew' }, times: 1, fault: { kind: 'drop-after-commit' } }])

  const request = {
    draftId: anyDraftId(),
    intent: { kind: 'console' as const, operation: 'renewCustomerV2Async_GET', values: renewal(known) },
  }
  const { id } = await app.call('job.save', request)

  expect((await app.jobIn(id, ...ended)).summary.state).toBe('done')
  expect(platform.ledger().filter(({ effect }) => effect === 'renew')).toHaveLength(1)
})

test('a refused operation of the console can be corrected, and the corrected values are sent in the same job', async () => {
  const { app, platform, known } = await openWithCustomer()
  const values = {
    userid: known.userid,
    password: known.password,
    productid: 'none-such',
    subscriptionlengthinmonths: '12',
    subscriptionlengthindays: '0',
    fromExpireDate: 'false',
  }
  const operation = 'changeCustomerProduct_GET'
  const { id } = await app.call('job.save', { draftId: anyDraftId(), intent: { kind: 'console', operation, values } })
  const refused = await app.jobIn(id, ...ended)
  expect(refused.summary.state).toBe('refused')

  const mended = { ...values, productid: platform.products[1]?.id ?? '' }
  const intent = { kind: 'console' as const, operation, values: mended }
  await app.call('job.correct', { id, revision: refused.revision, intent })

  expect((await app.jobIn(id, 'done', 'refused')).summary.state).toBe('done')
  expect(platform.ledger().at(-1)).toMatchObject({ operation, effect: 'change', parameters: mended })
})

test('a creation in the console gets generated credentials if none are given, and a lost reply makes no second customer', async () => {
  const { app, platform, known } = await openWithCustomer()
  const call = allOf(await app.call('console.catalogue', {})).find(({ id }) => id === 'addCustomer')
  if (call === undefined) throw new Error('not in the catalogue')
  const values = fill(call, platform, known)
  const shown = await app.call('console.preview', { operation: 'addCustomer', values })
  expect(shown.madeWhenSaved).toEqual(['userid', 'password', 'customermappingid'])

  platform.setFaults([{ match: { operation: 'addCustomer' }, times: 1, fault: { kind: 'drop-after-commit' } }])
  const { id } = await app.call('job.save', {
    draftId: anyDraftId(),
    intent: { kind: 'console', operation: 'addCustomer', values },
  })
  const detail = await app.jobIn(id, ...ended)

  expect(detail.summary.state).toBe('done')
  expect(detail.summary.userid).toMatch(/^\d{10}$/)
  const made = platform.ledger().filter(({ operation }) => operation === 'addCustomer')
  expect(made.map(({ userid }) => userid)).toEqual([detail.summary.userid])
})

test("the console never passes the token or a customer's password over the bridge", async () => {
  const { app, platform, known } = await openWithCustomer()
  const told: string[] = []
  const say = (answer: unknown): void => void told.push(JSON.stringify(answer))
  app.app.listen(say)
  say(await app.call('console.catalogue', {}))
  for (const { id } of operations) {
    const call = allOf(await app.call('console.catalogue', {})).find((one) => one.id === id)
    if (call === undefined) continue
    const values = fill(call, platform, known)
    say(await app.call('console.preview', { operation: id, values }))
    if (call.effect === 'read') say(await app.call('console.ask', { slot: 'console', operation: id, values }))
  }
  const text = JSON.stringify({ authToken: platform.authToken, userid: known.userid, password: known.password })
  say(await app.call('field-mapping.preview', { operation: 'getCustomer', status: 200, text, names: {} }))

  const all = told.join('\n')
  expect(all).toContain(known.userid)
  expect(all).not.toContain(platform.authToken)
  expect(all).not.toContain(encodeURIComponent(platform.authToken))
  expect(all).not.toContain(known.password)
})

test('the preview of a field mapping does not tell which of many guesses is a short token', async () => {
  const { app } = await openWithCustomer()
  const { activeConnectionId: id = '' } = await app.call('app.snapshot', {})
  await app.call('connection.replace-token', { id, token: '48151623' })
  const guesses = Array.from({ length: 100 }, (_, index) => String(48_151_600 + index))
  const text = JSON.stringify(Object.fromEntries(guesses.map((guess) => [`field${guess}`, guess])))
  const { leaves } = await app.call('field-mapping.preview', { operation: 'getCustomer', status: 200, text, names: {} })
  expect(leaves.map(({ sample }) => sample)).toEqual(guesses)
})

test('a long answer is shown completely in the console, and the field mapping can use all of it', async () => {
  const platform = await openPlatform({ customers: 1400, options: { dialect: 'foreign' } })
  const app = await openApp()
  await connect(app, platform)
  const operation = 'GetCustomerStatusByReseller'

  const asked = { slot: 'console', operation, values: { reseller_id: '0', page: '1' } }
  const { raw: text } = await app.call('console.ask', asked)

  expect(text.length).toBeGreaterThan(64 * 1024)
  const { antwoord } = JSON.parse(text) as { antwoord: { klantenlijst: { inlognaam: string }[] } }
  expect(antwoord.klantenlijst).toHaveLength(1000)
  const names = { userid: ['inlognaam'], status: ['toestand'], wrapper: ['antwoord', 'klantenlijst'] }
  const looked = await app.call('field-mapping.preview', { operation, status: 200, text, names })
  expect(looked.understood).toMatchObject({ verdict: 'accepted', total: 1000 })
  expect(looked.statuses.map(({ said }) => said).toSorted()).toEqual(['0', '1', '2', '3', 'verlopen'])
})

test('the longest allowed answer is shown completely in the console, and the field mapping can use it', async () => {
  const { app } = await openWithCustomer()
  const [start, end] = ['{"vulling":"', '","toestand":"suspendu"}']
  const text = start + 'x'.repeat(largestAnswer - start.length - end.length) + end
  const long = await startHttpServer((response) => void response.end(text))
  const [connection] = (await app.call('app.snapshot', {})).connections
  if (connection === undefined) throw new Error('no connection')
  await app.call('connection.save', {
    ...connection.settings,
    baseUrl: long.url,
    token: 'a token for this test',
    retrieval: 'query',
    timeoutSeconds: 20,
  })

  const operation = 'GetCustomerStatus'
  const { raw } = await app.call('console.ask', { slot: 'console', operation, values: { userid: '17' } })

  expect(raw).toHaveLength(largestAnswer)
  const names = { status: ['toestand'], disabledWord: ['suspendu'] }
  const looked = await app.call('field-mapping.preview', { operation, status: 200, text: raw, names })
  expect(looked.statuses).toEqual([{ said: 'suspendu', meant: 'Disabled' }])
  expect(looked.understood.records).toEqual([[{ field: 'status', value: 'Disabled' }]])
})

test('a list of boxes of which some entries are not understood says how many', async () => {
  const { app } = await openWithCustomer()
  const text = JSON.stringify(['00:1A:79:00:00:01', { slot: 'two' }, 'no box'])
  const read = { operation: 'devices', status: 200, text, names: {} }
  expect((await app.call('field-mapping.preview', read)).understood).toMatchObject({ total: 1, unread: 2 })
})

const questionsIn = (urls: readonly string[]) => urls.filter((url) => url.startsWith('/api/GetCustomer/getCustomer?'))

test('a cancelled read in the console ends at once, and the next read is answered', async () => {
  const { app, platform, known } = await openWithCustomer()
  const cut: string[] = []
  const silent = await startHttpServer((response, { url }) => void response.on('close', () => cut.push(url)))
  const [connection] = (await app.call('app.snapshot', {})).connections
  if (connection === undefined) throw new Error('no connection')
  const token = platform.authToken
  await app.call('connection.save', { ...connection.settings, baseUrl: silent.url, retrieval: 'query', token })

  const question = { slot: 'console', operation: 'getCustomer', values: { userid: known.userid } }
  const asked = app.call('console.ask', question)
  await vi.waitFor(() => expect(questionsIn(silent.seen.map(({ url }) => url))).toHaveLength(1))
  await app.call('console.cancel', { slot: 'another' })
  expect(questionsIn(cut)).toEqual([])
  await app.call('console.cancel', { slot: 'console' })

  expect(await asked).toMatchObject({ reach: 'maybe-sent', failure: 'cancelled', raw: '' })
  await vi.waitFor(() => expect(questionsIn(cut)).toHaveLength(1))
  await app.call('connection.save', { ...connection.settings, baseUrl: platform.url, token })
  expect(await app.call('console.ask', question)).toMatchObject({ reach: 'answered', status: 200 })
})
