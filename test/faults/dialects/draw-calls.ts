import { operations, type CatalogueOperation } from '../../../src/platform/catalogue/catalogue.ts'
import type { Platform, PlatformCall } from '../../platforms/platform.ts'
import { createRandom, type Random } from '../../platforms/random.ts'

/** A call, and its id in the catalogue. */
export interface DrawnCall {
  readonly operation: CatalogueOperation
  readonly call: PlatformCall
}

type Values = Readonly<Record<string, string>>

const macs = ['00:1A:79:00:00:01', '00:1A:79:00:00:02', 'AC:DE:48:00:11:22', '10:20:30:40:50:60']
const serials = ['SN4471009', 'X5-00017']

/** Puts a few customers on a platform; sometimes more than one page of a list can hold. */
export function settle(platform: Platform, seed: number): void {
  const random = createRandom(seed).fork('settle')
  const [first, second] = platform.products
  const today = Date.UTC(2026, 10, 22) / 86_400_000
  for (let index = 0; index < 4; index += 1)
    platform.makeCustomer({
      userid: random.pick([`box-${index}`, `40217700${index}0`, `rosa.marin${index}`]),
      password: 'sunny-day',
      firstname: random.pick(['Ann', 'José', 'Мария', 'Bo']),
      lastname: random.pick(['Lee', 'van Dam', "O'Neil"]),
      email: random.pick(['', 'ann@example.net']),
      mobile: '+31612345678',
      customermappingid: random.pick(['', `map-${index}`]),
      productid: (random.chance(0.5) ? first : second)?.productid ?? '',
      isDisabled: random.chance(0.2),
      isPending: random.chance(0.2),
      endDay: today + random.below(400) - 100,
      devices: random.chance(0.5) ? [macs[index] ?? ''] : [],
    })
  if (!random.chance(0.03)) return
  for (let index = 0; index < 130; index += 1) platform.makeCustomer({ userid: `many-${index}`, password: 'pw-1' })
}

/** Generates a call: mostly valid, sometimes for an unknown customer or with a wrong token, password or value. */
export function drawCall(platform: Platform, random: Random, operation = random.pick(operations)): DrawnCall {
  const { authToken, crmService, cmsService } = platform
  const customers = platform.customers()
  const customer = customers.length === 0 ? undefined : random.pick(customers)
  const isNobody = random.chance(0.15)
  const isNew = operation.effect === 'create' && random.chance(0.7)
  const values: Values = {
    ...person,
    authToken: random.chance(0.06) ? 'wrong-token' : authToken,
    crmService: random.chance(0.03) ? 'wrong' : crmService,
    crmServices: crmService,
    cmsService,
    userid: isNobody ? 'nobody-here' : isNew ? `new-${random.below(1_000_000)}` : (customer?.userid ?? 'nobody-here'),
    password: random.chance(0.08) ? 'other-pw' : random.chance(0.3) ? '0' : (customer?.password ?? '0'),
    customermappingid: operation.effect === 'create' ? `map-${random.below(1_000_000)}` : '',
    productid: random.chance(0.06) ? '99999' : (random.pick(platform.products).productid ?? ''),
    subscriptionlengthinmonths: random.chance(0.05) ? '-1' : '1',
    months: random.chance(0.05) ? 'x' : '2',
    macAddress: random.chance(0.1) ? random.pick(serials) : random.pick(macs),
    uuid: random.pick([...macs, ...serials]),
    hostname: random.chance(0.15) ? 'nowhere.example' : random.pick(platform.hostnames),
    model: random.pick(['', 'MAG 540']),
    fromExpireDate: random.pick(['true', 'false']),
    firstname: random.chance(0.05) ? '' : 'Jo',
  }
  const filters = operation.id === 'getCustomers' ? drawFilters(random) : {}
  const taken = Object.fromEntries(
    operation.parameters.flatMap(({ name, carriedIn }) =>
      carriedIn !== 'body' && values[name] !== undefined ? [[name, values[name]] as const] : [],
    ),
  )
  const query =
    operation.id === 'getCustomers' ? { authToken: values['authToken'] ?? '', crmService, ...filters } : taken
  const ids = [customer?.userid ?? 'nobody-here', ...(random.chance(0.4) ? ['nobody-here'] : [])]
  const body = operation.id === 'GetCustomerStatusByIds' ? JSON.stringify({ user_ids: ids }) : ''
  const isInBody =
    operation.section === 'GetCustomer' && platform.description.behaviour.getCustomerParameters === 'body'
  const { method, path } = operation
  return {
    operation,
    call: isInBody ? { method, path, query: {}, body: JSON.stringify(query) } : { method, path, query, body },
  }
}

const person: Values = {
  lastname: 'Lund-Berg',
  street: '2 Side Street',
  zipcode: '1000 AA',
  city: 'Town',
  state: 'State',
  country: 'NETHERLANDS',
  phone: '+31201234567',
  mobile: '+31612345679',
  email: 'jo@example.net',
  subscriptionlengthindays: '0',
  days: '0',
  renewalinterval: '1',
  currency: 'EUR',
  keepExtraPackages: 'true',
  reseller_id: '0',
  page: '1',
}

const drawFilters = (random: Random): Values =>
  random.pick([{}, {}, { firstname: 'Nobody' }, { customer_created_to: 'soon' }, { lastname: 'Lee' }])
