import type { Draft } from '../../../../../shared/domain/activation.ts'

/** Whether work of this kind makes a customer, with a log-in of their own. */
export function createsCustomer(kind: Draft['kind']): boolean {
  return kind === 'new-customer' || kind === 'customer-alone'
}
