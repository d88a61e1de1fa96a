import type { Connection } from './connection.ts'

type Place = Pick<Connection, 'kind' | 'baseUrl' | 'proxy' | 'authority'>

/**
 * Everything that decides who can read the token: the origin of the URL, the proxy if the request is plain HTTP or if additional
 * certificates could vouch for the proxy, and those certificates, because they could vouch for any server. A token is sealed for
 * this place, so changed settings cannot send it elsewhere. For the training connection it is always this computer's sandbox.
 */
export function tokenPlace({ kind, baseUrl, proxy, authority }: Place): string {
  if (kind === 'training') return kind
  const { origin, protocol } = new URL(baseUrl)
  const isReadable = protocol === 'http:' || authority !== ''
  const parts = [origin, isReadable ? proxy : '', protocol === 'http:' ? '' : authority]
  return parts.filter((part) => part !== '').join(' ')
}

/**
 * Whether secrets would leave this computer unencrypted although nobody has allowed that for the connection. Nothing is sent
 * over such a connection. A proxy on another computer reads plain HTTP even if the address is on this one.
 */
export const isPlainHttpStopped = (connection: Place & Pick<Connection, 'allowsPlainHttp'>): boolean =>
  !connection.allowsPlainHttp && isPlainHttp(connection)

/** Whether requests leave this computer unencrypted. */
export const isPlainHttp = ({ baseUrl, proxy }: Pick<Connection, 'baseUrl' | 'proxy'>): boolean =>
  new URL(baseUrl).protocol === 'http:' && !(isHere(baseUrl) && (proxy === '' || isHere(proxy)))

const isHere = (url: string): boolean => ['127.0.0.1', '[::1]', 'localhost'].includes(new URL(url).hostname)
