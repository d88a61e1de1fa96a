import type { FoundCustomer } from '../../../../../shared/bridge/contract.ts'
import type { BridgeError } from '../../../../../shared/bridge/errors.ts'
import { useRead } from '../../../state/use-read.ts'

/** The platform's answer about a user ID; `unchecked` if the platform is not reached. */
export type CustomerLookup =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'asking' }
  | { readonly kind: 'found'; readonly customer: FoundCustomer }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unchecked' }
  | { readonly kind: 'failed'; readonly error: BridgeError }

const pause = 600

/** Looks up a user ID on the platform once typing pauses, and only while the platform is reached. */
export function useFoundCustomer(userid: string, isReached: boolean): CustomerLookup {
  const request = userid === '' || !isReached ? undefined : { userid, customermappingid: '' }
  const { value, isBusy, error } = useRead('customer.look-up', request, { delay: pause })
  if (userid === '') return { kind: 'nothing' }
  if (!isReached || error?.code === 'not-reached') return { kind: 'unchecked' }
  if (error !== undefined) return { kind: 'failed', error }
  if (value === undefined) return { kind: isBusy ? 'asking' : 'nothing' }
  return value.customer === undefined ? { kind: 'absent' } : { kind: 'found', customer: value.customer }
}
