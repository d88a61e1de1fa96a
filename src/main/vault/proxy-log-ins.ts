import type { Connection } from '../../shared/domain/connection/connection.ts'
import { proxyLogInSchema, type ProxyLogIn } from '../../shared/domain/connection/proxy.ts'
import type { Tokens } from './tokens.ts'

/** Under which the log-in of a connection's proxy is kept among the tokens, sealed as they are. */
export const proxyKey = (connectionId: string): string => `proxy ${connectionId}`

/** Whose log-in, and for which proxy: like a token it is kept for its place. */
type OfProxy = Pick<Connection, 'id' | 'proxy'>

/** The log-in of a connection's proxy; absent where there is none, it is another's, or it cannot be opened any more. */
export function readProxyLogIn(tokens: Pick<Tokens, 'read'>, { id, proxy }: OfProxy): ProxyLogIn | undefined {
  const text = tokens.read(proxyKey(id), proxy)
  return text === undefined ? undefined : proxyLogInSchema.parse(JSON.parse(text))
}

/** Keeps a log-in, or takes it away. */
export function writeProxyLogIn(tokens: Tokens, { id, proxy }: OfProxy, logIn: ProxyLogIn | undefined): void {
  if (logIn === undefined) tokens.remove(proxyKey(id))
  else tokens.write(proxyKey(id), proxy, JSON.stringify(logIn))
}
