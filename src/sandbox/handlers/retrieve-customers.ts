import { addDays } from '../days.ts'
import { findCustomers, refuse, valueOf, type Call, type Handler } from '../call.ts'
import { personFields, type PersonFields, type StoredCustomerFilter } from '../store/customers.ts'

/** Customers on one page of getCustomers (Limits). */
export const customerPageSize = 100

const retrieve =
  (version: 1 | 2): Handler =>
  (call) => {
    const found = findCustomers(call)
    return found.ok ? { kind: 'customer', customers: found.customers, version } : found.failure
  }

export const retrieveCustomer: Handler = retrieve(1)
export const retrieveCustomerV2: Handler = retrieve(2)

export const retrieveDevices: Handler = (call) => {
  const found = findCustomers(call)
  if (!found.ok) return found.failure
  const devices = found.customers.flatMap(({ id }) => call.platform.bindings.devicesOf(id))
  return { kind: 'devices', devices, customer: found.customers[0] }
}

/** Newest first; the cursor is the row of the last customer on the page (Customer retrieval). */
export const retrieveCustomers: Handler = (call) => {
  const cursor = valueOf(call, 'last_customer_id')
  if (cursor !== undefined && !/^\d{1,15}$/.test(cursor))
    return refuse('bad-request', 'Parameter last_customer_id is no cursor of this platform.')
  const found = call.platform.customers.list(readFilter(call), customerPageSize + 1)
  const customers = found.slice(0, customerPageSize)
  const last = customers.at(-1)
  return { kind: 'customers', customers, cursor: found.length > customers.length && last ? String(last.id) : undefined }
}

/** The filters that are not named like the platform's column. `email` is the filter that the interface document does not name. */
const filterOf: Partial<PersonFields> = { zipcode: 'postal', phone: 'telephone' }

function readFilter(call: Call): StoredCustomerFilter {
  const contains: Record<string, string> = {}
  for (const column of personFields) {
    const text = valueOf(call, filterOf[column] ?? column)
    if (text !== undefined) contains[column] = text
  }
  const day = (name: string): string | undefined => valueOf(call, name)
  const [status, cursor] = [valueOf(call, 'status'), valueOf(call, 'last_customer_id')]
  const [starts, ends] = [day('subscription_start_date'), day('subscription_end_date')]
  const [from, to] = [day('customer_created_from'), day('customer_created_to')]
  return {
    contains,
    ...(cursor === undefined || cursor === '0' ? {} : { before: Number(cursor) }),
    ...(status === undefined ? {} : { status }),
    ...(starts === undefined ? {} : { startsFrom: starts }),
    ...(ends === undefined ? {} : { endsUntil: ends }),
    ...(from === undefined ? {} : { createdFrom: Date.parse(from) }),
    ...(to === undefined ? {} : { createdUntil: Date.parse(addDays(to, 1)) }),
  }
}
