import { describe, expect, test } from 'vitest'
import type { OperationId } from '../../../src/platform/catalogue/catalogue.ts'
import { anyDraftId } from '../../fakes/intents.ts'
import { startMiddleServer, type Reply } from '../../fakes/middle-server.ts'
import { connect, openApp, openPlatform } from '../../fakes/test-app.ts'

const slot = 'test'
const ada = '4021770010'
const asked = { userid: ada, customermappingid: '' }
const box = '00:1A:79:20:00:00'
const person = { userid: ada, firstname: 'Ada', lastname: 'Whitfield', mobile: '+44123456789' }

/** What a platform answers to an operation with these parameters. */
type Answer = (sent: Readonly<Record<string, string>>) => unknown

/** A platform whose answers the test writes. An operation without an answer is refused. `answers` may change during the test. */
async function openScripted(answers: Partial<Record<OperationId | 'all', Answer>>, changed: object = {}) {
  const platform = await openPlatform()
  const { url, seen, met } = await startMiddleServer(platform.url)
  met.all = (_, request): Reply => {
    const { pathname, searchParams } = new URL(request.url, platform.url)
    const answer = answers[pathname.split('/').at(-1) as OperationId]
    if (answer === undefined) return { status: 400, body: '{"Message":"You may not do this."}' }
    const told = answer(Object.fromEntries(searchParams))
    return isReply(told) ? told : { status: 200, body: JSON.stringify(told) }
  }
  const app = await openApp()
  const connection = await connect(app, platform)
  const token = platform.authToken
  await app.call('connection.save', { ...connection, baseUrl: url, retrieval: 'query', token, ...changed })
  return { app, seen, answers, read: (who = asked) => app.call('customers.read', { slot, ...who }) }
}

const isReply = (told: unknown): told is Reply => typeof told === 'object' && told !== null && 'body' in told

/** An answer that a platform gives only without a password. */
const withoutPassword =
  (told: object): Answer =>
  ({ password }) =>
    password === '0' ? told : { Message: 'Wrong credentials' }

describe('a password that the platform shows', () => {
  test.each([
    ['stars', '********'],
    ['a dot', 'john.smith'],
    ['a blank', 'p@ss word'],
    ['a hash', '$2a$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy'],
    ['a hash in letters and digits', '5f4dcc3b5aa765d61d8327deb882cf99'],
    ['too many characters', 'x'.repeat(201)],
  ])('with %s is not sent, and the customer is read all the same', async (_, password) => {
    const { app, read } = await openScripted({
      getCustomer: () => ({ ...person, password }),
      devices: withoutPassword([{ uuid: box }]),
      getCustomer_V2: withoutPassword({ userid: ada, subscription_expire: '2027-01-01', subscription_name: 'Basic' }),
      GetCustomerStatus: withoutPassword({ status: 'Active' }),
    })
    const told = { status: 'Active', endDate: '2027-01-01', product: 'Basic' }
    expect(await read()).toMatchObject({ kind: 'customer', facts: told, devices: [{ id: box }] })
    expect(await app.call('customer.look-up', asked)).toMatchObject({ customer: { ...told, devices: [{ id: box }] } })
  })
})

describe('a customer who is read by mapping id', () => {
  const byMapping = { userid: '', customermappingid: 'CRM-1' }
  const { userid: _, ...unnamed } = person

  test.each([
    ['without a user ID', {}],
    ['with a user ID that no request can carry', { userid: 'x'.repeat(2001) }],
    ['with a mapping id that no request can carry', { customermappingid: 'm'.repeat(2001) }],
  ])('is shown %s', async (_, shown) => {
    const { app, read } = await openScripted({
      getCustomer: () => ({ ...unnamed, customermappingid: 'CRM-1', ...shown }),
      getCustomer_V2: ({ customermappingid }) =>
        customermappingid === 'CRM-1' && { ...unnamed, enddate: '2027-01-01', product: 'Basic' },
    })
    const told = { endDate: '2027-01-01', product: 'Basic' }
    expect(await read(byMapping)).toMatchObject({ kind: 'customer', facts: { firstname: 'Ada', ...told } })
    expect(await app.call('customer.look-up', byMapping)).toMatchObject({ customer: told })
  })
})

