import type { FailureCode } from '../call.ts'
import type { StoredCustomer } from '../store/customers.ts'
import { jsonReply, oneOrMany, type Dialect, type DialectReply } from './dialect.ts'

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

const statusRecord = (customer: StoredCustomer) => ({
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
  status: ({ customer }) => jsonReply(statusRecord(customer)),
  statuses: ({ customers }) => jsonReply(customers.map(statusRecord)),
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
