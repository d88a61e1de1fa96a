import type { DatabaseSync } from 'node:sqlite'
import {
  type Connection,
  proxyLogInSchema,
  type ProxyLogIn,
  isPlainHttpStopped,
  tokenPlace,
} from '../../shared/domain/connection/connection.ts'
import { openColumn, type Sealing } from './sealing.ts'

/** The identity that a token is sealed with. `place`: where it may be sent. `policy`: the policy it is sealed for; empty for none. */
export const tokenIdentity = (connectionId: string, place: string, policy: string): string =>
  `token:${connectionId} for ${place}${policy === '' ? '' : ` under ${policy}`}`

/**
 * The sealed company tokens of the platforms. A token enters through the connection form and is sent only to the place it was
 * entered for. It is opened when it is first read, and cached until the process ends. `policy` names the operator's policy. If an attacker
 * removes the policy from this computer's files, the tokens no longer open.
 */
export function createTokens(database: DatabaseSync, sealing: Sealing, policy: () => string = () => '') {
  const select = database.prepare('SELECT sealed FROM token WHERE connection_id = ?')
  const upsert = database.prepare(`INSERT INTO token (connection_id, sealed) VALUES (?, ?)
    ON CONFLICT (connection_id) DO UPDATE SET sealed = excluded.sealed`)
  const erase = database.prepare('DELETE FROM token WHERE connection_id = ?')
  const opened = new Map<string, { readonly place: string; readonly token: string }>()
  const write = (connectionId: string, place: string, token: string): void => {
    upsert.run(connectionId, sealing.seal(tokenIdentity(connectionId, place, policy()), token))
    opened.set(connectionId, { place, token })
  }
  const read = (connectionId: string, place: string): string | undefined => {
    const known = opened.get(connectionId)
    if (known !== undefined) return known.place === place ? known.token : undefined
    const sealed = select.get(connectionId)?.['sealed']
    // A token counts as missing if it is damaged, or if it was stored for another place or without a place. The user types it again.
    const token = openColumn(sealing, tokenIdentity(connectionId, place, policy()), sealed)
    if (token !== undefined) opened.set(connectionId, { place, token })
    return token
  }
  return {
    /** Undefined if no token is stored, or if the token was entered for another place. */
    read,
    write,
    /** Seals these tokens again for the policy that applies after `change`. All other sealed tokens no longer open. */
    rebind(held: readonly { readonly id: string; readonly place: string }[], change: () => void): void {
      const kept = held.map(({ id, place }) => ({ id, place, token: read(id, place) }))
      change()
      for (const { id, place, token } of kept) if (token !== undefined) write(id, place, token)
    },
    remove(connectionId: string): void {
      erase.run(connectionId)
      opened.delete(connectionId)
    },
  }
}

export type Tokens = ReturnType<typeof createTokens>

/** The token that a connection sends. Undefined if it is for another place, or while the connection may not send over plain HTTP. */
export const readToken = (tokens: Pick<Tokens, 'read'>, connection: Connection): string | undefined =>
  isPlainHttpStopped(connection) ? undefined : tokens.read(connection.id, tokenPlace(connection))

/** Whether a token is stored for any place. Opens nothing, so it works while the vault is locked. */
export const hasToken = (database: DatabaseSync, connectionId: string): boolean =>
  database.prepare('SELECT 1 FROM token WHERE connection_id = ?').get(connectionId) !== undefined

/** The id of a proxy's credentials in the tokens table. The credentials are sealed like a token. */
export const proxyKey = (connectionId: string): string => `proxy ${connectionId}`

/** Whether a connection with this id would store its token in place of the credentials of another connection's proxy. */
export const isProxyKey = (id: string): boolean => id.startsWith(proxyKey(''))

/** A connection and its proxy. Like a token, the proxy's credentials are valid only for the proxy they were entered for. */
type OfProxy = Pick<Connection, 'id' | 'proxy'>

/** The credentials of a connection's proxy. Undefined if there are none, if they are for another proxy, or if they do not open. */
export function readProxyLogIn(tokens: Pick<Tokens, 'read'>, { id, proxy }: OfProxy): ProxyLogIn | undefined {
  const text = tokens.read(proxyKey(id), proxy)
  return text === undefined ? undefined : proxyLogInSchema.parse(JSON.parse(text))
}

export function writeProxyLogIn(tokens: Tokens, { id, proxy }: OfProxy, logIn: ProxyLogIn | undefined): void {
  if (logIn === undefined) tokens.remove(proxyKey(id))
  else tokens.write(proxyKey(id), proxy, JSON.stringify(logIn))
}