describe('further answers about a customer', () => {
  const other = { userid: '999', subscription_expire: '2031-01-01', subscription_name: 'Other', status: 'Disabled' }
  const own = { userid: ada, subscription_expire: '2027-01-01', subscription_name: 'Basic' }
  const told = { status: 'Active', endDate: '2027-01-01', product: 'Basic' }

  test.each(['', '0'])('are asked for by user ID with the mapping id as "%s"', async (unknownMappingId) => {
    const answerIf = (answer: object) => (sent: Readonly<Record<string, string>>) =>
      sent['customermappingid'] === unknownMappingId ? answer : other
    const { app, read } = await openScripted(
      {
        getCustomer: () => ({ ...person, customermappingid: 'CRM-1' }),
        getCustomer_V2: answerIf(own),
        GetCustomerStatus: answerIf({ status: 'Active' }),
      },
      { unknownMappingId },
    )
    expect(await read()).toMatchObject({ facts: told })
    expect(await app.call('customer.look-up', asked)).toMatchObject({ customer: told })
  })

  test('are left out if they are about another customer', async () => {
    const { app, read } = await openScripted({
      getCustomer: () => person,
      getCustomer_V2: () => other,
      GetCustomerStatus: () => other,
    })
    const page = await read()
    expect(page.kind === 'customer' && page.facts).toEqual(person)
    const { customer } = await app.call('customer.look-up', asked)
    expect(customer).toEqual({ userid: ada, name: 'Ada Whitfield', mobile: person.mobile })
  })

  test('about the subscription of a job are asked for and left out in the same way', async () => {
    const sent = new Set<unknown>()
    const answer: Answer = ({ customermappingid }) => sent.add(customermappingid) && other
    const { app } = await openScripted({ GetCustomerStatus: answer, getCustomer_V2: answer }, { unknownMappingId: '0' })
    const { id } = await app.call('job.save', { draftId: anyDraftId(), intent: { kind: 'disable', userid: ada } })
    expect(await app.call('job.subscription-status', { id })).toEqual({})
    expect([...sent]).toEqual(['0'])
  })
})

describe('a user ID of which the platform knows only longer ones', () => {
  const short = { userid: '402177', customermappingid: '' }

  test('shows no other customer', async () => {
    const { app, read } = await openScripted({
      getCustomer: ({ userid }) =>
        userid !== undefined && ada.startsWith(userid) ? person : { Message: 'Customer not found' },
    })
    expect(await read(short)).toMatchObject({ kind: 'unread', raw: expect.stringContaining('Whitfield') })
    expect(await app.refusal('customer.look-up', short)).toBe('not-understood')
    expect(await app.refusal('customers.direct', { slot, text: short.userid })).toBe('not-understood')
    expect(await app.call('customers.direct', { slot, text: ada })).toMatchObject({ by: 'userid', customer: person })
  })

  test('is found as a mapping id', async () => {
    const { app } = await openScripted({
      getCustomer: ({ userid }) => (userid === undefined ? { ...person, userid: '7' } : person),
    })
    const found = await app.call('customers.direct', { slot, text: short.userid })
    expect(found).toMatchObject({ by: 'customermappingid', customer: { userid: '7' } })
  })
})

test('of several customers, the one with exactly the user ID is shown', async () => {
  const longer = { ...person, userid: `${ada}7`, firstname: 'Eve' }
  const { app, read, answers } = await openScripted({ getCustomer: () => [longer, person], devices: () => [] })
  expect(await read()).toMatchObject({ kind: 'customer', facts: person })
  expect(await app.call('customer.look-up', asked)).toMatchObject({ customer: { userid: ada, name: 'Ada Whitfield' } })
  expect(await app.call('customers.direct', { slot, text: ada })).toMatchObject({ by: 'userid', customer: person })

  answers.getCustomer = () => [longer, { ...longer, userid: `${ada}8` }]
  expect(await read()).toMatchObject({ kind: 'unread' })
  expect(await app.refusal('customer.look-up', asked)).toBe('not-understood')
})

describe('in a list with the boxes of all hostnames,', () => {
  const hostname = 'TV.Example'
  const further = '00:1A:79:20:00:01'
  const theirs = { macAddress: box, hostname: 'other.example' }
  const ours = { macAddress: further, hostname: 'http://tv.example/' }
  const open = async (...listed: readonly object[]) => {
    const { app } = await openScripted({ GetMacAddressesUnderHostname: () => listed }, { hostnames: [hostname] })
    const bindings = await app.call('customers.bindings', { slot, userid: ada, boxes: [box, further] })
    return { app, lights: bindings.kind === 'bindings' && bindings.boxes.map(({ light }) => light) }
  }

  test('a box of another hostname is not shown as bound', async () => {
    const { app, lights } = await open(theirs, ours)
    expect(lights).toEqual(['off', 'on'])
    const { boxes } = await app.call('hostname.read', { hostname })
    expect(boxes.map(({ text }) => text)).toEqual([further])
    const identifier = { kind: 'mac', value: '001A79200000' } as const
    expect((await app.call('box.look-up', { identifier })).holders).toEqual([])
  })

  test('nothing is known to be missing if only other hostnames are named', async () => {
    const { app, lights } = await open(theirs)
    expect(lights).toEqual(['unread', 'unread'])
    expect(await app.refusal('hostname.read', { hostname })).toBe('not-understood')
  })
})

