import { type CustomerStatus, makePassword, type RandomBelow } from '../shared/domain/customer/customer.ts'
import { addDays, addMonths, dayOf } from './days.ts'
import { deviceKey, createBindings } from './store/bindings.ts'
import { createCustomers, type NewCustomer } from './store/stored-customers.ts'
import type { Reseller, SandboxProduct } from './store/offer.ts'
import type { Store } from './store/open-store.ts'
import { aDay } from '../shared/durations.ts'

/** firstname, lastname, street, zipcode, city, state, country, mobile. The phone numbers are reserved for fiction. */
type Person = readonly [string, string, string, string, string, string, string, string]

export const people: readonly Person[] = [
  ['Ada', 'Whitfield', '14 Harbour Lane', 'TR18 4AB', 'Penzance', 'Cornwall', 'United Kingdom', '+447700900101'],
  ['Bram', 'Oakley', '3 Mill Row', 'NE1 5XT', 'Newcastle', 'Tyne and Wear', 'United Kingdom', '+447700900102'],
  ['Catrin', 'Pryce', '27 Castle Street', 'LL55 1SE', 'Caernarfon', 'Gwynedd', 'United Kingdom', '+447700900103'],
  ['Dougal', 'Reid', '8 Quay Brae', 'AB11 5QA', 'Aberdeen', 'Aberdeenshire', 'United Kingdom', '+447700900104'],
  ['Esther', 'Nwosu', '61 Station Road', 'LS1 4DY', 'Leeds', 'West Yorkshire', 'United Kingdom', '+447700900105'],
  ['Farid', 'Haddad', '5 Orchard Close', 'B2 4QA', 'Birmingham', 'West Midlands', 'United Kingdom', '+447700900106'],
  ['Greta', 'Lindqvist', 'Storgatan 12', '903 26', 'Umeå', 'Västerbotten', 'Sweden', '+46701740605'],
  ['Henrik', 'Dahl', 'Kyrkogatan 4', '831 31', 'Östersund', 'Jämtland', 'Sweden', '+46701740606'],
  ['Ingrid', 'Sörensen', 'Hamngatan 33', '392 32', 'Kalmar', 'Småland', 'Sweden', '+46701740607'],
  ['Johan', 'Ek', 'Björkvägen 9', '972 38', 'Luleå', 'Norrbotten', 'Sweden', '+46701740608'],
  ['Kerstin', 'Åberg', 'Skolgatan 2', '753 12', 'Uppsala', 'Uppland', 'Sweden', '+46701740609'],
  ['Liam', 'Gallagher-Byrne', '19 Shandon Street', 'T23 XY45', 'Cork', 'Munster', 'Ireland', '+353209100112'],
  ['Maeve', "O'Sullivan", '2 Eyre Square', 'H91 AB12', 'Galway', 'Connacht', 'Ireland', '+353209100113'],
  ['Niall', 'Kavanagh', '40 Strand Road', 'F91 CD34', 'Sligo', 'Connacht', 'Ireland', '+353209100114'],
  ['Orla', 'Fitzgerald', '7 Abbey View', 'V94 EF56', 'Limerick', 'Munster', 'Ireland', '+353209100115'],
  ['Priya', 'Raman', '112 Lygon Street', '3053', 'Carlton', 'Victoria', 'Australia', '+61491570006'],
  ['Quentin', 'Marsh', '9 Wattle Grove', '7000', 'Hobart', 'Tasmania', 'Australia', '+61491570156'],
  ['Rosa', 'Delgado', '415 Palm Avenue', '33139', 'Miami Beach', 'Florida', 'United States', '+12025550118'],
  ['Samuel', 'Okafor', '88 Juniper Street', '19107', 'Philadelphia', 'Pennsylvania', 'United States', '+12025550119'],
  ['Tilda', 'Brandt', '1200 Lake Drive', '55408', 'Minneapolis', 'Minnesota', 'United States', '+12025550120'],
  [
    'Umar',
    'Siddiqui',
    '6 Garden Walk',
    'M1 2JN',
    'Manchester',
    'Greater Manchester',
    'United Kingdom',
    '+447700900121',
  ],
  ['Vera', 'Kowalska', '31 Chapel Hill', 'LN2 1AA', 'Lincoln', 'Lincolnshire', 'United Kingdom', '+447700900122'],
  ['Walter', 'Pembroke', '70 The Crescent', 'BA1 2LR', 'Bath', 'Somerset', 'United Kingdom', '+447700900123'],
  ['Xenia', 'Papadakis', '4 Fountain Court', 'EC4A 3DQ', 'London', 'Greater London', 'United Kingdom', '+447700900124'],
  ['Yusuf', 'Demir', '16 Market Place', 'NG1 2DP', 'Nottingham', 'Nottinghamshire', 'United Kingdom', '+447700900125'],
  ['Zoë', 'Carter', '52 Seaview Terrace', 'CT10 1EY', 'Broadstairs', 'Kent', 'United Kingdom', '+447700900126'],
  ['Alasdair', 'MacKay', '1 Pier Road', 'IV51 9DF', 'Portree', 'Highland', 'United Kingdom', '+447700900127'],
  ['Bronwen', 'Hughes', '23 Heol Fawr', 'SA1 3SN', 'Swansea', 'Glamorgan', 'United Kingdom', '+447700900128'],
  ['Cem', 'Aydin', '90 Victoria Park', 'BS1 4ST', 'Bristol', 'Avon', 'United Kingdom', '+447700900129'],
  ['Dagny', 'Holm', 'Sjövägen 21', '621 57', 'Visby', 'Gotland', 'Sweden', '+46701740630'],
  ['Emil', 'Nyström', 'Torget 1', '791 71', 'Falun', 'Dalarna', 'Sweden', '+46701740631'],
  ['Fiona', 'Walsh', '11 Bridge Street', 'X91 GH78', 'Waterford', 'Munster', 'Ireland', '+353209100132'],
  ['Gareth', 'Bevan', '38 Dock Road', 'CF10 4PL', 'Cardiff', 'Glamorgan', 'United Kingdom', '+447700900133'],
  ['Hana', 'Novak', '64 Elm Grove', 'BN2 3DB', 'Brighton', 'East Sussex', 'United Kingdom', '+447700900134'],
  ['Isaac', 'Mensah', '15 King Street', 'CV1 1GF', 'Coventry', 'West Midlands', 'United Kingdom', '+447700900135'],
  ['Jolene', 'Tucker', '230 Cedar Lane', '37203', 'Nashville', 'Tennessee', 'United States', '+12025550136'],
  ['Kofi', 'Addo', '77 Beacon Street', '02108', 'Boston', 'Massachusetts', 'United States', '+12025550137'],
  ['Lotte', 'van Dyke', '18 Ferry Road', '6160', 'Fremantle', 'Western Australia', 'Australia', '+61491570157'],
  ['Marcus', 'Tran', '5 Reef Parade', '4870', 'Cairns', 'Queensland', 'Australia', '+61491570158'],
  ['Nora', 'Eriksen', '29 Lighthouse Way', 'KW15 1DH', 'Kirkwall', 'Orkney', 'United Kingdom', '+447700900140'],
]

