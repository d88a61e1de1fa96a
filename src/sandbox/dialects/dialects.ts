import type { SandboxOptions } from '../options.ts'
import { classic } from './classic.ts'
import { commonStatusOf, jsonReply, oneOrMany, textReply, type Dialect, type DialectReply } from './dialect.ts'
import { foreign, lines, table } from './foreign.ts'
import type { StoredCustomer } from '../store/customers.ts'

const success = (data?: unknown): DialectReply =>
  jsonReply(data === undefined ? { success: true } : { success: true, data })

const record = (customer: StoredCustomer) => ({
  customerId: customer.id,
  userId: customer.userid,
  customerMappingId: customer.mappingId,
  firstName: customer.firstname,
  lastName: customer.lastname,
  mobile: customer.mobile,
  email: customer.email,
  status: customer.status,
  productId: customer.productid,
  productName: customer.productName,
  subscriptionStart: customer.startDate,
  subscriptionEnd: customer.endDate,
  maxDevices: customer.maxDevices,
  resellerId: customer.resellerId,
  street: customer.street,
  zipCode: customer.zipcode,
  city: customer.city,
  country: customer.country,
})

const statusRecord = ({ userid, status, endDate }: StoredCustomer) => ({
  userId: userid,
  status,
  subscriptionEnd: endDate,
})

/** Flat modern JSON: an envelope, camel case, and a password only if the platform has just generated it. */
const modern: Dialect = {
  failure: ({ code, text }) => jsonReply({ success: false, message: text, code }, commonStatusOf[code] ?? 422),
  created: ({ customer, passwordWasGenerated }) =>
    success({
      customerId: customer.id,
      userId: customer.userid,
      ...(passwordWasGenerated ? { password: customer.password } : {}),
    }),
  done: () => success(),
  customer: ({ customers }) => success(oneOrMany(customers.map(record))),
  status: ({ customer }) => success(statusRecord(customer)),
  statuses: ({ customers }) => success({ customers: customers.map(statusRecord) }),
  devices: ({ devices }) =>
    success({
      devices: devices.map(({ key, uuid, model }) =>
        key.startsWith('mac:') ? { macAddress: uuid, model } : { serialNumber: uuid, model },
      ),
    }),
  'mac-addresses': ({ bindings }) => success({ macAddresses: bindings.map(({ macAddress }) => macAddress) }),
  customers: ({ customers, cursor }) =>
    success({
      customers: customers.map(record),
      hasNext: cursor !== undefined,
      ...(cursor === undefined ? {} : { lastCustomerId: cursor }),
    }),
}

const minimal = ({ userid, firstname, lastname }: StoredCustomer) => ({ userid, firstname, lastname })

const withSubscription = (customer: StoredCustomer) => ({
  ...minimal(customer),
  product: customer.productid,
  expires: customer.endDate,
})

/** Plain strings: `OK`, `ERROR: ...`, boxes as strings, and as few customer fields as possible. Most refusals have status 200. */
const terse: Dialect = {
  failure: ({ code, text }) => textReply(`ERROR: ${text}`, commonStatusOf[code] ?? 200),
  created: ({ customer, passwordWasGenerated }) =>
    passwordWasGenerated ? jsonReply({ userid: customer.userid, password: customer.password }) : textReply('OK'),
  done: () => textReply('OK'),
  customer: ({ customers, version }) => jsonReply(oneOrMany(customers.map(version === 1 ? minimal : withSubscription))),
  status: ({ customer }) => textReply(customer.status),
  statuses: ({ customers }) =>
    jsonReply(
      customers.length === 0 ? [] : Object.fromEntries(customers.map(({ userid, status }) => [userid, status])),
    ),
  devices: ({ devices }) => jsonReply(devices.map(({ uuid }) => uuid)),
  'mac-addresses': ({ bindings }) =>
    bindings.length === 0 ? jsonReply([]) : textReply(bindings.map(({ macAddress }) => macAddress).join(',')),
  customers: ({ customers, cursor }) =>
    jsonReply({
      customers: customers.map(({ userid }) => ({ userid })),
      has_next: cursor !== undefined,
      ...(cursor === undefined ? {} : { cursor }),
    }),
}

export const dialects: Readonly<Record<SandboxOptions['dialect'], Dialect>> = {
  classic,
  modern,
  terse,
  foreign,
  lines,
  table,
}
