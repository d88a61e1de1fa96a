import type { SandboxOptions } from '../options.ts'
import { commonStatusOf, jsonReply, oneOrMany, textReply, type Dialect, type DialectReply } from './dialect.ts'
import { foreign, lines, table } from './foreign.ts'
import type { StoredCustomer } from '../store/stored-customers.ts'
import type { FailureCode } from '../call.ts'

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

/** The HTTP status of a refusal. A refusal that is not listed gets status 400. */
const statusOf: Readonly<Partial<Record<FailureCode, number>>> = {
  'wrong-token': 401,
  'no-such-customer': 404,
  'no-such-hostname': 404,
  'userid-taken': 406,
  'device-registered': 406,
  'device-limit': 406,
}

/** Whether the failure is a missing record. For a missing record, a read gets a 404, and a change gets a 400. */
const isMissing = (code: FailureCode): boolean => code === 'no-such-customer' || code === 'no-such-hostname'

const doublyEncoded = (value: unknown): DialectReply => jsonReply(JSON.stringify(value))

const person = (customer: StoredCustomer) => ({
  firstname: customer.firstname,
  lastname: customer.lastname,
  userid: customer.userid,
  password: customer.password,
  mobile: customer.mobile,
  email: customer.email,
  customermappingid: customer.mappingId,
  expiredate: customer.endDate,
})

const subscription = (customer: StoredCustomer) => ({
  Userid: customer.userid,
  Password: customer.password,
  Firstname: customer.firstname,
  Lastname: customer.lastname,
  Customermappingid: customer.mappingId,
  Status: customer.status,
  Subscription_start: customer.startDate,
  Subscription_expire: customer.endDate,
  Subscription_name: customer.productName,
  Subscription_id: customer.productid,
  Subscription_interval: customer.renewalInterval,
  Subscription_type: customer.trial === 1 ? 'Trial' : 'Paid',
})

const shortRecord = (customer: StoredCustomer) => ({
  userid: customer.userid,
  customermappingid: customer.mappingId,
  status: customer.status,
  expiredate: customer.endDate,
})

/**
 * The platform as public clients saw it: some answers are doubly encoded, others plain, with keys in several spellings. Only a
 * failure has a `Message`, because clients read any `Message` as an error, whatever the status.
 */
export const classic: Dialect = {
  failure: ({ code, text }, { effect }) =>
    jsonReply({ Message: text }, isMissing(code) && effect !== 'read' ? 400 : (statusOf[code] ?? 400)),
  created: ({ customer: { userid, password } }, { id }) =>
    id.startsWith('addCustomerAsync')
      ? jsonReply({ loginId: userid, password })
      : doublyEncoded({ loginid: userid, password }),
  done: () => jsonReply('OK'),
  customer: ({ customers, version }) =>
    version === 1 ? doublyEncoded(oneOrMany(customers.map(person))) : jsonReply(oneOrMany(customers.map(subscription))),
  status: ({ customer }) => jsonReply(shortRecord(customer)),
  statuses: ({ customers }) => jsonReply(customers.map(shortRecord)),
  devices: ({ devices, customer }) =>
    jsonReply(
      devices.map(({ uuid, model }) => ({
        uuid,
        valid: Math.floor(Date.parse(customer.endDate) / 1000),
        model,
        type: 'STB',
        ip: '',
        resellerId: customer.resellerId ?? '0',
        city: customer.city,
        state: customer.state,
        country: customer.country,
        appversion: '',
      })),
    ),
  'mac-addresses': ({ bindings }) =>
    jsonReply(bindings.map(({ macAddress, hostname }) => ({ MacAddress: macAddress, Hostname: hostname }))),
  customers: ({ customers, cursor }) =>
    jsonReply({
      customers: customers.map((customer) => ({ ...person(customer), status: customer.status })),
      has_next: cursor !== undefined,
      ...(cursor === undefined ? {} : { last_customer_id: cursor }),
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
