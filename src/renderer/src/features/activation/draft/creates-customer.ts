import type { Draft } from '../../../../../shared/domain/activation.ts'

/** Whether this kind of work creates a customer, with new credentials. */
export function createsCustomer(kind: Draft['kind']): boolean {
  return kind === 'new-customer' || kind === 'customer-alone'
}
