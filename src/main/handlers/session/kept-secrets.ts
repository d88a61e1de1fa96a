import type { Connection } from '../../../shared/domain/connection/connection.ts'
import { proxyKey, readProxyLogIn, writeProxyLogIn } from '../../vault/proxy-log-ins.ts'
import { tokenPlace } from '../../vault/token-place.ts'
import { hasToken, type Tokens } from '../../vault/tokens.ts'
import type { Office } from './office.ts'

type Store = Pick<Office, 'open' | 'database'>

/** Whether a token is stored for this connection's address. While the vault is locked: whether any token is stored. */
export const isTokenKept = (store: Store, connection: Connection): boolean =>
  isKept(store, connection.id, tokenPlace(connection))

/** Whether credentials are stored for this connection's proxy. */
export const isProxyLogInKept = (store: Store, { id, proxy }: Connection): boolean =>
  proxy !== '' && isKept(store, proxyKey(id), proxy)

function isKept({ open, database }: Store, key: string, place: string): boolean {
  const tokens = open()?.tokens
  if (tokens !== undefined) return tokens.read(key, place) !== undefined
  const file = database()
  return file !== undefined && hasToken(file, key)
}

/** When the user changes a connection's address by hand, its secrets move to the new address. */
export function takeSecretsAlong(tokens: Tokens, before: Connection, after: Connection): void {
  const token = tokens.read(before.id, tokenPlace(before))
  if (token !== undefined && tokenPlace(before) !== tokenPlace(after)) tokens.write(after.id, tokenPlace(after), token)
  const logIn = readProxyLogIn(tokens, before)
  if (logIn !== undefined && after.proxy !== '' && before.proxy !== after.proxy) writeProxyLogIn(tokens, after, logIn)
}