const login = '<!DOCTYPE html><html><body>Welcome. Please log in</body></html>'
/** What a network answers in place of the platform. */
const inBetween: readonly (readonly [string, Reply])[] = [
  ['the log-in page of a network', { status: 200, body: login }],
  ['a redirect of a network', { status: 302, body: '', headers: { location: 'http://login.hotel.example/' } }],
  ['a failing server', { status: 503, body: '{"Message":"Try again later"}' }],
]

/** A platform that knows Ada, her box and its hostname, and has been read. */
async function openRead() {
  const opened = await openScripted(
    {
      getCustomer: () => person,
      getCustomer_V2: () => ({ userid: ada, subscription_expire: '2027-01-01', subscription_name: 'Basic' }),
      GetCustomerStatus: () => ({ status: 'Active' }),
      devices: () => [{ uuid: box }],
      getCustomers: () => [{ ...person, status: 'Active' }],
      GetMacAddressesUnderHostname: () => [box],
    },
    { hostnames: ['tv.example'] },
  )
  const { app, read } = opened
  const bindings = () => app.call('customers.bindings', { slot, userid: ada, boxes: [box] })
  const list = () => app.call('customers.find', { slot, filter: {} })
  return { ...opened, bindings, list, before: [await read(), await bindings(), await list()] }
}

describe.each(inBetween)('while %s answers in place of the platform', (_, reply) => {
  test('stored answers are shown, and other questions end as not reached', async () => {
    const { app, answers, before, bindings, list, read } = await openRead()
    for (const name of Object.keys(answers) as OperationId[]) answers[name] = () => reply
    expect([await read(), await bindings(), await list()]).toEqual(before.map((one) => ({ ...one, isCached: true })))
    expect(await app.call('customers.direct', { slot, text: ada })).toMatchObject({ isLocal: true })
    expect(await app.refusal('customer.look-up', asked)).toBe('not-reached')
    expect(await app.refusal('hostname.read', { hostname: 'tv.example' })).toBe('not-reached')
    expect(await app.refusal('customers.read', { slot, ...asked, userid: 'new' })).toBe('not-reached')
  })

  test('a page that is read only in part does not replace a stored page that shows more', async () => {
    const { app, answers, before, read } = await openRead()
    Object.assign(answers, { getCustomer_V2: () => reply, devices: () => reply })
    const inPart = await read()
    expect(inPart).toMatchObject({ kind: 'customer', facts: person, isCached: false })
    expect(inPart).not.toHaveProperty('devices')
    const identifier = { kind: 'mac', value: '001A79200000' } as const
    expect((await app.call('box.look-up', { identifier })).holders).toMatchObject([{ userid: ada }])
    answers.getCustomer = () => reply
    expect(await read()).toEqual({ ...before[0], isCached: true })
  })
})

test('a page replaces the stored one although a further answer never comes, if the stored one does not show more', async () => {
  const { answers, read } = await openScripted({
    getCustomer: () => person,
    getCustomer_V2: () => ({ status: 500, body: '' }),
    devices: () => [],
  })
  await read()
  answers.getCustomer = () => ({ ...person, city: 'Penzance' })
  await read()
  answers.getCustomer = () => ({ status: 503, body: '' })
  expect(await read()).toMatchObject({ facts: { city: 'Penzance' }, isCached: true })
})

test('a box that the platform lists with a MAC address and a serial number is known under both', async () => {
  const record = { macAddress: box, serialNumber: 'SN48209137', model: 'MAG 322' }
  const { app } = await openScripted({
    getCustomer: () => person,
    devices: () => [record],
    GetMacAddressesUnderHostname: () => [record],
  })
  const [mac, serial] = [
    { kind: 'mac', value: '001A79200000' } as const,
    { kind: 'serial', value: 'SN48209137' } as const,
  ]
  const { boxes } = await app.call('hostname.read', { hostname: 'tv.example' })
  expect(boxes).toEqual([{ text: box, identifier: mac, also: [serial], model: 'MAG 322' }])
  for (const identifier of [mac, serial])
    expect((await app.call('box.look-up', { identifier })).holders).toMatchObject([{ hostname: 'tv.example' }])
  const { customer } = await app.call('customer.look-up', asked)
  expect(customer?.devices).toEqual([{ id: box, also: ['SN48209137'], model: 'MAG 322' }])
})
