import { operations, type Operation } from '../../platforms/operations.ts'
import type { Platform, PlatformCall, PlatformReply, Told } from '../../platforms/platform.ts'

/** A call of the script, its answer, and the length of the ledger before and after. */
export interface Played {
  readonly call: PlatformCall
  readonly reply: PlatformReply
  readonly told: Told
  readonly before: number
  readonly after: number
}

type Query = Readonly<Record<string, string>>

/** The parameters that this platform accepts. */
export function servedQuery(platform: Platform, more: Query = {}): Query {
  const { authToken, crmService, cmsService } = platform
  return { authToken, crmService, crmServices: crmService, cmsService, ...more }
}

/** Sends a call, with its parameters where this platform expects them. */
export function send(platform: Platform, operation: Operation, more: Query = {}, body = ''): Played {
  const { method, path } = operation
  const query = servedQuery(platform, more)
  const isInBody =
    path.startsWith('/api/GetCustomer/') && platform.description.behaviour.getCustomerParameters === 'body'
  const call: PlatformCall = isInBody
    ? { method, path, query: {}, body: JSON.stringify(query) }
    : { method, path, query, body }
  const before = platform.ledger().length
  return { call, ...platform.answer(call), before, after: platform.ledger().length }
}

/** The operation with this name. */
export function named(name: string, method: 'GET' | 'POST' = 'POST'): Operation {
  const found = operations.find((operation) => operation.name === name && operation.method === method)
  if (found === undefined) throw new Error(`There is no ${method} ${name}.`)
  return found
}

/** The parameters of a creation. */
export function personOf(platform: Platform): Query {
  return {
    firstname: 'Jo',
    lastname: 'Lund-Berg',
    street: '2 Side Street',
    zipcode: '1000 AA',
    city: 'Town',
    state: 'State',
    country: 'NETHERLANDS',
    phone: '+31201234567',
    mobile: '+31612345679',
    email: 'jo@example.net',
    productid: platform.products[0]?.productid ?? '',
    subscriptionlengthinmonths: '3',
    subscriptionlengthindays: '0',
    renewalinterval: '1',
    currency: 'EUR',
    password: 'pw-1',
  }
}

function isChange({ does }: Operation): boolean {
  return ['renew', 'change', 'disable', 'enable', 'bind-user', 'bind-hostname'].includes(does)
}

/** Calls every operation: successfully, repeated, for an unknown customer, with a wrong token and with bad values. */
export function playScript(platform: Platform): readonly Played[] {
  const played: Played[] = []
  const play = (operation: Operation, more: Query, body = ''): void => {
    played.push(send(platform, operation, more, body))
  }
  const ids = JSON.stringify({ user_ids: ['box-1', 'nobody'] })
  const person = personOf(platform)
  const [hostname = ''] = platform.hostnames
  const creation = named('addCustomer')
  play(creation, { ...person, userid: 'box-1', customermappingid: 'map-1' })
  play(creation, { ...person, userid: 'box-1', customermappingid: 'map-2' })
  const known = {
    userid: 'box-1',
    password: 'pw-1',
    months: '2',
    days: '0',
    fromExpireDate: 'true',
    keepExtraPackages: 'true',
    productid: platform.products[1]?.productid ?? '',
    subscriptionlengthinmonths: '1',
    subscriptionlengthindays: '0',
    macAddress: '00:1A:79:00:00:01',
    model: 'MAG 540',
    hostname,
    reseller_id: '0',
    page: '1',
  }
  for (const [index, operation] of operations.entries()) {
    if (operation.path.startsWith('/api/GetCustomer/getCustomers')) {
      play(operation, {})
      play(operation, { authToken: 'wrong' })
      play(operation, { firstname: 'Nobody' })
      play(operation, { customer_created_to: 'soon' })
    } else if (operation.does === 'create') {
      play(operation, { ...person, userid: `new-${index}`, uuid: `00:1A:79:00:01:${10 + index}` })
      play(operation, { ...person, userid: `new-${index}`, uuid: `00:1A:79:00:01:${10 + index}` })
      play(operation, index % 2 === 0 ? { ...person, firstname: '' } : { ...person, productid: 'none' })
      if (index % 3 === 0) play(operation, { ...person, authToken: 'wrong' })
    } else {
      play(operation, known, ids)
      if (isChange(operation)) play(operation, known, ids)
      play(operation, { ...known, userid: 'nobody', hostname: 'nowhere.example' }, '{"user_ids":[]}')
      play(operation, { ...known, password: 'other', months: 'x', subscriptionlengthinmonths: '-1' }, 'no json')
      if (index % 2 === 0) play(operation, { ...known, authToken: '' }, ids)
      else play(operation, { ...known, crmService: 'wrong', crmServices: 'wrong' }, ids)
    }
  }
  return played
}
