import type { Connection } from '../../shared/domain/connection/connection.ts'

/**
 * Where the token of a connection goes, as far as others than the platform could read it there: the address without its path,
 * and the proxy that a plain request goes through, or one that certificates beside the system's may speak for. A token is
 * sealed for its place, so that settings which lead elsewhere do not take it along. The training platform is always this
 * computer's own.
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
