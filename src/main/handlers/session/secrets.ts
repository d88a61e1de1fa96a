import type { Connection } from '../../../shared/domain/connection/connection.ts'
import { proxyKey, readProxyLogIn, writeProxyLogIn } from '../../vault/proxy-log-ins.ts'
import { tokenPlace } from '../../vault/token-place.ts'
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

/** When the user changes a connection's address by hand, its secrets move to the new address. */
export function moveSecrets(tokens: Tokens, before: Connection, after: Connection): void {
  const token = tokens.read(before.id, tokenPlace(before))
  if (token !== undefined && tokenPlace(before) !== tokenPlace(after)) tokens.write(after.id, tokenPlace(after), token)
  const logIn = readProxyLogIn(tokens, before)
  if (logIn !== undefined && after.proxy !== '' && before.proxy !== after.proxy) writeProxyLogIn(tokens, after, logIn)
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
