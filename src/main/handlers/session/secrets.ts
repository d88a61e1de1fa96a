import type { Connection } from '../../../shared/domain/connection/connection.ts'
import { tokenPlace } from '../../../shared/domain/connection/token-place.ts'
import type { ProxyLogIn } from '../../../shared/domain/connection/proxy.ts'
import { proxyKey, writeProxyLogIn } from '../../vault/proxy-log-ins.ts'
import { hasToken, type Tokens } from '../../vault/tokens.ts'
import { problem, type Refusal } from './problem.ts'
import type { AppParts, Sessions } from './sessions.ts'

type Store = Pick<Sessions, 'current' | 'database'>

/** Whether a token is stored for this connection's address. While the vault is locked: whether any token is stored. */
export const isTokenStored = (store: Store, connection: Connection): boolean =>
  isStored(store, connection.id, tokenPlace(connection))

export const isProxyLogInStored = (store: Store, { id, proxy }: Connection): boolean =>
  proxy !== '' && isStored(store, proxyKey(id), proxy)

function isStored({ current, database }: Store, key: string, place: string): boolean {
  const tokens = current()?.tokens
  if (tokens !== undefined) return tokens.read(key, place) !== undefined
  const file = database()
  return file !== undefined && hasToken(file, key)
}

/** Secrets typed in the same call as the settings of their connection. */
export interface TypedSecrets {
  readonly token?: string | undefined
  readonly proxyLogIn?: ProxyLogIn | undefined
}

/** Stores typed secrets for the places of the connection. Secrets that were not typed stay with the places they were typed for. */
export function writeSecrets(tokens: Tokens, connection: Connection, { token, proxyLogIn }: TypedSecrets): void {
  if (token !== undefined) tokens.write(connection.id, tokenPlace(connection), token)
  if (proxyLogIn !== undefined && connection.proxy !== '') writeProxyLogIn(tokens, connection, proxyLogIn)
}

/** Opens the vault and creates a key if there is none. False if the session did not open. */
export async function openForSecrets({ vault, sessions }: Pick<AppParts, 'vault' | 'sessions'>): Promise<boolean> {
  if (vault.view().state === 'unavailable') await vault.open()
  if (vault.view().state === 'new') await vault.makeKey()
  await sessions.refresh()
  return sessions.current() !== undefined
}

/** Opens the vault, or refuses: the unencrypted key file of training must not protect a real platform's secret. */
export async function prepareForSecret(
  parts: Pick<AppParts, 'ports' | 'vault' | 'sessions'>,
  kind: Connection['kind'],
): Promise<Refusal | undefined> {
  const { ports, vault } = parts
  const isProtected = ports.keyStore.kind !== 'passphrase' || vault.view().protection === 'passphrase'
  if (kind === 'platform' && !isProtected)
    return problem(
      'passphrase-needed',
      'A real connection needs a passphrase first: it protects the token and the stored work',
    )
  await openForSecrets(parts)
  return undefined
}
