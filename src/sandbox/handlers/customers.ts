import { addDays, addLength, type Length } from '../days.ts'
import {
  type Call,
  changeCustomer,
  findCustomers,
  type Handler,
  refuse,
  valueOf,
  chosenValueOf,
  lengthOf,
  noteEffect,
  subscriptionOf,
  type Failure,
} from '../call.ts'
import {
  type PersonColumns,
  personFields,
  type StoredCustomerFilter,
  type NewCustomer,
  type StoredCustomer,
} from '../store/stored-customers.ts'
import { makePassword, makeUserid } from '../../shared/domain/customer/customer.ts'
import type { SandboxProduct } from '../store/offer.ts'
import { bindDevice, refuseDevice } from './mac-addresses.ts'

/** The number of customers on one page of `getCustomers` (interface document, Limits). */
const customerPageSize = 100

const retrieve =
  (version: 1 | 2): Handler =>
  (call) => {
    const found = findCustomers(call)
    return 'kind' in found ? found : { kind: 'customer', customers: found, version }
  }

export const retrieveCustomer: Handler = retrieve(1)
export const retrieveCustomerV2: Handler = retrieve(2)

export const retrieveDevices: Handler = (call) => {
  const found = findCustomers(call)
  if ('kind' in found) return found
  const devices = found.flatMap(({ id }) => call.platform.bindings.devicesOf(id))
  return { kind: 'devices', devices, customer: found[0] }
}

/** Returns a page of customers, newest first. The cursor is the row id of the last customer on the page (Customer retrieval). */
export const retrieveCustomers: Handler = (call) => {
  const cursor = valueOf(call, 'last_customer_id')
  if (cursor !== undefined && !/^\d{1,15}$/.test(cursor))
    return refuse('bad-request', 'Parameter last_customer_id is not a cursor of this platform.')
  const found = call.platform.customers.list(readFilter(call), customerPageSize + 1)
  const customers = found.slice(0, customerPageSize)
  const last = customers.at(-1)
  return { kind: 'customers', customers, cursor: found.length > customers.length && last ? String(last.id) : undefined }
}

/** The name of a column's filter, if the filter and the column have different names. */
const filterOf: Partial<PersonColumns> = { zipcode: 'postal', phone: 'telephone' }

function readFilter(call: Call): StoredCustomerFilter {
  const contains: Record<string, string> = {}
  for (const column of personFields) {
    const text = valueOf(call, filterOf[column] ?? column)
    if (text !== undefined) contains[column] = text
  }
  const cursor = valueOf(call, 'last_customer_id')
  const [from, to] = [valueOf(call, 'customer_created_from'), valueOf(call, 'customer_created_to')]
  return {
    contains,
    before: cursor === undefined || cursor === '0' ? undefined : Number(cursor),
    status: valueOf(call, 'status'),
    startsFrom: valueOf(call, 'subscription_start_date'),
    endsUntil: valueOf(call, 'subscription_end_date'),
    createdFrom: from === undefined ? undefined : Date.parse(from),
    createdUntil: to === undefined ? undefined : Date.parse(addDays(to, 1)),
  }
}

/** The customers on one page of GetCustomerStatusByReseller (Limits). */
const resellerPageSize = 1000

export const handleStatus: Handler = (call) => {
  const found = findCustomers(call)
  return 'kind' in found ? found : { kind: 'status', customer: found[0] }
}

/** Reseller 0 selects the customers without a reseller. */
export const readStatusByReseller: Handler = (call) => {
  const reseller = valueOf(call, 'reseller_id') ?? '0'
  const status = valueOf(call, 'status_type')
  const page = Number(valueOf(call, 'page'))
  const by = { resellerId: reseller === '0' ? null : reseller, status }
  const customers = call.platform.customers.ofReseller(by, resellerPageSize, (page - 1) * resellerPageSize)
  return { kind: 'statuses', customers }
}

/** Leaves unknown userids out of the answer. */
export const readStatusByIds: Handler = (call) => ({
  kind: 'statuses',
  customers: call.userIds.flatMap((userid) => call.platform.customers.find({ userid })),
})

const toggle =
  (effect: 'disable' | 'enable'): Handler =>
  (call) => {
    const found = findCustomers(call)
    if ('kind' in found) return found
    return changeCustomer(call, effect, found[0], { disabled: effect === 'disable' ? 1 : 0 })
  }

export const disableCustomer: Handler = toggle('disable')

/** Enables a customer. If the subscription has ended, the customer's status becomes Expired. */
export const enableCustomer: Handler = toggle('enable')

/** All nine creation calls. They differ only in their parameters (Customer creation). */
export const createCustomer: Handler = (call) => {
  const product = call.platform.offer.product(valueOf(call, 'productid') ?? '')
  if (product === undefined) return refuse('unknown-product', 'There is no such product.')
  const refusal = refuseCreation(call, product)
  if (refusal !== undefined) return refusal

  const { customers } = call.platform
  const chosenPassword = chosenValueOf(call, 'password')
  const customer = customers.byId(customers.insert(readCustomer(call, product, chosenPassword)))
  noteEffect(call, 'create', { customer, before: null, after: subscriptionOf(customer) })
  const uuid = valueOf(call, 'uuid')
  if (uuid !== undefined) {
    if (call.halfDone) return refuse('device-registered', 'The device could not be registered.')
    bindDevice(call, customer, uuid, '')
  }
  return { kind: 'created', customer, passwordWasGenerated: chosenPassword === undefined }
}