const products: readonly SandboxProduct[] = [
  { id: '101', name: 'Basic TV', maxDevices: 2, currencies: ['EUR', 'GBP', 'USD'], trial: false },
  { id: '102', name: 'Family TV', maxDevices: 4, currencies: ['EUR', 'GBP', 'USD'], trial: false },
  { id: '103', name: 'Sports Plus', maxDevices: 3, currencies: ['EUR', 'GBP'], trial: false },
  { id: '104', name: 'Guest Room', maxDevices: 1, currencies: ['EUR'], trial: false },
  { id: '105', name: 'Seven Day Trial', maxDevices: 1, currencies: ['EUR', 'GBP', 'USD'], trial: true },
]

const resellers: readonly Reseller[] = [
  { id: '501', name: 'Northern Aerials', type: 'Post Paid' },
  { id: '502', name: 'Coast Television Centre', type: 'Pre Order' },
]

const hostnames: readonly string[] = ['tv.coast.example', 'tv.north.example', 'tv.south.example']

/** The statuses of four of every ten customers, by the last digit of the customer's index. The other customers are active. */
const unusualStatuses: Readonly<Record<number, CustomerStatus>> = {
  2: 'Expired',
  4: 'Pending',
  7: 'Trial',
  9: 'Disabled',
}
const prefixes: readonly string[] = ['00:1A:79', '10:27:BE', 'A0:BD:CD', '54:27:1E']
const models: readonly string[] = ['STB-420', 'STB-520', 'STB-540 4K']

