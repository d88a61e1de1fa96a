import type { Connection } from '../../shared/domain/connection/connection.ts'
import { proxyLogInSchema, type ProxyLogIn } from '../../shared/domain/connection/proxy.ts'
import type { Tokens } from './tokens.ts'

/** The id under which the tokens table stores the credentials of a connection's proxy, sealed like a token. */
export const proxyKey = (connectionId: string): string => `proxy ${connectionId}`

/** The connection and its proxy. Like a token, the credentials are valid only for the proxy they were entered for. */
type OfProxy = Pick<Connection, 'id' | 'proxy'>

/** The credentials of a connection's proxy. Undefined if there are none, they are for another proxy, or they do not open. */
export function readProxyLogIn(tokens: Pick<Tokens, 'read'>, { id, proxy }: OfProxy): ProxyLogIn | undefined {
  const text = tokens.read(proxyKey(id), proxy)
  return text === undefined ? undefined : proxyLogInSchema.parse(JSON.parse(text))
}

export function writeProxyLogIn(tokens: Tokens, { id, proxy }: OfProxy, logIn: ProxyLogIn | undefined): void {
  if (logIn === undefined) tokens.remove(proxyKey(id))
  else tokens.write(proxyKey(id), proxy, JSON.stringify(logIn))
}
