import { addDays } from '../days.ts'
import { type Call, changeCustomer, findCustomers, type Handler, refuse, valueOf } from '../call.ts'
import { type PersonColumns, personFields, type StoredCustomerFilter } from '../store/customers.ts'

/** The number of customers on one page of `getCustomers` (interface document, Limits). */
export const customerPageSize = 100

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
    return refuse('bad-request', 'Parameter last_customer_id is no cursor of this platform.')
  const found = call.platform.customers.list(readFilter(call), customerPageSize + 1)
  const customers = found.slice(0, customerPageSize)
  const last = customers.at(-1)
  return { kind: 'customers', customers, cursor: found.length > customers.length && last ? String(last.id) : undefined }
}

/** The name of a column's filter, if the filter has another name than the column. */
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
