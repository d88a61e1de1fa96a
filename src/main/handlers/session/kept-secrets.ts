import type { Connection } from '../../../shared/domain/connection/connection.ts'
import { proxyKey, readProxyLogIn, writeProxyLogIn } from '../../vault/proxy-log-ins.ts'
import { tokenPlace } from '../../vault/token-place.ts'
import { hasToken, type Tokens } from '../../vault/tokens.ts'
import type { Office } from './office.ts'

type Store = Pick<Office, 'open' | 'database'>

/** Whether a token is kept for where this connection leads; while that cannot be opened, whether any is. */
export const isTokenKept = (store: Store, connection: Connection): boolean =>
  isKept(store, connection.id, tokenPlace(connection))

/** Whether a log-in is kept for the proxy that this connection goes through. */
export const isProxyLogInKept = (store: Store, { id, proxy }: Connection): boolean =>
  proxy !== '' && isKept(store, proxyKey(id), proxy)

function isKept({ open, database }: Store, key: string, place: string): boolean {
  const tokens = open()?.tokens
  if (tokens !== undefined) return tokens.read(key, place) !== undefined
  const file = database()
  return file !== undefined && hasToken(file, key)
}

/** A person who leads a connection elsewhere by hand takes its secrets along. */
export function takeSecretsAlong(tokens: Tokens, before: Connection, after: Connection): void {
  const token = tokens.read(before.id, tokenPlace(before))
  if (token !== undefined && tokenPlace(before) !== tokenPlace(after)) tokens.write(after.id, tokenPlace(after), token)
  const logIn = readProxyLogIn(tokens, before)
  if (logIn !== undefined && after.proxy !== '' && before.proxy !== after.proxy) writeProxyLogIn(tokens, after, logIn)
}