/** How many customers a new store has, if no number is given. A larger store repeats these people with other last names and userids. */
export const usualCustomers = people.length

/** Must run in the transaction that makes the store's schema. */
export function seedStore(store: Store, now: number, below: RandomBelow, count = usualCustomers): void {
  for (const { id, name, maxDevices, currencies, trial } of products)
    store.insert('products', { id, name, maxDevices, currencies: currencies.join(' '), trial: trial ? 1 : 0 })
  for (const reseller of resellers) store.insert('resellers', { ...reseller })
  for (const name of hostnames) store.insert('hostnames', { name })
  const customers = createCustomers(store, () => dayOf(now))
  const bindings = createBindings(store)
  for (let index = 0; index < count; index += 1) {
    const customer = customers.insert(seedCustomer(personAt(index), index, now, below, count))
    // The additional customers of a larger store serve only to test paging, so they get no boxes.
    if (index % 7 === 5 || index >= usualCustomers) continue
    const uuid = seedBox(index)
    const boundAt = createdAt(now, index, count)
    bindings.addDevice({ customer, key: deviceKey(uuid), uuid, model: pick(models, index), boundAt })
    if (uuid.includes(':'))
      bindings.addToHostname({ hostname: pick(hostnames, index), key: deviceKey(uuid), macAddress: uuid, boundAt })
  }
}

function seedBox(index: number): string {
  if (index % 5 === 3) return `SN${2_400_118_000 + index * 37}`
  const rest = (0x20_0000 + index * 0x01_07_2b).toString(16).toUpperCase().padStart(6, '0')
  return `${pick(prefixes, index)}:${rest.slice(0, 2)}:${rest.slice(2, 4)}:${rest.slice(4, 6)}`
}

/**
 * When a customer was created, in milliseconds since 1970. The customers were created a day apart, the last one a day ago. With more than
 * 400 customers the distance is shorter, so that all customers were created within 400 days.
 */
function createdAt(now: number, index: number, count: number): number {
  const apart = aDay * Math.min(1, 400 / count)
  return Math.round(now - (count - index) * apart)
}

function personAt(index: number): Person {
  const person = pick(people, index)
  const round = Math.floor(index / people.length)
  if (round === 0) return person
  const [firstname, lastname, ...rest] = person
  return [firstname, `${lastname} ${round + 1}`, ...rest]
}

function seedCustomer(person: Person, index: number, now: number, below: RandomBelow, count: number): NewCustomer {
  const [firstname, lastname, street, zipcode, city, state, country, mobile] = person
  const own = { firstname, lastname, street, zipcode, city, state, country, mobile, phone: mobile }
  const status = unusualStatuses[index % 10] ?? 'Active'
  const today = dayOf(now)
  const trial = status === 'Trial'
  const startDate = addDays(trial ? today : addMonths(today, status === 'Expired' ? -14 : -(index % 9) - 1), -2)
  return {
    userid: String(4_021_770_010 + index * 613),
    password: makePassword(below),
    mappingId: index % 4 === 0 ? `CRM-${10_040 + index}` : '',
    ...own,
    email: `${firstname}.${lastname}@customers.example`
      .toLowerCase()
      .normalize('NFD')
      .replace(/[^a-z.@-]/g, ''),
    productid: trial ? '105' : pick(['101', '102', '103', '101'], index),
    productMappingId: '',
    resellerId: index % 6 === 4 ? pick(['501', '502'], index >> 1) : null,
    orderId: '',
    lengthInMonths: trial ? 0 : 12,
    lengthInDays: trial ? 7 : 0,
    renewalInterval: 1,
    startDate,
    endDate: trial ? addDays(startDate, 7) : addMonths(startDate, 12),
    createdAt: createdAt(now, index, count),
    startsAtFirstLogIn: 0,
    pending: status === 'Pending' ? 1 : 0,
    trial: trial ? 1 : 0,
    disabled: status === 'Disabled' ? 1 : 0,
  }
}

function pick<T>(from: readonly T[], index: number): T {
  const item = from[index % from.length]
  if (item === undefined) throw new Error('Nothing to pick from')
  return item
}
