import type { Field } from '../field-names.ts'

/** An object with any of these fields is a customer. A status or a date alone is not enough. */
export const identityFields = [
  'userid',
  'firstname',
  'lastname',
  'mobile',
  'email',
  'customermappingid',
] as const satisfies Field[]

/** Fields that may be in a nested subscription of the customer. */
export const subscriptionFields = ['endDate', 'product', 'startDate', 'deviceLimit'] as const satisfies Field[]
export const addressFields = ['street', 'postal', 'city', 'country'] as const satisfies Field[]
export const furtherFields = ['password', 'phone', 'reseller', 'createdAt'] as const satisfies Field[]

type CustomerField =
  | (typeof identityFields | typeof subscriptionFields | typeof addressFields | typeof furtherFields)[number]
  | 'state'
  | 'status'

/**
 * A customer as an answer shows it. A field that the answer lacks is absent. Platforms often hide the password. Dates are in the platform's
 * notation. `status` is one of the five statuses if it is known or mapped, otherwise the platform's own word. `reseller` is a name or an
 * id. `deviceLimit` is the number of boxes that the product allows.
 */
export type CustomerRecord = Readonly<Partial<Record<CustomerField, string>>>

/** A customer's device, or a MAC address under a hostname. `id`: a MAC address or serial number in the platform's notation. */
export interface DeviceRecord {
  readonly id: string
  /** Other identifiers of the same device. */
  readonly also?: readonly string[]
  readonly model?: string
}

/** A page of getCustomers. */
export interface CustomersPage {
  readonly customers: readonly CustomerRecord[]
  readonly hasNext: boolean
  readonly cursor?: string
}
