import type { DatabaseSync } from 'node:sqlite'
import type { Sealing } from './sealing.ts'

/** The platforms' company tokens, sealed. They enter by the connection form and leave only towards their platform. */
export interface Tokens {
  readonly read: (connectionId: string) => string | undefined
  readonly write: (connectionId: string, token: string) => void
  readonly remove: (connectionId: string) => void
}

const identity = (connectionId: string): string => `token:${connectionId}`

/** Opens a token when it is asked for, and keeps it for the life of the process. */
export function createTokens(database: DatabaseSync, sealing: Sealing): Tokens {
  const select = database.prepare('SELECT sealed FROM token WHERE connection_id = ?')
  const upsert = database.prepare(`INSERT INTO token (connection_id, sealed) VALUES (?, ?)
    ON CONFLICT (connection_id) DO UPDATE SET sealed = excluded.sealed`)
  const erase = database.prepare('DELETE FROM token WHERE connection_id = ?')
  const opened = new Map<string, string>()
  /** A damaged one counts as none: a person can give it again. */
  const tryToOpen = (connectionId: string, sealed: Uint8Array): string | undefined => {
    try {
      return sealing.open(identity(connectionId), sealed)
    } catch {
      return undefined
    }
  }
  return {
    read(connectionId) {
      const known = opened.get(connectionId)
      if (known !== undefined) return known
      const sealed = select.get(connectionId)?.['sealed']
      if (!(sealed instanceof Uint8Array)) return undefined
      const token = tryToOpen(connectionId, sealed)
      if (token !== undefined) opened.set(connectionId, token)
      return token
    },
    write(connectionId, token) {
      upsert.run(connectionId, sealing.seal(identity(connectionId), token))
      opened.set(connectionId, token)
    },
    remove(connectionId) {
      erase.run(connectionId)
      opened.delete(connectionId)
    },
  }
}

/** Whether a token is kept; opens nothing, so it can be asked while the vault is locked. */
export function hasToken(database: DatabaseSync, connectionId: string): boolean {
  return database.prepare('SELECT 1 FROM token WHERE connection_id = ?').get(connectionId) !== undefined
}
