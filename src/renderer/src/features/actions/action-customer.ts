import { t } from '../../locale.ts'

/** A customer to work on: with the platform's data, or only a typed user ID. */
export interface ActionCustomer {
  readonly userid: string
  /** Absent if the platform provides none. */
  readonly name?: string
  readonly customermappingid?: string
  /** In the platform's own words. */
  readonly status?: string
  /** As the platform wrote it. */
  readonly endDate?: string
  readonly product?: string
  /** Absent if the list could not be read. */
  readonly devices?: readonly { readonly id: string; readonly model?: string }[]
}

/** The customer in the title of an action: name and user ID, or the user ID alone. */
export function sayWho({ name, userid }: Pick<ActionCustomer, 'name' | 'userid'>): string {
  return name === undefined ? userid : t('actions.who', { name, userid })
}

/** Whether the platform reports the customer as disabled; undefined if the status is unknown. */
export function isDisabled({ status }: Pick<ActionCustomer, 'status'>): boolean | undefined {
  return status === undefined ? undefined : status.trim().toLowerCase() === 'disabled'
}
