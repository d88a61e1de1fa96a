/** A customer as far as an answer shows it; a field that was not there is absent. Passwords are often hidden. */
export interface CustomerRecord {
  readonly userid?: string
  readonly password?: string
  readonly firstname?: string
  readonly lastname?: string
  readonly mobile?: string
  readonly email?: string
  readonly customermappingid?: string
  /** One of the five where it is, or was taught to be; else the platform's own word. */
  readonly status?: string
  /** As the platform wrote it. */
  readonly endDate?: string
  readonly product?: string
  /** As the platform wrote it. */
  readonly startDate?: string
  readonly street?: string
  readonly postal?: string
  readonly city?: string
  readonly state?: string
  readonly country?: string
  readonly phone?: string
  /** Name or id. */
  readonly reseller?: string
  /** As the platform wrote it. */
  readonly createdAt?: string
  /** How many boxes the product allows. */
  readonly deviceLimit?: string
}

/** A device of a customer, or a MAC address under a hostname. `id` is a MAC or a serial in the platform's own writing. */
export interface DeviceRecord {
  readonly id: string
  /** Further identifiers that the platform gives the same device. */
  readonly also?: readonly string[]
  readonly model?: string
}

/** A page of getCustomers. */
export interface CustomersPage {
  readonly customers: readonly CustomerRecord[]
  readonly hasNext: boolean
  readonly cursor?: string
}
