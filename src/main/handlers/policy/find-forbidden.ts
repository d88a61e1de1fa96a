import { type Connection, isPlainHttp, tokenPlace } from '../../../shared/domain/connection/connection.ts'
import type { Policy, PolicyField } from '../../../shared/domain/policy.ts'

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
