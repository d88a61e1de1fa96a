import { type Connection, type ProxyLogIn, tokenPlace } from '../../../shared/domain/connection/connection.ts'
import type { AppParts, Sessions } from '../session/sessions.ts'
import type { Policy } from '../../../shared/domain/policy.ts'
import { hasToken, proxyKey, type Tokens, writeProxyLogIn } from '../../vault/tokens.ts'
import { problem, type Refusal } from '../session/problem.ts'

const places = ['baseUrl', 'crmService', 'cmsService'] as const

type Place = Pick<Connection, (typeof places)[number]>

export const isSamePlatform = (one: Place, other: Partial<Place>): boolean =>
  places.every((place) => one[place] === other[place])

/** Whether stored knowledge about one connection's platform also holds for the other connection. */
export const leadsToSame = (one: Connection, other: Connection): boolean =>
  isSamePlatform(one, other) && one.retrieval === other.retrieval

/**
 * Saves changed settings of a connection. Deletes the stored knowledge about the platform, and its cached answers, if the connection now
 * leads to another platform, or if the platform's answers are now read in another way. If the form did not contain the field mapping, the
 * mapping stays unchanged.
 */
export function updateConnection(
  { settings, sessions }: Pick<AppParts, 'settings'> & { readonly sessions: Pick<Sessions, 'current'> },
  connection: Connection,
): void {
  const known = settings.connection(connection.id)
  const { fieldNames = known?.fieldNames, textLayout = known?.textLayout } = connection
  const kept = { ...connection, ...(fieldNames && { fieldNames }), ...(textLayout !== undefined && { textLayout }) }
  const isReadAlike =
    JSON.stringify([known?.fieldNames, known?.textLayout]) === JSON.stringify([fieldNames, textLayout])
  const session = sessions.current()
  if (known !== undefined && !(leadsToSame(known, kept) && isReadAlike)) {
    session?.queue.knowledge.forget(connection.id)
    session?.answers.forget(connection.id)
  }
  // The hub's copy of a job names this address. Another computer takes a job over only if it has a connection with this address.
  if (known !== undefined && known.baseUrl !== kept.baseUrl) session?.fleet.member()?.rows.doubtStored(1)
  settings.saveConnection(kept)
}

type Store = Pick<Sessions, 'current' | 'database'>

/** Whether a token is stored for this connection's place. While no session is open, a token for any place counts. */
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

interface TypedSecrets {
  readonly token?: string | undefined
  readonly proxyLogIn?: ProxyLogIn | undefined
}

/** Stores typed secrets for the connection's places. Other stored secrets keep the places they were typed for. */
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

/** Whether a real platform's secret would be stored under a key that any reader of the files can read. */
function isUnprotected({ ports, vault }: Pick<AppParts, 'ports' | 'vault'>, { weakKeyStores }: Policy): boolean {
  const { protection } = vault.view()
  if (ports.keyStore.kind === 'passphrase') return protection !== 'passphrase'
  return protection === 'system-weak' && !weakKeyStores
}

const passphraseNeeded = problem(
  'passphrase-needed',
  'A real connection needs a passphrase first: it protects the token and the stored work',
)

/** Opens the vault for a secret. Refuses if only an unencrypted key file, or a weak key store that the policy forbids, would protect it. */
export async function prepareForSecret(
  parts: Pick<AppParts, 'ports' | 'vault' | 'sessions' | 'settings'>,
  kind: Connection['kind'],
  rules: Policy = parts.settings.policy(),
): Promise<Refusal | undefined> {
  const isReal = kind === 'platform'
  if (isReal && isUnprotected(parts, rules)) return passphraseNeeded
  await openForSecrets(parts)
  const session = parts.sessions.current()
  // The ledger is not sealed with the new key yet. Anything that is added now could still be opened with the former key.
  if (session !== undefined && session.sealing !== parts.vault.sealing())
    return problem('storage-full', 'There is no room to protect the stored work; make room, then start Setdesk again')
  // The check is repeated, because only a wrapped key shows whether the key store protects it.
  return isReal && isUnprotected(parts, rules) ? passphraseNeeded : undefined
}
