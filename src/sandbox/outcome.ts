import type { Device, HostnameBinding } from './store/bindings.ts'
import type { StoredCustomer } from './store/customers.ts'

/** Why the platform refused. The interface document shows no errors, so each dialect has its own format for these. */
export type FailureCode =
  | 'wrong-token'
  | 'wrong-password'
  | 'no-such-customer'
  | 'no-such-hostname'
  | 'bad-request'
  | 'unknown-service'
  | 'unknown-product'
  | 'unknown-reseller'
  | 'userid-taken'
  | 'device-registered'
  | 'device-limit'

export interface Failure {
  readonly kind: 'failure'
  readonly code: FailureCode
  readonly text: string
}

/** The result of a call, before a dialect formats it. */
export type Outcome =
  | Failure
  | { readonly kind: 'created'; readonly customer: StoredCustomer; readonly passwordWasGenerated: boolean }
  | { readonly kind: 'done'; readonly customer?: StoredCustomer }
  | { readonly kind: 'customer'; readonly customers: readonly StoredCustomer[]; readonly version: 1 | 2 }
  | { readonly kind: 'status'; readonly customer: StoredCustomer }
  | { readonly kind: 'statuses'; readonly customers: readonly StoredCustomer[] }
  | { readonly kind: 'devices'; readonly devices: readonly Device[]; readonly customer: StoredCustomer }
  | { readonly kind: 'mac-addresses'; readonly bindings: readonly HostnameBinding[] }
  | { readonly kind: 'customers'; readonly customers: readonly StoredCustomer[]; readonly cursor: string | undefined }

export type OutcomeOf<K extends Outcome['kind']> = Extract<Outcome, { readonly kind: K }>

/** Creates a refusal. */
export const refuse = (code: FailureCode, text: string): Failure => ({ kind: 'failure', code, text })
