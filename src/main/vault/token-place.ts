import type { Connection } from '../../shared/domain/connection/connection.ts'

/**
 * Every address at which someone other than the platform could read the token: the origin of the URL, and the proxy if the
 * request is plain HTTP or if additional certificates could vouch for the proxy. A token is sealed for this place, so changed
 * settings cannot send it elsewhere. For the training connection the place is always this computer's sandbox.
 */
export function tokenPlace({
  kind,
  baseUrl,
  proxy,
  authority,
}: Pick<Connection, 'kind' | 'baseUrl' | 'proxy' | 'authority'>): string {
  if (kind === 'training') return kind
  const { origin, protocol } = new URL(baseUrl)
  if (proxy === '' || (protocol === 'https:' && authority === '')) return origin
  return [origin, proxy, ...(protocol === 'https:' ? [authority] : [])].join(' ')
}
