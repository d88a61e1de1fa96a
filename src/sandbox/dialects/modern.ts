import type { StoredCustomer } from '../store/customers.ts'
import { commonStatusOf, jsonReply, oneOrMany, type Dialect, type DialectReply } from './dialect.ts'

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

/** Flat modern JSON: an envelope, camel case, and no password except one that the platform has just generated. */
export const modern: Dialect = {
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