const resellerOf = (call: Call): string | null => {
  const given = valueOf(call, 'reseller_id') ?? valueOf(call, 'reellerid')
  return given === undefined || given === '0' ? null : given
}

function refuseCreation(call: Call, product: SandboxProduct): Failure | undefined {
  const { customers, offer, options } = call.platform
  const userid = chosenValueOf(call, 'userid')
  if (userid !== undefined && options().uniqueUserids && customers.find({ userid }).length > 0)
    return refuse('userid-taken', 'Userid already exists.')
  const reseller = resellerOf(call)
  if (reseller !== null && !offer.hasReseller(reseller)) return refuse('unknown-reseller', 'There is no such reseller.')
  const currency = valueOf(call, 'currency')
  if (valueOf(call, 'currencyCheck') === 'true' && currency !== undefined && !product.currencies.includes(currency))
    return refuse('bad-request', 'The product is not sold in this currency.')
  const uuid = valueOf(call, 'uuid')
  return uuid === undefined ? undefined : refuseDevice(call, uuid, product.id, 0)
}

function readCustomer(call: Call, product: SandboxProduct, chosenPassword: string | undefined): NewCustomer {
  const { platform } = call
  const text = (name: string): string => valueOf(call, name) ?? ''
  const length = lengthOf(call, 'subscriptionlengthinmonths', 'subscriptionlengthindays')
  const person = Object.fromEntries(personFields.map((name) => [name, text(name)])) as PersonColumns
  const startDate = platform.today()
  return {
    userid: chosenValueOf(call, 'userid') ?? makeFreeUserid(call),
    password: chosenPassword ?? makePassword(platform.below),
    mappingId: chosenValueOf(call, 'customermappingid') ?? '',
    ...person,
    productid: product.id,
    productMappingId: text('productmappingid'),
    resellerId: resellerOf(call),
    orderId: text('order_id'),
    lengthInMonths: length.months,
    lengthInDays: length.days,
    renewalInterval: Number(text('renewalinterval')),
    startDate,
    endDate: addLength(startDate, length),
    createdAt: platform.now(),
    startsAtFirstLogIn: valueOf(call, 'StartSubscriptionFromFirstLogin') === 'true' ? 1 : 0,
    pending: 1,
    trial: product.trial ? 1 : 0,
    disabled: 0,
  }
}

function makeFreeUserid({ platform: { customers, below } }: Call): string {
  let userid = makeUserid('{digits:10}', '', below)
  while (customers.find({ userid }).length > 0) userid = String(Number(userid) + 1)
  return userid
}

/** All five renewal calls. Adds months or days to the end date or, if the call asks for that, to today (Renewal). */
export const handleRenewal: Handler = (call) => {
  const found = findCustomers(call)
  if ('kind' in found) return found
  const [before] = found
  const length = lengthOf(call, 'months', 'days')
  const isFromEnd = valueOf(call, 'fromExpireDate') !== 'false'
  return changeCustomer(call, 'renew', before, {
    ...lengthAfter(before, length, true),
    endDate: addLength(isFromEnd ? before.endDate : call.platform.today(), length),
    trial: 0,
  })
}

/** The stored length after a change. A subscription that waits for the first log-in keeps the length that it has, if the change adds to it. */
function lengthAfter(
  { pending, startsAtFirstLogIn, lengthInMonths, lengthInDays }: StoredCustomer,
  { months, days }: Length,
  isAdded: boolean,
): Pick<NewCustomer, 'lengthInMonths' | 'lengthInDays'> {
  const isKept = isAdded && pending === 1 && startsAtFirstLogIn === 1
  return {
    lengthInMonths: isKept ? lengthInMonths + months : months,
    lengthInDays: isKept ? lengthInDays + days : days,
  }
}

/** All four calls that change the product. The new length counts from today or from the last expiry date (Product change). */
export const changeProduct: Handler = (call) => {
  const isFromEnd = readDirection(valueOf(call, 'fromExpireDate') ?? '')
  if (isFromEnd === undefined) return refuse('bad-request', 'Parameter fromExpireDate is neither true nor false.')
  const product = call.platform.offer.product(valueOf(call, 'productid') ?? '')
  if (product === undefined) return refuse('unknown-product', 'There is no such product.')
  const found = findCustomers(call)
  if ('kind' in found) return found
  const [before] = found
  const length = lengthOf(call, 'subscriptionlengthinmonths', 'subscriptionlengthindays')
  const startDate = isFromEnd ? before.endDate : call.platform.today()
  return changeCustomer(call, 'change', before, {
    productid: product.id,
    ...lengthAfter(before, length, isFromEnd),
    startDate: isFromEnd ? before.startDate : startDate,
    endDate: addLength(startDate, length),
    trial: product.trial ? 1 : 0,
  })
}

/** Parses `fromExpireDate`, whose values the interface document does not show. Undefined unless the text is `true`, `1`, `false` or `0`. */
function readDirection(text: string): boolean | undefined {
  if (/^(?:true|1)$/i.test(text)) return true
  return /^(?:false|0)$/i.test(text) ? false : undefined
}
