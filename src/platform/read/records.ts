/** A customer as an answer shows it; a missing field is absent. Platforms often hide the password. */
export interface CustomerRecord {
  readonly userid?: string
  readonly password?: string
  readonly firstname?: string
  readonly lastname?: string
  readonly mobile?: string
  readonly email?: string
  readonly customermappingid?: string
  /** One of the five statuses if it is known or mapped; else the platform's own word. */
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
