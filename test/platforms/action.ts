import type { LedgerEntry, Reason } from './platform.ts'
import type { NoSlot, YesSlot } from './sentences.ts'
import type { Customer } from './world.ts'

/** The result of a call, before it becomes an answer. */
export type Action =
  | {
      readonly kind: 'yes'
      readonly slot: YesSlot
      readonly entries: readonly LedgerEntry[]
      /** The customer that was changed; null if a hostname was. */
      readonly customer: Customer | null
    }
  | { readonly kind: 'no'; readonly slot: NoSlot; readonly reason: Reason }
  | { readonly kind: 'unknown'; readonly about: 'customer' | 'hostname' }
  | { readonly kind: 'customer'; readonly customers: readonly Customer[] }
  | { readonly kind: 'status'; readonly customer: Customer }
  | {
      readonly kind: 'statuses'
      readonly customers: readonly Customer[]
      readonly missing: readonly string[]
    }
  | { readonly kind: 'page'; readonly customers: readonly Customer[]; readonly hasNext: boolean }
  | { readonly kind: 'boxes'; readonly boxes: readonly string[] }

/** Creates a refusal. */
export function refuse(slot: NoSlot, reason: Reason): Extract<Action, { kind: 'no' }> {
  return { kind: 'no', slot, reason }
}
