import { proxyLogInSchema, type ProxyLogIn } from '../../shared/domain/proxy.ts'
import type { Tokens } from './tokens.ts'

/** Under which the log-in of a connection's proxy is kept among the tokens, sealed as they are. */
export const proxyKey = (connectionId: string): string => `proxy ${connectionId}`

/** The log-in of a connection's proxy; absent where there is none, or it cannot be opened any more. */
export function readProxyLogIn(tokens: Pick<Tokens, 'read'>, connectionId: string): ProxyLogIn | undefined {
  const text = tokens.read(proxyKey(connectionId))
  return text === undefined ? undefined : proxyLogInSchema.parse(JSON.parse(text))
}

/** Keeps a log-in, or takes it away. */
export function writeProxyLogIn(tokens: Tokens, connectionId: string, logIn: ProxyLogIn | undefined): void {
  if (logIn === undefined) tokens.remove(proxyKey(connectionId))
  else tokens.write(proxyKey(connectionId), JSON.stringify(logIn))
}
