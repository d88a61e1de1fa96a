import type { DatabaseSync } from 'node:sqlite'
import { openColumn } from './sealed-column.ts'
import type { Sealing } from './sealing.ts'

/** The identity of tokens stored before tokens had a place. Such a token gets the place for which it is first read. */
const placeless = (connectionId: string): string => `token:${connectionId}`
const identity = (connectionId: string, place: string): string => `${placeless(connectionId)} for ${place}`

/**
 * The sealed company tokens of the platforms. A token enters through the connection form and is sent only to the place it was
 * entered for. It is opened when it is first read, and cached until the process ends.
 */
export function createTokens(database: DatabaseSync, sealing: Sealing) {
  const select = database.prepare('SELECT sealed FROM token WHERE connection_id = ?')
  const upsert = database.prepare(`INSERT INTO token (connection_id, sealed) VALUES (?, ?)
    ON CONFLICT (connection_id) DO UPDATE SET sealed = excluded.sealed`)
  const erase = database.prepare('DELETE FROM token WHERE connection_id = ?')
  const opened = new Map<string, { readonly place: string; readonly token: string }>()
  const write = (connectionId: string, place: string, token: string): void => {
    upsert.run(connectionId, sealing.seal(identity(connectionId, place), token))
    opened.set(connectionId, { place, token })
  }
  return {
    /** Undefined also if the token was entered for another place. */
    read(connectionId: string, place: string): string | undefined {
      const known = opened.get(connectionId)
      if (known !== undefined) return known.place === place ? known.token : undefined
      const sealed = select.get(connectionId)?.['sealed']
      // A token that is damaged or for another place counts as missing: the user can enter it again.
      const token = openColumn(sealing, identity(connectionId, place), sealed)
      if (token !== undefined) opened.set(connectionId, { place, token })
      if (token !== undefined) return token
      const old = openColumn(sealing, placeless(connectionId), sealed)
      if (old !== undefined) write(connectionId, place, old)
      return old
    },
    write,
    remove(connectionId: string): void {
      erase.run(connectionId)
      opened.delete(connectionId)
    },
  }
}

export type Tokens = ReturnType<typeof createTokens>

/** Whether a token is stored, for any place. Opens nothing, so it works while the vault is locked. */
export const hasToken = (database: DatabaseSync, connectionId: string): boolean =>
  database.prepare('SELECT 1 FROM token WHERE connection_id = ?').get(connectionId) !== undefined
