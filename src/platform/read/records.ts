import type { Field } from '../field-names.ts'

/** Any of these fields makes an object a customer; a status or a date alone does not. */
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
 * A customer as an answer shows it; a missing field is absent. Platforms often hide the password. Dates are as the platform
 * wrote them. `status`: one of the five if it is known or mapped; else the platform's own word. `reseller`: name or id.
 * `deviceLimit`: how many boxes the product allows.
 */
export type CustomerRecord = Readonly<Partial<Record<CustomerField, string>>>

/** A device of a customer, or a MAC address under a hostname. `id` is a MAC or a serial as the platform writes it. */
export interface DeviceRecord {
  readonly id: string
  /** Further identifiers of the same device. */
  readonly also?: readonly string[]
  readonly model?: string
}

/** A page of getCustomers. */
export interface CustomersPage {
  readonly customers: readonly CustomerRecord[]
  readonly hasNext: boolean
  readonly cursor?: string
}
