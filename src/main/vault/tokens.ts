import type { DatabaseSync } from 'node:sqlite'
import { openColumn } from './sealed-column.ts'
import type { Sealing } from './sealing.ts'

/**
 * The platforms' company tokens, sealed. They enter by the connection form and leave only towards the place that they were
 * entered for: for another there is none.
 */
export interface Tokens {
  readonly read: (connectionId: string, place: string) => string | undefined
  readonly write: (connectionId: string, place: string, token: string) => void
  readonly remove: (connectionId: string) => void
}

/** One that was kept before tokens had a place is of the place where it is asked for first. */
const placeless = (connectionId: string): string => `token:${connectionId}`
const identity = (connectionId: string, place: string): string => `${placeless(connectionId)} for ${place}`

/** Opens a token when it is asked for, and keeps it for the life of the process. */
export function createTokens(database: DatabaseSync, sealing: Sealing): Tokens {
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
    read(connectionId, place) {
      const known = opened.get(connectionId)
      if (known !== undefined) return known.place === place ? known.token : undefined
      const sealed = select.get(connectionId)?.['sealed']
      // One that is damaged, or of another place, counts as none: a person can give it again.
      const token = openColumn(sealing, identity(connectionId, place), sealed)
      if (token !== undefined) opened.set(connectionId, { place, token })
      if (token !== undefined) return token
      const old = openColumn(sealing, placeless(connectionId), sealed)
      if (old !== undefined) write(connectionId, place, old)
      return old
    },
    write,
    remove(connectionId) {
      erase.run(connectionId)
      opened.delete(connectionId)
    },
  }
}

/** Whether a token is kept, for whatever place; opens nothing, so it can be asked while the vault is locked. */
export function hasToken(database: DatabaseSync, connectionId: string): boolean {
  return database.prepare('SELECT 1 FROM token WHERE connection_id = ?').get(connectionId) !== undefined
}
