/** A customer to work on: as the platform showed them, or no more than a log-in that was typed. */
export interface ActCustomer {
  readonly userid: string
  readonly customermappingid?: string
  /** The platform's own word. */
  readonly status?: string
  /** As the platform wrote it. */
  readonly endDate?: string
  readonly product?: string
  /** Absent where the list could not be read. */
  readonly devices?: readonly { readonly id: string; readonly model?: string }[]
}

/** Whether the platform's word says that the customer is disabled; absent where it was not told. */
export function isDisabled({ status }: Pick<ActCustomer, 'status'>): boolean | undefined {
  return status === undefined ? undefined : status.trim().toLowerCase() === 'disabled'
}
