import { addMonths, dayOf } from './calendar.ts'
import { readBox } from './boxes.ts'
import type { PlatformDescription } from './description.ts'
import type { CustomerPart, Effect, LedgerEntry, Product, TrueCustomer, TrueStatus } from './platform.ts'
import type { Random } from './random.ts'

/** A customer whose data can change. */
export interface Customer {
  id: number
  part: Omit<TrueCustomer, 'id' | 'status' | 'startDay' | 'endDay' | 'devices' | 'productid'>
  productid: string
  startDay: number
  endDay: number
  renewedDay: number | null
  devices: string[]
  isDisabled: boolean
  isPending: boolean
  history: { readonly day: number; readonly action: Effect }[]
}

/** The data of the platform, and every effect on it. */
export interface World {
  readonly authToken: string
  readonly crmService: string
  readonly cmsService: string
  readonly hostnames: readonly string[]
  readonly products: readonly Product[]
  /** In the order of creation. */
  readonly customers: Customer[]
  readonly macs: Map<string, string[]>
  /** Models that were sent when a device was bound. */
  readonly models: Map<string, string>
  readonly ledger: LedgerEntry[]
  readonly today: () => number
  readonly show: (customer: Customer) => TrueCustomer
  readonly write: (entry: Omit<LedgerEntry, 'seq' | 'at'>) => LedgerEntry
  readonly add: (part: CustomerPart) => Customer
  readonly generate: (kind: 'userid' | 'password') => string
  readonly later: (day: number, months: number, days: number) => number
}

/** Creates an empty platform with generated names, hostnames and products. */
export function createWorld(random: Random, description: PlatformDescription, now: () => number): World {
  const { values, behaviour } = description
  const hosts = random.shuffle(['tv', 'iptv', 'box', 'cms', 'play', 'stb']).slice(0, 1 + random.below(3))
  const products = drawProducts(random)
  const customers: Customer[] = []
  const ledger: LedgerEntry[] = []
  const hostnames = hosts.map(
    (host) => `${host}.${random.pick(['example.net', 'operator.example', 'isp.example.org'])}`,
  )
  const generating = random.fork('generated')
  let nextId = 1 + random.below(random.pick([10, 5000, 900_000]))
  const today = (): number => dayOf(now(), values.zoneMinutes)

  const world: World = {
    authToken: drawText(random, 'abcdefghijkmnpqrstuvwxyz23456789', 24),
    crmService: random.pick(['CRM_EAST', 'crm', 'TvCrm', 'Operator CRM', 'crm-01']),
    cmsService: random.pick(['CMS_EAST', 'cms', 'TvCms', 'Operator CMS', 'cms-01']),
    hostnames,
    products,
    customers,
    macs: new Map(hostnames.map((hostname) => [hostname, []])),
    models: new Map(),
    ledger,
    today,
    show: (customer) => ({
      ...customer.part,
      id: customer.id,
      productid: customer.productid,
      startDay: customer.startDay,
      endDay: customer.endDay,
      devices: [...customer.devices],
      status: statusOf(customer, today(), products),
    }),
    write: (entry) => {
      const written = { seq: ledger.length + 1, at: now(), ...entry }
      ledger.push(written)
      return written
    },
    add: (part) => {
      nextId += 1
      const customer = fillCustomer(part, nextId, world)
      customers.push(customer)
      return customer
    },
    generate: (kind) => {
      if (kind === 'password') return drawText(generating, 'abcdefghkmnpqrstuvwxyz23456789', 8)
      const form = behaviour.generatedUserid
      if (form === 'digits') return String(1000 + generating.below(8_999_000))
      if (form === 'letters') return `u${drawText(generating, 'abcdefghijklmnopqrstuvwxyz', 9)}`
      const hex = drawText(generating, '0123456789abcdef', 32)
      return hex.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5')
    },
    later: (day, months, days) => (months > 0 ? addMonths(day, months, behaviour.monthEnd) : day + days),
  }
  return world
}

function drawProducts(random: Random): readonly Product[] {
  const names = random.shuffle(['Basic TV', 'Family', 'Sport Plus', 'All Inclusive', 'Starter', 'Premium HD'])
  const first = 1 + random.below(random.pick([9, 400]))
  return names
    .slice(0, 3)
    .map((name, index) => ({ productid: String(first + index * 3), name, isTrial: false }))
    .concat({ productid: String(first + 90), name: 'Try it', isTrial: true })
}

function statusOf(customer: Customer, today: number, products: readonly Product[]): TrueStatus {
  if (customer.isDisabled) return 'Disabled'
  if (customer.isPending) return 'Pending'
  if (customer.endDay < today) return 'Expired'
  return products.some(({ productid, isTrial }) => isTrial && productid === customer.productid) ? 'Trial' : 'Active'
}

function fillCustomer(given: CustomerPart, id: number, world: World): Customer {
  const { isDisabled = false, isPending = false, devices = [], productid, startDay, endDay, ...part } = given
  const today = world.today()
  return {
    id,
    part: {
      userid: world.generate('userid'),
      password: world.generate('password'),
      firstname: 'Ann',
      lastname: 'Lee',
      street: '1 Main Street',
      zipcode: '1000',
      city: 'Town',
      state: 'State',
      country: 'NETHERLANDS',
      phone: '+31201234567',
      mobile: '+31612345678',
      email: 'ann@example.net',
      customermappingid: '',
      resellerId: '',
      createdDay: today,
      ...part,
    },
    productid: productid ?? world.products[0]?.productid ?? '',
    startDay: startDay ?? today,
    endDay: endDay ?? today + 30,
    renewedDay: null,
    devices: devices.map((device) => readBox(device) ?? device),
    isDisabled,
    isPending,
    history: [],
  }
}

function drawText(random: Random, letters: string, length: number): string {
  return Array.from({ length }, () => letters.charAt(random.below(letters.length))).join('')
}
