import type { Intent } from '../../../shared/domain/activation.ts'
import { type Connection, isPlainHttp, tokenPlace } from '../../../shared/domain/connection/connection.ts'
import type { Policy, PolicyField } from '../../../shared/domain/policy.ts'
import { ordinaryOf } from '../../jobs/steps/console-steps.ts'

/** The field of the operator's policy that forbids this work. Undefined if the work is allowed. */
export function findForbidden(intent: Intent, policy: Policy): PolicyField | undefined {
  if (intent.kind === 'console' && !policy.console) return 'console'
  const { kind } = ordinaryOf(intent)
  if (kind === 'disable' && !policy.disableCustomers) return 'disableCustomers'
  if (kind === 'product-change' && !policy.productChange) return 'productChange'
  return undefined
}

type Place = Pick<Connection, 'kind' | 'baseUrl' | 'proxy' | 'authority' | 'allowsPlainHttp'>

/**
 * The policy field that forbids the address or the proxy of a new or changed connection. Undefined if both are allowed. Training is always
 * allowed, because its requests never leave this computer.
 */
export function findForbiddenPlace(before: Place | undefined, after: Place, policy: Policy): PolicyField | undefined {
  if ((before ?? after).kind === 'training') return undefined
  if (after.allowsPlainHttp && isPlainHttp(after) && !policy.plainHttp) return 'plainHttp'
  if (policy.addresses === null) return undefined
  const named = new Set(policy.addresses.map((address) => new URL(address).origin))
  const place = tokenPlace(after)
  const keepsPlace = before !== undefined && tokenPlace(before) === place
  // The proxy is checked too, because a proxy learns which server is called, and gets the credentials that are typed for the proxy.
  const keepsProxy = after.proxy === '' || after.proxy === before?.proxy
  return (keepsPlace || named.has(place)) && (keepsProxy || named.has(after.proxy)) ? undefined : 'addresses'
}
