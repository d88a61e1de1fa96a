import type { TFunction } from 'i18next'

/** A customer to work on: as the platform showed them, or no more than a log-in that was typed. */
export interface ActCustomer {
  readonly userid: string
  /** Absent where the platform tells none. */
  readonly name?: string
  readonly customermappingid?: string
  /** The platform's own word. */
  readonly status?: string
  /** As the platform wrote it. */
  readonly endDate?: string
  readonly product?: string
  /** Absent where the list could not be read. */
  readonly devices?: readonly { readonly id: string; readonly model?: string }[]
}

/** Whom an act is about, in its title: the name with the log-in, or the log-in alone. */
export function sayWho(t: TFunction, { name, userid }: Pick<ActCustomer, 'name' | 'userid'>): string {
  return name === undefined ? userid : t('acts.who', { name, userid })
}

/** Whether the platform's word says that the customer is disabled; absent where it was not told. */
export function isDisabled({ status }: Pick<ActCustomer, 'status'>): boolean | undefined {
  return status === undefined ? undefined : status.trim().toLowerCase() === 'disabled'
}
